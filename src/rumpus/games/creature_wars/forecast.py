"""Forecast of a duel from the seat's information: power, price, win probability."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.words import Forecast
from rumpus.games.creature_wars.rules.cards import CREATURE, NONE, ODDITY, RAVEN, WITCH
from rumpus.games.creature_wars.rules.duels.fight import compare
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL
from rumpus.games.creature_wars.rules.moves import named_card
from rumpus.games.creature_wars.rules.position import War, as_war

MAX_SAMPLED_CARDS: Final = 32
"""Upper limit of unseen cards tried as opponents."""


def forecast(position: Position, seat: Seat, move: Move) -> Forecast:
    """Returns `power`, `price` if lost and, in a duel, `wins` and `loses`; for a witch `safe`.

    `power` is without type advantage. Cards the opponent may hold count as equally likely, known ones as held.
    Witches fight without casting.
    """
    war = as_war(position)
    c = named_card(war, seat, move)
    if c == NONE or war.cards[c].kind == ODDITY:
        return {}
    card = war.cards[c]
    duelling = war.asking == ASK_DUEL
    found: Forecast = {"power": _power(war, seat, c, duelling), "price": _price(war, seat, c, duelling)}
    if duelling and card.kind == CREATURE:
        wins, loses = _win_and_loss_probability(war, seat, c)
        if wins + loses > 0:
            found["wins"], found["loses"] = round(wins, 3), round(loses, 3)
    elif duelling:
        found["safe"] = round(1 - _win_and_loss_probability(war, seat, c)[1], 3)
    return found


def _power(war: War, seat: Seat, c: int, duelling: bool) -> int:
    card, empire = war.cards[c], war.empires[seat]
    if not duelling:
        return card.base + card.level
    return card.base + card.level + (3 if empire.surge else 0) + (3 if empire.high else 0)


def _price(war: War, seat: Seat, c: int, duelling: bool) -> int:
    """Damage to the owner if the card falls now (B-10)."""
    price = war.cards[c].base if war.cards[c].kind == WITCH else war.harm(c)
    if not duelling:
        return price
    empire = war.empires[seat]
    if empire.high:
        price *= 2
    if empire.proud:
        price *= 2
    return price + 3 * war.magic.wrath


def _win_and_loss_probability(war: War, seat: Seat, c: int) -> tuple[float, float]:
    """Fights the card against every known and a sample of unseen cards."""
    foe = 1 - seat
    if war.empires[foe].skipping:
        return 0.0, 0.0
    war = as_war(war.determinize(seat, SeededRng("a quick estimate")))
    bit = 1 << seat
    seen = [card for card in war.hands[foe] if war.cards[card].seen & bit]
    hidden = len(war.hands[foe]) - len(seen)
    seen = [card for card in seen if _is_playable(war, card)]
    unseen = [card for card in [*war.hands[foe], *war.deck] if not war.cards[card].seen & bit] if hidden else []
    some = unseen[:: 1 + (len(unseen) - 1) // MAX_SAMPLED_CARDS] if unseen else []
    arena = _arena(war, seat, c)
    total = wins = loses = 0.0
    for cards, weight in ((seen, 1.0), (some, hidden / max(1, len(some)))):
        for other in cards:
            won, lost = _fight(arena, war, seat, c, other)
            total += weight
            wins += weight * won
            loses += weight * lost
    return (wins / total, loses / total) if total else (0.0, 0.0)


def _is_playable(war: War, c: int) -> bool:
    card = war.cards[c]
    return not card.locks and not card.cooldown and card.name != RAVEN


def _arena(war: War, seat: Seat, c: int) -> War:
    """Copies the position and sets the charges this card would use (B-5)."""
    arena = war.copy()
    empire = arena.empires[seat]
    empire.surging = empire.surge > 0
    empire.fortunate = empire.lucky > 0 and arena.cards[c].kind == CREATURE
    if empire.high:
        arena.writable(c).level += 3
    return arena


def _fight(arena: War, war: War, seat: Seat, c: int, other: int) -> tuple[bool, bool]:
    """Returns win and loss of the card against `other`."""
    foe = arena.empires[1 - seat]
    arena.empires[seat].slot = c
    foe.slot = other
    foe.surging = foe.surge > 0
    foe.fortunate = foe.lucky > 0 and arena.cards[other].kind == CREATURE
    arena.magic.goliath, arena.magic.berserk = war.magic.goliath, war.magic.berserk
    arena.inverted = arena.berserk = False
    compare(arena)
    foe.slot = NONE
    return arena.winner == seat, bool(arena.losers >> seat & 1)
