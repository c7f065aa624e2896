"""A game: rules with their options, and words for everything in them. Its other faces are optional."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from importlib import resources

from rumpus.core.errors import BadOption, IllegalMove
from rumpus.core.extensions import Bots, Lab, Terminal, Web
from rumpus.core.options import Field, Options, by_name
from rumpus.core.position import Move, Plain, Position, Seat, Seen, View
from rumpus.core.rng import Luck
from rumpus.core.solver import Solver
from rumpus.core.words import EventNames, Forecast, Line, Topic, begins, shortened, tidy


class Game:
    """Subclass it, fill in the attributes and the methods that raise, name an instance as a `rumpus.games` entry."""

    name = ""
    """As typed: lower case with underscores."""
    title = ""
    """As people write it."""
    blurb = ""
    """One sentence that makes somebody want to play."""
    minutes = 10
    """How long a game among people takes, roughly."""
    stake: tuple[float, str] = (1.0, "")
    """What a payoff of 1 stands for, for people: with (2, "coin") a result of -0.5 reads "−1 coin"."""
    version = 1
    """Raised whenever the same luck and moves would give another game."""
    fields: Sequence[Field] = ()
    """The typed table of numbers and switches."""
    package = ""
    """The package that holds RULES.md, and the folder `web` if it has one."""
    events: EventNames = {}
    """The names of each event's arguments, for drawings: {"gained": ("seat", "points", Meaning("why", REASONS))}."""

    bygone: Mapping[str, str] = {}
    """Kinds of events that are told to everybody and kept in no view, each with the reason: what was told is no longer
    true, or helps nobody any more."""

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """Rules do not change while they are played: deep copies of whatever plays them share them."""
        return self

    # --- positions ---

    def seat_counts(self) -> Sequence[int]:
        """The numbers of seats it can be played with."""
        for field in self.fields:
            if field.name == "players":
                return range(field.low, field.high + 1)
        return (2,)

    def seats(self, options: Options) -> int:
        """How many seats a match with these options has."""
        if "players" in options:
            return options.number("players")
        return self.seat_counts()[0]

    def options(self, changes: Mapping[str, object] | None = None, seats: int | None = None) -> Options:
        """Checked options: the rulebook's, with these changes, for so many seats where that is asked for."""
        merged = by_name(changes)
        if seats is not None:
            counts = self.seat_counts()
            if seats not in counts:
                allowed = ", ".join(str(count) for count in counts)
                raise BadOption(f"{self.title} cannot be played with {seats} seats; it takes {allowed}", "players")
            if any(field.name == "players" for field in self.fields):
                merged["players"] = seats
        options = Options(self.fields, merged)
        self.check(options)
        return options

    def check(self, options: Options) -> None:
        """Refuse (BadOption) values that do not go together."""

    def zero_sum(self, options: Options) -> bool:
        """Whether the results of a match always add up to 0: what one seat wins the others lose."""
        return self.seats(options) == 2

    def longest(self, options: Options) -> int:
        """No match with these options has more decisions than this, all seats' together."""
        return 100_000

    def move_count(self, options: Options) -> int:
        """The size of the flat move space: every move that `moves` can ever list is below it."""
        raise NotImplementedError

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Position:
        """A new position, dealt; a listening one notes the events of the deal too."""
        raise NotImplementedError

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Position:
        """The position that `save` wrote."""
        raise NotImplementedError

    # --- words ---

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        """The move in the game's notation, as its seat would type it."""
        raise NotImplementedError

    def read(self, position: Position, seat: Seat, text: str) -> Move:
        """The move that a person typed; `read(write(m)) == m`. Refused with the nearest options if it is none."""
        wanted = tidy(text)
        written = {tidy(self.write(position, seat, move)): move for move in position.moves(seat)}
        if wanted in written:
            return written[wanted]
        starts = sorted({move for words, move in written.items() if begins(words, wanted)})
        if len(starts) == 1:
            return starts[0]
        close = difflib.get_close_matches(wanted[:200], list(written), n=3, cutoff=0.4)
        hint = f" Did you mean {' or '.join(repr(words) for words in close)}?" if close else ""
        raise IllegalMove(f"{shortened(text)!r} is not among your options now.{hint}")

    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        """The move as one says it aloud, on buttons, in lists and in advice.

        `names` are the people by seat, here and below; whoever reads it is `words.YOU`, for which `words.does` finds
        the verb and `words.whose` the possessive.
        """
        return self.write(position, seat, move)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        """What would come of it, as far as the seat can know, as facts for drawings; only ever asked of a dream."""
        return {}

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        """One sentence on what this move would do, for a newcomer; may be empty."""
        return ""

    def held(self, view: View) -> list[str]:
        """What whoever has this view holds in secret, in kinds that say something: "a red card", not each red card.

        Only ever asked of dreams, for what somebody was likely to hold.
        """
        return []

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        """What a seat noticed, as a sentence with its clause."""
        raise NotImplementedError

    def topics(self, options: Options) -> list[Topic]:
        """All that can be explained on demand: cards, abilities, characters."""
        return []

    def rules(self) -> str:
        """RULES.md: the rules in full, with their clauses."""
        return resources.files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")

    def variants(self) -> Sequence[Mapping[str, object]]:
        """Changes of the options that between them show every part of the rules, for tests and long runs."""
        if any(field.name == "players" for field in self.fields):
            return [{"players": count} for count in self.seat_counts()]
        return [{}]

    # --- its other faces ---

    def bots(self) -> Bots:
        """How bots play it."""
        return Bots()

    def lab(self) -> Lab:
        """What the lab counts."""
        return Lab()

    def terminal(self) -> Terminal:
        """How it looks in a terminal."""
        return Terminal()

    def web(self) -> Web:
        """How it looks in the browser."""
        return Web(self.package)

    def solver(self) -> Solver | None:
        """Finds exact solutions, for a game small enough to have them."""
        return None
