"""The map in a terminal, and the same in words."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rumpus.core.errors import UnknownName
from rumpus.core.extensions import Canvas
from rumpus.core.playout import play_randomly
from rumpus.core.rng import SeededRng
from rumpus.games.ultimatum import game
from rumpus.table.seat_view import SeatView
from rumpus.terminal.help import answer_at_table
from tests.games.ultimatum.stage import Stage

PEOPLE = ["Ann", "Ben", "Cleo", "Dan"]
describe = game.terminal().describe


def shown(stage: Stage, width: int = 150, focus: str = "", seat: int | None = 0) -> str:
    console = Console(width=width, record=True, file=StringIO())
    console.print(game.terminal().draw(Canvas(stage.p.view(seat), PEOPLE[: stage.p.n.players], width, cursor=focus)))
    return console.export_text()


def styles(stage: Stage, focus: str) -> str:
    console = Console(width=140, record=True, file=StringIO(), color_system="truecolor")
    console.print(game.terminal().draw(Canvas(stage.p.view(0), PEOPLE[:2], 140, cursor=focus)))
    return console.export_text(styles=True)


def test_the_map_shows_who_stands_where_with_what() -> None:
    s = Stage("Nyx e5 30, Bram a1", "Ursa f5, Orrin h5", walls="c3").give("Nyx", "poison", 3, turns=2).shield("Bram", 8)
    s.p.normal_wait[0] = 2
    text = shown(s)
    for piece in ("1Ny30", "2Ur74", "30/66", "+8 shield", "poison 3 ×2", "Backstab (2)", "◀ to decide", "▒▒▒"):
        assert piece in text
    rows = [line for line in text.splitlines() if line[:3].strip().isdecimal()]
    assert len(rows) == 9
    assert text.splitlines()[1].split()[:3] == ["a", "b", "c"]


def test_the_unit_under_the_cursor_lights_what_it_can_do() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa f5, Isk h5")
    text = shown(s, focus="nyx")
    assert "•" in text
    assert "Nyx, the venomfang" in text
    assert "Strike: Ben's Ursa" in text
    assert "Outbreak: Outbreak has nothing to aim at now." in text
    assert "•" not in shown(s, focus="o9")
    assert "216;64;47" in styles(s, "nyx"), "targets are red"
    assert "216;64;47" not in styles(s, "bram")


def test_an_empty_hex_under_the_cursor_says_who_can_go_there() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa i5, Isk o9")
    text = shown(s, focus="g5")
    assert "g5: floor. Nyx can walk here. Within a walk of Ben's Ursa." in text
    assert "↦ can go there" in text


def test_an_enemy_under_the_cursor_lights_its_reach() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa i5, Isk o9")
    assert "•" in shown(s, focus="2.ursa")


def test_own_traps_are_seen_and_others_only_suspected() -> None:
    s = Stage("Tamsin a9", "Nyx k5, Bram o9", options={"tamsin.set_trap.radius": 1}).act("tamsin set trap b9")
    assert "▲" in shown(s)
    assert "1 trap set" in shown(s)
    assert "▲" not in shown(s, seat=1)
    assert "?" in shown(s, seat=1), "only two hexes are possible"
    assert "A hidden trap of Ann's Tamsin may lie here." in describe(s.p.view(1), "a8", PEOPLE)
    assert "A trap of yours lies here." in describe(s.p.view(0), "b9", PEOPLE)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 160])
@pytest.mark.parametrize("map", ["arena", "causeway", "crossroads", "ruins"])
def test_it_fits_every_screen_it_can(width: int, map: str) -> None:
    options = game.options({"map": map})
    rng = SeededRng(f"{map} {width}")
    p = game.start(options, rng)
    play_randomly(p, rng, 40)
    console = Console(width=width, record=True, file=StringIO())
    console.print(game.terminal().draw(Canvas(p.view(0), PEOPLE[:2], width)))
    narrowest = 3 + p.ground.columns * 3 + 1 + 3
    lines = console.export_text().splitlines()
    assert max(len(line) for line in lines) <= max(width, narrowest)


def test_every_stage_of_every_configuration_can_be_drawn() -> None:
    for changes in game.configurations():
        options = game.options(changes)
        rng = SeededRng("stages")
        p = game.start(options, rng)
        names = PEOPLE[: game.seats(options)]
        while True:
            for seat in [None, *range(len(names))]:
                view = p.view(seat)
                assert game.terminal().draw(Canvas(view, names, 100)) is not None
                places = game.terminal().places(view)
                assert len(places) == p.ground.rows
                assert all(len(row) == p.ground.columns for row in places)
            if not p.to_act():
                break
            play_randomly(p, rng, 17)


def test_the_cursor_walks_over_hexes_by_the_words_of_the_notation() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa f5, Isk h5")
    places = game.terminal().places(s.p.view(0))
    assert places[4][3:6] == ["d5", "Nyx", "2.Ursa"]
    assert game.terminal().places(s.p.view(1))[4][4:6] == ["1.Nyx", "Ursa"]


def test_anything_can_be_described_in_words() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa f5 50, Isk h5", walls="c3").give("Ursa", "snare")
    view = s.p.view(0)
    assert describe(view, "c3", PEOPLE) == "c3: wall."
    assert describe(view, "a4", PEOPLE) == "a4: spawn point of Ann. Nyx and Bram can walk here."
    ursa = describe(view, "ursa", PEOPLE)
    assert ursa.startswith("Ursa, the berserker, of Ben: ready. 50 of 74 HP on f5. Melee, Attack 17, range 1, speed 6,")
    assert "Bears snare ×1." in ursa
    nyx = describe(view, "e5", PEOPLE)
    assert nyx.startswith("e5: floor. Nyx, the venomfang, of Ann: ready.")
    assert "Strike: Ben's Ursa." in nyx
    assert "No Outbreak: Outbreak has nothing to aim at now." in nyx
    for word in ("z99", "", "🎲", "zed"):
        assert describe(view, word, PEOPLE) == ""


def test_a_question_at_the_table_is_answered_with_what_stands_there_and_what_it_is() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa f5 50, Isk h5")
    view = SeatView(s.p.view(0), [], [0], None)

    def answered(question: str) -> str:
        console = Console(width=100, record=True, file=StringIO())
        console.print(answer_at_table(game, s.options, view, PEOPLE, question))
        return console.export_text()

    assert "Ursa, the berserker, of Ben: ready. 50 of 74 HP on f5." in answered("ursa")
    assert "Last stand (cooldown 7)" in " ".join(answered("ursa").split())
    assert answered("o1").startswith("o1: floor.")
    assert "UL-24" in answered("snare")
    with pytest.raises(UnknownName):
        answered("zed")
