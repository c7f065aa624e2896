"""The docs are true: snippets run, commands parse, links lead somewhere, and budgets hold.

A block of code that is not run here is marked on the line above it: `<!-- not run: REASON -->`. A page whose blocks
another test runs says so once: `<!-- run by tests/FILE.py -->`.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

import rumpus
from rumpus.cli.commands import LAZY_APPS, load_lazy_app
from rumpus.cli.main import app
from rumpus.core.options import parse_changes, with_preset
from tests.catalogue import NAMES
from tests.terminal.conftest import command, shelf

__all__ = ["command", "shelf"]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GENERATED = (DOCS / "reference", DOCS / "measurements")
GUIDES = sorted(path for path in DOCS.rglob("*.md") if not any(path.is_relative_to(folder) for folder in GENERATED))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *GUIDES]
MAX_WORDS = 18_000
SECTIONS = {
    "index.md": 170, "play": 2210, "host": 3360, "design": 2445, "research": 3170, "author": 4755, "contribute": 1910,
}  # fmt: skip
"""Words by hand per section."""
WORDS_BEFORE_CODE = 120
BLOCK = re.compile(r"(?:^<!-- not run: ([^\n]+) -->\n)?^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
RUN_ELSEWHERE = re.compile(r"^<!-- run by (tests/\S+) -->$", re.MULTILINE)
OTHER_PROGRAMS = {"", "cd", "docker", "git", "pytest", "sudo", "systemctl"}
CHECK = {"", "--fast", "docs", "--coverage", "GAME"}


class Block(NamedTuple):
    page: Path
    reason: str
    """Why it is not run. Empty: it is run."""
    language: str
    text: str


def blocks(page: Path, *languages: str) -> list[Block]:
    found = [Block(page, *match) for match in BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [block for block in found if block.language in languages]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def command_lines(page: Path) -> Iterator[tuple[Block, str]]:
    for block in blocks(page, "sh", "console"):
        for line in block.text.splitlines():
            yield block, line.removeprefix("$ ")


each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)
each_guide = pytest.mark.parametrize("page", GUIDES, ids=name_of)


# --- code ---


@each_page
def test_snippets_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        code = compile(block.text, str(page), "exec")
        if not block.reason:
            exec(code, names)


@each_page
def test_commands_parse(page: Path) -> None:
    for _, line in command_lines(page):
        for part in line.split("&&"):
            check_command(shlex.split(part, comments=True))


def check_command(words: list[str]) -> None:
    while words and re.fullmatch(r"\w+=\S+", words[0]):
        words = words[1:]
    program, *rest = words or [""]
    if program == "./start":
        program, rest = "rumpus", rest or ["serve"]
    if program == "rumpus":
        parse_rumpus(rest)
    elif program == "./check":
        assert " ".join(rest) in {*CHECK, *NAMES}, words
    else:
        check_program(Path(program).name, rest)


def check_program(program: str, rest: list[str]) -> None:
    if program in ("python", "python3") and rest[:1] == ["-m"]:
        assert find_spec(rest[1]) is not None, rest
    elif program in ("python", "python3"):
        assert (ROOT / rest[0]).exists(), rest
    elif program == "pip":
        check_installation(rest)
    else:
        assert program in OTHER_PROGRAMS, program


def parse_rumpus(words: list[str]) -> None:
    """Parses a command of `rumpus` without running it, and checks games and options that it names."""
    command: Any = get_command(app)
    while words and hasattr(command, "commands"):
        name, *words = words
        if name in ("--version", "--help"):
            return
        if name == "maps":  # a command of a game
            return
        command = load_lazy_app(name) if name in LAZY_APPS else command.commands[name]
    context = command.make_context(command.name, list(words))
    game = context.params.get("game")
    if isinstance(game, str) and game in NAMES and "kuhn" not in words:
        changes = [*(context.params.get("option") or ()), *(context.params.get("change") or ())]
        written = parse_changes([text.replace("=@", "=") for text in changes])
        if written:
            known = {field.name for field in rumpus.game(game).fields}
            assert set(with_preset(rumpus.game(game).presets, written)) <= known, (game, written)


def extras() -> set[str]:
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])


def check_installation(words: list[str]) -> None:
    for word in words:
        found = re.fullmatch(r"rumpus\[([a-z,]+)\]", word)
        assert not found or set(found[1].split(",")) <= extras(), word
        assert not word.startswith("examples/") or (ROOT / word).is_dir(), word


@pytest.mark.long
@each_page
def test_commands_run(
    page: Path, command: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = RUN_ELSEWHERE.search(page.read_text(encoding="utf-8"))
    if elsewhere:
        runner = (ROOT / elsewhere[1]).read_text(encoding="utf-8")
        assert page.name in runner, f"{elsewhere[1]} does not read {page.name}"
        return
    monkeypatch.chdir(tmp_path)
    for block, line in command_lines(page):
        if not block.reason:
            words = shlex.split(line, comments=True)
            assert words[0] == "rumpus", f"Mark the block with a reason not to run it: {line}"
            status, out, err = command(words[1:])
            assert status == 0, f"{line}: {err}"
            assert out


# --- text ---


@each_page
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    for target in targets:
        path = (page.parent / target).resolve()
        if "://" not in target and not any(path.is_relative_to(folder) for folder in GENERATED):
            assert path.exists(), target


def test_the_readme_names_every_extra_of_users() -> None:
    named = set(re.findall(r"`\"rumpus\[(\w+)\]\"`", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert named == extras() - {"docs", "test"}


@each_guide
def test_every_page_starts_with_something_to_run(page: Path) -> None:
    before, fence, _ = prose(page).partition("\n```")
    assert fence, "no block of code"
    assert len(before.split()) <= WORDS_BEFORE_CODE


@each_guide
def test_guides_hold_no_measured_interval(page: Path) -> None:
    """Measurements have those, with the command that repeats them."""
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"±\s*\d|\(\d+(\.\d+)? ?[–-] ?\d+(\.\d+)?( ?%)?\)|\d ?% \(\d", text)


@each_guide
def test_sentences_stand_on_lines_of_their_own(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for line in text.splitlines():
        if not line.startswith(("|", "- ", "<", "#")) and not re.match(r"\d+\. ", line):
            assert not re.search(r"[a-z)`][.?!] [A-Z]", line), line


def test_the_navigation_fits_a_phone() -> None:
    """Pages of one kind, such as rules or measurements, have one entry: their index."""
    sections = re.findall(
        r"^```\{toctree\}\n(.*?)^```", (DOCS / "index.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    entries = [re.findall(r"^[\w</].*$", section, re.MULTILINE) for section in sections]
    assert max(map(len, entries)) <= 10
    assert sum(map(len, entries)) <= 45


def prose(page: Path) -> str:
    """The page without comments, HTML and tables of contents."""
    dropped = r"<!--.*?-->|<[a-z/][^>]*>|^```\{toctree\}.*?^```"
    return re.sub(dropped, "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def test_guides_keep_their_budgets() -> None:
    words = {page: len(prose(page).split()) for page in GUIDES}
    assert sum(words.values()) <= MAX_WORDS
    for section, most in SECTIONS.items():
        held = sum(count for page, count in words.items() if page.relative_to(DOCS).parts[0] == section)
        assert held <= most, f"{section}: {held}"
    assert {page.relative_to(DOCS).parts[0] for page in GUIDES} == set(SECTIONS)
