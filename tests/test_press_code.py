"""Code on the page is the code that runs."""

import re
from html import unescape
from pathlib import Path

import pytest

from press.code import CodeReader, Excerpt
from press.errors import PressError
from press.places import HERE

SOURCE = '''"""A module."""

import functools

LIMIT: int = 3
names = ["<b>"]


def wrap(text):
    """Say it."""
    return f"<i>{text}</i>"


class Box:
    """Holds one thing."""

    @functools.cached_property
    def size(self):
        # why
        return 1

    async def wait(self):
        pass
'''


@pytest.fixture
def code(tmp_path: Path) -> CodeReader:
    package = tmp_path / "package"
    (package / "inner").mkdir(parents=True)
    (package / "shop.py").write_text(SOURCE)
    (package / "inner" / "__init__.py").write_text("TOP = 1\n")
    (package / "inner" / "deep.py").write_text("def dig():\n    pass\n")
    return CodeReader(package)


def shown(excerpt: Excerpt) -> str:
    """What a reader sees of it: the HTML without its tags."""
    return unescape(re.sub("<[^>]+>", "", excerpt.__html__()))


def test_a_function_is_cut_out_with_where_it_is(code: CodeReader) -> None:
    excerpt = code("shop.wrap")
    assert excerpt.text == 'def wrap(text):\n    """Say it."""\n    return f"<i>{text}</i>"\n'
    assert (excerpt.file, excerpt.first_line, excerpt.last_line) == ("package/shop.py", 9, 11)


def test_a_method_comes_with_its_decorator_and_without_its_indentation(code: CodeReader) -> None:
    assert code("shop.Box.size").text == (
        "@functools.cached_property\ndef size(self):\n    # why\n    return 1\n"
    )


@pytest.mark.parametrize(
    ("name", "first_words"),
    [
        ("shop", '"""A module."""'),
        ("shop.Box", "class Box:"),
        ("shop.Box.wait", "async def wait"),
        ("shop.LIMIT", "LIMIT: int = 3"),
        ("shop.names", 'names = ["<b>"]'),
        ("inner.TOP", "TOP = 1"),
        ("inner.deep.dig", "def dig"),
    ],
)
def test_anything_with_a_name_can_be_shown(code: CodeReader, name: str, first_words: str) -> None:
    assert code(name).text.startswith(first_words)


def test_the_reader_sees_exactly_the_source(code: CodeReader) -> None:
    assert shown(code("shop")) + "\n" == SOURCE


def test_every_kind_of_token_has_a_class_and_no_colour(code: CodeReader) -> None:
    html = code("shop.wrap").__html__()
    assert '<span class="k">def</span>' in html
    assert "style=" not in html


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("shop.Bag", "code('shop.Bag'): package/shop.py has no 'Bag' there, only LIMIT, names, wrap, Box"),
        ("shop.Box.weight", "package/shop.py has no 'weight' there, only size, wait"),
        ("shop.wrap.text", "package/shop.py has no 'text' there, only nothing"),
        ("market.Stall", "code('market.Stall'): the package has no module of that name"),
    ],
)
def test_what_does_not_exist_is_said_by_name(code: CodeReader, name: str, sentence: str) -> None:
    with pytest.raises(PressError, match=re.escape(sentence)):
        code(name)


def test_the_scheduler_on_the_page_is_the_scheduler_that_runs() -> None:
    import inspect

    from nearlydone.scheduler import Scheduler

    assert CodeReader(HERE.package)("scheduler.Scheduler").text == inspect.getsource(Scheduler)
