"""What a seat may know, built up from nothing (CB-1, CB-36)."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Plain, Seat, View
from rumpus.games.cat_brawl.rules.abilities import CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES, KINDS
from rumpus.games.cat_brawl.rules.cats import BREEDS, MAINE_COON, NO_BREED, Cat
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.notation import written
from rumpus.games.cat_brawl.rules.ring import BY_HP, BY_SURVIVAL, CAT, DRAWN, PRELUDE, STRATEGY, UNDECIDED, Ring

PHASES: Final = ["pick a cat", "prelude", "strategy", "postlude"]


def view_of(ring: Ring, seat: Seat | None) -> View:
    over = ring.winner != UNDECIDED
    seats: list[Plain] = [seat_view(ring, cat, seat) for cat in ring.cats]
    pile: list[Plain] = [CARD_NAMES[card] for card in ring.pile]
    order: list[Plain] = list(ring.order)
    waiting: list[Plain] = list(seats_waiting(ring, seat))
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
        view["sealed"] = None if cat.answer == NO_MOVE else written(cat.breed, cat.answer)
        if cat.breed == MAINE_COON:
            view["hunger"] = cat.hunger
    if over:
        view["outcome"] = outcome(ring)
        view["winner"] = None if ring.winner == DRAWN else ring.winner
    return view


def phase_words(ring: Ring) -> str:
    """What is going on, in a sentence."""
    if ring.winner != UNDECIDED:
        return "The brawl is over."
    if ring.phase == CAT:
        return "Everybody picks a cat."
    if ring.phase == PRELUDE:
        return f"Before round {ring.round}: abilities may be used."
    if ring.phase == STRATEGY:
        return f"Round {ring.round}: everybody chooses in secret."
    return f"After round {ring.round}: abilities may be used."


def hand_of(cat: Cat) -> list[Plain]:
    """The cards by name, in the order of their ids."""
    hand: list[Plain] = []
    for card in range(KINDS):
        for _ in range(cat.hand[card]):
            hand.append(CARD_NAMES[card])
    return hand


def seat_view(ring: Ring, cat: Cat, viewer: Seat | None) -> Plain:
    """One seat as this viewer sees it."""
    if cat.breed == NO_BREED:
        return {"seat": cat.seat, "cat": None}
    knows = cat.shown or cat.seat == viewer
    seat: dict[str, Plain] = {
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
        "strategy": None if cat.strategy == NO_MOVE else written(cat.breed, cat.strategy),
        "known": known_of(cat),
    }
    return seat


def uses(cat: Cat) -> list[Plain]:
    """What was announced in this round's prelude."""
    used: list[Plain] = []
    if cat.skips or cat.spotlit:
        used.append(cat.own.name)
    if cat.critical:
        used.append(CRITICAL_HIT.name)
    return used


def known_of(cat: Cat) -> dict[str, Plain]:
    """What everybody can tell of the hand beyond its size (see `dreams`)."""
    known: dict[str, Plain] = {}
    if cat.known:
        for card in range(KINDS):
            if cat.known[card] > 0:
                known[CARD_NAMES[card]] = cat.known[card]
    if cat.breed == MAINE_COON:
        known["claws"] = cat.claws
        known["no claws"] = cat.tame
        known["lean rounds"] = cat.lean
    return known


def outcome(ring: Ring) -> str:
    """How it ended, in a sentence with `@0` for seat 0."""
    if ring.winner == DRAWN:
        if ring.ending == BY_SURVIVAL:
            return "Nobody is left: a draw."
        return "The rounds are over and nobody leads alone: a draw."
    cat = BREEDS[ring.cats[ring.winner].breed]
    hp = ring.cats[ring.winner].hp
    if ring.ending == BY_HP:
        return f"@{ring.winner}['s] {cat} has {hp} HP and wins."
    if ring.ending == BY_SURVIVAL:
        return f"@{ring.winner}['s] {cat} is the last cat standing and wins."
    return f"The rounds are over: @{ring.winner}['s] {cat} has the most HP, {hp}, and wins."


def seats_waiting(ring: Ring, viewer: Seat | None) -> list[Seat]:
    """Who may still have to answer, for all this viewer knows.

    Others' answers are sealed, so that they are in is not told. In the prelude whoever may own an unseen Critical Hit
    is named, asked or not: to be left out, or to drop out, would betray the bonus ability (CB-36).
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
