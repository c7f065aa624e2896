"""Hosts of a match: who sits at this keyboard, whose turn it is to look at the screen, and what they see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rumpus.core.errors import BadRecord, IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.outcome import fared, payoffs
from rumpus.core.position import Move, Seat
from rumpus.core.record import MARK, Record
from rumpus.core.rng import Seeded
from rumpus.core.words import Line
from rumpus.players import find_player
from rumpus.players.coach import advice
from rumpus.table import seat_view
from rumpus.table.lessons import LessonSheet
from rumpus.table.match import Match
from rumpus.table.seat_view import Sight
from rumpus.terminal.input import choose
from rumpus.terminal.seating import Seating


class Host:
    """Whoever draws a match asks its host, wherever the match is played."""

    def __init__(self, people: Sequence[Seat], keep: Path | None = None) -> None:
        self.people = list(people)
        """The seats at this keyboard."""
        self.keep = keep
        self.coached = False
        self._at_keyboard: Seat | None = None

    # --- what everyone knows ---

    @property
    def game(self) -> Game:
        raise NotImplementedError

    @property
    def options(self) -> Options:
        raise NotImplementedError

    @property
    def names(self) -> list[str]:
        raise NotImplementedError

    @property
    def over(self) -> bool:
        raise NotImplementedError

    @property
    def hot_seat(self) -> bool:
        """Whether several people share the keyboard, so that hands must be covered when it is passed on."""
        return len(self.people) > 1

    # --- whose turn it is ---

    def person_due(self) -> Seat | None:
        """The person to be asked now; None if it is over or others are to decide."""
        raise NotImplementedError

    def ponder(self) -> Callable[[], str]:
        """Let somebody else come to a decision. This may take long and runs beside the screen, so it changes nothing;
        what it returns makes it so, and says what can be said about it."""
        raise NotImplementedError

    def must_pass_keyboard(self, seat: Seat) -> bool:
        """Whether somebody else sat at the keyboard last."""
        return self.hot_seat and self._at_keyboard != seat

    def sit_down(self, seat: Seat) -> None:
        self._at_keyboard = seat

    def watcher(self) -> Seat | None:
        """Whose eyes the screen serves between decisions: the only person's, or an onlooker's."""
        return self.people[0] if len(self.people) == 1 else None

    # --- what a seat sees ---

    def sight(self, seat: Seat | None) -> Sight:
        raise NotImplementedError

    def log(self, seat: Seat | None) -> list[Line]:
        """All that this seat has noticed from the start."""
        raise NotImplementedError

    def news(self, seat: Seat | None) -> list[Line]:
        """What this seat has noticed since it last asked."""
        raise NotImplementedError

    # --- deciding ---

    def understand(self, seat: Seat, text: str) -> Move:
        """The move a person meant: a number of the list, a name, or the game's notation."""
        raise NotImplementedError

    def decide(self, seat: Seat, move: Move) -> None:
        """A person decides; a forbidden move is refused and changes nothing."""
        raise NotImplementedError

    def nod(self, seat: Seat) -> None:
        """A person who might have owed something has looked and owes nothing."""

    # --- a coach ---

    def ask_hint(self, seat: Seat) -> Callable[[], str]:
        """What a coach would do in this seat now; calling it takes a while."""
        raise NotImplementedError

    def ask_verdict(self, seat: Seat, move: Move) -> Callable[[], str] | None:
        """What a coach thinks of a move that is about to be made, if there is one to ask; calling it takes a while."""
        return None

    # --- a lesson ---

    def lesson(self, seat: Seat | None) -> LessonSheet | None:
        """The step of the lesson that is due, where the match follows one."""
        return None

    # --- before and after ---

    def summary(self) -> str:
        """A few words for the end: how long it was, where it is kept."""
        raise NotImplementedError

    def save(self, path: Path) -> None:
        """Write the record: to go on with later, or to replay."""
        raise NotImplementedError

    def again(self, seed: str) -> Host:
        """A rematch of the same seats."""
        raise NotImplementedError

    def farewell(self) -> str:
        """What becomes of a game that is left now."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of whatever it holds."""


class LocalHost(Host):
    """People at one keyboard and bots beside them; nothing is shown that did not come through the sight."""

    def __init__(self, match: Match, seating: Seating, keep: Path | None = None) -> None:
        super().__init__(seating.people, keep)
        self.match = match
        self.bots = seating.bots
        self._heard = [0] * len(seating.names)
        self._heard_by_onlooker = 0
        self._asked: set[Seat] = set()
        if keep is not None:
            self.save(keep)

    @staticmethod
    def start(game: Game, options: Options, seed: str, seating: Seating, keep: Path | None = None) -> LocalHost:
        return LocalHost(Match(game, options, seed, seating.names), seating, keep)

    def again(self, seed: str) -> LocalHost:
        """Its record is kept beside the last one."""
        game, options = self.game, self.options
        bots = {seat: find_player(bot.name, game, options, f"{seed}/player {seat}") for seat, bot in self.bots.items()}
        keep = None if self.keep is None else _beside(self.keep)
        host = LocalHost.start(game, options, seed, Seating(self.names, bots), keep)
        host.coached = self.coached
        return host

    # --- what everyone knows ---

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def options(self) -> Options:
        return self.match.options

    @property
    def names(self) -> list[str]:
        return self.match.record.players

    @property
    def over(self) -> bool:
        return self.match.over

    # --- whose turn it is ---

    def person_due(self) -> Seat | None:
        """The person to be asked now; None if it is over or the bots are to decide.

        Who is asked can be a secret. So several people are asked in turn whenever an onlooker would think that they
        might owe something, and somebody who does not merely nods.
        """
        if self.over:
            return None
        owing = [seat for seat in self.match.position.to_act() if seat in self.people]
        if not self.hot_seat:
            return owing[0] if owing else None
        maybe = [seat for seat in self.match.position.waiting(None) if seat in self.people]
        due = [seat for seat in maybe if seat not in self._asked]
        if not due and owing:
            self._asked.clear()
            due = owing
        if not due:
            return None
        return self._at_keyboard if self._at_keyboard in due else due[0]

    def bot_due(self) -> Seat | None:
        """The bot that is to decide now; people are always asked first."""
        if self.over or self.person_due() is not None:
            return None
        return next(seat for seat in self.match.position.to_act() if seat in self.bots)

    # --- what a seat sees ---

    def sight(self, seat: Seat | None) -> Sight:
        return seat_view.sight(self.match, seat)

    def log(self, seat: Seat | None) -> list[Line]:
        return seat_view.lines(self.match, self.match.events, seat)

    def news(self, seat: Seat | None) -> list[Line]:
        since = self._heard_by_onlooker if seat is None else self._heard[seat]
        events = self.match.events[since:]
        if seat is None:
            self._heard_by_onlooker = len(self.match.events)
        else:
            self._heard[seat] = len(self.match.events)
        return seat_view.lines(self.match, events, seat)

    # --- deciding ---

    def understand(self, seat: Seat, text: str) -> Move:
        return choose(self.sight(seat).offers, text, lambda words: seat_view.read(self.match, seat, words))

    def decide(self, seat: Seat, move: Move) -> None:
        reason = seat_view.why_not(self.match, seat, move)
        if reason:
            raise IllegalMove(reason)
        before = len(self.match.events)
        self.match.play(seat, move)
        self._heard_by_onlooker = before
        self._asked.add(seat)
        self._keep()

    def nod(self, seat: Seat) -> None:
        self._asked.add(seat)

    def chair(self, seat: Seat) -> Chair:
        """All that a bot or a coach gets of this seat."""
        luck = Seeded(f"{self.match.record.seed}/chair {seat} {len(self.match.record.moves)}")
        return Chair(self.game, self.match.options, self.match.position, seat, luck, self.names)

    def ask_hint(self, seat: Seat) -> Callable[[], str]:
        chair, seed = self.chair(seat), self._coach_seed()
        return lambda: advice(chair, seed=seed).hint()

    def ask_verdict(self, seat: Seat, move: Move) -> Callable[[], str] | None:
        chair, seed = self.chair(seat), self._coach_seed()
        return lambda: advice(chair, seed=seed).verdict(move)

    def _coach_seed(self) -> str:
        return f"{self.match.record.seed}/coach {len(self.match.record.moves)}"

    def ponder(self) -> Callable[[], str]:
        seat = self.bot_due()
        if seat is None:
            return lambda: ""
        bot, chair = self.bots[seat], self.chair(seat)
        try:
            move = bot.decide(chair)
        except Exception as error:
            # Bots may be other people's code: whatever goes wrong in one is said in a sentence.
            raise RumpusError(f"the bot {bot.name} has failed: {error!r}") from error

        def play() -> str:
            try:
                self.match.play(seat, move)
            except IllegalMove as error:
                raise RumpusError(f"the bot {bot.name} wants an illegal move: {error}") from None
            self._asked.clear()
            self._keep()
            return f"{self.names[seat]}: {bot.explanation()}"

        return play

    # --- the record ---

    def _keep(self) -> None:
        if self.keep is not None:
            self.save(self.keep)

    def save(self, path: Path) -> None:
        write_record(path, self.match.record.dumps())

    def summary(self) -> str:
        kept = f", kept in {self.keep}; `rumpus replay {self.keep}` shows it" if self.keep is not None else ""
        return f"{len(self.match.record.moves)} moves{kept}"

    def farewell(self) -> str:
        if self.keep is None:
            return "It is not saved."
        return f"It is saved in {self.keep}; `rumpus play --resume {self.keep}` goes on from here."


def resume(game: Game, record: Record, seating: Seating, keep: Path | None = None) -> LocalHost:
    """Go on with a saved game; refuses a record that is damaged, foreign, of other rules, or over."""
    if record.result is not None:
        raise BadRecord("this game is over: `rumpus replay FILE` shows it")
    return LocalHost(Match.resume(game, record), seating, keep)


def write_record(path: Path, text: str) -> None:
    """Whole or not at all, and never over anything that is not a record."""
    check_writable(path)
    try:
        Record.loads(text).write(path)
    except OSError as error:
        raise RumpusError(f"{path} cannot be written: {error.strerror or error}") from None


def check_writable(path: Path) -> None:
    """Refuse to write over anything that is not a record."""
    if path.is_dir():
        raise RumpusError(f"{path} is a folder; name a file to save to")
    if not path.exists():
        if not path.parent.is_dir():
            raise RumpusError(f"there is no folder {path.parent} to save to")
        return
    try:
        with path.open(encoding="utf-8") as file:
            head = file.read(200)
    except (OSError, UnicodeDecodeError):
        head = ""
    if MARK not in head:
        raise RumpusError(f"{path} is there already and is no record; it will not be written over")


def _beside(path: Path) -> Path:
    """The first free name of the kind `duel-2.record`."""
    number = 2
    while path.with_stem(f"{path.stem}-{number}").exists():
        number += 1
    return path.with_stem(f"{path.stem}-{number}")


def standings(
    game: Game, names: Sequence[str], result: Sequence[float], ranking: Sequence[int]
) -> list[tuple[str, str]]:
    """Each seat's name and how it fared, best first; what it got too, where that is more than the place says."""
    got = payoffs(result, ranking, game.stake)
    order = sorted(range(len(ranking)), key=lambda seat: ranking[seat])
    return [(names[seat], fared(ranking, seat) + (f" ({got[seat]})" if got[seat] else "")) for seat in order]
