"""A view read back into things with names, for whatever draws or describes it."""

from __future__ import annotations

from rumpus.core.position import Plain, View
from rumpus.games.ultimatum.rules.hexes import DIRECTIONS, hex_name, neighbour


def words(value: Plain) -> list[str]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, str)]


def entries(value: Plain) -> list[dict[str, Plain]]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, dict)]


def number(value: Plain) -> int:
    assert isinstance(value, int)
    return value


class Action:
    """What a character of one's own may do, with what it may name, or why not."""

    def __init__(self, entry: dict[str, Plain]) -> None:
        self.kind = str(entry["do"])
        self.name = str(entry["name"])
        self.can = bool(entry["can"])
        self.targets = words(entry["targets"])
        self.why = str(entry["why"])


class Unit:
    """A character as somebody sees it."""

    def __init__(self, entry: dict[str, Plain]) -> None:
        self.id = str(entry["id"])
        self.seat = number(entry["seat"])
        self.name = str(entry["name"])
        self.title = str(entry["title"])
        self.type = str(entry["type"])
        self.state = str(entry["state"])
        self.hex = str(entry["hex"] or "")
        self.hp = number(entry["hp"])
        self.most_hp = number(entry["most hp"])
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
        self.reach = words(entry["reach"])
        self.targets = words(entry["targets"])
        self.actions = [Action(action) for action in entries(entry.get("actions", []))]

    def action(self, kind: str) -> Action | None:
        for action in self.actions:
            if action.kind == kind:
                return action
        return None


def _ability(value: Plain) -> tuple[str, int]:
    """Its name and how many phases it still cools down."""
    assert isinstance(value, dict)
    return str(value["name"]), number(value["wait"])


def effect_words(effect: dict[str, Plain]) -> str:
    """`poison 3 ×2`, `speed −2 ×1`, `snare ×1`: what, how much, for how many turns."""
    name, amount, turns = str(effect["name"]), number(effect["amount"]), number(effect["turns"])
    size = ""
    if amount:
        size = f" {amount}" if name in ("poison", "drain", "regrowth") else f" {amount:+d}".replace("-", "−")
    return f"{name}{size}" + (f" ×{turns}" if turns else " this turn")


class Scene:
    """The whole view: the map, the units, and what is known of traps."""

    def __init__(self, view: View) -> None:
        self.view = view
        drawing = view["map"]
        assert isinstance(drawing, dict)
        self.map_name = str(drawing["name"])
        self.rows = words(drawing["rows"])
        self.columns = number(drawing["columns"])
        self.you = view["you"] if isinstance(view["you"], int) else None
        self.stage = str(view["stage"])
        self.units = [Unit(entry) for entry in entries(view["characters"])]
        self.on = {unit.hex: unit for unit in self.units if unit.hex}
        self.own_traps = {str(trap["hex"]) for trap in entries(view["traps"])}
        self.hidden = [(str(trap["owner"]), words(trap["maybe"])) for trap in entries(view["hidden traps"])]
        self.active = next((unit for unit in self.units if unit.id == view["active"]), None)

    def names(self) -> list[list[str]]:
        """The names of the hexes, row by row."""
        return [[hex_name(row, column) for column in range(self.columns)] for row in range(len(self.rows))]

    def sign(self, name: str) -> str:
        """`#`, `.` or the number of a seat; empty for what is no hex of this map."""
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return ""

    def is_edge(self, name: str) -> bool:
        """Whether anything open lies next to this hex."""
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        for direction in range(DIRECTIONS):
            r, c = neighbour(row, column, direction)
            if 0 <= r < len(self.rows) and 0 <= c < self.columns and self.rows[r][c] != "#":
                return True
        return False

    def is_hex(self, word: str) -> bool:
        return len(word) in (2, 3) and word[0].isalpha() and word[1:].isdecimal() and self.sign(word) != ""

    def find(self, word: str) -> Unit | None:
        """Whoever is called so, with or without a seat, or stands on that hex; one's own before others."""
        wanted = word.strip().lower()
        if wanted in self.on:
            return self.on[wanted]
        found = [unit for unit in self.units if wanted in (unit.id.lower(), unit.name.lower())]
        found.sort(key=lambda unit: unit.seat != self.you)
        return found[0] if found else None

    def word_for(self, name: str) -> str:
        """What a cursor on this hex says: one's own character, somebody else's with its seat, or the hex."""
        unit = self.on.get(name)
        if unit is None:
            return name
        return unit.name if unit.seat == self.you else unit.id
