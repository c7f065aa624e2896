"""A table of a real server, played from the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from pigeons import game as pigeons
from rumpus.client import Client
from rumpus.core.errors import RumpusError
from rumpus.core.record import Record
from rumpus.terminal.fullscreen.app import TableApp
from rumpus.terminal.fullscreen.pages import Ending
from rumpus.terminal.remote import RemoteHost, chairs_and_name, join, make
from tests.terminal.conftest import Outcome
from tests.terminal.screens import act, screen_text, settle, type_in
from tests.terminal.test_plain import Typist, play
from tests.web.house import House

Command = Callable[..., Outcome]


@pytest.fixture
def table(house: House, installed: None) -> Iterator[Callable[..., RemoteHost]]:
    """Makes tables of Pigeons at the server, seats as on the command line."""
    made: list[RemoteHost] = []

    def new(*seats: str, coached: bool = False) -> RemoteHost:
        options = pigeons.options(seats=len(seats)).changed()
        made.append(make(house.url, pigeons, seats, options, coached))
        return made[-1]

    yield new
    for host in made:
        host.close()


def test_a_whole_game_through_a_pipe(house: House, command: Command, tmp_path: Path) -> None:
    words = ["play", "pigeons", "--at", house.url, "--seats", "you:Ann,random"]
    status, out, err = command(words, "? crumb\n77\n1\n1\n1\n1\n1\n")
    assert (status, err) == (0, "")
    assert "Ann (you)" in out
    assert "Worth its number" in out
    assert "There is no option 77" in out
    assert "10 moves; the replay is at http://" in out


def test_leaving_and_coming_back_by_the_link(house: House, command: Command) -> None:
    _, out, _ = command(["play", "pigeons", "--at", house.url, "--seats", "you:Ann,random"], "1\n")
    link = re.search(r"--at '(\S+)'", " ".join(out.split()))
    assert link is not None
    status, out, err = command(["play", "--at", link.group(1)], "1\n1\n1\n1\n")
    assert (status, err) == (0, "")
    assert "the replay is at" in " ".join(out.split())


def test_two_people_at_two_terminals_see_only_their_own_hands(
    table: Callable[..., RemoteHost], installed: None
) -> None:
    ann = table("you:Ann", "open")
    assert ann.person_due() is None
    room = ann.sight(0).view
    assert room["phase"] == "waiting for players"
    bo = join(str(room["link for friends"]), "Bo")
    try:
        while ann.person_due() is None:
            ann.ponder()()
        while bo.person_due() is None:
            bo.ponder()()
        assert ann.names == ["Ann", "Bo"]
        assert bo.people == [1]
        assert ann.sight(0).view["hand"] != bo.sight(1).view["hand"]
        assert any("Ann is dealt five cards." in line.text for line in bo.log(1))
        for _ in range(5):
            for host, seat in ((ann, 0), (bo, 1)):
                while host.person_due() is None:
                    host.ponder()()
                host.decide(seat, host.understand(seat, "1"))
        while not (ann.over and bo.over):
            (bo if ann.over else ann).ponder()()
        assert ann.sight(0).result == bo.sight(1).result
    finally:
        bo.close()


def test_the_server_reads_notation_and_refuses_with_the_clause(table: Callable[..., RemoteHost]) -> None:
    host = table("you:Ann", "random")
    while host.person_due() is None:
        host.ponder()()
    first = host.sight(0).offers[0]
    assert host.understand(0, first.words.upper()) == first.move
    stranger = next(card for card in range(1, 14) if card not in [option.move for option in host.sight(0).offers])
    with pytest.raises(RumpusError, match="is not among your options now"):
        host.understand(0, f"play {stranger}")
    with pytest.raises(RumpusError, match="You do not hold"):
        host.decide(0, stranger)
    assert host.person_due() == 0


def test_the_full_screen_at_a_server_with_a_rematch(table: Callable[..., RemoteHost], tmp_path: Path) -> None:
    host = table("you:Ann", "random")
    app = TableApp(host, 0)

    async def until(pilot: Pilot[Any], done: Callable[[], bool]) -> None:
        for _ in range(100):
            if done():
                return
            await settle(pilot)
        raise AssertionError(screen_text(app))

    async def story(pilot: Pilot[Any]) -> None:
        for _ in range(5):
            await until(pilot, lambda: "your turn" in screen_text(app))
            await type_in(pilot, "1")
        await until(pilot, lambda: isinstance(app.screen, Ending))
        assert "the replay is at" in screen_text(app)
        host.save(tmp_path / "a.record")
        assert Record.read(tmp_path / "a.record").result is not None
        await pilot.click("#again")
        await until(pilot, lambda: "your turn" in screen_text(app))
        assert not app.host.over

    act(app, story)


def test_a_coach_at_the_server(table: Callable[..., RemoteHost]) -> None:
    host = table("you:Ann", "random", coached=True)
    assert host.coached
    text, _, _ = play(host, "hint")
    assert "Coach: “Play the " in text
    without = table("you:Ann", "random")
    text, _, _ = play(without, "hint", "save x.record")
    assert "There is no coach at this table" in text
    assert "The server keeps this game" in text


def test_an_onlooker_watches(table: Callable[..., RemoteHost]) -> None:
    host = table("you:Ann", "random")
    link = f"{host.remote.client.server}/t/{host.sheet.table}"
    watcher = join(link, "Bo")
    try:
        assert watcher.people == []
        assert "hand" not in watcher.sight(None).view
        assert watcher.farewell() == "The others play on."
        play(host, "1", "1", "1", "1", "1")
        text, typist, ended = play(watcher)
        assert ended
        assert typist.prompts == Typist().prompts
        assert "The crumbs are eaten." in text
    finally:
        watcher.close()


def test_chairs() -> None:
    assert chairs_and_name(["you:Ann", "open", "Random"]) == (["me", "open", "random"], "Ann")
    with pytest.raises(RumpusError, match="one person plays from one terminal; 2 are named"):
        chairs_and_name(["you", "you"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--at", "{url}"], "names no table"),
        (["--at", "nonsense://x"], "is no address of a server"),
        (["--at", "http://127.0.0.1:9"], "names no table"),
        (["pigeons", "--at", "http://127.0.0.1:9"], "127.0.0.1:9"),
        (["--at", "{url}/t/nosuchtable"], "table"),
        (["pigeons", "--at", "{url}/t/whatever"], "a table is joined by its link alone"),
        (["pigeons", "--at", "{url}", "--seed", "x"], "a server deals and keeps its games itself"),
        (["pigeons", "--at", "{url}", "--seats", "you,nobody"], "nobody"),
        (["pigeons", "--at", "{url}", "--seats", "you,you"], "one person plays from one terminal"),
    ],
)
def test_what_cannot_be_done_at_a_server(
    rumpus: Callable[..., Outcome], house: House, words: list[str], sentence: str
) -> None:
    status, out, err = rumpus("play", *(word.replace("{url}", house.url) for word in words))
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_foreign_server_cannot_steer_the_terminal() -> None:
    client = Client("http://localhost:1/t/abc")
    nasty = "\x1b[2J\x1b]0;owned\x07An\u202en\x9b31m \N{CAT FACE}\nnext"
    sheet: dict[str, Any] = dict.fromkeys(("game", "title", "state", "promise"), nasty)
    sheet |= {"table": "abc", "you": None, "seats": [], "options": {}, "grace": 0, "view": {nasty: [{"is": nasty}]}}
    sheet |= dict.fromkeys(("host", "listed", "coach", "undo"), False)
    log = {"start": 0, "lines": [{"text": nasty}]}
    client._heard(msgspec.json.encode({"is": "table", "sheet": sheet, "log": log}))
    assert client.page is not None
    clean = "[2J]0;ownedAnn31m \N{CAT FACE}\nnext"
    assert client.page.sheet.title == client.page.story[0].text == clean
    assert client.page.view == {clean: [{"is": clean}]}
