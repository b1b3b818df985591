"""A reader in each engine."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from press.engines import FIREFOX, WEBKIT, find
from press.errors import PressError

from ..host import Host, hosting
from .chromium import chromium
from .firefox import firefox
from .reader import Reader
from .webkit import webkit

ALIVE = "() => [...document.querySelectorAll('.python-says')].every(({ textContent }) => !textContent)"


def in_chromium(request: pytest.FixtureRequest) -> AbstractContextManager[Reader]:
    return chromium(request.getfixturevalue("browser"))


def in_firefox(request: pytest.FixtureRequest) -> AbstractContextManager[Reader]:
    return firefox(*find(FIREFOX), request.getfixturevalue("tmp_path_factory").mktemp("firefox"))


def in_webkit(request: pytest.FixtureRequest) -> AbstractContextManager[Reader]:
    return webkit(*find(WEBKIT))


@pytest.fixture(scope="module", params=[in_chromium, in_firefox, in_webkit], ids=["Chromium", "Firefox", "WebKitGTK"])
def reader(request: pytest.FixtureRequest) -> Iterator[Reader]:
    try:
        engine = request.param(request)
    except PressError as missing:
        pytest.skip(str(missing))
    with engine as reader:
        yield reader


@pytest.fixture
def host(dist: Path) -> Iterator[Host]:
    """An address that no reader has been to."""
    with hosting(dist) as host:
        yield host


@pytest.fixture
def article(reader: Reader, site: str) -> Iterator[Reader]:
    """The article, its figures alive; one for all journeys, of which each has figures of its own. Nothing may go wrong
    in it."""
    if reader.ask("() => location.href") != site:
        reader.open(site)
        reader.wait_for(ALIVE)
    yield reader
    assert reader.problems() == []
