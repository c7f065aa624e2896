"""View of a siege for one seat (DC-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.position import Json, Seat, View
from rumpus.core.words import figure
from rumpus.games.defend_the_city.rules.notation import format_pair
from rumpus.games.defend_the_city.rules.numbers import KINDS
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR
from rumpus.games.defend_the_city.rules.stages import (
    DECISION,
    DEFENDER,
    ENDINGS,
    ENEMY,
    FALLEN,
    GOES_ON,
    PHASES,
    SAVED,
    UNSET,
)

if TYPE_CHECKING:
    from rumpus.games.defend_the_city.rules.position import Siege


def view_of(siege: Siege, seat: Seat | None) -> View:
    numbers = siege.numbers
    asked = seat is not None and siege.owing >> seat & 1 == 1
    seats: list[Json] = [fighter_view(siege, DEFENDER, seat)]
    view: View = {
        "you": seat,
        "phase": phase_words(siege),
        "stage": PHASES[siege.phase],
        "asked": PHASES[siege.phase] if asked else "",
        "turn": siege.turn,
        "slain": siege.slain,
        "enemies": numbers.enemies,
        "stand-offs": siege.stand_offs,
        "line breaks at": numbers.stand_offs,
        "idle turns": siege.idle,
        "stand-off at": numbers.idle_turns,
        "die": numbers.die,
        "seats": seats,
    }
    if numbers.versus:
        seats.append(fighter_view(siege, ENEMY, seat))
    else:
        view["enemy"] = fighter_view(siege, ENEMY, seat)
    if siege.ending != GOES_ON:
        view["ending"] = ENDINGS[siege.ending]
        view["outcome"] = outcome_words("@0[falls]", siege.ending, siege.slain, siege.turn, siege.defender)
    return view


def phase_words(siege: Siege) -> str:
    if siege.ending != GOES_ON:
        return "The siege is over."
    enemy = f"enemy {siege.slain + 1} of {siege.numbers.enemies}"
    if siege.phase == DECISION:
        return f"Turn {siege.turn}, {enemy}: Offense and Defense are set in secret."
    return f"Turn {siege.turn}, {enemy}: the lower Offense may be held back."


def fighter_view(siege: Siege, side: int, viewer: Seat | None) -> Json:
    """One side; hides its sealed pair from others."""
    stamina = siege.defender if side == DEFENDER else siege.enemy
    pair = siege.defender_pair if side == DEFENDER else siege.enemy_pair
    if siege.phase == DECISION:
        if stamina <= 0:
            pair = IDLE_PAIR
        elif side != viewer:
            pair = UNSET
    return {
        "role": "defender" if side == DEFENDER else "enemy",
        "kind": "" if side == DEFENDER else KINDS[siege.kind],
        "stamina": stamina,
        "full": siege.numbers.stamina,
        "scores": format_pair(pair) if pair != UNSET else "",
    }


def outcome_words(falls: str, ending: int, slain: int, turns: int, stamina: int) -> str:
    """The result in a sentence: reason, enemies slain, turns, Stamina left (DC-18). `falls` is `Ann falls`."""
    enemies = "1 enemy" if slain == 1 else f"{slain} enemies"
    if ending == SAVED:
        count = "1 turn" if turns == 1 else f"{turns} turns"
        how = f"The city is saved: {enemies} slain in {count}"
    elif ending == FALLEN:
        how = f"{falls} on turn {turns} " + (f"after slaying {enemies}" if slain else "without slaying anyone")
    else:
        how = f"The line is broken on turn {turns}: {enemies} slain"
    return f"{how}, {figure(stamina)} Stamina left."
