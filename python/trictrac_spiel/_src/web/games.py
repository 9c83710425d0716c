"""The games of a server: who may sit where, how many there may be, and which are kept on disk."""

import json
import os
import re
import secrets
import threading
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.records import SEATS, GameRecord
from trictrac_spiel._src.people.session import HUMAN, GameSession
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.players.levels import LEVELS
from trictrac_spiel._src.strict_json import read_json
from trictrac_spiel._src.whole_numbers import read_whole_number

FRIEND = "friend"
"""The other seat is for somebody with a link of his own."""

_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_MOST_WORK = {"mcts": 1000, "rollouts": 1000, "td": 2}
"""The largest argument of a player that a request may name: its thinking costs everybody."""
_UNUSED = 120  # seconds after which a game without a decision, or a saved one, makes room
_IDLE = 1800  # seconds after which any game may


class FullError(Exception):
    """There are as many games as the server holds."""


class DamagedError(Exception):
    """What was saved of a game is no game any more."""


class ForbiddenError(Exception):
    """The key is not that of the seat."""


@dataclass
class Game:
    """A session with what the server knows about it. Hold its lock while using it."""

    id: str
    session: GameSession
    seat: int
    """Who sits below for the one who began the game."""
    keys: tuple[str, str] | None
    """Of the two seats, when each is for the one who has its link only."""
    saved: bool = False
    decisions: int = 0
    """How many were taken here."""
    version: int = 0
    """Grows with every change, undo included."""
    analysis: tuple[int, dict[str, Any]] | None = None
    """What was found about the game of a version, which costs some seconds."""
    used: float = field(default_factory=lambda: time.monotonic())
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def watched(self) -> bool:
        """Do programs sit on both seats?"""
        return HUMAN not in self.session.seats

    @property
    def player(self) -> int:
        """Who rolls or decides; after the game, who did so last."""
        deciding = int(self.session.state.current_player())
        # Points may be claimed by the one whose roll it is not.
        return deciding if deciding >= 0 else self.session.player

    def check_key(self, key: str | None, player: int) -> None:
        """Raises ForbiddenError unless the key opens this seat."""
        if self.keys is not None and not secrets.compare_digest(key or "", self.keys[player]):
            raise ForbiddenError(f"it is {SEATS[player]}'s turn, whose key this is not")

    def seat_of(self, key: str | None) -> int | None:
        """The seat that a key opens; None if it opens none."""
        keys = self.keys or ()
        return next((seat for seat, own in enumerate(keys) if own == key), None)


class Games:
    """All games of a server. It may be used from several threads."""

    def __init__(
        self,
        *,
        most: int,
        age: float,
        folder: Path | None,
        allowed: Collection[str] = (),
    ) -> None:
        """An empty one.

        Args:
          most: how many games there may be in memory.
          age: seconds after which a game that nobody looks at is forgotten.
          folder: where games are saved; None to save none.
          allowed: names of players beyond those that everybody may ask for.
        """
        self._most = most
        self._age = age
        self._folder = folder
        self._allowed = frozenset(allowed)
        self._games: dict[str, Game] = {}
        self._lock = threading.Lock()
        # Reading a game's text turns standard error away for a moment, which two cannot.
        self._making = threading.Lock()

    @property
    def can_save(self) -> bool:
        """Is there a folder to save in?"""
        return self._folder is not None

    def __len__(self) -> int:
        return len(self._games)

    def players(self) -> list[str]:
        """The players that a request may name: the levels for people first."""
        named = [*LEVELS, *(name for name in bots.PLAYERS if name != "az")]
        return [*named, *sorted(self._allowed - set(named))]

    def create(self, wish: Mapping[str, Any]) -> Game:
        """A new game as a checked request wishes it.

        Raises:
          TrictracError: a player, the game, the position or the record is none.
          FullError: there is no room.
        """
        seat = 0 if wish.get("seat", 0) in (0, "white") else 1
        seats = self._seats(wish, seat)
        by_link = FRIEND in seats
        seated = tuple(HUMAN if name == FRIEND else name for name in seats)
        with self._making:
            if "record" in wish:
                for other in ("game", "position"):
                    if other in wish:
                        raise TrictracError(f"a record says its {other}; leave {other!r} out")
                record = GameRecord.parse(wish["record"])
                session = GameSession.resume(record, seated, seed=wish.get("seed"))
            else:
                session = GameSession(
                    seated,
                    game=wish.get("game", "trictrac"),
                    position=wish.get("position", ""),
                    seed=wish.get("seed"),
                )
        keys = (secrets.token_urlsafe(12), secrets.token_urlsafe(12)) if by_link else None
        if HUMAN in seated and seated[seat] != HUMAN:
            seat = 1 - seat
        game = Game(secrets.token_urlsafe(12), session, seat, keys)
        self.move_on(game)
        self._keep(game)
        return game

    def find(self, identity: str) -> Game | None:
        """A game by its id, from memory or from disk.

        Raises:
          DamagedError: its file cannot be read.
        """
        if not _ID.fullmatch(identity):
            return None
        with self._lock:
            game = self._games.get(identity)
        if game is None:
            game = self._load(identity)
        if game is not None:
            game.used = time.monotonic()
        return game

    def move_on(self, game: Game) -> None:
        """Plays on to a person's decision; games that are only watched go step by step."""
        if not game.watched:
            for _ in game.session.advance():
                pass
        game.version += 1

    def save(self, game: Game) -> None:
        """Keeps a game on disk, now and after every change.

        Raises:
          TrictracError: this server saves no games.
        """
        if self._folder is None:
            raise TrictracError("this server saves no games; trictrac serve --save FOLDER does")
        game.saved = True
        self.changed(game)

    def changed(self, game: Game) -> None:
        """Writes a saved game down again."""
        if not game.saved or self._folder is None:
            return
        kept = {
            "trictrac_game": 1,
            "seats": game.session.seats,
            "seat": game.seat,
            "keys": game.keys,
            "record": game.session.record().to_json(),
        }
        file = self._folder / f"{game.id}.json"
        unfinished = file.with_suffix(f".{secrets.token_hex(4)}.unfinished")
        try:
            with unfinished.open("x", encoding="utf-8") as output:
                json.dump(kept, output)
                output.flush()
                os.fsync(output.fileno())
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)

    def _seats(self, wish: Mapping[str, Any], seat: int) -> tuple[str, str]:
        """Who sits where: the person who asks and his opponent, or two that are named."""
        names: list[str | None] = [wish.get("white"), wish.get("black")]
        if "against" in wish:
            if names != [None, None]:
                raise TrictracError("say who is 'against' you, or name 'white' and 'black'")
            names[1 - seat] = wish["against"]
        elif names == [None, None]:
            names[1 - seat] = "careful"
        white, black = (name or HUMAN for name in names)
        for name in (white, black):
            self._check_player(name)
        if (white, black).count(FRIEND) == 2:
            raise TrictracError("one of the two is you: name one 'friend' only")
        white, black = (LEVELS[name].player if name in LEVELS else name for name in (white, black))
        return white, black

    def _check_player(self, name: str) -> None:
        """Raises TrictracError unless a request may name this player."""
        if name in (HUMAN, FRIEND, *LEVELS) or name in self._allowed:
            return
        kind, colon, argument = name.partition(":")
        if kind == "az" or kind not in bots.PLAYERS:
            known = ", ".join([HUMAN, FRIEND, *self.players()])
            raise TrictracError(f"there is no player {name!r} here; there are {known}")
        if colon:
            most = _MOST_WORK.get(kind)
            number = read_whole_number(argument)
            if most is None or number is None or not 1 <= number <= most:
                accepted = "nothing" if most is None else f"a number, 1 to {most},"
                raise TrictracError(f"{name!r}: {accepted} is accepted after the colon of {kind}")
        bots.check(name)

    def _keep(self, game: Game) -> Game:
        """Puts a game among the others; returns it, or the same one that another thread read."""
        with self._lock:
            self._forget_old()
            if len(self._games) >= self._most and game.id not in self._games:
                self._make_room()
            return self._games.setdefault(game.id, game)

    def _forget_old(self) -> None:
        oldest = time.monotonic() - self._age
        for identity in [name for name, game in self._games.items() if game.used < oldest]:
            del self._games[identity]

    def _make_room(self) -> None:
        """Drops the game that was not looked at for the longest time, if that is long enough."""
        now = time.monotonic()
        waiting = [
            game
            for game in self._games.values()
            if now - game.used > (_IDLE if game.decisions and not game.saved else _UNUSED)
        ]
        if not waiting:
            raise FullError(f"the server holds {self._most} games; try again later")
        del self._games[min(waiting, key=lambda game: game.used).id]

    def _load(self, identity: str) -> Game | None:
        if self._folder is None:
            return None
        try:
            text = (self._folder / f"{identity}.json").read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        try:
            with self._making:
                kept = read_json(text)
                record = GameRecord.parse(kept["record"])
                session = GameSession.resume(record, kept["seats"])
            keys = kept["keys"] and (kept["keys"][0], kept["keys"][1])
            game = Game(identity, session, kept["seat"], keys, saved=True)
        except (TrictracError, LookupError, TypeError) as error:
            raise DamagedError(f"the file of this game cannot be read: {error}") from None
        self.move_on(game)
        return self._keep(game)
