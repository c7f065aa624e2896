"""`rumpus COMMAND --help`: complete, consistent, with an example that works."""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from rumpus.games.ultimatum.commands import maps, turns
from tests.core.test_docs import parse_rumpus
from tools.command_pages import COMMON, every_command, example

COMMANDS = dict(every_command())
Rumpus = Callable[..., tuple[int, str, str]]
SAME_EVERYWHERE = ("json", "option", "store", "patch", "strengths", "without", "on")
"""Parameters that mean the same in every command."""

each_command = pytest.mark.parametrize("path", COMMANDS)


def parameters(command: Any) -> list[Any]:
    return [one for one in command.params if one.name not in COMMON and not one.hidden]


@each_command
def test_help_ends_with_an_example_that_parses(path: str) -> None:
    shown = example(COMMANDS[path])
    words, own = shlex.split(shown), path.split()
    group = words[1 : len(own) - 1]
    assert words[0] == "rumpus"
    assert group == own[1:-1]
    assert own[-1] in words, shown
    assert len(shown) <= 110
    if "--at" not in words:  # an option of the group
        parse_rumpus(words[1:])


@each_command
def test_every_argument_and_option_is_explained(path: str) -> None:
    for one in parameters(COMMANDS[path]):
        assert re.fullmatch(r"[A-Z].*[.…]|[A-Z].*\".*\"\.", one.help or "", re.DOTALL), (path, one.name, one.help)


@each_command
def test_values_have_words_not_types_of_python(path: str, rumpus: Rumpus) -> None:
    status, out, _ = rumpus(*path.split()[1:], "--help")
    assert status == 0
    assert not re.search(r"^│ --.*(<list|<path)", out, re.MULTILINE), out
    usage = next(line for line in out.splitlines() if "Usage:" in line)
    for name in re.findall(r"[{[]+(.*?)[]}]+", usage):
        assert name.isupper(), usage
    assert "[[" not in usage


def test_a_parameter_of_several_commands_has_one_help() -> None:
    helps: dict[str, set[str]] = defaultdict(set)
    for path, command in COMMANDS.items():
        for one in parameters(command):
            if one.name in SAME_EVERYWHERE and path != "rumpus serve":
                helps[one.name].add(one.help)
    assert {name: said for name, said in helps.items() if len(said) > 1} == {}


def test_the_first_page_sets_commands_apart_from_explanations(rumpus: Rumpus) -> None:
    _, out, _ = rumpus()
    starts = [line for line in out.splitlines() if line.startswith("  rumpus ")]
    assert starts
    assert all(re.search(r"\S  +\S", line.strip()) for line in starts), out


@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["check", "-h"]])
def test_commands_of_a_game_show_an_example(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert maps(words) == 0
    assert "Example: rumpus maps check " in capsys.readouterr().out
    assert turns(["--help"]) == 0
    assert "Example: rumpus turns " in capsys.readouterr().out
