"""``python_trictrac``: Trictrac as an OpenSpiel game written in Python.

It reaches the engine through :class:`trictrac_spiel.Engine` alone and knows by itself how OpenSpiel
wants dice, rewards and observations, so it is an independent check of the game in C++: both must
agree at every node. It is much slower; use ``trictrac`` for work. Importing this module registers
the game.
"""

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from trictrac_spiel._src.drawing.notebooks import show_themselves
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.position.engine import Engine

_PARAMETERS: dict[str, int | str | bool] = {
    "dice": "ordered",
    "utility": "win",
    "observation": "features",
    "max_turns": 1000,
    "holes": 12,
    "game_value": "simple",
    "first_roll_no_double": True,
    "exit_rule": "laws",
    "exact_exit_mandatory": False,
    "exit_dead_number_penalty": False,
    "pile_de_misere": True,
    "jan_de_rencontre": False,
    "margot": False,
    "format": "ordinary",
    "marques": 12,
    "refait_consolation": "doubling",
    "marque_first": "alternate",
    "settlement": "tokens",
    "schools": False,
}
# What the turn cap is with format=written, when nothing else is said.
_WRITTEN_MAX_TURNS = 10_000
# The parameters that are no rules, with what they accept.
_CHOICES = {
    "dice": ("ordered", "unordered", "sequential"),
    "utility": ("win", "margin", "score"),
    "observation": ("features", "compact", "planes"),
}
_SHAPES = {"features": (217,), "compact": (36,), "planes": (33, 2, 12)}
# How many values a written game, and schools, append to them.
_APPENDED = {"features": (8, 2), "compact": (6, 2), "planes": (8, 2)}
_NUM_ACTIONS, _NUM_ACTIONS_WITH_CLAIMS = 514, 578
# The highest payment of a marqué, and the paris at the end.
_HIGHEST_PAYMENT = 4 * (100 + 2**16)
_POSTILLON, _FURTHER_PARI = 28, 8


def _shape(parameters: Mapping[str, Any]) -> tuple[int, ...]:
    """The shape of the tensor."""
    first, *rest = _SHAPES[parameters["observation"]]
    written, schools = _APPENDED[parameters["observation"]]
    first += written * (parameters["format"] == "written")
    first += schools * bool(parameters["schools"])
    return first, *rest


def _most_tokens(parameters: Mapping[str, Any]) -> float:
    """More tokens than anybody can have."""
    marques = int(parameters["marques"])
    most = marques * _HIGHEST_PAYMENT
    if parameters["settlement"] == "full":
        most += marques + _POSTILLON + _FURTHER_PARI * marques
    return float(most)


def _game_type(utility: str, match_format: str) -> pyspiel.GameType:
    by_points = utility == "score"
    return pyspiel.GameType(
        short_name="python_trictrac",
        long_name="Python Trictrac",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=(
            pyspiel.GameType.Utility.GENERAL_SUM
            if by_points and match_format == "ordinary"
            else pyspiel.GameType.Utility.ZERO_SUM
        ),
        reward_model=(
            pyspiel.GameType.RewardModel.REWARDS
            if by_points
            else pyspiel.GameType.RewardModel.TERMINAL
        ),
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def _game_info(parameters: Mapping[str, Any]) -> pyspiel.GameInfo:
    by_points = parameters["utility"] == "score"
    written, schools = parameters["format"] == "written", bool(parameters["schools"])
    most_tokens = _most_tokens(parameters)
    least, most = -1.0, 1.0
    if by_points:
        most = most_tokens if written else 12.0 * parameters["holes"] + 10.0
        least = -most_tokens if written else 0.0
    return pyspiel.GameInfo(
        num_distinct_actions=_NUM_ACTIONS_WITH_CLAIMS if schools else _NUM_ACTIONS,
        max_chance_outcomes={"ordered": 36, "unordered": 21, "sequential": 6}[parameters["dice"]],
        num_players=2,
        min_utility=least,
        max_utility=most,
        utility_sum=None if by_points and not written else 0.0,
        # A roll has one decision; with schools two claims more.
        max_game_length=(3 if schools else 1) * parameters["max_turns"],
    )


class TrictracGame(pyspiel.Game):  # type: ignore[misc]
    """The game and its parameters, which are those of ``trictrac``."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.parameters: dict[str, Any] = _PARAMETERS | given
        if self.parameters["format"] == "written" and "max_turns" not in given:
            self.parameters["max_turns"] = _WRITTEN_MAX_TURNS
        for name, accepted in _CHOICES.items():
            if self.parameters[name] not in accepted:
                raise TrictracError(
                    f'{name} is "{self.parameters[name]}", but it must be one of '
                    + ", ".join(accepted)
                )
        self.rules = {name: self.parameters[name] for name in _PARAMETERS if name not in _CHOICES}
        self.start = Engine(**self.rules)
        game_type = _game_type(self.parameters["utility"], self.parameters["format"])
        super().__init__(game_type, _game_info(self.parameters), given)

    def new_initial_state(self) -> "TrictracState":
        """The start of a game."""
        return TrictracState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One or two chance nodes for every roll."""
        per_roll = 2 if self.parameters["dice"] == "sequential" else 1
        return per_roll * int(self.parameters["max_turns"])

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> "TrictracObserver":
        """The observer of the parameter ``observation``, or of the history with perfect recall."""
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        shape = None if perfect_recall else _shape(self.parameters)
        return TrictracObserver(self.parameters["observation"], shape)


class TrictracState(pyspiel.State):  # type: ignore[misc]
    """A node of the game."""

    def __init__(self, game: TrictracGame) -> None:
        super().__init__(game)
        self.engine = copy.copy(game.start)
        # The die that has fallen when the dice are rolled one by one.
        self._first_die = 0
        # With utility=score: the totals at the last node that was no chance node, and at the one
        # before it.
        self._totals = [0, 0]
        self._previous_totals = [0, 0]

    def _parameter(self, name: str) -> Any:
        return self.get_game().get_parameters().get(name, _PARAMETERS[name])

    def _is_written(self) -> bool:
        return bool(self._parameter("format") == "written")

    def current_player(self) -> int:
        """Who acts: a player, chance, or nobody."""
        if self.engine.is_game_ended():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.engine.needs_roll():
            return int(pyspiel.PlayerId.CHANCE)
        return self.engine.deciding_player_idx()

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.engine.is_game_ended()

    def _legal_actions(self, player: int) -> list[int]:
        return self.engine.get_legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dice that can fall, with their probabilities."""
        shape = self._parameter("dice")
        # The first of two sequential dice is not yet a roll.
        is_first_roll = self.move_number() == (1 if self._first_die else 0)
        no_double = self._parameter("first_roll_no_double") and is_first_roll
        weights = {}
        for outcome in range(self.get_game().max_chance_outcomes()):
            dice = _dice(shape, outcome)
            if shape == "sequential":
                weights[outcome] = int(not (no_double and dice[0] == self._first_die))
            else:
                double = dice[0] == dice[1]
                weights[outcome] = 0 if no_double and double else 1
                if shape == "unordered" and not double:
                    weights[outcome] = 2
        total = sum(weights.values())
        return [(outcome, weight / total) for outcome, weight in weights.items() if weight]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._roll(action)
        else:
            self.engine.apply_action(action)
        if not self.is_chance_node():
            self._previous_totals = self._totals
            self._totals = self.engine.get_players_scores()

    def _roll(self, outcome: int) -> None:
        dice = _dice(self._parameter("dice"), outcome)
        if len(dice) == 2:
            self.engine.apply_dice_roll(dice)
        else:
            self.engine.apply_die(dice[0])
            self._first_die = 0 if self._first_die else dice[0]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "-".join(map(str, _dice(self._parameter("dice"), action)))
        return self.engine.action_to_string(player, action)

    def rewards(self) -> list[float]:
        """What the players got since the last node that was no chance node."""
        if self._parameter("utility") == "score":
            if self.is_chance_node():
                return [0.0, 0.0]
            pairs = zip(self._totals, self._previous_totals, strict=True)
            return [float(now - before) for now, before in pairs]
        return self.returns() if self.is_terminal() else [0.0, 0.0]

    def returns(self) -> list[float]:
        """What the players have got so far."""
        utility = self._parameter("utility")
        if utility == "score":
            return [float(total) for total in self._totals]
        winner, value = self.engine.outcome()
        if winner is None:
            return [0.0, 0.0]
        gain = 1.0
        if utility == "margin" and self._is_written():
            # The winner's tokens: 32 for each marqué are as much as a game.
            gain = min(1.0, value / (32 * self._parameter("marques")))
        elif utility == "margin":
            holes = [total // 12 for total in self.engine.get_players_scores()]
            largest = {"simple": 1, "double": 2, "quadruple": 4}[self._parameter("game_value")]
            lead = holes[winner] - holes[1 - winner]
            gain = lead * value / (self._parameter("holes") * largest)
        return [gain, -gain] if winner == 0 else [-gain, gain]

    def __str__(self) -> str:
        return str(self.engine)


class TrictracObserver:
    """Writes the tensor and the text of a state."""

    def __init__(self, observation: str, shape: tuple[int, ...] | None) -> None:
        """Takes the observation and its shape; without one, it recalls the history instead."""
        self._observation = observation
        self._perfect_recall = shape is None
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if shape is not None:
            self.tensor = np.zeros(int(np.prod(shape)), np.float32)
            self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: TrictracState, player: int) -> None:
        """Fills the tensor with what the player sees."""
        if self.tensor is not None:
            self.tensor[:] = state.engine.observation(self._observation, player)

    def string_from(self, state: TrictracState, player: int) -> str:
        """The history with perfect recall, else a drawing."""
        if self._perfect_recall:
            return str(state.history_str())
        return state.engine.get_observation_string(player)


def _dice(shape: str, outcome: int) -> tuple[int, ...]:
    """The dice of a chance outcome: two, or one of two sequential ones."""
    if shape == "ordered":
        return outcome // 6 + 1, outcome % 6 + 1
    if shape == "sequential":
        return (outcome + 1,)
    high = next(high for high in range(1, 7) if outcome < high * (high + 1) // 2)
    return high, outcome - high * (high - 1) // 2 + 1


show_themselves(TrictracState)
pyspiel.register_game(_game_type("win", "ordinary"), TrictracGame)
