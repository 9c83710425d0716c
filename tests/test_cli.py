"""The dispatcher of the program ``trictrac``: its help and its exit statuses."""

import argparse
import errno
import shlex
import subprocess
import sys
from types import ModuleType

import pyspiel
import pytest

import trictrac_spiel
from helpers import trictrac
from trictrac_spiel._src.cli import main as cli
from trictrac_spiel._src.errors import RunError, TrictracError


def test_version_and_help() -> None:
    assert trictrac("--version").stdout.startswith(f"trictrac-spiel {trictrac_spiel.__version__} ")
    help_text = trictrac("--help").stdout
    for command in cli.COMMANDS:
        assert f"\n    {command} " in help_text


def test_console_script_is_the_same_program() -> None:
    script = f"{sys.prefix}/bin/trictrac"
    output = subprocess.run([script, "--help"], capture_output=True, text=True).stdout
    assert output == trictrac("--help").stdout


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = trictrac(command, "--help")
    assert result.returncode == 0, result.stderr
    assert f"usage: trictrac {command}" in result.stdout


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["--no-such-option"]])
def test_bad_arguments_exit_2(arguments: list[str]) -> None:
    result = trictrac(*arguments)
    assert result.returncode == 2
    assert "usage: trictrac" in result.stderr
    assert result.stdout == ""


def test_a_bare_call_shows_the_help() -> None:
    assert trictrac().stderr == trictrac("--help").stdout


def run_failing(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    def run(args: argparse.Namespace) -> None:
        raise error

    module = ModuleType("failing")
    vars(module).update(run=run, add_arguments=lambda parser: None, __doc__="Fails.")
    monkeypatch.setitem(sys.modules, "trictrac_spiel._src.failing", module)
    monkeypatch.setitem(cli.COMMANDS, "fail", cli.Command("failing", "fails"))
    return cli.main(["fail"])


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (TrictracError("holes must be 1 to 100"), 2, "trictrac: holes must be 1 to 100\n"),
        (
            FileNotFoundError(errno.ENOENT, "No such file or directory", "x"),
            2,
            "trictrac: x: No such file or directory\n",
        ),
        (
            PermissionError(errno.EACCES, "Permission denied", "x"),
            2,
            "trictrac: x: Permission denied\n",
        ),
        (
            OSError(errno.ENOSPC, "No space left on device", "x"),
            1,
            "trictrac: x: No space left on device\n",
        ),
        (RunError("the run diverged"), 1, "trictrac: the run diverged\n"),
        (pyspiel.SpielError("no"), 1, "trictrac: no\n"),
        (MemoryError(), 1, "trictrac: not enough memory\n"),
        (KeyboardInterrupt(), 130, "trictrac: interrupted\n"),
    ],
)
def test_exit_status_of_errors(
    error: BaseException,
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_failing(error, monkeypatch) == status
    assert tuple(capsys.readouterr()) == ("", message)


def test_bugs_keep_their_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        run_failing(ZeroDivisionError(), monkeypatch)


def test_a_closed_pipe_is_no_error_message() -> None:
    program = f"{shlex.quote(sys.executable)} -m trictrac_spiel --help | true"
    result = subprocess.run(program, shell=True, capture_output=True, text=True)
    assert result.stderr == ""
