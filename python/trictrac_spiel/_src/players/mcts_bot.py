"""OpenSpiel's C++ MCTS as a bot, with defaults for Trictrac."""

import pyspiel

import trictrac_spiel  # noqa: F401  (registers the bot)
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players.deciding_bot import WrappedBot, check_game


def make(
    game: pyspiel.Game,
    player_id: int = 0,
    seed: int = 0,
    *,
    simulations: int = 200,
    seconds: float = 0.0,
    rollouts: int = 0,
    uct_c: float | None = None,
) -> pyspiel.Bot:
    """MCTS that judges the leaves of its tree as ``careful`` does, or by random games.

    With the judgement it also searches only the few actions that it thinks best; random
    games are far too noisy to tell actions of Trictrac apart. It refuses chance nodes with
    an error (roll the dice first), plays a turn without a choice at once, and leaves the
    solver off, which dice make useless. The same bot for whoever knows OpenSpiel only:
    ``pyspiel.load_bot("trictrac_mcts(simulations=200)", ...)``.

    Args:
        game: trictrac with ``utility=win`` or ``utility=margin``.
        player_id: its seat; it can be asked for either player's action all the same.
        seed: same seed, same play (as long as `seconds` is 0).
        simulations: for each action.
        seconds: thinking time for each action, instead of `simulations`.
        rollouts: random games from each leaf; 0 for the judgement instead.
        uct_c: exploration; by default 0.1, or 2 with rollouts.
    """
    check_game("mcts", game)
    parameters: dict[str, int | float] = {
        "seed": seed % 2**31,
        "simulations": simulations,
        "seconds": float(seconds),
        "rollouts": rollouts,
    }
    if uct_c is not None:
        parameters["uct_c"] = float(uct_c)
    try:
        bot = pyspiel.load_bot("trictrac_mcts", game, player_id, parameters)
    except pyspiel.SpielError as error:
        raise TrictracError(str(error)) from error
    return WrappedBot("mcts", game, [bot, bot])
