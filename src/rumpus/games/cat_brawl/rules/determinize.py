"""Determinization: samples a full position from one seat's information.

Hidden are the others' sealed answers, bonus abilities and hands. Every world keeps the public facts about a hand:

- its size;
- a recycled card, until one of its kind is shown (`Cat.known`);
- for a Maine Coon, because its Hunting is public: the number of claws (`Cat.claws`), of other cards (`Cat.tame`), and
  the hunger if it held no claws (`Cat.lean`).

The other cards are uniform over the kinds, as every draw is. Nothing is inferred from decisions, with one exception: a
seat that waits in the prelude and owes no answer knows that another seat owes one.
"""

from __future__ import annotations

from rumpus.core.position import Seat
from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.abilities import BONUSES
from rumpus.games.cat_brawl.rules.cards import CANT_REVERSE, CLAW_KIND_COUNT, DOUBLE_SCRATCH, KIND_COUNT
from rumpus.games.cat_brawl.rules.cats import MAINE_COON, Cat
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.ring import CAT, POSTLUDE, PRELUDE, UNDECIDED, Ring


def determinize(world: Ring, seat: Seat, rng: Rng) -> None:
    """Resamples hidden bonus abilities, then hands, in the order of the seats."""
    for cat in world.cats:
        if cat.seat != seat:
            cat.answer = NO_MOVE
    if world.phase != CAT:
        sample_bonuses(world, seat, rng)
        for other in world.living:
            if other != seat:
                sample_hand(world, world.cats[other], rng)
    if world.winner == UNDECIDED:
        world.owing = world.asked()


def sample_bonuses(world: Ring, seat: Seat, rng: Rng) -> None:
    """Samples hidden bonus abilities uniformly, somebody owing an answer."""
    hidden: list[Cat] = []
    asked = world.phase != PRELUDE or seat in world.owing
    for other in world.living:
        cat = world.cats[other]
        if other == seat:
            continue
        if not cat.shown:
            hidden.append(cat)
            asked = asked or cat.own_prelude_ready(world.round)
        else:
            asked = asked or world.is_asked(cat)
    combinations = 1 << len(hidden)
    combination = rng.below(combinations) if asked else 1 + rng.below(combinations - 1)
    for cat in hidden:
        cat.bonus = BONUSES[combination & 1]
        combination >>= 1


def sample_hand(world: Ring, cat: Cat, rng: Rng) -> None:
    """Samples a hand of the same size, consistent with public knowledge."""
    known = cat.known
    claws = cat.claws
    tame = cat.tame
    free = cat.size - claws - tame
    cat.hand = [0] * KIND_COUNT
    cat.held_kinds = 0
    cat.size = 0
    if known:
        for card in range(KIND_COUNT):
            for _ in range(known[card]):
                cat.take(card)
                free -= 1
    for _ in range(claws):
        cat.take(CANT_REVERSE + rng.below(CLAW_KIND_COUNT))
    for _ in range(tame):
        card = rng.below(KIND_COUNT - CLAW_KIND_COUNT)
        cat.take(card if card < CANT_REVERSE else DOUBLE_SCRATCH)
    if cat.breed != MAINE_COON:
        draw_random(cat, free, rng)
        return
    # The last postlude looked at the hand before the card that everyone drew at the start of this round.
    since = min(free, 1) if world.phase != POSTLUDE and world.drew_this_round() else 0
    draw_random(cat, free - since, rng)
    cat.hunger = 0 if cat.has_claws() else cat.lean
    draw_random(cat, since, rng)


def draw_random(cat: Cat, cards: int, rng: Rng) -> None:
    for _ in range(cards):
        cat.take(rng.below(KIND_COUNT))
