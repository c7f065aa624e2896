"""Renders positions as text or image."""

from __future__ import annotations

import io
from functools import lru_cache

import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.color import Color
from rich.console import Console
from rich.pretty import Pretty
from rich.terminal_theme import MONOKAI

from rumpus.core.extensions import Canvas
from rumpus.core.game import Game
from rumpus.core.position import Position, Seat
from rumpus.core.words import named

WIDTH = 110
SIZE = 15


def drawing(game: Game, position: Position, seat: Seat | None) -> object:
    """Returns the game's drawing of the seat's view, else the raw view."""
    view = position.view(seat)
    seats = view.get("seats")
    names = [f"player_{number}" for number in range(len(seats) if isinstance(seats, list) else 0)]
    own = game.terminal().draw(Canvas(named(view, names), names, WIDTH))
    return Pretty(view) if own is None else own


def console() -> Console:
    return Console(file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor", record=True)


def as_text(game: Game, position: Position, seat: Seat | None) -> str:
    """Renders text with ANSI colours."""
    board = console()
    board.print(drawing(game, position, seat))
    return board.export_text(styles=True)


@lru_cache(maxsize=2)
def font(bold: bool) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansMono-Bold.ttf" if bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/{name}", SIZE)


def rgb(color: Color | None, foreground: bool) -> tuple[int, int, int]:
    if color is None:
        return MONOKAI.foreground_color if foreground else MONOKAI.background_color
    red, green, blue = color.get_truecolor(MONOKAI, foreground)
    return red, green, blue


def as_image(game: Game, position: Position, seat: Seat | None) -> NDArray[np.uint8]:
    """Renders an RGB image of shape (height, width, 3). The size depends on the view."""
    board = console()
    lines = board.render_lines(drawing(game, position, seat), pad=False)  # type: ignore[arg-type]
    wide, high = round(font(False).getlength("M")), round(SIZE * 1.3)
    image = Image.new("RGB", (WIDTH * wide + 20, len(lines) * high + 20), rgb(None, False))
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            style = segment.style
            ink, paper = rgb(style.color if style else None, True), rgb(style.bgcolor if style else None, False)
            if style is not None and style.reverse:
                ink, paper = paper, ink
            left, top = 10 + column * wide, 10 + row * high
            if paper != rgb(None, False):
                pen.rectangle((left, top, left + segment.cell_length * wide, top + high - 1), fill=paper)
            pen.text((left, top), segment.text, fill=ink, font=font(bool(style and style.bold)))
            column += segment.cell_length
    return np.asarray(image, dtype=np.uint8)
