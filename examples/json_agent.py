"""Plays at a server from JSON alone: the seat's view and the legal moves, for language models and other programs.

    rumpus serve
    python examples/json_agent.py cat_brawl --bots greedy
    python examples/json_agent.py cat_brawl --bots greedy --command ./my_agent

The command reads one JSON object per decision from its input: `view`, `moves` and the `log` of what happened since.
It prints the number of its move, or the move in the game's notation. Without a command, the first move is played.
A JSON Schema describes the view: `python -m rumpus.envs.view_schema cat_brawl`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

from rumpus import RumpusError
from rumpus.client import Client, TablePage

Agent = Callable[[str], str]


def question(page: TablePage) -> str:
    """Returns what an agent is asked, as JSON."""
    asked: dict[str, Any] = {
        "view": page.view,
        "moves": [{"move": offer.move, "words": offer.words, "says": offer.says} for offer in page.moves],
        "log": [line.text for line in page.lines],
    }
    return json.dumps(asked)


def first_move(asked: str) -> str:
    """The simplest agent."""
    return str(json.loads(asked)["moves"][0]["move"])


def from_command(command: str) -> Agent:
    """Returns an agent that asks a program."""

    def decide(asked: str) -> str:
        return subprocess.run(shlex.split(command), input=asked, capture_output=True, text=True, check=True).stdout

    return decide


async def answer(client: Client, page: TablePage, agent: Agent) -> None:
    """Plays the agent's move; the first legal one if the rules refuse it."""
    said = (await asyncio.to_thread(agent, question(page))).strip()
    try:
        await client.move(int(said) if said.lstrip("-").isdigit() else said)
    except RumpusError as refusal:
        print(f"{said!r} is refused: {refusal}")
        await client.move(page.moves[0])


async def play(url: str, game: str, bots: Sequence[str], name: str, agent: Agent) -> dict[str, Any]:
    """Plays a match and returns the last view."""
    async with Client(url) as client:
        await client.quick(game, bots, name)
        async for page in client.pages():
            if page.moves:
                await answer(client, page, agent)
    return page.view


def main(words: Sequence[str] | None = None) -> dict[str, Any]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--url", default="http://localhost:8484", help="Server, default http://localhost:8484.")
    parser.add_argument("--bots", default="greedy", help="Opponents, separated by commas.")
    parser.add_argument("--name", default="json agent", help="Name at the table and in the record.")
    parser.add_argument("--command", help="Program to ask; default: the first legal move.")
    args = parser.parse_args(words)
    agent = from_command(args.command) if args.command else first_move
    view = asyncio.run(play(args.url, args.game, args.bots.split(","), args.name, agent))
    print(view.get("outcome") or json.dumps(view))
    return view


if __name__ == "__main__":
    main()
