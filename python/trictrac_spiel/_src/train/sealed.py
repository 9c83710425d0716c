"""Files that tell when they have been damaged, and files that are written in one piece.

A sealed JSON file ends with a checksum of all bytes before it,

    ...
      "step": 12,
      "sha256": "<64 digits>"
    }

which any language writes and checks without parsing. It guards against damage, not against
people, who can compute it anew.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.strict_json import read_object

_SEAL = re.compile(rb'  "sha256": "([0-9a-f]{64})"\n}\n')
_SEAL_BYTES = len('  "sha256": ""\n}\n') + 64


def sealed_text(values: Mapping[str, Any]) -> str:
    """The values as JSON with their checksum."""
    head = json.dumps(values, indent=2).removesuffix("\n}") + ",\n"
    return f'{head}  "sha256": "{hashlib.sha256(head.encode()).hexdigest()}"\n}}\n'


def read_sealed(file: Path, *, unsealed_format: int) -> dict[str, Any]:
    """The values of a sealed file.

    Args:
        file: what is read.
        unsealed_format: files whose ``format`` is this number are from before there were seals.

    Raises:
        RunError: the file is damaged.
        OSError: it cannot be read.
    """
    data = file.read_bytes()
    try:
        values = read_object(data, file)
    except TrictracError as error:
        raise RunError(f"{error}. The file is damaged") from None
    seal = values.pop("sha256", None)
    found = _SEAL.fullmatch(data[-_SEAL_BYTES:])
    if found is None:
        fine = seal is None and values.get("format") == unsealed_format
    else:
        fine = hashlib.sha256(data[:-_SEAL_BYTES]).hexdigest() == found[1].decode()
    if not fine:
        raise RunError(f"{file} is damaged: its contents do not fit its checksum")
    return values


def seal_of(file: Path) -> dict[str, Any]:
    """Writes a file through to the disk and returns what tells it from a damaged one."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
    return {"bytes": file.stat().st_size, "sha256": sha256_of(file)}


def sha256_of(file: Path) -> str:
    """The checksum of a file's contents."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def write_whole(file: Path, text: str) -> None:
    """Replaces a file in one piece: it holds the old text or the new, never a part."""
    new = file.with_name(file.name + ".new")
    with new.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    os.replace(new, file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Writes a folder's list of names through to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
