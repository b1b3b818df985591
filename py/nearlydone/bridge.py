"""The page's way to Python: a request in, a reply out, plain data both ways."""

import json
from itertools import accumulate
from reprlib import repr as shortened
from typing import Any

from nearlydone.commands import COMMANDS, find
from nearlydone.figures import FIGURES, SPEED, TAKE_AWAY

DEEPEST = 50  # brackets in brackets; some thousands would overflow the stack of a browser's Python, and end it
KNOWN = {**COMMANDS, **FIGURES, **TAKE_AWAY, "speed": SPEED}


def handle(text: str) -> str:
    """Answer a request, both as JSON: {"command", "options"} to {"answer"} or {"error"}.

    Never raises for a wrong request: the error says in one sentence what was wrong with it.
    """
    name = "the request"
    try:
        name, options = read(text)
        return json.dumps({"answer": find(KNOWN, name).ask(options)}, allow_nan=False)
    except ValueError as error:
        return json.dumps({"error": str(error)})
    except ModuleNotFoundError as error:
        return json.dumps({"error": f"{name} needs {error.name}, which is not in this Python"})
    except MemoryError:
        return json.dumps({"error": f"{name} needs more memory than there is for it"})


def read(text: str) -> tuple[str, dict[str, Any]]:
    """The command's name and the options of a request. Raises ValueError when it has another form."""
    if max(accumulate((letter in "[{") - (letter in "]}") for letter in text), default=0) > DEEPEST:
        raise ValueError("the request is nested too deeply to be read")
    try:
        request = json.loads(text)
    except ValueError as error:
        raise ValueError(f"the request is not JSON: {error}") from None
    if not isinstance(request, dict) or not isinstance(request.get("command"), str):
        raise ValueError("a request is an object with the name of a command")
    if unknown := request.keys() - {"command", "options"}:
        raise ValueError(f"a request has a command and options, and nothing called {shortened(min(unknown))}")
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise ValueError("the options of a request are names with values")
    return request["command"], options
