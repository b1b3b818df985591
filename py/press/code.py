"""Code for the page, cut from the package's own files at build so that it cannot drift from what runs."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from press.errors import PressError


@dataclass(frozen=True)
class Excerpt:
    """A piece of a file: where it is, and its lines as HTML with a CSS class for every kind of token."""

    file: str
    first_line: int
    last_line: int
    text: str

    def __html__(self) -> str:
        tokens = highlight(self.text, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)).rstrip("\n")
        return Markup('<pre class="code" tabindex="0"><code>{}</code></pre>').format(Markup(tokens))


class CodeReader:
    """`code("scheduler")` is a whole file, `code("scheduler.Scheduler.assign")` what has that name in it."""

    def __init__(self, package: Path) -> None:
        self.package = package

    def __call__(self, name: str) -> Excerpt:
        """Cut out a module, class, function, method or assigned name. Raises PressError if there is none."""
        path, names = self._find_module(name)
        source = path.read_text("utf-8")
        lines = source.splitlines()
        file = path.relative_to(self.package.parent).as_posix()
        first, last = 1, len(lines)
        scope: ast.Module | ast.stmt = ast.parse(source)
        for wanted in names:
            known = dict(_named(scope))
            if wanted not in known:
                there = ", ".join(known) or "nothing"
                raise PressError(f"code({name!r}): {file} has no {wanted!r} there, only {there}")
            scope = known[wanted]
            first, last = _lines(scope)
        return Excerpt(file, first, last, dedent("\n".join(lines[first - 1 : last])) + "\n")

    def _find_module(self, name: str) -> tuple[Path, list[str]]:
        """The file that the longest beginning of the name leads to, and the names left over."""
        parts = name.split(".")
        for depth in range(len(parts), 0, -1):
            path = self.package.joinpath(*parts[:depth])
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if file.is_file():
                    return file, parts[depth:]
        raise PressError(f"code({name!r}): the package has no module of that name")


def _named(scope: ast.AST) -> Iterator[tuple[str, ast.stmt]]:
    """What is defined directly in a module or class, by name."""
    for node in getattr(scope, "body", []):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name, node
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node


def _lines(node: ast.stmt) -> tuple[int, int]:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    assert node.end_lineno is not None
    return first, node.end_lineno
