"""Forecast of a move in HP and cards, from its seat's information."""

from __future__ import annotations

from rumpus.core.position import Move, Position, Seat
from rumpus.core.words import Forecast
from rumpus.games.cat_brawl.matchups import pick_rates
from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, BREEDS, Cat
from rumpus.games.cat_brawl.rules.movements import GUARD, PURR, SCRATCH
from rumpus.games.cat_brawl.rules.moves import FIRST_STRATEGY, PLAY, TARGET, USE, USE_BONUS, USE_BOTH, USE_OWN
from rumpus.games.cat_brawl.rules.position import Brawl, as_brawl
from rumpus.games.cat_brawl.rules.ring import CAT


def forecast(position: Position, seat: Seat, move: Move) -> Forecast:
    """Returns HP: `from` before, `to` after, `scratched` if attacked, `pays` in any case.

    A cat to pick has its win rates too, if the lab has measured them for these options. `idle`: using the ability
    changes nothing in this round.
    """
    brawl = as_brawl(position)
    n = brawl.numbers
    if brawl.phase == CAT:
        return {"from": 0, "to": n.starting_hp[move], **pick_rates(n.options, BREEDS[move])}
    if move < FIRST_STRATEGY:
        return _ability(brawl, seat, move)
    cat = brawl.cats[seat]
    play = PLAY[move]
    found: Forecast = {}
    if play.kind == PURR:
        calm = cat.hp + play.gain(n)
        found = {"from": cat.hp, "to": calm, "scratched": calm if play.unmoved else cat.hp - n.purr_loss}
    elif play.kind == GUARD:
        found = {"from": cat.hp, "to": cat.hp, "scratched": cat.hp + play.gain(n)}
    elif play.kind == SCRATCH:
        found = _scratch(brawl, seat, move)
    if play.cards(n):
        found["cards"] = play.cards(n)
    if cat.critical:
        found["pays"] = n.critical_cost
    return found


def _scratch(brawl: Brawl, seat: Seat, move: Move) -> Forecast:
    """Returns the target's HP: `to`, `purring`, `guarding`. `back`: points of a Reverse Scratch."""
    n = brawl.numbers
    play, target = PLAY[move], brawl.cats[TARGET[move]]
    points = play.points(n) * (n.critical_factor if brawl.cats[seat].critical else 1)
    found: Forecast = {"target": target.seat, "from": target.hp, "to": target.hp - points}
    if target.skips:
        return found
    found["purring"] = target.hp - n.purr_loss
    found["guarding"] = target.hp - points if play.unguardable else target.hp
    if not play.unguardable and not play.irreversible:
        found["back"] = points
    return found


def _order_matters(brawl: Brawl) -> bool:
    """True if a cat may go out or win in this round, by what everybody knows (CB-10, CB-29).

    Otherwise the order of settlement changes nothing that is chosen: Spotlight is of no use.
    """
    n = brawl.numbers
    blows = [_hardest_scratch(brawl, brawl.cats[seat]) for seat in brawl.living]
    # All others may scratch it. If its own scratch comes back instead, the cat that guards does not.
    loss = max(sum(blows) - min(blows), n.purr_loss)
    gain = max(n.purr_gain, n.double_purring, n.guaranteed_purring, n.guard_and_heal) + n.rejuvenation
    return any(brawl.cats[seat].hp <= loss or brawl.cats[seat].hp + gain >= n.win_hp for seat in brawl.living)


def _hardest_scratch(brawl: Brawl, cat: Cat) -> int:
    """Most points of a scratch, by the public facts about this cat."""
    n = brawl.numbers
    points = n.scratch * (n.double_scratch if cat.size else 1)
    hidden = bool(n.bonus) and not cat.shown
    critical = hidden or (cat.shown and cat.bonus_prelude_ready(brawl.round))
    return points * (n.critical_factor if critical else 1)


def _ability(brawl: Brawl, seat: Seat, move: Move) -> Forecast:
    n, cat = brawl.numbers, brawl.cats[seat]
    found: Forecast = {}
    if move in (USE_OWN, USE_BOTH, USE):
        gain, cards = cat.own.certain_gains(n)
        if gain:
            found["from"], found["to"] = cat.hp, cat.hp + gain
        if cards:
            found["cards"] = cards
    if move == USE_OWN and cat.breed == ABYSSINIAN and not _order_matters(brawl):
        found["idle"] = True
    if move in (USE_BONUS, USE_BOTH):
        found["factor"], found["pays"] = n.critical_factor, n.critical_cost
    return found
