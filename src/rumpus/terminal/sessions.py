"""Sessions: the people at this keyboard, their turns and their views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rumpus.core.errors import BadRecord, IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.outcome import payoff_words, result_words
from rumpus.core.position import Move, Seat
from rumpus.core.record import FORMAT, Record
from rumpus.core.rng import SeededRng
from rumpus.core.system.files import check_file, errors_named
from rumpus.core.words import Line
from rumpus.players import find_player
from rumpus.players.coach import advice
from rumpus.table import seat_view
from rumpus.table.lessons import LessonInfo
from rumpus.table.match import Match
from rumpus.table.seat_view import SeatView
from rumpus.terminal.input import choose
from rumpus.terminal.seating import Seating


class TableSession:
    """A match as the terminal sees it, played here or at a server."""

    def __init__(self, game: Game, options: Options, people: Sequence[Seat], save_path: Path | None = None) -> None:
        self.game = game
        self.options = options
        self.people = list(people)
        """Seats at this keyboard."""
        self.save_path = save_path
        self.coached = False
        self._at_keyboard: Seat | None = None

    @property
    def names(self) -> list[str]:
        raise NotImplementedError

    @property
    def over(self) -> bool:
        raise NotImplementedError

    @property
    def hot_seat(self) -> bool:
        """True if several people share the keyboard, so that hands must be covered."""
        return len(self.people) > 1

    # --- turns ---

    def person_due(self) -> Seat | None:
        """The person to ask now; None if it is over or others decide."""
        raise NotImplementedError

    def compute_move(self) -> Callable[[], str]:
        """Computes a bot's move in a thread. Returns a function to play it, which returns the explanation."""
        raise NotImplementedError

    def must_pass_keyboard(self, seat: Seat) -> bool:
        """True if another person was last at the keyboard."""
        return self.hot_seat and self._at_keyboard != seat

    def take_keyboard(self, seat: Seat) -> None:
        self._at_keyboard = seat

    def viewer(self) -> Seat | None:
        """The seat shown between decisions: the only person's, or None for a spectator."""
        return self.people[0] if len(self.people) == 1 else None

    # --- views ---

    def seat_view(self, seat: Seat | None) -> SeatView:
        raise NotImplementedError

    def log(self, seat: Seat | None) -> list[Line]:
        """All lines this seat has seen."""
        raise NotImplementedError

    def new_lines(self, seat: Seat | None) -> list[Line]:
        """Lines since the last call for this seat."""
        raise NotImplementedError

    # --- decisions ---

    def parse_move(self, seat: Seat, text: str) -> Move:
        """The move meant by a number, a name, or the game's notation."""
        raise NotImplementedError

    def decide(self, seat: Seat, move: Move) -> None:
        """Plays a person's move. Raises `IllegalMove` and changes nothing if it is forbidden."""
        raise NotImplementedError

    def acknowledge(self, seat: Seat) -> None:
        """A person was asked but has nothing to decide."""

    def ask_hint(self, seat: Seat) -> Callable[[], str]:
        """Returns a slow function for the coach's move."""
        raise NotImplementedError

    def ask_verdict(self, seat: Seat, move: Move) -> Callable[[], str] | None:
        """Returns a slow function for the coach's opinion of a move, or None."""
        return None

    def say(self, words: str) -> str:
        """Says something to the others; without words, returns what one can say."""
        raise RumpusError("There is nobody to chat with: this table is not at a server.")

    def lesson(self, seat: Seat | None) -> LessonInfo | None:
        """The current step of the lesson, if any."""
        return None

    # --- before and after ---

    def summary(self) -> str:
        """Length of the match and where it is saved."""
        raise NotImplementedError

    def save(self, path: Path) -> None:
        raise NotImplementedError

    def rematch(self, seed: str) -> TableSession:
        raise NotImplementedError

    def leaving_note(self) -> str:
        """Says whether the game is saved if left now."""
        raise NotImplementedError

    def close(self) -> None:
        """Releases its resources."""


class LocalSession(TableSession):
    """People at one keyboard and bots. Shows only what `seat_view` allows."""

    def __init__(self, match: Match, seating: Seating, keep: Path | None = None) -> None:
        super().__init__(match.game, match.options, seating.people, keep)
        self.match = match
        self.bots = seating.bots
        self._events_shown: dict[Seat | None, int] = {}
        self._asked_seats: set[Seat] = set()
        if keep is not None:
            self.save(keep)

    @staticmethod
    def start(game: Game, options: Options, seed: str, seating: Seating, keep: Path | None = None) -> LocalSession:
        return LocalSession(Match(game, options, seed, seating.names), seating, keep)

    def rematch(self, seed: str) -> LocalSession:
        """Saves its record beside the last one."""
        game, options = self.game, self.options
        bots = {seat: find_player(bot.name, game, options, f"{seed}/player {seat}") for seat, bot in self.bots.items()}
        keep = None if self.save_path is None else _next_free_path(self.save_path)
        session = LocalSession.start(game, options, seed, Seating(self.names, bots), keep)
        session.coached = self.coached
        return session

    @property
    def names(self) -> list[str]:
        return self.match.record.players

    @property
    def over(self) -> bool:
        return self.match.over

    # --- turns ---

    def person_due(self) -> Seat | None:
        """The person to ask now; None if it is over or bots decide.

        Who must decide can be secret. So several people are asked in turn if a spectator would think that they
        might have to decide; those without a decision only acknowledge.
        """
        if self.over:
            return None
        owing = [seat for seat in self.match.position.to_act() if seat in self.people]
        if not self.hot_seat:
            return owing[0] if owing else None
        maybe = [seat for seat in self.match.position.visible_to_act(None) if seat in self.people]
        due = [seat for seat in maybe if seat not in self._asked_seats]
        if not due and owing:
            self._asked_seats.clear()
            due = owing
        if not due:
            return None
        return self._at_keyboard if self._at_keyboard in due else due[0]

    def bot_due(self) -> Seat | None:
        """The bot to decide now; people come first."""
        if self.over or self.person_due() is not None:
            return None
        return next(seat for seat in self.match.position.to_act() if seat in self.bots)

    # --- views ---

    def seat_view(self, seat: Seat | None) -> SeatView:
        return seat_view.seat_view(self.match, seat)

    def log(self, seat: Seat | None) -> list[Line]:
        return seat_view.lines(self.match, self.match.events, seat)

    def new_lines(self, seat: Seat | None) -> list[Line]:
        events = self.match.events[self._events_shown.get(seat, 0) :]
        self._events_shown[seat] = len(self.match.events)
        return seat_view.lines(self.match, events, seat)

    # --- decisions ---

    def parse_move(self, seat: Seat, text: str) -> Move:
        return choose(self.seat_view(seat).offers, text, lambda words: seat_view.read(self.match, seat, words))

    def decide(self, seat: Seat, move: Move) -> None:
        reason = seat_view.why_not(self.match, seat, move)
        if reason:
            raise IllegalMove(reason)
        before = len(self.match.events)
        self.match.play(seat, move)
        self._events_shown[None] = before
        self._asked_seats.add(seat)
        self._autosave()

    def acknowledge(self, seat: Seat) -> None:
        self._asked_seats.add(seat)

    def info_state(self, seat: Seat) -> InfoState:
        rng = SeededRng(f"{self.match.record.seed}/chair {seat} {len(self.match.record.moves)}")
        return InfoState(self.game, self.options, self.match.position, seat, rng, self.names)

    def ask_hint(self, seat: Seat) -> Callable[[], str]:
        info, seed = self.info_state(seat), self._coach_seed()
        return lambda: advice(info, seed=seed).hint()

    def ask_verdict(self, seat: Seat, move: Move) -> Callable[[], str] | None:
        info, seed = self.info_state(seat), self._coach_seed()
        return lambda: advice(info, seed=seed).verdict(move)

    def _coach_seed(self) -> str:
        return f"{self.match.record.seed}/coach {len(self.match.record.moves)}"

    def compute_move(self) -> Callable[[], str]:
        seat = self.bot_due()
        if seat is None:
            return lambda: ""
        bot, info = self.bots[seat], self.info_state(seat)
        try:
            move = bot.decide(info)
        except Exception as error:
            # Bots may be third-party code: any exception becomes a sentence.
            raise RumpusError(f"The bot {bot.name} has failed: {error!r}.") from error

        def play() -> str:
            try:
                self.match.play(seat, move)
            except IllegalMove as error:
                raise RumpusError(f"The bot {bot.name} chose an illegal move. {error}") from None
            self._asked_seats.clear()
            self._autosave()
            return f"{self.names[seat]}: {bot.explanation()}"

        return play

    # --- record ---

    def _autosave(self) -> None:
        if self.save_path is not None:
            self.save(self.save_path)

    def save(self, path: Path) -> None:
        write_record(path, self.match.record.dumps())

    def summary(self) -> str:
        moves = f"{len(self.match.record.moves)} moves"
        if self.save_path is None:
            return moves
        return f"{moves}, kept in {self.save_path}; `rumpus replay {self.save_path}` shows it"

    def leaving_note(self) -> str:
        if self.save_path is None:
            return "It is not saved."
        return f"It is saved in {self.save_path}; `rumpus play --resume {self.save_path}` continues from here."


def resume(game: Game, record: Record, seating: Seating, keep: Path | None = None) -> LocalSession:
    """Resumes a saved game; refuses damaged, foreign and finished records."""
    if record.result is not None:
        raise BadRecord("This game is over. `rumpus replay FILE` shows it.")
    return LocalSession(Match.resume(game, record), seating, keep)


def write_record(path: Path, text: str) -> None:
    """Writes a record atomically, never over another kind of file."""
    check_writable(path)
    with errors_named(path):
        Record.loads(text).write(path)


def check_writable(path: Path) -> None:
    """Refuses bad places, and to overwrite files that are not records."""
    check_file(path)
    if not path.exists():
        return
    try:
        with path.open(encoding="utf-8") as file:
            head = file.read(200)
    except (OSError, UnicodeDecodeError):
        head = ""
    if FORMAT not in head:
        raise RumpusError(f"{path} exists and is not a record. Choose another file.")


def _next_free_path(path: Path) -> Path:
    """The first free name such as `duel-2.record`."""
    number = 2
    while path.with_stem(f"{path.stem}-{number}").exists():
        number += 1
    return path.with_stem(f"{path.stem}-{number}")


def standings(
    game: Game, names: Sequence[str], result: Sequence[float], ranking: Sequence[int]
) -> list[tuple[str, str]]:
    """Name and result of each seat, best first; with the payoff if it says more."""
    got = payoff_words(result, ranking, game.payoff_unit)
    order = sorted(range(len(ranking)), key=lambda seat: ranking[seat])
    return [(names[seat], result_words(ranking, seat) + (f" ({got[seat]})" if got[seat] else "")) for seat in order]
