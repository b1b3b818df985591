"""Elements of SVG, as text."""

from html import escape


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element; `class_` and `data_task` stand for the names that Python cannot spell."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(inside)}</{name}>"


def number(value: object) -> str:
    """Floats to the hundredth, which no eye can tell from more."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def percent(share: float) -> str:
    return f"{number(share * 100)}%"
