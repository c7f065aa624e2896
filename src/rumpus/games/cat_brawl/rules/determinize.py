"""What a seat cannot know, dealt anew.

Hidden are the others' sealed answers, bonus abilities and hands. Everybody knows of another's hand, and every dream
keeps, what follows with certainty from what was seen:

- its size;
- a recycled card, until one of its kind is shown (`Cat.known`);
- for a Maine Coon, whose Hunting gives away when it found no claws: how many cards are surely claws (`Cat.claws`), how
  many surely are not (`Cat.tame`), and the count that follows if it held none (`Cat.lean`).

The rest of a hand is as likely to be one kind as another, because every drawn card is. Nothing is read into what a
player did or left undone, with one exception that the table makes plain: a seat that waits in the prelude and owes no
answer itself knows that somebody else does.
"""

from __future__ import annotations

from rumpus.core.position import Seat
from rumpus.core.rng import Luck
from rumpus.games.cat_brawl.rules.abilities import BONUSES
from rumpus.games.cat_brawl.rules.cards import CANT_REVERSE, CLAW_KINDS, DOUBLE_SCRATCH, KINDS
from rumpus.games.cat_brawl.rules.cats import MAINE_COON, Cat
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.ring import CAT, POSTLUDE, PRELUDE, UNDECIDED, Ring


def deal_anew(dream: Ring, seat: Seat, luck: Luck) -> None:
    """Deal, seats upwards, first the bonus abilities and then the hands that this seat has not seen."""
    for cat in dream.cats:
        if cat.seat != seat:
            cat.answer = NO_MOVE
    if dream.phase != CAT:
        dream_of_bonuses(dream, seat, luck)
        for other in dream.living:
            if other != seat:
                dream_of_hand(dream, dream.cats[other], luck)
    if dream.winner == UNDECIDED:
        dream.owing = dream.asked()


def dream_of_bonuses(dream: Ring, seat: Seat, luck: Luck) -> None:
    """Every combination of hidden bonus abilities is equally likely, as far as somebody owes an answer."""
    hidden: list[Cat] = []
    asked = dream.phase != PRELUDE or seat in dream.owing
    for other in dream.living:
        cat = dream.cats[other]
        if other == seat:
            continue
        if not cat.shown:
            hidden.append(cat)
            asked = asked or cat.own_prelude_ready(dream.round)
        else:
            asked = asked or dream.is_asked(cat)
    combinations = 1 << len(hidden)
    combination = luck.below(combinations) if asked else 1 + luck.below(combinations - 1)
    for cat in hidden:
        cat.bonus = BONUSES[combination & 1]
        combination >>= 1


def dream_of_hand(dream: Ring, cat: Cat, luck: Luck) -> None:
    """A hand of the right size that holds what it surely holds and lacks what it surely lacks."""
    known = cat.known
    claws = cat.claws
    tame = cat.tame
    free = cat.size - claws - tame
    cat.hand = [0] * KINDS
    cat.held = 0
    cat.size = 0
    if known:
        for card in range(KINDS):
            for _ in range(known[card]):
                cat.take(card)
                free -= 1
    for _ in range(claws):
        cat.take(CANT_REVERSE + luck.below(CLAW_KINDS))
    for _ in range(tame):
        card = luck.below(KINDS - CLAW_KINDS)
        cat.take(card if card < CANT_REVERSE else DOUBLE_SCRATCH)
    if cat.breed != MAINE_COON:
        draw_unseen(cat, free, luck)
        return
    # The last postlude looked at the hand before the card that everyone drew at the start of this round.
    since = min(free, 1) if dream.phase != POSTLUDE and dream.drew_this_round() else 0
    draw_unseen(cat, free - since, luck)
    cat.hunger = 0 if cat.has_claws() else cat.lean
    draw_unseen(cat, since, luck)


def draw_unseen(cat: Cat, cards: int, luck: Luck) -> None:
    for _ in range(cards):
        cat.take(luck.below(KINDS))
