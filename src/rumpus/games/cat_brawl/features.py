"""What a seat knows as a row of numbers, oneself first and the others in the order of the ring."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.core.features import ColumnGroup, Columns, Features, moves_by_kind
from rumpus.core.position import Position, Seat
from rumpus.games.cat_brawl.rules.abilities import ATTACKER, CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES, FAMILY, KINDS
from rumpus.games.cat_brawl.rules.cats import BREEDS, NO_BREED, Cat
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS, SCRATCH
from rumpus.games.cat_brawl.rules.moves import (
    DECLINE,
    FIRST_SCRATCH,
    FIRST_STRATEGY,
    NO_MOVE,
    PLAY,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
    WIDTH,
    move_count,
)
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import UNDECIDED

PHASES: Final = ["cat", "prelude", "strategy", "postlude", "over"]
OVER: Final = 4
PLAYS: Final = len(MOVEMENTS) * WIDTH
"""What can be shown: the three movements, plain or with a card of their family."""
OF_A_CAT: Final = [
    "alive",
    "hp",
    "change",
    "cards",
    "ready in",
    "attacker",
    "critical hit",
    "bonus known to all",
    "bonus ready in",
    "skips",
    "spotlit",
    "critical",
    "surely claws",
    "surely tame",
    "lean",
]
ANSWERS: Final = {
    USE_NONE: "use nothing",
    USE_OWN: "use the own ability",
    USE_BONUS: "use the bonus ability",
    USE_BOTH: "use both abilities",
    DECLINE: "decline",
    USE: "use the ability",
}
LEFT_OUT: Final = {
    "pile order": "any card of it comes back with equal chance",
    "outcome": "the end is the reward",
    "winner": "the end is the reward",
}


def _plays() -> list[str]:
    names: list[str] = []
    for movement in range(len(MOVEMENTS)):
        names.append(MOVEMENTS[movement].word)
        names += CARD_NAMES[movement * FAMILY : (movement + 1) * FAMILY]
    return names


def _answers(seats: int) -> list[str]:
    """Every decision in words, as the columns of the answer that one has sealed."""
    names: list[str] = []
    for move in range(move_count(seats)):
        if move < USE_NONE:
            names.append(BREEDS[move])
        elif move < FIRST_STRATEGY:
            names.append(ANSWERS[move])
        else:
            play = PLAY[move]
            target = f" seat {TARGET[move]}" if move >= FIRST_SCRATCH else ""
            names.append(f"{play.word}{target}{' +' + play.short if play.short else ''}")
    return names


def _columns(seats: int) -> Columns:
    columns = Columns()
    columns.add("round", "of the most there can be")
    columns.add("asked", "one owes a decision")
    columns.add("hunger", "postludes in a row without claws, as Hunting counts them")
    columns.add("phase", "what is being decided", PHASES)
    columns.add("sealed", "the answer that one has given and nobody has seen", _answers(seats))
    columns.add("hand", "one's own cards by kind ÷ 3", CARD_NAMES)
    columns.add("pile", "used cards by kind ÷ 10", CARD_NAMES)
    for place in range(seats):
        who = f"+{place}"
        columns.add(
            who,
            "in the ring; HP of those that win; what the last round changed ÷ 10; cards ÷ 10; rounds until the ability "
            "is ready ÷ 3; the bonus ability, if one knows it; whether all do; rounds until it is ready ÷ 3; what was "
            "announced for this round; cards that are surely claws ÷ 3 or surely none ÷ 10; lean rounds ÷ 10",
            OF_A_CAT,
        )
        columns.add(f"{who} is", "the breed", BREEDS)
        columns.add(f"{who} surely holds", "cards that everybody has seen go there, by kind ÷ 3", CARD_NAMES)
        columns.add(f"{who} showed", "the strategy shown last", _plays())
        columns.add(f"{who} scratched", "whom that named", [f"+{other}" for other in range(seats)])
        columns.add(
            f"{who} was settled", "the place in the last settlement", [f"{other + 1}." for other in range(seats)]
        )
    return columns


def _actions(seats: int) -> list[ColumnGroup]:
    return moves_by_kind(
        [
            ("cat", len(BREEDS), "picks it: " + ", ".join(BREEDS)),
            ("ability", FIRST_STRATEGY - USE_NONE, ", ".join(ANSWERS.values())),
            ("purr", WIDTH, "plain, or with a card: " + ", ".join(CARD_NAMES[:FAMILY])),
            ("guard", WIDTH, "plain, or with a card: " + ", ".join(CARD_NAMES[FAMILY : 2 * FAMILY])),
            (
                "scratch",
                seats * WIDTH,
                f"for each seat {WIDTH}: plain, or with a card: " + ", ".join(CARD_NAMES[2 * FAMILY :]),
            ),
        ]
    )


class BrawlFeatures(Features):
    """The length depends on the number of seats alone."""

    def __init__(self, seats: int) -> None:
        super().__init__(_columns(seats), LEFT_OUT, None, _actions(seats))
        self.moves: i64 = move_count(seats)
        self.of_a_seat: i64 = len(OF_A_CAT) + len(BREEDS) + KINDS + PLAYS + 2 * seats

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
        at += self.moves
        add_counts(rows, at, me.hand)
        at += KINDS
        for card in position.pile:
            rows[at + card] += 0.1
        at += KINDS
        seats = len(position.cats)
        first = at + len(OF_A_CAT) + len(BREEDS) + KINDS + PLAYS + seats
        order = position.order
        for settled in range(len(order)):
            place = (order[settled] - seat) % seats
            rows[first + place * self.of_a_seat + settled] = 1.0
        for place in range(seats):
            other = seat + place
            if other >= seats:
                other -= seats
            cat = position.cats[other]
            if cat.breed != NO_BREED:
                self.write_cat(position, cat, seat, rows, at)
            at += self.of_a_seat

    def write_cat(self, brawl: Brawl, cat: Cat, seat: Seat, rows: vec[float], at: i64) -> None:
        """One seat as this one sees it, once its cat is picked."""
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
        at += len(OF_A_CAT)
        rows[at + cat.breed] = 1.0
        at += len(BREEDS)
        if cat.known:
            add_counts(rows, at, cat.known)
        at += KINDS
        move = cat.strategy
        if move == NO_MOVE:
            return
        if move < FIRST_SCRATCH:
            rows[at + (move - FIRST_STRATEGY)] = 1.0
            return
        rows[at + SCRATCH * WIDTH + ((move - FIRST_SCRATCH) % WIDTH)] = 1.0
        seats = len(brawl.cats)
        rows[at + PLAYS + ((TARGET[move] - seat) % seats)] = 1.0


def add_counts(rows: vec[float], at: i64, counts: list[int]) -> None:
    """Cards by kind, a third of a point each."""
    for card in range(KINDS):
        if counts[card]:
            rows[at + card] = counts[card] / 3.0
