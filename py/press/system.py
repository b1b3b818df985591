"""Other programs: whether they do what they are asked, and the system's packages that bring them."""

import os
import shutil
import subprocess
from collections.abc import Sequence


def can_install() -> bool:
    """Where there is Debian's apt and the right to use it."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def install(*packages: str) -> bool:
    """Install Debian's packages; returns whether that worked."""
    apt = ["apt-get", "-q", "-y", "--no-install-recommends"]
    return succeeds([*apt, "update"]) and succeeds([*apt, "install", *packages])


def succeeds(command: Sequence[str]) -> bool:
    unasked = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        result = subprocess.run(command, env=unasked, stdin=subprocess.DEVNULL, capture_output=True)
        return result.returncode == 0
    except OSError:
        return False
