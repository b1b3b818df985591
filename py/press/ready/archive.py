"""Zip files, wheels too, as files by name; the same bytes from the same files."""

import base64
import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

Files = Mapping[str, bytes]


def read_zip(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def zip_of(files: Files, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], compression, compresslevel=9)
    return buffer.getvalue()


def wheel_of(files: Files) -> bytes:
    """A wheel, with a record of the files that are in it now."""
    [record] = (name for name in files if name.endswith(".dist-info/RECORD"))
    lines = [f"{name},{_record(files[name])}\n" for name in sorted(files) if name != record]
    return zip_of({**files, record: "".join([*lines, f"{record},,\n"]).encode()})


def _record(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"sha256={digest},{len(content)}"
