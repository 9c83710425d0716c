"""Players by name, as the command line takes them: ``NAME`` or ``NAME:ARGUMENT``."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import pyspiel

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players import judging_bot, mcts_bot, td_bot
from trictrac_spiel._src.players.deciding_bot import WrappedBot, check_game
from trictrac_spiel._src.train import checkpoint
from trictrac_spiel._src.train.run_directory import Checkpoint
from trictrac_spiel._src.whole_numbers import read_whole_number


class Player(NamedTuple):
    """An entry of the registry."""

    usage: str
    summary: str
    make: Callable[[pyspiel.Game, int, int, str], pyspiel.Bot]
    """From game, seat, seed and the argument after the colon."""
    check: Callable[[str], None]
    """Raises TrictracError for an argument that makes no sense."""


def make(name: str, game: pyspiel.Game, player_id: int = 0, seed: int = 0) -> pyspiel.Bot:
    """Makes a player, such as ``random``, ``careful``, ``td``, ``mcts:SIMS`` or ``az:PATH``.

    ``trictrac match --help`` lists them all. Each is a ``pyspiel.Bot``; the same seed makes the
    same choices.

        >>> from trictrac_spiel import make_bot
        >>> bot = make_bot("mcts:100", pyspiel.load_game("trictrac"), seed=1)

    Args:
        name: the player, with what it needs after a colon.
        game: what it plays.
        player_id: its seat.
        seed: of whatever chance it uses.

    Raises:
        TrictracError: there is no such player, or it does not play this game.
    """
    check(name)
    check_game(repr(name), game)
    for what, number, bound in (("player_id", player_id, game.num_players()), ("seed", seed, None)):
        if type(number) is not int or number < 0 or (bound is not None and number >= bound):
            accepted = "0 or more" if bound is None else f"0 to {bound - 1}"
            raise TrictracError(f"{what}: must be a whole number, {accepted}, not {number!r}")
    kind, _, argument = name.partition(":")
    return PLAYERS[kind].make(game, player_id, seed, argument)


def maker(name: str) -> Callable[[pyspiel.Game, int, int], pyspiel.Bot]:
    """A player for ``play_match``, by name; the name is checked at once.

    A network is held as it is now, whatever a training that goes on does to its run.
    """
    check(name)
    kind, _, argument = name.partition(":")
    if kind == "az":
        return checkpoint.HeldNetwork(argument)
    return functools.partial(make, name)


def check(name: str) -> None:
    """Raises TrictracError if there is no such player."""
    if not isinstance(name, str):
        raise TrictracError(f"a player is a name, such as 'careful' or 'mcts:200', not {name!r}")
    kind, _, argument = name.partition(":")
    if kind not in PLAYERS:
        known = ", ".join(player.usage for player in PLAYERS.values())
        raise TrictracError(f"there is no player {name!r}; the players are {known}")
    PLAYERS[kind].check(argument)


def descriptions() -> str:
    """The players with what they do, one a line, for a ``--help``."""
    width = max(len(player.usage) for player in PLAYERS.values())
    return "\n".join(
        f"    {player.usage:<{width}}  {player.summary}" for player in PLAYERS.values()
    )


def _make_random(game: pyspiel.Game, player_id: int, seed: int, argument: str) -> pyspiel.Bot:
    bots = [
        pyspiel.make_uniform_random_bot(player, seed % 2**31)
        for player in range(game.num_players())
    ]
    return WrappedBot("random", game, bots)


def _make_greedy(game: pyspiel.Game, player_id: int, seed: int, argument: str) -> pyspiel.Bot:
    return judging_bot.make_greedy(game, player_id, seed)


def _make_careful(game: pyspiel.Game, player_id: int, seed: int, argument: str) -> pyspiel.Bot:
    return judging_bot.make_careful(game, player_id, seed)


def _make_mcts(game: pyspiel.Game, player_id: int, seed: int, argument: str) -> pyspiel.Bot:
    return mcts_bot.make(game, player_id, seed, simulations=int(argument or 200))


def _make_rollouts(game: pyspiel.Game, player_id: int, seed: int, argument: str) -> pyspiel.Bot:
    simulations = int(argument or 200)
    return mcts_bot.make(game, player_id, seed, simulations=simulations, rollouts=1)


def _make_alphazero(game: pyspiel.Game, player_id: int, seed: int, argument: str) -> pyspiel.Bot:
    return checkpoint.make(game, player_id, seed, path=argument)


def _no_argument(argument: str) -> None:
    if argument:
        raise TrictracError(f"this player takes nothing after a colon, so not {argument!r}")


def _simulations(argument: str) -> None:
    if not argument:
        return
    number = read_whole_number(argument)
    if number is None or not 1 <= number < 2**31:
        raise TrictracError(
            f"SIMS must be a number of simulations, 1 to {2**31 - 1}, not {argument!r}"
        )


def _checkpoint_path(argument: str) -> None:
    if not argument:
        raise TrictracError(
            "az needs the folder of a run or of a checkpoint, such as az:runs/first"
        )
    Checkpoint.find(argument)


PLAYERS: dict[str, Player] = {
    "random": Player("random", "any legal action", _make_random, _no_argument),
    "greedy": Player(
        "greedy",
        "counts the points of this roll and of both players' next ones",
        _make_greedy,
        _no_argument,
    ),
    "careful": Player(
        "careful",
        "also weighs jans, corner, pace and stray checkers",
        _make_careful,
        _no_argument,
    ),
    "td": Player(
        "td:PLIES",
        "a network taught by self-play, PLIES plays ahead, 1 to 3 (2)",
        td_bot.make,
        td_bot.check_plies,
    ),
    "mcts": Player(
        "mcts:SIMS",
        "MCTS with SIMS simulations (200), guided by careful's judgement",
        _make_mcts,
        _simulations,
    ),
    "rollouts": Player(
        "rollouts:SIMS",
        "MCTS with SIMS simulations (200), each a random game",
        _make_rollouts,
        _simulations,
    ),
    "az": Player(
        "az:PATH", "a network trained by `trictrac train`", _make_alphazero, _checkpoint_path
    ),
}
