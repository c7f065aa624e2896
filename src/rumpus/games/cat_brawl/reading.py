"""Reads what a person typed, forgivingly: short forms, full names of cards, a cat's name for its seat."""

from __future__ import annotations

import re

from rumpus.core.position import Move, Seat
from rumpus.games.cat_brawl.rules.abilities import CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CANT_GUARD, CANT_REVERSE, CARDS, FAMILY
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import GUARD, MOVEMENTS, NO_CARD, SCRATCH
from rumpus.games.cat_brawl.rules.moves import (
    DECLINE,
    NOBODY,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
    strategy,
)
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import CAT, POSTLUDE, PRELUDE

NO = ("decline", "none", "no", "pass", "nothing", "skip")
YES = ("use", "yes", "y", "ok")
BOTH = ("both", "all")
FILLERS = ("with", "at", "seat", "the", "a", "card", "cat", "on", "of", "and")
MOVEMENT_WORDS = {"dodge": GUARD, "attack": SCRATCH}
SHORTEST_CAT = 3
"""Letters of a breed that stand for its cat."""
LONGEST = 12
"""Words that any decision takes."""


def words_of(text: str) -> list[str]:
    """Lower-case words without signs; `can't` is one word."""
    return re.findall(r"[a-z]+|[0-9]+", text.lower().replace("'", "").replace("’", ""))


FULL_NAMES = [([word for word in words_of(card.name) if word not in FILLERS], card.card) for card in CARDS] + [
    (["no", "guard"], CANT_GUARD),
    (["noguard"], CANT_GUARD),
    (["no", "reverse"], CANT_REVERSE),
    (["noreverse"], CANT_REVERSE),
]


def understood(brawl: Brawl, seat: Seat, text: str) -> Move | None:
    """The decision that was meant, whether it is allowed or not; None if it makes no sense."""
    words = words_of(text)
    if not words or len(words) > LONGEST:
        return None
    if brawl.phase == CAT:
        return only([breed for breed, name in enumerate(BREEDS) if starts(name, words)])
    if brawl.phase == PRELUDE:
        return prelude_of(brawl, seat, words)
    if brawl.phase == POSTLUDE:
        return postlude_of(brawl, seat, words)
    return strategy_of(brawl, seat, words)


def prelude_of(brawl: Brawl, seat: Seat, words: list[str]) -> Move | None:
    joined = " ".join(words)
    offered = brawl.moves(seat)
    if joined in NO:
        return USE_NONE
    if joined in BOTH:
        return USE_BOTH
    if joined in YES:
        return offered[1] if len(offered) == 2 else None
    own = critical = False
    for word in words:
        if starts(brawl.cats[seat].own.name, [word]):
            own = True
        elif CRITICAL_HIT.name.lower().startswith(word) or word == "hit":
            critical = True
        elif word not in FILLERS:
            return None
    if own:
        return USE_BOTH if critical else USE_OWN
    return USE_BONUS if critical else None


def postlude_of(brawl: Brawl, seat: Seat, words: list[str]) -> Move | None:
    joined = " ".join(words)
    if joined in NO:
        return DECLINE
    own = brawl.cats[seat].own.name.lower()
    # "rejuvenate" and "recycle" are close enough
    return USE if joined in YES or own.startswith(joined) or (len(joined) > 5 and own[:6] == joined[:6]) else None


def strategy_of(brawl: Brawl, seat: Seat, words: list[str]) -> Move | None:
    """A movement, perhaps a card, and for a scratch a target, in nearly any order."""
    card, words = card_named_in_full([word for word in words if word not in FILLERS])
    targets, words = targets_named(brawl, seat, words)
    movement = None if card == NO_CARD else card // FAMILY
    if words and movement in (None, movement_called(words[0])):
        movement = movement_called(words[0])
        words = words[1:]
    if movement is None:
        return None
    if len(words) == 1 and card == NO_CARD:
        family = CARDS[movement * FAMILY : movement * FAMILY + FAMILY]
        short = only([kind.card for kind in family if kind.short.startswith(words[0])])
        if short is None:
            return None
        card = short
    elif words:
        return None
    if movement != SCRATCH:
        return strategy(movement, NOBODY, card) if targets in (None, [seat]) else None
    target = only(targets if targets is not None else [other for other in brawl.living if other != seat])
    return None if target is None or target >= len(brawl.cats) else strategy(movement, target, card)


def card_named_in_full(words: list[str]) -> tuple[int, list[str]]:
    """The card whose whole name is among the words, and the words without it."""
    for name, card in FULL_NAMES:
        for start in range(len(words) - len(name) + 1):
            if words[start : start + len(name)] == name:
                return card, words[:start] + words[start + len(name) :]
    return NO_CARD, words


def targets_named(brawl: Brawl, seat: Seat, words: list[str]) -> tuple[list[Seat] | None, list[str]]:
    """The seats that a number or the name of a cat can mean, and the other words; None if there is neither."""
    numbers = [word for word in words if word.isdigit()]
    if numbers:
        seats = [int(word) for word in numbers if len(word) <= 2]
        return seats if len(numbers) == 1 else [], [word for word in words if not word.isdigit()]
    others = [other for other in brawl.living if other != seat]
    names = {other: words_of(BREEDS[brawl.cats[other].breed]) for other in others}
    cats = [word for word in words if any(part.startswith(word) for name in names.values() for part in name)]
    cats = [word for word in cats if len(word) >= SHORTEST_CAT]
    if not cats:
        return None, words
    meant = [other for other in others if all(any(part.startswith(word) for part in names[other]) for word in cats)]
    return meant, [word for word in words if word not in cats]


def movement_called(word: str) -> int | None:
    if word in MOVEMENT_WORDS:
        return MOVEMENT_WORDS[word]
    return only([movement.kind for movement in MOVEMENTS if movement.word.startswith(word)])


def starts(name: str, words: list[str]) -> bool:
    """The name starts like this, blanks aside."""
    return "".join(words_of(name)).startswith("".join(words))


def only(found: list[int]) -> int | None:
    return found[0] if len(found) == 1 else None
