"""Static evaluation of moves and positions in Creature Wars."""

from __future__ import annotations

from typing import Final

from rumpus.core.evaluator import Evaluator
from rumpus.core.position import Move, Position, Seat
from rumpus.games.creature_wars.rules.cards import CREATURE, NONE, ODDITY, WITCH
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, ASK_OWN_CARD
from rumpus.games.creature_wars.rules.moves import named_card
from rumpus.games.creature_wars.rules.position import War

ADVANTAGE: Final = 3
WITCH_VALUE: Final = 4.0


class WarEvaluator(Evaluator):
    """Scores a card by its mean result against the opponent's hand."""

    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, War)
        c = named_card(position, seat, move)
        if c == NONE:
            return 0.0
        if position.asking == ASK_DUEL:
            return duel_value(position, seat, c)
        value = card_value(position, c)
        # Most questions about the own hand ask for a card to give up or to change: prefer a middling one.
        return -abs(value - 4.0) if position.asking == ASK_OWN_CARD else value

    def value(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, War)
        result = position.result()
        if result is not None:
            return result[seat]
        foe = 1 - seat
        lead = float(position.empires[seat].hp - position.empires[foe].hp)
        cards = hand_value(position, seat) - hand_value(position, foe)
        # Near the end, held creatures are about to hurt their holder (CW-89).
        if len(position.deck) < 8:
            lead -= 0.5 * (mayhem_damage(position, seat) - mayhem_damage(position, foe))
        return max(-0.99, min(0.99, (lead + 0.35 * cards) / 24.0))


def power(war: War, c: int, other: int) -> int:
    """Base, level and type advantage, without charges and magic."""
    card = war.cards[c]
    total = card.base + card.level
    if other != NONE:
        facing = war.cards[other]
        if card.type >= 0 and facing.type >= 0 and (card.type + 1) % 4 == facing.type:
            total += ADVANTAGE
    return total


def duel_value(war: War, seat: int, c: int) -> float:
    """Mean result against each card of the opponent's hand."""
    foe = 1 - seat
    card = war.cards[c]
    if card.kind == ODDITY:
        return 1.5
    total = 0.0
    others = war.hands[foe]
    for other in others:
        total += duel_outcome(war, c, other)
    mean = total / len(others) if others else 0.0
    if card.kind == WITCH:
        level: int = card.level
        return mean + WITCH_VALUE * 0.4 + 0.1 * level
    # Keep strong cards unless they win; late in the game, get rid of costly ones before Mayhem.
    late = 0.35 * war.harm(c) if len(war.deck) < 10 else 0.0
    return mean - 0.12 * power(war, c, NONE) + late


def duel_outcome(war: War, c: int, other: int) -> float:
    """Change of the health difference in a duel with `other`, roughly."""
    card, facing = war.cards[c], war.cards[other]
    if facing.kind == ODDITY:
        return -0.5
    mine, theirs = power(war, c, other), power(war, other, c)
    if card.kind == CREATURE and facing.kind == CREATURE:
        if mine > theirs:
            return war.harm(other) + 1.0
        if mine < theirs:
            return -war.harm(c) - 1.0
        return 0.0
    if card.kind == CREATURE:
        return 3.0 if mine > theirs else 0.0
    if facing.kind == CREATURE:
        return -3.0 if theirs > mine else 0.5
    return 3.0 if mine > theirs else (-3.0 if mine < theirs else 0.0)


def card_value(war: War, c: int) -> float:
    card = war.cards[c]
    level: int = card.level
    if card.kind == WITCH:
        return WITCH_VALUE + 0.2 * level
    if card.kind == ODDITY or card.locks:
        return 0.0
    return 0.6 * (level + card.base) - 0.3 * war.harm(c)


def hand_value(war: War, p: int) -> float:
    total = 0.0
    for c in war.hands[p]:
        total += card_value(war, c)
    return total


def mayhem_damage(war: War, p: int) -> float:
    """Damage to the holder if Mayhem started now (CW-89)."""
    total = 0
    for c in war.hands[p]:
        if war.cards[c].kind == CREATURE:
            total += war.harm(c)
    return float(total)
