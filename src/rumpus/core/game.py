"""A game: its rules, options and texts. Extensions for bots, lab, terminal and web are optional."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from importlib import resources

from rumpus.core.errors import BadOption, IllegalMove
from rumpus.core.extensions import Bots, Lab, Terminal, Web
from rumpus.core.options import Field, Options, Preset, by_name, with_preset
from rumpus.core.position import Json, Move, Position, Seat, SeenEvent, View
from rumpus.core.rng import Rng
from rumpus.core.solver import Solver
from rumpus.core.words import EventNames, Forecast, Line, Topic, begins, shortened, tidy


class Game:
    """Base class of games: set the attributes, override the methods that raise.

    Register an instance as an entry point of the group `rumpus.games`.
    """

    name = ""
    """Identifier: lower case with underscores."""
    title = ""
    """Name for people."""
    blurb = ""
    """One sentence that makes people want to play."""
    minutes = 10
    """Rough duration of a game between people."""
    payoff_unit: tuple[float, str] = (1.0, "")
    """Scale and noun for payoffs: with (2, "coin") a result of -0.5 reads "−1 coin"."""
    version = 1
    """Version of the rules. Raise it if the same seed and moves lead to another game."""
    fields: Sequence[Field] = ()
    """The options: numbers, switches and choices."""
    presets: Sequence[Preset] = ()
    """Sets of option changes offered beside the defaults, such as a balanced one."""
    package = ""
    """Python package that contains RULES.md and the folder `web`."""
    events: EventNames = {}
    """Argument names of each event kind, for drawings: {"gained": ("seat", "points", Meaning("why", REASONS))}."""

    perfect_recall = False
    """True if a view tells all that its seat ever saw and did, and features tell the whole view.

    OpenSpiel then has an information state tensor.
    """

    ephemeral_events: Mapping[str, str] = {}
    """Public event kinds that no view keeps, each with the reason, such as being outdated."""
    unannounced: Mapping[str, str] = {}
    """Parts of a view that change without an event, each with the reason: {"seats.place": "…"}."""
    unsampled: Mapping[str, str] = {}
    """Parts of others' views that sampled worlds hardly ever have as real ones do, each with the reason."""
    unequal_seats = ""
    """Reason why seats have different moves, such as a fox and its hens. Empty: the laws expect equal ones."""

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """Returns itself: rules never change, so deep copies share them."""
        return self

    # --- positions ---

    def seat_counts(self) -> Sequence[int]:
        """Returns the possible numbers of seats."""
        for field in self.fields:
            if field.name == "players":
                return range(field.low, field.high + 1)
        return (2,)

    def seats(self, options: Options) -> int:
        """Returns the number of seats of a match with these options."""
        if "players" in options:
            return options.number("players")
        return self.seat_counts()[0]

    def options(self, changes: Mapping[str, object] | None = None, seats: int | None = None) -> Options:
        """Returns checked options: the defaults with these changes, for `seats` seats if given.

        The change `preset` stands for all changes of that preset.
        """
        merged = with_preset(self.presets, by_name(changes))
        if seats is not None:
            counts = self.seat_counts()
            if seats not in counts:
                allowed = ", ".join(str(count) for count in counts)
                raise BadOption(f"{self.title} cannot be played with {seats} seats. It takes {allowed}.", "players")
            if any(field.name == "players" for field in self.fields):
                merged["players"] = seats
        options = Options(self.fields, merged)
        self.check(options)
        return options

    def check(self, options: Options) -> None:
        """Raises BadOption for values that do not go together."""

    def zero_sum(self, options: Options) -> bool:
        """True if the results of a match always add up to 0."""
        return self.seats(options) == 2

    def max_decisions(self, options: Options) -> int:
        """Returns an upper bound on the decisions of a match, all seats together."""
        return 100_000

    def move_count(self, options: Options) -> int:
        """Returns the size of the flat move space: every move is below it."""
        raise NotImplementedError

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Position:
        """Deals a new position. With `listen` it records the events of the deal too."""
        raise NotImplementedError

    def load(self, options: Options, plain: Mapping[str, Json]) -> Position:
        """Restores a position from the data of `Position.save`. Raises BadRecord if damaged."""
        raise NotImplementedError

    # --- texts ---

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        """Returns the move in the game's notation, as people type it."""
        raise NotImplementedError

    def parse_move(self, position: Position, seat: Seat, text: str) -> Move:
        """Parses a typed move: the inverse of `format_move`. Raises IllegalMove with suggestions."""
        wanted = tidy(text)
        written = {tidy(self.format_move(position, seat, move)): move for move in position.moves(seat)}
        if wanted in written:
            return written[wanted]
        starts = sorted({move for words, move in written.items() if begins(words, wanted)})
        if len(starts) == 1:
            return starts[0]
        close = difflib.get_close_matches(wanted[:200], list(written), n=3, cutoff=0.4)
        hint = f" Did you mean {' or '.join(repr(words) for words in close)}?" if close else ""
        raise IllegalMove(f"{shortened(text)!r} is not among your options now.{hint}")

    def describe_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        """Returns the move as people say it, for buttons, lists and advice.

        `names` are the people by seat, here and below. The reader is `words.YOU`: `words.does` finds the verb and
        `words.whose` the possessive.
        """
        return self.format_move(position, seat, move)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        """Returns the consequences of a move as data for drawings.

        Called with sampled worlds only.
        """
        return {}

    def explain_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        """Explains in one sentence what this move would do, for newcomers. May be empty."""
        return ""

    def justify_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        """Returns the main consequence of a move, for advice: at most `REASON_LENGTH` characters.

        Called with sampled worlds only. May be empty.
        """
        return ""

    def secret_summary(self, view: View) -> list[str]:
        """Lists the secrets in a sampled world's view by kind.

        A kind is "a red card", not each red card.
        """
        return []

    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        """Describes a seen event as a sentence with its clause."""
        raise NotImplementedError

    def topics(self, options: Options) -> list[Topic]:
        """Returns everything that can be explained on demand: cards, abilities, characters."""
        return []

    def rules(self) -> str:
        """Returns RULES.md: the full rules with their clauses."""
        return resources.files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")

    def configurations(self) -> Sequence[Mapping[str, object]]:
        """Returns option changes that together cover all rules, for tests and long runs."""
        if any(field.name == "players" for field in self.fields):
            return [{"players": count} for count in self.seat_counts()]
        return [{}]

    # --- extensions ---

    def bots(self) -> Bots:
        return Bots()

    def lab(self) -> Lab:
        return Lab()

    def terminal(self) -> Terminal:
        return Terminal()

    def web(self) -> Web:
        return Web(self.package)

    def solver(self) -> Solver | None:
        """Returns a solver, if the game is small enough for exact solutions."""
        return None
