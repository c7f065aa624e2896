"""Rules patches: changed rules in a file, played in processes of their own, with mistakes told by their lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import to_builtins

from pigeons import game as pigeons
from rumpus.cli.lab.options import changes_of, rules_patch_of
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, BadRecord, RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Json
from rumpus.lab.experiments.comparison import compare
from rumpus.lab.experiments.treatments import value
from rumpus.lab.reports.run_report import Report, skill_steps
from rumpus.lab.simulation.deals import check_rules_patch
from rumpus.lab.simulation.manifest import Manifest
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rules_patch import RulesPatch, changed
from rumpus.lab.simulation.runs import Run
from rumpus.lab.simulation.workers import Workers, working
from tests.lab.helpers import rows_of, run_lab

DOCS = Path(__file__).parents[2] / "docs" / "design" / "changed-rules.md"


def written(folder: Path, text: str, name: str = "mine.py") -> RulesPatch:
    (folder / name).write_text(text, encoding="utf-8")
    return RulesPatch.of(folder / name)


def plan(rules_patch: RulesPatch | None, game: Game = pigeons, games: int = 8, **changes: object) -> Plan:
    return Plan(game, changes, ["random"], games, "variant", rules_patch=rules_patch)


@pytest.fixture(scope="module")
def patch_workers() -> Iterator[Workers]:
    with working(1, for_patch=True) as workers:
        yield workers


BROKEN = [
    ("import rumpus\nclass Mine\n", "mine.py, line 2: SyntaxError: expected ':'"),
    ("\n\nprint(1 / 0)\n", "mine.py, line 3: ZeroDivisionError: division by zero"),
    ("game = 7\n", "The `game` of mine.py is not Pigeons"),
    (
        "from rumpus.core.catalogue import find_game\ngame = find_game('cat_brawl')\n",
        "The `game` of mine.py is not Pigeons",
    ),
    (
        "from rumpus.lab.simulation.rules_patch import changed\n@changed(int)\ndef bit_cuont(self): pass\n",
        "mine.py, line 2: a int does nothing that is called 'bit_cuont'; did you mean 'bit_count'?",
    ),
]


def test_a_mistake_in_the_file_is_a_sentence_with_its_line(tmp_path: Path, patch_workers: Workers) -> None:
    for text, sentence in BROKEN:
        with pytest.raises(BadOption, match=re.escape(sentence)):
            check_rules_patch(plan(written(tmp_path, text)), patch_workers)
    with pytest.raises(BadOption, match="There is no file"):
        RulesPatch.of(tmp_path / "none.py")
    mine = written(tmp_path, "")
    written(tmp_path, "# other rules\n")
    with pytest.raises(BadRecord, match=r"mine\.py has changed since it was first played"):
        check_rules_patch(plan(mine), patch_workers)


def test_a_rules_patch_is_never_played_where_others_play(tmp_path: Path) -> None:
    with pytest.raises(RumpusError, match="separate processes"):
        check_rules_patch(plan(written(tmp_path, "")), Workers())


def test_a_game_of_ones_own_is_played_and_its_mistakes_in_play_have_lines(tmp_path: Path) -> None:
    """Both in one process: whatever is changed in it stays changed."""
    text = (
        "from pigeons import game as book\n"
        "class Mine(type(book)):\n"
        "    def start(self, options, luck, listen=False):\n"
        "        if options.number('players') > 2:\n"
        "            raise ValueError('too many')\n"
        "        return super().start(options, luck, listen)\n"
        "    def longest(self, options):\n"
        "        return 1\n"
        "game = Mine()\n"
    )
    rules_patch = written(tmp_path, text)
    with working(1, for_patch=True) as workers:
        book, mine = rows_of(plan(None), Workers()), rows_of(plan(rules_patch), workers)
        assert [row.winner for row in mine] == [row.winner for row in book]
        with pytest.raises(BadOption, match=r"^mine\.py, line 5: ValueError: too many$"):
            rows_of(plan(rules_patch, players=3), workers)
        with pytest.raises(RumpusError, match="separate processes"):
            check_rules_patch(plan(written(tmp_path, "", "other.py")), workers)


def test_a_run_remembers_its_file_and_goes_on_with_no_other(tmp_path: Path) -> None:
    folder, first = tmp_path / "run", plan(written(tmp_path, "# one\n"))
    run = Run.begin(folder, first)
    assert first.rules_patch is not None
    assert Manifest.read(folder).to_json()["variant"] == to_builtins(first.rules_patch)
    assert "variant" not in plan(None).manifest().to_json()
    moved = plan(written(tmp_path, "# one\n", "moved.py"))
    assert Run.begin(folder, moved).plan.name() == run.plan.name()
    with pytest.raises(BadRecord, match=r"moved\.py has changed since .* was begun\. Choose another folder"):
        Run.begin(folder, plan(written(tmp_path, "# two\n", "moved.py")))
    with pytest.raises(BadRecord, match="holds another run"):
        Run.begin(folder, plan(None))
    with pytest.raises(BadOption, match="leave out --ladder"):
        skill_steps(Run.open(folder).plan, 2, Workers())
    rows = rows_of(plan(None), Workers())
    assert "The rules are changed by moved.py." in Report(moved, rows).html()  # read without running the file
    (folder / "run.json").write_text(json.dumps({**first.manifest().to_json(), "variant": "mine"}))
    with pytest.raises(BadRecord, match="which rules patch was played"):
        Run.open(folder)


def test_what_is_changed_is_looked_for_by_its_name() -> None:
    class Card:
        def gain(self) -> int:
            return 1

    @changed(Card)
    def gain(self: Card) -> int:
        return 2

    assert Card().gain() == gain(Card()) == 2


# --- the examples of the docs ---


def examples() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_changed_ability_of_the_docs_makes_the_persian_weaker(tmp_path: Path) -> None:
    cats, rules_patch = find_game("cat_brawl"), written(tmp_path, examples()[0])
    with working(1, for_patch=True) as patch_workers:
        result = compare(
            cats,
            {"max_rounds": 12},
            {},
            ["random"],
            Workers(),
            60,
            rules_patch=rules_patch,
            patch_workers=patch_workers,
        )
    found = {change.name: change.difference.value for change in result.headlines}
    assert found["Persian"] < 0


def test_the_witch_of_the_docs_is_dealt_and_valued(tmp_path: Path) -> None:
    (tmp_path / "patient.py").write_text(examples()[1])
    words = "value creature_wars --of witch --strengths random --deals 2 -o hp=8 --json"
    output = run_lab(*words.split(), "--patch", str(tmp_path / "patient.py"))
    names = {effect["name"] for effect in json.loads(output)["strengths"][0]["worth"]}
    assert len(names) == 142
    assert "Patient Witch" in names


def test_effects_are_measured_under_changed_rules_too(tmp_path: Path) -> None:
    (tmp_path / "late_sleep.py").write_text(examples()[0])
    words = "effects cat_brawl --numbers persian.hp --strengths random --deals 40 -o max_rounds=6 --propose 1 --target"
    page = tmp_path / "page.html"
    files = ["--patch", str(tmp_path / "late_sleep.py"), "--out", str(page)]
    run_lab(*words.split(), "win rate of Persian within 2 points of 50", *files)
    assert "The rules are changed by late_sleep.py." in page.read_text()


# --- planted truths ---

WITCHES = ["Kind Witch", "Sick Witch", "Blind Witch", "Angry Witch", "Greedy Witch", "Cocksure Witch"]


@pytest.mark.parametrize(
    ("game", "kind", "bomb", "dud", "deals", "changes"),
    [
        ("cat_brawl", "card", "Guaranteed Purring", "Double Purring", 20, {"max_rounds": 8}),
        ("creature_wars", "witch", "Kind Witch", "Sick Witch", 16, {"hp": 10, "witches": WITCHES}),
    ],
)
def test_a_planted_bomb_and_a_planted_dud_are_found(
    game: str, kind: str, bomb: str, dud: str, deals: int, changes: dict[str, Json]
) -> None:
    planted = RulesPatch.of(Path(__file__).parents[2] / "benchmarks" / "planted" / f"{game}.py")
    with working(1, for_patch=True) as patch_workers:
        plan = Plan(find_game(game), changes, ["random"], deals, "t", rules_patch=planted)
        found = value(plan, kind, patch_workers, precision=0.001)
    assert found.of(bomb).holding.sign > 0
    assert found.of(dud).holding.sign < 0


def test_a_witch_of_ones_own_is_known_by_name_wherever_a_list_names_some(tmp_path: Path) -> None:
    file, wars = written(tmp_path, examples()[1], "patient.py"), find_game("creature_wars")
    rules_patch, known = rules_patch_of(Path(file.path), wars)
    assert rules_patch is not None
    assert rules_patch.names == {"witches": ["Patient Witch"]}
    few = known.options(changes_of(known, ["witches=Patient Witch,Kind Witch"]))
    assert few.names("witches") == ["Patient Witch", "Kind Witch"]
    assert "Patient Witch" in str(changes_of(known, [], without=["Kind Witch"]))
    assert "Patient Witch" not in str(changes_of(known, [], without=["patient witch"]))
    with pytest.raises(BadOption, match="no 'Patient Witch'"):
        changes_of(wars, ["witches=Patient Witch"])
    changes = {"witches": ["Patient Witch", "Kind Witch"], "witch_cards": 20}
    plan = Plan(known, changes, ["random"], 3, "w", rules_patch=rules_patch)
    with working(1, for_patch=True) as workers:
        rows = rows_of(plan, workers)
    assert any(topic == "Patient Witch" for row in rows for seat in row.seats for _, topic, _ in seat.ledger)
    read = Plan.load(Manifest.of(plan.manifest().text()))
    assert read.options.names("witches") == ["Patient Witch", "Kind Witch"]
    assert "Patient Witch" in Report(read, rows).html()
