"""The example agent plays a whole match from JSON, through a program of its own too."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from rumpus.core.catalogue import find_game
from rumpus.envs.view_schema import view_schema
from tests.web.local_server import LocalServer

agent: Any = import_module("examples.json_agent")


def test_a_program_plays_from_json_alone(service: LocalServer, tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    program = tmp_path / "agent.py"
    program.write_text(
        "import json, sys\n"
        "asked = json.load(sys.stdin)\n"
        f"open({str(heard)!r}, 'a').write(json.dumps(asked) + '\\n')\n"
        "print(asked['moves'][-1]['words'])\n",
        encoding="utf-8",
    )
    command = shlex.join([sys.executable, str(program)])
    view = agent.main(["pigeons", "--url", service.url, "--bots", "random", "--command", command, "--name", "Ann"])
    assert view["outcome"]
    asked = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    schema = Draft202012Validator(view_schema(find_game("pigeons")))
    assert len(asked) > 2
    for question in asked:
        assert set(question) == {"view", "moves", "log"}
        schema.validate(question["view"])
        assert set(question["moves"][0]) == {"move", "words", "says"}
    assert any(question["log"] for question in asked)


def test_a_refused_move_is_replaced(service: LocalServer, capsys: Any) -> None:
    view = asyncio.run(agent.play(service.url, "pigeons", ["random"], "Bob", lambda asked: "-7"))
    assert view["outcome"]
    assert "'-7' is refused: " in capsys.readouterr().out
