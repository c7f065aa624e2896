"""Typed access to a view, for drawings and descriptions."""

from __future__ import annotations

from rumpus.core.position import Json, View
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS, hex_name, neighbour


def strings(value: Json) -> list[str]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, str)]


def entries(value: Json) -> list[dict[str, Json]]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, dict)]


def number(value: Json) -> int:
    assert isinstance(value, int)
    return value


class Action:
    """An action of an own character: its targets, or the reason against it."""

    def __init__(self, entry: dict[str, Json]) -> None:
        self.kind = str(entry["do"])
        self.name = str(entry["name"])
        self.can = bool(entry["can"])
        self.targets = strings(entry["targets"])
        self.why = str(entry["why"])


class Unit:
    """A character as the viewer sees it."""

    def __init__(self, entry: dict[str, Json]) -> None:
        self.id = str(entry["id"])
        self.seat = number(entry["seat"])
        self.name = str(entry["name"])
        self.title = str(entry["title"])
        self.type = str(entry["type"])
        self.state = str(entry["state"])
        self.hex = str(entry["hex"] or "")
        self.hp = number(entry["hp"])
        self.max_hp = number(entry["most hp"])
        self.shield = number(entry["shield"])
        self.charges = number(entry["charges"])
        self.attack = number(entry["attack"])
        self.range = number(entry["range"])
        self.speed = number(entry["speed"])
        self.physical = number(entry["physical"])
        self.magical = number(entry["magical"])
        self.passive = str(entry["passive"])
        self.normal = _ability(entry["normal"])
        self.ultimatum = _ability(entry["ultimatum"])
        self.effects = [effect_words(effect) for effect in entries(entry["effects"])]
        self.reach = strings(entry["reach"])
        self.targets = strings(entry["targets"])
        self.actions = [Action(action) for action in entries(entry.get("actions", []))]

    def targets_of(self, kind: str) -> list[str]:
        """Targets of its action of this kind; none for units of others."""
        return [target for action in self.actions if action.kind == kind for target in action.targets]


def _ability(value: Json) -> tuple[str, int]:
    """Name and remaining cooldown in phases."""
    assert isinstance(value, dict)
    return str(value["name"]), number(value["wait"])


def effect_words(effect: dict[str, Json]) -> str:
    """Name, amount and turns: `poison 3 ×2`, `speed −2 ×1`, `snare ×1`."""
    name, amount, turns = str(effect["name"]), number(effect["amount"]), number(effect["turns"])
    size = ""
    if amount:
        size = f" {amount}" if name in ("poison", "drain", "regrowth") else f" {amount:+d}".replace("-", "−")
    return f"{name}{size}" + (f" ×{turns}" if turns else " this turn")


class Scene:
    """A whole view: map, units and known traps."""

    def __init__(self, view: View) -> None:
        self.view = view
        drawing = view["map"]
        assert isinstance(drawing, dict)
        self.map_name = str(drawing["name"])
        self.rows = strings(drawing["rows"])
        self.columns = number(drawing["columns"])
        self.you = view["you"] if isinstance(view["you"], int) else None
        self.stage = str(view["stage"])
        self.units = [Unit(entry) for entry in entries(view["characters"])]
        self.on = {unit.hex: unit for unit in self.units if unit.hex}
        self.own_traps = {str(trap["hex"]) for trap in entries(view["traps"])}
        self.hidden = [(str(trap["owner"]), strings(trap["maybe"])) for trap in entries(view["hidden traps"])]
        self.active = next((unit for unit in self.units if unit.id == view["active"]), None)

    def names(self) -> list[list[str]]:
        return [[hex_name(row, column) for column in range(self.columns)] for row in range(len(self.rows))]

    def sign(self, name: str) -> str:
        """`#`, `.` or the number of a seat; empty outside the map."""
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return ""

    def is_edge(self, name: str) -> bool:
        """True if next to an open hex."""
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        for direction in range(DIRECTIONS):
            r, c = neighbour(row, column, direction)
            if 0 <= r < len(self.rows) and 0 <= c < self.columns and self.rows[r][c] != "#":
                return True
        return False

    def is_hex(self, word: str) -> bool:
        known = len(word) in (2, 3) and word.isascii() and word[0].isalpha() and word[1:].isdecimal()
        return known and self.sign(word) != ""

    def find(self, word: str) -> Unit | None:
        """The unit with this name, with or without seat, or on this hex; own units first."""
        wanted = word.strip().lower()
        if wanted in self.on:
            return self.on[wanted]
        found = [unit for unit in self.units if wanted in (unit.id.lower(), unit.name.lower())]
        found.sort(key=lambda unit: unit.seat != self.you)
        return found[0] if found else None

    def word_for(self, name: str) -> str:
        """Cursor word of a hex: own character, another's with its seat, or the hex."""
        unit = self.on.get(name)
        if unit is None:
            return name
        return unit.name if unit.seat == self.you else unit.id
