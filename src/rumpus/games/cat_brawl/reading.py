"""Parsing of typed moves: short forms, full card names, breeds as targets."""

from __future__ import annotations

import re

from rumpus.core.position import Move, Seat
from rumpus.games.cat_brawl.rules.abilities import CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CANT_GUARD, CANT_REVERSE, CARDS, FAMILY_SIZE
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import GUARD, MOVEMENTS, NO_CARD, SCRATCH
from rumpus.games.cat_brawl.rules.moves import DECLINE, NO_TARGET, USE, USE_BONUS, USE_BOTH, USE_NONE, USE_OWN, strategy
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import CAT, POSTLUDE, PRELUDE

NO_WORDS = ("decline", "none", "no", "pass", "nothing", "skip")
YES_WORDS = ("use", "yes", "y", "ok")
BOTH_WORDS = ("both", "all")
FILLERS = ("with", "at", "seat", "the", "a", "card", "cat", "on", "of", "and")
MOVEMENT_WORDS = {"dodge": GUARD, "attack": SCRATCH}
MIN_BREED_LETTERS = 3
"""Least number of letters of a breed that name a target."""
MAX_WORDS = 12
"""Most words of a move; longer texts are refused."""


def split_words(text: str) -> list[str]:
    """Returns lower-case words without punctuation; `can't` is one word."""
    return re.findall(r"[a-z]+|[0-9]+", text.lower().replace("'", "").replace("’", ""))


CARD_NAME_WORDS = [([word for word in split_words(card.name) if word not in FILLERS], card.card) for card in CARDS] + [
    (["no", "guard"], CANT_GUARD),
    (["noguard"], CANT_GUARD),
    (["no", "reverse"], CANT_REVERSE),
    (["noreverse"], CANT_REVERSE),
]


def parse_move(brawl: Brawl, seat: Seat, text: str) -> Move | None:
    """Returns the move meant, legal or not; None if the text has no meaning."""
    words = split_words(text)
    if not words or len(words) > MAX_WORDS:
        return None
    if brawl.phase == CAT:
        return only_item([breed for breed, name in enumerate(BREEDS) if starts_with(name, words)])
    if brawl.phase == PRELUDE:
        return parse_prelude(brawl, seat, words)
    if brawl.phase == POSTLUDE:
        return parse_postlude(brawl, seat, words)
    return parse_strategy(brawl, seat, words)


def parse_prelude(brawl: Brawl, seat: Seat, words: list[str]) -> Move | None:
    joined = " ".join(words)
    offered = brawl.moves(seat)
    if joined in NO_WORDS:
        return USE_NONE
    if joined in BOTH_WORDS:
        return USE_BOTH
    if joined in YES_WORDS:
        return offered[1] if len(offered) == 2 else None
    own = critical = False
    for word in words:
        if starts_with(brawl.cats[seat].own.name, [word]):
            own = True
        elif CRITICAL_HIT.name.lower().startswith(word) or word == "hit":
            critical = True
        elif word not in FILLERS:
            return None
    if own:
        return USE_BOTH if critical else USE_OWN
    return USE_BONUS if critical else None


def parse_postlude(brawl: Brawl, seat: Seat, words: list[str]) -> Move | None:
    joined = " ".join(words)
    if joined in NO_WORDS:
        return DECLINE
    own = brawl.cats[seat].own.name.lower()
    # "rejuvenate" and "recycle" are close enough
    return USE if joined in YES_WORDS or own.startswith(joined) or (len(joined) > 5 and own[:6] == joined[:6]) else None


def parse_strategy(brawl: Brawl, seat: Seat, words: list[str]) -> Move | None:
    """Parses a movement, an optional card and a scratch's target, in nearly any order."""
    card, words = find_card_name([word for word in words if word not in FILLERS])
    targets, words = find_targets(brawl, seat, words)
    movement = None if card == NO_CARD else card // FAMILY_SIZE
    if words and movement in (None, parse_movement(words[0])):
        movement = parse_movement(words[0])
        words = words[1:]
    if movement is None:
        return None
    if len(words) == 1 and card == NO_CARD:
        family = CARDS[movement * FAMILY_SIZE : movement * FAMILY_SIZE + FAMILY_SIZE]
        short = only_item([kind.card for kind in family if kind.short.startswith(words[0])])
        if short is None:
            return None
        card = short
    elif words:
        return None
    if movement != SCRATCH:
        return strategy(movement, NO_TARGET, card) if targets in (None, [seat]) else None
    target = only_item(targets if targets is not None else [other for other in brawl.living if other != seat])
    return None if target is None or target >= len(brawl.cats) else strategy(movement, target, card)


def find_card_name(words: list[str]) -> tuple[int, list[str]]:
    """Returns the card named in full, and the other words."""
    for name, card in CARD_NAME_WORDS:
        for start in range(len(words) - len(name) + 1):
            if words[start : start + len(name)] == name:
                return card, words[:start] + words[start + len(name) :]
    return NO_CARD, words


def find_targets(brawl: Brawl, seat: Seat, words: list[str]) -> tuple[list[Seat] | None, list[str]]:
    """Returns the seats meant by a number or breed, and the other words. None: no target."""
    numbers = [word for word in words if word.isdigit()]
    if numbers:
        seats = [int(word) for word in numbers if len(word) <= 2]
        return seats if len(numbers) == 1 else [], [word for word in words if not word.isdigit()]
    others = [other for other in brawl.living if other != seat]
    names = {other: split_words(BREEDS[brawl.cats[other].breed]) for other in others}
    cats = [word for word in words if any(part.startswith(word) for name in names.values() for part in name)]
    cats = [word for word in cats if len(word) >= MIN_BREED_LETTERS]
    if not cats:
        return None, words
    meant = [other for other in others if all(any(part.startswith(word) for part in names[other]) for word in cats)]
    return meant, [word for word in words if word not in cats]


def parse_movement(word: str) -> int | None:
    if word in MOVEMENT_WORDS:
        return MOVEMENT_WORDS[word]
    return only_item([movement.kind for movement in MOVEMENTS if movement.word.startswith(word)])


def starts_with(name: str, words: list[str]) -> bool:
    """True if the name starts with these words, ignoring blanks."""
    return "".join(split_words(name)).startswith("".join(words))


def only_item(found: list[int]) -> int | None:
    return found[0] if len(found) == 1 else None
