"""Say what is installed, what works, and how to get what is missing.

The exit status is 0 when the game works, whatever optional parts are missing.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import pyspiel

from trictrac_spiel import _build_info, _engine
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.train import native_alphazero


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    what: str
    found: str
    ok: bool
    advice: str = ""
    """How to get it, when it is missing."""
    optional: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac doctor``."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Looks at everything."""
    findings = examine()
    sound = all(finding.ok or finding.optional for finding in findings)
    if args.json:
        print(json.dumps({"ok": sound, "findings": [asdict(finding) for finding in findings]}))
        return 0 if sound else 1
    _print(findings)
    print("\nThe game works." if sound else "\nThe game does not work: see the lines with !!")
    return 0 if sound else 1


def _print(findings: list[Finding]) -> None:
    """A line for each finding, and below it what to do; in colours on a terminal."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        sign = "ok" if finding.ok else "--" if finding.optional else "!!"
        color = {"ok": "green", "--": "yellow", "!!": "bold red"}[sign]
        console.print(Text.assemble((sign, color), f"  {finding.what:<{width}}  {finding.found}"))
        if not finding.ok and finding.advice:
            console.print(Text(f"    {'':<{width}}  {finding.advice}", style="dim"))


def examine() -> list[Finding]:
    """Everything there is to tell."""
    install = f"{sys.executable} -m pip install"
    return [
        Finding("trictrac-spiel", f"{_build_info.VERSION} in {Path(__file__).parent.parent}", True),
        Finding("engine in Rust", _engine.engine_version(), True),
        Finding("Python", f"{platform.python_version()}, {sys.executable}", True),
        Finding("system", f"{platform.platform()}, {_cores()} cores", True),
        Finding("open_spiel", f"{_build_info.OPEN_SPIEL_VERSION} in {pyspiel.__file__}", True),
        _attempt("the game", _play_a_game),
        _attempt("players", _let_players_choose),
        _alphazero(install),
        _package("cairosvg", "PNG pictures", f"{install} cairosvg"),
        _package("matplotlib", "plots of trainings", f"{install} matplotlib"),
        _package("jupyter", "the notebook", f"{install} jupyter"),
        _tool("cargo", "the Rust compiler, to build from source", "https://rustup.rs"),
        _tool("c++", "a C++20 compiler, to build from source", "such as Debian's package g++"),
    ]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _attempt(what: str, work: Callable[[], str]) -> Finding:
    try:
        return Finding(what, work(), True)
    except Exception as error:  # Whatever is broken, the rest is still worth telling.
        advice = f"install it again: {sys.executable} -m pip install --force-reinstall ..."
        return Finding(what, f"fails: {error}", False, advice)


def _play_a_game() -> str:
    begun = time.perf_counter()
    state = pyspiel.load_game("trictrac").new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[len(state.history()) % len(actions)])
    milliseconds = 1000 * (time.perf_counter() - begun)
    return f"played to the end, {state.move_number()} moves in {milliseconds:.0f} ms"


def _let_players_choose() -> str:
    game = pyspiel.load_game("trictrac")
    state = game.new_initial_state()
    state.apply_action(23)
    names = [name for name in bots.PLAYERS if name != "az"]
    for name in names:
        bots.make(name, game, 0, 0).step(state)
    return ", ".join(names)


def _alphazero(install: str) -> Finding:
    try:
        native = native_alphazero.load()
    except Exception as error:  # Its message says what is missing.
        return Finding("AlphaZero", "not available", False, str(error).splitlines()[0], True)
    return Finding("AlphaZero", f"with LibTorch {native.TORCH_VERSION}", True, "", True)


def _package(name: str, purpose: str, advice: str) -> Finding:
    try:
        return Finding(name, f"{importlib.metadata.version(name)} ({purpose})", True, "", True)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, f"not installed; only for {purpose}", False, advice, True)


def _tool(name: str, purpose: str, advice: str) -> Finding:
    path = shutil.which(name)
    if path is None:
        return Finding(name, f"not found; {purpose}", False, advice, True)
    return Finding(name, f"{path} ({purpose})", True, "", True)
