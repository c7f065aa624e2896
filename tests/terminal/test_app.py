"""The full screen, driven by keys and mouse as a person would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from pigeons import game as pigeons
from rumpus.core.extensions import UNDER_CURSOR
from rumpus.core.position import View
from rumpus.core.record import Record
from rumpus.games.ultimatum import game as ultimatum
from rumpus.terminal.fullscreen.app import TableApp
from rumpus.terminal.fullscreen.cursor import Picture, rendered, under_cursor
from rumpus.terminal.fullscreen.pages import Cover, Ending, Question, SearchPage, TextPage
from rumpus.terminal.fullscreen.replay import ReplayApp
from rumpus.terminal.replay import film
from rumpus.terminal.seating import seat_people
from rumpus.terminal.sessions import LocalHost
from tests.terminal.screens import SIZES, act, compare, press, screen_text, settle, type_in
from tests.terminal.test_seats import pigeon_host, play_on, whisper_host


def moves_of(host: LocalHost) -> list[tuple[int, str]]:
    return host.match.record.moves


def hint_of(app: TableApp) -> str:
    return str(app.screen.query_one("#hint", Static).content)


@pytest.mark.parametrize("size", SIZES)
def test_the_table_at_the_start(size: tuple[int, int]) -> None:
    app = TableApp(pigeon_host("you:Ann", "random", "random"), 0)

    async def story(pilot: Pilot[Any]) -> None:
        compare(app, f"table-{size[0]}x{size[1]}")

    act(app, story, size)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_by_typing(size: tuple[int, int]) -> None:
    host = pigeon_host("you:Ann", "random")
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await type_in(pilot, "1")
        assert moves_of(host)[0] == (
            0,
            f"play {min(int(words.split()[1]) for seat, words in moves_of(host) if seat == 0)}",
        )
        for _ in range(4):
            await type_in(pilot, "2" if len(host.sight(0).offers) > 1 else "1")
        assert host.over
        assert isinstance(app.screen, Ending)
        compare(app, f"ending-{size[0]}x{size[1]}")

    act(app, story, size)


def test_arrows_and_enter_choose_without_typing() -> None:
    host = pigeon_host("you:Ann", "random")
    third = host.sight(0).offers[2].words
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "down", "down", "down")
        assert third.replace("play", "Play the") in hint_of(app)
        await press(pilot, "up", "down", "enter")
        assert moves_of(host)[0] == (0, third)

    act(app, story)


def test_the_mouse_chooses() -> None:
    host = pigeon_host("you:Ann", "random")
    second = host.sight(0).offers[1].words
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await pilot.click("#options", offset=(6, 1))
        await settle(pilot)
        assert moves_of(host)[0] == (0, second)

    act(app, story)


def test_typing_narrows_the_options_and_completes() -> None:
    host = pigeon_host("you:Ann", "random")
    app = TableApp(host, 0)
    last = host.sight(0).offers[-1].words

    async def story(pilot: Pilot[Any]) -> None:
        await pilot.press(*last.replace(" ", "")[:2], *last.split()[1])
        await settle(pilot)
        assert "None of your options is called so" in hint_of(app)
        await press(pilot, "escape")
        await pilot.press(*last.split()[1])
        await settle(pilot)
        box = app.screen.query_one(OptionList)
        assert box.highlighted == 0
        assert last.replace("play", "Play the") in hint_of(app)
        await press(pilot, "escape", "p", "l")
        await pilot.pause(0.2)
        await press(pilot, "right")
        assert app.screen.query_one("#line", Input).value == host.sight(0).offers[0].words
        assert moves_of(host) == []

    act(app, story)


def test_what_is_wrong_is_refused_with_its_clause_and_nothing_changes() -> None:
    host = whisper_host("you:Ann", "random", seed="b")
    while host.person_due() is None:
        host.ponder()()
    before = len(moves_of(host))
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await type_in(pilot, "eat")
        assert hint_of(app) == "A pebble cannot be eaten."
        await press(pilot, "escape")
        await type_in(pilot, "sing")
        assert "'sing' is not among your options now." in hint_of(app)
        assert len(moves_of(host)) == before

    act(app, story)


def test_a_cursor_over_the_table_composes_a_move() -> None:
    host = whisper_host("you:Ann", "random", seed="b")
    while host.person_due() is None:
        host.ponder()()
    before = len(moves_of(host))
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "tab")
        assert "keep 2 · Hold on to the pebble." in hint_of(app)
        await press(pilot, "right")
        assert "pass · Hand it to your neighbour." in hint_of(app)
        await press(pilot, "enter")
        assert app.screen.query_one("#line", Input).value == "pass"
        assert hint_of(app).startswith("Enter: pass")
        assert len(moves_of(host)) == before
        await press(pilot, "backspace")
        assert app.screen.query_one("#line", Input).value == ""
        await press(pilot, "down", "down", "enter")
        assert app.screen.query_one("#line", Input).value == "2"
        assert hint_of(app).startswith("Enter: keep 2")
        await press(pilot, "escape", "enter")
        assert len(moves_of(host)) == before
        await press(pilot, "tab", "enter", "shift+tab", "enter")
        assert moves_of(host)[before] == (0, "keep 2")

    act(app, story)


def test_taking_the_same_place_twice_plays_it() -> None:
    host = whisper_host("you:Ann", "random", seed="b")
    while host.person_due() is None:
        host.ponder()()
    before = len(moves_of(host))
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "tab", "right", "enter", "enter")
        assert moves_of(host)[before] == (0, "pass")

    act(app, story)


def test_a_place_is_taken_once_and_typing_at_the_table_goes_on_in_the_line() -> None:
    options = ultimatum.options({"map": "crossroads", "squad": 2, "first": "1"})
    app = TableApp(LocalHost.start(ultimatum, options, "s", seat_people(["you", "you"], ultimatum, options, "s")), 0)

    def line() -> str:
        return app.screen.query_one("#line", Input).value

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "enter", "tab")  # past the cover
        place = app.screen.query_one(Picture).word
        await press(pilot, "enter")
        assert line() == place
        await press(pilot, "enter")
        assert line() == place, "two characters could start there, so nothing is played yet"
        assert hint_of(app).startswith(f"2 options with {place}")
        await press(pilot, "x")
        assert line() == f"{place} x"
        assert app.focused is app.screen.query_one("#line", Input)
        await press(pilot, "tab", "?")
        assert line() == "?"

    act(app, story)


@pytest.mark.long
def test_help_rules_topics_log_and_explanations() -> None:
    app = TableApp(pigeon_host("you:Ann", "random"), 0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "f1")
        assert isinstance(app.screen, TextPage)
        assert "Your options now" in screen_text(app)
        await press(pilot, "pagedown", "escape", "f2")
        assert isinstance(app.screen, SearchPage)
        assert "Whoever lands hardest eats." in screen_text(app)
        await press(pilot, *"highest")
        assert "The highest card eats the crumb." in screen_text(app)
        assert "hardest" not in screen_text(app)
        await press(pilot, *"xx")
        assert "No clause holds 'highestxx'." in screen_text(app)
        await press(pilot, "escape", "f3")
        assert "Worth its number" in screen_text(app)
        await press(pilot, "escape", "f4")
        assert "What happened, newest first" in screen_text(app)
        await press(pilot, "escape")
        await type_in(pilot, "?crumb")
        assert "the highest card eats it" in screen_text(app)
        await press(pilot, "escape")
        await type_in(pilot, "? PG-4")
        assert "in secret and at the same time" in screen_text(app)
        await press(pilot, "escape")
        await type_in(pilot, "?")
        assert "Your options now" in screen_text(app)
        await press(pilot, "escape", "escape")
        await type_in(pilot, "? blorb")
        assert "Nothing here is called 'blorb'." in hint_of(app)

    act(app, story)


def test_save_by_key_and_by_word(tmp_path: Path) -> None:
    host = pigeon_host("you:Ann", "random")
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await type_in(pilot, "1")
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, Question)
        app.screen.query_one(Input).value = str(tmp_path / "a.record")
        await press(pilot, "enter")
        assert len(Record.read(tmp_path / "a.record").moves) == 2
        assert "Saved." in hint_of(app)
        app.screen.query_one("#line", Input).value = f"save {tmp_path}/none/b.record"
        await press(pilot, "enter")
        assert "There is no folder" in hint_of(app)
        app.screen.query_one("#line", Input).value = f"save {tmp_path}/b.record"
        await press(pilot, "enter")
        assert (tmp_path / "b.record").exists()

    act(app, story)


def test_quitting_asks_first() -> None:
    app = TableApp(pigeon_host("you:Ann", "random"), 0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "ctrl+q")
        assert "Leave the game? It is not saved." in screen_text(app)
        await press(pilot, "escape")
        assert not isinstance(app.screen, Question)
        await type_in(pilot, "quit")
        assert isinstance(app.screen, Question)
        await press(pilot, "enter")
        assert not app.is_running

    act(app, story)


def test_between_two_people_everything_is_covered() -> None:
    host = pigeon_host("you:Ann", "you:Bo", "random")
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, Cover)
        compare(app, "cover-80x24")
        await press(pilot, "enter")
        hand = ", ".join(str(option.move) for option in host.sight(0).offers)
        assert hand in screen_text(app)
        assert "Ann, your turn" in screen_text(app)
        await type_in(pilot, "1")
        assert isinstance(app.screen, Cover)
        assert hand not in screen_text(app)
        below = str(app.screen_stack[-2].query_one("#picture", Static).content)
        assert below == ""
        await press(pilot, "enter")
        assert "Bo, your turn" in screen_text(app)
        assert hand not in screen_text(app)
        await press(pilot, "f4")
        assert hand not in screen_text(app)
        assert "Ann is dealt five cards." in screen_text(app)

    act(app, story, (80, 24))


def test_whoever_is_not_asked_nods() -> None:
    host = whisper_host("you:Ann", "you:Bo")
    holder = host.match.position.to_act()[0]
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        for seat in (0, 1):
            assert isinstance(app.screen, Cover)
            await press(pilot, "enter")
            if seat == holder:
                await type_in(pilot, "keep")
            else:
                assert "You have nothing to decide now. Enter goes on." in hint_of(app)
                await press(pilot, "enter")
        assert len(moves_of(host)) == 1

    act(app, story)


def test_bots_alone_are_watched() -> None:
    host = pigeon_host("random", "random")
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        for _ in range(20):
            if isinstance(app.screen, Ending):
                break
            await settle(pilot)
        assert isinstance(app.screen, Ending)
        assert "random" in screen_text(app)
        await press(pilot, "escape")
        assert "over" in screen_text(app).splitlines()[0]

    act(app, story)


def test_after_the_end_save_look_and_play_again(tmp_path: Path) -> None:
    host = pigeon_host("you:Ann", "random")
    play_on(host)
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, Ending)
        await pilot.click("#save")
        await settle(pilot)
        app.screen.query_one(Input).value = str(tmp_path / "a.record")
        await press(pilot, "enter")
        assert Record.read(tmp_path / "a.record").result is not None
        assert isinstance(app.screen, Ending)
        await pilot.click("#again")
        await settle(pilot)
        assert app.host is not host
        assert not app.host.over
        assert app.host.names == host.names
        assert "your turn" in screen_text(app)

    act(app, story)


def test_a_coach_gives_a_hint_and_a_verdict() -> None:
    host = pigeon_host("you:Ann", "random")
    host.coached = True
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "f5")
        assert hint_of(app).startswith("Coach: “Play the ")
        app.screen.query_one("#hint", Static).update("")
        await type_in(pilot, "hint")
        assert hint_of(app).startswith("Coach: “Play the ")
        await type_in(pilot, "1")
        assert "Coach" in screen_text(app)

    act(app, story, (120, 40))


def test_without_a_coach_there_is_no_hint() -> None:
    app = TableApp(pigeon_host("you:Ann", "random"), 0)

    async def story(pilot: Pilot[Any]) -> None:
        assert "Hint" not in screen_text(app)
        await press(pilot, "f5")
        assert "oach" not in hint_of(app)

    act(app, story)


def test_a_bot_that_fails_ends_it_with_a_sentence() -> None:
    host = pigeon_host("you:Ann", "random")

    def fail(chair: object) -> int:
        raise ValueError("no idea")

    host.bots[1].decide = fail  # type: ignore[method-assign]
    app = TableApp(host, 0)

    async def story(pilot: Pilot[Any]) -> None:
        await type_in(pilot, "1")

    act(app, story)
    assert str(app.trouble) == "the bot random has failed: ValueError('no idea')"


def test_a_screen_that_grows_is_drawn_again() -> None:
    app = TableApp(pigeon_host("you:Ann", "random"), 0)

    async def story(pilot: Pilot[Any]) -> None:
        assert "│" not in screen_text(app)
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        assert "│" in screen_text(app)
        assert "You are dealt" in screen_text(app)

    act(app, story, (80, 24))


def test_the_place_of_the_cursor_is_where_two_pictures_differ() -> None:
    bare = Text("ab\ncd e")
    marked = Text("ab\ncd e")
    marked.apply_meta(UNDER_CURSOR, 6, 7)
    assert under_cursor(rendered(marked, 20)) == (3, 1)
    assert under_cursor(rendered(bare, 20)) is None


# --- replays ---


def replay_app() -> ReplayApp:
    host = pigeon_host("you:Ann", "random")
    play_on(host)
    record = host.match.record
    return ReplayApp(pigeons, record, film(pigeons, record, 0, everything=True), 0, everything=True)


def test_a_replay_goes_forwards_backwards_and_to_the_end() -> None:
    app = replay_app()

    async def story(pilot: Pilot[Any]) -> None:
        assert "The deal" in screen_text(app)
        assert "Random is dealt five cards." not in screen_text(app)
        await press(pilot, "right", "right")
        assert "Move 2 of 10: random: Play the " in screen_text(app)
        compare(app, "replay-120x40")
        await press(pilot, "left")
        assert "Move 1 of 10: Ann: Play the " in screen_text(app)
        await press(pilot, "end")
        assert "It still ends the same way" in screen_text(app)
        await press(pilot, "right", "home")
        assert app.replay.at == 0
        await press(pilot, "shift+right")
        assert app.replay.at == 10

    act(app, story, (120, 40))


def test_a_replay_through_other_eyes() -> None:
    app = replay_app()

    async def story(pilot: Pilot[Any]) -> None:
        assert "through the eyes of Ann" in screen_text(app)
        await press(pilot, "s")
        assert "through the eyes of random" in screen_text(app)
        await press(pilot, "s")
        assert "through the eyes of an onlooker" in screen_text(app)
        await press(pilot, "s", "f2")
        assert "Whoever lands hardest eats." in screen_text(app)

    act(app, story, (80, 24))


def test_a_replay_runs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.terminal.fullscreen.replay.PACE", 0.02)
    app = replay_app()

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "space")
        for _ in range(100):
            await pilot.pause(0.05)
            if app.replay.at == 10:
                break
        assert app.replay.at == 10
        await pilot.pause(0.1)
        assert app.replay.clock is None

    act(app, story)


def test_an_onlooker_of_an_unfinished_game_learns_no_secret() -> None:
    host = pigeon_host("you:Ann", "random")
    play_on(host, 1)
    record = host.match.record
    app = ReplayApp(pigeons, record, film(pigeons, record, None, everything=True), None, everything=True)
    view: View = host.sight(0).view
    assert view["bid"]

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "end")
        assert "Ann decides" in screen_text(app)
        assert "A game in progress, 1 moves long" in screen_text(app)
        assert moves_of(host)[0][1] not in screen_text(app)

    act(app, story)
