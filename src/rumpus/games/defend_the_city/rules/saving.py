"""A siege as plain data, and back; what no siege could have come to is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Plain
from rumpus.core.saving import damaged, fields, restore, saved
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, UNIFORM
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS, may_forfeit
from rumpus.games.defend_the_city.rules.stages import BROKEN, DECISION, GOES_ON, OVER, SAVED, UNSET

if TYPE_CHECKING:
    from rumpus.games.defend_the_city.rules.position import Siege

STAMINA: Final = 60
OVERSPENT: Final = -9
"""What is left of the last point of Stamina after the dearest of actions (DC-6)."""

FIELDS: Final = [
    *fields("kind", low=UNIFORM, high=BY_HAND),
    *fields("phase", high=OVER),
    *fields("owing", high=3),
    *fields("slain stand_offs idle", high=9),
    *fields("turn", low=1),
    *fields("defender enemy", low=OVERSPENT, high=STAMINA),
    *fields("defender_pair enemy_pair", low=UNSET, high=PAIRS - 1),
    *fields("ending", high=BROKEN),
]


def save_of(siege: Siege) -> dict[str, Plain]:
    return saved(siege, FIELDS)


def load_into(siege: Siege, plain: object) -> None:
    """Make a new siege what `save_of` wrote; refused (BadRecord) if it does not fit together."""
    restore(siege, plain, FIELDS)
    numbers = siege.numbers
    if max(siege.defender, siege.enemy) > numbers.stamina:
        raise damaged("'defender' or 'enemy' has more Stamina than anybody can have")
    if (siege.phase == OVER) != (siege.ending != GOES_ON):
        raise damaged("'ending' and 'phase' disagree whether it is over")
    if siege.slain > numbers.enemies or (siege.slain == numbers.enemies) != (siege.ending == SAVED):
        raise damaged("'slain' is not how many have been slain by then")
    if siege.stand_offs > numbers.stand_offs or (siege.stand_offs == numbers.stand_offs) != (siege.ending == BROKEN):
        raise damaged("'stand_offs' are not as many as there have been by then")
    if siege.phase == OVER:
        if siege.owing:
            raise damaged("'owing' names somebody, though it is over")
    elif siege.idle >= numbers.idle_turns or siege.kind != numbers.kind_after(siege.slain):
        raise damaged("'idle' or 'kind' is not that of an enemy who stands there")
    elif siege.phase == DECISION:
        _check_decision(siege)
    else:
        _check_reaction(siege)


def _check_decision(siege: Siege) -> None:
    """Somebody has yet to set Scores, and whoever can act and has, has a pair."""
    owed = siege.owed()
    if siege.owing == 0 or siege.owing & ~owed:
        raise damaged("'owing' is not who has Scores to set")
    answered = owed & ~siege.owing
    pairs = (siege.defender_pair, siege.enemy_pair)
    for side in range(2):
        if (pairs[side] != UNSET) != bool(answered >> side & 1):
            raise damaged("'defender_pair' and 'enemy_pair' are not of those who have set them")


def _check_reaction(siege: Siege) -> None:
    """Both pairs are shown, and whoever is asked may forfeit (DC-10)."""
    own, other = siege.defender_pair, siege.enemy_pair
    if own == UNSET or other == UNSET:
        raise damaged("'defender_pair' or 'enemy_pair' is not shown")
    if (siege.defender <= 0 and own != IDLE_PAIR) or (siege.enemy <= 0 and other != IDLE_PAIR):
        raise damaged("'defender_pair' or 'enemy_pair' is of somebody who cannot act")
    asked = 0
    if may_forfeit(own, other):
        asked = 1
    elif siege.numbers.versus and may_forfeit(other, own):
        asked = 2
    if asked == 0 or siege.owing != asked:
        raise damaged("'owing' is not who may forfeit")
