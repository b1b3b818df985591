"""What the page's template can say: everything in `{{ … }}` comes from here."""

from typing import Any

from press.code import CodeReader
from press.places import Places


def page_context(places: Places) -> dict[str, Any]:
    return {"code": CodeReader(places.package)}
