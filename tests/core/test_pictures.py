"""The docs show every game on every screen, and notice when a drawing has changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rumpus.core.catalogue import game_names
from tests.core.test_docs import PAGES, ROOT
from tools import pictures
from tools.pictures import PICTURES, SCREENS


def test_a_changed_drawing_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "STAMP", tmp_path / "drawings.sha256")
    pictures.STAMP.write_text(pictures.stamp() + "\n")
    pictures.check()
    monkeypatch.setattr(pictures, "DRAWN", pictures.DRAWN[1:])
    with pytest.raises(SystemExit, match="drawings have changed"):
        pictures.check()


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
