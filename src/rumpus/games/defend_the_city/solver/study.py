"""Study of Defend the City from its exact solutions: difficulty, policies, useless pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rumpus.core.errors import RumpusError
from rumpus.core.solver import Finding, Grid, Progress, Study
from rumpus.games.defend_the_city.rules.notation import format_pair
from rumpus.games.defend_the_city.rules.scores import MAX_SCORE, PAIRS
from rumpus.games.defend_the_city.solver.encounter import ExitValues, by_total_stamina
from rumpus.games.defend_the_city.solver.exchange import Exchange, Floats, Ints
from rumpus.games.defend_the_city.solver.picture import COLOURS
from rumpus.games.defend_the_city.solver.siege import SolvedSiege
from rumpus.games.defend_the_city.solver.solution import EQUILIBRIUM, ESCALATION, SiegeSolution, SiegeSolver

PREPARED = ("uniform", "brute", "wary", EQUILIBRIUM)
"""Enemies a defender can prepare for."""
VALUE_TOLERANCE = 1e-9
"""Loss of win probability from which a pair is suboptimal in a state."""
WORDS = {EQUILIBRIUM: "best of enemies", ESCALATION: "escalation"}


def study(solver: SiegeSolver, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
    """Compares all house enemies and the equilibrium; omits those the changed numbers forbid."""
    solutions: dict[str, SiegeSolution] = {}
    omitted: list[str] = []
    names = [*PREPARED, ESCALATION]
    for number, name in enumerate(names):
        if progress is not None:
            progress(number / (len(names) + 1), f"solving {name}")
        try:
            solutions[name] = solver.solve_with(name, changes)
        except RumpusError as error:
            if name == PREPARED[0]:
                raise
            omitted.append(f"{WORDS.get(name, name).capitalize()} is left out. {error}")
    if progress is not None:
        progress(len(names) / (len(names) + 1), "comparing policies")
    prepared = {name: solution for name, solution in solutions.items() if name in PREPARED}
    states = next(iter(solutions.values())).states()
    lead = [f"Solved exactly, without a single game: {states:,} states for each of {len(solutions)} enemies."]
    return Study(
        [*lead, *omitted],
        [
            _hardness(solutions),
            _preparation(prepared),
            *(_what_to_do(solution) for solution in prepared.values()),
            _never_optimal(prepared),
        ],
    )


def _hardness(solutions: Mapping[str, SiegeSolution]) -> Finding:
    names = sorted(solutions, key=lambda name: -solutions[name].value)
    values = [[solutions[name].value] for name in names]
    grid = Grid(
        "The city is saved with", [WORDS.get(name, name) for name in names], ["chance"], values, "enemy",
        words=[[f"{value:.2%}"] for (value,) in values],
    )  # fmt: skip
    best, worst = names[0], names[-1]
    sentence = (
        f"A perfect defender saves the city from {WORDS.get(best, best)} enemies with {solutions[best].value:.2%}, and "
        f"from the {WORDS.get(worst, worst)} with {solutions[worst].value:.2%}."
    )
    flags = [
        f"Against the {WORDS.get(name, name)} even perfect play saves the city with {solutions[name].value:.1%} only."
        for name in names
        if solutions[name].value < 0.1
    ]
    return Finding("How hard is each enemy?", [grid], sentence, flags)


def _preparation(prepared: Mapping[str, SiegeSolution]) -> Finding:
    """Plays every policy against every enemy."""
    names = list(prepared)
    values = [
        [
            prepared[own].value if own == other else cross_value(prepared[own].siege, prepared[other].siege)
            for other in names
        ]
        for own in names
    ]
    shown = [WORDS.get(name, name) for name in names]
    grid = Grid("Prepared for the row, met the column", shown, shown, values, "prepared for", "met")
    lost = [
        (values[j][j] - values[i][j], names[i], names[j])
        for i in range(len(names))
        for j in range(len(names))
        if i != j
    ]
    much, own, other = max(lost)
    sentence = (
        f"The chance to save the city with the perfect plan for one enemy when another one comes. The costliest "
        f"mistake: the plan for {WORDS.get(own, own)} against {WORDS.get(other, other)} loses {much * 100:.1f} points."
    )
    return Finding("Does it matter whom one prepares for?", [grid], sentence)


def _what_to_do(solution: SiegeSolution) -> Finding:
    """Best pair and win probability over both Staminas, for the first enemy."""
    solved = solution.siege.encounters[0, 0]
    shares = solved.defender[1:, :, 0]
    pairs = shares.argmax(axis=-1)
    mixed = float((shares.max(axis=-1) < 1 - VALUE_TOLERANCE).mean())
    up = [str(stamina) for stamina in range(1, len(pairs) + 1)][::-1]
    across = [str(stamina) for stamina in range(pairs.shape[1])]
    name = WORDS.get(solution.name, solution.name)
    axes = ("own Stamina", "the enemy's Stamina")
    what = Grid(
        "The best Offense/Defense", up, across, solved.values[1:, :, 0][::-1].tolist(), *axes,
        words=[[format_pair(int(pair)) for pair in row] for row in pairs[::-1]],
        colours=[[colour(int(pair)) for pair in row] for row in pairs[::-1]],
    )  # fmt: skip
    best = float(solved.values.max())
    scale = best if best < 0.5 else 1.0
    chance = Grid(
        "The chance to save the city, in percent" + ("" if scale == 1.0 else f" (blue is {scale:.0%})"),
        up, across, solved.values[1:, :, 0][::-1].tolist(), *axes, top=scale,
    )  # fmt: skip
    counted = np.bincount(pairs.ravel(), minlength=PAIRS)
    common = [format_pair(int(pair)) for pair in np.argsort(-counted, kind="stable")[:3]]
    opening = ", ".join(f"{format_pair(pair)} {share:.0%}" for pair, share in solution.opening()[:4])
    sentence = (
        f"Before the first enemy, none slain and no stand-off. The opening: {opening}. "
        f"The commonest answers on the map are {', '.join(common)}."
    )
    if mixed > 0:
        sentence += f" In {mixed:.0%} of these states it is best to mix; the map shows the commonest pair."
    return Finding(f"What to do against {name}?", [what, chance], sentence)


def colour(pair: int) -> str:
    red, green, blue = (round(float(part) * 255) for part in COLOURS[pair])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _never_optimal(prepared: Mapping[str, SiegeSolution]) -> Finding:
    maps: list[Grid] = []
    flags: list[str] = []
    together = np.zeros(PAIRS)
    for name, solution in prepared.items():
        shares = optimal_fractions(solution.siege)
        together += shares
        maps.append(_pairs_grid(f"Against {WORDS.get(name, name)}", shares))
        never = [format_pair(pair) for pair in range(PAIRS) if shares[pair] == 0.0]
        if never:
            flags.append(f"Never right against {WORDS.get(name, name)}, in no state at all: {', '.join(never)}.")
    never = [format_pair(pair) for pair in range(PAIRS) if together[pair] == 0.0]
    verdict = f"Never right against any enemy: {', '.join(never)}." if never else "Every pair has its enemy and moment."
    sentence = f"The share of states, while both can act, in which a pair belongs to a best way to play. {verdict}"
    return Finding("Which pairs are never right?", maps, sentence, flags)


def _pairs_grid(title: str, shares: Floats) -> Grid:
    offenses = list(range(MAX_SCORE, -1, -1))
    values = [[float(shares[6 * offense + defense]) for defense in range(MAX_SCORE + 1)] for offense in offenses]
    words = [["never" if value == 0.0 else _fraction(value) for value in row] for row in values]
    return Grid(
        title, [str(offense) for offense in offenses], [str(defense) for defense in range(MAX_SCORE + 1)], values,
        "Offense", "Defense", words=words,
    )  # fmt: skip


def _fraction(value: float) -> str:
    return f"{value:.0%}" if value >= 0.005 else "<1%"


def optimal_fractions(siege: SolvedSiege) -> Floats:
    """For each pair, the fraction of states with the pair in some optimal strategy.

    A pair that earns less than the value against the enemy's optimal mixture is in no optimal mixture of the defender,
    so 0 is a proof. States with a spent side, or with all pairs equally good, are skipped.
    """
    right, asked = np.zeros(PAIRS), 0
    rules = siege.rules
    for (slain, stand_offs), solved in siege.encounters.items():
        exits = siege.exit_values(slain, stand_offs)
        for defenders, enemies in by_total_stamina(rules):
            matrices = rules.payoffs(solved.values, exits, defenders, enemies)
            for idle in range(rules.idle_turns):
                matrices[:, 0, 0] = _after_idling(solved.values, exits, defenders, enemies, idle)
                payoffs = np.einsum("nij,nj->ni", matrices, solved.enemy[defenders, enemies, idle])
                good = payoffs >= solved.values[defenders, enemies, idle][:, None] - VALUE_TOLERANCE
                matters = (defenders > 0) & (enemies > 0) & ~good.all(axis=1)
                right += good[matters].sum(axis=0)
                asked += int(matters.sum())
    return right / asked


def _after_idling(values: Floats, exits: ExitValues, defenders: Ints, enemies: Ints, idle: int) -> Floats:
    last = idle + 1 == values.shape[2]
    after: Floats = np.full(len(defenders), exits.stand_off) if last else values[defenders, enemies, idle + 1]
    return after


def cross_value(policy: SolvedSiege, enemy: SolvedSiege) -> float:
    """Win probability of one solution's defender against another solution's enemies."""
    numbers, rules = policy.numbers, policy.rules
    met = SolvedSiege(numbers, rules)
    for slain, stand_offs in met.backward_order():
        plan, foe = policy.encounters[slain, stand_offs], enemy.encounters[slain, stand_offs]
        planned, real = policy.exit_values(slain, stand_offs), met.exit_values(slain, stand_offs)
        values = np.zeros_like(plan.values)
        values[0, 0, :] = real.stand_off
        for defenders, enemies in by_total_stamina(rules):
            mixtures = plan.defender[defenders, enemies]
            mixtures[defenders == 0, :, 0] = 1.0
            used = np.flatnonzero(mixtures.any(axis=(0, 1)))
            forfeits = _rows(rules.defender_forfeits, plan.values, planned, defenders, enemies, used) > _rows(
                rules.kept, plan.values, planned, defenders, enemies, used
            )
            payoffs = np.where(
                forfeits,
                _rows(rules.defender_forfeits, values, real, defenders, enemies, used),
                _rows(rules.kept, values, real, defenders, enemies, used),
            )
            for idle in reversed(range(rules.idle_turns)):
                if used[0] == 0:
                    payoffs[:, 0, 0] = _after_idling(values, real, defenders, enemies, idle)
                weights = foe.enemy[defenders, enemies, idle].copy()
                weights[enemies == 0] = 0.0
                weights[enemies == 0, 0] = 1.0
                values[defenders, enemies, idle] = np.einsum(
                    "nr,nrj,nj->n", mixtures[:, idle][:, used], payoffs, weights
                )
        met.set_values(slain, stand_offs, values)
    return met.value


def _rows(
    exchange: Exchange, values: Floats, exits: ExitValues, defenders: Ints, enemies: Ints, used: Sequence[int] | Ints
) -> Floats:
    after = values[
        np.maximum(defenders[:, None, None] - exchange.defender_cost[used], 0),
        np.maximum(enemies[:, None, None] - exchange.enemy_cost[used], 0),
        0,
    ]
    value: Floats = (
        exchange.kills[used] * exits.slain + exchange.both[used] * exits.double + exchange.goes_on[used] * after
    )
    return value
