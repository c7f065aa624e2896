"""Names: nothing invisible, nothing that a terminal obeys, nobody who looks like another."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from pigeons import game
from rumpus.core.display_names import MAX_NAME_LENGTH, alike, tidy_name, visible
from rumpus.core.errors import RumpusError
from rumpus.core.record import Record
from rumpus.table.match import Match
from rumpus.terminal.seating import seat_people
from tests.terminal.conftest import Outcome


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann   Bee ", "Ann Bee"),
        ("", "Guest"),
        ("\u3164", "Guest"),
        ("\u2800\u2800", "Guest"),
        ("\u115f\u1160\uffa0", "Guest"),
        ("\u200b\u200d\u2060\ufeff", "Guest"),
        ("A\u3164n\u2800n", "Ann"),
        ("\u202eAnn\u2066", "Ann"),
        ("A\x1b[31mnn\x07\x9b", "A31mnn"),
        ("Ann\nBob\u2028Cy", "Ann Bob Cy"),
        ("A" + "\u0301" * 30, "Á" + "\u0301" * 2),
        ("\u0301\u0302Ann", "Ann"),
        ("A\ufe0f\U000e0100nn", "Ann"),
        ("...", "Guest"),
        ("Ada (normal)", "Ada normal"),
        ("Ada ⁽normal⁾ ❨x❩", "Ada normal x"),
        ("x" * 99, "x" * MAX_NAME_LENGTH),
        ("Zoë", "Zoë"),
        ("李雷", "李雷"),
        ("🐱 Tom", "🐱 Tom"),
        ("नितिन", "नितिन"),
    ],
)
def test_a_name_is_shown_tidily(said: str, shown: str) -> None:
    assert tidy_name(said, []) == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize(
    ("said", "there"),
    [
        ("Ann", "Ann"),
        ("ann", "ANN"),
        ("Аnn", "Ann"),
        ("Ａｎｎ", "Ann"),
        ("Ánn", "Ann"),
        ("lan", "Ian"),
        ("B0b", "BOb"),
        ("Ann.", "Ann"),
        ("A n n", "Ann"),
        ("Ada normal", "Ada (normal)"),
        ("Αda (nоrmal)", "Ada (normal)"),
    ],
)
def test_whoever_looks_like_another_at_the_table_gets_a_number(said: str, there: str) -> None:
    assert tidy_name(said, [there]).endswith(" 2")
    assert not alike(tidy_name(said, [there]), there)
    assert tidy_name(said, [there, tidy_name(said, [there])]).endswith(" 3")


def test_other_names_stay_what_they_are() -> None:
    assert tidy_name("Lan", ["Ian", "Ann", "Ada (normal)"]) == "Lan"
    assert tidy_name("Ada", ["Ada (normal)"]) == "Ada"


def test_a_replay_prints_no_escape_codes(rumpus: Callable[..., Outcome], tmp_path: Path) -> None:
    match = Match(game, game.options(), "seed", ["Ann\x1b[2J\x9b1m\u202e", "Bob\x07"])
    match.play(0, match.position.moves(0)[0])
    file = tmp_path / "record.json"
    match.record.write(file)
    assert Record.read(file).players == ["Ann[2J1m", "Bob"]
    status, shown, _ = rumpus("replay", str(file), "--all", "--plain")
    assert status == 0
    assert "Ann[2J1m" in shown
    assert visible(shown.replace("\n", " ")) == shown.replace("\n", " ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "\x1b[31mchess"),
        ("options", {"\x1b[31mwings": 2}),
        ("moves", ["0 \x1b[2Jplay"]),
        ("players", ["a", "b", "\x1b[31mc"]),
        ("seed", "\ud800"),
    ],
)
def test_a_refusal_prints_no_escape_codes(
    key: str, value: object, rumpus: Callable[..., Outcome], tmp_path: Path
) -> None:
    data = {**json.loads(Match(game, game.options(), "seed", ["Ann", "Bob"]).record.dumps()), key: value}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    status, _, refused = rumpus("replay", str(file))
    assert status == 2
    assert refused.startswith("rumpus: ")
    assert "\x1b" not in refused


@pytest.mark.parametrize("name", ["\u3164", "A\u200bnn", "\x1b[31mAnn", "Ada (normal)", "Zalgo" + "\u0301" * 9])
def test_a_person_at_the_keyboard_has_a_name_that_can_be_seen(name: str) -> None:
    with pytest.raises(RumpusError, match=r"(Cannot use the name|A name has)"):
        seat_people([f"you:{name}", "random"], game, game.options(), "seed")
    with pytest.raises(RumpusError, match="too similar"):
        seat_people(["you:Ann", "you:Аnn"], game, game.options(), "seed")
