"""Imports what is to be in Python's memory when snapshot.mjs keeps it."""

import importlib
import linecache
import sys
from collections.abc import Iterable


def remember(archives: Iterable[str], modules: Iterable[str]) -> None:
    """Import the modules, then forget what was read of the archives: in the page others lie there, which may still be
    on their way when Python awakes. So they come last on its path, to be asked only for what is nowhere else."""
    ours = list(archives)
    sys.path[:] = [*(place for place in sys.path if place not in ours), *ours]
    importlib.invalidate_caches()
    for module in modules:
        importlib.import_module(module)
    importlib.invalidate_caches()
    sys.path_importer_cache.clear()
    linecache.clearcache()
