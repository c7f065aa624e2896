"""What a seat knows of a match as a row of numbers, for learning."""

from __future__ import annotations

from rumpus.core.contract import Features, Position, Seat
from rumpus.games.battle_puno.rules.cards import NAMES, SYMBOLS
from rumpus.games.battle_puno.rules.deck import COLOURS, FACES
from rumpus.games.battle_puno.rules.position import Puno
from rumpus.games.battle_puno.rules.state import DRAWN, PHASES


def _names(players: int) -> list[str]:
    names = ["hand " + name for name in NAMES]
    names += ["gone " + name for name in NAMES]
    names += ["known " + name for name in NAMES]
    names += ["drawn " + name for name in NAMES]
    names += ["in force " + colour for colour in COLOURS[:4]]
    names += ["in force " + symbol for symbol in SYMBOLS]
    names += ["phase " + phase for phase in PHASES]
    names += ["direction", "penalty", "pool", "deck", "still in", "round", "turn"]
    for place in range(players):
        who = "own" if place == 0 else f"left {place}"
        names += [f"{who} {what}" for what in ("on", "in", "cards", "hp", "score", "overload")]
    return names


class PunoFeatures(Features):
    """Counts of cards by face, what is in force, and every player from the own seat clockwise."""

    def __init__(self, players: int) -> None:
        super().__init__(_names(players))

    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, Puno)
        row = [0.0] * (4 * FACES)
        for face in position.hands[seat]:
            row[face] += 0.5
        for face in position.pile:
            row[FACES + face] += 0.5
        for face in position.pool_pile:
            row[FACES + face] += 0.5
        row[FACES + position.card] += 0.5
        players = position.numbers.players
        for other in range(players):
            if other != seat:
                for face in position.memory.known(seat, other):
                    row[2 * FACES + face] += 0.5
        if position.phase == DRAWN and position.on == seat:
            row[3 * FACES + position.hands[seat][-1]] = 1.0
        _one_of(row, position.colour, 4)
        _one_of(row, position.symbol, len(SYMBOLS))
        _one_of(row, position.phase, len(PHASES))
        numbers = position.numbers
        row.append(float(position.direction))
        row.append(position.penalty / 10.0)
        row.append(position.pool / 50.0)
        row.append(position.deck_left() / 116.0)
        row.append(position.standing / 8.0)
        row.append(position.round / numbers.max_rounds)
        row.append(min(1.0, position.turn / numbers.max_turns))
        for place in range(players):
            other = (seat + place) % players
            row.append(1.0 if other == position.on else 0.0)
            row.append(1.0 if position.inside[other] else 0.0)
            row.append(len(position.hands[other]) / 20.0)
            row.append(position.hp[other] / numbers.hp if numbers.has_pool else 0.0)
            row.append(position.scores[other] / numbers.goal)
            row.append(position.streak[other] / 10.0)
        return row


def _one_of(row: list[float], value: int, count: int) -> None:
    """A 1 at the place of the value, and 0 elsewhere."""
    for other in range(count):
        row.append(1.0 if other == value else 0.0)
