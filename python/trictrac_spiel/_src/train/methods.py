"""The ways to train a network, by name, and what each must bring.

A method is a module of this package with a constant ``METHOD``, and a line in ``METHODS``; it is
imported when somebody uses it. What all runs have in common is not its affair: the directory with
its lock, checksums and repairs (run_directory.py), a session from its beginning to its end
(training.py), the program's tables and plots.
"""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import pyspiel

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.train.results import TrainingStep, Workers
from trictrac_spiel._src.train.run_config import RunConfig
from trictrac_spiel._src.train.run_directory import Checkpoint, RunDirectory

if TYPE_CHECKING:
    from matplotlib.figure import Figure

METHODS: dict[str, str] = {
    "openspiel": "openspiel",
    "td": "td",
    "alphazero": "alphazero",
}
"""The module of each method."""


@dataclass(frozen=True)
class Progress:
    """What a step in progress has brought so far."""

    games: int
    """Self-play games finished in this session."""
    workers: Workers | None = None
    """Who plays them, if they are played on a cluster."""


@dataclass(frozen=True)
class Notice:
    """Something that people should know, as a sentence."""

    text: str


@dataclass(frozen=True)
class Finished:
    """A step that has become a checkpoint, which the next step may drop at any moment."""

    record: str
    """The line of learner.jsonl."""
    folder: Path

    @classmethod
    def of(cls, checkpoint: Checkpoint) -> "Finished":
        """The step of a checkpoint that this process has just made."""
        return cls(checkpoint.manifest["record"], checkpoint.folder)


class Column(NamedTuple):
    """A column of the table that the program prints, a row for each step."""

    title: str
    width: int
    text: Callable[[TrainingStep], str]


class Method(ABC):
    """One way to train a network."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """A line for ``trictrac train --help``."""
    config_type: ClassVar[type[RunConfig]]
    columns: ClassVar[Sequence[Column]]
    """Between step, games, states a second and the times, which all methods have."""

    def require(self) -> Mapping[str, str]:
        """What this method needs beside the package, and its version, for run.json.

        Raises:
            RunError: it is missing; the message says how to get it.
        """
        return {}

    @abstractmethod
    def headline(self, config: Any) -> str:
        """What is about to run, in a line or two."""

    @abstractmethod
    def check_network(self, checkpoint: Checkpoint) -> None:
        """Looks at the contents of a network's files; their checksums are right.

        Raises:
            RunError: one is not what it should be. It has been neither used nor trusted.
        """

    @abstractmethod
    def check(self, config: Any, latest: Checkpoint | None) -> None:
        """Looks at what a session would begin with, before anything is written.

        Raises:
            RunError: a file of the checkpoint is not what it should be.
            TrictracError: an option names a file that does not fit.
        """

    @abstractmethod
    def steps(
        self, config: Any, run: RunDirectory, latest: Checkpoint | None
    ) -> Generator[Progress | Notice | Finished]:
        """Trains in ``run.work``, from the latest checkpoint on, until the last step or for ever.

        Each step is sealed with ``run.commit_step`` before it is told. The caller may close the
        iterator at any time, which stops the training; what was told stays.

        Raises:
            RunError: the training failed. The message says why, and which step is safe.
        """

    @abstractmethod
    def measured(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a ``TrainingStep`` that stand in a record: games, states, losses, ..."""

    @abstractmethod
    def make_player(
        self,
        checkpoint: Checkpoint,
        game: pyspiel.Game,
        *,
        simulations: int | None,
        seconds: float,
        uct_c: float | None,
        seed: int,
    ) -> pyspiel.Bot:
        """A player with a checkpoint's network.

        Raises:
            TrictracError: the network does not fit the game, or an argument this method.
            RunError: a file is damaged, or is not what it should be.
        """

    @abstractmethod
    def draw(self, records: Sequence[Mapping[str, Any]], figure: "Figure") -> None:
        """Draws a run's records into an empty figure of matplotlib."""


def method(name: str) -> Method:
    """The method of a name.

    Raises:
        TrictracError: there is none.
    """
    if name not in METHODS:
        raise TrictracError(
            f"method: there is no method {name!r}; the methods are {', '.join(METHODS)}"
        )
    module = importlib.import_module(f"trictrac_spiel._src.train.{METHODS[name]}")
    found: Method = module.METHOD
    return found
