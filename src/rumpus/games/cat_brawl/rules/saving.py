"""Saving and loading of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Json
from rumpus.core.saving import SavedField, damaged, fields, mapping, mappings, restore, saved, whole
from rumpus.games.cat_brawl.rules.abilities import ABILITIES, BONUSES, NO_ABILITY, Ability
from rumpus.games.cat_brawl.rules.cards import CLAWS, KIND_COUNT
from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, MAINE_COON, NO_BREED, NOTHING_KNOWN, Cat
from rumpus.games.cat_brawl.rules.moves import FIRST_STRATEGY, MAX_SEATS, NO_MOVE, move_count
from rumpus.games.cat_brawl.rules.ring import BY_ROUNDS, CAT, POSTLUDE, UNDECIDED

if TYPE_CHECKING:
    from rumpus.games.cat_brawl.rules.position import Brawl

# Upper bounds that no game reaches under any options.
MAX_ROUNDS: Final = 2000
MAX_CARDS: Final = 50_000
MAX_HP: Final = 1_000_000

RING_FIELDS: Final[list[SavedField]] = [
    *fields("round", high=MAX_ROUNDS),
    *fields("phase", high=POSTLUDE),
    *fields("pile*", high=KIND_COUNT - 1, max_length=MAX_CARDS),
    *fields("living* order*", high=MAX_SEATS - 1, max_length=MAX_SEATS),
    *fields("winner", low=UNDECIDED, high=MAX_SEATS - 1),
    *fields("ending", high=BY_ROUNDS),
]
CAT_FIELDS: Final[list[SavedField]] = [
    *fields("breed", low=NO_BREED, high=ABYSSINIAN),
    *fields("hp before", low=-MAX_HP, high=MAX_HP),
    *fields("hand*", high=MAX_CARDS, length=KIND_COUNT),
    *fields("shown? skips? spotlit? critical?"),
    *fields("own_ready bonus_ready hunger lean", high=MAX_ROUNDS),
    *fields("answer strategy", low=NO_MOVE, high=move_count(MAX_SEATS) - 1),
    *fields("known*", high=MAX_CARDS, max_length=KIND_COUNT),
    *fields("claws tame", high=MAX_CARDS),
]


def save(brawl: Brawl) -> dict[str, Json]:
    plain = saved(brawl, RING_FIELDS)
    plain["cats"] = [{**saved(cat, CAT_FIELDS), "bonus": cat.bonus.number} for cat in brawl.cats]
    return plain


def load(brawl: Brawl, plain: object) -> None:
    """Fills a new brawl with saved data. Raises `BadRecord` if it is damaged."""
    restore(brawl, plain, RING_FIELDS)
    parts = mappings(mapping(plain), "cats", len(brawl.cats))
    for cat in brawl.cats:
        restore(cat, parts[cat.seat], CAT_FIELDS)
        cat.own = NO_ABILITY if cat.breed == NO_BREED else ABILITIES[cat.breed]
        cat.bonus = bonus_of(whole(parts[cat.seat], "bonus", NO_ABILITY.number))
        cat.set_hand(cat.hand)
        cat.known = cat.known or NOTHING_KNOWN
    check_living(brawl)
    brawl.alive = 0
    for seat in brawl.living:
        brawl.alive |= 1 << seat
    brawl.owing = [] if brawl.winner != UNDECIDED else brawl.asked()
    for cat in brawl.cats:
        check_cat(brawl, cat)
    check_ring(brawl)


def bonus_of(number: int) -> Ability:
    for ability in (NO_ABILITY, *BONUSES):
        if ability.number == number:
            return ability
    raise damaged("'bonus' is not a bonus ability")


def check_living(brawl: Brawl) -> None:
    for cat in brawl.cats:
        if (cat.breed == NO_BREED) != (brawl.phase == CAT):
            raise damaged("'breed' is picked at the start, by everybody")
    if brawl.living != [cat.seat for cat in brawl.cats if cat.hp > 0 or brawl.phase == CAT]:
        raise damaged("'living' does not name the cats that have HP")


def check_ring(brawl: Brawl) -> None:
    seats = len(brawl.cats)
    begun = brawl.phase != CAT
    decided = brawl.winner != UNDECIDED
    if len(set(brawl.order)) != len(brawl.order) or (brawl.order and max(brawl.order) >= seats):
        raise damaged("'order' does not name cats of this brawl, each once")
    if brawl.phase == POSTLUDE and not set(brawl.living) <= set(brawl.order):
        raise damaged("'order' leaves out a cat that was settled")
    if not (1 <= brawl.round <= brawl.numbers.max_rounds if begun else brawl.round == 0):
        raise damaged("'round' is not a round of this brawl")
    if brawl.winner >= seats or (decided and not begun):
        raise damaged("'winner' is not a cat of this brawl")
    if not decided and (len(brawl.living) < 2 or not brawl.owing):
        raise damaged("'winner' is open, and nobody has anything to decide")


def check_cat(brawl: Brawl, cat: Cat) -> None:
    if cat.hp >= brawl.numbers.win_hp and brawl.winner == UNDECIDED:
        raise damaged("'hp' would have won already")
    if cat.strategy != NO_MOVE and not FIRST_STRATEGY <= cat.strategy < move_count(len(brawl.cats)):
        raise damaged("'strategy' is not a strategy")
    if cat.known and (
        len(cat.known) != KIND_COUNT or any(cat.known[card] > cat.hand[card] for card in range(KIND_COUNT))
    ):
        raise damaged("'known' is more than the hand holds")
    if cat.size > MAX_CARDS:
        raise damaged("'hand' holds more cards than a brawl has")
    check_hunting(brawl, cat)
    if cat.answer != NO_MOVE:
        asked = brawl.winner == UNDECIDED and cat.seat in brawl.living and brawl.is_asked(cat)
        if not asked or cat.answer not in brawl.offered(cat):
            raise damaged("'answer' was never offered")


def check_hunting(brawl: Brawl, cat: Cat) -> None:
    """Raises unless all that is known by Hunting is true of the hand (CB-23)."""
    held = sum(cat.hand[card] for card in range(KIND_COUNT) if CLAWS >> card & 1)
    if cat.claws > held or cat.tame > cat.size - held:
        raise damaged("'claws' and 'tame' are more than the hand holds")
    if cat.breed != MAINE_COON and (cat.claws or cat.tame or cat.lean or cat.hunger):
        raise damaged("'claws', 'tame', 'lean' and 'hunger' are of a cat that does not hunt")
    over = brawl.winner != UNDECIDED  # the last round may have ended before Hunting counted it
    if not over and cat.hunger != cat.lean and (cat.hunger != 0 or held == 0):
        raise damaged("'hunger' and 'lean' are not true of the hand")
