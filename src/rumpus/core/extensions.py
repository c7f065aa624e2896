"""What a game may offer besides rules and words: a face each for bots, the lab, the terminal and the browser.

Every face has a default that works, so a game without one works everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable

from rumpus.core.evaluator import Judge
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.core.position import Event, Position, Seat, View
from rumpus.core.rng import Luck


class Manner:
    """How a search looks ahead; by default to the end (the few playouts that would be longer are judged there).

    `care`: moves that a playout picks at random per decision, to play the one the judge likes best; 1 is the game's
    hunch (random, but without what only prolongs it), 0 any move at all.
    `depth`: moves after which a playout is cut and the judge asked what the position is worth.
    `share`: simulations that start from copies of the same dream. `trust`: how much the judge's first impression steers
    which moves are tried (0: not at all, and every move is tried once before any is tried twice). `steps`: decisions
    that the tree goes down before playouts take over; with 1 it only compares the moves at hand.
    `regret`: seats that decide together mix their moves by regret matching, and so often, of 1, one of them tries
    whatever looks good at first instead; 0: each chooses as if it decided alone. `belief`: so often, of 1, the others
    are believed to choose what looks best at first, whatever regret tells them; 0 is the careful one. `doubt`: by so
    much of worth the move that looks worst at first must do better than the one that looks best, others by their share.
    `hindsight`: so many times at most a dream is dreamt anew that is unlikely by what the others did (`Judge.likely`);
    0: nothing is read into that.
    """

    def __init__(
        self,
        exploration: float = 0.9,
        care: int = 1,
        depth: int = 3000,
        share: int = 2,
        trust: float = 0.0,
        steps: int = 1000,
        regret: float = 0.2,
        belief: float = 0.0,
        doubt: float = 0.0,
        hindsight: int = 0,
    ) -> None:
        self.exploration = exploration
        self.care = care
        self.depth = depth
        self.share = share
        self.trust = trust
        self.steps = steps
        self.regret = regret
        self.belief = belief
        self.doubt = doubt
        self.hindsight = hindsight


Command = Callable[[list[str]], int]
"""A command of a game's own: takes its words, prints, and returns the exit status."""

UNDER_CURSOR = {"cursor": True}
"""Meta data of rich for what a drawing shows under the cursor: `text.apply_meta(UNDER_CURSOR)`."""

STRENGTHS = ("easy", "normal", "hard", "champion")
"""The named strengths of a search, in the order of the numbers in `Bots`."""


class Outlook:
    """How a position becomes chances to win: played on a little, then by the judge's worth; to its end by default.

    `care` and `depth` as in `Manner`. `sharpness`: how surely whoever is ahead by the judge's worth goes on to win, as
    it was among bots (0: worth says nothing). `glance`: the same where nothing is played on; 0 where a glance says
    nothing, and then whatever is valued by glances is played on too. `curve`: what chances that a seat has dreamt of
    have turned out to be among bots, in per cent, at evenly spaced places from 0 to 100 and straight lines in between;
    as they are where it is empty, and in matches with another number of seats than usual. Dreams may be too hopeful
    or too sure: the others have used up their best cards, and a dream deals them anew. `others`: the outlook where such
    bots play, by what they are called, since a lead is worth less to whoever squanders it.
    """

    def __init__(
        self,
        care: int = 1,
        depth: int = 3000,
        sharpness: float = 1.0,
        glance: float = 0.0,
        curve: Sequence[int] = (),
        others: Mapping[str, Outlook] | None = None,
    ) -> None:
        self.care = care
        self.depth = depth
        self.sharpness = sharpness
        self.glance = glance
        self.curve = curve
        self.others = others or {}


class Bots:
    """How bots play it. By default they search to the end of the game, and every move looks alike to them."""

    simulations: tuple[int, int, int, int] = (40, 400, 2000, 8000)
    """What each of the `STRENGTHS` may spend on a decision."""
    yardstick = ""
    """A search that `hard` is measured by on the ladder, such as what it was before: `search:150/regret=0`."""
    slip = 0.0
    """How often, of 1, `easy` makes any move instead of thinking: where fewer simulations alone do not make it easy."""
    seconds: tuple[float, float, float, float] = (0.2, 0.45, 3.0, 3.0)
    """What bounds a decision on slow machines; where results must repeat, it is left out."""
    manner = Manner()
    """How a search looks ahead."""
    outlook = Outlook()
    """How a review estimates who is going to win."""
    open_judge = False
    """Whether the judge appraises moves by what their seat knows alone: then one dream is as good as many."""

    def judge(self, options: Options) -> Judge:
        """The game's sense of what is good."""
        return Judge()

    def features(self, options: Options) -> Features:
        """What a seat knows as numbers; by default an empty row."""
        return Features(())


class Gifts:
    """Things of one kind that seats may be given at the start, so that the lab can say what each is worth."""

    def __init__(self, kind: str, names: Sequence[str], most: int = 1) -> None:
        self.kind = kind
        """The kind as people say it: "cat", "bonus ability"."""
        self.names = list(names)
        self.most = most
        """How many different ones a seat can be given at once."""


class Lab:
    """What the lab groups, counts and plots."""

    round_word = "round"
    """What the game counts its length in."""

    def opening(self, position: Position) -> bool:
        """Whether seats are still choosing what to play with (a cat, a squad); the lab makes such choices at random."""
        return False

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """What this seat plays with, to group results by: [("feathers", "grey")]."""
        return []

    def lots(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """What chance settled for this seat at the start, to group results by: [("turn order", "goes first")].

        Asked at the first decision after the openings.
        """
        return []

    def gifts(self, options: Options) -> list[Gifts]:
        """What a seat may be given at the start in place of something of the same kind."""
        return []

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], luck: Luck) -> Position:
        """A new position, openings done, in which every seat has been given these in place of what luck had for it.

        All else is as the luck has it, and whatever is given, it is asked alike: then other gifts meet the same deal.
        """
        raise NotImplementedError

    def standing(self, position: Position) -> list[float]:
        """Who is ahead, for everyone to see: one number per seat, more is better (HP, points); may be empty."""
        return []

    def rounds(self, position: Position) -> int:
        """How long it has lasted, in the game's own unit (`round_word`); 0 if it has none."""
        return 0

    control = False
    """Whether luck is told apart in every game and taken off what is compared: where that saves more than it costs."""

    looks = 0
    """How often a position is played on a little to tell luck apart, where a glance does not feel what a card does.

    A multiple of 16; 0 where a glance does.
    """

    def unseen(self, position: Position) -> int:
        """How many cards lie in an order of which nobody knows anything; to tell luck apart they are dealt anew."""
        return 0

    def shuffle_unseen(self, position: Position, luck: Luck) -> None:
        """Put those in another order, any as likely as the other."""

    def absent(self, options: Options) -> list[str]:
        """Topics that are no dead text though they never turn up: what these options leave out, words of no log."""
        return []

    def windfalls(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """What chance gave by this event, to tell what luck is made of: [(1, "card drawn", "Wild Nine")].

        To whom, what kind of thing, and which. `position` is what it came to.
        """
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """What an event adds to the book of who did what: [(1, "played", "Wild Nine")]. Words as in `topics`."""
        return []


class Canvas:
    """What a drawing for the terminal is made from."""

    def __init__(
        self, view: View, names: Sequence[str], width: int, taken: Sequence[str] = (), cursor: str = ""
    ) -> None:
        self.view = view
        self.names = names
        self.width = width
        """Columns there are."""
        self.taken = taken
        """The words of a move that a person has put together so far."""
        self.cursor = cursor
        """The word of `places` that the cursor stands on, or empty."""


class Terminal:
    """How it looks in a terminal; by default as the generic table."""

    def draw(self, canvas: Canvas) -> object | None:
        """A picture (anything rich can print), or None for the generic table.

        What lies under the cursor is marked with `UNDER_CURSOR`, so that a screen can scroll to it.
        """
        return None

    def places(self, view: View) -> list[list[str]]:
        """Rows of words of the notation that a cursor can walk over: the cards of a hand, the hexes of a map."""
        return []

    def describe(self, view: View, word: str, names: Sequence[str]) -> str:
        """What of the view bears this word (a hex, somebody on the map), as it is now; empty if nothing does."""
        return ""

    def commands(self) -> dict[str, Command]:
        """Commands of this game's own, by name."""
        return {}


class Web:
    """How it looks in the browser: a folder in the game's package with `table.js`, `table.css` and `lobby.svg`.

    What is missing there is drawn by the generic table, or shown as everybody's picture.
    """

    def __init__(self, package: str, folder: str = "web", accent: str = "") -> None:
        self.package = package
        self.folder = folder
        self.accent = accent
        """A CSS colour for the game's own buttons and marks; empty for ours."""

    def files(self) -> Traversable | None:
        """The folder, if there is one: in a directory or in a zip file."""
        if not self.package:
            return None
        found = resources.files(self.package).joinpath(self.folder)
        return found if found.is_dir() else None
