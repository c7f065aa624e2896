"""The public API: names, lazy loading, `rumpus.play`, and who imports what."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

import rumpus
from pigeons import game as pigeons
from rumpus import InfoState, Match, Player, Record, RumpusError
from rumpus.core.extras import EXTRAS
from rumpus.offline import archive
from tests.core.test_extras import python

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
TOP = {
    "Client", "InfoState", "Match", "Player", "Record", "RumpusError", "SeededRng", "__version__", "compiled", "game",
    "list_games", "list_players", "play", "player",
}  # fmt: skip
AUTHOR = {
    "DeclaredGame", "DeclaredPosition", "Pool", "shown", "each", "own", "secret", "sealed", "take", "placed", "Rng",
    "Options", "number", "switch", "choice", "Topic", "Seat", "Move",
}  # fmt: skip
PACKAGES = (
    "rumpus", "rumpus.author", "rumpus.author.contract", "rumpus.author.bots", "rumpus.author.screens",
    "rumpus.author.lab", "rumpus.client", "rumpus.envs", "rumpus.lab", "rumpus.review", "rumpus.testing",
)  # fmt: skip
"""What the API reference documents."""
ENVIRONMENTS = ("gym", "gym_vector", "puffer", "spiel", "vector", "zoo")
"""Public modules of `rumpus.envs`: each adapts one library."""
IMPORTABLE = {*PACKAGES, *(f"rumpus.envs.{name}" for name in ENVIRONMENTS)}
LAZY = ("rumpus", "rumpus.envs", "rumpus.lab", "rumpus.review", "rumpus.testing")
LIGHT_TOP = ("numpy", "rich", "starlette", "uvicorn", "websockets", "msgspec", "typer", "textual", "rumpus.table")
NAMES = [(package, name) for package in PACKAGES for name in import_module(package).__all__]
MAX_WORDS = 14


class Stubborn(Player):
    """Always plays the last move."""

    def decide(self, info: InfoState) -> int:
        return info.moves()[-1]


class Confused(Player):
    def decide(self, info: InfoState) -> int:
        return 12_345


def the_public(package: str) -> ModuleType:
    return import_module(package)


# --- names ---


def test_the_packages_hold_the_planned_names() -> None:
    assert set(rumpus.__all__) == TOP
    assert set(the_public("rumpus.author").__all__) == AUTHOR
    assert len(AUTHOR) == 18


@pytest.mark.parametrize(("package", "name"), NAMES, ids=lambda value: str(value))
def test_every_public_name_exists_and_is_documented(package: str, name: str) -> None:
    value = getattr(the_public(package), name)
    assert name in dir(the_public(package))
    if inspect.isclass(value) or inspect.isfunction(value):
        first = (value.__doc__ or "").strip().partition("\n")[0]
        assert first, f"{package}.{name} has no docstring"
        assert len(first.split()) <= MAX_WORDS, first
        assert not first.startswith(f"{name}("), f"{package}.{name} has a generated docstring only"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_method_says_what_it_does_in_a_short_first_line(package: str) -> None:
    long = [
        f"{kind.__name__}.{name}: {first}"
        for kind in vars(the_public(package)).values()
        if inspect.isclass(kind) and kind.__name__ in the_public(package).__all__
        for name, method in vars(kind).items()
        if not name.startswith("_")
        for first in [(inspect.getdoc(method) or "").partition("\n")[0]]
        if inspect.isroutine(method) and len(first.split()) > MAX_WORDS
    ]
    assert long == []


@pytest.mark.parametrize("package", PACKAGES)
def test_lists_of_names_are_sorted_once_and_by_name(package: str) -> None:
    names = the_public(package).__all__
    assert len(names) == len(set(names)) > 0


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    done = python("import rumpus\nrumpus.list_game", ROOT)
    assert "AttributeError: module 'rumpus' has no attribute 'list_game'. Did you mean: 'list_games'?" in done.stderr


@pytest.mark.parametrize("package", LAZY)
def test_types_and_lazy_names_agree(package: str) -> None:
    """Type checkers read the imports under TYPE_CHECKING, Python the table of lazy names."""
    tree = ast.parse(Path(str(the_public(package).__file__)).read_text(encoding="utf-8"))
    typed: dict[str, set[str]] = {}
    table: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for one in node.body:
                assert isinstance(one, ast.ImportFrom)
                typed[str(one.module)] = {alias.name for alias in one.names}
        if isinstance(node, ast.If) and ast.unparse(node.test) == "not TYPE_CHECKING":
            [assignment] = node.body
            assert isinstance(assignment, ast.Assign)
            assert isinstance(assignment.value, ast.Call)
            table = {module: set(names) for module, names in ast.literal_eval(assignment.value.args[1]).items()}
    public = set(the_public(package).__all__)
    assert table
    assert {module: names & public for module, names in typed.items() if names & public} == {
        module: names for module, names in table.items() if names
    }


@pytest.mark.parametrize("module", sorted(SRC.joinpath("rumpus", "author").glob("*.py")), ids=lambda path: path.stem)
def test_author_modules_contain_no_code(module: Path) -> None:
    docstring, *rest = ast.parse(module.read_text(encoding="utf-8")).body
    assert isinstance(docstring, ast.Expr)
    *imports, names = rest
    assert imports
    assert all(isinstance(node, ast.ImportFrom) for node in imports)
    assert isinstance(names, ast.Assign)
    imported = {alias.name for node in imports if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(ast.literal_eval(names.value))


# --- lazy loading ---


def test_importing_rumpus_loads_no_library_and_little_of_ours() -> None:
    program = f"""
import sys
before = set(sys.modules)
import rumpus
assert not set({LIGHT_TOP!r}) & set(sys.modules), set({LIGHT_TOP!r}) & set(sys.modules)
print(sorted(name for name in set(sys.modules) - before if name.startswith("rumpus")))
rumpus.Match
assert "rumpus.table.match" in sys.modules
assert not {{"numpy", "rich", "starlette", "msgspec"}} & set(sys.modules)
"""
    done = python(program, ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(
        ["rumpus", "rumpus.core", "rumpus.core.errors", "rumpus.core.extras", "rumpus.core.system",
         "rumpus.core.system.lazy"]
    )  # fmt: skip


@pytest.mark.parametrize("package", ["rumpus.author", "rumpus.author.screens", "rumpus.lab", "rumpus.review"])
def test_public_packages_load_no_library(package: str) -> None:
    program = f"import sys, {package}\nprint([name for name in {LIGHT_TOP!r} if name in sys.modules])"
    done = python(program, ROOT)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_an_export_holds_what_authors_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export runs games under Pyodide, with msgspec and librt as its only libraries."""
    monkeypatch.setattr(archive, "entry_points", lambda group: [EntryPoint("pigeons", "pigeons:game", group)])
    (tmp_path / "python.zip").write_bytes(archive.python_archive([pigeons], []))
    program = f"""
import sys
sys.modules.update(dict.fromkeys({(*EXTRAS, "rich", "starlette", "uvicorn", "websockets", "typer", "textual")!r}))
sys.path.insert(0, {str(tmp_path / "python.zip")!r})
import rumpus, pigeons, rumpus.author.screens
assert {str(tmp_path)!r} in rumpus.__file__ and {str(tmp_path)!r} in pigeons.__file__
print(rumpus.play(pigeons.game, ["normal", "greedy"], seed="x").over)
"""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RUMPUS_PURE")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


# --- without extras ---


def without_extras(program: str) -> subprocess.CompletedProcess[str]:
    return python(f"import sys\nsys.modules.update(dict.fromkeys({tuple(EXTRAS)!r}))\nimport rumpus\n{program}", ROOT)


def test_a_plain_installation_plays() -> None:
    said = without_extras(
        "print(rumpus.play(rumpus.game('cat_brawl'), ['normal', 'greedy'], seed='x').result)\n"
        "print(rumpus.player('hard', 'battle_puno').name, rumpus.player('champion', 'ultimatum').name)\n"
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout in ("[1.0, -1.0]\nhard champion\n", "[-1.0, 1.0]\nhard champion\n")


@pytest.mark.parametrize(
    ("program", "extra"),
    [
        ("rumpus.player('learned', 'cat_brawl')", "lab"),
        ("rumpus.play('cat_brawl', ['learned:weights.npz', 'greedy'])", "lab"),
        ("rumpus.play('defend_the_city', ['exact'])", "lab"),
        ("from rumpus.envs import VectorEnv", "envs"),
        ("from rumpus.envs import zoo", "envs"),
        ("from rumpus.lab import run_tournament", "lab"),
    ],
)
def test_a_missing_extra_is_named(program: str, extra: str) -> None:
    said = without_extras(f"try:\n    {program}\nexcept rumpus.RumpusError as error:\n    print(error)")
    assert said.returncode == 0, said.stderr
    sentence = rf"This needs \w+, which is not installed\. `pip install 'rumpus\[{extra}\]'` installs it\.\n"
    assert re.fullmatch(sentence, said.stdout)


# --- playing ---


def test_a_game_is_played_to_its_end_and_its_record_replays() -> None:
    match = rumpus.play(rumpus.game("Cat-Brawl"), ["random", "greedy"], seed="any text")
    assert match.over
    assert match.result == match.position.result() == match.record.result
    assert match.record.seed == "any text"
    assert match.record.players == ["random", "greedy"]
    assert len(list(match.record.walk(rumpus.game("cat_brawl")))) == len(match.record.moves) + 1


def test_equal_seeds_make_equal_matches_and_none_draws_a_fresh_one() -> None:
    one, two = (rumpus.play("cat_brawl", ["search:20", "random"], seed="s") for _ in range(2))
    assert one.record.dumps() == two.record.dumps()
    fresh = [rumpus.play("cat_brawl", ["random", "random"]).record for _ in range(2)]
    assert fresh[0].seed != fresh[1].seed
    again = rumpus.play("cat_brawl", ["random", "random"], seed=fresh[0].seed)
    assert again.record.dumps() == fresh[0].dumps()


def test_seats_follow_from_the_players_and_options_are_changes() -> None:
    match = rumpus.play("cat_brawl", ["random"] * 3, options={"max_rounds": 20}, seed="three")
    assert match.record.options == {"players": 3, "max_rounds": 20}
    assert match.record.players == ["random", "random #2", "random #3"]
    assert len(match.result or []) == 3
    assert rumpus.play("cat_brawl", ["random"] * 3, options=match.options, seed="three").result == match.result


def test_a_bot_of_ones_own_plays() -> None:
    match = rumpus.play(pigeons, [Stubborn("stubborn"), "random"], seed="own")
    assert match.record.players == ["stubborn", "random"]
    position = Match(pigeons, match.options, "own", match.record.players).position
    assert match.record.moves[0] == (0, pigeons.format_move(position, 0, position.moves(0)[-1]))


def test_a_player_decides_from_an_info_state() -> None:
    options = pigeons.options()
    position = pigeons.start(options, rumpus.SeededRng("deal"))
    bot = rumpus.player("search:50", pigeons, options, seed="bot")
    assert bot.decide(InfoState(pigeons, options, position, 0, rumpus.SeededRng("worlds"))) in position.moves(0)
    assert rumpus.player("greedy", "cat_brawl", {"players": 3}).name == "greedy"


def test_lists_hold_what_is_installed() -> None:
    assert "cat_brawl" in rumpus.list_games()
    assert {"random", "greedy", "hard", "search", "learned"} <= set(rumpus.list_players())


def test_a_result_is_none_during_a_match() -> None:
    assert Match(pigeons, pigeons.options(), "s", ["a", "b"]).result is None


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("rumpus.game('cat_brawll')", "There is no game 'cat_brawll'; did you mean 'cat_brawl'?"),
        ("rumpus.player('hrad', 'cat_brawl')", "There is no player 'hrad'. Did you mean 'hard'?"),
        ("rumpus.play('cat_brawl', ['random', 'hrad'])", "There is no player 'hrad'. Did you mean 'hard'?"),
        ("rumpus.play('cat_brawl', ['random'])", "Cat Brawl cannot be played with 1 seats. It takes 2, 3, 4, 5, 6."),
        ("rumpus.play('cat_brawl', [])", "Cat Brawl cannot be played with 0 seats. It takes 2, 3, 4, 5, 6."),
        (
            "rumpus.play('cat_brawl', ['random'] * 2, options={'players': 3})",
            "Cat Brawl has 3 seats with these options, and 2 players are named. Name one player per seat.",
        ),
        ("rumpus.play('cat_brawl', 'random')", "Players are a list, such as ['normal', 'greedy'], not 'random'."),
        (
            "rumpus.play('cat_brawl', ['random'] * 2, options={'max_round': 3})",
            "There is no option 'max_round'; did you mean 'max_rounds'?",
        ),
        ("rumpus.play('cat_brawl', ['random'] * 2, options=[3])", "Options are changed by name: {'players': 3}."),
        ("rumpus.play('cat_brawl', ['random'] * 2, seed=7)", "A seed is a text, not 7. Write it in quotes."),
        ("rumpus.player('random', 'cat_brawl', seed=7)", "A seed is a text, not 7. Write it in quotes."),
        ("rumpus.play(7, ['random'] * 2)", "A game is a `Game` or the name of one, not 7."),
        ("rumpus.play('cat_brawl', ['random', 7])", "A player is a `Player` or the name of one, not 7."),
        (
            "rumpus.play(pigeons, ['random', Confused('confused')], seed='s')",
            "The player 'confused' chose the illegal move 12345. ",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(program: str, sentence: str) -> None:
    with pytest.raises(RumpusError) as told:
        eval(program, {"rumpus": rumpus, "pigeons": pigeons, "Confused": Confused})
    assert str(told.value).startswith(sentence)
    assert str(told.value)[0].isupper()


def test_a_record_is_written_and_read_by_a_path_as_text(tmp_path: Path) -> None:
    match = rumpus.play(pigeons, ["random", "random"], seed="kept")
    match.record.write(str(tmp_path / "match.json"))
    assert Record.read(str(tmp_path / "match.json")).dumps() == match.record.dumps()


# --- who imports what ---


def private_imports(text: str) -> list[str]:
    """Imports of this program that are not public, as `module.name`."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if not is_public(alias.name)]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [f"{node.module}.{alias.name}" for alias in node.names if not is_public(node.module, alias.name)]
    return found


def is_public(module: str, name: str = "") -> bool:
    if module.partition(".")[0] != "rumpus":
        return True
    if module not in IMPORTABLE:
        return False
    if not name or f"{module}.{name}" in IMPORTABLE:
        return True
    listed: Sequence[str] = getattr(import_module(module), "__all__", ()) if module in PACKAGES else [name]
    return name in listed


@pytest.mark.parametrize(
    ("program", "private"),
    [
        ("import rumpus, json", []),
        ("import rumpus.envs.spiel", []),
        ("from rumpus.envs import zoo, VectorEnv", []),
        ("from rumpus.author.screens import Canvas", []),
        ("from rumpus import core", ["rumpus.core"]),
        ("import rumpus.table.match", ["rumpus.table.match"]),
        ("def f():\n    from rumpus.core.rng import Rng", ["rumpus.core.rng.Rng"]),
        ("from rumpus.testing import title", ["rumpus.testing.title"]),
        ("from rumpus.testing.golden import write", ["rumpus.testing.golden.write"]),
    ],
)
def test_private_imports_are_found(program: str, private: list[str]) -> None:
    assert private_imports(program) == private


EXAMPLES = [*ROOT.joinpath("examples").rglob("*.py"), *SRC.joinpath("rumpus/devtools/template").rglob("*.py")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_template_and_examples_import_public_names_only(path: Path) -> None:
    assert private_imports(path.read_text(encoding="utf-8")) == []


SECTIONS = ("play", "host", "design", "research", "author", "contribute")
PATCHED_RULES = ("rumpus.games.",)
"""A rules patch names the code that it replaces."""
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def pages() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "docs" / "index.md")
    for section in SECTIONS:
        yield from sorted((ROOT / "docs" / section).rglob("*.md"))


@pytest.mark.parametrize("page", [page for page in pages() if page.exists()], ids=lambda page: page.name)
def test_docs_import_public_names_only(page: Path) -> None:
    snippets = SNIPPET.findall(page.read_text(encoding="utf-8"))
    private = [name for snippet in snippets for name in private_imports(snippet)]
    allowed = PATCHED_RULES if page.name == "changed-rules.md" else ()
    assert [name for name in private if not name.startswith(allowed)] == []


# --- types ---

TYPED = """
import rumpus
import rumpus as api
from rumpus import author, envs, lab, review, testing
from rumpus.author import contract

match = rumpus.play(rumpus.game("a"), ["hard"], options={"players": 1}, seed=None)
reveal_type(match.result)
reveal_type(rumpus.player("hard", "a"))
reveal_type(rumpus.Client)
reveal_type(review.review_record(match.record))
reveal_type(testing.Kit(rumpus.game("a")))
api.gmae("a")
lab.nothing
"""


@pytest.mark.long
def test_type_checkers_know_the_names(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), "program.py"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert re.findall(r'Revealed type is "(.*?)"', said) == [
        "list[float] | None",
        "rumpus.players.player.Player",
        "def (url: str, token: str =, wait: float =) -> rumpus.client.Client",
        "rumpus.review.report.Review",
        "rumpus.testing.kit.Kit",
    ], said
    assert 'Module has no attribute "gmae"' in said
    assert 'Module has no attribute "nothing"' in said
