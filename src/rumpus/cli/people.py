"""`tables`: the games of a profile at a server. `bot`: a bot's account there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rumpus.cli.commands.common import JsonOption, print_json
from rumpus.core.errors import RumpusError

if TYPE_CHECKING:
    from rumpus.client import Client
    from rumpus.client.bot_account import MakePlayer

MAX_TABLES = 64
"""Most tables at which a bot's account plays at once."""

Server = Annotated[str, typer.Option("--at", metavar="URL", help="Address of the server.")]


def add_to(app: typer.Typer) -> None:
    app.command(
        rich_help_panel="Play", epilog="Example: rumpus tables --at https://games.example.org --as Ann --finished"
    )(tables)
    app.command(
        rich_help_panel="Play", epilog="Example: rumpus bot --at http://localhost:8484 --player hard --name HAL"
    )(bot)


def tables(
    at: Annotated[
        str,
        typer.Option(metavar="URL", help="Address of the server, or a link of “Use on another device” to sign in."),
    ],
    as_: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Profile. Default: the only one of that server.")
    ] = None,
    finished: Annotated[bool, typer.Option("--finished", help="List finished games instead.")] = False,
    json: JsonOption = False,
) -> None:
    """List my games at a server: whose turn it is and the time left."""
    import asyncio
    from urllib.parse import urlsplit

    from rumpus.client import Client
    from rumpus.client.profile import LINK, use_link

    async def games() -> tuple[str, list[dict[str, Any]], int]:
        fragment = urlsplit(at).fragment
        async with Client(at.partition("#")[0] if fragment.startswith(LINK) else at) as client:
            name = as_
            if fragment.startswith(LINK):
                name = await use_link(client, fragment.removeprefix(LINK))
            await client.use_profile(name if name is not None else _only_profile(client))
            found = await client.my_games("over" if finished else "playing")
            now = (await client.ask("ping"))["now"]
            return client.server, found, int(now)

    server, found, now = asyncio.run(games())
    if json:
        print_json(found)
        return
    if not found:
        print("No finished games." if finished else "No running games.")
    for game in found:
        print(f"{server}/t/{game['table']}  {game['title']}  {_words(game, now)}")


def _only_profile(client: Client) -> str:
    from rumpus.client.profile import kept_profiles

    found = [kept.name for kept in kept_profiles(client.server)]
    if len(found) == 1:
        return found[0]
    if found:
        raise RumpusError(f"There are several profiles for {client.server}. Choose one with --as: {', '.join(found)}.")
    raise RumpusError(
        f"There is no profile for {client.server} yet. `rumpus play GAME --at {client.server} --as NAME` makes one."
    )


def _words(game: Mapping[str, Any], now: int) -> str:
    from rumpus.core.words import listed

    others = f"with {listed(game['others'])}" if game["others"] else "on your own"
    if game["state"] == "over":
        return f"{others}: {game.get('fared', '')}"
    if game["state"] == "open":
        return "waiting for players"
    waiting = game.get("waiting", [])
    turn = "your turn" if game.get("turn") else f"waiting for {listed(waiting)}" if waiting else "waiting"
    left = game.get("left")
    if left is None:
        return f"{others}: {turn}"
    seconds = max(0, (game["until"] - now if game.get("until") else left) // 1000)
    return f"{others}: {turn}, {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"


def bot(
    at: Server,
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="Name of a player, such as hard, or MODULE:CLASS of one of yours.")
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the bot. Everybody sees “NAME (bot)”.")],
    games: Annotated[
        str, typer.Option(metavar="GAMES", help="Games to play, separated by commas. Default: all that are here.")
    ] = "",
    limit: Annotated[int, typer.Option(help="Tables at the same time.", min=1, max=MAX_TABLES)] = 4,
    after: Annotated[
        float, typer.Option(help="Seconds for which free seats are left to people.", min=0, max=3600)
    ] = 10,
    tournament: Annotated[str, typer.Option(metavar="LINK", help="Link of a tournament to join.")] = "",
) -> None:
    """Let a player take free seats at a server's listed tables, until Ctrl-C."""
    import asyncio

    from rumpus.client.bot_account import BotAccount
    from rumpus.core.catalogue import find_game, game_names

    names = [find_game(text.strip()).name for text in games.split(",")] if games else game_names()
    make_player = _player_maker(player, names)
    account = BotAccount(
        at, name, make_player, names, limit, lambda text: print(text, flush=True), after, tournament
    )  # fmt: skip
    asyncio.run(account.run())


def _player_maker(text: str, games: list[str]) -> MakePlayer:
    """Finds the player now, so that a wrong name is refused before anything is played."""
    from rumpus.core.catalogue import find_game
    from rumpus.core.game import Game
    from rumpus.core.options import Options
    from rumpus.players.catalogue import find_player, player_names

    module, colon, name = text.partition(":")
    if colon and module.lower() not in player_names():
        made = _class_of(module, name)
        return lambda game, options, seed: made(text, game, options, seed)
    for game in games:
        find_player(text, find_game(game), find_game(game).options(), "check")

    def named(game: Game, options: Options, seed: str) -> Any:
        return find_player(text, game, options, seed)

    return named


def _class_of(module: str, name: str) -> Any:
    import sys
    from importlib import import_module

    sys.path.insert(0, "")  # a file in this folder, as with `python -m`
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise RumpusError(f"Cannot load the player {module}:{name}: {error}.") from None
    if not callable(getattr(found, "decide", None)):
        raise RumpusError(f"{module}:{name} is no player: it has no method `decide(info)`.")
    return found
