"""Live play over the socket, with a real server."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ParamSpec

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from rumpus.cli.commands.replay import verify
from rumpus.client import Client, Refusal, TablePage, new_token
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord, IllegalMove
from rumpus.core.record import Record
from rumpus.core.rng import KEYED_PREFIX
from rumpus.service.bots.pool import STAND_IN_BOT
from rumpus.table.seats import promise
from rumpus.table.table_view import RematchRequest
from rumpus.testing.server import START_SECONDS
from tests.web.local_server import ROOT, LocalServer

P = ParamSpec("P")


def run(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(START_SECONDS):
            await story

    asyncio.run(bounded())


def asynchronous(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Runs an asynchronous test, with a time limit."""

    @functools.wraps(test)
    def bounded(*args: P.args, **kwargs: P.kwargs) -> None:
        run(test(*args, **kwargs))

    return bounded


async def until(client: Client, condition: Any) -> TablePage:
    while True:
        client._changed.clear()
        page = client.page
        if page is not None and condition(page):
            return page
        await client._wait_for_news()


async def until_listed(client: Client, table: str, listed: bool = True) -> None:
    while (table in [row["table"] for row in client.tables]) != listed:
        client._changed.clear()
        await client._wait_for_news()


async def seat_two(ann: Client, bob: Client, **more: Any) -> str:
    table = await ann.make("pigeons", ["me", "open"], name="Ann", **more)
    await bob.attach(table)
    await bob.sit("Bob")
    return table


async def play_out(client: Client) -> TablePage:
    async for page in client.pages():
        if page.moves:
            await client.move(page.moves[0])
    return page


@asynchronous
async def test_one_call_makes_a_table_with_a_bot_and_plays_it_to_the_end(service: LocalServer) -> None:
    async with Client(service.url) as client:
        table = await client.quick("pigeons", ["greedy"], name="Ann")
        page = await play_out(client)
        assert page.table_view.state == "over"
        assert page.table_view.result is not None
        assert page.table_view.seats[0].name == "Ann"
        assert any(line.clause == "PG-5" for line in page.log)
        assert page.table_view.numbers is not None
        assert page.table_view.numbers.moves == [5, 5]
        # fairness: the promise shown before the first move is kept
        assert promise(page.table_view.seed) == page.table_view.promise
        status, text = service.get(f"/api/tables/{table}/record")
        assert status == 200
        record = Record.loads(text)
        assert record.seed == page.table_view.seed
        assert [step.number for step in record.walk(find_game("pigeons"))][-1] == 10


@asynchronous
async def test_two_people_and_a_spectator(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob, Client(service.url) as eve:
        table = await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
        assert (await eve.attach(table)).table_view.state == "open"
        await bob.attach(table)
        await bob.sit("Bob")
        await asyncio.gather(play_out(ann), play_out(bob), play_out(eve))
        assert ann.page
        assert bob.page
        assert eve.page
        assert ann.page.table_view.result == bob.page.table_view.result == eve.page.table_view.result
        assert eve.page.table_view.you is None
        assert eve.page.table_view.moves == []
        assert "hand" not in eve.page.view
        # each was told its own cards only
        assert any("You are dealt" in line.text and "five" not in line.text for line in ann.page.log)
        assert not any("Ann is dealt" in line.text and "five" not in line.text for line in bob.page.log)
        assert not any("five" not in line.text for line in eve.page.log if "is dealt" in line.text)


@asynchronous
async def test_a_repeated_move_is_played_once_and_a_stale_one_refused(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        await seat_two(ann, bob)
        page = await until(ann, lambda page: page.moves)
        at, move = page.table_view.at, page.moves[0].move
        message = {"do": "move", "id": "same", "at": at, "move": move}
        for _ in range(3):
            future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            ann._waiting["same"] = (message, future)
            await ann._send(message)
            assert (await future)["is"] == "done"
        with pytest.raises(Refusal) as refused:
            await ann.ask("move", at=at, move=page.moves[1].move)
        assert refused.value.stale
        page = await until(bob, lambda page: page.moves)
        await bob.move(page.moves[0])
        page = await until(ann, lambda page: page.moves)
        assert len(page.view["hand"]) == 4


async def hear_until(ws: ClientConnection, id: str) -> tuple[list[str], dict[str, Any]]:
    """Types of the messages before the reply to `id`, and the newest view among them."""
    heard: list[str] = []
    page: dict[str, Any] = {}
    while True:
        message = json.loads(await ws.recv())
        if message["is"] == "table":
            page = message["sheet"]
        if message.get("id") == id:
            return heard, page
        heard.append(message["is"])


@asynchronous
async def test_an_answer_comes_after_the_page_that_shows_what_it_did(service: LocalServer) -> None:
    address, token = f"ws://127.0.0.1:{service.port}/ws", new_token()
    async with Client(service.url, token=token) as ann:
        table = await ann.make("pigeons", ["me", "open"], name="Ann")
    attach = json.dumps({"do": "attach", "id": "look", "table": table, "token": token})
    move = {"do": "move", "id": "first", "at": "0.0"}
    async with connect(address) as ws, Client(service.url) as bob:
        await ws.send(attach)
        heard, page = await hear_until(ws, "look")
        assert heard == ["hello", "table"]
        await bob.attach(table)
        await bob.sit("Bob")
        while not page.get("moves"):
            page = json.loads(await ws.recv()).get("sheet", page)
        move["move"] = page["moves"][0]["move"]
        await ws.send(json.dumps(move))
        heard, page = await hear_until(ws, "first")
        assert page["at"] == "0.1"
        assert "moves" not in page
        # said again without waiting, and too late with another id
        await ws.send(json.dumps(move))
        assert await hear_until(ws, "first") == ([], {})
        await ws.send(json.dumps({**move, "id": "late"}))
        assert await hear_until(ws, "late") == ([], {})
    async with connect(address) as ws:
        # after a broken connection: look again and say it again, all at once
        await ws.send(attach)
        await ws.send(json.dumps(move))
        heard, page = await hear_until(ws, "first")
        assert "table" in heard
        assert page["at"] == "0.1"


@asynchronous
async def test_a_client_does_not_offer_an_answered_decision_again_however_late_the_next_page_comes() -> None:
    seat = {"name": "Ann", "kind": "person"}
    fixed = {
        "table": "tablet", "game": "pigeons", "title": "Pigeons", "you": 0, "host": True, "seats": [seat, seat],
        "options": {}, "listed": False, "coach": True, "undo": True, "grace": 60, "promise": "",
    }  # fmt: skip

    def page(at: str, state: str, moves: int, line: int) -> str:
        options = [
            {"move": move, "words": str(move), "says": str(move), "explanation": "", "forecast": {}}
            for move in range(moves)
        ]
        table_view = {**fixed, "state": state, "at": at, "moves": options, "view": {}}
        return json.dumps({"is": "table", "sheet": table_view, "log": {"start": line, "lines": [{"text": at}]}})

    answered: list[str] = []

    async def late(ws: ServerConnection) -> None:
        async for text in ws:
            message = json.loads(text)
            if message["do"] == "attach":
                await ws.send(page("0.0", "playing", 2, 0))
            await ws.send(json.dumps({"is": "done", "id": message["id"]}))
            if message["do"] == "move":
                answered.append(message["at"])
                await ws.send(page("0.0", "playing", 2, 1))  # somebody came in, before the move is shown
            if message["do"] == "ping":
                await ws.send(page("0.1", "over", 0, 2))

    async with serve(late, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}") as ann:
            await ann.attach("tablet")
            playing = asyncio.create_task(play_out(ann))
            await until(ann, lambda page: len(page.log) == 2)
            await asyncio.sleep(0.1)  # time enough to fall into the trap
            await ann.ask("ping")
            await playing
    assert answered == ["0.0"]


@asynchronous
async def test_two_tabs_of_one_seat_see_the_same(service: LocalServer) -> None:
    async with Client(service.url) as tab:
        table = await tab.quick("pigeons", ["random"])
        async with Client(tab.link) as other:
            await other.attach(table)
            assert other.page
            assert other.page.table_view.you == 0
            await other.move((await until(other, lambda page: page.moves)).moves[0])
            await until(tab, lambda page: len(page.view["hand"]) == 4)


@asynchronous
async def test_what_cannot_be_played_says_why(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        await ann.quick("pigeons", ["random"])
        page = await until(ann, lambda page: page.moves)
        hand = [option.move for option in page.moves]
        other = next(card for card in range(1, 14) if card not in hand)
        with pytest.raises(IllegalMove, match=rf"^You do not hold the {other}\.$"):
            await ann.move(other)
        with pytest.raises(IllegalMove, match="not among your options"):
            await ann.move("fly away")
        reasons = (await ann.ask("why"))["reasons"]
        assert {reason["move"] for reason in reasons} == set(range(14)) - set(hand)
        assert (await ann.ask("why", move=hand[0]))["reasons"][0]["why"] == ""
        assert (await ann.ask("why", words="play 99"))["reasons"][0]["why"]
        await ann.move(f"play {hand[0]}")


@asynchronous
async def test_a_spectator_can_do_nothing(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as eve:
        table = await ann.quick("pigeons", ["random"])
        await eve.attach(table)
        for do, fields in (
            ("move", {"at": "0.0", "move": 1}), ("undo", {}), ("agree", {"yes": True}), ("back", {}),
            ("stand_in", {"seat": 0}), ("leave", {}), ("name", {"name": "x"}), ("hint", {}), ("why", {}),
            ("fill", {"seat": 1}), ("start", {}), ("drop", {}), ("rematch", {}),
            ("replay", {"seat": 0}), ("replay", {"everything": True}),
            ("play_on", {"token": "t" * 30, "number": 0, "seat": 0}),
            ("sit", {"token": "t" * 30}),
        ):  # fmt: skip
            with pytest.raises(Refusal):
                await eve.ask(do, **fields)
        assert service.get(f"/api/tables/{table}/record")[0] == 409


@asynchronous
async def test_the_lobby_lists_what_is_listed_and_only_that(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as ben, Client(service.url) as eve:
        await eve.ask("lobby")
        listed = await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
        private = await ben.make("pigeons", ["me", "open"], name="Ben")
        await until_listed(eve, listed)
        assert private not in [row["table"] for row in eve.tables]
        await ann.ask("drop")
        await until_listed(eve, listed, listed=False)


@asynchronous
async def test_names_are_tidied_and_told_apart(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        table = await ann.make("pigeons", ["me", "open"], name="  <b>Ann\n\u202e</b>" + "x" * 100)
        await bob.attach(table)
        await bob.sit("  <b>Ann\n\u202e</b>" + "x" * 100)
        page = await until(bob, lambda page: page.table_view.state == "playing")
        first, second = (seat.name for seat in page.table_view.seats)
        assert first == "<b>Ann </b>" + "x" * 13
        assert second != first
        await bob.ask("name", name="Bob")
        await until(ann, lambda page: page.table_view.seats[1].name == "Bob")


@asynchronous
async def test_the_host_starts_with_bots_on_the_free_seats(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        await ann.make("pigeons", ["me", "open", "open", "closed"], name="Ann")
        assert ann.page
        assert len(ann.page.table_view.seats) == 3
        await ann.ask("fill", seat=1, bot="random")
        await ann.ask("start", bot="greedy")
        page = await until(ann, lambda page: page.table_view.state == "playing")
        assert [seat.bot for seat in page.table_view.seats] == ["", "random", "greedy"]


@asynchronous
async def test_leaving_before_the_start_frees_the_seat(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        table = await ann.make("pigeons", ["me", "open", "open"], name="Ann")
        await bob.attach(table)
        await bob.sit("Bob", seat=2)
        await until(ann, lambda page: page.table_view.seats[2].kind == "person")
        await bob.ask("leave")
        await until(ann, lambda page: page.table_view.seats[2].kind == "open")
        page = await until(bob, lambda page: page.table_view.you is None)
        assert page.table_view.you is None


@asynchronous
async def test_a_sealed_answer_can_be_taken_back_by_consent_and_a_shown_one_not(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        await seat_two(ann, bob)
        page = await until(ann, lambda page: page.moves)
        await ann.move(page.moves[0])
        await until(ann, lambda page: not page.moves)
        await ann.ask("undo")
        await until(bob, lambda page: page.table_view.undo_request is not None)
        await bob.ask("agree", yes=True)
        page = await until(ann, lambda page: page.moves)
        assert page.table_view.epoch == 1
        assert page.view["bid"] is None
        await ann.move(page.moves[1])
        page = await until(bob, lambda page: page.moves and page.table_view.epoch == 1)
        await bob.move(page.moves[0])
        await until(bob, lambda page: len(page.view["hand"]) == 4)
        with pytest.raises(Refusal, match="since then you have seen something hidden"):
            await bob.ask("undo")
        with pytest.raises(Refusal, match="others have decided since then"):
            await ann.ask("undo")


@asynchronous
async def test_the_coach_answers_from_what_the_seat_knows(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        await ann.quick("pigeons", ["random"])
        await until(ann, lambda page: page.moves)
        advice = await ann.ask("hint")
        assert "Play the" in advice["sentence"]
        assert advice["details"]["choices"]
    async with Client(service.url) as bob:
        await bob.make("pigeons", ["me", "random"], coach=False)
        await until(bob, lambda page: page.moves)
        with pytest.raises(Refusal, match="coach"):
            await bob.ask("hint")


@asynchronous
async def test_a_bot_plays_on_for_somebody_who_left_and_gives_the_seat_back(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        await seat_two(ann, bob, grace=10)
        with pytest.raises(Refusal, match="Bob is here"):
            await ann.ask("stand_in", seat=1)
        await bob.ask("leave")
        page = await until(ann, lambda page: page.table_view.seats[1].stand_in)
        assert page.table_view.seats[1].stand_in == STAND_IN_BOT
        assert bob.page
        with pytest.raises(Refusal, match="take your seat back"):
            await bob.ask("move", at=bob.page.table_view.at, move=1)
        page = await until(ann, lambda page: page.moves)
        await ann.move(page.moves[0])
        await until(ann, lambda page: len(page.view["hand"]) == 4)
        await bob.ask("back")
        await until(ann, lambda page: not page.table_view.seats[1].stand_in)


@asynchronous
async def test_whoever_is_gone_is_shown_as_away_and_not_replaced_before_the_grace_time(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        async with Client(service.url) as bob:
            await seat_two(ann, bob, grace=3600)
            await until(ann, lambda page: page.table_view.seats[1].here)
        page = await until(ann, lambda page: not page.table_view.seats[1].here)
        assert page.table_view.seats[1].away > 0
        with pytest.raises(Refusal, match=r"Wait .* more seconds for Bob\."):
            await ann.ask("stand_in", seat=1)


@pytest.mark.long
@asynchronous
async def test_a_bot_plays_on_after_the_grace_time_until_the_person_comes_back(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        async with Client(service.url) as bob:
            table = await seat_two(ann, bob, grace=10)
            await until(ann, lambda page: page.table_view.seats[1].here)
        page = await until(ann, lambda page: not page.table_view.seats[1].here)
        while not page.table_view.seats[1].stand_in:
            await asyncio.sleep(0.5)
            with contextlib.suppress(Refusal):
                await ann.ask("stand_in", seat=1, bot="random")
            assert ann.page
            page = ann.page
        page = await until(ann, lambda page: page.table_view.seats[1].stand_in == "random")
        async with Client(bob.link) as again:
            await again.attach(table)
            assert again.page
            assert again.page.table_view.you == 1
            await again.ask("back")
            await until(ann, lambda page: page.table_view.seats[1].here and not page.table_view.seats[1].stand_in)


@pytest.mark.long
@asynchronous
async def test_a_clock_per_move_decides_for_whoever_dawdles(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        await ann.make("pigeons", ["me", "random"], name="Ann", clock={"kind": "move", "seconds": 5})
        page = await until(ann, lambda page: page.moves)
        assert page.table_view.clock is not None
        assert page.table_view.clock.until[0] > 0
        page = await until(ann, lambda page: len(page.view["hand"]) < 5)
        assert any("Ann ran out of time" in line.text for line in page.log)


async def two_at_the_end(ann: Client, bob: Client, clock: dict[str, object] | None = None) -> str:
    table = await seat_two(ann, bob, clock=clock)
    await asyncio.gather(play_out(ann), play_out(bob))
    return table


@asynchronous
async def test_a_rematch_is_asked_and_accepted_and_begins_when_both_are_there(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        table = await two_at_the_end(ann, bob, clock={"kind": "move", "seconds": 60})
        assert (await ann.ask("rematch"))["is"] == "done"
        page = await until(bob, lambda page: page.table_view.rematch_request)
        assert page.table_view.rematch_request == RematchRequest(0, [0], [])
        assert not page.table_view.rematch
        made = await bob.ask("rematch")
        assert made["table"] != table
        page = await until(ann, lambda page: page.table_view.rematch)
        assert page.table_view.rematch == made["table"]
        assert (await ann.ask("rematch"))["table"] == made["table"]
        page = await ann.attach(made["table"])
        assert page.table_view.you == 1
        assert page.table_view.state == "open"  # no clock runs before Bob is there
        assert page.table_view.clock is not None
        assert page.table_view.clock.until == [0, 0], "known before the game, and not running"
        page = await bob.attach(made["table"])
        assert page.table_view.you == 0
        page = await until(ann, lambda page: page.table_view.state == "playing")
        assert page.table_view.clock is not None
        assert page.table_view.clock.until[1] > 0


@asynchronous
async def test_a_rematch_can_be_declined_and_taken_back(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        await two_at_the_end(ann, bob)
        await ann.ask("rematch")
        assert (await bob.ask("rematch", yes=False))["is"] == "done"
        page = await until(
            ann, lambda page: page.table_view.rematch_request and page.table_view.rematch_request.declined
        )
        assert page.table_view.rematch_request == RematchRequest(0, [0], [1])
        assert not page.table_view.rematch
        await ann.ask("rematch", yes=False)
        page = await until(bob, lambda page: page.table_view.rematch_request is None)
        await bob.ask("rematch")
        page = await until(ann, lambda page: page.table_view.rematch_request)
        assert page.table_view.rematch_request == RematchRequest(1, [1], [])


@asynchronous
async def test_a_rematch_does_not_wait_for_whoever_has_gone(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        async with Client(service.url) as bob:
            await two_at_the_end(ann, bob)
        await until(ann, lambda page: not page.table_view.seats[1].here)
        made = await ann.ask("rematch")
        page = await ann.attach(made["table"])
        assert page.table_view.state == "open"
        await ann.ask("start")  # whoever made the table need not wait for ever
        await until(ann, lambda page: page.table_view.state == "playing")


@asynchronous
async def test_replay_of_a_seat_and_with_all_cards_open_and_play_on_from_there(service: LocalServer) -> None:
    async with Client(service.url) as ann, Client(service.url) as eve:
        table = await ann.quick("pigeons", ["greedy"], name="Ann")
        page = await until(ann, lambda page: page.moves)
        own = await ann.ask("replay", seat=0)
        assert own["total"] == 1
        with pytest.raises(Refusal, match="once the game is over"):
            await ann.ask("replay", seat=1)
        await play_out(ann)
        await eve.attach(table)
        replay = await eve.ask("replay", seat=1)
        assert replay["total"] == 11
        assert replay["frames"][0]["view"]["you"] == 1
        everything = await eve.ask("replay", everything=True, start=3, count=2)
        assert [frame["number"] for frame in everything["frames"]] == [3, 4]
        assert len(everything["frames"][0]["others"]) == 2
        branch = Client(service.url)
        async with branch:
            await branch.attach(table)
            made = await branch.ask("play_on", token=branch.token, number=4, seat=1, bot="greedy")
            page = await branch.attach(made["table"])
            assert page.table_view.you == 1
            assert page.view["hand"] == everything["frames"][1]["others"][1]["hand"]
            page = await play_out(branch)
            status, text = service.get(f"/api/tables/{made['table']}/record")
            assert status == 200
            record = Record.loads(text)
            assert record.then[0][0] == 4
            assert [step.number for step in record.walk(find_game("pigeons"))][-1] == 10


@asynchronous
async def test_bots_alone_play_while_people_watch(service: LocalServer) -> None:
    async with Client(service.url) as eve:
        await eve.make("pigeons", ["random", "greedy", "random"])
        page = await until(eve, lambda page: page.over)
        assert page.table_view.you is None


def test_the_program_of_the_protocol_page_runs(service: LocalServer, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "host" / "protocol.md").read_text(encoding="utf-8")
    program = page.partition("```python\n")[2].partition("```")[0]
    program = program.replace("http://localhost:8484", service.url).replace("battle_puno", "pigeons")
    exec(compile(program, "protocol.md", "exec"), {})
    assert "The crumbs are eaten." in capsys.readouterr().out


def test_verify_checks_the_promise_and_the_moves(service: LocalServer, tmp_path: Path) -> None:
    async def story() -> tuple[str, str]:
        async with Client(service.url) as ann:
            table = await ann.quick("pigeons", ["random"], name="Ann")
            page = await play_out(ann)
            return table, page.table_view.promise

    table, promised = asyncio.run(story())
    text = service.get(f"/api/tables/{table}/record")[1]
    assert json.loads(text)["seed"].startswith(KEYED_PREFIX), "luck that nobody foresees from what was dealt already"
    file = tmp_path / "record.json"
    file.write_text(text, encoding="utf-8")
    verify(file, [promised])
    verify(file)
    with pytest.raises(BadRecord, match="not to the promised hash"):
        verify(file, ["0" * 64])
    swapped = text.replace('"seed": "', '"seed": "f')
    file.write_text(swapped, encoding="utf-8")
    with pytest.raises(BadRecord):
        verify(file)
