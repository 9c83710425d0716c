"""Train a network.

RUN_DIR gets everything the run needs and produces: the options (config.json), a line for
each finished step (learner.jsonl), the checkpoints, and the versions, seed and command that
repeat it (run.json). Ctrl-C, or killing the run, loses at most the step in progress:

    trictrac train RUN_DIR --preset smoke
    trictrac train RUN_DIR --resume

With --ray a cluster plays the games of the methods td and alphazero, and this process learns:

    trictrac train RUN_DIR --method td --ray auto --workers 8

Afterwards: `trictrac evaluate RUN_DIR` and `trictrac plot RUN_DIR`. A preset (--preset), a
file (--config) and single options override one another in this order.
"""

import argparse
import dataclasses
import re
import shlex
import sys
import time
from collections.abc import Callable
from typing import Any

from trictrac_spiel._src.cli.arguments import file_name
from trictrac_spiel._src.cluster.connection import OFF
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.progress import ProgressBar, duration
from trictrac_spiel._src.train import methods
from trictrac_spiel._src.train.results import TrainingStep
from trictrac_spiel._src.train.run_config import RunConfig
from trictrac_spiel._src.train.run_directory import RunDirectory
from trictrac_spiel._src.train.training import resume_command, train
from trictrac_spiel._src.whole_numbers import read_whole_number

_DEFAULT_METHOD = "openspiel"
_CLUSTER_COLUMNS = (
    methods.Column("workers", 7, lambda step: str(step.record["cluster"]["workers"])),
    methods.Column("games/s", 7, lambda step: f"{step.record['cluster']['games_per_second']:.1f}"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac train``: those of every method, since one is chosen by them."""
    parser.add_argument("run_dir", type=file_name, metavar="RUN_DIR", help="the run's directory")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the run in RUN_DIR with its own options; of the options below, only "
        "some may then be changed (--max-steps, --actors, --devices, --ray, ...)",
    )
    parser.add_argument(
        "--method",
        choices=methods.METHODS,
        help=f"how to train (default: {_DEFAULT_METHOD}, or that of the run that is resumed)",
    )
    presets = sorted({name for entry in _methods() for name in entry.config_type.presets})
    parser.add_argument("--preset", choices=presets, help="a set of options to start from")
    parser.add_argument(
        "--config",
        type=file_name,
        metavar="FILE",
        help="options in JSON, as config.json has them",
    )
    parser.add_argument(
        "--print-config",
        action="store_true",
        help="print the options as JSON and do nothing else",
    )
    parser.epilog = "methods:\n" + "\n".join(
        f"    {entry.name:<10} {entry.summary}" for entry in _methods()
    )
    known: set[str] = set()
    for entry in _methods():
        group = parser.add_argument_group(f"options of --method {entry.name}")
        for field in entry.config_type.fields():
            if field.name != "path" and field.name not in known:
                known.add(field.name)
                _add_option(group, field)


def _methods() -> list[methods.Method]:
    return [methods.method(name) for name in methods.METHODS]


def _add_option(group: argparse._ArgumentGroup, field: dataclasses.Field[Any]) -> None:
    """An option of one method or of several, with the default of each."""
    owners = [
        (entry.name, other)
        for entry in _methods()
        for other in entry.config_type.fields()
        if other.name == field.name
    ]
    defaults = {repr(other.default) for _, other in owners}
    if len(owners) == 1 or len(defaults) == 1:
        default = repr(field.default)
    else:
        default = ", ".join(f"{name}: {other.default!r}" for name, other in owners)
    helps: dict[str, str] = {}
    for name, other in owners:
        text = other.metadata["help"]
        helps[text] = f"{helps[text]}, {name}" if text in helps else name
    help_text = next(iter(helps))
    if len(helps) > 1:
        help_text = "; ".join(f"{names}: {text}" for text, names in helps.items())
    help_text = f"{help_text} (default: {default})".replace("%", "%%")
    flag = "--" + field.name.replace("_", "-")
    if field.type is bool:
        group.add_argument(
            flag, action=argparse.BooleanOptionalAction, default=None, help=help_text
        )
        return
    read: dict[Any, tuple[str, Callable[[str], Any]]] = {
        int: ("N", _whole_number),
        float: ("X", _number),
        str: ("TEXT", str),
    }
    metavar, kind = read[field.type]
    group.add_argument(flag, type=kind, metavar=metavar, help=help_text)


def _whole_number(text: str) -> int:
    number = read_whole_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return number


def _number(text: str) -> float:
    # Shorter than what float() takes: no blanks, underscores or words such as "nan".
    if len(text) > 40 or not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", text, re.I | re.A):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number")
    return float(text)


def run(args: argparse.Namespace) -> int | None:
    """Trains, and prints a line for each step."""
    config = _config(args)
    if args.print_config:
        print(config.to_json(), end="")
        return None
    method = methods.method(config.method)
    columns = [
        methods.Column("step", 6, lambda step: str(step.step)),
        methods.Column("games", 7, lambda step: str(step.games)),
        methods.Column("states/s", 8, lambda step: f"{step.states_per_second:.1f}"),
        *method.columns,
        *(_CLUSTER_COLUMNS if config.ray != OFF else ()),
        methods.Column("time", 8, lambda step: duration(step.seconds)),
        methods.Column("left", 8, _left),
    ]
    begun = time.monotonic()
    done: int | None = None  # until the run is ready
    company = ""
    with ProgressBar(sys.stdout, config.max_steps or None) as bar:

        def on_start(last_step: int) -> None:
            nonlocal done
            done = last_step
            goal = f"up to step {config.max_steps}" if config.max_steps else "until stopped"
            bar.print(
                f"{'Resuming' if last_step else 'Training'} {config.game} in {config.path}:\n"
                f"{goal}, {method.headline(config)}\n"
                + " ".join(f"{column.title:>{column.width}}" for column in columns)
            )
            bar.show(done, "the first games")

        def on_step(step: TrainingStep) -> None:
            nonlocal done
            done = step.step
            bar.print(" ".join(f"{column.text(step):>{column.width}}" for column in columns))
            bar.show(done, f"step {done} is done")

        def on_progress(games: int) -> None:
            assert done is not None
            bar.show(done, f"step {done + 1}, {games} games in this session{company}")

        def on_workers(alive: int, wanted: int, games_per_second: float) -> None:
            nonlocal company
            company = f", {alive} of {wanted} workers, {games_per_second:.1f} games/s"

        try:
            result = train(
                config,
                resume=args.resume,
                on_start=on_start,
                on_step=on_step,
                on_progress=on_progress,
                on_workers=on_workers,
                on_notice=lambda sentence: bar.print(f"Note: {sentence}"),
            )
        except KeyboardInterrupt:
            bar.print(
                f"Stopped after {duration(time.monotonic() - begun)}. "
                f"To go on: {resume_command(config.path)}"
            )
            raise
    if done is None:
        more = "; to go on: --resume --max-steps N" if "max_steps" in config.changeable else ""
        print(f"{config.path}: this run is finished, with {result.last_step} steps{more}")
        return None
    made = "Finished" if result.finished else "Made"
    print(f"{made} {result.last_step} steps. Next: trictrac evaluate {shlex.quote(config.path)}")
    return None


def _left(step: TrainingStep) -> str:
    return "-" if step.remaining_seconds is None else duration(step.remaining_seconds)


def _config(args: argparse.Namespace) -> RunConfig:
    """The options from preset, file and flags, or those of the run that is resumed."""
    if args.resume:
        return _resumed_config(args)
    config_type = methods.method(args.method or _DEFAULT_METHOD).config_type
    values: dict[str, Any] = {}
    if args.preset:
        if args.preset not in config_type.presets:
            raise TrictracError(
                f"--preset: --method {config_type.method} has {', '.join(config_type.presets)}, "
                f"not {args.preset}"
            )
        values.update(config_type.presets[args.preset])
    if args.config:
        values.update(config_type.load(args.config).to_dict())
    values["path"] = args.run_dir
    return _with_flags(config_type, values, args)


def _resumed_config(args: argparse.Namespace) -> RunConfig:
    if args.preset or args.config:
        raise TrictracError("--resume takes the run's own options, so no --preset and no --config")
    run = RunDirectory(args.run_dir)
    name = run.method_name()
    if args.method not in (None, name):
        raise TrictracError(f"--method: {args.run_dir} holds a run of {name}, not of {args.method}")
    config_type = methods.method(name).config_type
    for name in _flags(args):
        if name not in config_type.changeable:
            raise TrictracError(
                f"--{name.replace('_', '-')} can't be changed in a resumed run; only these can: "
                + ", ".join(sorted(config_type.changeable - {"path"}))
            )
    options = run.stored_options()
    try:
        stored = config_type.from_dict({**options, "path": args.run_dir})
    except TrictracError as error:
        raise TrictracError(f"{run.config_file}: {error}") from None
    return _with_flags(config_type, stored.to_dict(), args)


def _with_flags(
    config_type: type[RunConfig], values: dict[str, Any], args: argparse.Namespace
) -> RunConfig:
    flags = _flags(args)
    known = {field.name: field for field in config_type.fields()}
    for name, value in flags.items():
        if name not in known:
            owners = [
                entry.name
                for entry in _methods()
                if name in {field.name for field in entry.config_type.fields()}
            ]
            raise TrictracError(
                f"--{name.replace('_', '-')} is no option of --method {config_type.method}, "
                f"but of --method {' and '.join(owners)}"
            )
        # Another method's option of this name may take fractions.
        if known[name].type is int and isinstance(value, float) and value.is_integer():
            flags[name] = int(value)
    try:
        config = config_type.from_dict({**values, **flags})
        if flags.get("workers") and config.ray == OFF:
            raise TrictracError("workers: of a cluster, so --ray must name one; see also --threads")
        return config
    except TrictracError as error:
        # What was typed is named as it was typed.
        name, colon, rest = str(error).partition(":")
        if name not in flags:
            raise
        raise TrictracError(f"--{name.replace('_', '-')}{colon}{rest}") from None


def _flags(args: argparse.Namespace) -> dict[str, Any]:
    """The options that were given, by their fields' names."""
    names = {field.name for entry in _methods() for field in entry.config_type.fields()}
    return {name: value for name in names if (value := getattr(args, name, None)) is not None}
