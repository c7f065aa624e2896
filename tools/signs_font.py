"""Draws the font of the signs that Nunito lacks: arrows, ticks, stars, triangles.

python -m tools.signs_font            writes src/rumpus/web/static/fonts/signs.woff

A sign of a system font looks different on every machine, and is an empty box where no font has it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from bootstrap import ROOT

FONT = ROOT / "src" / "rumpus" / "web" / "static" / "fonts" / "signs.woff"
UNITS = 1000
ASCENT, DESCENT = 1011, -353
"""Nunito's, so that a sign never changes the height of a line."""
THICK = 92
"""Width of a stroke, as in Nunito's semibold."""
CORNERS = 16
"""Corners of a disc."""
SECONDS_1904_TO_2024 = 3_786_912_000
"""The font's date. It is fixed: the same drawing gives the same font."""

Point = tuple[float, float]
Shape = list[Point]


def disc(x: float, y: float, radius: float) -> Shape:
    turns = [2 * math.pi * corner / CORNERS for corner in range(CORNERS)]
    return [(x + radius * math.sin(turn), y + radius * math.cos(turn)) for turn in turns]


def bar(start: Point, end: Point) -> Shape:
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length * THICK / 2, (y2 - y1) / length * THICK / 2
    return [(x1 - dy, y1 + dx), (x2 - dy, y2 + dx), (x2 + dy, y2 - dx), (x1 + dy, y1 - dx)]


def stroke(*points: Point) -> list[Shape]:
    """A line with round ends and corners."""
    bars = [bar(start, end) for start, end in pairwise(points)]
    return [*bars, *[disc(x, y, THICK / 2) for x, y in points]]


def star(x: float, y: float, points: int, outer: float, inner: float) -> Shape:
    turns = [math.pi * corner / points for corner in range(2 * points)]
    return [
        (x + size * math.sin(turn), y + size * math.cos(turn))
        for turn, size in zip(turns, [outer, inner] * points, strict=True)
    ]


def mirrored(shapes: Sequence[Shape], width: float) -> list[Shape]:
    return [[(width - x, y) for x, y in reversed(shape)] for shape in shapes]


ARROW = [*stroke((90, 350), (790, 350)), *stroke((540, 600), (790, 350), (540, 100))]
SMALL: list[Shape] = [[(90, 590), (480, 350), (90, 110)]]
HOOK = [(640 + 150 * math.sin(turn), 310 + 150 * math.cos(turn)) for turn in (math.pi * part / 8 for part in range(9))]

SIGNS: dict[str, tuple[float, Sequence[Shape]]] = {
    "→": (880, ARROW),
    "←": (880, mirrored(ARROW, 880)),
    "↩": (880, [*stroke((120, 460), *HOOK, (330, 160)), *stroke((300, 640), (120, 460), (300, 280))]),
    "✓": (860, stroke((110, 320), (330, 100), (750, 600))),
    "✕": (780, [*stroke((150, 110), (630, 590)), *stroke((150, 590), (630, 110))]),
    "★": (900, [star(450, 330, 5, 410, 170)]),
    "✦": (820, [star(410, 350, 4, 390, 120)]),
    "▶": (860, [[(120, 700), (760, 350), (120, 0)]]),
    "▸": (560, SMALL),
    "◂": (560, mirrored(SMALL, 560)),
    "▾": (640, [[(60, 530), (580, 530), (320, 140)]]),
    "●": (700, [disc(350, 350, 290)]),
    "⚑": (800, [*stroke((170, -20), (170, 690)), [(170, 736), (740, 570), (170, 390)]]),
    "⌊": (400, stroke((130, 740), (130, -110), (330, -110))),
    "⌋": (400, stroke((270, 740), (270, -110), (70, -110))),
    "Δ": (700, stroke((90, 46), (350, 660), (610, 46), (90, 46))),
}
"""Width and outlines of every sign, clockwise."""


def glyph(shapes: Sequence[Shape]) -> Glyph:
    pen = TTGlyphPen(None)
    for first, *others in shapes:
        pen.moveTo(first)
        for point in others:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph(round=round)


def signs_font() -> TTFont:
    names = [".notdef", *[f"uni{ord(sign):04X}" for sign in SIGNS]]
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(sign): f"uni{ord(sign):04X}" for sign in SIGNS})
    builder.setupGlyf({".notdef": glyph([]), **{f"uni{ord(s):04X}": glyph(shapes) for s, (_, shapes) in SIGNS.items()}})
    widths = {".notdef": 500, **{f"uni{ord(sign):04X}": width for sign, (width, _) in SIGNS.items()}}
    builder.setupHorizontalMetrics({name: (int(width), 0) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupNameTable({"familyName": "Rumpus Signs", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=DESCENT, usWinAscent=ASCENT, usWinDescent=-DESCENT)
    builder.setupPost(keepGlyphNames=False)
    font = builder.font
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = SECONDS_1904_TO_2024
    font.flavor = "woff"
    return font


def main(path: Path = FONT) -> None:
    signs_font().save(path)
    print(f"{path.name}: {len(SIGNS)} signs, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
