"""Refusals: the reason against a move, with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.position import Move, Seat
from rumpus.games.cat_brawl.rules.abilities import CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cats import BREEDS, Cat
from rumpus.games.cat_brawl.rules.moves import FIRST_STRATEGY, PLAY, TARGET, USE_BOTH, USE_NONE, USE_OWN, move_count
from rumpus.games.cat_brawl.rules.ring import POSTLUDE, PRELUDE, STRATEGY

if TYPE_CHECKING:
    from rumpus.games.cat_brawl.rules.position import Brawl


def refusal(brawl: Brawl, seat: Seat, move: Move) -> str:
    if brawl.phase == STRATEGY:
        return strategy_refusal(brawl, seat, move)
    if brawl.phase == PRELUDE:
        return prelude_refusal(brawl, brawl.cats[seat], move)
    if brawl.phase == POSTLUDE:
        return f"Choose whether to use {brawl.cats[seat].own.name} (CB-12)."
    return f"Pick a cat: {', '.join(BREEDS)} (CB-2)."


def strategy_refusal(brawl: Brawl, seat: Seat, move: Move) -> str:
    if not FIRST_STRATEGY <= move < move_count(len(brawl.cats)):
        return "Choose a strategy: purr, guard or scratch another cat (CB-7)."
    if TARGET[move] == seat:
        return "A cat does not scratch itself (CB-7)."
    if TARGET[move] >= 0 and not brawl.alive >> TARGET[move] & 1:
        return f"@{TARGET[move]}['s] cat is out: scratch one that is still in (CB-7)."
    return f"You hold no {PLAY[move].name} (CB-7)."


def prelude_refusal(brawl: Brawl, cat: Cat, move: Move) -> str:
    if not USE_NONE <= move <= USE_BOTH:
        return "First say which ability you use in the prelude, if any (CB-6)."
    if move != USE_OWN and not cat.bonus_prelude_ready(brawl.round):
        if cat.bonus is CRITICAL_HIT:
            return f"{CRITICAL_HIT.name} rests until round {cat.bonus_ready} (CB-20)."
        return f"You were not dealt {CRITICAL_HIT.name} (CB-4)."
    if cat.own.prelude:
        return f"{cat.own.name} rests until round {cat.own_ready} (CB-20)."
    return f"{cat.own.name} cannot be used in the prelude (CB-6)."
