"""Optional parts of a game: bots, lab, terminal and browser. All have working defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from rumpus.core.evaluator import Evaluator
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Position, Seat, View
from rumpus.core.rng import Rng


class SearchConfig(NamedTuple):
    """Settings of the tree search. Defaults search to the end of the game."""

    exploration: float = 0.9
    """Exploration constant of UCB1 and PUCT."""
    rollout_candidates: int = 1
    """Moves scored per rollout decision; the best is played. 1: `rollout_move`, 0: uniform."""
    rollout_depth: int = 3000
    """Moves after which a rollout stops and `Evaluator.value` is used."""
    sims_per_world: int = 2
    """Simulations that start from copies of the same sampled world."""
    prior_weight: float = 0.0
    """Weight of the prior when a move is selected (PUCT). 0: UCB1, every move is tried once first."""
    tree_depth: int = 1000
    """Decisions that the tree goes down before the rollout. 1: compares the moves at the root."""
    regret_exploration: float = 0.2
    """Probability of sampling by prior at a simultaneous decision. 0: each seat uses UCB alone."""
    opponent_greedy: float = 0.0
    """Probability that an opponent plays its highest prior at a simultaneous decision."""
    prior_penalty: float = 0.0
    """Value subtracted from the move with the lowest prior; scaled linearly for the others."""
    resamples: int = 0
    """Maximum number of times an unlikely world is sampled again (`Evaluator.likelihood`). 0: never."""


Command = Callable[[list[str]], int]
"""A command of a game: takes its arguments, prints, and returns the exit status."""

UNDER_CURSOR = {"cursor": True}
"""Rich metadata that marks the drawing under the cursor: `text.apply_meta(UNDER_CURSOR)`."""

STRENGTHS = ("easy", "normal", "hard", "champion")
"""Named strengths of a search, in the order of the numbers in `Bots`."""


class WinModel(NamedTuple):
    """Turns an evaluator's values into win probabilities: softmax(slope * value), then `calibration`.

    Values are taken after a rollout, to the end of the game by default.
    """

    rollout_candidates: int = 1
    """Moves scored per rollout decision, as in `SearchConfig`."""
    rollout_depth: int = 3000
    """Moves after which a rollout stops, as in `SearchConfig`."""
    slope: float = 1.0
    """Slope after a rollout, fitted on games between bots. 0: the value says nothing."""
    static_slope: float = 0.0
    """Slope without a rollout. 0: always roll out."""
    calibration: Sequence[int] = ()
    """Observed win rates in per cent at evenly spaced predictions; linear in between. Empty: none.

    Corrects means over sampled worlds, which are often too optimistic: opponents have used up their best cards, and
    a world deals them again. Only applied with the usual number of seats.
    """
    by_bot: Mapping[str, WinModel] = {}
    """Models for games between particular bots, by name: weaker ones lose a lead more often."""


class Bots:
    """Settings of the game's bots.

    By default they search to the end, with uniform priors.
    """

    simulations: tuple[int, int, int, int] = (40, 400, 2000, 8000)
    """Simulations per decision for each of the `STRENGTHS`."""
    baseline = ""
    """A search to rate `hard` against on the ladder, such as `search:150/regret_exploration=0`. Empty: none."""
    blunder_rate = 0.0
    """Probability of a random move by `easy`, for games in which few simulations still play well."""
    seconds: tuple[float, float, float, float] = (0.2, 0.45, 3.0, 3.0)
    """Time limit per decision for each of the `STRENGTHS`. Not applied if results must be repeatable."""
    search = SearchConfig()
    """Settings of the tree search."""
    win_model = WinModel()
    """Estimates win probabilities for reviews."""
    exact_cases: Sequence[tuple[str, Mapping[str, object]]] = ()
    """Parts and options whose best responses `rumpus benchmark` computes exactly."""
    evaluator_sees_view_only = False
    """True if `score_move` depends on the seat's view only: then one world is enough."""

    def evaluator(self, options: Options) -> Evaluator:
        """Returns the evaluator for these options. By default every move and position scores 0."""
        return Evaluator()

    def features(self, options: Options) -> Features:
        """Returns the feature encoder for these options. By default it has no columns."""
        return Features(())

    def relative_moves(self, options: Options, seat: Seat) -> Sequence[Move]:
        """Returns every move's number with seats counted from this one, as features do.

        Networks learn these numbers. Empty, the default, means that no move names a seat.
        """
        return ()


class Treatments:
    """Things of one kind that the lab assigns to seats, to measure each effect."""

    def __init__(self, kind: str, names: Sequence[str], max_each: int = 1) -> None:
        self.kind = kind
        """The kind in words: "cat", "bonus ability"."""
        self.names = list(names)
        self.max_each = max_each
        """Maximum number of different ones per seat."""


class Lab:
    """Groups, counters and plots of the lab."""

    round_word = "round"
    """Unit of `rounds`."""

    def in_setup(self, position: Position) -> bool:
        """True while seats choose their equipment (a cat, a squad).

        The lab makes such choices at random.
        """
        return False

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """Returns what this seat plays with, for grouping results: [("feathers", "grey")]."""
        return []

    def random_setup(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """Groups this seat at its first decision by its chance outcomes.

        An example is [("turn order", "goes first")].
        """
        return []

    def treatments(self, options: Options) -> list[Treatments]:
        """Returns the kinds of things that can be assigned to seats.

        An assigned thing replaces others of the same kind.
        """
        return []

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], rng: Rng) -> Position:
        """Returns a new position after the setup, with `given[seat]` assigned to each seat.

        Everything else comes from `rng`, with the same draws for any assignment: treatments are compared on the same
        deals (common random numbers).
        """
        raise NotImplementedError

    def standing(self, position: Position) -> list[float]:
        """Returns a public score per seat; more is better.

        Scores are HP or points, for example. The list may be empty.
        """
        return []

    def rounds(self, position: Position) -> int:
        """Returns the number of rounds so far; 0 if not counted.

        `round_word` is the unit.
        """
        return 0

    def moment(self, position: Position) -> str:
        """Returns where the match is, such as `round 3`. Empty if not counted."""
        rounds = self.rounds(position)
        return f"{self.round_word} {rounds}" if rounds else ""

    control_variates = False
    """True to measure luck in every game and use it as control variate. Set it if that saves time."""

    luck_rollouts = 0
    """Rollouts per position for measuring luck, a multiple of 16. 0: the static value is enough."""

    def unseen_cards(self, position: Position) -> int:
        """Returns the number of cards in unknown order. Measuring luck deals them again."""
        return 0

    def shuffle_unseen(self, position: Position, rng: Rng) -> None:
        """Shuffles the cards in unknown order."""

    def unused_topics(self, options: Options) -> list[str]:
        """Returns topics absent from every log and view.

        Tests do not report them as dead text.
        """
        return []

    def chance_gains(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Returns seat, kind and thing of the event's chances.

        An example is [(1, "card", "Nine")]. `position` is the one after the event.
        """
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Returns the entries an event adds to the ledger.

        An example is [(1, "played", "Wild Nine")]. Words are those of `topics`.
        """
        return []


class Canvas(NamedTuple):
    """Input of a drawing for the terminal."""

    view: View
    names: Sequence[str]
    width: int
    """Available columns."""
    taken: Sequence[str] = ()
    """Words of the move entered so far."""
    cursor: str = ""
    """The word of `Terminal.places` under the cursor, or empty."""


class Terminal:
    """Drawing and commands for the terminal. The default is a generic table."""

    def draw(self, canvas: Canvas) -> object | None:
        """Returns a rich renderable, or None (generic table).

        `UNDER_CURSOR` marks the part to scroll to.
        """
        return None

    def places(self, view: View) -> list[list[str]]:
        """Returns rows of notation words for the cursor.

        Rows are the cards of a hand, or the hexes of a map.
        """
        return []

    def describe(self, view: View, word: str, names: Sequence[str]) -> str:
        """Describes the thing with this notation word, such as a hex or a figure.

        Empty if there is none.
        """
        return ""

    def commands(self) -> dict[str, Command]:
        """Returns this game's own commands by name."""
        return {}


class Web:
    """A package folder with `table.js`, `table.css` and `lobby.svg`. Missing files get a generic one."""

    def __init__(self, package: str, folder: str = "web", accent: str = "") -> None:
        self.package = package
        self.folder = folder
        self.accent = accent
        """CSS colour of the game's buttons and marks. Empty: the platform's colour."""

    def files(self) -> Traversable | None:
        """Returns the folder; None if there is none.

        It may lie in a directory or a zip file.
        """
        if not self.package:
            return None
        found = resources.files(self.package).joinpath(self.folder)
        return found if found.is_dir() else None
