"""The package's wheel, the same bytes from the same sources."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from press.errors import PressError
from press.files import write_if_changed
from press.places import Places

EARLIEST_DATE_IN_A_ZIP = 315532800


def build_wheel(places: Places) -> Path:
    """Build the wheel into wheels/ and return where it is."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(EARLIEST_DATE_IN_A_ZIP)}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
        result = subprocess.run(command, cwd=places.root, env=environment, capture_output=True, text=True)
        if result.returncode:
            said = (result.stderr or result.stdout).strip().splitlines()
            raise PressError(f"The package's wheel can't be built: {said[-1] if said else result.returncode}")
        [wheel] = Path(folder).glob("*.whl")
        target = places.made / "wheels" / wheel.name
        write_if_changed(target, wheel.read_bytes())
    return target
