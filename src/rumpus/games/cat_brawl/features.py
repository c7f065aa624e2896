"""Feature vectors of a seat's information: itself first, then the others round the ring."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.core.features import FeatureGroup, FeatureLayout, Features, moves_by_kind
from rumpus.core.position import Position, Seat
from rumpus.games.cat_brawl.rules.abilities import ATTACKER, CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES, FAMILY_SIZE, KIND_COUNT
from rumpus.games.cat_brawl.rules.cats import BREEDS, NO_BREED, Cat
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS, SCRATCH
from rumpus.games.cat_brawl.rules.moves import (
    DECLINE,
    FIRST_SCRATCH,
    FIRST_STRATEGY,
    MOVES_PER_TARGET,
    NO_MOVE,
    PLAY,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
    move_count,
)
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import UNDECIDED

PHASES: Final = ["cat", "prelude", "strategy", "postlude", "over"]
OVER: Final = 4
PLAY_COUNT: Final = len(MOVEMENTS) * MOVES_PER_TARGET
"""Number of plays: the three movements, each alone or with a card of its family."""
CAT_FEATURES: Final = [
    "alive", "hp", "change", "cards", "ready in", "attacker", "critical hit", "bonus known to all", "bonus ready in",
    "skips", "spotlit", "critical", "surely claws", "surely tame", "lean",
]  # fmt: skip
ANSWER_NAMES: Final = {
    USE_NONE: "use nothing",
    USE_OWN: "use the own ability",
    USE_BONUS: "use the bonus ability",
    USE_BOTH: "use both abilities",
    DECLINE: "decline",
    USE: "use the ability",
}
OMITTED: Final = {
    "pile order": "any card of it comes back with equal chance",
    "outcome": "the end is the reward",
    "winner": "the end is the reward",
}


def _play_names() -> list[str]:
    names: list[str] = []
    for movement in range(len(MOVEMENTS)):
        names.append(MOVEMENTS[movement].word)
        names += CARD_NAMES[movement * FAMILY_SIZE : (movement + 1) * FAMILY_SIZE]
    return names


def _answer_names(seats: int) -> list[str]:
    names: list[str] = []
    for move in range(move_count(seats)):
        if move < USE_NONE:
            names.append(BREEDS[move])
        elif move < FIRST_STRATEGY:
            names.append(ANSWER_NAMES[move])
        else:
            play = PLAY[move]
            target = f" seat {TARGET[move]}" if move >= FIRST_SCRATCH else ""
            names.append(f"{play.word}{target}{' +' + play.short if play.short else ''}")
    return names


def _layout(seats: int) -> FeatureLayout:
    layout = FeatureLayout()
    layout.add("round", "of the most there can be")
    layout.add("asked", "one owes a decision")
    layout.add("hunger", "postludes in a row without claws, as Hunting counts them")
    layout.add("phase", "what is being decided", PHASES)
    layout.add("sealed", "the answer that one has given and nobody has seen", _answer_names(seats))
    layout.add("hand", "one's own cards by kind ÷ 3", CARD_NAMES)
    layout.add("pile", "used cards by kind ÷ 10", CARD_NAMES)
    for place in range(seats):
        who = f"+{place}"
        layout.add(
            who,
            "in the ring; HP of those that win; what the last round changed ÷ 10; cards ÷ 10; rounds until the ability "
            "is ready ÷ 3; the bonus ability, if one knows it; whether all do; rounds until it is ready ÷ 3; what was "
            "announced for this round; cards that are surely claws ÷ 3 or surely none ÷ 10; lean rounds ÷ 10",
            CAT_FEATURES,
        )
        layout.add(f"{who} is", "the breed", BREEDS)
        layout.add(f"{who} surely holds", "cards that everybody has seen go there, by kind ÷ 3", CARD_NAMES)
        layout.add(f"{who} showed", "the strategy shown last", _play_names())
        layout.add(f"{who} scratched", "whom that named", [f"+{other}" for other in range(seats)])
        layout.add(
            f"{who} was settled", "the place in the last settlement", [f"{other + 1}." for other in range(seats)]
        )
    return layout


def _action_groups(seats: int) -> list[FeatureGroup]:
    return moves_by_kind(
        [
            ("cat", len(BREEDS), "picks it: " + ", ".join(BREEDS)),
            ("ability", FIRST_STRATEGY - USE_NONE, ", ".join(ANSWER_NAMES.values())),
            ("purr", MOVES_PER_TARGET, "plain, or with a card: " + ", ".join(CARD_NAMES[:FAMILY_SIZE])),
            (
                "guard",
                MOVES_PER_TARGET,
                "plain, or with a card: " + ", ".join(CARD_NAMES[FAMILY_SIZE : 2 * FAMILY_SIZE]),
            ),
            (
                "scratch",
                seats * MOVES_PER_TARGET,
                f"for each seat {MOVES_PER_TARGET}: plain, or with a card: " + ", ".join(CARD_NAMES[2 * FAMILY_SIZE :]),
            ),
        ]
    )


class BrawlFeatures(Features):
    """Features of Cat Brawl. The length depends only on the number of seats."""

    def __init__(self, seats: int) -> None:
        super().__init__(_layout(seats), OMITTED, None, _action_groups(seats))
        self.move_count: i64 = move_count(seats)
        self.seat_width: i64 = len(CAT_FEATURES) + len(BREEDS) + KIND_COUNT + PLAY_COUNT + 2 * seats

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        assert isinstance(position, Brawl)
        me = position.cats[seat]
        rows[at] = position.round / position.numbers.max_rounds
        if seat in position.owing:
            rows[at + 1] = 1.0
        if me.hunger:
            rows[at + 2] = float(me.hunger)
        over = position.winner != UNDECIDED
        rows[at + 3 + (OVER if over else position.phase)] = 1.0
        at += 3 + len(PHASES)
        if me.answer != NO_MOVE:
            rows[at + me.answer] = 1.0
        at += self.move_count
        add_counts(rows, at, me.hand)
        at += KIND_COUNT
        for card in position.pile:
            rows[at + card] += 0.1
        at += KIND_COUNT
        seats = len(position.cats)
        first = at + len(CAT_FEATURES) + len(BREEDS) + KIND_COUNT + PLAY_COUNT + seats
        order = position.order
        for settled in range(len(order)):
            place = (order[settled] - seat) % seats
            rows[first + place * self.seat_width + settled] = 1.0
        for place in range(seats):
            other = seat + place
            if other >= seats:
                other -= seats
            cat = position.cats[other]
            if cat.breed != NO_BREED:
                self.write_cat(position, cat, seat, rows, at)
            at += self.seat_width

    def write_cat(self, brawl: Brawl, cat: Cat, seat: Seat, rows: vec[float], at: i64) -> None:
        if brawl.alive >> cat.seat & 1:
            rows[at] = 1.0
        rows[at + 1] = cat.hp / brawl.numbers.win_hp
        rows[at + 2] = float(cat.hp - cat.before) / 10.0
        rows[at + 3] = float(cat.size) / 10.0
        if cat.own_ready > brawl.round:
            rows[at + 4] = float(cat.own_ready - brawl.round) / 3.0
        if cat.shown or cat.seat == seat:
            if cat.bonus is ATTACKER:
                rows[at + 5] = 1.0
            elif cat.bonus is CRITICAL_HIT:
                rows[at + 6] = 1.0
        if cat.shown:
            rows[at + 7] = 1.0
        if cat.bonus_ready > brawl.round:
            rows[at + 8] = float(cat.bonus_ready - brawl.round) / 3.0
        if cat.skips:
            rows[at + 9] = 1.0
        if cat.spotlit:
            rows[at + 10] = 1.0
        if cat.critical:
            rows[at + 11] = 1.0
        rows[at + 12] = float(cat.claws) / 3.0
        rows[at + 13] = float(cat.tame) / 10.0
        rows[at + 14] = float(cat.lean) / 10.0
        at += len(CAT_FEATURES)
        rows[at + cat.breed] = 1.0
        at += len(BREEDS)
        if cat.known:
            add_counts(rows, at, cat.known)
        at += KIND_COUNT
        move = cat.strategy
        if move == NO_MOVE:
            return
        if move < FIRST_SCRATCH:
            rows[at + (move - FIRST_STRATEGY)] = 1.0
            return
        rows[at + SCRATCH * MOVES_PER_TARGET + ((move - FIRST_SCRATCH) % MOVES_PER_TARGET)] = 1.0
        seats = len(brawl.cats)
        rows[at + PLAY_COUNT + ((TARGET[move] - seat) % seats)] = 1.0


def add_counts(rows: vec[float], at: i64, counts: list[int]) -> None:
    """Writes cards by kind, a third of a point each."""
    for card in range(KIND_COUNT):
        if counts[card]:
            rows[at + card] = counts[card] / 3.0
