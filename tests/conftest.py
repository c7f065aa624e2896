"""The clause check: a citation of a clause that does not exist, or a clause that no test shows, fails the run."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.rules import clauses_of

HERE = Path(__file__).parent
GAMES = HERE.parent / "src" / "rumpus" / "games"

shown: dict[str, set[str]] = defaultdict(set)
collected_folders: set[str] = set()


def defined(game: str) -> list[str]:
    path = GAMES / game / "RULES.md"
    return clauses_of(path.read_text(encoding="utf-8")) if path.exists() else []


def game_of(path: Path) -> str | None:
    parts = path.relative_to(HERE).parts
    return parts[1] if len(parts) > 2 and parts[0] == "games" else None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clauses", action="store_true", help="fail if a clause of any game is shown by no passing test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unknown: list[str] = []
    known = {folder.name: set(defined(folder.name)) for folder in GAMES.iterdir() if (folder / "RULES.md").exists()}
    for item in items:
        game = game_of(item.path)
        for mark in item.iter_markers("rule"):
            for clause in mark.args:
                if game is None or clause not in known.get(game, set()):
                    unknown.append(f"{item.nodeid} cites {clause}, which RULES.md of {game or 'no game'} does not have")
                else:
                    item.user_properties.append(("rule", f"{game}:{clause}"))
    if unknown:
        raise pytest.UsageError("\n".join(sorted(set(unknown))))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        for name, value in report.user_properties:
            if name == "rule":
                game, clause = str(value).split(":")
                shown[game].add(clause)


def missing() -> dict[str, list[str]]:
    games = [folder.name for folder in sorted(GAMES.iterdir()) if (folder / "RULES.md").exists()]
    return {game: [clause for clause in defined(game) if clause not in shown[game]] for game in games}


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    controller = not hasattr(session.config, "workerinput")
    if controller and session.config.getoption("--clauses") and exitstatus == 0 and any(missing().values()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--clauses"):
        return
    terminalreporter.section("clauses shown by passing tests")
    for game, lacking in missing().items():
        total = len(defined(game))
        terminalreporter.write_line(f"{game:20} {total - len(lacking)} of {total}")
        if lacking:
            terminalreporter.write_line(f"    no test shows {', '.join(lacking)}", red=True)
