"""What solved duels say about Cat Brawl: who beats whom, what to do at which HP, and what is never right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from rumpus.core.position import Move, Seat
from rumpus.core.solver import Finding, Grid, Progress, Study
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.rules.moves import PLAY
from rumpus.games.cat_brawl.rules.notation import written
from rumpus.games.cat_brawl.rules.ring import STRATEGY
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.games.cat_brawl.solver.duel import SolvedDuel, situation
from rumpus.games.cat_brawl.solver.matrix import CLOSE
from rumpus.games.cat_brawl.solver.solution import DUELS, DuelSolution, DuelSolver

NEVER = 10 * CLOSE
"""A decision is wrong in a situation if it costs at least this much."""
EVEN = 0.05
"""A meeting is flagged when one side wins more than its half by this much."""
COLOURS = ("#f2b5d4", "#a9c9f5", "#ffb38a")
"""To purr, to guard, to scratch."""


def study(solver: DuelSolver, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
    """All duels that can be solved."""
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
    findings = [_meetings(solutions), *(_what_to_do(solution) for solution in between), *_never_right(between)]
    return Study(lead, findings)


def _name(breed: int) -> str:
    return BREEDS[breed]


def _ends(solution: DuelSolution) -> tuple[float, float, float]:
    """The chances of the first cat, of the second, and of a draw, from the start."""
    start, rounds = solution.at(*solution.starting_hp()), solution.duel.max_rounds
    return solution.duel.wins(start, 0, rounds), solution.duel.wins(start, 1, rounds), float(
        solution.duel.draws[rounds][start]
    )  # fmt: skip


def _meetings(solutions: Mapping[str, DuelSolution]) -> Finding:
    breeds = sorted({breed for solution in solutions.values() for breed in solution.breeds})
    place = {breed: number for number, breed in enumerate(breeds)}
    values = [[float("nan")] * len(breeds) for _ in breeds]
    flags: list[str] = []
    told: list[str] = []
    for solution in solutions.values():
        first, second = solution.breeds
        won, lost, drawn = _ends(solution)
        values[place[first]][place[second]] = won
        values[place[second]][place[first]] = lost
        words = f"{_name(first)} beats {_name(second)} with {won:.2%}, loses with {lost:.2%}, draws with {drawn:.2%}"
        if first != second:
            told.append(words)
            if abs(won - lost) > 2 * EVEN:
                flags.append(f"{words}, if both play their best.")
    names = [_name(breed) for breed in breeds]
    grid = Grid("The row wins against the column, in percent", names, names, values)
    return Finding("Who beats whom?", [grid], "; ".join(told) + ".", flags)


def _what_to_do(solution: DuelSolution) -> Finding:
    """The chance and the commonest movement at every pair of HP, before the strategies of the first round."""
    first, second = (_name(breed) for breed in solution.breeds)
    top = solution.duel.graph.numbers.win_hp
    hp = [str(points) for points in range(1, top)]
    axes = (f"HP of the {first}", f"HP of the {second}")
    wins: list[list[float]] = []
    words: list[list[str]] = []
    colours: list[list[str]] = []
    mixed = 0
    for own in range(top - 1, 0, -1):
        wins.append([solution.wins(own, other) for other in range(1, top)])
        shares = [_movements(solution, own, other) for other in range(1, top)]
        words.append([_short(one) for one in shares])
        colours.append([COLOURS[int(np.argmax(one))] for one in shares])
        mixed += sum(max(one) < 1 - NEVER for one in shares)
    chance = Grid(f"The chance that the {first} wins, in percent", hp[::-1], hp, wins, *axes)
    what = Grid(f"What the {first} does: P purrs, G guards, S scratches", hp[::-1], hp, wins, *axes, words, colours)
    cells = (top - 1) ** 2
    sentence = (
        f"Before the strategies of round 1, with everything ready. In {mixed} of {cells} pairs of HP it is best to "
        "mix; the map shows the commonest movement and its share in tenths."
    )
    return Finding(f"{first} against {second}: what to do?", [chance, what], sentence)


def _movements(solution: DuelSolution, own: int, other: int) -> list[float]:
    """How often the first cat purrs, guards and scratches there."""
    brawl = solution.duel.graph.opening(own, other)
    brawl.ask(STRATEGY)
    shares = [0.0] * len(MOVEMENTS)
    for move, share in solution.duel.mixture(solution.duel.graph.index[situation(brawl)], 0, solution.duel.max_rounds):
        shares[PLAY[move].kind] += share
    return shares


def _short(shares: list[float]) -> str:
    best = int(np.argmax(shares))
    letter = MOVEMENTS[best].word[0].upper()
    return letter if shares[best] > 1 - NEVER else f"{letter}{int(shares[best] * 10)}"


def _never_right(solutions: list[DuelSolution]) -> list[Finding]:
    """Each decision of each cat, with the share of situations in which it may be right."""
    rows: list[str] = []
    columns = sorted({_name(other) for solution in solutions for other in solution.breeds})
    shares: dict[str, dict[str, float]] = defaultdict(dict)
    for solution in solutions:
        for seat in (0, 1):
            own, other = solution.breeds[seat], solution.breeds[1 - seat]
            for (phase, move), share in shares_of_right(solution.duel, seat).items():
                row = f"{_name(own)}, {PHASES[phase].lower()}: {written(own, move).removesuffix(f' {1 - seat}')}"
                shares[row][_name(other)] = share
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


def shares_of_right(duel: SolvedDuel, seat: Seat) -> dict[tuple[int, Move], float]:
    """By phase and decision: the share of situations, where it matters, in which it may be in a best mixture.

    A decision that earns less than the value against the other's best mixture is in no best mixture, so 0 is a proof.
    """
    right: dict[tuple[int, Move], int] = defaultdict(int)
    asked: dict[tuple[int, Move], int] = defaultdict(int)
    for left in range(1, duel.max_rounds + 1):
        for number, group in enumerate(duel.graph.groups):
            if (group.height, group.width)[seat] < 2:
                continue
            games = group.games(duel.values[left], duel.values[left - 1])
            rows, columns = (mixtures[number] for mixtures in duel.mixtures[left - 1])
            value = duel.values[left][group.situations][:, None]
            if seat == 0:
                good = np.einsum("nrc,nc->nr", games, columns) >= value - NEVER
            else:
                good = np.einsum("nrc,nr->nc", games, rows) <= value + NEVER
            matters = ~good.all(axis=1)
            for at, marks in zip(group.situations[matters], good[matters], strict=True):
                phase = duel.graph.examples[at].phase
                for move, mark in zip(duel.graph.choices[at][seat], marks, strict=True):
                    asked[phase, move] += 1
                    right[phase, move] += int(mark)
    return {key: right[key] / asked[key] for key in asked}
