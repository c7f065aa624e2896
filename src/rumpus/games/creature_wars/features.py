"""What a seat of Creature Wars knows, as a row of numbers."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Features, Position, Seat
from rumpus.games.creature_wars.rules.cards import ALL_TRIBES, CREATURE, NOBODY, TYPES, WITCH
from rumpus.games.creature_wars.rules.frames import ASK_DUEL, ASK_PEEK, NOTHING
from rumpus.games.creature_wars.rules.lettering import TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.position import War

PLACES: Final = 12
"""So many cards of the own hand are described one by one."""
OF_A_CARD: Final = 8
GENERAL: Final = ["turn", "first", "deck", "own hp", "other hp", "own cards", "other cards", "own wins", "other wins"]


def feature_names() -> list[str]:
    names = list(GENERAL)
    names += [f"asked {kind}" for kind in range(ASK_PEEK + 1)]
    for place in range(PLACES):
        for what in ("there", "creature", "witch", "level", "base", "type", "tribe", "rests"):
            names.append(f"card {place}: {what}")
    for whose in ("own", "other"):
        names += [f"{whose} slot: {what}" for what in ("there", "creature", "level", "base")]
    names += [f"own {tribe}" for tribe in TRIBE_NAMES]
    names += [f"own {type_}" for type_ in TYPE_NAMES]
    names += ["seen in the other hand", "their mean power"]
    return names


class WarFeatures(Features):
    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, War)
        foe = 1 - seat
        mine, theirs = position.empires[seat], position.empires[foe]
        row = [
            position.turn / 25.0,
            1.0 if position.first == seat else 0.0,
            len(position.deck) / 42.0,
            mine.hp / 30.0,
            theirs.hp / 30.0,
            len(position.hands[seat]) / 10.0,
            len(position.hands[foe]) / 10.0,
            mine.won / 10.0,
            theirs.won / 10.0,
        ]
        asked = position.asking if position.asking == ASK_DUEL or position.asked == seat else NOTHING
        for kind in range(ASK_PEEK + 1):
            row.append(1.0 if asked == kind else 0.0)
        hand = position.hands[seat]
        for place in range(PLACES):
            if place < len(hand):
                add_card(row, position, hand[place])
            else:
                for _ in range(OF_A_CARD):
                    row.append(0.0)
        for p in (seat, foe):
            add_slot(row, position, position.empires[p].slot)
        add_counts(row, position, seat)
        known = [c for c in position.hands[foe] if position.cards[c].seen >> seat & 1]
        total = 0
        for c in known:
            total += position.cards[c].level + position.cards[c].base
        row.append(len(known) / 10.0)
        row.append(total / (10.0 * len(known)) if known else 0.0)
        return row


def add_card(row: list[float], war: War, c: int) -> None:
    card = war.cards[c]
    row.append(1.0)
    row.append(1.0 if card.kind == CREATURE else 0.0)
    row.append(1.0 if card.kind == WITCH else 0.0)
    row.append(card.level / 10.0)
    row.append(card.base / 10.0)
    row.append((card.type + 1) / 4.0)
    row.append((card.tribe + 1) / 15.0)
    row.append(1.0 if card.locks else card.cooldown / 4.0)


def add_slot(row: list[float], war: War, c: int) -> None:
    if c == NOBODY:
        for _ in range(4):
            row.append(0.0)
        return
    card = war.cards[c]
    row.append(1.0)
    row.append(1.0 if card.kind == CREATURE else 0.0)
    row.append(card.level / 10.0)
    row.append(card.base / 10.0)


def add_counts(row: list[float], war: War, seat: int) -> None:
    """How near the hand is to a Rally."""
    tribes = [0] * ALL_TRIBES
    types = [0] * TYPES
    for c in war.hands[seat]:
        card = war.cards[c]
        if card.kind == CREATURE and not card.barred:
            if card.tribe >= 0:
                tribes[card.tribe] += 1
            if card.type >= 0:
                types[card.type] += 1
    for count in tribes:
        row.append(count / 4.0)
    for count in types:
        row.append(count / 4.0)
