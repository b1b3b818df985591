"""The page names the modules it needs, all of them, so that a browser loads them together."""

from pathlib import Path

import pytest

from press.errors import PressError
from press.modules import modules_behind
from press.places import HERE


def write(folder: Path, **modules: str) -> None:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)


def test_what_is_imported_on_the_way_is_found_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        page='import { b } from "./b.js";\nimport {\n  c,\n  d,\n} from "./c.js";\n',
        b='import { c } from "./c.js";\nconst late = () => import("./late.js");\n',
        c='export { page } from "./page.js"; // from "./nothing.js"\n',
        late="",
    )
    assert modules_behind(tmp_path, "page.js") == ["page.js", "b.js", "c.js"]


def test_a_module_that_is_not_there_ends_the_build_with_its_name(tmp_path: Path) -> None:
    write(tmp_path, page='import { b } from "./b.js";\n')
    with pytest.raises(PressError, match=r"site/b\.js"):
        modules_behind(tmp_path, "page.js")


def test_every_module_of_the_page_is_found() -> None:
    there = {path.name for path in HERE.site.glob("*.js")} - {"missing.js", "service-worker.js"}
    assert set(modules_behind(HERE.site, "page.js", "worker.js")) == there
