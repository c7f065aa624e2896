"""A study of the solved duels: win table, policy maps, and dominated moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from rumpus.core.position import Move, Seat
from rumpus.core.solver import Finding, Grid, Progress, Study
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.rules.notation import format_move
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.games.cat_brawl.solver.duel import SolvedDuel
from rumpus.games.cat_brawl.solver.matrix import TOLERANCE
from rumpus.games.cat_brawl.solver.solution import DUELS, DuelSolution, DuelSolver

MARGIN = 10 * TOLERANCE
"""Least loss of value that makes a move wrong in a state."""
MAX_LEAD = 0.05
"""Win probability above one half at which a duel is flagged."""
COLOURS = ("#f2b5d4", "#a9c9f5", "#ffb38a")
"""Colours of purr, guard and scratch."""


def study(solver: DuelSolver, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
    """Solves and compares all solvable duels."""
    solutions: dict[str, DuelSolution] = {}
    for number, name in enumerate(DUELS):
        if progress is not None:
            progress(number / len(DUELS), f"solving {name}")
        solutions[name] = solver.solve_with(name, changes)
    between = [solution for solution in solutions.values() if len(set(solution.breeds)) == 2]
    situations = sum(len(one.duel.graph.examples) * one.duel.max_rounds for one in solutions.values())
    lead = [
        f"Duels of two cats without cards and bonus abilities, solved exactly, without a single game: {situations:,} "
        "situations with their numbers of rounds left.",
        "Only cats whose abilities bring no cards can be solved; a Ragdoll is a plain cat here.",
    ]
    findings = [_win_table(solutions), *(_policy_map(solution) for solution in between), *_dominated(between)]
    return Study(lead, findings)


def _win_table(solutions: Mapping[str, DuelSolution]) -> Finding:
    breeds = sorted({breed for solution in solutions.values() for breed in solution.breeds})
    place = {breed: number for number, breed in enumerate(breeds)}
    values = [[float("nan")] * len(breeds) for _ in breeds]
    flags: list[str] = []
    matchups: list[str] = []
    for solution in solutions.values():
        first, second = solution.breeds
        won, lost, drawn = solution.outcome_probabilities()
        values[place[first]][place[second]] = won
        values[place[second]][place[first]] = lost
        words = f"{BREEDS[first]} beats {BREEDS[second]} with {won:.2%}, loses with {lost:.2%}, draws with {drawn:.2%}"
        if first != second:
            matchups.append(words)
            if abs(won - lost) > 2 * MAX_LEAD:
                flags.append(f"{words}, if both play their best.")
    names = [BREEDS[breed] for breed in breeds]
    grid = Grid("The row wins against the column, in percent", names, names, values)
    return Finding("Who beats whom?", [grid], "; ".join(matchups) + ".", flags)


def _policy_map(solution: DuelSolution) -> Finding:
    """Maps win probability and likeliest movement by HP, before the first strategies."""
    first, second = (BREEDS[breed] for breed in solution.breeds)
    top = solution.duel.graph.numbers.win_hp
    hp = [str(points) for points in range(1, top)]
    axes = (f"HP of the {first}", f"HP of the {second}")
    wins: list[list[float]] = []
    words: list[list[str]] = []
    colours: list[list[str]] = []
    mixed = 0
    for own in range(top - 1, 0, -1):
        wins.append([solution.win_probability_at(own, other) for other in range(1, top)])
        shares = [solution.movement_policy(own, other) for other in range(1, top)]
        words.append([_cell(one) for one in shares])
        colours.append([COLOURS[int(np.argmax(one))] for one in shares])
        mixed += sum(max(one) < 1 - MARGIN for one in shares)
    chance = Grid(f"The chance that the {first} wins, in percent", hp[::-1], hp, wins, *axes)
    what = Grid(f"What the {first} does: P purrs, G guards, S scratches", hp[::-1], hp, wins, *axes, words, colours)
    cells = (top - 1) ** 2
    sentence = (
        f"Before the strategies of round 1, with everything ready. In {mixed} of {cells} pairs of HP it is best to "
        "mix; the map shows the commonest movement and its share in tenths."
    )
    return Finding(f"{first} against {second}: what to do?", [chance, what], sentence)


def _cell(shares: list[float]) -> str:
    best = int(np.argmax(shares))
    letter = MOVEMENTS[best].word[0].upper()
    return letter if shares[best] > 1 - MARGIN else f"{letter}{int(shares[best] * 10)}"


def _dominated(solutions: list[DuelSolution]) -> list[Finding]:
    """Tabulates, by move, the fraction of states with it in an optimal policy."""
    rows: list[str] = []
    columns = sorted({BREEDS[other] for solution in solutions for other in solution.breeds})
    shares: dict[str, dict[str, float]] = defaultdict(dict)
    for solution in solutions:
        for seat in (0, 1):
            own, other = solution.breeds[seat], solution.breeds[1 - seat]
            for (phase, move), share in right_fractions(solution.duel, seat).items():
                row = f"{BREEDS[own]}, {PHASES[phase].lower()}: {format_move(own, move).removesuffix(f' {1 - seat}')}"
                shares[row][BREEDS[other]] = share
    rows = sorted(shares)
    values = [[shares[row].get(column, float("nan")) for column in columns] for row in rows]
    words = [
        ["" if np.isnan(value) else "never" if value == 0.0 else f"{value:.0%}" if value >= 0.005 else "<1%"
         for value in row]
        for row in values
    ]  # fmt: skip
    never = [f"{row} against {column}" for row in rows for column, share in sorted(shares[row].items()) if share == 0.0]
    grid = Grid("May be right in", rows, columns, values, "", "against", words)
    sentence = (
        "The share of situations (any HP, any number of rounds left, wherever it matters) in which a decision belongs "
        "to a best way to play. " + (f"Never right: {'; '.join(never)}." if never else "Every decision has its moment.")
    )
    flags = [f"Never right, at no HP and with no number of rounds left: {words}." for words in never]
    return [Finding("What is never right?", [grid], sentence, flags)]


def right_fractions(duel: SolvedDuel, seat: Seat) -> dict[tuple[int, Move], float]:
    """Returns, by phase and move, the fraction of states with it in an optimal policy.

    States in which all moves are right do not count. A fraction of 0 is a proof: the move earns less than the value
    against the opponent's optimal policy.
    """
    right: dict[tuple[int, Move], int] = defaultdict(int)
    asked: dict[tuple[int, Move], int] = defaultdict(int)
    for left in range(1, duel.max_rounds + 1):
        for number, group in enumerate(duel.graph.groups):
            if (group.height, group.width)[seat] < 2:
                continue
            games = group.payoffs(duel.values[left], duel.values[left - 1])
            rows, columns = (mixtures[number] for mixtures in duel.policies[left - 1])
            value = duel.values[left][group.situations][:, None]
            if seat == 0:
                good = np.einsum("nrc,nc->nr", games, columns) >= value - MARGIN
            else:
                good = np.einsum("nrc,nr->nc", games, rows) <= value + MARGIN
            matters = ~good.all(axis=1)
            for at, marks in zip(group.situations[matters], good[matters], strict=True):
                phase = duel.graph.examples[at].phase
                for move, mark in zip(duel.graph.choices[at][seat], marks, strict=True):
                    asked[phase, move] += 1
                    right[phase, move] += int(mark)
    return {key: right[key] / asked[key] for key in asked}
