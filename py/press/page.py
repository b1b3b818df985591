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


def make_page(places: Places) -> Path:
    """Fill in the template and write the page to dist/. Raises PressError with the line that can't be."""
    environment = Environment(
        loader=FileSystemLoader(places.site),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    try:
        page = environment.get_template(TEMPLATE).render(page_context(places))
    except (TemplateError, PressError) as error:
        raise PressError(f"{_place(error, places.site)}: {error}") from error
    write_if_changed(places.dist / TEMPLATE, page.encode())
    return places.dist / TEMPLATE


def _place(error: Exception, site: Path) -> str:
    """The template's line that could not be filled in."""
    if isinstance(error, TemplateSyntaxError):
        return f"site/{error.name}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(site / TEMPLATE)]
    return f"site/{TEMPLATE}, line {lines[-1]}" if lines else f"site/{TEMPLATE}"


def copy_assets(places: Places) -> Iterator[Path]:
    """Copy to dist/ all that lies beside the template; yields where."""
    for source in files_in(places.site):
        name = source.relative_to(places.site)
        if name != Path(TEMPLATE):
            write_if_changed(places.dist / name, source.read_bytes())
            yield places.dist / name
