"""The full screen, driven by keys and mouse as a person would."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text
from textual.widgets import Input, OptionList, Static

from pigeons import game as pigeons
from rumpus.core.extensions import UNDER_CURSOR
from rumpus.core.position import View
from rumpus.core.record import Record
from rumpus.games.ultimatum import game as ultimatum
from rumpus.terminal.fullscreen.cursor import Picture, rendered, under_cursor
from rumpus.terminal.fullscreen.pages import Cover, Question, ResultPage, SearchPage, TextPage
from rumpus.terminal.fullscreen.replay import ReplayApp
from rumpus.terminal.fullscreen.table import TableScreen
from rumpus.terminal.replay import RecordReplay
from rumpus.terminal.seating import seat_people
from rumpus.terminal.sessions import LocalSession
from tests.terminal.screens import SIZES, at_table, on_screen, opened
from tests.terminal.test_seats import pebble_in_hand, pigeon_session, play_on, whisper_session


def moves_of(session: LocalSession) -> list[tuple[int, str]]:
    return session.match.record.moves


@pytest.mark.parametrize("size", SIZES)
@on_screen
async def test_the_table_at_the_start(size: tuple[int, int]) -> None:
    async with at_table(pigeon_session("you:Ann", "random", "random"), size) as at:
        at.compare(f"table-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", SIZES)
@on_screen
async def test_a_whole_game_by_typing(size: tuple[int, int]) -> None:
    session = pigeon_session("you:Ann", "random")
    async with at_table(session, size) as at:
        await at.type_in("1")
        lowest = min(int(words.split()[1]) for seat, words in moves_of(session) if seat == 0)
        assert moves_of(session)[0] == (0, f"play {lowest}")
        for _ in range(4):
            await at.type_in("2" if len(session.seat_view(0).offers) > 1 else "1")
        assert session.over
        assert isinstance(at.page, ResultPage)
        at.compare(f"ending-{size[0]}x{size[1]}")


@on_screen
async def test_nothing_is_decided_before_the_table_is_shown() -> None:
    session = pigeon_session("you:Ann", "random")
    calls: list[TableScreen] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableScreen, "go_on", lambda screen: calls.append(screen))
        async with at_table(session) as at:
            await at.press("enter")
            await at.type_in("1")
            assert at.hint == "It is not your turn."
            assert len(calls) == 1, "Enter alone did not go on a second time"
            assert not moves_of(session)
            await at.press("escape")
            await at.type_in("?crumb")
            assert isinstance(at.page, TextPage)
            assert "the highest card eats it" in at.text


@on_screen
async def test_arrows_and_enter_choose_without_typing() -> None:
    session = pigeon_session("you:Ann", "random")
    third = session.seat_view(0).offers[2].words
    async with at_table(session) as at:
        await at.press("down", "down", "down")
        assert third.replace("play", "Play the") in at.hint
        await at.press("up", "down", "enter")
        assert moves_of(session)[0] == (0, third)


@on_screen
async def test_the_mouse_chooses() -> None:
    session = pigeon_session("you:Ann", "random")
    second = session.seat_view(0).offers[1].words
    async with at_table(session) as at:
        await at.click("#options", offset=(6, 1))
        assert moves_of(session)[0] == (0, second)


@on_screen
async def test_typing_narrows_the_options_and_completes() -> None:
    session = pigeon_session("you:Ann", "random")
    last = session.seat_view(0).offers[-1].words
    async with at_table(session) as at:
        await at.press(*last.replace(" ", "")[:2], *last.split()[1])
        assert "No option has that name" in at.hint
        await at.press("escape")
        await at.press(*last.split()[1])
        assert at.page.query_one(OptionList).highlighted == 0
        assert last.replace("play", "Play the") in at.hint
        await at.press("escape", "p", "l")
        await at.pilot.pause(0.2)
        await at.press("right")
        assert at.line.value == session.seat_view(0).offers[0].words
        assert moves_of(session) == []


@on_screen
async def test_what_is_wrong_is_refused_with_its_clause_and_nothing_changes() -> None:
    session = pebble_in_hand()
    before = len(moves_of(session))
    async with at_table(session) as at:
        await at.type_in("eat")
        assert at.hint == "A pebble cannot be eaten."
        await at.press("escape")
        await at.type_in("sing")
        assert "'sing' is not among your options now." in at.hint
        assert len(moves_of(session)) == before


@on_screen
async def test_a_cursor_over_the_table_composes_a_move() -> None:
    session = pebble_in_hand()
    before = len(moves_of(session))
    async with at_table(session) as at:
        await at.press("tab")
        assert "keep 2 · Hold on to the pebble." in at.hint
        await at.press("right")
        assert "pass · Hand it to your neighbour." in at.hint
        await at.press("enter")
        assert at.line.value == "pass"
        assert at.hint.startswith("Enter: pass")
        assert len(moves_of(session)) == before
        await at.press("backspace")
        assert at.line.value == ""
        await at.press("down", "down", "enter")
        assert at.line.value == "2"
        assert at.hint.startswith("Enter: keep 2")
        await at.press("escape", "enter")
        assert len(moves_of(session)) == before
        await at.press("tab", "enter", "shift+tab", "enter")
        assert moves_of(session)[before] == (0, "keep 2")


@on_screen
async def test_taking_the_same_place_twice_plays_it() -> None:
    session = pebble_in_hand()
    before = len(moves_of(session))
    async with at_table(session) as at:
        await at.press("tab", "right", "enter", "enter")
        assert moves_of(session)[before] == (0, "pass")


@on_screen
async def test_a_place_is_taken_once_and_typing_at_the_table_goes_on_in_the_line() -> None:
    options = ultimatum.options({"map": "crossroads", "squad": 2, "first": "1"})
    seating = seat_people(["you", "you"], ultimatum, options, "s")
    async with at_table(LocalSession.start(ultimatum, options, "s", seating)) as at:
        await at.press("enter", "tab")  # past the cover
        place = at.page.query_one(Picture).word
        await at.press("enter")
        assert at.line.value == place
        await at.press("enter")
        assert at.line.value == place, "two characters could start there, so nothing is played yet"
        assert at.hint.startswith(f"2 options with {place}")
        await at.press("x")
        assert at.line.value == f"{place} x"
        assert at.app.focused is at.line
        await at.press("tab", "?")
        assert at.line.value == "?"


@pytest.mark.long
@on_screen
async def test_help_rules_topics_log_and_explanations() -> None:
    async with at_table(pigeon_session("you:Ann", "random")) as at:
        await at.press("f1")
        assert isinstance(at.page, TextPage)
        assert "Your options now" in at.text
        await at.press("pagedown", "escape", "f2")
        assert isinstance(at.page, SearchPage)
        assert "Whoever lands hardest eats." in at.text
        await at.press(*"highest")
        assert "The highest card eats the crumb." in at.text
        assert "hardest" not in at.text
        await at.press(*"xx")
        assert "No clause contains 'highestxx'." in at.text
        await at.press("escape", "f3")
        assert "Worth its number" in at.text
        await at.press("escape", "f4")
        assert "Log (newest first)" in at.text
        await at.press("escape")
        await at.type_in("?crumb")
        assert "the highest card eats it" in at.text
        await at.press("escape")
        await at.type_in("? PG-4")
        assert "in secret and at the same time" in at.text
        await at.press("escape")
        await at.type_in("?")
        assert "Your options now" in at.text
        await at.press("escape", "escape")
        await at.type_in("? blorb")
        assert "Nothing here is called 'blorb'." in at.hint


@on_screen
async def test_save_by_key_and_by_word(tmp_path: Path) -> None:
    session = pigeon_session("you:Ann", "random")
    async with at_table(session) as at:
        await at.type_in("1")
        await at.press("ctrl+s")
        assert isinstance(at.page, Question)
        at.page.query_one(Input).value = str(tmp_path / "a.record")
        await at.press("enter")
        assert len(Record.read(tmp_path / "a.record").moves) == 2
        assert "Saved." in at.hint
        at.line.value = f"save {tmp_path}/none/b.record"
        await at.press("enter")
        assert "There is no folder" in at.hint
        at.line.value = f"save {tmp_path}/b.record"
        await at.press("enter")
        assert (tmp_path / "b.record").exists()


@on_screen
async def test_quitting_asks_first() -> None:
    async with at_table(pigeon_session("you:Ann", "random")) as at:
        await at.press("ctrl+q")
        assert "Leave the game? It is not saved." in at.text
        await at.press("escape")
        assert not isinstance(at.page, Question)
        await at.type_in("quit")
        assert isinstance(at.page, Question)
        await at.press("enter")
        assert not at.app.is_running


@on_screen
async def test_between_two_people_everything_is_covered() -> None:
    session = pigeon_session("you:Ann", "you:Bo", "random")
    async with at_table(session, (80, 24)) as at:
        assert isinstance(at.page, Cover)
        at.compare("cover-80x24")
        await at.press("enter")
        hand = ", ".join(str(option.move) for option in session.seat_view(0).offers)
        assert hand in at.text
        assert "Ann, your turn" in at.text
        await at.type_in("1")
        assert isinstance(at.page, Cover)
        assert hand not in at.text
        below = str(at.app.screen_stack[-2].query_one("#picture", Static).content)
        assert below == ""
        await at.press("enter")
        assert "Bo, your turn" in at.text
        assert hand not in at.text
        await at.press("f4")
        assert hand not in at.text
        assert "Ann is dealt five cards." in at.text


@on_screen
async def test_whoever_is_not_asked_nods() -> None:
    session = whisper_session("you:Ann", "you:Bo")
    holder = session.match.position.to_act()[0]
    async with at_table(session) as at:
        for seat in (0, 1):
            assert isinstance(at.page, Cover)
            await at.press("enter")
            if seat == holder:
                await at.type_in("keep")
            else:
                assert "You have nothing to decide now. Press Enter to continue." in at.hint
                await at.press("enter")
        assert len(moves_of(session)) == 1


@on_screen
async def test_bots_alone_are_watched() -> None:
    session = pigeon_session("random", "random")
    async with at_table(session) as at:
        for _ in range(20):
            if isinstance(at.page, ResultPage):
                break
            await at.settle()
        assert isinstance(at.page, ResultPage)
        assert "random" in at.text
        await at.press("escape")
        assert "over" in at.text.splitlines()[0]


@on_screen
async def test_after_the_end_save_look_and_play_again(tmp_path: Path) -> None:
    session = pigeon_session("you:Ann", "random")
    play_on(session)
    async with at_table(session) as at:
        assert isinstance(at.page, ResultPage)
        await at.click("#save")
        at.page.query_one(Input).value = str(tmp_path / "a.record")
        await at.press("enter")
        assert Record.read(tmp_path / "a.record").result is not None
        assert isinstance(at.page, ResultPage)
        await at.click("#again")
        assert at.app.session is not session
        assert not at.app.session.over
        assert at.app.session.names == session.names
        assert "your turn" in at.text


@on_screen
async def test_a_coach_gives_a_hint_and_a_verdict() -> None:
    session = pigeon_session("you:Ann", "random")
    session.coached = True
    async with at_table(session, (120, 40)) as at:
        await at.press("f5")
        assert at.hint.startswith("Best: Play the ")
        at.page.query_one("#hint", Static).update("")
        await at.type_in("hint")
        assert at.hint.startswith("Best: Play the ")
        await at.type_in("1")
        assert "Coach" in at.text


@on_screen
async def test_without_a_coach_there_is_no_hint() -> None:
    async with at_table(pigeon_session("you:Ann", "random")) as at:
        assert "Hint" not in at.text
        await at.press("f5")
        assert "oach" not in at.hint


@on_screen
async def test_a_bot_that_fails_ends_it_with_a_sentence() -> None:
    session = pigeon_session("you:Ann", "random")

    def fail(info: object) -> int:
        raise ValueError("no idea")

    session.bots[1].decide = fail  # type: ignore[method-assign]
    async with at_table(session) as at:
        await at.type_in("1")
    assert str(at.app.trouble) == "The bot random has failed: ValueError('no idea')."


@on_screen
async def test_a_screen_that_grows_is_drawn_again() -> None:
    async with at_table(pigeon_session("you:Ann", "random"), (80, 24)) as at:
        assert "│" not in at.text
        await at.pilot.resize_terminal(120, 40)
        await at.settle()
        assert "│" in at.text
        assert "You are dealt" in at.text


def test_the_place_of_the_cursor_is_where_two_pictures_differ() -> None:
    bare = Text("ab\ncd e")
    marked = Text("ab\ncd e")
    marked.apply_meta(UNDER_CURSOR, 6, 7)
    assert under_cursor(rendered(marked, 20)) == (3, 1)
    assert under_cursor(rendered(bare, 20)) is None


# --- replays ---


def replay_app() -> ReplayApp:
    session = pigeon_session("you:Ann", "random")
    play_on(session)
    return ReplayApp(RecordReplay(pigeons, session.match.record, 0, reveal_secrets=True))


@on_screen
async def test_a_replay_goes_forwards_backwards_and_to_the_end() -> None:
    async with opened(replay_app(), (120, 40)) as at:
        assert "The deal" in at.text
        assert "Bix is dealt five cards." not in at.text
        await at.press("right", "right")
        assert "Move 2 of 10: Bix: Play the " in at.text
        at.compare("replay-120x40")
        await at.press("left")
        assert "Move 1 of 10: Ann: Play the " in at.text
        await at.press("end")
        assert "It still ends the same way" in at.text
        await at.press("right", "home")
        assert at.app.replay_screen.at == 0
        await at.press("shift+right")
        assert at.app.replay_screen.at == 10


@on_screen
async def test_a_replay_through_other_eyes() -> None:
    async with opened(replay_app(), (80, 24)) as at:
        assert "seen by Ann" in at.text
        await at.press("s")
        assert "seen by Bix" in at.text
        await at.press("s")
        assert "seen by a spectator" in at.text
        await at.press("s", "f2")
        assert "Whoever lands hardest eats." in at.text


@on_screen
async def test_a_replay_runs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.terminal.fullscreen.replay.FRAME_SECONDS", 0.02)
    async with opened(replay_app()) as at:
        await at.press("space")
        for _ in range(100):
            await at.pilot.pause(0.05)
            if at.app.replay_screen.at == 10:
                break
        assert at.app.replay_screen.at == 10
        await at.pilot.pause(0.1)
        assert at.app.replay_screen.clock is None


@on_screen
async def test_a_spectator_of_an_unfinished_game_learns_no_secret() -> None:
    session = pigeon_session("you:Ann", "random")
    play_on(session, 1)
    view: View = session.seat_view(0).view
    assert view["bid"]
    async with opened(ReplayApp(RecordReplay(pigeons, session.match.record, None, reveal_secrets=True))) as at:
        await at.press("end")
        assert "Ann decides" in at.text
        assert "A game in progress with 1 move," in at.text
        assert moves_of(session)[0][1] not in at.text
