"""The pictures of the docs show the drawings as they are."""

from __future__ import annotations

import re

import pytest

from rumpus.core.catalogue import game_names
from tests.core.test_docs import PAGES, ROOT
from tools.pictures import PICTURES, SCREENS, STAMP, stamp


def test_they_are_as_new_as_the_drawings() -> None:
    assert STAMP.read_text().strip() == stamp(), "make them anew: python -m tools.pictures"


@pytest.mark.parametrize("shown", ["lobby", "lab", *[name for name in game_names() if name != "pigeons"]])
def test_everything_is_shown_on_every_screen_by_day_and_by_night(shown: str) -> None:
    for screen in SCREENS:
        for light in ("", "-dark"):
            assert (PICTURES / f"{shown}-{screen}{light}.png").exists()


def test_pages_show_only_pictures_that_are_there_and_all_of_them() -> None:
    shown = set()
    for page in PAGES:
        for target in re.findall(r'(?:src|srcset)="([^"]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), (page.name, target)
            shown.add((page.parent / target).resolve())
    ours = {
        path.resolve() for path in PICTURES.glob("*.png") if re.search(r"-(desktop|phone)(-dark)?\.png$", path.name)
    }
    assert not ours - shown, sorted(path.relative_to(ROOT) for path in ours - shown)
