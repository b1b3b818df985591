"""Where everything lies."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Places:
    """The folders of one checkout of the project."""

    root: Path

    @property
    def site(self) -> Path:
        return self.root / "site"

    @property
    def package(self) -> Path:
        return self.root / "py" / "nearlydone"

    @property
    def press(self) -> Path:
        return self.root / "py" / "press"

    @property
    def dist(self) -> Path:
        return self.root / "dist"

    @property
    def work(self) -> Path:
        """What a build keeps for the next one."""
        return self.root / ".build"

    @property
    def made(self) -> Path:
        """All that the article is made of, before it is put into dist/."""
        return self.work / "made"

    @property
    def pinned(self) -> Path:
        """Pyodide's files as its makers made them."""
        return self.work / "pyodide"


HERE = Places(Path(__file__).resolve().parents[2])


def cache_folder() -> Path:
    """This user's cache, shared by every checkout; a file in it is named by its SHA-256."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "nearlydone"
