"""The page: its template filled in, and every other file of site/ as it is."""

import traceback
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError

from nearlydone.words import percent
from press.context import page_context
from press.errors import PressError
from press.files import write_if_changed
from press.places import Places
from press.stamps import files_in

TEMPLATE = "index.html"
PARTS = "parts"  # the folder of what the template includes
BUILD = "name-of-this-build"  # stands in the page for the name of the folder with its files, not known yet

FILTERS = {
    "percent": percent,
    "share": lambda share: f"{share * 100:.2f}%",
    "fixed": lambda value, digits: f"{value:.{digits}f}",
}


def make_page(places: Places) -> Path:
    """Fill in the template and write the page. Raises PressError with the line that can't be."""
    environment = Environment(
        loader=FileSystemLoader(places.site),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= FILTERS
    try:
        page = environment.get_template(TEMPLATE).render(page_context(places), build=BUILD)
    except (TemplateError, PressError) as error:
        raise PressError(f"{_place(error, places.site)}: {error}") from error
    write_if_changed(places.made / TEMPLATE, page.encode())
    return places.made / TEMPLATE


def _place(error: Exception, site: Path) -> str:
    """The line that could not be filled in, of the template or of a part that it includes."""
    if isinstance(error, TemplateSyntaxError):
        return f"site/{error.name}, line {error.lineno}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(site):
            return f"site/{Path(frame.filename).relative_to(site).as_posix()}, line {frame.lineno}"
    return f"site/{TEMPLATE}"


def copy_assets(places: Places) -> Iterator[Path]:
    """Copy all that lies beside the template; yields where."""
    for source in files_in(places.site):
        name = source.relative_to(places.site)
        if name != Path(TEMPLATE) and name.parts[0] != PARTS:
            write_if_changed(places.made / name, source.read_bytes())
            yield places.made / name
