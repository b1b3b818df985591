"""The page: its template filled in, and every other file of site/ as it is."""

import traceback
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError

from press.context import page_context
from press.errors import PressError
from press.files import write_if_changed
from press.places import Places
from press.stamps import files_in

TEMPLATE = "index.html"


def make_page(places: Places) -> Iterator[Path]:
    """Write the page and all that lies beside it to dist/; yields the files written."""
    for source in files_in(places.site):
        name = source.relative_to(places.site)
        content = render(places).encode() if str(name) == TEMPLATE else source.read_bytes()
        write_if_changed(places.dist / name, content)
        yield places.dist / name


def render(places: Places) -> str:
    """Fill in the template. Raises PressError with the line at which it could not be."""
    environment = Environment(
        loader=FileSystemLoader(places.site),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    try:
        return environment.get_template(TEMPLATE).render(page_context(places))
    except (TemplateError, PressError) as error:
        raise PressError(f"site/{TEMPLATE}, line {_line(error, places.site)}: {error}") from error


def _line(error: Exception, site: Path) -> int | str:
    """The line of the template at which it failed."""
    if isinstance(error, TemplateSyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(site / TEMPLATE)]
    return lines[-1] or "?" if lines else "?"
