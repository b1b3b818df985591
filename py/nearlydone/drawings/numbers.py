"""A table of numbers, behind a drawing."""

from collections.abc import Iterable, Sequence

from nearlydone.drawings.svg import tag


def numbers_table(heads: Sequence[str], rows: Iterable[str]) -> str:
    """Of rows as `numbers_row` makes them."""
    head = tag("tr", *(tag("th", words, scope="col") for words in heads))
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="numbers-table")


def numbers_row(cells: Sequence[str], at: float | None = None) -> str:
    """The first cell heads the row. `at`: the minute that it belongs to, in `data-at`."""
    inside = [tag("th", cells[0], scope="row"), *(tag("td", cell) for cell in cells[1:])]
    return tag("tr", *inside, data_at=None if at is None else repr(at))
