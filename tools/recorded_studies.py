"""Studies from the files of commands: the ladder, strength, exploiters, the review and the regression guard."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from benchmarks.guard import RECORDED
from benchmarks.review_calibration import Measured
from benchmarks.strength import budget_of
from benchmarks.study import FOLDER, Row, Study, game_titles
from rumpus.lab.strength.exploits import read_exploits
from rumpus.lab.strength.ladder import Rung, read_json
from rumpus.stats.estimates import Rate

REVIEW = RECORDED.with_name("recorded_review.json")
FILES = ("ladder.json", "strength.json", "exploits.json")
"""Files in `measurements` that are no studies themselves."""
RULES = {"battle_puno": 1, "cat_brawl": 1, "creature_wars": 2, "defend_the_city": 1, "ultimatum": 1}
"""Rules versions with which these files were measured."""
VERSION, MEASURED = "0.1.0", "2026-11-16"
WILSON = "95 % interval (Wilson)"
TWO_ERRORS = "twice the standard error"


def recorded_studies(folder: Path = FOLDER) -> list[Study]:
    """Returns the studies of all these files."""
    made = [ladder(folder), strength(folder), exploiters(folder)]
    return [*made, win_probability(REVIEW), luck(REVIEW), verdicts(REVIEW), speed_guard(RECORDED)]


def ladder(folder: Path) -> Study:
    rungs = read_json(folder / "ladder.json")
    return Study(
        "ladder",
        "player",
        "Which bot is stronger?",
        "rumpus ladder --verify --games 10",
        RULES,
        VERSION,
        MEASURED,
        None,
        WILSON,
        "The command repeats ten games of every row. A draw counts half. Seats and deals are equal. "
        "In Defend the City each plays alone; no interval lies above the exact value.",
        [row for rung in rungs for row in ladder_rows(rung)],
    )


def ladder_rows(rung: Rung) -> list[Row]:
    weaker, stronger = rung.rates()
    exact = (
        [Row(rung.game, "exact value of the match", round(100 * rung.best, 4), "%")] if rung.best is not None else []
    )
    if rung.alone:
        pair = f"{rung.stronger} and {rung.weaker}"
        return [
            rate_row(rung.game, f"{rung.stronger} alone ({pair})", stronger),
            rate_row(rung.game, f"{rung.weaker} alone ({pair})", weaker),
            *exact,
        ]
    return [rate_row(rung.game, f"{rung.stronger} against {rung.weaker}", stronger), *exact]


def rate_row(game: str, label: str, rate: Rate) -> Row:
    low, value, high = (round(100 * end, 2) for end in (rate.interval[0], rate.rate, rate.interval[1]))
    return Row(game, label, value, "%", low, high, rate.games)


def row_around(game: str, label: str, value: float, half_width: float, unit: str, n: int) -> Row:
    low, high = round(value - half_width, 2), round(value + half_width, 2)
    if unit.startswith("%"):
        low, high = max(0.0, low), min(100.0, high)
    return Row(game, label, round(value, 2), unit, low, high, n)


def strength(folder: Path) -> Study:
    rungs = sorted(read_json(folder / "strength.json"), key=lambda rung: (rung.game, budget_of(rung)))
    return Study(
        "search-strength",
        "researcher",
        "What does a larger search budget win?",
        "python -m benchmarks.strength --minutes 60",
        RULES,
        VERSION,
        MEASURED,
        None,
        WILSON,
        "Wins of each budget against search:100. In no game does a curve fall beyond noise. "
        "In Defend the City each plays alone.",
        [rate_row(rung.game, f"{budget_of(rung):,} simulations", rung.rates()[1]) for rung in rungs],
    )


def exploiters(folder: Path) -> Study:
    rows = [
        Row(
            one.game,
            f"{one.player}, {one.minutes:g} min, {one.learnt:,} games",
            100 * one.rate,
            "%",
            100 * one.low,
            100 * one.high,
            one.games,
        )
        for one in read_exploits(folder)
    ]
    return Study(
        "exploiters",
        "researcher",
        "How often does a trained attacker beat a bot?",
        "rumpus exploit champion cat_brawl --minutes 30",
        RULES,
        VERSION,
        MEASURED,
        "1 process per attacker",
        WILSON,
        "Lower bounds: a longer attack may find more. The goal is at most 60 % after 30 core-minutes; "
        "Cat Brawl misses it. Attackers of other games trained for less.",
        rows,
    )


def win_probability(path: Path) -> Study:
    rows = []
    for one in measured_reviews(path):
        for number, tenth in enumerate(one.tenths):
            if tenth.moments:
                error = 200 * (max(tenth.won * (1 - tenth.won), 0.01) / tenth.moments) ** 0.5
                label = f"{one.bot}, {10 * number}–{10 * number + 10} %: given {100 * tenth.given:.1f} %"
                rows.append(row_around(one.game, label, 100 * tenth.won, error, "% won", tenth.moments))
    return Study(
        "win-probability",
        "player",
        "Are a review's win probabilities calibrated?",
        "python -m benchmarks.review_calibration",
        RULES,
        VERSION,
        MEASURED,
        None,
        TWO_ERRORS,
        "n counts moments. Curves were fitted to every third game; these are the others. "
        "Off by at most 3 points among greedy bots, by 6 for easy in Cat Brawl. Defend the City is exact.",
        rows,
    )


def luck(path: Path) -> Study:
    rows = []
    for one in measured_reviews(path):
        for seat, (mean, error) in enumerate(zip(one.luck, one.luck_error, strict=True), 1):
            label = f"seat {seat}, {one.bot}"
            rows.append(row_around(one.game, label, 100 * mean, 200 * error, "points a game", one.luck_games))
    return Study(
        "luck",
        "player",
        "Does a review's luck average zero?",
        "python -m benchmarks.review_calibration",
        RULES,
        VERSION,
        MEASURED,
        None,
        TWO_ERRORS,
        "It must be zero. Single games show more than 100 points where static values are far off; luck and play "
        "then cancel out.",
        rows,
    )


def verdicts(path: Path) -> Study:
    rows = []
    for one in measured_reviews(path):
        if one.good:
            rows.append(rate_row(one.game, "bad moves flagged", Rate(one.caught, one.bad)))
            rows.append(rate_row(one.game, "bad moves called unclear", Rate(one.unclear, one.bad)))
            rows.append(rate_row(one.game, "good moves flagged", Rate(one.accused, one.good)))
    return Study(
        "verdicts",
        "player",
        "Does a review flag bad moves, and only these?",
        "python -m benchmarks.review_calibration",
        RULES,
        VERSION,
        MEASURED,
        None,
        WILSON,
        "Bad moves lose 15 points or more against the favourite of a search with ten times hard's budget. "
        "Random ones are rare in Battle Puno, Creature Wars and Ultimatum, so some were sought.",
        rows,
    )


def measured_reviews(path: Path) -> list[Measured]:
    return msgspec.json.decode(path.read_bytes(), type=list[Measured])


def speed_guard(path: Path) -> Study:
    recorded: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
    titles = game_titles()
    rows = [
        Row(titles[task.split(",")[0]], task, value, figure)
        for task, figures in recorded.items()
        for figure, value in figures.items()
    ]
    return Study(
        "speed-guard",
        "author",
        "How much faster are compiled rules?",
        "python -m benchmarks.guard",
        {name: RULES[name] for name in sorted({row.game for row in rows if row.game})},
        VERSION,
        "2026-11-15",
        None,
        "",
        "A round is a fixed calibration loop, so the machine matters little. "
        "The command fails if a figure falls by more than 40 %.",
        rows,
    )
