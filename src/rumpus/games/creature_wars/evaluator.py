"""A rough sense of what is good in Creature Wars: which card to send, and who is ahead."""

from __future__ import annotations

from typing import Final

from rumpus.core.evaluator import Judge
from rumpus.core.position import Move, Position, Seat
from rumpus.games.creature_wars.rules.cards import CREATURE, NOBODY, ODDITY, WITCH
from rumpus.games.creature_wars.rules.frames import ASK_DUEL, ASK_OFFER, ASK_OWN_CARD
from rumpus.games.creature_wars.rules.moves import OFFER_MOVES
from rumpus.games.creature_wars.rules.position import War

ADVANTAGE: Final = 3
WITCH_WORTH: Final = 4.0


class WarJudge(Judge):
    """Plays each card against what the other hand of the dream could send."""

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, War)
        if position.asking == ASK_DUEL:
            return duel_worth(position, seat, position.hands[seat][move])
        if position.asking == ASK_OWN_CARD:
            # Most questions about the own hand ask for something to give up or to work on: the middling card.
            return -abs(card_worth(position, position.hands[seat][move]) - 4.0)
        if position.asking == ASK_OFFER:
            return card_worth(position, position.options[move - OFFER_MOVES])
        return 0.0

    def worth(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, War)
        result = position.result()
        if result is not None:
            return result[seat]
        foe = 1 - seat
        lead = float(position.empires[seat].hp - position.empires[foe].hp)
        cards = hand_worth(position, seat) - hand_worth(position, foe)
        # Towards the end the creatures still held will hurt their holder (CW-89).
        if len(position.deck) < 8:
            lead -= 0.5 * (held_harm(position, seat) - held_harm(position, foe))
        return max(-0.99, min(0.99, (lead + 0.35 * cards) / 24.0))


def power(war: War, c: int, other: int) -> int:
    """Base, level and advantage against a card; what else may bear on it is left out."""
    card = war.cards[c]
    total = card.base + card.level
    if other != NOBODY:
        facing = war.cards[other]
        if card.type >= 0 and facing.type >= 0 and (card.type + 1) % 4 == facing.type:
            total += ADVANTAGE
    return total


def duel_worth(war: War, seat: int, c: int) -> float:
    """The mean outcome against each card the other player could send."""
    foe = 1 - seat
    card = war.cards[c]
    if card.kind == ODDITY:
        return 1.5
    total = 0.0
    others = war.hands[foe]
    for other in others:
        total += outcome(war, c, other)
    mean = total / len(others) if others else 0.0
    if card.kind == WITCH:
        level: int = card.level
        return mean + WITCH_WORTH * 0.4 + 0.1 * level
    # A strong card is worth keeping unless it wins something; a heavy one is better lost early than held in Mayhem.
    late = 0.35 * war.harm(c) if len(war.deck) < 10 else 0.0
    return mean - 0.12 * power(war, c, NOBODY) + late


def outcome(war: War, c: int, other: int) -> float:
    """What a duel with that card would bring, in health."""
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


def card_worth(war: War, c: int) -> float:
    """How glad one is to hold it."""
    card = war.cards[c]
    level: int = card.level
    if card.kind == WITCH:
        return WITCH_WORTH + 0.2 * level
    if card.kind == ODDITY or card.locks:
        return 0.0
    return 0.6 * (level + card.base) - 0.3 * war.harm(c)


def hand_worth(war: War, p: int) -> float:
    total = 0.0
    for c in war.hands[p]:
        total += card_worth(war, c)
    return total


def held_harm(war: War, p: int) -> float:
    """What the creatures in hand would cost their holder in Mayhem."""
    total = 0
    for c in war.hands[p]:
        if war.cards[c].kind == CREATURE:
            total += war.harm(c)
    return float(total)
