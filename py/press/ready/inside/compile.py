"""Compiles what /work/sources.json lists, by the very Python that will import it."""

import json
import py_compile
from pathlib import Path

WORK = Path("/work")

for number, (name, optimize) in enumerate(json.loads((WORK / "sources.json").read_text())):
    py_compile.compile(
        str(WORK / f"{number}.py"),
        cfile=str(WORK / f"{number}.pyc"),
        dfile=name,
        doraise=True,
        optimize=optimize,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
