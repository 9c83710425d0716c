"""Play a game in the terminal, or watch one.

The board is drawn before every decision, and every mark is explained. A play is entered
by its number in the list, or in words: `1/7 1/5` moves one checker from field 1 to 7 and
one from 1 to 5, `1/11` moves one checker by both dice, `20/off` takes one off the board,
`pass` plays nothing. If a play is not allowed you are told which rule forbids it.

    trictrac play                               against `careful`, as White
    trictrac play --against mcts:400 --seat black
    trictrac play --against human               two people at one terminal
    trictrac play --white careful --black greedy     two players to watch
    trictrac play --dice typed                  with real dice beside the screen
    trictrac play --save game.txt               kept up to date after every turn
    trictrac play --resume game.txt             goes on with it
    trictrac play "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first"      from a position

At the prompt, `help` lists what else can be said: hint, undo, all, why, rules, save, quit.
"""

import argparse
import io
import random
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import pyspiel

from trictrac_spiel._src.cli.arguments import (
    add_display,
    add_game,
    add_position,
    add_seed,
    load_game,
    wants_color,
    wants_unicode,
)
from trictrac_spiel._src.errors import TrictracError, message_of
from trictrac_spiel._src.match.matches import play_chance
from trictrac_spiel._src.people import board_text
from trictrac_spiel._src.people.commentary import Speaker, marks
from trictrac_spiel._src.people.grammar import YOU, agree, capitalized, plural
from trictrac_spiel._src.people.records import SEATS, GameRecord
from trictrac_spiel._src.people.view import FIELDS, BoardView, view_of
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.players.judging_bot import JudgingBot
from trictrac_spiel._src.position.dice import apply_dice, parse_dice
from trictrac_spiel._src.position.game import (
    events,
    parse_play,
    play_steps,
    play_text,
    position_text,
)
from trictrac_spiel._src.position.reading import parameters_of, read_position

_HUMAN = "human"
_GO = 1
_LISTED = 18
_HELP = """\
  a number       the play of that number in the list
  1/7 1/5        the play in words; also 1/11 for one checker, 20/off, pass, go
  all            list every play
  hint           what a careful player would think of
  why            explain the marks of this roll again
  undo           take back your last decision; the same dice come again
  board          draw the board again
  rules          the game in twenty lines
  position       print the position as one line of text
  save FILE      write the game down, now and after every turn; a name that ends
                 in .json makes it JSON
  quit           stop; to go on another day, say save FILE before"""

_RULES = """\
  Both players bring fifteen checkers from their field 1 round the board to 24
  and off. That is only the clock: points win, and points come from what your
  dice COULD do.

  A turn: roll two dice. Your points are marked at once, before you move. Then
  play both numbers, with one checker or two. A double is still two numbers.
  Nothing is ever captured.

  Where you may not go: onto an enemy checker; to stay on field 13, his corner;
  onto field 12, your corner, other than with two checkers at once; to stay
  among his fields 13-18 or 19-24 while he can still fill them.

  What scores (the program finds it for you), simple roll / double:
    a lone enemy checker that a die or their sum would reach  2 or 4 / 4 or 6
    filling 1-6, 7-12 or 19-24, two checkers on each field    4 / 6 for each way
    moving without breaking such a full row                   4 / 6
    hitting his empty corner with two checkers, holding yours 4 / 6
    the last checker off the board                            4 / 6
  He marks 2 for each number that you cannot play, and marks your hit himself
  when the way to his lone checker is barred.

  Twelve points make a hole, or two if he marked nothing meanwhile; his points
  are wiped out. After a hole by your own roll you may go: all checkers back to
  the start, and you roll. Or hold: play on with the points left over. Twelve
  holes win. The whole of it is in docs/rules.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac play``."""
    parser.epilog = "players:\n    human\n" + bots.descriptions()
    add_position(parser, "where to start")
    parser.add_argument(
        "--against", metavar="NAME", help="who plays the other side (default: careful)"
    )
    parser.add_argument(
        "--seat",
        choices=("white", "black"),
        default="white",
        help="your side; White rolls first (default: %(default)s)",
    )
    parser.add_argument("--white", metavar="NAME", help="who plays White, instead of you")
    parser.add_argument("--black", metavar="NAME", help="who plays Black")
    parser.add_argument(
        "--dice",
        choices=("rolled", "typed"),
        default="rolled",
        help="let the program roll, or type what real dice show (default: %(default)s)",
    )
    add_game(parser)
    add_seed(
        parser,
        "of the dice and the players: fixes the dice of every roll of the game, also after undo "
        "and with --resume, and what players that use chance choose, up to the first undo or "
        "--resume (default: another game each time)",
    )
    parser.add_argument("--save", metavar="FILE", help="write the game down after every turn")
    parser.add_argument("--resume", metavar="FILE", help="go on with a game written down")
    parser.add_argument(
        "--delay",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="pause after each turn of a program",
    )
    add_display(parser)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 to 3600")
    return seconds


def run(args: argparse.Namespace) -> int | None:
    """Plays the game."""
    record = GameRecord.load(args.resume) if args.resume else None
    names = _player_names(args, record)
    for name in names:
        if name != _HUMAN:
            bots.check(name)
    state = _start(args) if record is None else _resumed(args, record)
    for file in (args.save, args.resume):
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise TrictracError(f"{file}: there is no such folder to save in")
    if args.save is not None and record is None:
        _refuse_a_game_written_down(args.save)
    _accept_any_bytes(sys.stdin)
    session = _Session(args, state, names, record)
    session.begin_record()
    try:
        session.play()
    except _QuitError:
        session.say_where_it_stopped()
    except KeyboardInterrupt:
        session.say_where_it_stopped()
        raise
    return None


def _resumed(args: argparse.Namespace, record: GameRecord) -> pyspiel.State:
    if args.position:
        raise TrictracError("--resume says where the game goes on; leave POSITION out")
    if args.holes is not None or args.game != "trictrac":
        raise TrictracError("--game and --holes are those of the record with --resume")
    return record.final_state()


def _start(args: argparse.Namespace) -> pyspiel.State:
    """The state to start from.

    Raises:
      TrictracError: it is none to play on from, or not of the game that is asked for.
    """
    game = load_game(args.game, args.holes)
    state = read_position(" ".join(args.position), game)
    if state.is_terminal():
        raise TrictracError("the game is over in this position; `trictrac show` draws it")
    wanted = set(parameters_of(args.game))
    if args.holes is not None:
        wanted.add("holes")
    asked, found = game.get_parameters(), state.get_game().get_parameters()
    for name in sorted(wanted):
        if asked[name] != found[name]:
            raise TrictracError(
                f"{name}={asked[name]} is asked for, but the position is of a game with "
                f"{name}={found[name]}"
            )
    return state


def _refuse_a_game_written_down(file: str) -> None:
    """Raises TrictracError if a new game would take the file of another one."""
    if not Path(file).is_file():
        return
    try:
        GameRecord.load(file)
    except TrictracError:
        return  # The first attempt to save says what is wrong with it.
    raise TrictracError(
        f"--save: {file} holds a game already. Go on with it: "
        f"trictrac play --resume {shlex.quote(file)}\n"
        "For a new game choose another name, or remove the file first"
    )


def _accept_any_bytes(stream: TextIO) -> None:
    """Lets bytes that are no text be read, as characters that no play has."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors != "replace":
        stream.reconfigure(errors="replace")


def _player_names(args: argparse.Namespace, record: GameRecord | None) -> tuple[str, str]:
    """Who plays White and Black: as asked for, else as in the record, else you and careful."""
    you = ("white", "black").index(args.seat)
    chosen: list[str | None] = [args.white, args.black]
    if args.against is not None:
        if chosen[1 - you] is not None:
            raise TrictracError("--against: that side is taken by --white or --black already")
        chosen[1 - you] = args.against
    if record is not None:
        chosen = [name or known for name, known in zip(chosen, _known(record.names), strict=True)]
    if chosen == [None, None]:
        chosen[1 - you] = "careful"
    white, black = (name or _HUMAN for name in chosen)
    return white, black


def _known(names: Sequence[str]) -> list[str | None]:
    """The names of a record that are players; others are people."""
    return [name if name.partition(":")[0] in bots.PLAYERS else _HUMAN for name in names]


class _QuitError(Exception):
    """The player wants to stop."""


class _Session:
    """A game between people and programs at one terminal."""

    def __init__(
        self,
        args: argparse.Namespace,
        state: pyspiel.State,
        names: tuple[str, str],
        resumed: GameRecord | None,
    ) -> None:
        self._state = state
        self._players = names
        self._typed_dice = args.dice == "typed"
        self._unicode = wants_unicode(args, sys.stdout)
        self._color = wants_color(args)
        self._file = args.resume if args.save is None else args.save
        self._written = resumed
        self._delay = args.delay
        self._asked_seed = args.seed
        self._seed = random.SystemRandom().randrange(2**31) if args.seed is None else args.seed
        luck = random.Random(f"play {self._seed}")
        self._bots = [
            None
            if name == _HUMAN
            else bots.make(name, state.get_game(), seat, luck.randrange(2**31))
            for seat, name in enumerate(names)
        ]
        self._adviser = JudgingBot("careful", state.get_game())
        # Where a person had to decide: what undo comes back to.
        self._decided: list[pyspiel.State] = []
        people = [seat for seat in (0, 1) if names[seat] == _HUMAN]
        self._only_human = people[0] if len(people) == 1 else None
        self._watching = not people

    def begin_record(self) -> None:
        """Writes the file, if one is asked for, so that the game starts only if it can be."""
        if self._file is not None:
            self._write(self._file)

    # The course of the game.

    def play(self) -> None:
        """Plays until the game is over."""
        self._welcome()
        while not self._state.is_terminal():
            if self._state.is_chance_node():
                self._roll()
            elif self._view().phase == "last-go":
                self._state.apply_action(_GO)
            elif (bot := self._bots[self._state.current_player()]) is not None:
                self._decide(bot.step(self._state))
                self._pause()
            else:
                self._ask_for_decision()
        self._draw()
        self._save()

    def say_where_it_stopped(self) -> None:
        """Tells how to go on with an unfinished game."""
        self._save()
        position = position_text(self._state)
        self._say(f"\nStopped at: {position}")
        if self._state.is_terminal():
            return
        if self._file is not None:
            self._say(f"The game is in {self._file}.")
            where = ["--resume", self._file]
            if self._asked_seed is not None:
                where += ["--seed", str(self._asked_seed)]
        else:
            where = [*self._player_options(), position]
        if self._typed_dice:
            where = ["--dice", "typed", *where]
        self._say(f"To go on:\n  trictrac play {shlex.join(where)}")

    def _player_options(self) -> list[str]:
        """What to say to ``trictrac play`` for the same players."""
        white, black = self._players
        if self._watching:
            return ["--white", white, "--black", black]
        if self._only_human == 1:
            return ["--seat", "black", "--against", white]
        return [] if black == "careful" else ["--against", black]

    def _welcome(self) -> None:
        view = self._view()
        white, black = self._players
        target = plural(view.target, "hole wins", "holes win")
        self._say(f"White ({white}) against Black ({black}); {target}.")
        if self._watching:
            self._draw()
        else:
            self._say("At the prompt: a play, or help. New to the game? Say rules.")

    def _roll(self) -> None:
        state, before = self._state, self._view()
        if self._typed_dice:
            self._roll_typed(before)
            if self._state is not state:
                return  # Undone instead.
        else:
            play_chance(self._state, self._next_luck())
        after = self._view()
        if len(after.dice) == 1:
            return
        self._tell_roll(before, after)
        self._save()

    def _next_luck(self) -> float:
        """Of the next roll: a function of the seed and of the number of rolls before it.

        So an undo does not bring other dice.
        """
        rolls = sum(taken.player == pyspiel.PlayerId.CHANCE for taken in self._state.full_history())
        return random.Random(f"play {self._seed} roll {rolls}").random()

    def _roll_typed(self, view: BoardView) -> None:
        while True:
            yours = view.mover == self._only_human
            answer = self._ask("Your dice: " if yours else f"Dice of {SEATS[view.mover]}: ")
            if self._common_command(answer):
                if not self._state.is_chance_node():
                    return  # An undo has led to a decision.
                continue
            try:
                dice = parse_dice(answer)
                apply_dice(self._state, dice[: 2 - len(view.dice)] if view.dice else dice)
                return
            except TrictracError as error:
                self._say(f"  {error}")

    def _decide(self, action: int) -> None:
        before = self._view()
        player = before.mover
        text = play_text(self._state, action)
        steps = play_steps(self._state, action)
        self._state.apply_action(action)
        after = self._view()
        if text == "Go":
            self._say(f"{self._does(player, 'goes', 'go')}: all checkers to the talons.")
        else:
            turned = ""
            if player != self._below(before) and steps:
                turned = f"  (on this board {_turned(steps)})"
            self._say(f"{self._does(player, 'plays', 'play')} {text}{turned}")
        for line in marks(before, after, 1 - player, self._names()):
            self._say(f"  {line}")
        self._save()

    # A person's decision.

    def _ask_for_decision(self) -> None:
        state, player = self._state, self._state.current_player()
        actions = state.legal_actions()
        self._draw()
        is_only_one = len(actions) == 1
        if is_only_one:
            self._say(f"Only one choice: {play_text(state, actions[0])}")
            prompt = "Press Enter to go on, or give a command: "
        else:
            self._question(actions)
            self._list(actions[:_LISTED] if len(actions) > _LISTED + 3 else actions, len(actions))
            prompt = f"{SEATS[player]}> "
        while True:
            answer = self._ask(prompt)
            if answer.lower() == "all":
                self._list(actions, len(actions))
            elif self._common_command(answer):
                if self._state is not state:
                    return  # An undo has changed the position.
            else:
                enter = is_only_one and not answer
                action = actions[0] if enter else self._understand(answer, actions)
                if action is not None:
                    self._decided.append(state.clone())
                    self._decide(action)
                    return

    def _question(self, actions: Sequence[int]) -> None:
        if _GO not in actions:
            return
        view = self._view()
        score = view.scores[view.mover]
        self._say(
            f"Hold or go? To hold, choose a play: you keep your {score.points} points and play "
            "on.\nTo go, say go: both lose their points, all checkers return to the talons, and "
            "you roll."
        )

    def _understand(self, answer: str, actions: Sequence[int]) -> int | None:
        if not answer:
            self._say("  Choose a play by its number or in words; help tells more.")
            return None
        plays = [action for action in actions if action != _GO]
        if answer.isdecimal() and len(answer) < 10:
            if 1 <= int(answer) <= len(plays):
                return plays[int(answer) - 1]
            known = f"they are numbered 1 to {len(plays)}"
            if len(plays) == 1:
                known = "there is only play 1"
            self._say(f"  There is no play {answer}: {known}.")
            return None
        try:
            return parse_play(self._state, answer)
        except TrictracError as error:
            self._say(f"  Not allowed: {str(error).partition(', in the position')[0]}.")
            return None

    def _list(self, actions: Sequence[int], total: int) -> None:
        plays = [
            play_text(self._state, action).partition(": ")[2] for action in actions if action != _GO
        ]
        if not plays:
            return
        cells = [f"{number:>3}) {play}" for number, play in enumerate(plays, 1)]
        width = max(map(len, cells)) + 2
        columns = max(1, 78 // width)
        rows = -(-len(cells) // columns)
        for row in range(rows):
            self._say("".join(f"{cell:<{width}}" for cell in cells[row::rows]).rstrip())
        if len(actions) < total:
            self._say(f"     and {total - len(actions)} more: say all")

    def _common_command(self, answer: str) -> bool:
        """Obeys a command that is no play; False when it is none."""
        word, _, rest = answer.strip().partition(" ")
        match word.lower():
            case "help" | "?" | "h":
                self._say(_HELP)
            case "rules":
                self._say(_RULES)
            case "hint":
                self._hint()
            case "why":
                self._why()
            case "undo":
                self._undo()
            case "board":
                self._draw()
            case "position":
                self._say(position_text(self._state))
            case "save":
                self._save_as(rest.strip())
            case "quit" | "exit" | "q":
                raise _QuitError
            case _:
                return False
        return True

    def _hint(self) -> None:
        judged = sorted(self._adviser.judge(self._state), key=lambda pair: -pair[1])
        if not judged:
            self._say("  Nothing is to be decided before the dice have fallen.")
            return
        best = judged[0][1]
        self._say("  A careful player would think of:")
        for action, worth in judged[:3]:
            text = play_text(self._state, action).rpartition(": ")[2]
            behind = "" if worth == best else f"   (worse by {best - worth:.1f} points)"
            self._say(f"    {text}{behind}")

    def _why(self) -> None:
        lines = self._reasons()
        self._say("\n".join(f"  {line}" for line in lines or ["This roll brings no points."]))

    def _undo(self) -> None:
        if not self._decided:
            self._say("  There is no decision of yours to take back.")
            return
        self._state = self._decided.pop()
        self._say("  Taken back.")

    # Telling.

    def _tell_roll(self, before: BoardView, after: BoardView) -> None:
        dice = "-".join(map(str, after.dice))
        if not dice:
            rolls = self._does(before.mover, "rolls", "roll")
            self._say(f"{rolls}, and the last checker leaves the board.")
        else:
            self._say(f"\n{self._does(before.mover, 'rolls', 'roll')} {dice}.")
        for line in self._reasons():
            self._say(f"  {line}")
        # The other player marks at the roll only when it bears off the last checker.
        for player in (before.mover, 1 - before.mover):
            for line in marks(before, after, player, self._names()):
                self._say(f"  {line}")

    def _reasons(self) -> list[str]:
        roller = self._last_roller()
        below = self._below(self._view())

        def field(number: int) -> int:
            return number if roller == below else FIELDS + 1 - number

        names = self._names()
        speaker = Speaker(names[roller], names[1 - roller], field)
        return speaker.sentences(events(self._state))

    def _last_roller(self) -> int:
        if not self._state.is_chance_node() and not self._state.is_terminal():
            return int(self._state.current_player())
        turns = GameRecord.of(self._state).turns
        return turns[-1].player if turns else 0

    def _view(self) -> BoardView:
        view = view_of(self._state, 0)
        return view if self._below(view) == 0 else view_of(self._state, 1)

    def _below(self, view: BoardView) -> int:
        """Who sits below: the only person; of two people, the one whose turn it is."""
        if self._watching:
            return 0
        return view.mover if self._only_human is None else self._only_human

    def _names(self) -> tuple[str, str]:
        if self._only_human == 0:
            return (YOU, SEATS[1])
        if self._only_human == 1:
            return (SEATS[0], YOU)
        return (SEATS[0], SEATS[1])

    def _does(self, player: int, verb: str, your_verb: str) -> str:
        return capitalized(agree(self._names()[player], verb, your_verb))

    def _draw(self) -> None:
        labels = (
            SEATS[0] if self._only_human != 0 else "White (you)",
            SEATS[1] if self._only_human != 1 else "Black (you)",
        )
        view = replace(self._view(), names=labels, reader=self._only_human)
        self._say("")
        self._say(board_text.draw(view, unicode=self._unicode, color=self._color))

    def _say(self, text: str) -> None:
        encoding = "utf-8" if self._unicode else "ascii"
        print(text.encode(encoding, "replace").decode(encoding), flush=True)

    def _ask(self, prompt: str) -> str:
        try:
            return input(prompt).strip()
        except EOFError:
            self._say("")
            raise _QuitError from None

    def _pause(self) -> None:
        if self._watching and not self._state.is_terminal():
            self._draw()
        if self._delay:
            time.sleep(self._delay)

    # Files.

    def _save(self) -> None:
        if self._file is None:
            return
        try:
            self._write(self._file)
        except (OSError, TrictracError) as error:
            if self._watching:
                raise
            self._say(f"  {message_of(error)}\n  The game is not written down any more: save FILE")
            self._file = None

    def _save_as(self, file: str) -> None:
        if not file:
            self._say("  Say where: save FILE")
            return
        try:
            self._write(file)
        except (OSError, ValueError) as error:  # A zero byte in a name is a ValueError.
            self._say(f"  Not saved: {message_of(error)}")
            return
        self._file = file
        self._say(f"  Saved; from now on {file} is kept up to date.")

    def _write(self, file: str) -> None:
        record = GameRecord.of(self._state, self._players)
        record.save(file, replacing=self._written)
        self._written = record


def _turned(steps: Sequence[tuple[int, int]]) -> str:
    """Steps in the other player's numbering, a chain drawn together."""
    words: list[str] = []
    standing = None
    for start, end in steps:
        to = str(FIELDS + 1 - end) if end else "off"
        if start == standing:
            words[-1] += f"/{to}"
        else:
            words.append(f"{FIELDS + 1 - start}/{to}")
        standing = end
    return " ".join(words)
