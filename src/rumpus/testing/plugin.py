"""Pytest plugin: coverage of the clauses of the rules, and the tests of one game.

pytest --clauses --game pigeons

It is active wherever Rumpus is installed; `-p rumpus.testing.plugin` loads it from sources. Citing an unknown clause
stops the run. A test belongs to the game named by one of its folders or parameters, or to the project's only game.
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import pytest

from rumpus.core.catalogue import GROUP, find_game, game_names
from rumpus.core.content.rulebook import clauses
from rumpus.core.errors import UnknownName
from rumpus.core.game import Game


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rumpus")
    group.addoption("--clauses", action="store_true", help="fail if no passing test shows a clause of the rules")
    group.addoption("--game", metavar="NAME", help="run the tests of this game alone")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*clauses): the clauses of the rules that this test shows")
    config.pluginmanager.register(ClauseCheck(config), "rumpus-clauses")


def games_of_project(root: Path) -> dict[str, str]:
    """Returns the entry points of games in this folder's pyproject.toml."""
    path = root / "pyproject.toml"
    if not path.exists():
        return {}
    project = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
    return dict(sorted(project.get("entry-points", {}).get(GROUP, {}).items()))


class ClauseCheck:
    """Collects the clauses cited and covered by a run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.wanted: str | None = None
        if config.getoption("--game"):
            self.wanted = self.game_named(config.getoption("--game")).name
        self.shown: dict[str, set[str]] = defaultdict(set)
        self.rulebooks: dict[str, list[str]] = {}

    @cached_property
    def games(self) -> list[str]:
        """Returns the games of this run."""
        return [self.wanted] if self.wanted else list(games_of_project(self.config.rootpath)) or game_names()

    def game_named(self, name: str) -> Game:
        """Loads a game of this project, installed or not, or an installed one."""
        target = games_of_project(self.config.rootpath).get(name, "")
        try:
            found = pkgutil.resolve_name(target) if target else None
        except ImportError:
            found = None
        if isinstance(found, Game):
            return found
        try:
            return find_game(name)
        except UnknownName as error:
            raise pytest.UsageError(str(error)) from None

    def clauses_of(self, game: str) -> list[str]:
        if game not in self.rulebooks:
            self.rulebooks[game] = list(clauses(self.game_named(game).rules()))
        return self.rulebooks[game]

    def game_of(self, item: pytest.Item) -> str | None:
        names = {*self.games, *game_names()}
        if item.path.is_relative_to(self.config.rootpath):
            for part in reversed(item.path.relative_to(self.config.rootpath).parts[:-1]):
                if part in names:
                    return part
        call = getattr(item, "callspec", None)
        for value in call.params.values() if call else ():
            if isinstance(value, Game):
                return value.name
            if isinstance(value, str) and value in names:
                return value
        own = list(games_of_project(self.config.rootpath))
        return own[0] if len(own) == 1 else None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.wanted:
            others = [item for item in items if self.game_of(item) != self.wanted]
            self.config.hook.pytest_deselected(items=others)
            items[:] = [item for item in items if item not in set(others)]
        unknown = sorted({trouble for item in items for trouble in self.note_citations(item)})
        if unknown:
            raise pytest.UsageError("\n".join(unknown))

    def note_citations(self, item: pytest.Item) -> Sequence[str]:
        """Records the clauses cited by a test. Returns problems in sentences."""
        cited = [clause for mark in item.iter_markers("rule") for clause in mark.args]
        if not cited:
            return ()
        game = self.game_of(item)
        if game is None:
            return [f"{item.nodeid} cites {', '.join(cited)}, but belongs to no game"]
        item.user_properties.extend(("rule", f"{game}:{clause}") for clause in cited)
        known = self.clauses_of(game)
        return [
            f"{item.nodeid} cites {clause}, which RULES.md of {game} does not have"
            for clause in cited
            if clause not in known
        ]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, value in report.user_properties:
                if name == "rule":
                    game, clause = str(value).split(":")
                    self.shown[game].add(clause)

    def lacking(self, game: str) -> list[str]:
        return [clause for clause in self.clauses_of(game) if clause not in self.shown[game]]

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        here = not hasattr(self.config, "workerinput") and self.config.getoption("--clauses")
        if here and exitstatus == 0 and any(self.lacking(game) for game in self.games):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.config.getoption("--clauses"):
            return
        terminalreporter.section("clauses shown by passing tests")
        for game in self.games:
            total, lacking = len(self.clauses_of(game)), self.lacking(game)
            terminalreporter.write_line(f"{game:20} {total - len(lacking)} of {total}")
            if lacking:
                terminalreporter.write_line(f"    no test shows {', '.join(lacking)}", red=True)
