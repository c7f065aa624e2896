"""Terminal drawing of Ultimatum: hex map, squads, cursor details and descriptions."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.core.content.rulebook import split_citation
from rumpus.core.extensions import UNDER_CURSOR, Canvas, Command, Terminal
from rumpus.core.position import Seat, View
from rumpus.core.words import counted, listed
from rumpus.games.ultimatum.facts import Action, Scene, Unit, strings
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.words import name_for

# Seats differ by colour and by the number in front of every name.
SEATS = ("#4c9be8", "#f0a03c", "#3fbf8f", "#c77ddb")
SEATS_DONE = ("#2b5c8c", "#8c5c1e", "#236b50", "#70447c")
# Three greys, so neighbouring hexes differ.
FLOORS = ("#353a42", "#3b4049", "#414750")
WALL = "#7a6a55"
REACH = ("#1f5b35", "#24653b", "#296f42")
AIM = ("#5c4614", "#664e18", "#70561c")
TARGET = "#d8402f"
CURSOR = "#ffffff"

CELL_WIDTHS = (6, 4, 3)
"""Widths of a hex with its gap: with name and HP, with name, minimal."""
SIDE_COLUMNS = 46
"""Width of the squads beside the map."""


def draw(canvas: Canvas) -> RenderableType:
    scene, names = Scene(canvas.view), canvas.names
    picture = MapPicture(scene, canvas.taken, canvas.cursor)
    cell, beside = arrangement(scene, canvas.width)
    board = draw_map(scene, picture, cell)
    below = draw_below(scene, names, picture)
    if not beside:
        return Group(board, Text(), Columns(draw_sides(scene, names, picture), padding=(0, 3)), *below)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=map_width(scene, cell), no_wrap=True)
    grid.add_column()
    grid.add_row(board, Group(*draw_sides(scene, names, picture)))
    return Group(grid, *below)


def arrangement(scene: Scene, width: int) -> tuple[int, bool]:
    """Width of a hex, and True if the squads fit beside the map; that comes first."""
    for cell in CELL_WIDTHS[:2]:
        if map_width(scene, cell) + 2 + SIDE_COLUMNS <= width:
            return cell, True
    for cell in CELL_WIDTHS:
        if map_width(scene, cell) <= width:
            return cell, False
    return CELL_WIDTHS[-1], False


def map_width(scene: Scene, cell: int) -> int:
    return 3 + scene.columns * cell + cell // 2 + 3


# --- selection and highlights ---


class MapPicture:
    """The selected unit (of the words, else under the cursor, else active), and the highlights."""

    def __init__(self, scene: Scene, taken: Sequence[str], cursor: str) -> None:
        words = [word.lower() for word in (*taken, cursor) if word]
        self.cursor = ""
        self.unit: Unit | None = None
        for word in words:
            found = scene.find(word)
            if found is not None:
                self.unit = self.unit if self.unit is not None and self.unit.actions else found
                self.cursor = found.hex
            elif scene.is_hex(word):
                self.cursor = word
        if self.unit is None and not words:
            self.unit = scene.active
        self.reach: set[str] = set()
        self.aim: set[str] = set()
        self.targets: set[str] = set()
        if self.unit is not None:
            self._light(scene, self.unit)
        free = self.cursor and self.cursor not in scene.on
        self.reachable_by = {unit.id for unit in scene.units if free and self.cursor in unit.targets_of("move")}

    def _light(self, scene: Scene, unit: Unit) -> None:
        """Highlights legal actions of an own unit, or reach and targets of another."""
        if not unit.actions:
            self.reach = set(unit.reach)
            self.targets = set(unit.targets)
            return
        self.reach = set(unit.targets_of("move"))
        for kind in ("attack", "ability", "ultimatum"):
            for target in unit.targets_of(kind):
                for word in target.split():
                    if scene.is_hex(word) and " " not in target:
                        self.aim.add(word)
                    elif "." in word and word != unit.id and kind != "ultimatum":
                        self.targets.add(word)


# --- the map ---


def draw_map(scene: Scene, picture: MapPicture, cell: int) -> Text:
    half = cell // 2
    gap = 1 if cell > CELL_WIDTHS[-1] else 0
    text = Text(no_wrap=True)
    text.append(f"{scene.map_name}\n", "bold")
    text.append_text(_letters(scene, cell, 0))
    for row, names in enumerate(scene.names()):
        shift = half if row % 2 else 0
        text.append(f"{row + 1:>2} ", "dim")
        text.append(" " * shift)
        for column, name in enumerate(names):
            shade = (column - (row - row % 2) // 2 - row) % 3
            text.append_text(draw_hex(scene, picture, name, shade, cell))
            text.append(" " * gap)
        text.append(" " * (half - shift))
        text.append(f" {row + 1}", "dim")
        text.append("\n")
    text.append_text(_letters(scene, cell, half if len(scene.rows) > 1 else 0))
    text.rstrip()
    return text


def _letters(scene: Scene, cell: int, shift: int) -> Text:
    letters = "".join(f"{chr(ord('a') + column):^{cell - 1}} " for column in range(scene.columns))
    return Text("   " + " " * shift + letters.rstrip() + "\n", style="dim")


def draw_hex(scene: Scene, picture: MapPicture, name: str, shade: int, cell: int) -> Text:
    unit = scene.on.get(name)
    sign = scene.sign(name)
    if unit is not None:
        content, style = _unit_hex(scene, picture, unit, cell)
    elif sign == "#":
        content, style = _wall_hex(scene, picture, name, cell)
    else:
        content, style = _empty_hex(scene, picture, name, sign, shade)
    tile = cell - 1 if cell > CELL_WIDTHS[-1] else cell
    if name == picture.cursor:
        content = content if unit is not None else name
        style = f"bold black on {CURSOR}"
    text = Text(f"{content:^{tile}}"[:tile], style=style)
    if name == picture.cursor:
        text.apply_meta(UNDER_CURSOR)
    return text


def _unit_hex(scene: Scene, picture: MapPicture, unit: Unit, cell: int) -> tuple[str, str]:
    content = f"{unit.seat + 1}{unit.name[:2]}"
    if cell == CELL_WIDTHS[0]:
        content += f"{min(unit.hp, 99):>2}"
    done = unit.state in ("done", "placed") or "invisible" in " ".join(unit.effects)
    background = SEATS_DONE[unit.seat] if done else SEATS[unit.seat]
    style = f"{'#d8d8d8' if done else 'bold black'} on {background}"
    if unit.id in picture.targets:
        style = f"bold white on {TARGET}"
    elif unit is picture.unit or unit is scene.active or unit.id in picture.reachable_by:
        style += " underline"
    return content, style


def _wall_hex(scene: Scene, picture: MapPicture, name: str, cell: int) -> tuple[str, str]:
    """Walls out of reach stay blank unless they can be aimed at."""
    if name in picture.aim:
        return "+", f"#f0c860 on {WALL}"
    if scene.is_edge(name):
        return "▒" * cell, f"#857560 on {WALL}"
    return "", ""


def _empty_hex(scene: Scene, picture: MapPicture, name: str, sign: str, shade: int) -> tuple[str, str]:
    background = FLOORS[shade]
    content = "·"
    colour = "#5a606a"
    if sign.isdigit():
        content, colour = sign, SEATS[int(sign) - 1]
    if name in picture.aim:
        background, content, colour = AIM[shade], "+", "#f0c860"
    if name in picture.reach:
        background, content, colour = REACH[shade], "•" if content in "·+" else content, "#a8f0bd"
    if name in scene.own_traps:
        content, colour = "▲", "#ffd75f"
    elif _may_be_trapped(scene, picture, name):
        content, colour = "?", "#e07a6a"
    return content, f"{colour} on {background}"


def _may_be_trapped(scene: Scene, picture: MapPicture, name: str) -> bool:
    """True if a hidden trap may lie here, and few hexes are possible or its owner is selected."""
    selected = picture.unit.id if picture.unit is not None else ""
    return any(name in maybe and (owner == selected or len(maybe) <= 6) for owner, maybe in scene.hidden)


# --- the squads ---

MARKS = {"acting": "▶", "ready": "●", "done": "○", "dead": "✝", "to be placed": "…", "placed": "●", "picked": "·"}
HARMFUL_EFFECTS = ("poison", "drain", "stun", "snare", "ground", "disarm", "silence")


def draw_sides(scene: Scene, names: Sequence[str], picture: MapPicture) -> list[RenderableType]:
    sides: list[RenderableType] = []
    for seat in range(len(names)):
        lines = [_head(scene, seat, names)]
        for unit in scene.units:
            if unit.seat == seat:
                lines.extend(_unit_lines(unit, picture))
        sides.append(Text("\n").join(lines))
    return sides


def _head(scene: Scene, seat: int, names: Sequence[str]) -> Text:
    head = Text.assemble((f"{seat + 1} {names[seat]}", f"bold {SEATS[seat]}"))
    if seat == scene.you:
        head.append(" (you)", SEATS[seat])
    traps = len(scene.own_traps) if seat == scene.you else len([o for o, _ in scene.hidden if o[0] == str(seat + 1)])
    if traps:
        head.append(f"  {traps} trap{'s' if traps > 1 else ''} set", "dim")
    if scene.view["turn"] == seat:
        head.append("  ◀ to decide", "bold")
    return head


def _unit_lines(unit: Unit, picture: MapPicture) -> list[Text]:
    if unit.state == "dead":
        return [Text.assemble((f"{MARKS['dead']} {unit.name}", "dim"))]
    first = Text.assemble((f"{MARKS[unit.state]} ", SEATS[unit.seat]))
    style = "bold underline" if unit is picture.unit else "bold" if unit.state in ("ready", "acting") else ""
    first.append(unit.name, style)
    first.append(" " * (7 - len(unit.name)))
    first.append_text(_bar(unit))
    if unit.id in picture.reachable_by:
        first.append("  ↦ can go there", "bold #8fe0a8")
    second = Text("    ")
    second.append_text(_cooldowns(unit))
    for effect in unit.effects:
        bad = effect.startswith(HARMFUL_EFFECTS) or "−" in effect
        second.append(f"  {effect}", "#ff8f7f" if bad else "#8fe0a8")
    return [first, second]


def _bar(unit: Unit) -> Text:
    """HP as a bar of eight and in numbers, with shield and charges."""
    share = unit.hp / unit.max_hp
    full = max(1, round(8 * share))
    colour = "#5fd787" if share > 0.5 else "#ffd75f" if share > 0.25 else "#ff5f5f"
    bar = Text.assemble(("█" * full, colour), ("░" * (8 - full), "dim"), f" {unit.hp:>2}/{unit.max_hp}")
    if unit.shield:
        bar.append(f" +{unit.shield} shield", "#7fd7ff")
    if unit.charges:
        bar.append(f" {unit.charges} charge{'s' if unit.charges > 1 else ''}", "#d7afff")
    return bar


def _cooldowns(unit: Unit) -> Text:
    """Both abilities with their remaining cooldown in phases."""
    text = Text()
    for name, wait in (unit.normal, unit.ultimatum):
        if text:
            text.append(" · ", "dim")
        text.append(name if wait == 0 else f"{name} ({wait})", "" if wait == 0 else "dim")
    return text


# --- below: the draft and the selected unit ---


def draw_below(scene: Scene, names: Sequence[str], picture: MapPicture) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if scene.stage in ("ban", "pick"):
        parts.append(_draft(scene))
    if picture.unit is not None:
        parts.append(Padding(_card(picture.unit, names), (1, 0, 0, 0)))
    if scene.is_hex(picture.cursor) and (picture.unit is None or picture.unit.hex != picture.cursor):
        parts.append(Text(describe_hex(scene, picture.cursor, names), "dim"))
    if scene.stage == "over":
        parts.append(Text(str(scene.view["outcome"]), "bold"))
    return parts


def _draft(scene: Scene) -> Text:
    banned = strings(scene.view["banned"])
    gone = {unit.name for unit in scene.units} | set(banned)
    text = Text("\nStill there: " + ", ".join(c.name for c in ROSTER if c.name not in gone))
    if banned:
        text.append(f"\nBanned: {', '.join(banned)}", "dim")
    return text


def _card(unit: Unit, names: Sequence[str]) -> Text:
    text = Text()
    text.append(f"{unit.name}, {unit.title}", f"bold {SEATS[unit.seat]}")
    text.append(f" ({names[unit.seat]}, {unit.state})", "dim")
    text.append(
        f"  {unit.type} · Attack {unit.attack} · range {unit.range} · speed {unit.speed} · "
        f"defence {unit.physical} % physical, {unit.magical} % magical · {unit.passive}"
    )
    for action in unit.actions:
        if action.kind not in ("pass", "finish"):
            text.append("\n  ")
            text.append_text(_action(action, unit.seat, names))
    return text


def _action(action: Action, seat: Seat, names: Sequence[str]) -> Text:
    if not action.can:
        return Text(f"{action.name}: {split_citation(action.why)[0]}", "dim")
    if action.targets == [""]:
        return Text(action.name, "bold")
    shown = f"{len(action.targets)} possibilities"
    if len(action.targets) <= 6:
        shown = ", ".join(target_words(target, seat, names) for target in action.targets)
    return Text.assemble((action.name, "bold"), f": {shown}")


# --- descriptions, for screen readers and on request ---


def describe_hex(scene: Scene, name: str, names: Sequence[str]) -> str:
    sign = scene.sign(name)
    kind = {"#": "wall", ".": "floor"}.get(sign) or f"spawn point of {names[int(sign) - 1]}"
    parts = [f"{name}: {kind}."]
    unit = scene.on.get(name)
    if name in scene.own_traps:
        parts.append("A trap of yours lies here.")
    maybe = [owner for owner, places in scene.hidden if name in places]
    if maybe:
        owners = sorted({name_for(owner, scene.you, names) for owner in maybe})
        parts.append(f"A hidden trap of {' or '.join(owners)} may lie here.")
    if unit is not None:
        parts.append(describe_unit(unit, scene.you, names))
    else:
        parts.extend(_describe_access(scene, name, names))
    return " ".join(parts)


def _describe_access(scene: Scene, name: str, names: Sequence[str]) -> list[str]:
    """Own units that can use a hex, and others that can walk there."""
    said: list[str] = []
    walking = [unit.name for unit in scene.units if name in unit.targets_of("move")]
    if walking:
        said.append(f"{listed(walking)} can walk here.")
    for unit in scene.units:
        for action in unit.actions:
            if action.kind in ("ability", "ultimatum") and name in action.targets:
                said.append(f"{unit.name}'s {action.name} can be aimed here.")
    others = [name_for(f.id, scene.you, names) for f in scene.units if f.seat != scene.you and name in f.reach]
    if others:
        said.append(f"Within a walk of {listed(others)}.")
    return said


def describe_unit(unit: Unit, you: Seat | None, names: Sequence[str]) -> str:
    parts = [f"{unit.name}, {unit.title}, of {names[unit.seat]}: {unit.state}."]
    if unit.state == "dead":
        return parts[0]
    where = f" on {unit.hex}" if unit.hex else ""
    shield = f", shield {unit.shield}" if unit.shield else ""
    charges = f", {counted(unit.charges, 'charge')}" if unit.charges else ""
    parts.append(f"{unit.hp} of {unit.max_hp} HP{shield}{charges}{where}.")
    parts.append(
        f"{unit.type.capitalize()}, Attack {unit.attack}, range {unit.range}, speed {unit.speed}, "
        f"{unit.physical} % physical and {unit.magical} % magical defence."
    )
    if unit.effects:
        parts.append(f"Bears {listed(unit.effects)}.")
    parts.append(f"Passive {unit.passive}.")
    for (name, wait), kind in ((unit.normal, "Ability"), (unit.ultimatum, "Ultimatum")):
        parts.append(f"{kind} {name}: {'ready' if wait == 0 else f'in {wait} phases'}.")
    for action in unit.actions:
        if action.can and action.targets != [""]:
            parts.append(f"{action.name}: {_target_list(action.targets, you, names)}.")
        elif action.can and action.kind in ("ability", "ultimatum"):
            parts.append(f"Can use {action.name}.")
        elif not action.can and action.kind not in ("pass", "finish"):
            parts.append(f"No {action.name}: {split_citation(action.why)[0]}")
    return " ".join(parts)


def _target_list(targets: Sequence[str], you: Seat | None, names: Sequence[str]) -> str:
    if len(targets) > 8:
        return f"{len(targets)} hexes"
    return ", ".join(target_words(target, you, names) for target in targets)


def target_words(target: str, you: Seat | None, names: Sequence[str]) -> str:
    """A target in words: hexes by name, characters as this seat calls them."""
    return " ".join(name_for(word, you, names) if "." in word else word for word in target.split())


class UltimatumTerminal(Terminal):
    def draw(self, canvas: Canvas) -> RenderableType:
        return draw(canvas)

    def places(self, view: View) -> list[list[str]]:
        """Hexes row by row; an occupied one goes by its character's name."""
        scene = Scene(view)
        return [[scene.word_for(name) for name in row] for row in scene.names()]

    def describe(self, view: View, word: str, names: Sequence[str]) -> str:
        scene = Scene(view)
        wanted = word.strip().lower()
        if scene.is_hex(wanted):
            return describe_hex(scene, wanted, names)
        unit = scene.find(wanted)
        return describe_unit(unit, scene.you, names) if unit is not None else ""

    def commands(self) -> dict[str, Command]:
        from rumpus.games.ultimatum.commands import maps, turns

        return {"maps": maps, "turns": turns}
