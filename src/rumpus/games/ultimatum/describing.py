"""Any hex or character of a view in a few sentences, for screen readers and for whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.content.rulebook import uncited
from rumpus.core.position import Seat, View
from rumpus.core.words import counted
from rumpus.games.ultimatum.facts import Scene, Unit
from rumpus.games.ultimatum.words import whom


def describe(view: View, word: str, names: Sequence[str]) -> str:
    """What stands there or bears that name, what it can do now, and why not what it cannot; empty if there is none."""
    scene = Scene(view)
    wanted = word.strip().lower()
    if scene.is_hex(wanted):
        return describe_hex(scene, wanted, names)
    unit = scene.find(wanted)
    return describe_unit(unit, scene.you, names) if unit is not None else ""


def describe_hex(scene: Scene, name: str, names: Sequence[str]) -> str:
    sign = scene.sign(name)
    kind = {"#": "wall", ".": "floor"}.get(sign, "")
    if not kind:
        kind = f"spawn point of {names[int(sign) - 1]}"
    parts = [f"{name}: {kind}."]
    unit = scene.on.get(name)
    if name in scene.own_traps:
        parts.append("A trap of yours lies here.")
    maybe = [owner for owner, places in scene.hidden if name in places]
    if maybe:
        owners = sorted({whom(owner, scene.you, names) for owner in maybe})
        parts.append(f"A hidden trap of {' or '.join(owners)} may lie here.")
    if unit is not None:
        parts.append(describe_unit(unit, scene.you, names))
    else:
        parts.extend(_who_comes_here(scene, name, names))
    return " ".join(parts)


def _who_comes_here(scene: Scene, name: str, names: Sequence[str]) -> list[str]:
    """Which of one's own could do something with a hex, and which others could walk there."""
    said: list[str] = []
    walking = [f.name for f in scene.units if (move := f.action("move")) and name in move.targets]
    if walking:
        said.append(f"{_listed(walking)} can walk here.")
    for unit in scene.units:
        for kind in ("ability", "ultimatum"):
            action = unit.action(kind)
            if action is not None and name in action.targets:
                said.append(f"{unit.name}'s {action.name} can be aimed here.")
    others = [whom(f.id, scene.you, names) for f in scene.units if f.seat != scene.you and name in f.reach]
    if others:
        said.append(f"Within a walk of {_listed(others)}.")
    return said


def describe_unit(unit: Unit, you: Seat | None, names: Sequence[str]) -> str:
    f = unit
    parts = [f"{f.name}, {f.title}, of {names[f.seat]}: {f.state}."]
    if f.state == "dead":
        return parts[0]
    where = f" on {f.hex}" if f.hex else ""
    shield = f", shield {f.shield}" if f.shield else ""
    charges = f", {counted(f.charges, 'charge')}" if f.charges else ""
    parts.append(f"{f.hp} of {f.most_hp} HP{shield}{charges}{where}.")
    parts.append(
        f"{f.type.capitalize()}, Attack {f.attack}, range {f.range}, speed {f.speed}, "
        f"{f.physical} % physical and {f.magical} % magical defence."
    )
    if f.effects:
        parts.append(f"Bears {_listed(f.effects)}.")
    parts.append(f"Passive {f.passive}.")
    for (name, wait), kind in ((f.normal, "Ability"), (f.ultimatum, "Ultimatum")):
        parts.append(f"{kind} {name}: {'ready' if wait == 0 else f'in {wait} phases'}.")
    for action in f.actions:
        if action.can and action.targets != [""]:
            parts.append(f"{action.name}: {_some(action.targets, you, names)}.")
        elif action.can and action.kind in ("ability", "ultimatum"):
            parts.append(f"Can use {action.name}.")
        elif not action.can and action.kind not in ("pass", "finish"):
            parts.append(f"No {action.name}: {uncited(action.why)[0]}")
    return " ".join(parts)


def _some(targets: Sequence[str], you: Seat | None, names: Sequence[str]) -> str:
    """All of a few, the number of many."""
    return ", ".join(aimed(target, you, names) for target in targets) if len(targets) <= 8 else f"{len(targets)} hexes"


def aimed(target: str, you: Seat | None, names: Sequence[str]) -> str:
    """What an action names, in words: hexes by their names, characters as this seat calls them."""
    return " ".join(whom(word, you, names) if "." in word else word for word in target.split())


def _listed(words: Sequence[str]) -> str:
    return " and ".join(words) if len(words) < 3 else ", ".join(words[:-1]) + " and " + words[-1]
