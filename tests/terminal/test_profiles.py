"""Profiles of programs, and bots' accounts, at a real server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from pigeons import game as pigeons
from rumpus.client import Client, Refusal, new_token
from rumpus.client.bot_account import BotAccount
from rumpus.client.profile import kept_profiles
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.players.catalogue import find_player
from tests.terminal.conftest import Outcome
from tests.web.local_server import LocalServer

Command = Callable[..., Outcome]
Rumpus = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: None) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(work: Coroutine[Any, Any, None]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(100):
            await work

    asyncio.run(whole())


class Watched:
    """A player that keeps what it was given."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        self.infos: list[InfoState] = []
        MADE.append(self)

    def decide(self, info: InfoState) -> Move:
        self.infos.append(info)
        return info.moves()[0]


class Broken(Watched):
    def decide(self, info: InfoState) -> Move:
        raise ZeroDivisionError("no idea")


MADE: list[Watched] = []


def watched(game: Game, options: Options, seed: str) -> Watched:
    return Watched("watched", game, options, seed)


@contextlib.asynccontextmanager
async def playing(account: BotAccount) -> Any:
    task = asyncio.create_task(account.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def play_first_moves(client: Client) -> None:
    async for page in client.pages():
        if page.moves:
            with contextlib.suppress(Refusal):
                await client.move(page.moves[0])


def test_a_profile_lists_its_games_in_the_terminal(service: LocalServer, command: Command, rumpus: Rumpus) -> None:
    status, _, err = rumpus("tables", "--at", service.url)
    assert (status, err) == (2, f"rumpus: There is no profile for {service.url} yet. "
        f"`rumpus play GAME --at {service.url} --as NAME` makes one.\n")  # fmt: skip
    words = ["play", "pigeons", "--at", service.url, "--as", "Ann", "--seats", "you,random"]
    command(words, "1\n")
    (kept,) = kept_profiles(service.url)
    assert (kept.name, bool(kept.id)) == ("Ann", True)
    status, out, err = rumpus("tables", "--at", service.url)
    assert (status, err) == (0, "")
    link = re.match(r"(\S+/t/\S+)  Pigeons  with \S+ \(random\): your turn\n$", out)
    assert link is not None, out
    # The link holds no secret: the profile has the seat.
    command(["play", "--at", link[1], "--as", "Ann"], "1\n" * 9)
    assert rumpus("tables", "--at", service.url)[1] == "No running games.\n"
    _, out, _ = rumpus("tables", "--at", service.url, "--finished", "--json")
    (game,) = json.loads(out)
    assert game["state"] == "over"
    assert game["fared"] in ("won", "drew", "lost")
    _, out, _ = rumpus("tables", "--at", service.url, "--finished")
    assert game["fared"] in out


def test_a_link_signs_the_terminal_in(service: LocalServer, rumpus: Rumpus) -> None:
    link = ""

    async def scenario() -> None:
        nonlocal link
        async with Client(service.url) as ann:
            await ann.sign_in("a-secret-of-a-browser-" * 2, "Ann")
            link = f"{service.url}/#/link/{(await ann.ask('link_new'))['token']}"

    run(scenario())
    assert rumpus("tables", "--at", link)[:2] == (0, "No running games.\n")
    assert rumpus("tables", "--at", service.url)[0] == 0
    assert "This link has been used already." in rumpus("tables", "--at", link)[2]
    status, _, err = rumpus("tables", "--at", link[:-2])
    assert status == 2
    assert "This link is incomplete." in err


def test_a_secret_is_readable_by_its_owner_only_and_a_lost_profile_is_explained(
    service: LocalServer, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with Client(service.url) as client:
            await client.use_profile("Ann")
            (path,) = (tmp_path / "data" / "rumpus" / "profiles").iterdir()
            assert path.stat().st_mode & 0o077 == 0
            with pytest.raises(RumpusError, match="is that of a person"):
                await client.use_profile("Ann", bot=True)
            with pytest.raises(RumpusError, match="Name the profile"):
                await client.use_profile(" ")
            await client.ask("profile_delete")
            with pytest.raises(RumpusError, match=f"not known here.*Its secret is in {path}"):
                await client.use_profile("Ann")

    run(scenario())


def test_a_server_of_an_earlier_protocol_is_named() -> None:
    """Its own refusal names a type of messages only."""

    async def before(ws: ServerConnection) -> None:
        await ws.send('{"is":"hello","protocol":2,"now":5,"server":"1.0"}')
        async for text in ws:
            why = "Cannot read this message: Invalid value 'profile_new' - at `$.do`."
            await ws.send(json.dumps({"is": "refused", "id": json.loads(text)["id"], "why": why}))

    async def scenario() -> None:
        async with serve(before, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            async with Client(url) as client:
                expected = f"The server at {url} does not know 'profile_new': it speaks version 2 of the protocol."
                with pytest.raises(Refusal, match=re.escape(expected)):
                    await client.ask("profile_new", secret=new_token())

    run(scenario())


def test_a_bot_takes_free_seats_within_its_limit_and_knows_what_its_seat_knows(service: LocalServer) -> None:
    MADE.clear()

    async def scenario() -> None:
        said: list[str] = []
        account = BotAccount(service.url, "HAL", watched, ["pigeons"], limit=2, report=said.append, after=0)
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Client(service.url)) for _ in range(3)]
            for person in people:
                await person.make("pigeons", ["me", "open"], "Ann", listed=True)
            await stack.enter_async_context(playing(account))
            seated: list[Client] = []
            while len(seated) < 2:
                await asyncio.sleep(0.05)
                seated = [one for one in people if one.page and one.page.table_view.state == "playing"]
                assert len(account.tables) <= 2
            for one in seated:
                assert one.page is not None
                hal = one.page.table_view.seats[1]
                assert (hal.name, hal.bot_account, hal.kind, hal.avatar) == ("HAL (bot)", True, "person", "robot")
            await play_first_moves(seated[0])
            (third,) = [one for one in people if one not in seated]
            while third.page is None or third.page.table_view.state == "open":
                await asyncio.sleep(0.05)  # a place is free again
            await asyncio.gather(play_first_moves(seated[1]), play_first_moves(third))
            assert said[0] == f"HAL (bot) is at {service.url}."
            infos = [info for player in MADE for info in player.infos]
            assert len(infos) > 3
            assert {info.seat for info in infos} == {1}
            assert all(info.view()["you"] == 1 for info in infos)

    run(scenario())


def test_a_bot_accepts_a_challenge_but_none_of_its_own(service: LocalServer) -> None:
    async def scenario() -> None:
        account = BotAccount(service.url, "HAL", watched, ["pigeons"], report=lambda _: None, after=0)
        async with Client(service.url) as ann, Client(service.url) as hal:
            own = await hal.use_profile("HAL", bot=True)
            await hal.ask("challenge_new", game="pigeons", token=new_token())
            await ann.use_profile("Ann")
            await ann.ask("challenge_new", game="pigeons", token=new_token())
            async with playing(account):
                games: list[dict[str, Any]] = []
                while not games:
                    await asyncio.sleep(0.05)
                    games = await ann.my_games()
                assert games[0]["others"] == ["HAL (bot)"]
                await ann.attach(games[0]["table"])
                await play_first_moves(ann)
            left = (await ann.ask("challenges"))["challenges"]
            assert [one["profile"] for one in left] == [own["profile"]]

    run(scenario())


def test_a_bot_joins_a_tournament_and_plays_it(service: LocalServer) -> None:
    async def scenario() -> None:
        async with Client(service.url) as ann:
            await ann.use_profile("Ann")
            made = await ann.ask(
                "tournament_new", game="pigeons", token=new_token(), clock={"kind": "game", "seconds": 600},
                bots=["random"], start_with=2, join=False,
            )  # fmt: skip
            link = f"{service.url}/tournament/{made['tournament']}"
            account = BotAccount(service.url, "HAL", watched, ["pigeons"], report=lambda _: None, tournament=link)
            async with playing(account):
                while (view := await ann.ask("tournament", tournament=made["tournament"]))["state"] != "over":
                    await asyncio.sleep(0.1)
            [hal] = [one for one in view["players"] if one.get("bot_account")]
            assert hal["name"] == "HAL (bot)"
            [[pairing]] = view["pairings"]
            assert pairing["games"][0].get("reason", "") == ""
        late = BotAccount(service.url, "Late", watched, ["pigeons"], report=lambda _: None, tournament=link)
        with pytest.raises(Refusal, match="This tournament is over"):
            await late.run()

    run(scenario())


def test_only_accounts_of_bots_get_worlds_and_only_of_their_seat(service: LocalServer) -> None:
    async def scenario() -> None:
        async with Client(service.url) as ann, Client(service.url) as hal:
            await ann.make("pigeons", ["me", "open"], "Ann")
            await hal.use_profile("HAL", bot=True)
            await hal.attach(ann.table)
            with pytest.raises(Refusal, match="You are only watching"):
                await hal.ask("world")
            await hal.sit()
            while hal.page is None or not hal.page.moves:
                await hal.news()
            with pytest.raises(Refusal, match="Only the account of a bot may ask for a position"):
                await ann.ask("world")
            world = await hal.ask("world")
            assert world["at"] == hal.page.table_view.at
            options = pigeons.options(hal.page.table_view.options)
            assert pigeons.load(options, world["position"]).view(1) == hal.page.view

    run(scenario())


def test_a_bot_comes_back_to_its_tables_after_the_server_and_after_itself(tmp_path: Path) -> None:
    server = LocalServer(tmp_path / "own").start()
    said: list[str] = []

    def hard(game: Game, options: Options, seed: str) -> Any:
        return find_player("greedy", game, options, seed)

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        async with Client(server.url, wait=30) as ann:
            await ann.make("pigeons", ["me", "open"], "Ann", listed=True)
            async with playing(BotAccount(server.url, "HAL", hard, ["pigeons"], report=said.append, after=0)):
                while ann.page is None or not ann.page.moves:
                    await ann.news()
                await ann.move(ann.page.moves[0])
                await loop.run_in_executor(None, server.kill)
                await loop.run_in_executor(None, server.start)
                while ann.page is None or ann.page.table_view.at == "" or not ann.page.moves:
                    await ann.news()
            await ann.move(ann.page.moves[0])  # the bot is away
            async with playing(BotAccount(server.url, "HAL", hard, ["pigeons"], report=said.append, after=0)):
                await play_first_moves(ann)
            assert ann.page.over

    try:
        run(scenario())
    finally:
        server.close()


def test_a_bot_whose_player_fails_leaves_its_seat_and_says_why(service: LocalServer) -> None:
    async def scenario() -> None:
        said: list[str] = []

        def broken(game: Game, options: Options, seed: str) -> Broken:
            return Broken("broken", game, options, seed)

        async with Client(service.url) as ann:
            await ann.make("pigeons", ["me", "open"], "Ann", listed=True)
            async with playing(BotAccount(service.url, "Broken", broken, ["pigeons"], report=said.append, after=0)):
                await play_first_moves(ann)
            assert any("the player failed, so it leaves: ZeroDivisionError('no idea')" in line for line in said)

    run(scenario())


def test_wrong_players_and_games_are_refused_before_anything_is_played(rumpus: Rumpus) -> None:
    at = ["bot", "--at", "http://127.0.0.1:1", "--name", "HAL", "--player"]
    for words, why in (
        (["hrad"], "There is no player 'hrad'. Did you mean 'hard'?"),
        (["nowhere:Player"], "Cannot load the player nowhere:Player"),
        (["json:JSONDecoder"], "json:JSONDecoder is no player"),
        (["hard", "--games", "chess"], "chess"),
        (["hard", "--limit", "0"], "limit"),
    ):
        status, _, err = rumpus(*at, *words)
        assert status == 2, words
        assert why in " ".join(err.split()), err
    status, _, err = rumpus("play", "pigeons", "--as", "Ann")
    assert (status, err) == (2, "rumpus: A profile is at a server. Name that with --at URL.\n")


# --- the page on bots' accounts ---


PAGE = Path(__file__).parents[2] / "docs" / "host" / "bot-accounts.md"


def test_the_player_of_the_page_plays(service: LocalServer) -> None:
    program = PAGE.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(compile(program, "bot-accounts.md", "exec"), names)

    def rollouts(game: Game, options: Options, seed: str) -> Any:
        return names["Rollouts"]("mybot:Rollouts", game, options, seed)

    async def scenario() -> None:
        said: list[str] = []
        async with Client(service.url) as ann:
            await ann.make("pigeons", ["me", "open"], "Ann", listed=True)
            async with playing(BotAccount(service.url, "HAL", rollouts, ["pigeons"], report=said.append, after=0)):
                await play_first_moves(ann)
            assert ann.page is not None
            assert ann.page.over
            assert not any("failed" in line for line in said), said

    run(scenario())


def test_a_program_that_follows_the_steps_of_the_page_plays(service: LocalServer) -> None:
    """Nothing but WebSocket and JSON, as in another language."""

    async def scenario() -> None:
        async with Client(service.url) as ann, connect(f"ws{service.url.removeprefix('http')}/ws") as socket:
            await ann.make("pigeons", ["me", "open"], "Ann", listed=True)
            game = asyncio.create_task(play_first_moves(ann))

            async def send(**message: object) -> None:
                await socket.send(json.dumps(message))

            await send(do="profile_new", secret=new_token(), name="HAL", bot=True)
            await send(do="lobby")
            seated, answered = False, set[str]()
            async for text in socket:
                heard = json.loads(text)
                assert heard["is"] != "refused", heard
                if heard["is"] in ("lobby", "lobby_news") and not seated:
                    for row in heard["tables"]:
                        if row["table"] == ann.table:  # others are left over from other tests
                            assert row["state"] == "open"
                            assert [seat["kind"] for seat in row["seats"]] == ["person", "open"]
                            seated = True
                            await send(do="attach", table=row["table"])
                            await send(do="sit", token=new_token(), name="HAL")
                if heard["is"] == "table":
                    sheet = heard["sheet"]
                    if sheet.get("moves") and sheet["at"] not in answered:
                        answered.add(sheet["at"])
                        await send(do="move", at=sheet["at"], move=sheet["moves"][0]["move"])
                    if sheet["state"] == "over":
                        break
            await game
            assert len(answered) > 2

    run(scenario())
