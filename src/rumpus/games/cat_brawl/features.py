"""What a seat knows as a row of numbers, oneself first and the others in the order of the ring."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Features, Position, Seat
from rumpus.games.cat_brawl.rules.abilities import ATTACKER, CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES, KINDS
from rumpus.games.cat_brawl.rules.cats import BREEDS, Cat
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.position import Brawl

PHASES: Final = ["cat", "prelude", "strategy", "postlude"]
SEAT: Final = [
    "alive",
    "hp",
    "cards",
    "ready_in",
    "attacker",
    "critical_hit",
    "critical_ready_in",
    "skips",
    "spotlit",
    "critical",
    "surely_claws",
    "surely_tame",
]


def _names(seats: int) -> list[str]:
    names = ["round", "sealed", "hunger"]
    names += [f"phase {phase}" for phase in PHASES]
    names += [f"hand {card}" for card in CARD_NAMES]
    names += [f"pile {card}" for card in CARD_NAMES]
    for place in range(seats):
        names += [f"+{place} {part}" for part in SEAT]
        names += [f"+{place} {breed}" for breed in BREEDS]
        names += [f"+{place} surely {card}" for card in CARD_NAMES]
    return names


class BrawlFeatures(Features):
    """The length depends on the number of seats alone."""

    def __init__(self, seats: int) -> None:
        super().__init__(_names(seats))

    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, Brawl)
        me = position.cats[seat]
        row = [
            position.round / position.numbers.max_rounds,
            0.0 if me.answer == NO_MOVE else 1.0,
            float(me.hunger),
        ]
        for phase in range(len(PHASES)):
            row.append(1.0 if position.phase == phase else 0.0)
        for card in range(KINDS):
            row.append(me.hand[card] / 3)
        pile = [0] * KINDS
        for card in position.pile:
            pile[card] += 1
        for card in range(KINDS):
            row.append(pile[card] / 5)
        seats = len(position.cats)
        for place in range(seats):
            self.add(row, position, position.cats[(seat + place) % seats], place == 0)
        return row

    def add(self, row: list[float], brawl: Brawl, cat: Cat, mine: bool) -> None:
        knows = mine or cat.shown
        row.append(1.0 if brawl.alive >> cat.seat & 1 else 0.0)
        row.append(cat.hp / brawl.numbers.win_hp)
        row.append(cat.size / 10)
        row.append(max(0, cat.own_ready - brawl.round) / 3)
        row.append(1.0 if knows and cat.bonus is ATTACKER else 0.0)
        row.append(1.0 if knows and cat.bonus is CRITICAL_HIT else 0.0)
        row.append(max(0, cat.bonus_ready - brawl.round) / 3)
        row.append(1.0 if cat.skips else 0.0)
        row.append(1.0 if cat.spotlit else 0.0)
        row.append(1.0 if cat.critical else 0.0)
        row.append(cat.claws / 3)
        row.append(cat.tame / 10)
        for breed in range(len(BREEDS)):
            row.append(1.0 if cat.breed == breed else 0.0)
        for card in range(KINDS):
            row.append(cat.known[card] / 3 if cat.known else 0.0)
