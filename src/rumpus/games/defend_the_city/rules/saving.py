"""Saves and loads a siege; impossible positions are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Json
from rumpus.core.saving import damaged, fields, restore, saved
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, UNIFORM
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS, may_forfeit
from rumpus.games.defend_the_city.rules.stages import BROKEN, DECISION, GOES_ON, OVER, SAVED, UNSET

if TYPE_CHECKING:
    from rumpus.games.defend_the_city.rules.position import Siege

MAX_STAMINA: Final = 60
MIN_STAMINA: Final = -9
"""Last point of Stamina minus the highest cost (DC-6)."""

FIELDS: Final = [
    *fields("kind", low=UNIFORM, high=BY_HAND),
    *fields("phase", high=OVER),
    *fields("owing", high=3),
    *fields("slain stand_offs idle", high=9),
    *fields("turn", low=1),
    *fields("defender enemy", low=MIN_STAMINA, high=MAX_STAMINA),
    *fields("defender_pair enemy_pair", low=UNSET, high=PAIRS - 1),
    *fields("ending", high=BROKEN),
]


def save(siege: Siege) -> dict[str, Json]:
    return saved(siege, FIELDS)


def load(siege: Siege, data: object) -> None:
    """Fills a new siege from saved data. Raises BadRecord if it is inconsistent."""
    restore(siege, data, FIELDS)
    numbers = siege.numbers
    if max(siege.defender, siege.enemy) > numbers.stamina:
        raise damaged("'defender' or 'enemy' is above full Stamina")
    if (siege.phase == OVER) != (siege.ending != GOES_ON):
        raise damaged("'ending' and 'phase' disagree about the end")
    if siege.slain > numbers.enemies or (siege.slain == numbers.enemies) != (siege.ending == SAVED):
        raise damaged("'slain' does not fit the ending")
    if siege.stand_offs > numbers.stand_offs or (siege.stand_offs == numbers.stand_offs) != (siege.ending == BROKEN):
        raise damaged("'stand_offs' does not fit the ending")
    if siege.phase == OVER:
        if siege.owing:
            raise damaged("'owing' is not empty after the end")
    elif siege.idle >= numbers.idle_turns or siege.kind != numbers.kind_after(siege.slain):
        raise damaged("'idle' or 'kind' does not fit the present enemy")
    elif siege.phase == DECISION:
        _check_decision(siege)
    else:
        _check_reaction(siege)


def _check_decision(siege: Siege) -> None:
    """Someone must still set Scores, and only seats that have decided have a pair."""
    owed = siege.able_to_act()
    if siege.owing == 0 or siege.owing & ~owed:
        raise damaged("'owing' does not match the seats with Scores to set")
    answered = owed & ~siege.owing
    pairs = (siege.defender_pair, siege.enemy_pair)
    for side in range(2):
        if (pairs[side] != UNSET) != bool(answered >> side & 1):
            raise damaged("'defender_pair' and 'enemy_pair' do not match the seats that have decided")


def _check_reaction(siege: Siege) -> None:
    """Both pairs are shown, and the seat asked may forfeit (DC-10)."""
    own, other = siege.defender_pair, siege.enemy_pair
    if own == UNSET or other == UNSET:
        raise damaged("'defender_pair' or 'enemy_pair' is not shown")
    if (siege.defender <= 0 and own != IDLE_PAIR) or (siege.enemy <= 0 and other != IDLE_PAIR):
        raise damaged("'defender_pair' or 'enemy_pair' belongs to a spent side")
    asked = 0
    if may_forfeit(own, other):
        asked = 1
    elif siege.numbers.versus and may_forfeit(other, own):
        asked = 2
    if asked == 0 or siege.owing != asked:
        raise damaged("'owing' does not match the seat that may forfeit")
