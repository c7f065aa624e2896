"""What a card would do in a duel, from what its seat knows: its power, its price, and how often it would win."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move, Seat
from rumpus.core.rng import Seeded
from rumpus.core.words import Forecast
from rumpus.games.creature_wars.rules.cards import CREATURE, NOBODY, RAVEN, WITCH
from rumpus.games.creature_wars.rules.fight import compare
from rumpus.games.creature_wars.rules.frames import ASK_DUEL, ASK_OFFER, ASK_OWN_CARD
from rumpus.games.creature_wars.rules.moves import OFFER_MOVES
from rumpus.games.creature_wars.rules.position import War, as_war

SAMPLE: Final = 32
"""Of so many unseen cards, evenly spread, each is fought."""


def forecast(war: War, seat: Seat, move: Move) -> Forecast:
    """`power` without a type's advantage, the `price` if it falls; in a duel how likely it `wins` and `loses`.

    Of a witch it is how likely she is `safe`: nobody kills her.

    Every card that the other may hold is as likely as any other, those that one has seen count as held, and witches
    fight without casting: a quick estimate, by the rules of the duel itself.
    """
    if war.asking in (ASK_DUEL, ASK_OWN_CARD):
        c = war.hands[seat][move]
    elif war.asking == ASK_OFFER:
        c = war.options[move - OFFER_MOVES]
    else:
        return {}
    card = war.cards[c]
    if card.kind not in (CREATURE, WITCH):
        return {}
    duelling = war.asking == ASK_DUEL
    found: Forecast = {"power": _power(war, seat, c, duelling), "price": _price(war, seat, c, duelling)}
    if duelling and card.kind == CREATURE:
        wins, loses = _chances(war, seat, c)
        if wins + loses > 0:
            found["wins"], found["loses"] = round(wins, 3), round(loses, 3)
    elif duelling:
        found["safe"] = round(1 - _chances(war, seat, c)[1], 3)
    return found


def _power(war: War, seat: Seat, c: int, duelling: bool) -> int:
    card, empire = war.cards[c], war.empires[seat]
    if not duelling:
        return card.base + card.level
    return card.base + card.level + (3 if empire.surge else 0) + (3 if empire.high else 0)


def _price(war: War, seat: Seat, c: int, duelling: bool) -> int:
    """What its owner pays if it falls now (B-10)."""
    price = war.cards[c].base if war.cards[c].kind == WITCH else war.harm(c)
    if not duelling:
        return price
    empire = war.empires[seat]
    if empire.high:
        price *= 2
    if empire.proud:
        price *= 2
    return price + 3 * war.magic.wrath


def _chances(war: War, seat: Seat, c: int) -> tuple[float, float]:
    """How likely this card wins and loses its duel, against cards as its player may imagine them."""
    foe = 1 - seat
    if war.empires[foe].skipping:
        return 0.0, 0.0
    war = as_war(war.imagine(seat, Seeded("a quick estimate")))
    bit = 1 << seat
    seen = [card for card in war.hands[foe] if war.cards[card].seen & bit]
    hidden = len(war.hands[foe]) - len(seen)
    seen = [card for card in seen if _may_come(war, card)]
    unseen = [card for card in [*war.hands[foe], *war.deck] if not war.cards[card].seen & bit] if hidden else []
    some = unseen[:: 1 + (len(unseen) - 1) // SAMPLE] if unseen else []
    arena = _arena(war, seat, c)
    total = wins = loses = 0.0
    for cards, weight in ((seen, 1.0), (some, hidden / max(1, len(some)))):
        for other in cards:
            won, lost = _fight(arena, war, seat, c, other)
            total += weight
            wins += weight * won
            loses += weight * lost
    return (wins / total, loses / total) if total else (0.0, 0.0)


def _may_come(war: War, c: int) -> bool:
    card = war.cards[c]
    return not card.locks and not card.cooldown and card.name != RAVEN


def _arena(war: War, seat: Seat, c: int) -> War:
    """A copy in which this card lies in its slot, with the charges that it would use (B-5)."""
    arena = war.copy()
    empire = arena.empires[seat]
    empire.surging = empire.surge > 0
    empire.fortunate = empire.lucky > 0 and arena.cards[c].kind == CREATURE
    if empire.high:
        arena.mine(c).level += 3
    return arena


def _fight(arena: War, war: War, seat: Seat, c: int, other: int) -> tuple[bool, bool]:
    """Whether the card wins and whether it loses against this other one."""
    foe = arena.empires[1 - seat]
    arena.empires[seat].slot = c
    foe.slot = other
    foe.surging = foe.surge > 0
    foe.fortunate = foe.lucky > 0 and arena.cards[other].kind == CREATURE
    arena.magic.goliath, arena.magic.berserk = war.magic.goliath, war.magic.berserk
    arena.inverted = arena.berserk = False
    compare(arena)
    foe.slot = NOBODY
    return arena.winner == seat, bool(arena.losers >> seat & 1)
