"""The view of a seat or a spectator (CB-1, CB-36)."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Json, Seat, View
from rumpus.games.cat_brawl.rules.abilities import CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES, KIND_COUNT
from rumpus.games.cat_brawl.rules.cats import BREEDS, MAINE_COON, NO_BREED, Cat
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.notation import format_move
from rumpus.games.cat_brawl.rules.ring import BY_HP, BY_SURVIVAL, CAT, DRAWN, PRELUDE, STRATEGY, UNDECIDED, Ring

PHASES: Final = ["pick a cat", "prelude", "strategy", "postlude"]


def view_of(ring: Ring, seat: Seat | None) -> View:
    over = ring.winner != UNDECIDED
    seats: list[Json] = [seat_view(ring, cat, seat) for cat in ring.cats]
    pile: list[Json] = [CARD_NAMES[card] for card in ring.pile]
    order: list[Json] = list(ring.order)
    waiting: list[Json] = list(seats_waiting(ring, seat))
    view: View = {
        "you": seat,
        "phase": phase_words(ring),
        "stage": "over" if over else PHASES[ring.phase],
        "round": ring.round,
        "rounds": ring.numbers.max_rounds,
        "win_hp": ring.numbers.win_hp,
        "seats": seats,
        "pile": pile,
        "order": order,
        "waiting": waiting,
    }
    if seat is not None:
        cat = ring.cats[seat]
        view["hand"] = hand_of(cat)
        view["asked"] = seat in ring.owing
        view["sealed"] = None if cat.answer == NO_MOVE else format_move(cat.breed, cat.answer)
        if cat.breed == MAINE_COON:
            view["hunger"] = cat.hunger
    if over:
        view["outcome"] = outcome(ring)
        view["winner"] = None if ring.winner == DRAWN else ring.winner
    return view


def phase_words(ring: Ring) -> str:
    if ring.winner != UNDECIDED:
        return "The brawl is over."
    if ring.phase == CAT:
        return "Everyone picks a cat."
    if ring.phase == PRELUDE:
        return f"Before round {ring.round}: abilities may be used."
    if ring.phase == STRATEGY:
        return f"Round {ring.round}: everyone chooses in secret."
    return f"After round {ring.round}: abilities may be used."


def hand_of(cat: Cat) -> list[Json]:
    hand: list[Json] = []
    for card in range(KIND_COUNT):
        for _ in range(cat.hand[card]):
            hand.append(CARD_NAMES[card])
    return hand


def seat_view(ring: Ring, cat: Cat, viewer: Seat | None) -> Json:
    if cat.breed == NO_BREED:
        return {"seat": cat.seat, "cat": None}
    knows = cat.shown or cat.seat == viewer
    return {
        "seat": cat.seat,
        "cat": BREEDS[cat.breed],
        "breed": cat.breed,
        "hp": cat.hp,
        "change": cat.hp - cat.before,
        "out": not ring.alive >> cat.seat & 1,
        "cards": cat.size,
        "ability": cat.own.name,
        "ready_in": max(0, cat.own_ready - ring.round),
        "bonus": cat.bonus.name if knows else "hidden",
        "bonus_public": cat.shown,
        "bonus_ready_in": max(0, cat.bonus_ready - ring.round),
        "uses": uses(cat),
        "strategy": None if cat.strategy == NO_MOVE else format_move(cat.breed, cat.strategy),
        "known": known_of(cat),
    }


def uses(cat: Cat) -> list[Json]:
    used: list[Json] = []
    if cat.skips or cat.spotlit:
        used.append(cat.own.name)
    if cat.critical:
        used.append(CRITICAL_HIT.name)
    return used


def known_of(cat: Cat) -> dict[str, Json]:
    """Returns the public knowledge of a hand beyond its size (see `determinize`)."""
    known: dict[str, Json] = {}
    if cat.known:
        for card in range(KIND_COUNT):
            if cat.known[card] > 0:
                known[CARD_NAMES[card]] = cat.known[card]
    if cat.breed == MAINE_COON:
        known["claws"] = cat.claws
        known["no claws"] = cat.tame
        known["lean rounds"] = cat.lean
    return known


def outcome(ring: Ring) -> str:
    """Returns the outcome as a sentence, with `@0` for seat 0."""
    if ring.winner == DRAWN:
        if ring.ending == BY_SURVIVAL:
            return "No cat is left: a draw."
        return "The round limit is reached and the lead is shared: a draw."
    cat = BREEDS[ring.cats[ring.winner].breed]
    hp = ring.cats[ring.winner].hp
    if ring.ending == BY_HP:
        return f"@{ring.winner}['s] {cat} has {hp} HP and wins."
    if ring.ending == BY_SURVIVAL:
        return f"@{ring.winner}['s] {cat} is the last cat standing and wins."
    return f"The round limit is reached: @{ring.winner}['s] {cat} has the most HP, {hp}, and wins."


def seats_waiting(ring: Ring, viewer: Seat | None) -> list[Seat]:
    """Returns the seats that may owe an answer, as far as this viewer knows.

    Whether another seat has answered is hidden. In the prelude every seat with a hidden bonus ability is listed, asked
    or not: its absence would reveal that it has no Critical Hit (CB-36).
    """
    if ring.winner != UNDECIDED:
        return []
    waiting: list[Seat] = []
    for seat in ring.living:
        cat = ring.cats[seat]
        if seat == viewer:
            if seat in ring.owing:
                waiting.append(seat)
        elif (ring.phase == PRELUDE and not cat.shown) or ring.is_asked(cat):
            waiting.append(seat)
    return waiting
