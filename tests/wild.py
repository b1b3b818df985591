"""What a request may hold that nobody meant: for hypothesis to send to the bridge, natively and in the page."""

from typing import Any

from hypothesis import strategies as st

from nearlydone.bridge import KNOWN
from nearlydone.figures.links import LINKED
from nearlydone.options import Option

MARKUP = [
    "<script>self.ran = true</script>",
    '"><img src="x" onerror="self.ran = true">',
    "'><svg onload=self.ran=true>",
    "</title></svg></table><b style='color:red'>",
    "&lt;b&gt;<!--",
]
NEARLY = [
    "next", "end", "over", "resume", "set", "to 5", "to ²", "crash sent", "preset a lease too short", "a-record",
    "S2=discount", "S2=discount stalled", "S7=discount persistent", "S1=tariff well", "crash S2=discount 0 lost",
    "readable", "batch",
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers(10**9 + 1, 10**400)
    | st.floats()
    | st.text()
    | st.sampled_from(["\0\x1b[2J\r\n", "\ud800", "9" * 5000, "__class__", "/etc/passwd", *MARKUP, *NEARLY])
    | st.tuples(st.sampled_from(NEARLY), st.sampled_from(MARKUP)).map(" ".join)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
requests = st.fixed_dictionaries({"command": values}, optional={"options": values, "else": values})


def nearly(option: Option) -> st.SearchStrategy[Any]:
    """Values of the option's kind, from both ends of what it may be, and a little beyond; small ones of many."""
    least, most = max(option.least, -(10**6)), min(option.most, 10**6)
    lists = st.lists(st.sampled_from([*NEARLY, *NEARLY, *MARKUP]), max_size=6)
    match option.kind:
        case "whole":
            return st.integers(int(least) - 1, min(int(least) + 20, int(most) + 1))
        case "number":
            return st.floats(least, most)
        case "switch":
            return st.booleans()
        case "word":
            return st.sampled_from(option.words)
        case "text":
            return st.sampled_from([*NEARLY, *MARKUP, ""])
        case "actions":
            return st.lists(st.just("next") | st.integers(0, 14), max_size=8)
        case "failures":
            return st.lists(st.tuples(st.integers(0, 9), st.floats(0, 9)), max_size=4)
    return lists


@st.composite
def nearly_right(draw: st.DrawFn) -> dict[str, Any]:
    """Real commands with real names of options, most with values of their kind; small enough to be answered at once."""
    command = draw(st.sampled_from(list(KNOWN)))
    options = {
        option.name: draw(nearly(option) if draw(st.integers(0, 9)) else values)
        for option in KNOWN[command].options
        if draw(st.booleans()) and option.name != "jobs"
    }
    if any(option.name == "jobs" for option in KNOWN[command].options):
        options["jobs"] = draw(st.integers(1, 2) | st.sampled_from([0, *MARKUP]))
    return {"command": command, "options": options}


# Fragments that are links, and what stands in them is nearly right
pieces = st.sampled_from([
    *(f"{figure}/v1" for figure in LINKED), "/", "=", ",", "-", "next", "none", "yes", "S2-discount-stalled", "crash-",
    "-at-", "9" * 500, "fail=", "actions=", "presses=", "marks=", "minute=", "round=", "workers=", "seed=", "\0",
    "\ud800", "%", "é", *MARKUP,
]) | st.text(max_size=5) | st.integers(-2, 100).map(str)
LINKS = st.builds("{}/v1/{}".format, st.sampled_from(sorted(LINKED)), st.lists(pieces).map("".join))
