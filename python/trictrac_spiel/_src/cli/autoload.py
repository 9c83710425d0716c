"""Switches automatic registration on or off for the current Python environment.

With it on, plain `import pyspiel` is enough for `pyspiel.load_game("trictrac")`.
Installing trictrac-spiel never switches it on.

--enable writes two small files into this environment's site-packages:
  trictrac_spiel_autoload.py   waits for `import pyspiel`, then imports trictrac_spiel
  trictrac_spiel_autoload.pth  one line that makes Python load the file above when it starts
--disable removes both, and nothing else is changed.
"""

import argparse
import sys
import sysconfig
from importlib import resources
from pathlib import Path

_HOOK = "trictrac_spiel_autoload.py"
_PTH = "trictrac_spiel_autoload.pth"
# Python executes a line of a .pth file that starts with "import".
_PTH_LINE = "import trictrac_spiel_autoload\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the three switches, of which exactly one must be given."""
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--enable", action="store_true", help="switch it on")
    group.add_argument("--disable", action="store_true", help="switch it off")
    group.add_argument(
        "--status", action="store_true", help="say whether it is on (exit status 0) or off (1)"
    )


def run(args: argparse.Namespace) -> int:
    """Does what was asked for and says what it wrote or removed."""
    folder = _folder()
    files = [folder / _HOOK, folder / _PTH]
    if args.enable:
        hook = resources.files("trictrac_spiel._src").joinpath("autoload_hook.py")
        files[0].write_text(hook.read_text(encoding="utf-8"), encoding="utf-8")
        files[1].write_text(_PTH_LINE, encoding="utf-8")
        print(f"autoload is on for {sys.prefix}. Written:")
        for file in files:
            print(f"  {file}")
        print('Now `import pyspiel; pyspiel.load_game("trictrac")` works here.')
        print("Undo it with: trictrac autoload --disable (before you uninstall trictrac-spiel)")
        return 0
    if args.disable:
        # The .pth file first: without it the other one is inert.
        removed = [file for file in reversed(files) if file.exists()]
        for file in removed:
            file.unlink()
        print(f"autoload is off for {sys.prefix}." + (" Removed:" if removed else ""))
        for file in removed:
            print(f"  {file}")
        return 0
    is_on = all(file.exists() for file in files)
    print(f"autoload is {'on' if is_on else 'off'} for {sys.prefix} (in {folder})")
    return 0 if is_on else 1


def _folder() -> Path:
    """The folder of this environment where Python looks for .pth files."""
    import pyspiel

    installed = Path(pyspiel.__file__).parent
    purelib = Path(sysconfig.get_path("purelib"))
    # A user installation has a folder of its own, beside the interpreter's.
    user = Path(sysconfig.get_path("purelib", "posix_user"))
    return installed if installed == user else purelib
