"""Exact reports: what they say is so, and what they call never right is never right."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pigeons import game as pigeons
from rumpus.cli.lab import app
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.rng import SeededRng
from rumpus.core.solver import Grid
from rumpus.games.cat_brawl.solver import DuelSolver
from rumpus.games.cat_brawl.solver import study as duels
from rumpus.games.defend_the_city.rules.scores import PAIRS, may_forfeit, without_offense
from rumpus.games.defend_the_city.solver import study as sieges
from rumpus.games.defend_the_city.solver.solution import SiegeSolver
from rumpus.lab.reports.exact import exact_html
from rumpus.lab.reports.svg import grid_svg, ink_on, percent

CATS = ("persian", "ragdoll", "maine_coon", "exotic_shorthair", "siamese", "abyssinian")
TINY = {"win_hp": 5, "max_rounds": 6, **{f"{cat}.hp": 3 for cat in CATS}}
SMALL = {"stamina": 6, "enemies": 2, "stand_offs": 2}


def test_a_policy_meets_its_own_enemy_with_its_own_value_and_others_with_no_more_than_their_best() -> None:
    solver = SiegeSolver()
    solved = {name: solver.solve_with(name, SMALL) for name in ("uniform", "brute", "wary")}
    for own in solved.values():
        for other in solved.values():
            chance = sieges.cross_value(own.siege, other.siege)
            if own is other:
                assert chance == pytest.approx(own.value, abs=1e-12)
            else:
                assert 0 < chance <= other.value + 1e-12


def test_a_policy_meets_a_foreign_enemy_in_real_games_as_often_as_it_says() -> None:
    solver, game = SiegeSolver(), find_game("defend_the_city")
    plan, enemy = solver.solve_with("brute", SMALL), solver.solve_with("wary", SMALL)
    chance = sieges.cross_value(plan.siege, enemy.siege)
    rng, won, games = SeededRng("foreign"), 0, 1500
    for _ in range(games):
        position = game.start(enemy.options, rng)
        while (result := position.result()) is None:
            position.play(0, plan.sample_move(position.view(0), rng), rng)
        won += result[0] == 1.0
    assert abs(won / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


def test_the_shares_of_right_pairs_are_those_of_a_plain_count() -> None:
    siege = SiegeSolver().solve_with("wary", {"stamina": 2, "enemies": 1, "stand_offs": 1}).siege
    right, asked = [0] * PAIRS, 0
    played = siege.encounters[0, 0]
    for defender, enemy, idle in product((1, 2), (1, 2), range(siege.numbers.idle_turns)):
        worths = [0.0] * PAIRS
        for own, other in product(range(PAIRS), range(PAIRS)):
            if own == other == 0:
                last = idle + 1 == siege.numbers.idle_turns
                worth = 0.0 if last else float(played.values[defender, enemy, idle + 1])
            else:
                worth = siege.value_of_pairs(0, 0, defender, enemy, own, other)
                if may_forfeit(own, other):
                    worth = max(worth, siege.value_of_pairs(0, 0, defender, enemy, without_offense(own), other))
            worths[own] += float(played.enemy[defender, enemy, idle, other]) * worth
        good = [worth >= max(worths) - sieges.VALUE_TOLERANCE for worth in worths]
        if not all(good):
            asked += 1
            right = [count + mark for count, mark in zip(right, good, strict=True)]
    assert asked
    assert sieges.optimal_fractions(siege) == pytest.approx([count / asked for count in right])


def test_a_decision_of_a_duel_that_is_in_a_best_mixture_counts_as_right() -> None:
    duel = DuelSolver().solve_with("abyssinian-ragdoll", TINY).duel
    for seat in (0, 1):
        shares = duels.right_fractions(duel, seat)
        assert all(0 <= share <= 1 for share in shares.values())
        mixed = {
            (duel.graph.examples[at].phase, move)
            for at in range(len(duel.graph.examples))
            for move, share in duel.policy(at, seat, 6)
            if 0.01 < share < 0.99
        }
        assert mixed
        assert all(shares[key] > 0 for key in mixed)


def test_the_page_has_pictures_sentences_and_flags() -> None:
    text, flags = exact_html(find_game("cat_brawl"), TINY)
    for words in ("Who beats whom?", "what to do?", "What is never right?", "persian.hp = 3"):
        assert words in text
    assert text.count("<svg") >= 8
    assert "<script" not in text
    assert all(flag.split(" beats ")[0].split(",")[0] in text for flag in flags)


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    options = [f"-o{name}={value}" for name, value in {**SMALL, "stamina": 3}.items()]
    words = ["exact", "defend_the_city", "--out", str(tmp_path / "page.html"), *options]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    text = (tmp_path / "page.html").read_text()
    assert "How hard is each enemy?" in text
    assert "is left out" in text


def test_a_game_that_cannot_be_solved_is_refused() -> None:
    with pytest.raises(BadOption, match="has no exact report: `rumpus solve pigeons`"):
        exact_html(pigeons, {})


def test_cells_are_readable_and_honest_about_certainty() -> None:
    assert [percent(value) for value in (0.0, 1e-6, 0.5, 0.999, 1.0, float("nan"))] == [
        "0",
        "<1",
        "50",
        ">99",
        "100",
        "",
    ]
    assert (ink_on("#ffffff"), ink_on("#101010")) == ("#111827", "#fff")
    text = grid_svg(Grid("A <map>", ["up", "down"], ["left"], [[0.25], [float("nan")]], "row", "column"))
    assert "A &lt;map&gt;" in text
    assert text.count("h1") == 2
    assert ">25<" in text


def test_a_rules_patch_has_no_exact_report() -> None:
    told = CliRunner().invoke(app, ["exact", "cat_brawl", "--patch", "mine.py"])
    assert isinstance(told.exception, BadOption)
    assert "`rumpus lab run cat_brawl --patch mine.py` plays the changed ones" in str(told.exception)
