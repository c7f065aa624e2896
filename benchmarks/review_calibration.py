"""How right a review is: `python -m benchmarks.review_calibration --keep found.json`, and with `--write` into the docs.

Bots play. At one decision of sixteen its seat is given a chance, and at the end it is looked up how often it won. In
other games the luck of every seat is added up, which must come to nothing. In others again moves are planted: bad ones
(far behind in a few dreams, and behind what a search with ten times the budget likes best by ten times as many looks),
which are to be flagged, and those that this search likes best, which are not. Ctrl-C ends it with what was found.

From every third game the sharpness and the curve of an outlook are fitted; chances are shown of the others.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import log
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from rumpus.cli.commands.progress import progress_bar
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.extensions import Outlook
from rumpus.core.info_state import Chair
from rumpus.core.outcome import shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Seeded
from rumpus.lab.simulation.workers import Workers, working
from rumpus.players import find_player
from rumpus.players.catalogue import strength
from rumpus.review import luck as fortune
from rumpus.review import review, verdicts
from rumpus.review.win_probability import Gauge, PlayedGauge, gauge_of, odds, on_curve

Found = TypeVar("Found")
DOCS = Path(__file__).parents[1] / "docs" / "review.md"
BEGIN, END = "<!-- measured -->", "<!-- end -->"
EVERY = 16
"""One decision of so many is looked at, each alike: the same number of each game would be too many of short ones, and
how long a game lasts has to do with who wins it."""
DREAMS = 6
"""For the luck of a decision: fewer than a review takes, which costs precision and is no less just."""
STRONGER = 10
"""Times the usual budget: what is bad or good by that is called so."""
BAD = 0.15
FEW = 12
"""Looks at every move, to find some that may be so bad;"""
OFTEN, SUSPECTED = 4, 12
"""at one decision of so many, and at most so many of a game."""
LEARNT = 3
"""Every so-manieth game is fitted to."""
BENDS = 30.0
"""The price of a bend, in squares of what single games were off by."""
PLACES = 21
"""Of a curve: so many numbers, from 0 to 100."""
STEPS = [1.12**power for power in range(-10, 11)]
"""Times the present sharpness: what is tried."""
SAMPLED = 3000
"""Games of which the looks are kept."""
FITTED = 1200
"""Moments that are enough for a fit."""


class Given(Struct, array_like=True):
    """A chance that was dreamt of, and what came of it; the looks behind it, for a fit."""

    dreamt: float
    won: float
    seat: Seat
    sure: list[list[float]]
    """Looks that came to the end: the share of every seat."""
    leads: list[list[float]]
    """The others: the lead of every seat."""
    glance: list[float]


class Tenth(Struct):
    """All moments whose chance fell into one tenth."""

    moments: int
    given: float
    won: float


class Measured(Struct, omit_defaults=True):
    """What was found out about one game."""

    game: str
    bot: str
    games: int = 0
    tenths: list[Tenth] = []
    """Where there is a curve of two games in three: the others may have been fitted to."""
    loss: float = 0.0
    sharpness: float = 0.0
    """The best one in those others;"""
    curve: list[int] = []
    """the curve that fits them with today's sharpness,"""
    fitted: list[Tenth] = []
    """and the tenths with it, of the games that it was not fitted to."""
    fitted_loss: float = 0.0
    glance: float = 0.0
    luck_games: int = 0
    luck: list[float] = []
    luck_error: list[float] = []
    bad: int = 0
    caught: int = 0
    good: int = 0
    accused: int = 0
    unclear: int = 0
    """Bad moves of which it is said that they cannot be judged."""


class Planted(Struct):
    bad: int = 0
    caught: int = 0
    good: int = 0
    accused: int = 0
    unclear: int = 0


class Study(Struct, frozen=True):
    """What is looked at: all that a process needs to know."""

    game: str
    bot: str
    care: int = 0
    depth: int = 0
    """Another outlook than the game's, where it is not 0."""


@cache
def gauge_for(study: Study) -> Gauge:
    game = find_game(study.game)
    if not study.care:
        return gauge_of(game, game.options(), bot=study.bot)
    usual = game.bots().outlook
    return PlayedGauge(
        game, game.options(), Outlook(study.care, study.depth, usual.sharpness, usual.glance, usual.curve)
    )


class Step(Struct):
    """Decisions that were made together: how things stood before, who decided what, and how they stand after."""

    before: Position
    made: list[tuple[Seat, Move]]
    after: Position
    number: int


def played(gauge: Gauge, bot: str, number: int) -> Iterator[Step]:
    """A game by this bot at every seat, the same in any process; first the deal."""
    game, options = gauge.game, gauge.options
    seats = range(game.seats(options))
    players = [find_player(bot, game, options, f"{bot} {number} {seat}", timed=False) for seat in seats]
    deal, chairs = Seeded(f"deal {number}"), Seeded(f"chairs {number}")
    position = game.start(options, deal)
    yield Step(position, [], position, 0)
    done = 0
    while together := position.to_act():
        before = position.copy()
        made: list[tuple[Seat, Move]] = []
        for seat in together:
            made.append((seat, players[seat].decide(Chair(game, options, before, seat, chairs))))
        for seat, move in made:
            position.apply(seat, move, deal)
        done += len(made)
        yield Step(before, made, position, done)


def moments(gauge: Gauge, bot: str, number: int, every: int = EVERY) -> tuple[list[tuple[Position, Seat]], list[float]]:
    """Decisions of a game, drawn by lot while it is played, and who won in the end."""
    dice = Seeded(f"moments {number}")
    kept: list[tuple[Position, Seat]] = []
    end: Position | None = None
    for step in played(gauge, bot, number):
        end = step.after
        for seat, _ in step.made:
            if len(step.before.moves(seat)) > 1 and dice.below(every) == 0:
                kept.append((step.before, seat))
    assert end is not None
    return kept, shares(end.ranking())


def chances(study: Study, number: int) -> list[Given]:
    gauge = gauge_for(study)
    kept, won = moments(gauge, study.bot, number)
    found: list[Given] = []
    for at, (position, seat) in enumerate(kept):
        seed = f"calibration {number} {at}"
        if not isinstance(gauge, PlayedGauge):
            chance = review.known_chance(gauge, position, seat, seed, 1)
            found.append(Given(chance.value, won[seat], seat, [], [], []))
            continue
        chair = Chair(gauge.game, gauge.options, position, seat, Seeded(f"{seed} chair"))
        one = Given(0.0, won[seat], seat, [], [], gauge.leads(position))
        for look in range(review.LOOKS):
            gauge.reseed(f"{seed} {look}")
            dream = chair.imagine(gauge.luck)
            gauge.tree.play_on(dream)
            if dream.result() is not None:
                one.sure.append(shares(dream.ranking()))
            else:
                one.leads.append([round(lead, 4) for lead in gauge.leads(dream)])
        one.dreamt = dreamt_at(one, gauge.outlook.sharpness)
        found.append(one)
    return found


def dreamt_at(one: Given, sharpness: float) -> float:
    looks = one.sure + [odds(leads, sharpness) for leads in one.leads]
    return sum(look[one.seat] for look in looks) / len(looks)


def chance_of(gauge: Gauge, one: Given, curve: Sequence[int]) -> float:
    return on_curve(curve, one.dreamt) if curve and not gauge.exact else one.dreamt


def lucks(study: Study, number: int) -> list[float]:
    """The luck of every seat in one game."""
    fortune.DREAMS = DREAMS
    gauge = gauge_for(study)
    total: list[float] = []
    for step in played(gauge, study.bot, number):
        if step.made:
            swing = fortune.of_decisions(gauge, step.before, step.made, step.after, step.number, f"{number}", 1)
        else:
            swing = fortune.of_the_deal(gauge, step.after, f"{number}", 1)
        total = [sum(pair) for pair in zip(total or [0.0] * len(swing.luck), swing.luck, strict=True)]
    return total


def planted(study: Study, number: int) -> Planted:
    """Some decisions of a game: the best move at the first of them, and wherever one looks bad, that one."""
    gauge = gauge_for(study)
    found = Planted()
    kept, _ = moments(gauge, study.bot, number, OFTEN)
    for at, (position, seat) in enumerate(kept[:SUSPECTED]):
        chair = Chair(gauge.game, gauge.options, position, seat, Seeded(f"planted {number} {at}"))
        bad = suspect(gauge, chair, f"suspect {number} {at}")
        if at and bad is None:
            continue
        usual = strength("hard", gauge.game, timed=False).simulations or 1
        name = "exact" if gauge.exact else f"search:{usual * STRONGER}"
        best = find_player(name, gauge.game, gauge.options, f"strong {number} {at}").decide(chair)
        if not at:
            found.good += 1
            found.accused += judged(gauge, chair, best) in (verdicts.DOUBT, verdicts.MISTAKEN)
        if bad is None or bad == best:
            continue
        gain = verdicts.compared(gauge, chair, bad, best, f"truth {number} {at}", STRONGER).gain
        if gain.value < -BAD and gain.value + verdicts.SURE * gain.error < 0.0:
            verdict = judged(gauge, chair, bad)
            found.bad += 1
            found.caught += verdict in (verdicts.DOUBT, verdicts.MISTAKEN)
            found.unclear += verdict == verdicts.UNCLEAR
    return found


def suspect(gauge: Gauge, chair: Chair, seed: str) -> Move | None:
    """One of those that are far behind in a few dreams, by lot; None where no move is."""
    moves = chair.moves()
    worths = [sum(verdicts.look(gauge, chair, move, f"{seed} {again}") for again in range(FEW)) for move in moves]
    behind = [move for move, worth in zip(moves, worths, strict=True) if worth < max(worths) - FEW * BAD]
    return behind[Seeded(seed).below(len(behind))] if behind else None


def judged(gauge: Gauge, chair: Chair, move: Move) -> str:
    verdict = verdicts.judged(gauge, chair, move, 0, 1)
    return "" if verdict is None else verdict.verdict


# --- what comes of it ---


def tenths(given: Sequence[tuple[float, float]]) -> list[Tenth]:
    found: list[Tenth] = []
    for tenth in range(10):
        some = [pair for pair in given if min(9, int(pair[0] * 10)) == tenth]
        count = max(1, len(some))
        found.append(Tenth(len(some), sum(one for one, _ in some) / count, sum(won for _, won in some) / count))
    return found


def loss(given: Sequence[tuple[float, float]]) -> float:
    """What a chance costs that was given to something else than what came: less is better, 0.693 knows nothing."""
    total = 0.0
    for chance, won in given:
        sure = min(0.999, max(0.001, chance))
        total -= won * log(sure) + (1.0 - won) * log(1.0 - sure)
    return total / max(1, len(given))


def fit(found: Measured, learnt: Sequence[Given], shown: Sequence[Given], gauge: PlayedGauge) -> None:
    """The sharpness and the curve that fit some games best, and how the curve does in others."""
    outlook = gauge.outlook
    some = [one for one in learnt if one.sure or one.leads][:FITTED]
    sharpnesses = [outlook.sharpness * step for step in STEPS]
    found.sharpness = min(
        sharpnesses, key=lambda sharpness: loss([(dreamt_at(one, sharpness), one.won) for one in some])
    )
    glances = [(outlook.glance or outlook.sharpness) * step for step in STEPS]
    found.glance = min(
        glances, key=lambda glance: loss([(odds(one.glance, glance)[one.seat], one.won) for one in some])
    )
    found.curve = curve_through([(one.dreamt, one.won) for one in learnt])
    pairs = [(chance_of(gauge, one, found.curve), one.won) for one in shown]
    found.fitted, found.fitted_loss = tenths(pairs), loss(pairs)


def curve_through(given: Sequence[tuple[float, float]]) -> list[int]:
    """The rising curve from 0 to 1 that is closest to what came of these chances, in per cent: by least squares, with a
    price on its bends."""
    steps = PLACES - 1
    near = np.zeros((len(given), PLACES))
    for row, (chance, _) in enumerate(given):
        at = min(int(chance * steps), steps - 1)
        near[row, at], near[row, at + 1] = at + 1 - chance * steps, chance * steps - at
    bends = np.diff(np.eye(PLACES), n=2, axis=0) * BENDS**0.5
    # The ends are what they are: nothing is left to fit there.
    rows = np.vstack((near, bends))
    wanted = np.concatenate(([won for _, won in given], np.zeros(len(bends)))) - rows[:, steps]
    heights, *_ = np.linalg.lstsq(rows[:, 1:steps], wanted, rcond=None)
    rising = np.maximum.accumulate(np.clip(heights, 0.0, 1.0))
    return [0, *(100 * rising).round().astype(int).tolist(), 100]


def collect(workers: Workers, job: Callable[[int], Found], title: str, numbers: range, into: dict[int, Found]) -> None:
    with progress_bar(title) as bar:
        for number, one in workers.map(job, numbers):
            into[number] = one
            bar.count(len(into), len(numbers))


def measure(workers: Workers, study: Study, counts: tuple[int, int, int], first: int, samples: Path | None) -> Measured:
    """Games for chances, for luck and with planted moves; an interrupt ends what is under way."""
    gauge = gauge_for(study)
    done: dict[int, list[Given]] = {}
    all_lucks: dict[int, list[float]] = {}
    all_planted: dict[int, Planted] = {}
    title = gauge.game.title
    some, lucky, bad = (range(first, first + count) for count in counts)
    with contextlib.suppress(KeyboardInterrupt):
        collect(workers, partial(chances, study), f"{title}, chances", some, done)
        collect(workers, partial(lucks, study), f"{title}, luck", lucky, all_lucks)
        collect(workers, partial(planted, study), f"{title}, planted moves", bad, all_planted)
    if samples:
        samples.write_bytes(msgspec.json.encode([done[number] for number in sorted(done)][:SAMPLED]))
    return summed_up(study, done, all_lucks, all_planted)


def summed_up(
    study: Study, done: dict[int, list[Given]], all_lucks: dict[int, list[float]], all_planted: dict[int, Planted]
) -> Measured:
    """What the games say that were played, by their number."""
    found = Measured(study.game, study.bot)
    gauge = gauge_for(study)
    learnt = [one for number, game in done.items() if number % LEARNT == 0 for one in game]
    curve = gauge.curve if isinstance(gauge, PlayedGauge) else ()
    fresh = {number: game for number, game in done.items() if number % LEARNT or not curve}
    shown = [one for game in fresh.values() for one in game]
    given = [(chance_of(gauge, one, curve), one.won) for one in shown]
    found.games, found.tenths, found.loss = len(fresh), tenths(given), loss(given)
    if isinstance(gauge, PlayedGauge) and learnt and shown:
        fit(found, learnt, shown, gauge)
    found.luck_games = len(all_lucks)
    for column in zip(*all_lucks.values(), strict=True):
        mean = sum(column) / len(column)
        spread = sum((one - mean) ** 2 for one in column) / max(1, len(column) - 1)
        found.luck.append(mean)
        found.luck_error.append((spread / len(column)) ** 0.5)
    for one in all_planted.values():
        found.bad += one.bad
        found.caught += one.caught
        found.good += one.good
        found.accused += one.accused
        found.unclear += one.unclear
    return found


# --- for the docs ---


def tables(found: Sequence[Measured]) -> str:
    """As markdown."""
    lines = ["| game | bots | games | moments | " + " | ".join(f"{n}–{n + 10} %" for n in range(0, 100, 10)) + " |"]
    lines.append("|---" * 14 + "|")
    for one in found:
        if one.games:
            cells = [_cell(tenth) for tenth in one.tenths]
            moments_seen = sum(tenth.moments for tenth in one.tenths)
            head = f"| {find_game(one.game).title} | `{one.bot}` | {one.games:,} | {moments_seen:,} | "
            lines.append(head + " | ".join(cells) + " |")
    lines += ["", "Mean chance given → won, in %, and in brackets twice the standard error of what was won.", ""]
    lines += ["| game | bots | games | luck a game, in points, by seat |", "|---|---|---|---|"]
    for one in found:
        if one.luck_games:
            pairs = zip(one.luck, one.luck_error, strict=True)
            told = ", ".join(f"{100 * mean:+.2f} ± {200 * error:.2f}" for mean, error in pairs)
            lines.append(f"| {find_game(one.game).title} | `{one.bot}` | {one.luck_games:,} | {told} |")
    lines += [
        "",
        "With twice the standard error.",
        "",
        "| game | bad moves planted | flagged | called unclear | strong moves | flagged |",
    ]
    lines.append("|---|---|---|---|---|---|")
    for one in found:
        if one.good:
            caught, unclear = (_share(part, one.bad) for part in (one.caught, one.unclear))
            accused = _share(one.accused, one.good)
            lines.append(f"| {find_game(one.game).title} | {one.bad} | {caught} | {unclear} | {one.good} | {accused} |")
    return "\n".join(lines)


def _cell(tenth: Tenth) -> str:
    if not tenth.moments:
        return ""
    error = (max(tenth.won * (1 - tenth.won), 0.01) / tenth.moments) ** 0.5
    return f"{100 * tenth.given:.0f} → {100 * tenth.won:.0f} ({200 * error:.1f})"


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.0f} %)" if whole else "–"


def write(found: Sequence[Measured]) -> None:
    """Between the marks of the page."""
    text = DOCS.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    DOCS.write_text(f"{before}{BEGIN}\n\n{tables(found)}\n\n{END}{after}", encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review_calibration", description=__doc__)
    parser.add_argument("games_played", metavar="GAME", nargs="*", help="by default all that are installed")
    parser.add_argument("--bot", default="", help="by default exact where the game is solved, else greedy")
    parser.add_argument("--games", type=int, default=15_000, help="for the chances; two in three are shown")
    parser.add_argument("--luck", type=int, default=2000, help="games in which luck is added up")
    parser.add_argument("--planted", type=int, default=200, help="games with planted moves")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--samples", metavar="FILE", type=Path, help="the looks behind every chance, as JSON")
    parser.add_argument("--care", type=int, default=0, help="another outlook than the game's: care …")
    parser.add_argument("--depth", type=int, default=12, help="… and depth")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--keep", metavar="FILE", type=Path, help="what was found, as JSON")
    parser.add_argument("--show", metavar="FILE", type=Path, nargs="+", help="what was kept earlier, without playing")
    parser.add_argument("--write", action="store_true", help="the tables into docs/review.md")
    asked = parser.parse_args(arguments)
    found: list[Measured] = []
    for path in asked.show or ():
        found += msgspec.json.decode(path.read_bytes(), type=list[Measured])
    if not asked.show:
        with working(asked.jobs) as workers:
            for name in asked.games_played or game_names():
                exact = gauge_for(Study(name, "")).exact and not asked.care
                bot = asked.bot or ("exact" if exact else "greedy")
                study = Study(name, bot, asked.care, asked.depth if asked.care else 0)
                found.append(
                    measure(workers, study, (asked.games, asked.luck, asked.planted), asked.first, asked.samples)
                )
                print(msgspec.json.encode(found[-1]).decode(), flush=True)
    if asked.keep:
        asked.keep.write_bytes(msgspec.json.encode(found))
    print(tables(found))
    if asked.write:
        write(found)


if __name__ == "__main__":
    main(sys.argv[1:])
