"""Prints which files of Python's own zip the page's Python imports, as JSON."""

import importlib
import json
import sys

# What micropip, numpy, matplotlib and the package import beyond what Pyodide has begun with.
LATER = """
_sysconfigdata__emscripten_wasm32-emscripten csv ctypes datetime decimal email encodings.cp437 fractions graphlib gzip
hashlib html.parser importlib.metadata importlib.resources ipaddress numbers pickle platform plistlib pprint
pyodide.http shlex sqlite3 statistics sysconfig tarfile urllib.parse uuid xml.parsers.expat
"""

for module in LATER.split():
    importlib.import_module(module)
files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
print(json.dumps([name for _, zipped, name in (file.partition("/python314.zip/") for file in files) if zipped]))
