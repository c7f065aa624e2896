"""Feature vectors of a seat's information."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.core.features import FeatureLayout, Features, moves_by_kind
from rumpus.core.position import Position, Seat
from rumpus.games.battle_puno.rules.cards import NAMES, SYMBOLS
from rumpus.games.battle_puno.rules.deck import COLOURS, FACES, NO_SYMBOL
from rumpus.games.battle_puno.rules.position import Puno
from rumpus.games.battle_puno.rules.state import DRAWN, OVER, PHASES

TABLE_FEATURES: Final = ("direction", "penalty", "pool", "deck", "still in", "round", "turn")
SEAT_FEATURES: Final = ("on", "in", "cards", "hp", "score", "overload")
OMITTED: Final = {
    "hand order": "only the card just drawn has a place that matters, and it has columns of its own",
    "discard order": "the pile is shuffled before anybody draws from it",
    "pool_cards order": "they only go back to the pile",
    "seats.place": "the end is the reward",
    "outcome": "the end is the reward",
}

ACTIONS: Final = (
    ("coloured card", 52, "plays it, 13 of each colour: red, blue, green, yellow; a 0 played so adds to the pool"),
    ("resetting 0", 4, "plays the 0 of that colour and resets the pool"),
    ("wild", 4, "plays one and names the colour"),
    ("wild draw 4", 4, "plays one and names the colour"),
    ("wild hit all", 4, "plays one and names the colour"),
    ("trade", 8, "plays one and swaps hands with that seat"),
    ("trade with nobody", 1, "when everybody else is out"),
    ("wild chaos", 1, "plays one"),
    ("discard all", 1, "plays one"),
    ("draw", 1, "at one's own turn"),
    ("take", 1, "the penalty"),
    ("keep", 1, "the card just drawn"),
)


def _layout(players: int) -> FeatureLayout:
    layout = FeatureLayout()
    layout.add("hand", "one's own cards by face; half a point each", NAMES)
    layout.add("discard", "the discard pile by face; half a point each", NAMES)
    layout.add("pool card", "covered cards that have added to the pool, by face; half a point each", NAMES)
    layout.add("table", "the face that lies on top", NAMES)
    layout.add("drawn", "the card just drawn, which may be played or kept", NAMES)
    for place in range(1, players):
        layout.add(
            f"left {place} holds",
            "what one has seen in that hand (all of it once the match is over); half a point each",
            NAMES,
        )
    layout.add("in force", "the colour in force", COLOURS[:4])
    layout.add("symbol", "the symbol in force, if any", SYMBOLS)
    layout.add("phase", "the kind of decision", PHASES)
    layout.add(
        "match",
        "1 clockwise or -1; penalty ÷ 10; pool ÷ 50; cards in the deck ÷ 116; players in ÷ 8; round ÷ its limit; "
        "turns t as t ÷ (t + 100)",
        TABLE_FEATURES,
    )
    for place in range(players):
        who = "own" if place == 0 else f"left {place}"
        layout.add(
            who,
            "whose turn it is; still in; cards ÷ 20; HP and score of what a match begins with and is won by; "
            "overloaded turns ÷ 10",
            SEAT_FEATURES,
        )
    return layout


class PunoFeatures(Features):
    """Cards by face, colour and symbol in force, and players clockwise from the own seat."""

    def __init__(self, players: int) -> None:
        super().__init__(_layout(players), OMITTED, None, moves_by_kind(ACTIONS))

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        assert isinstance(position, Puno)
        numbers = position.numbers
        players = numbers.players
        add_cards(rows, at, position.hands[seat])
        at += FACES
        add_cards(rows, at, position.pile)
        at += FACES
        add_cards(rows, at, position.pool_pile)
        at += FACES
        rows[at + position.card] = 1.0
        at += FACES
        if position.phase == DRAWN and position.on == seat:
            rows[at + position.hands[seat][-1]] = 1.0
        at += FACES
        if position.phase == OVER:
            for place in range(1, players):
                add_cards(rows, at + (place - 1) * FACES, position.hands[(seat + place) % players])
        else:
            for code in position.memory.seen:
                if code >> 9 == seat:
                    place = ((code >> 6 & 7) - seat) % players
                    index = at + (place - 1) * FACES + (code & 63)
                    rows[index] = rows[index] + 0.5
        at += FACES * (players - 1)
        rows[at + position.colour] = 1.0
        at += 4
        if position.symbol != NO_SYMBOL:
            rows[at + position.symbol] = 1.0
        at += len(SYMBOLS)
        rows[at + position.phase] = 1.0
        at += len(PHASES)
        rows[at] = 1.0 if position.direction == 1 else -1.0
        rows[at + 1] = position.penalty / 10.0
        rows[at + 2] = position.pool / 50.0
        rows[at + 3] = position.deck_left() / 116.0
        rows[at + 4] = position.standing / 8.0
        rows[at + 5] = position.round / numbers.max_rounds
        rows[at + 6] = position.turn / (position.turn + 100.0)
        at += len(TABLE_FEATURES)
        if position.phase != OVER:
            rows[at + ((position.on - seat) % players) * len(SEAT_FEATURES)] = 1.0
        for place in range(players):
            other = seat + place
            if other >= players:
                other -= players
            if position.inside[other]:
                rows[at + 1] = 1.0
            held: i64 = len(position.hands[other])
            rows[at + 2] = float(held) / 20.0
            if numbers.has_pool:
                rows[at + 3] = position.hp[other] / numbers.hp
            rows[at + 4] = position.scores[other] / numbers.goal
            rows[at + 5] = position.streak[other] / 10.0
            at += len(SEAT_FEATURES)


def add_cards(rows: vec[float], at: i64, cards: list[int]) -> None:
    """Adds half a point for each card, at its face."""
    for face in cards:
        index = at + face
        rows[index] = rows[index] + 0.5
