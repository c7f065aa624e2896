"""The typed table of options: checked values, clear refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import Options, Preset, choice, names, number, parse_changes, switch, text

FIELDS = (
    number("hp", 30, 1, 99, "starting Stamina", "XX-2"),
    switch("versus", False, "a person plays the enemy", "XX-3"),
    choice("mode", "traditional", ["traditional", "death match"], "which game", "XX-4"),
    names("cards", ["Wild", "Trade"], "only these", "XX-5"),
    text("map", "plain", ["plain", "hilly"], "a name or a drawing", "XX-6"),
)


def test_defaults_are_the_rulebooks_and_a_record_keeps_only_changes() -> None:
    assert Options(FIELDS, {}).changed() == {}
    options = Options(FIELDS, {"hp": 31, "versus": False})
    assert options.changed() == {"hp": 31}
    assert (options.number("hp"), options.switch("versus"), options.choice("mode")) == (31, False, "traditional")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("hp", "7", 7),
        ("hp", " 99 ", 99),
        ("versus", "on", True),
        ("versus", "No", False),
        ("mode", "Death-Match", "death match"),
        ("cards", "wild, trade", ["Wild", "Trade"]),
        ("cards", ["trade"], ["Trade"]),
        ("map", ". .\n #, 1", ". .\n #, 1"),
    ],
)
def test_values_from_a_command_line_become_typed(name: str, text: object, value: object) -> None:
    assert Options(FIELDS, {name: text})[name] == value


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hp": 0}, "hp is a whole number from 1 to 99, not 0 (XX-2)"),
        ({"hp": "many"}, "hp is a whole number from 1 to 99, not 'many' (XX-2)"),
        ({"hp": True}, "hp is a whole number from 1 to 99, not True (XX-2)"),
        ({"hp": "9" * 5000}, "hp is a whole number"),
        ({"hp": "²"}, "hp is a whole number"),
        ({"hp": "--3"}, "hp is a whole number"),
        ({"versus": 3}, "versus is on or off, not 3 (XX-3)"),
        ({"mode": "blitz"}, "mode is one of traditional, death match, not 'blitz' (XX-4)"),
        ({"cards": "wild,trad"}, "cards has no 'trad'; did you mean 'Trade'? (XX-5)"),
        ({"cards": 3}, "cards is a list of names, not 3"),
        ({"map": 3}, "map is plain, hilly, or a text of at most 40,000 characters, not 3 (XX-6)"),
        ({"map": "#" * 40_001}, "or a text of at most 40,000 characters, not '########"),
        ({"stamina": 3}, "There is no option 'stamina'; there is hp, versus, mode, cards, map"),
        ({"hpp": 3}, "There is no option 'hpp'; did you mean 'hp'?"),
    ],
)
def test_bad_values_are_refused_in_a_sentence(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        Options(FIELDS, changes)
    assert sentence in str(refusal.value)


def test_changes_are_written_name_equals_value() -> None:
    assert parse_changes(["hp=9", "mode = death match"]) == {"hp": "9", "mode": "death match"}
    for written in ("hp", "=9", ""):
        with pytest.raises(BadOption, match="name=value"):
            parse_changes([written])


def test_on_the_command_line_a_value_may_come_from_a_file(tmp_path: Path) -> None:
    drawing = tmp_path / "mine.txt"
    drawing.write_text("players 2\n1 . 2\n", encoding="utf-8")
    assert parse_changes([f"map=@{drawing}"]) == {"map": "players 2\n1 . 2\n"}
    drawing.write_bytes(b"\xff\xfe\x00")
    for path, sentence in ((tmp_path / "no.txt", "There is no file"), (drawing, "cannot be read as a text file")):
        with pytest.raises(BadOption, match=sentence):
            parse_changes([f"map=@{path}"])


class Nightly(Game):
    title = "Nightly"
    fields = FIELDS
    presets = (Preset("long", {"hp": 60, "versus": True}, "Two players, and more Stamina."),)


def test_a_preset_stands_for_its_changes() -> None:
    game = Nightly()
    assert game.options({"preset": "long"}).changed() == {"hp": 60, "versus": True}
    assert game.options({"preset": " Long ", "hp": "61"}).changed() == {"hp": 61, "versus": True}
    assert game.options({"preset": "standard"}).changed() == {}
    assert game.presets[0].changes == {"hp": 60, "versus": True}
    assert game.presets[0].texts(FIELDS) == ["hp=60", "versus=on"]


@pytest.mark.parametrize("name", ["longer", "", 3, None])
def test_an_unknown_preset_is_refused_with_the_known_ones(name: object) -> None:
    with pytest.raises(BadOption, match="preset is one of standard, long, not") as refusal:
        Nightly().options({"preset": name})
    assert refusal.value.option == "preset"


def test_a_game_without_presets_has_no_such_option() -> None:
    with pytest.raises(BadOption, match="There is no option 'preset'"):
        Options(FIELDS, {"preset": "long"})
