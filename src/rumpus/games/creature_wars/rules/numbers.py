"""Options of a match, and numbers derived from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.errors import BadOption
from rumpus.core.options import Field, Options, choice, names, number
from rumpus.games.creature_wars.rules.cards import ANY, TIER, TRIBES
from rumpus.games.creature_wars.rules.duels.frames import NOTHING
from rumpus.games.creature_wars.rules.lettering import TIER_NAMES, TRIBE_NAMES
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, all_witches, witch_of

RULEBOOK_STRENGTHS: Final = (0, 2, 3, 3, 4, 5, 7)
STEEP_STRENGTHS: Final = (0, 2, 3, 4, 5, 7, 9)
MAX_WITCH_CARDS: Final = 100


def _strength_field(tribe: str, default: int) -> Field:
    return number(f"{tribe.lower()}_strength", default, 0, 20, f"The base strength of every {tribe}.", "CW-4")


FIELDS: Final[Sequence[Field]] = (
    number("hp", 30, 1, 999, "HP of each Empire at the start.", "CW-2", basic=True, label="Starting HP"),
    number("hand", 5, 0, 20, "Cards dealt to each player.", "CW-8"),
    number("creature_sets", 1, 0, 3, "How often each of the 42 creatures is in the deck.", "CW-3"),
    number(
        "witch_cards",
        10,
        0,
        MAX_WITCH_CARDS,
        "Number of random witches in the deck.",
        "CW-6",
        basic=True,
        label="Witches in the deck",
    ),
    choice(
        "strengths",
        "rulebook",
        ["rulebook", "steep"],
        "The table of base strengths: the rulebook's 0, 2, 3, 3, 4, 5, 7, or a steep 0, 2, 3, 4, 5, 7, 9.",
        "CW-4",
    ),
    *[_strength_field(TRIBE_NAMES[tribe], RULEBOOK_STRENGTHS[tribe]) for tribe in range(TRIBES)],
    number("lesser_weight", 3, 0, 100, "Weight of Lesser witches among random witches.", "CW-6"),
    number("sacred_weight", 2, 0, 100, "Weight of Sacred witches among random witches.", "CW-6"),
    number("sinful_weight", 1, 0, 100, "Weight of Sinful witches among random witches.", "CW-6"),
    names(
        "witches",
        [witch.name for witch in all_witches()],
        "Only these witches appear. Leave it empty for all of them.",
        "CW-7",
    ),
    number("turn_limit", 100, 1, 100, "Mayhem starts at the end of this turn at the latest.", "CW-90"),
)


class Numbers:
    """Numbers of a match, from its options."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.hp = options.number("hp")
        self.hand = options.number("hand")
        self.creature_sets = options.number("creature_sets")
        self.witch_cards = options.number("witch_cards")
        self.strengths = list(STEEP_STRENGTHS) if options.choice("strengths") == "steep" else _strengths(options)
        self.turn_limit = options.number("turn_limit")
        self.pools: list[list[int]] = []
        """Witches in play by tier."""
        self.mask_pools: list[list[int]] = []
        """Pools without imitating witches (CW-80)."""
        self.weights: list[int] = []
        """Weights of the tiers; 0 for an empty pool."""
        wanted = options.names("witches")
        for tier, witches in enumerate(CATALOGUE):
            pool = [tier * TIER + i for i, witch in enumerate(witches) if not wanted or witch.name in wanted]
            self.pools.append(pool)
            self.mask_pools.append([w for w in pool if not witches[w % TIER].meta])
            self.weights.append(options.number(f"{TIER_NAMES[tier].lower()}_weight") if pool else 0)


def check(options: Options) -> None:
    """Raises BadOption for values that do not fit together."""
    if options.choice("strengths") == "steep" and _strengths(options) != list(RULEBOOK_STRENGTHS):
        raise BadOption("Choose the steep table or change single strengths, not both (CW-4).", "strengths")
    size, hand = 42 * options.number("creature_sets") + options.number("witch_cards"), options.number("hand")
    if size < 2 * hand:
        raise BadOption(f"A deck of {size} cards is too small for two hands of {hand}. Deal fewer (CW-8).", "hand")
    numbers = Numbers(options)
    if sum(numbers.weights) == 0:
        raise BadOption("All tiers with witches in this match have weight 0. Raise a weight (CW-6).", "lesser_weight")
    _check_growth(numbers)


def _check_growth(numbers: Numbers) -> None:
    """Raises BadOption if hands that cast as a whole bring new cards faster than they use up witches.

    Each cast uses up a witch. If she brings fewer than one card on average, the cards in existence stay bounded.
    """
    dealt = [witch_of(number) for pool in numbers.pools for number in pool]
    names = [witch.name for witch in dealt if NOTHING in witch.asks]
    if not names:
        return
    tiers = {witch.brings_tier for witch in dealt if witch.brings}
    average = max([_cards_brought(numbers, tier) for tier in tiers], default=0.0)
    if average < 1:
        return
    most = max(dealt, key=lambda witch: witch.brings).name
    raise BadOption(
        f"{names[0]} makes a whole hand cast, and a random witch of this match brings {average:.1f} new cards. "
        f"Keep the average below 1: leave out {most}, or name more witches (CW-7).",
        "witches",
    )


def _cards_brought(numbers: Numbers, tier: int) -> float:
    """Returns the average number of new cards that a random witch brings."""
    if tier != ANY:
        pool = numbers.pools[tier]
        return sum([witch_of(number).brings for number in pool]) / len(pool) if pool else 0.0
    shares = numbers.weights
    return sum([shares[t] * _cards_brought(numbers, t) for t in range(len(shares))]) / sum(shares)


def _strengths(options: Options) -> list[int]:
    return [options.number(f"{TRIBE_NAMES[tribe].lower()}_strength") for tribe in range(TRIBES)]
