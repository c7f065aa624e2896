"""Time, randomness and threads reach the service through its constructor only."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

import rumpus.service
from rumpus.core.catalogue import find_game
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.environment import SystemRandom
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import GameService
from rumpus.service.store import open_store
from rumpus.service.tables.presence import Visitor
from tests.service.parts import FixedClock
from tests.service.test_moves import TOKEN
from tests.web.test_live import asynchronous

SERVICE = Path(rumpus.service.__file__).parent
REAL = {"runtime/environment.py", "bots/process.py"}
"""Modules with the real implementations."""
MODULES = sorted(path.relative_to(SERVICE).as_posix() for path in SERVICE.rglob("*.py"))
FORBIDDEN_MODULES = {"time", "secrets", "random", "uuid"}
FORBIDDEN_CALLS = {"asyncio.sleep", "asyncio.to_thread", "datetime.now", "datetime.datetime.now"}
FORBIDDEN_METHODS = {"run_in_executor", "time"}
Result = TypeVar("Result")


def forbidden(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            yield from (f"line {node.lineno}: import {name}" for name in names if name in FORBIDDEN_MODULES)
        elif isinstance(node, ast.Attribute) and (
            ast.unparse(node) in FORBIDDEN_CALLS or node.attr in FORBIDDEN_METHODS
        ):
            yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("module", [module for module in MODULES if module not in REAL])
def test_only_the_environment_calls_time_randomness_and_threads(module: str) -> None:
    assert list(forbidden(ast.parse((SERVICE / module).read_text()))) == []


@pytest.mark.parametrize(
    "line",
    ["import time", "from secrets import choice", "asyncio.sleep(1)", "await asyncio.to_thread(work)", "loop.time()"],
)
def test_a_direct_call_is_found(line: str) -> None:
    assert list(forbidden(ast.parse(line)))


class NumberedRandom(SystemRandom):
    def __init__(self) -> None:
        self.ids = 0

    def id(self) -> str:
        self.ids += 1
        return f"table{self.ids}"


class InlineExecutor:
    def __init__(self) -> None:
        self.jobs = 0

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        self.jobs += 1
        return work(*arguments)

    def close(self) -> None:
        pass


@asynchronous
async def test_a_service_uses_the_clock_ids_and_executor_it_was_given(tmp_path: Path) -> None:
    clock, rng, executor = FixedClock(), NumberedRandom(), InlineExecutor()

    store = open_store(str(tmp_path / "tables.db"))
    game = find_game("pigeons")
    service = GameService(Settings(), store, [], [game], clock=clock, rng=rng, executor=executor)
    parts = (service.periodic, service.bots, service.tables, service.turns, service.health, service.housekeeping)
    assert all(part.clock is service.clock for part in (*parts, service.requests, service.tables.lobby))
    assert service.requests.table_limits.clock is service.requests.creation.limit.clock is service.clock
    await service.open()
    seats = [m.SeatRequest("me"), m.SeatRequest("open")]
    made = await service.requests.answer(Visitor("here"), m.Make(game=game.name, token=TOKEN, seats=seats))
    assert isinstance(made, m.TableMade)
    assert made.table == "table1"
    assert [page.when for page in await store.read("table1")] == [clock.wall]
    service.tables.close()
    await service.tables.open("table1")
    assert executor.jobs == 1
    await service.close()
