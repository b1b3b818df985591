"""pip, asked for wheels. It knows the user's index, proxy and certificates; this program need not."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from press.progress import bytes_bar


class PipFailed(Exception):
    """pip did not bring what it was asked for; the text is its own last word on it."""


def download(requirements: Sequence[str], folder: Path, options: Sequence[str] = ()) -> None:
    """Download wheels into a folder, showing how far they have come. Raises PipFailed."""
    command = [
        *(sys.executable, "-I", "-m", "pip", "download", "--disable-pip-version-check", "--no-input"),
        *("--no-cache-dir", "--no-deps", "--only-binary=:all:", "--retries=1", "--progress-bar=raw"),
        *("--dest", str(folder), *options, *requirements),
    ]
    said: list[str] = []
    name = requirements[0] if len(requirements) == 1 else f"{len(requirements)} wheels"
    with (
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
        ) as pip,
        bytes_bar(f"pip downloads {name}", 0) as bar,
    ):
        assert pip.stdout is not None
        for line in pip.stdout:
            match line.split():
                case ["Progress", done, "of", total]:
                    bar.total = int(total)
                    bar.update(int(done) - bar.n)
                case [_, *_]:
                    said.append(line.strip())
    if pip.returncode:
        errors = [line for line in said if line.startswith("ERROR")] or said or ["it said nothing"]
        raise PipFailed(f"pip: {errors[-1].removeprefix('ERROR: ')}")
