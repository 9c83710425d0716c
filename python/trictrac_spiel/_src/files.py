"""Writing files for people: whole or not at all, and errors that name the file they gave."""

import os
import secrets
import shutil
from pathlib import Path


def write_file(name: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes a whole file; one that is there is replaced only when the new one is complete.

    Symbolic links are followed, and the mode of a file that is there stays. A pipe or a device
    is written to.

    Raises:
      OSError: it cannot be written; the error names the file as it was given, and nothing is left.
    """
    given = os.fspath(name)
    data = content.encode() if isinstance(content, str) else content
    try:
        if os.path.exists(given) and not os.path.isfile(given):
            with open(given, "wb") as output:  # A folder refuses to be opened.
                output.write(data)
        else:
            _replace(Path(os.path.realpath(given)), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, given) from None


def _replace(file: Path, data: bytes) -> None:
    unfinished = file.with_name(f"{file.name}.{secrets.token_hex(4)}.unfinished")
    try:
        with unfinished.open("xb") as output:
            output.write(data)
        if file.exists():
            shutil.copymode(file, unfinished)
        unfinished.replace(file)
    except BaseException:  # Ctrl-C too must leave nothing behind.
        unfinished.unlink(missing_ok=True)
        raise
