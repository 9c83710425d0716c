"""Writing files for people: whole or not at all, and errors that name the file they gave."""

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
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
    if os.path.exists(given) and not os.path.isfile(given):
        with _naming(given), open(given, "wb") as output:  # A folder refuses to be opened.
            output.write(data)
        return
    with unfinished(given) as file:
        file.write_bytes(data)


@contextlib.contextmanager
def unfinished(name: str | os.PathLike[str]) -> Iterator[Path]:
    """A file beside this one to write into, which takes its place at the end.

    Raises:
      OSError: it cannot be written; the error names the file as it was given, and nothing is left.
    """
    given = os.fspath(name)
    with _naming(given):
        file = Path(os.path.realpath(given))
        partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}.unfinished")
        try:
            partial.touch(exist_ok=False)
            yield partial
            if file.exists():
                shutil.copymode(file, partial)
            partial.replace(file)
        except BaseException:  # Ctrl-C too must leave nothing behind.
            partial.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _naming(given: str) -> Iterator[None]:
    """Has errors of the operating system name the file as it was given."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), given) from None
