"""A game: rules with their options, and words for everything in them."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from importlib import resources

from rumpus.core.contract import Event, Features, Judge, Move, Plain, Position, Seat, Seen, View
from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.core.luck import Luck
from rumpus.core.options import Field, Options
from rumpus.core.solver import Solver


class Line:
    """A sentence of the log, with the clause of the rules behind it (may be empty)."""

    def __init__(self, text: str, clause: str = "") -> None:
        self.text = text
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class Topic:
    """Something that can be explained on demand: a card, an ability, a character, a word of the rules."""

    def __init__(self, name: str, kind: str, text: str, clause: str) -> None:
        self.name = name
        self.kind = kind
        self.text = text
        self.clause = clause


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
    version = 1
    """Raised whenever the same luck and moves would give another game."""
    round_word = "round"
    """What the game counts its length in."""
    open_judge = False
    """Whether its judge appraises moves by what their seat knows alone: then one dream is as good as many."""
    fields: Sequence[Field] = ()
    """The typed table of numbers and switches."""
    package = ""
    """The package that holds RULES.md."""
    draws_composed_moves = False
    """Whether `draw` wants, before the word under the cursor, the words that a person has taken already."""

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

    def options(self, changes: Mapping[str, object] | None = None) -> Options:
        """Checked options: the rulebook's, with these changes."""
        options = Options(self.fields, changes or {})
        self.check(options)
        return options

    def options_for_seats(self, seats: int, changes: Mapping[str, object] | None = None) -> Options:
        """Checked options for so many seats, however this game says it."""
        counts = self.seat_counts()
        if seats not in counts:
            allowed = ", ".join(str(count) for count in counts)
            raise RumpusError(f"{self.title} cannot be played with {seats} seats; it takes {allowed}")
        merged = dict(changes or {})
        if any(field.name == "players" for field in self.fields):
            merged["players"] = seats
        return self.options(merged)

    def check(self, options: Options) -> None:
        """Refuse (BadOption) values that do not go together."""

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
        close = difflib.get_close_matches(wanted, list(written), n=3, cutoff=0.4)
        hint = f" Did you mean {' or '.join(repr(words) for words in close)}?" if close else ""
        raise IllegalMove(f"{text.strip()!r} is not among your options now.{hint}")

    def explain(self, position: Position, seat: Seat, move: Move) -> str:
        """One sentence on what this move would do, for a newcomer; may be empty."""
        return ""

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        """What a seat noticed, as a sentence with its clause; `names` are the people, by seat."""
        raise NotImplementedError

    def topics(self, options: Options) -> list[Topic]:
        """All that can be explained on demand: cards, abilities, characters."""
        return []

    def unwritten(self) -> list[Topic]:
        """Names that are known but have no rules yet, so that they never turn up."""
        return []

    def rules(self) -> str:
        """RULES.md: the rules in full, with their clauses."""
        return resources.files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")

    def variants(self) -> Sequence[Mapping[str, object]]:
        """Changes of the options that between them show every part of the rules, for tests and long runs."""
        if any(field.name == "players" for field in self.fields):
            return [{"players": count} for count in self.seat_counts()]
        return [{}]

    # --- for the eye ---

    def draw(self, view: View, names: Sequence[str], width: int, focus: str) -> object | None:
        """A picture of the view for a terminal (anything rich can print), or None for the generic table.

        `focus` is the word of `places` that the cursor stands on, or empty. With `draws_composed_moves` the words taken
        before stand in front of it, and a `-` at the end asks for the same picture without the cursor.
        """
        return None

    def places(self, view: View) -> list[list[str]]:
        """Rows of words of the notation that a cursor can walk over: the cards of a hand, the hexes of a map."""
        return []

    def describe(self, view: View, word: str, names: Sequence[str]) -> str:
        """What of the view bears this word (a hex, somebody on the map), as it is now; empty if nothing does."""
        return ""

    # --- for the command line ---

    def commands(self) -> dict[str, Callable[[list[str]], int]]:
        """Commands of this game's own, by name: each takes its words, prints, and returns the exit status."""
        return {}

    # --- for the lab ---

    def opening(self, position: Position) -> bool:
        """Whether seats are still choosing what to play with (a cat, a squad); the lab makes such choices at random."""
        return False

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """What this seat plays with, to group results by: [("cat", "Persian")]."""
        return []

    def standing(self, position: Position) -> list[float]:
        """Who is ahead, for everyone to see: one number per seat, more is better (HP, points); may be empty."""
        return []

    def rounds(self, position: Position) -> int:
        """How long it has lasted, in the game's own unit (`round_word`); 0 if it has none."""
        return 0

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """What an event adds to the book of who did what: [(1, "played", "Double Scratch")]. Words as in `topics`."""
        return []

    # --- for bots and learning ---

    def judge(self, options: Options) -> Judge:
        """The game's sense of what is good."""
        return Judge()

    def features(self, options: Options) -> Features:
        """What a seat knows as numbers."""
        raise NotImplementedError

    def solver(self) -> Solver | None:
        """Finds exact solutions, for a game small enough to have them."""
        return None


def begins(words: str, part: str) -> bool:
    """Whether these words begin so; a number is never the beginning of a longer one.

    What belongs to a seat, as in `2.nyx`, may also be called by its name alone.
    """
    if not part:
        return False
    if not words.startswith(part):
        owner, dot, name = words.partition(".")
        return bool(dot) and owner.isdecimal() and begins(name, part)
    return len(words) == len(part) or not (part[-1].isdigit() and words[len(part)].isdigit())


def tidy(text: str) -> str:
    """Notation is compared without regard to case and runs of blanks."""
    return " ".join(text.lower().split())
