"""A position as plain data, and back."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.core.contract import Plain
from rumpus.core.errors import BadRecord
from rumpus.games.cat_brawl.rules.cards import KINDS
from rumpus.games.cat_brawl.rules.cats import NOTHING_KNOWN, Cat
from rumpus.games.cat_brawl.rules.ring import UNDECIDED, Ring


def save_of(ring: Ring) -> dict[str, Plain]:
    cats: list[Plain] = [save_cat(cat) for cat in ring.cats]
    return {
        "round": ring.round,
        "phase": ring.phase,
        "pile": plain_list(ring.pile),
        "living": plain_list(ring.living),
        "order": plain_list(ring.order),
        "winner": ring.winner,
        "ending": ring.ending,
        "cats": cats,
    }


def save_cat(cat: Cat) -> Plain:
    saved: dict[str, Plain] = {
        "breed": cat.breed,
        "hp": cat.hp,
        "before": cat.before,
        "hand": plain_list(cat.hand),
        "bonus": cat.bonus,
        "shown": cat.shown,
        "own_ready": cat.own_ready,
        "bonus_ready": cat.bonus_ready,
        "hunger": cat.hunger,
        "answer": cat.answer,
        "skips": cat.skips,
        "spotlit": cat.spotlit,
        "critical": cat.critical,
        "strategy": cat.strategy,
        "known": plain_list(cat.known),
        "claws": cat.claws,
        "tame": cat.tame,
        "lean": cat.lean,
    }
    return saved


def restore(ring: Ring, plain: Mapping[str, Plain]) -> None:
    """Make a new ring what `save_of` wrote; data that is none is refused."""
    ring.round = whole(plain, "round")
    ring.phase = whole(plain, "phase")
    ring.pile = wholes(plain, "pile")
    ring.living = wholes(plain, "living")
    ring.alive = 0
    for seat in ring.living:
        ring.alive |= 1 << seat
    ring.order = wholes(plain, "order")
    ring.winner = whole(plain, "winner")
    ring.ending = whole(plain, "ending")
    cats = plain.get("cats")
    if not isinstance(cats, list) or len(cats) != len(ring.cats):
        raise BadRecord(f"a saved brawl of {len(ring.cats)} cats has as many under 'cats'")
    for seat in range(len(cats)):
        saved = cats[seat]
        if not isinstance(saved, dict):
            raise BadRecord(f"the cat of seat {seat} is damaged in this saved brawl")
        restore_cat(ring.cats[seat], saved)
    ring.owing = [] if ring.winner != UNDECIDED else ring.asked()


def restore_cat(cat: Cat, plain: Mapping[str, Plain]) -> None:
    cat.breed = whole(plain, "breed")
    cat.hp = whole(plain, "hp")
    cat.before = whole(plain, "before")
    hand = wholes(plain, "hand")
    if len(hand) != KINDS:
        raise BadRecord(f"a saved hand counts {KINDS} kinds of card, not {len(hand)}")
    for card in range(KINDS):
        for _ in range(hand[card]):
            cat.take(card)
    cat.bonus = whole(plain, "bonus")
    cat.shown = truth(plain, "shown")
    cat.own_ready = whole(plain, "own_ready")
    cat.bonus_ready = whole(plain, "bonus_ready")
    cat.hunger = whole(plain, "hunger")
    cat.answer = whole(plain, "answer")
    cat.skips = truth(plain, "skips")
    cat.spotlit = truth(plain, "spotlit")
    cat.critical = truth(plain, "critical")
    cat.strategy = whole(plain, "strategy")
    cat.known = wholes(plain, "known") or NOTHING_KNOWN
    cat.claws = whole(plain, "claws")
    cat.tame = whole(plain, "tame")
    cat.lean = whole(plain, "lean")


def plain_list(numbers: list[int]) -> Plain:
    plain: list[Plain] = list(numbers)
    return plain


def whole(plain: Mapping[str, Plain], name: str) -> int:
    value = plain.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(f"{name!r} of this saved brawl is not a whole number")
    return value


def wholes(plain: Mapping[str, Plain], name: str) -> list[int]:
    value = plain.get(name)
    if not isinstance(value, list):
        raise BadRecord(f"{name!r} of this saved brawl is not a list")
    numbers: list[int] = []
    for item in value:
        if isinstance(item, bool) or not isinstance(item, int):
            raise BadRecord(f"{name!r} of this saved brawl holds something that is not a whole number")
        numbers.append(item)
    return numbers


def truth(plain: Mapping[str, Plain], name: str) -> bool:
    value = plain.get(name)
    if not isinstance(value, bool):
        raise BadRecord(f"{name!r} of this saved brawl is not true or false")
    return value
