"""A table of a real server, played from the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pigeons import game as pigeons
from rumpus.client import Client, Remote
from rumpus.core.errors import RumpusError
from rumpus.core.record import Record
from rumpus.terminal.fullscreen.pages import ResultPage
from rumpus.terminal.remote import RemoteSession, join, make, seats_and_name
from tests.terminal.conftest import Outcome
from tests.terminal.screens import at_table, on_screen
from tests.terminal.test_plain import Typist, play
from tests.terminal.test_seats import wait_for_person
from tests.web.local_server import LocalServer

Command = Callable[..., Outcome]


@pytest.fixture
def table(service: LocalServer, installed: None) -> Iterator[Callable[..., RemoteSession]]:
    made: list[RemoteSession] = []

    def new(*seats: str, coached: bool = False) -> RemoteSession:
        options = pigeons.options(seats=len(seats)).changed()
        made.append(make(service.url, pigeons, seats, options, coached))
        return made[-1]

    yield new
    for session in made:
        session.close()


def test_a_whole_game_through_a_pipe(service: LocalServer, command: Command, tmp_path: Path) -> None:
    words = ["play", "pigeons", "--at", service.url, "--seats", "you:Ann,random"]
    status, out, err = command(words, "? crumb\n77\n1\n1\n1\n1\n1\n")
    assert (status, err) == (0, "")
    assert "Ann (you)" in out
    assert "Worth its number" in out
    assert "There is no option 77" in out
    assert "10 moves; the replay is at http://" in out


def test_leaving_and_coming_back_by_the_link(service: LocalServer, command: Command) -> None:
    _, out, _ = command(["play", "pigeons", "--at", service.url, "--seats", "you:Ann,random"], "1\n")
    link = re.search(r"--at '(\S+)'", " ".join(out.split()))
    assert link is not None
    status, out, err = command(["play", "--at", link.group(1)], "1\n1\n1\n1\n")
    assert (status, err) == (0, "")
    assert "the replay is at" in " ".join(out.split())


def test_two_people_at_two_terminals_see_only_their_own_hands(
    table: Callable[..., RemoteSession], installed: None
) -> None:
    ann = table("you:Ann", "open")
    assert ann.person_due() is None
    room = ann.seat_view(0).view
    assert room["phase"] == "waiting for players"
    bo = join(str(room["link for friends"]), "Bo")
    try:
        wait_for_person(ann)
        wait_for_person(bo)
        assert ann.names == ["Ann", "Bo"]
        assert bo.people == [1]
        assert ann.seat_view(0).view["hand"] != bo.seat_view(1).view["hand"]
        assert any("Ann is dealt five cards." in line.text for line in bo.log(1))
        for _ in range(5):
            for session, seat in ((ann, 0), (bo, 1)):
                wait_for_person(session)
                session.decide(seat, session.parse_move(seat, "1"))
        while not (ann.over and bo.over):
            (bo if ann.over else ann).compute_move()()
        assert ann.seat_view(0).result == bo.seat_view(1).result
    finally:
        bo.close()


def test_the_server_reads_notation_and_refuses_with_the_clause(table: Callable[..., RemoteSession]) -> None:
    session = table("you:Ann", "random")
    wait_for_person(session)
    first = session.seat_view(0).offers[0]
    assert session.parse_move(0, first.words.upper()) == first.move
    stranger = next(
        card for card in range(1, 14) if card not in [option.move for option in session.seat_view(0).offers]
    )
    with pytest.raises(RumpusError, match="is not among your options now"):
        session.parse_move(0, f"play {stranger}")
    with pytest.raises(RumpusError, match="You do not hold"):
        session.decide(0, stranger)
    assert session.person_due() == 0


@on_screen
async def test_the_full_screen_at_a_server_with_a_rematch(table: Callable[..., RemoteSession], tmp_path: Path) -> None:
    session = table("you:Ann", "random")
    async with at_table(session) as at:
        for _ in range(5):
            await at.settle_until(lambda: "your turn" in at.text)
            await at.type_in("1")
        await at.settle_until(lambda: isinstance(at.page, ResultPage))
        assert "the replay is at" in at.text
        session.save(tmp_path / "a.record")
        assert Record.read(tmp_path / "a.record").result is not None
        await at.pilot.click("#again")
        await at.settle_until(lambda: "your turn" in at.text)
        assert not at.app.session.over


def test_a_coach_at_the_server(table: Callable[..., RemoteSession]) -> None:
    session = table("you:Ann", "random", coached=True)
    assert session.coached
    text, _, _ = play(session, "hint")
    assert "Best: Play the " in text
    without = table("you:Ann", "random")
    text, _, _ = play(without, "hint", "save x.record")
    assert "This table has no coach" in text
    assert "The server stores this game" in text


def test_a_spectator_watches(table: Callable[..., RemoteSession]) -> None:
    session = table("you:Ann", "random")
    link = f"{session.remote.client.server}/t/{session.table_view.table}"
    watcher = join(link, "Bo")
    try:
        assert watcher.people == []
        assert "hand" not in watcher.seat_view(None).view
        assert watcher.leaving_note() == "The others keep playing."
        play(session, "1", "1", "1", "1", "1")
        text, typist, ended = play(watcher)
        assert ended
        assert typist.prompts == Typist().prompts
        assert "The crumbs are eaten." in text
    finally:
        watcher.close()


def test_seats_in_the_servers_words_and_the_persons_name() -> None:
    assert seats_and_name(["you:Ann", "open", "Random"]) == (["me", "open", "random"], "Ann")
    with pytest.raises(RumpusError, match="Name one person, not 2"):
        seats_and_name(["you", "you"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--at", "{url}"], "names no table"),
        (["--at", "nonsense://x"], "is no address of a server"),
        (["--at", "http://127.0.0.1:9"], "names no table"),
        (["pigeons", "--at", "http://127.0.0.1:9"], "127.0.0.1:9"),
        (["--at", "{url}/t/nosuchtable"], "Table not found"),
        (["pigeons", "--at", "{url}/t/whatever"], "Join a table by its link alone"),
        (["pigeons", "--at", "{url}", "--seed", "x"], "The server deals and stores its games"),
        (["pigeons", "--at", "{url}", "--seats", "you,nobody"], "nobody"),
        (["pigeons", "--at", "{url}", "--seats", "you,you"], "Name one person, not 2"),
    ],
)
def test_what_cannot_be_done_at_a_server(
    rumpus: Callable[..., Outcome], service: LocalServer, words: list[str], sentence: str
) -> None:
    status, out, err = rumpus("play", *(word.replace("{url}", service.url) for word in words))
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_foreign_server_cannot_steer_the_terminal() -> None:
    client = Client("http://localhost:1/t/abc")
    nasty = "\x1b[2J\x1b]0;owned\x07An\u202en\x9b31m \N{CAT FACE}\nnext"
    table_view: dict[str, Any] = dict.fromkeys(("game", "title", "state", "promise"), nasty)
    table_view |= {"table": "abc", "you": None, "seats": [], "options": {}, "grace": 0}
    table_view["view"] = {nasty: [{"is": nasty}]}
    table_view |= dict.fromkeys(("host", "listed", "coach", "undo"), False)
    log = {"start": 0, "lines": [{"text": nasty}]}
    client._on_message(msgspec.json.encode({"is": "table", "sheet": table_view, "log": log}))
    assert client.page is not None
    clean = "[2J]0;ownedAnn31m \N{CAT FACE}\nnext"
    assert client.page.table_view.title == client.page.log[0].text == clean
    assert client.page.view == {clean: [{"is": clean}]}


def test_phrases_are_lines_of_the_log(table: Callable[..., RemoteSession]) -> None:
    ann = table("you:Ann", "open")
    bob = join(ann.remote.client.link.partition("#")[0], "Bob")
    try:
        listed = bob.say("")
        assert listed.startswith("You can say: Hello! Good luck!")
        assert "Thumbs up" in listed
        assert bob.say("well") == bob.say("THUMBS up") == ""
        assert bob.say("the ace is mine") == listed, "this table has no free text"
        wait_for_person(ann)
        while len(ann.remote.client.chat) < 2:
            ann.remote.wait(0.5)
        lines = [str(line) for line in ann.new_lines(0)]
        assert [line for line in lines if line.startswith("Bob: ")] == ["Bob: Well played!", "Bob: (thumbs up)"]
        ann.remote.say("hello")
        text, _, ended = play(bob, "say oops", "say", "quit")
        assert not ended
        assert "Ann: Hello!" in text
        assert "Bob: Oops!" in text
        assert "You can say: Hello!" in text
    finally:
        bob.close()


def test_free_text_is_said_where_the_table_allows_it(service: LocalServer, installed: None) -> None:
    remote = Remote(service.url)
    try:
        remote.make("pigeons", ["me", "open"], "Ann", free_text=True)
        session = RemoteSession(remote)
        assert session.say("The ace is mine.") == ""
        assert session.say("hell") == ""
        while len(remote.client.chat) < 2:
            remote.wait(0.5)
        assert [one.words for one in remote.client.chat] == ["The ace is mine.", "Hello!"]
        with pytest.raises(RumpusError, match="201 characters"):
            session.say("x" * 201)
    finally:
        remote.close()
