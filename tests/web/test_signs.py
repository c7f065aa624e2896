"""Signs in the browser: none needs a font of the user's machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import rumpus
from rumpus.testing.browsers import PageUser
from tests.web.scenarios import foreign_fonts
from tools.signs_font import FONT, SIGNS, main

PACKAGE = Path(rumpus.__file__).parent
SHIPPED = ("web/static/**/*", "games/*/web/*", "games/*/RULES.md", "games/*/*.toml", "devtools/template/**/*")
TEXTS = {".js", ".css", ".svg", ".html", ".md", ".toml"}
ESCAPED = re.compile(r"\\u\{?([0-9a-fA-F]{4,5})|\\0*([0-9a-fA-F]{4,6})\b")
"""Characters that scripts and style sheets write by their number."""
NUNITO = {
    *map(chr, range(0xA0, 0x100)),
    *"ĂıŒœʻʼˆ˚˜\u2009\u200b–—‘’‚“”„•…′″‹›⁄€™−∕",
}  # fmt: skip
"""What our subset of Nunito draws beyond ASCII. The browser test below proves it."""


def shipped_signs() -> dict[str, list[str]]:
    """Returns each character beyond ASCII in the files that browsers get, with the files."""
    found: dict[str, list[str]] = {}
    for pattern in SHIPPED:
        for path in PACKAGE.glob(pattern):
            if path.suffix not in TEXTS:
                continue
            text = path.read_text(encoding="utf-8")
            escaped = (chr(int(one or other, 16)) for one, other in ESCAPED.findall(text))
            for sign in {*text, *escaped}:
                if not sign.isascii():
                    found.setdefault(sign, []).append(str(path.relative_to(PACKAGE)))
    return found


def test_every_sign_of_a_shipped_file_is_in_a_font_of_ours() -> None:
    found = shipped_signs()
    assert {"→", "★", "×"} <= set(found)
    foreign = {sign: files for sign, files in found.items() if sign not in NUNITO and sign not in SIGNS}
    assert not foreign, foreign


def test_the_font_of_signs_is_what_the_tool_draws(tmp_path: Path) -> None:
    main(tmp_path / "drawn.woff")
    kept, drawn = TTFont(FONT), TTFont(tmp_path / "drawn.woff")
    assert kept.getBestCmap() == drawn.getBestCmap()
    for name in drawn.getGlyphOrder():
        assert kept["glyf"][name] == drawn["glyf"][name]
        assert kept["hmtx"][name] == drawn["hmtx"][name]


def test_the_style_sheet_names_each_sign_of_the_font() -> None:
    sheet = (PACKAGE / "web/static/css/base.css").read_text(encoding="utf-8")
    (named,) = re.findall(r"unicode-range:([^;]*);", sheet)
    assert {chr(int(code, 16)) for code in re.findall(r"U\+([0-9A-F]+)", named)} == set(SIGNS)


@pytest.mark.browser
def test_fonts_of_ours_draw_every_shipped_sign(calm_ann: PageUser) -> None:
    page = calm_ann.lobby()
    signs = "".join(sorted(sign for sign in shipped_signs() if sign.isprintable()))
    page.evaluate(
        """async signs => {
            document.body.append(Object.assign(document.createElement("p"), { id: "signs", textContent: signs }));
            await Promise.all([...document.fonts].map((font) => font.load()));
        }""",
        signs,
    )
    assert foreign_fonts(page, "#signs") == set()
