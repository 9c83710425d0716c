"""What the options of every training method share: how they are read, checked and kept.

A method's options are a frozen dataclass derived from ``RunConfig``. It is valid as soon as it
exists: whatever a trainer would choke on is refused before anything is written.
"""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

import pyspiel

from trictrac_spiel._src.cluster.connection import MOST_WORKERS, OFF, check_address
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.position.reading import load_trictrac
from trictrac_spiel._src.strict_json import load_object


def option(default: Any, text: str) -> Any:
    """A field with its default and its explanation, which ``--help`` shows."""
    return dataclasses.field(default=default, metadata={"help": text})


class RunConfig:
    """Base of all options; a method derives a frozen, keyword-only dataclass from it."""

    method: ClassVar[str]
    """The method's name, which config.json holds unless it is ``openspiel``."""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]]
    """Fields that differ from the defaults, by preset."""
    changeable: ClassVar[frozenset[str]]
    """Options that a resumed run may change: none of them touches what was learned so far."""

    # Fields that every method has.
    game: str
    path: str
    seed: int
    max_steps: int
    checkpoint_freq: int

    # Methods whose games a cluster can play have these as fields, too.
    ray: str = OFF
    workers: int = 0

    @classmethod
    def fields(cls) -> tuple[dataclasses.Field[Any], ...]:
        """The dataclass's fields, in order."""
        return dataclasses.fields(cls)  # type: ignore[arg-type]

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """One of ``presets``, with some fields changed."""
        if name not in cls.presets:
            raise TrictracError(f"preset: must be one of {', '.join(cls.presets)}, not {name!r}")
        return cls.from_dict({**cls.presets[name], **changes})

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """From a mapping such as ``to_dict`` returns; missing fields keep their defaults."""
        known = {field.name for field in cls.fields()}
        for name in values:
            if name not in known:
                raise TrictracError(
                    f"{name}: there is no such option; the options are {', '.join(sorted(known))}"
                )
        return cls(**values)

    @classmethod
    def load(cls, file: str | Path, **changes: Any) -> Self:
        """From a JSON file such as ``to_json`` writes and each run directory holds."""
        values = load_object(Path(file))
        if (method := values.pop("method", "openspiel")) != cls.method:
            raise TrictracError(f"{file}: these are options of the method {method!r}")
        try:
            return cls.from_dict({**values, **changes})
        except TrictracError as error:
            raise TrictracError(f"{file}: {error}") from error

    def with_changes(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return self.from_dict({**self.to_dict(), **changes})

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, ready for JSON."""
        return {field.name: getattr(self, field.name) for field in self.fields()}

    def to_json(self) -> str:
        """One JSON object, a field on each line, without ``path``: a run is where its file is."""
        fields = self.to_dict()
        del fields["path"]
        if self.method != "openspiel":  # Files of version 0.1 name no method.
            fields = {"method": self.method, **fields}
        return json.dumps(fields, indent=2) + "\n"

    def load_game(self) -> pyspiel.Game:
        """The game that is learned."""
        try:
            return load_trictrac(self.game)
        except TrictracError as error:
            raise TrictracError(f"game: {error}") from None

    # For a derived class's __post_init__.

    def check_types(self) -> None:
        """Refuses a field of another type than is declared; whole numbers become numbers."""
        accepted = {
            bool: "true or false",
            int: "a whole number",
            float: "a number",
            str: "a text",
        }
        for field in self.fields():
            value = getattr(self, field.name)
            if field.type is float and type(value) is int:
                try:
                    object.__setattr__(self, field.name, float(value))
                except OverflowError:
                    raise TrictracError(f"{field.name}: the number is too large") from None
            elif type(value) is not field.type:
                kind = accepted[field.type]  # type: ignore[index]
                raise TrictracError(f"{field.name}: must be {kind}, not {value!r}")

    def need(self, fine: bool, name: str, accepted: str) -> None:
        """Refuses the field's value, saying what is accepted, unless it is fine."""
        if not fine:
            raise TrictracError(f"{name}: must be {accepted}, not {getattr(self, name)!r}")

    def check_cluster(self) -> None:
        """Refuses an address that is none, and more workers than anybody has."""
        check_address("ray", self.ray)
        self.need_between("workers", 0, MOST_WORKERS)

    def need_between(self, name: str, least: int, most: int) -> None:
        """Refuses a number out of bounds."""
        self.need(least <= getattr(self, name) <= most, name, f"{least} to {most}")
