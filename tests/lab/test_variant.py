"""Variants: changed rules in a file, played in processes of their own, with mistakes told by their lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.worth_detects import planted_in
from pigeons import game as pigeons
from rumpus.cli.lab import app
from rumpus.cli.lab.options import changes_of, variant_of
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, BadRecord, RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Plain
from rumpus.lab.experiments.comparison import compare
from rumpus.lab.reports.run_report import Report, skill_steps
from rumpus.lab.simulation.manifest import Manifest
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, PlayRows, check_variant
from rumpus.lab.simulation.rules_patch import Variant, changed
from rumpus.lab.simulation.runs import Run
from rumpus.lab.simulation.workers import Workers, working

DOCS = Path(__file__).parents[2] / "docs" / "lab.md"


def written(folder: Path, text: str, name: str = "mine.py") -> Variant:
    (folder / name).write_text(text, encoding="utf-8")
    return Variant.of(folder / name)


def plan(variant: Variant | None, game: Game = pigeons, games: int = 8, **changes: object) -> Plan:
    return Plan(game, changes, ["random"], games, "variant", variant=variant)


def rows_of(some: Plan, workers: Workers) -> list[GameRow]:
    return [row for _, rows in workers.map(PlayRows(some), [range(some.games)]) for row in rows]


@pytest.fixture(scope="module")
def apart() -> Iterator[Workers]:
    with working(1, apart=True) as workers:
        yield workers


BROKEN = [
    ("import rumpus\nclass Mine\n", "mine.py, line 2: SyntaxError: expected ':'"),
    ("\n\nprint(1 / 0)\n", "mine.py, line 3: ZeroDivisionError: division by zero"),
    ("game = 7\n", "what mine.py calls `game` is not Pigeons"),
    (
        "from rumpus.core.catalogue import find_game\ngame = find_game('cat_brawl')\n",
        "what mine.py calls `game` is not Pigeons",
    ),
    (
        "from rumpus.lab.simulation.rules_patch import changed\n@changed(int)\ndef bit_cuont(self): pass\n",
        "mine.py, line 2: a int does nothing that is called 'bit_cuont'; did you mean 'bit_count'?",
    ),
]


def test_a_mistake_in_the_file_is_a_sentence_with_its_line(tmp_path: Path, apart: Workers) -> None:
    for text, sentence in BROKEN:
        with pytest.raises(BadOption, match=re.escape(sentence)):
            check_variant(plan(written(tmp_path, text)), apart)
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        Variant.of(tmp_path / "none.py")
    mine = written(tmp_path, "")
    written(tmp_path, "# other rules\n")
    with pytest.raises(BadRecord, match=r"mine\.py has changed since it was first played"):
        check_variant(plan(mine), apart)


def test_a_variant_is_never_played_where_others_play(tmp_path: Path) -> None:
    with pytest.raises(RumpusError, match="processes of its own"):
        check_variant(plan(written(tmp_path, "")), Workers())


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
    variant = written(tmp_path, text)
    with working(1, apart=True) as workers:
        book, mine = rows_of(plan(None), Workers()), rows_of(plan(variant), workers)
        assert [row.winner for row in mine] == [row.winner for row in book]
        with pytest.raises(BadOption, match=r"^mine\.py, line 5: ValueError: too many$"):
            rows_of(plan(variant, players=3), workers)
        with pytest.raises(RumpusError, match="processes of its own"):
            check_variant(plan(written(tmp_path, "", "other.py")), workers)


def test_a_run_remembers_its_file_and_goes_on_with_no_other(tmp_path: Path) -> None:
    folder, first = tmp_path / "run", plan(written(tmp_path, "# one\n"))
    run = Run.begin(folder, first)
    assert first.variant is not None
    assert Manifest.read(folder).plain()["variant"] == first.variant.plain()
    assert "variant" not in plan(None).manifest().plain()
    moved = plan(written(tmp_path, "# one\n", "moved.py"))
    assert Run.begin(folder, moved).plan.name() == run.plan.name()
    with pytest.raises(BadRecord, match=r"moved\.py has changed since .* was begun; choose another folder"):
        Run.begin(folder, plan(written(tmp_path, "# two\n", "moved.py")))
    with pytest.raises(BadRecord, match="holds another run"):
        Run.begin(folder, plan(None))
    with pytest.raises(BadOption, match="leave out --ladder"):
        skill_steps(Run.open(folder).plan, 2, Workers())
    rows = rows_of(plan(None), Workers())
    assert "The rules are changed by moved.py." in Report(moved, rows).html()  # read without running the file
    (folder / "run.json").write_text(json.dumps({**first.manifest().plain(), "variant": "mine"}))
    with pytest.raises(BadRecord, match="which variant was played"):
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
    return re.findall(r"^```py\n(.*?)^```", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_changed_ability_of_the_docs_makes_the_persian_weaker(tmp_path: Path) -> None:
    cats, variant = find_game("cat_brawl"), written(tmp_path, examples()[0])
    with working(1, apart=True) as apart:
        result = compare(cats, {"max_rounds": 12}, {}, ["random"], Workers(), 60, variant=variant, apart=apart)
    found = {change.name: change.difference.value for change in result.headlines}
    assert found["Persian"] < 0


def test_the_witch_of_the_docs_is_dealt_and_valued(tmp_path: Path) -> None:
    (tmp_path / "patient.py").write_text(examples()[1])
    words = "worth creature_wars --of witch --strengths random --deals 2 --jobs 1 -o hp=8 --json"
    result = CliRunner().invoke(app, [*words.split(), "--variant", str(tmp_path / "patient.py")])
    assert result.exit_code == 0, result.output
    names = {worth["name"] for worth in json.loads(result.stdout)["strengths"][0]["worth"]}
    assert len(names) == 142
    assert "Patient Witch" in names


def test_numbers_are_felt_under_changed_rules_too(tmp_path: Path) -> None:
    (tmp_path / "late_sleep.py").write_text(examples()[0])
    words = "effects cat_brawl --numbers persian.hp --strengths random --deals 40 --jobs 1 -o max_rounds=6"
    words += " --propose 1 --target"
    page = tmp_path / "page.html"
    files = ["--variant", str(tmp_path / "late_sleep.py"), "--out", str(page)]
    result = CliRunner().invoke(app, [*words.split(), "win rate of Persian within 2 points of 50", *files])
    assert result.exit_code == 0, result.output
    assert "The rules are changed by late_sleep.py." in page.read_text()


# --- planted truths ---


@pytest.mark.parametrize(
    ("game", "deals", "short"), [("cat_brawl", 20, {"max_rounds": 8}), ("creature_wars", 16, {"hp": 10})]
)
def test_a_planted_bomb_and_a_planted_dud_are_found(game: str, deals: int, short: dict[str, Plain]) -> None:
    planted = planted_in(game, short)
    with working(1, apart=True) as apart:
        found = planted.value("random", deals, "t", apart)
    assert found.of(planted.bomb).sure > 0
    assert found.of(planted.dud).sure < 0


def test_a_witch_of_ones_own_is_known_by_name_wherever_a_list_names_some(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "lab.md"
    text = page.read_text().partition('"""One more Lesser Witch."""')[2].partition("```")[0]
    file, wars = written(tmp_path, text, "patient.py"), find_game("creature_wars")
    variant, known = variant_of(Path(file.path), wars)
    assert variant is not None
    assert variant.names == {"witches": ["Patient Witch"]}
    few = known.options(changes_of(known, ["witches=Patient Witch,Kind Witch"]))
    assert few.names("witches") == ["Patient Witch", "Kind Witch"]
    assert "Patient Witch" in str(changes_of(known, [], without=["Kind Witch"]))
    assert "Patient Witch" not in str(changes_of(known, [], without=["patient witch"]))
    with pytest.raises(BadOption, match="no 'Patient Witch'"):
        changes_of(wars, ["witches=Patient Witch"])
    plan = Plan(
        known, {"witches": ["Patient Witch", "Kind Witch"], "witch_cards": 20}, ["random"], 3, "w", variant=variant
    )
    with working(1, apart=True) as workers:
        rows = rows_of(plan, workers)
    assert any(topic == "Patient Witch" for row in rows for seat in row.seats for _, topic in seat.ledger)
    read = Plan.load(Manifest.of(plan.manifest().text()))
    assert read.options.names("witches") == ["Patient Witch", "Kind Witch"]
    assert "Patient Witch" in Report(read, rows).html()
