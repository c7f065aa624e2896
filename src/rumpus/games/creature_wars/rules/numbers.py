"""Every number of the rulebook: what a match may change, and the numbers made from it, shared by all its positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.errors import BadOption
from rumpus.core.options import Field, Options, choice, names, number
from rumpus.games.creature_wars.rules.cards import TIER, TRIBES
from rumpus.games.creature_wars.rules.lettering import TIER_NAMES, TRIBE_NAMES
from rumpus.games.creature_wars.rules.names import NAMES
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE

RULEBOOK_STRENGTHS: Final = (0, 2, 3, 3, 4, 5, 7)
STEEP_STRENGTHS: Final = (0, 2, 3, 4, 5, 7, 9)
MOST_WITCHES: Final = 100


def strength_fields() -> list[Field]:
    return [
        number(
            f"{TRIBE_NAMES[tribe].lower()}_strength",
            RULEBOOK_STRENGTHS[tribe],
            0,
            20,
            f"The base strength of every {TRIBE_NAMES[tribe]}.",
            "CW-4",
        )
        for tribe in range(TRIBES)
    ]


FIELDS: Final[Sequence[Field]] = (
    number("hp", 30, 1, 999, "The health each Empire starts with.", "CW-2", basic=True, label="HP of each Empire"),
    number("hand", 5, 0, 20, "The cards each player is dealt.", "CW-8"),
    number("creature_sets", 1, 0, 3, "How often each of the 42 creatures is in the deck.", "CW-3"),
    number(
        "witch_cards",
        10,
        0,
        MOST_WITCHES,
        "The random witches in the deck.",
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
    *strength_fields(),
    number("lesser_weight", 3, 0, 100, "How often a random witch is Lesser, against the other weights.", "CW-6"),
    number("sacred_weight", 2, 0, 100, "How often a random witch is Sacred, against the other weights.", "CW-6"),
    number("sinful_weight", 1, 0, 100, "How often a random witch is Sinful, against the other weights.", "CW-6"),
    names(
        "witches",
        [name for tier in NAMES for name in tier],
        "Only these witches are dealt and rolled; none named means all of them.",
        "CW-7",
    ),
    number("turn_limit", 100, 1, 100, "Mayhem breaks out at the end of this turn at the latest.", "CW-90"),
)


class Numbers:
    """What a match may change. `pools` lists, per tier, the numbers of the witches that can be dealt."""

    def __init__(
        self,
        options: Options,
        hp: int,
        hand: int,
        creature_sets: int,
        witch_cards: int,
        strengths: list[int],
        weights: list[int],
        pools: list[list[int]],
        mask_pools: list[list[int]],
        turn_limit: int,
    ) -> None:
        self.options = options
        self.hp = hp
        self.hand = hand
        self.creature_sets = creature_sets
        self.witch_cards = witch_cards
        self.strengths = strengths
        self.weights = weights
        self.pools = pools
        self.mask_pools = mask_pools
        """The pools without the witches that imitate others (CW-80)."""
        self.turn_limit = turn_limit


def check(options: Options) -> None:
    """Refuse values that do not go together."""
    if options.choice("strengths") == "steep" and _strengths(options) != list(RULEBOOK_STRENGTHS):
        raise BadOption("choose the steep table or change single strengths, not both (CW-4)", "strengths")
    size = 42 * options.number("creature_sets") + options.number("witch_cards")
    if size < 2 * options.number("hand"):
        raise BadOption(f"a deck of {size} cards is too small for two hands of {options.number('hand')} (CW-8)", "hand")
    numbers = numbers_of(options)
    if sum(numbers.weights) == 0:
        raise BadOption("no tier that has a witch in this match has any weight; raise a weight (CW-6)", "lesser_weight")


def _strengths(options: Options) -> list[int]:
    return [options.number(f"{TRIBE_NAMES[tribe].lower()}_strength") for tribe in range(TRIBES)]


def numbers_of(options: Options) -> Numbers:
    """The numbers of a match with these options."""
    strengths = list(STEEP_STRENGTHS) if options.choice("strengths") == "steep" else _strengths(options)
    wanted = options.names("witches")
    weights = [options.number(f"{name.lower()}_weight") for name in TIER_NAMES]
    pools: list[list[int]] = []
    mask_pools: list[list[int]] = []
    for tier in range(len(CATALOGUE)):
        pool = [tier * TIER + i for i in range(len(CATALOGUE[tier])) if not wanted or CATALOGUE[tier][i].name in wanted]
        pools.append(pool)
        mask_pools.append([w for w in pool if not CATALOGUE[tier][w % TIER].meta])
        if not pool:
            weights[tier] = 0
    return Numbers(
        options,
        options.number("hp"),
        options.number("hand"),
        options.number("creature_sets"),
        options.number("witch_cards"),
        strengths,
        weights,
        pools,
        mask_pools,
        options.number("turn_limit"),
    )
