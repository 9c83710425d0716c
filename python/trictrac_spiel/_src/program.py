"""Finds the program of ``python -m trictrac_spiel.run`` and prepares its module."""

import importlib.util
import os
import sys
from types import CodeType
from typing import Any, NoReturn

_USAGE = "usage: python -m trictrac_spiel.run SCRIPT.py_OR_DOTTED.MODULE [ARGUMENT...]"

# How a spawned worker learns which program it works for.
_VARIABLE = "TRICTRAC_SPIEL_PROGRAM"


def start(namespace: dict[str, Any]) -> CodeType:
    """Prepares for the program named on the command line and returns its code.

    Args:
        namespace: the main module's, in which the caller executes the code.
    """
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_USAGE, file=sys.stderr if not arguments else sys.stdout)
        sys.exit(0 if arguments else 2)
    program = arguments[0]
    is_script = program.endswith(".py") or os.path.sep in program
    if is_script:
        program = os.path.abspath(program)
        sys.path[0] = os.path.dirname(program)
    code, file = _enter(program, namespace)
    os.environ[_VARIABLE] = program
    sys.argv = [arguments[0] if is_script else file, *arguments[1:]]
    return code


def start_again(namespace: dict[str, Any]) -> CodeType:
    """Does in a spawned worker what ``start`` did; multiprocessing restored the rest."""
    return _enter(os.environ[_VARIABLE], namespace)[0]


def _enter(program: str, namespace: dict[str, Any]) -> tuple[CodeType, str]:
    code, file, package = _load(program)
    # The spec stays: its name is what a spawned worker runs.
    namespace["__file__"] = file
    namespace["__package__"] = package
    namespace["__doc__"] = None
    namespace.pop("_program", None)
    return code, file


def _load(program: str) -> tuple[CodeType, str, str | None]:
    """Returns a program's code, file and package."""
    if os.path.isabs(program):
        try:
            with open(program, "rb") as source:
                return compile(source.read(), program, "exec"), program, None
        except OSError as error:
            _refuse(f"{program}: {error.strerror}")
    try:
        spec = importlib.util.find_spec(program)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{program}.__main__")
    except (ModuleNotFoundError, ValueError) as error:
        _refuse(f"{program}: {error}")
    if spec is None:
        _refuse(f"{program}: neither a file that ends in .py nor a module that can be run")
    get_code = getattr(spec.loader, "get_code", None)
    code = get_code(spec.name) if get_code is not None else None
    if code is None:
        _refuse(f"{program}: this module holds no Python code")
    return code, str(spec.origin), spec.parent


def _refuse(message: str) -> NoReturn:
    print(f"trictrac_spiel.run: {message}\n{_USAGE}", file=sys.stderr)
    sys.exit(2)
