"""Which files of which wheels the page ships, and what is changed in them.

What the page imports is shipped, and nothing else: no sources beside compiled files, no tests, no fonts (the
browser has its own), no renderer of pixels.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import NamedTuple

from press.errors import PressError

CODE = ("*.py", "*.so", "*.dist-info/*")


class Edit(NamedTuple):
    """In a file, a text that must be there once, and what replaces it."""

    file: str
    old: str
    new: str = ""


@dataclass(frozen=True)
class Recipe:
    """How a wheel is made: of which packages, the first giving its name; `data` is kept besides code."""

    packages: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


# Imports of what the charts have no use for: images, dates, categories, three dimensions, tests of parsers.
# And the documentation that every kind of artist writes about itself while it is imported.
MATPLOTLIB_EDITS = (
    Edit("matplotlib/__init__.py", '            ("dateutil", "2.7"),\n'),
    Edit("matplotlib/colors.py", "from PIL import Image\nfrom PIL.PngImagePlugin import PngInfo\n"),
    Edit("matplotlib/image.py", "import PIL.Image\nimport PIL.PngImagePlugin\n"),
    Edit(
        "matplotlib/axes/_axes.py",
        "import matplotlib.category  # Register category unit converter as side effect.\n",
    ),
    Edit(
        "matplotlib/axes/_axes.py",
        "import matplotlib.dates  # noqa: F401, Register date unit converter as side effect.\n",
    ),
    Edit(
        "matplotlib/projections/__init__.py",
        "    from mpl_toolkits.mplot3d import Axes3D\n",
        "    Axes3D = None\n",
    ),
    Edit("matplotlib/artist.py", "        cls._update_set_signature_and_docstring()\n"),
    Edit("pyparsing/__init__.py", "from .testing import pyparsing_test as testing\n"),
    Edit("pyparsing/__init__.py", 'if "pyparsing_test" not in globals():\n    pyparsing_test = testing\n'),
)

RECIPES = {
    "micropip": Recipe(("micropip",)),
    "numpy": Recipe(
        ("numpy",),
        left_out=(
            "*/tests/*",
            "numpy/_pyinstaller/*",
            "numpy/f2py/*",
            "numpy/fft/*",
            "numpy/linalg/lapack_lite.*",
            "numpy/random/*",
        ),
    ),
    "matplotlib": Recipe(
        ("matplotlib", "cycler", "kiwisolver", "packaging", "pyparsing"),
        left_out=(
            "*/testing/*",
            "*/tests/*",
            "matplotlib/_qhull.*",
            "matplotlib/_tri.*",
            "matplotlib/_type1font.py",
            "matplotlib/animation.py",
            "matplotlib/backends/_backend_*",
            "matplotlib/backends/_tkagg.*",
            "matplotlib/backends/backend_*",
            "matplotlib/backends/qt_*",
            "matplotlib/backends/web_backend/*",
            "matplotlib/category.py",
            "matplotlib/dates.py",
            "matplotlib/pyplot.py",
            "matplotlib/sphinxext/*",
            "mpl_toolkits/*",
            "packaging/[a-uw-z]*",
            "packaging/_[a-z]*",
            "pylab.py",
            "pyparsing/ai/*",
            "pyparsing/diagram/*",
            "pyparsing/testing.py",
            "pyparsing/tools/*",
        ),
        data=("matplotlib/fontlist.json", "matplotlib/mpl-data/matplotlibrc"),
        edits=MATPLOTLIB_EDITS,
    ),
}


def pick(recipe: Recipe, wheels: Sequence[Mapping[str, bytes]]) -> dict[str, bytes]:
    """The recipe's files from its packages' wheels, edited. Raises PressError for an edit that has no place."""
    first, *others = (
        {name: content for name, content in wheel.items() if is_wanted(name, recipe)} for wheel in wheels
    )
    [about] = {name.partition("/")[0] for name in first if ".dist-info/" in name}
    files = dict(first)
    for other in others:
        files |= {_moved(name, about): content for name, content in other.items()}
    for edit in recipe.edits:
        files[edit.file] = edited(files[edit.file], edit)
    if (fonts := "matplotlib/fontlist.json") in files:
        files[fonts] = without_fonts(files[fonts])
    return files


def is_wanted(name: str, recipe: Recipe) -> bool:
    kept = any(fnmatchcase(name, pattern) for pattern in (*CODE, *recipe.data))
    return kept and not any(fnmatchcase(name, pattern) for pattern in recipe.left_out)


def _moved(name: str, about: str) -> str:
    """What a package says about itself, its licence above all, goes where the first package's words are."""
    folder, _, rest = name.partition("/")
    return f"{about}/{folder.removesuffix('.dist-info')}/{rest}" if folder.endswith(".dist-info") else name


def edited(content: bytes, edit: Edit) -> bytes:
    text = content.decode()
    if text.count(edit.old) != 1:
        raise PressError(f"{edit.file} does not say once what is to be replaced in it: {edit.old.strip()!r}")
    return text.replace(edit.old, edit.new).encode()


def without_fonts(content: bytes) -> bytes:
    """matplotlib's list of fonts, empty, so that it looks for none."""
    facts = json.loads(content)
    return json.dumps({name: [] if isinstance(value, list) else value for name, value in facts.items()}).encode()
