"""What stands in markup that must not: whatever runs, has looks of its own, or comes from elsewhere."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

ACTIVE = {"applet", "base", "embed", "form", "frame", "iframe", "math", "object", "style"}
ADDRESSES = {"action", "background", "data", "formaction", "href", "poster", "src", "srcset", "xlink:href"}


class Finder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.problems: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ACTIVE or (tag == "script" and "src" not in given):
            self.problems.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.problems.append(f"<{tag} {name}>")
            elsewhere = name in ADDRESSES and any(urlsplit((value or "").strip())[:2])
            if elsewhere and not (tag == "a" and (value or "").startswith("https://")):
                self.problems.append(f'<{tag} {name}="{value}">')


def problems_in(markup: str) -> list[str]:
    """The tags that must not be there. A link that a reader may follow can lead anywhere."""
    finder = Finder()
    finder.feed(markup)
    finder.close()
    return finder.problems
