"""Commands of Ultimatum: `maps` shows and checks maps, `turns` prints a record turn by turn."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.record import Record
from rumpus.core.system.files import SMALL_FILE, CannotRead, read_text
from rumpus.core.words import as_sentence
from rumpus.games.ultimatum.fairness import fairness_of
from rumpus.games.ultimatum.maps import map_names, map_text
from rumpus.games.ultimatum.rules.terrain.mapfile import FLOOR, BadMap, Block, MapFile, check_block, read_map
from rumpus.games.ultimatum.terminal import FLOORS, SEATS, WALL
from rumpus.games.ultimatum.turn_record import turn_lines

MAPS_USAGE = """\
Usage: rumpus maps [NAME …]       shows the maps of Ultimatum
       rumpus maps check FILE     checks a map of your own

Example: rumpus maps check backyard.txt"""
TURNS_USAGE = """\
Usage: rumpus turns FILE     prints a record of Ultimatum with one line per turn

Example: rumpus turns duel.record"""
HELP = {"-h", "--help", "help"}


def maps(words: list[str]) -> int:
    """Show the maps of Ultimatum, or check one of your own."""
    console = Console()
    if words and (words[0] in HELP or words[-1] in HELP - {"help"}):
        console.print(MAPS_USAGE, markup=False)
        return 0
    if words and words[0] == "check":
        if len(words) != 2:
            return _refuse("`rumpus maps check` needs one file.")
        return check(words[1], console)
    return show(words or map_names(), console)


def show(names: list[str], console: Console) -> int:
    try:
        files = [read_map(map_text(name)) for name in names]
    except BadOption as error:
        return _refuse(str(error))
    for number, file in enumerate(files):
        if number:
            console.print()
        console.print(Text.assemble((file.name, "bold"), f"  {_open_hexes(file)}"))
        for block in file.blocks:
            console.print(Text(f"{_players(block)} players", "dim"))
            console.print(draw_block(block))
    return 0


def check(path: str, console: Console) -> int:
    """Checks a map file. Returns 0 if it is fair, 1 if unfair, 2 if unplayable."""
    try:
        file = read_map(read_text(Path(path), SMALL_FILE, "map"))
    except CannotRead as error:
        return _refuse(str(error))
    except BadMap as error:
        return _refuse(f"{path}: {error} (M-5).")
    if not file.blocks:
        return _refuse(f"{path}: no block for 2, 3 or 4 players (M-5).")
    console.print(Text.assemble((file.name or path, "bold"), f"  {_open_hexes(file)}"))
    fair = True
    for block in file.blocks:
        console.print(draw_block(block))
        for players in block.players:
            try:
                check_block(block, players, 1)
            except BadMap as error:
                return _refuse(f"{path}: {error} (M-5).")
            verdict = fairness_of(block, players)
            console.print(Text(f"{players} players: {verdict.sentence()}", "" if verdict.fair else "bold yellow"))
            largest = min(camp.spawns for camp in verdict.camps)
            console.print(Text(f"squads of up to {min(6, largest)} (UL-1)", "dim"))
            table = Table(box=None, pad_edge=False)
            for head in ("player", "spawn points", "nearest enemy", "on average", "own ground"):
                table.add_column(head, justify="right", style="dim")
            for camp in verdict.camps:
                row = (camp.seat + 1, camp.spawns, f"{camp.nearest} steps", f"{camp.average:g} steps", camp.ground)
                table.add_row(*(str(cell) for cell in row))
            console.print(table)
            fair = fair and verdict.fair
    console.print("connected: every open hex can be reached")
    return 0 if fair else 1


def draw_block(block: Block) -> RenderableType:
    text = Text(no_wrap=True)
    width = block.width()
    letters = "".join(f"{chr(ord('a') + column):^3} " for column in range(width))
    text.append(f"   {letters.rstrip()}\n", "dim")
    for row, signs in enumerate(block.rows):
        text.append(f"{row + 1:>2} " + ("  " if row % 2 else ""), "dim")
        for column, sign in enumerate(signs):
            shade = FLOORS[(column - (row - row % 2) // 2 - row) % 3]
            if sign == FLOOR:
                text.append(" · ", f"#5a606a on {shade}")
            elif sign > 0:
                text.append(f" {sign} ", f"bold {SEATS[sign - 1]} on {shade}")
            else:
                text.append("▒▒▒", WALL)
            text.append(" ")
        text.append("\n")
    text.rstrip()
    return text


def _players(block: Block) -> str:
    return " or ".join(str(count) for count in block.players)


def _open_hexes(file: MapFile) -> str:
    counts = [str(sum(1 for row in block.rows for sign in row if sign >= FLOOR)) for block in file.blocks]
    return f"{' and '.join(counts)} open hexes"


def turns(words: list[str]) -> int:
    """Print a record of Ultimatum with one line per turn."""
    console = Console(highlight=False, soft_wrap=True)
    if words and words[0] in HELP:
        console.print(TURNS_USAGE, markup=False)
        return 0
    if len(words) != 1:
        return _refuse("`rumpus turns` needs one file.")
    try:
        lines = turn_lines(find_game("ultimatum"), Record.read(Path(words[0])))
    except RumpusError as error:
        return _refuse(str(error))
    for line in lines:
        console.print(line, markup=False)
    return 0


def _refuse(sentence: str) -> int:
    Console(stderr=True).print(f"rumpus: {as_sentence(sentence)}", markup=False, highlight=False, soft_wrap=True)
    return 2
