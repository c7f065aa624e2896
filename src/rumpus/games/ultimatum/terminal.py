"""The hex map in a terminal: brick-laid hexes with coordinates, the squads beside it, and what the cursor is on."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.core.content.rulebook import uncited
from rumpus.core.extensions import UNDER_CURSOR, Canvas, Command, Terminal
from rumpus.core.position import Seat, View
from rumpus.games.ultimatum.describing import aimed, describe, describe_hex
from rumpus.games.ultimatum.facts import Action, Scene, Unit
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER

# Seats differ in colour and, for those who do not see colours, by the number in front of every name.
SEATS = ("#4c9be8", "#f0a03c", "#3fbf8f", "#c77ddb")
SEATS_DONE = ("#2b5c8c", "#8c5c1e", "#236b50", "#70447c")
# Three greys, so that no two neighbouring hexes have the same.
FLOORS = ("#353a42", "#3b4049", "#414750")
WALL = "#7a6a55"
REACH = ("#1f5b35", "#24653b", "#296f42")
AIM = ("#5c4614", "#664e18", "#70561c")
TARGET = "#d8402f"
CURSOR = "#ffffff"

CELLS = (6, 4, 3)
"""Widths of a hex, the gap to the next one included: with name and HP, with the name, and as narrow as can be."""
SIDE = 46
"""Columns that the squads take beside the map."""


def places(view: View) -> list[list[str]]:
    """The hexes row by row; one with a character on it goes by the character's name."""
    scene = Scene(view)
    return [[scene.word_for(name) for name in row] for row in scene.names()]


def draw(view: View, names: Sequence[str], width: int, taken: Sequence[str], cursor: str) -> RenderableType:
    scene = Scene(view)
    picture = MapPicture(scene, taken, cursor)
    cell, beside = arrangement(scene, width)
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
    """The width of a hex, and whether the squads stand beside the map: that first, then the larger hexes."""
    for cell in CELLS[:2]:
        if map_width(scene, cell) + 2 + SIDE <= width:
            return cell, True
    for cell in CELLS:
        if map_width(scene, cell) <= width:
            return cell, False
    return CELLS[-1], False


def map_width(scene: Scene, cell: int) -> int:
    return 3 + scene.columns * cell + cell // 2 + 3


# --- what is lit ---


class MapPicture:
    """Which unit is looked at, and which hexes and units are lit because of it.

    A unit among the words taken so far, or the one under the cursor, or without either the one whose turn it is, is
    looked at.
    """

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
        self.comers = {
            unit.id
            for unit in scene.units
            if self.cursor and self.cursor not in scene.on and self.cursor in _walks(unit)
        }

    def _light(self, scene: Scene, unit: Unit) -> None:
        """One's own: what it may do now. Others: where they could walk and whom they could hit."""
        if not unit.actions:
            self.reach = set(unit.reach)
            self.targets = set(unit.targets)
            return
        self.reach = set(_walks(unit))
        for kind in ("attack", "ability", "ultimatum"):
            action = unit.action(kind)
            for target in action.targets if action is not None else []:
                for word in target.split():
                    if scene.is_hex(word) and " " not in target:
                        self.aim.add(word)
                    elif "." in word and word != unit.id and kind != "ultimatum":
                        self.targets.add(word)


def _walks(unit: Unit) -> list[str]:
    move = unit.action("move")
    return move.targets if move is not None else []


# --- the map ---


def draw_map(scene: Scene, picture: MapPicture, cell: int) -> Text:
    half = cell // 2
    gap = 1 if cell > CELLS[-1] else 0
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
    tile = cell - 1 if cell > CELLS[-1] else cell
    if name == picture.cursor:
        content = content if unit is not None else name
        style = f"bold black on {CURSOR}"
    text = Text(f"{content:^{tile}}"[:tile], style=style)
    if name == picture.cursor:
        text.apply_meta(UNDER_CURSOR)
    return text


def _unit_hex(scene: Scene, picture: MapPicture, unit: Unit, cell: int) -> tuple[str, str]:
    content = f"{unit.seat + 1}{unit.name[:2]}"
    if cell == CELLS[0]:
        content += f"{min(unit.hp, 99):>2}"
    done = unit.state in ("done", "placed") or "invisible" in " ".join(unit.effects)
    background = SEATS_DONE[unit.seat] if done else SEATS[unit.seat]
    style = f"{'#d8d8d8' if done else 'bold black'} on {background}"
    if unit.id in picture.targets:
        style = f"bold white on {TARGET}"
    elif unit is picture.unit or unit is scene.active or unit.id in picture.comers:
        style += " underline"
    return content, style


def _wall_hex(scene: Scene, picture: MapPicture, name: str, cell: int) -> tuple[str, str]:
    """Walls in the depth of rock, which nobody can walk up to, stay blank unless something can be aimed there."""
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
    """Suspicions are shown where they are narrow, or when one looks at whoever set the trap."""
    for owner, maybe in scene.hidden:
        looked_at = picture.unit is not None and picture.unit.id == owner
        if name in maybe and (looked_at or len(maybe) <= 6):
            return True
    return False


# --- the squads ---

MARKS = {"acting": "▶", "ready": "●", "done": "○", "dead": "✝", "to be placed": "…", "placed": "●", "picked": "·"}
HARMFUL = ("poison", "drain", "stun", "snare", "ground", "disarm", "silence")


def draw_sides(scene: Scene, names: Sequence[str], picture: MapPicture) -> list[RenderableType]:
    """Every squad: who is ready, HP, shields, cooldowns and effects."""
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
    """One line for HP, one for what it has and what ails it."""
    if unit.state == "dead":
        return [Text.assemble((f"{MARKS['dead']} {unit.name}", "dim"))]
    first = Text.assemble((f"{MARKS[unit.state]} ", SEATS[unit.seat]))
    style = "bold underline" if unit is picture.unit else "bold" if unit.state in ("ready", "acting") else ""
    first.append(unit.name, style)
    first.append(" " * (7 - len(unit.name)))
    first.append_text(_bar(unit))
    if unit.id in picture.comers:
        first.append("  ↦ can go there", "bold #8fe0a8")
    second = Text("    ")
    second.append_text(_cooldowns(unit))
    for effect in unit.effects:
        bad = effect.startswith(HARMFUL) or "−" in effect
        second.append(f"  {effect}", "#ff8f7f" if bad else "#8fe0a8")
    return [first, second]


def _bar(unit: Unit) -> Text:
    """HP as a bar of eight and in numbers, with the shield and charges."""
    share = unit.hp / unit.most_hp
    full = max(1, round(8 * share))
    colour = "#5fd787" if share > 0.5 else "#ffd75f" if share > 0.25 else "#ff5f5f"
    bar = Text.assemble(("█" * full, colour), ("░" * (8 - full), "dim"), f" {unit.hp:>2}/{unit.most_hp}")
    if unit.shield:
        bar.append(f" +{unit.shield} shield", "#7fd7ff")
    if unit.charges:
        bar.append(f" {unit.charges} charge{'s' if unit.charges > 1 else ''}", "#d7afff")
    return bar


def _cooldowns(unit: Unit) -> Text:
    """Both abilities; one that cools down with the phases it still needs."""
    text = Text()
    for name, wait in (unit.normal, unit.ultimatum):
        if text:
            text.append(" · ", "dim")
        text.append(name if wait == 0 else f"{name} ({wait})", "" if wait == 0 else "dim")
    return text


# --- below: the draft, and whoever is looked at ---


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
    banned = scene.view["banned"]
    assert isinstance(banned, list)
    gone = {unit.name for unit in scene.units} | {str(name) for name in banned}
    text = Text("\nStill there: " + ", ".join(c.name for c in ROSTER if c.name not in gone))
    if banned:
        text.append(f"\nBanned: {', '.join(str(name) for name in banned)}", "dim")
    return text


def _card(unit: Unit, names: Sequence[str]) -> Text:
    """The unit that is looked at: its numbers, and for one's own what it can do and why not the rest."""
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
        return Text(f"{action.name}: {uncited(action.why)[0]}", "dim")
    if action.targets == [""]:
        return Text(action.name, "bold")
    shown = f"{len(action.targets)} possibilities"
    if len(action.targets) <= 6:
        shown = ", ".join(aimed(target, seat, names) for target in action.targets)
    return Text.assemble((action.name, "bold"), f": {shown}")


class UltimatumTerminal(Terminal):
    def draw(self, canvas: Canvas) -> RenderableType:
        return draw(canvas.view, canvas.names, canvas.width, canvas.taken, canvas.cursor)

    def places(self, view: View) -> list[list[str]]:
        return places(view)

    def describe(self, view: View, word: str, names: Sequence[str]) -> str:
        return describe(view, word, names)

    def commands(self) -> dict[str, Command]:
        from rumpus.games.ultimatum.commands import maps, turns

        return {"maps": maps, "turns": turns}
