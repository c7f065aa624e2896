"""Measures how right reviews are: `python -m benchmarks.review_calibration --keep found.json`.

Bots play three sets of games. In the first, the win probability of a seat is predicted at one decision of sixteen and
compared with the result. In the second, the luck of every seat is added up; its mean must be 0. In the third, moves are
planted: bad ones, which a review must flag, and the best ones, which it must not. A bad move is far behind in a few
rollouts, and behind the favourite of a search with ten times the budget. Ctrl-C stops with the games played so far.

Slope and calibration of the win model are fitted to every third game; the predictions are shown for the others.
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
from msgspec import Struct, field

from rumpus.cli.commands.progress import progress_bar
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.extensions import WinModel
from rumpus.core.info_state import InfoState
from rumpus.core.outcome import win_shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.system.pausable import complete
from rumpus.lab.simulation.workers import Workers, working
from rumpus.players import find_player
from rumpus.players.catalogue import budget_for
from rumpus.review import luck, review, verdicts
from rumpus.review.win_probability import RolloutEstimator, WinEstimator, interpolate, probabilities_from, win_estimator

Found = TypeVar("Found")
EVERY = 16
"""One decision of this number is predicted. A fixed number per game would bias: the length depends on the winner."""
WORLDS = 6
"""Worlds per decision for its luck. Fewer than in a review: less precise, but unbiased too."""
STRONGER = 10
"""Factor on the usual budget of the search that decides which moves are good or bad."""
BAD = 0.15
"""Loss of win probability from which a move is bad."""
SUSPECT_ROLLOUTS = 12
"""Rollouts per move to find suspects."""
SUSPECT_EVERY, MAX_SUSPECTS = 4, 12
"""Suspects are sought at one decision of this number, and at most this often per game."""
FIT_EVERY = 3
"""Every n-th game is used for the fit."""
BEND_PENALTY = 30.0
"""Weight of squared bends of the curve, against squared errors of single games."""
PLACES = 21
"""Points of a curve."""
STEPS = [1.12**power for power in range(-10, 11)]
"""Factors on the present slope that the fit tries."""
MAX_SAMPLED_GAMES = 3000
MAX_FITTED = 1200
"""Predictions used to fit the slopes."""


class Given(Struct, array_like=True):
    """A prediction and the result, with its rollouts for a fit."""

    calibrated: float
    won: float
    seat: Seat
    finished: list[list[float]]
    """Win shares by seat, of rollouts to the end of the game."""
    logits: list[list[float]]
    """Logits by seat, of the other rollouts."""
    static_logits: list[float]
    """Logits by seat, without a rollout."""


class Tenth(Struct):
    """Predictions within one tenth of the range: their number, mean and win rate."""

    moments: int
    given: float
    won: float


class Measured(Struct, omit_defaults=True):
    """Results of one game. The names are keys of the recorded file."""

    game: str
    bot: str
    games: int = 0
    tenths: list[Tenth] = []
    """Predictions of the present win model. With a calibration: of the games not used for a fit."""
    loss: float = 0.0
    slope: float = field(name="sharpness", default=0.0)
    """Best slope in the games used for the fit."""
    curve: list[int] = []
    """Calibration fitted to those games, with the present slope."""
    fitted: list[Tenth] = []
    """Predictions with the fitted calibration, of the other games."""
    fitted_loss: float = 0.0
    static_slope: float = field(name="glance", default=0.0)
    luck_games: int = 0
    luck: list[float] = []
    luck_error: list[float] = []
    bad: int = 0
    caught: int = 0
    good: int = 0
    accused: int = 0
    unclear: int = 0
    """Bad moves whose verdict is "unclear"."""


class Planted(Struct):
    bad: int = 0
    caught: int = 0
    good: int = 0
    accused: int = 0
    unclear: int = 0


class Study(Struct, frozen=True):
    """What is measured: all that a process needs."""

    game: str
    bot: str
    rollout_candidates: int = 0
    """Replaces the win model's setting. 0: the game's win model."""
    rollout_depth: int = 0


@cache
def estimator_for(study: Study) -> WinEstimator:
    game = find_game(study.game)
    if not study.rollout_candidates:
        return win_estimator(game, game.options(), bot=study.bot)
    usual = game.bots().win_model
    rollouts = study.rollout_candidates, study.rollout_depth
    win_model = WinModel(*rollouts, usual.slope, usual.static_slope, usual.calibration)
    return RolloutEstimator(game, game.options(), win_model)


class Step(Struct):
    """Decisions made at the same time, with the positions before and after."""

    before: Position
    decisions: list[tuple[Seat, Move]]
    after: Position
    number: int


def played(estimator: WinEstimator, bot: str, number: int) -> Iterator[Step]:
    """Plays a game with this bot at every seat, the same in any process. The first step is the deal."""
    game, options = estimator.game, estimator.options
    seats = range(game.seats(options))
    players = [find_player(bot, game, options, f"{bot} {number} {seat}", timed=False) for seat in seats]
    deal, worlds = SeededRng(f"deal {number}"), SeededRng(f"chairs {number}")
    position = game.start(options, deal)
    yield Step(position, [], position, 0)
    done = 0
    while together := position.to_act():
        before = position.copy()
        made = [(seat, players[seat].decide(InfoState(game, options, before, seat, worlds))) for seat in together]
        for seat, move in made:
            position.apply(seat, move, deal)
        done += len(made)
        yield Step(before, made, position, done)


def moments(
    estimator: WinEstimator, bot: str, number: int, every: int = EVERY
) -> tuple[list[tuple[Position, Seat]], list[float]]:
    """Random decisions of a game, and the win shares at its end."""
    rng = SeededRng(f"moments {number}")
    kept: list[tuple[Position, Seat]] = []
    end: Position | None = None
    for step in played(estimator, bot, number):
        end = step.after
        for seat, _ in step.decisions:
            if len(step.before.moves(seat)) > 1 and rng.below(every) == 0:
                kept.append((step.before, seat))
    assert end is not None
    return kept, win_shares(end.ranking())


def predictions(study: Study, number: int) -> list[Given]:
    estimator = estimator_for(study)
    kept, won = moments(estimator, study.bot, number)
    found: list[Given] = []
    for at, (position, seat) in enumerate(kept):
        seed = f"calibration {number} {at}"
        if not isinstance(estimator, RolloutEstimator):
            predicted = review.win_probability_for_seat(estimator, position, seat, seed, 1)
            found.append(Given(predicted.value, won[seat], seat, [], [], []))
            continue
        info = InfoState(estimator.game, estimator.options, position, seat, SeededRng(f"{seed} chair"))
        one = Given(0.0, won[seat], seat, [], [], estimator.logits(position))
        for rollout in range(review.ROLLOUTS):
            estimator.reseed(f"{seed} {rollout}")
            world = info.sample(estimator.rng)
            estimator.tree.rollout(world)
            if world.result() is not None:
                one.finished.append(win_shares(world.ranking()))
            else:
                one.logits.append([round(logit, 4) for logit in estimator.logits(world)])
        one.calibrated = sampled_at(one, estimator.win_model.slope)
        found.append(one)
    return found


def sampled_at(one: Given, slope: float) -> float:
    rollouts = one.finished + [probabilities_from(logits, slope) for logits in one.logits]
    return sum(rollout[one.seat] for rollout in rollouts) / len(rollouts)


def static_at(one: Given, slope: float) -> float:
    return probabilities_from(one.static_logits, slope)[one.seat]


def calibrated(estimator: WinEstimator, one: Given, curve: Sequence[int]) -> float:
    return interpolate(curve, one.calibrated) if curve and not estimator.exact else one.calibrated


def lucks(study: Study, number: int) -> list[float]:
    """The luck of every seat in one game."""
    luck.WORLDS = WORLDS
    estimator = estimator_for(study)
    total: list[float] = []
    for step in played(estimator, study.bot, number):
        if step.decisions:
            made = step.before, step.decisions, step.after, step.number
            swing = complete(luck.luck_of_decisions(estimator, *made, f"{number}", 1))
        else:
            swing = complete(luck.luck_of_deal(estimator, step.after, f"{number}", 1))
        total = [sum(pair) for pair in zip(total or [0.0] * len(swing.luck), swing.luck, strict=True)]
    return total


def planted(study: Study, number: int) -> Planted:
    """Reviews planted moves of a game: the best one at the first decision, and bad ones wherever found."""
    estimator = estimator_for(study)
    found = Planted()
    kept, _ = moments(estimator, study.bot, number, SUSPECT_EVERY)
    for at, (position, seat) in enumerate(kept[:MAX_SUSPECTS]):
        info = InfoState(estimator.game, estimator.options, position, seat, SeededRng(f"planted {number} {at}"))
        bad = suspect(estimator, info, f"suspect {number} {at}")
        if at and bad is None:
            continue
        usual = budget_for("hard", estimator.game, timed=False).simulations or 1
        name = "exact" if estimator.exact else f"search:{usual * STRONGER}"
        best = find_player(name, estimator.game, estimator.options, f"strong {number} {at}").decide(info)
        if not at:
            found.good += 1
            found.accused += verdicts_of(estimator, info, best) in (verdicts.DOUBT, verdicts.MISTAKE_VERDICT)
        if bad is None or bad == best:
            continue
        gain = complete(verdicts.compare_moves(estimator, info, bad, best, f"truth {number} {at}", STRONGER)).gain
        if gain.value < -BAD and gain.value + verdicts.Z_SURE * gain.error < 0.0:
            verdict = verdicts_of(estimator, info, bad)
            found.bad += 1
            found.caught += verdict in (verdicts.DOUBT, verdicts.MISTAKE_VERDICT)
            found.unclear += verdict == verdicts.UNCLEAR
    return found


def suspect(estimator: WinEstimator, info: InfoState, seed: str) -> Move | None:
    """A random move that is far behind in a few rollouts; None if there is none."""
    moves = info.moves()
    seeds = [f"{seed} {again}" for again in range(SUSPECT_ROLLOUTS)]
    values = [sum(verdicts.rollout_after(estimator, info, move, one) for one in seeds) for move in moves]
    behind = [move for move, value in zip(moves, values, strict=True) if value < max(values) - SUSPECT_ROLLOUTS * BAD]
    return behind[SeededRng(seed).below(len(behind))] if behind else None


def verdicts_of(estimator: WinEstimator, info: InfoState, move: Move) -> str:
    verdict = complete(verdicts.verdict_on(estimator, info, move, 0, 1))
    return "" if verdict is None else verdict.verdict


# --- results ---


def tenths(given: Sequence[tuple[float, float]]) -> list[Tenth]:
    found: list[Tenth] = []
    for tenth in range(10):
        some = [pair for pair in given if min(9, int(pair[0] * 10)) == tenth]
        count = max(1, len(some))
        found.append(Tenth(len(some), sum(one for one, _ in some) / count, sum(won for _, won in some) / count))
    return found


def loss(given: Sequence[tuple[float, float]]) -> float:
    """Mean cross-entropy. 0.693 is that of always predicting 50 %."""
    total = 0.0
    for chance, won in given:
        bounded = min(0.999, max(0.001, chance))
        total -= won * log(bounded) + (1.0 - won) * log(1.0 - bounded)
    return total / max(1, len(given))


def fit(found: Measured, learnt: Sequence[Given], shown: Sequence[Given], estimator: RolloutEstimator) -> None:
    """Fits slopes and calibration to some games, and measures the calibration in others."""
    win_model = estimator.win_model
    some = [one for one in learnt if one.finished or one.logits][:MAX_FITTED]
    slopes = [win_model.slope * step for step in STEPS]
    found.slope = min(slopes, key=lambda slope: loss([(sampled_at(one, slope), one.won) for one in some]))
    static_slopes = [(win_model.static_slope or win_model.slope) * step for step in STEPS]
    found.static_slope = min(static_slopes, key=lambda slope: loss([(static_at(one, slope), one.won) for one in some]))
    found.curve = curve_through([(one.calibrated, one.won) for one in learnt])
    pairs = [(calibrated(estimator, one, found.curve), one.won) for one in shown]
    found.fitted, found.fitted_loss = tenths(pairs), loss(pairs)


def curve_through(given: Sequence[tuple[float, float]]) -> list[int]:
    """The rising curve through predictions and results, in per cent: least squares, with a penalty on bends."""
    steps = PLACES - 1
    near = np.zeros((len(given), PLACES))
    for row, (chance, _) in enumerate(given):
        at = min(int(chance * steps), steps - 1)
        near[row, at], near[row, at + 1] = at + 1 - chance * steps, chance * steps - at
    bends = np.diff(np.eye(PLACES), n=2, axis=0) * BEND_PENALTY**0.5
    # Both ends are fixed, 0 and 1: only the points between are fitted.
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
    """Plays the three sets of games. An interrupt stops the present set and omits the rest."""
    estimator = estimator_for(study)
    done: dict[int, list[Given]] = {}
    all_lucks: dict[int, list[float]] = {}
    all_planted: dict[int, Planted] = {}
    title = estimator.game.title
    some, lucky, bad = (range(first, first + count) for count in counts)
    with contextlib.suppress(KeyboardInterrupt):
        collect(workers, partial(predictions, study), f"{title}, predictions", some, done)
        collect(workers, partial(lucks, study), f"{title}, luck", lucky, all_lucks)
        collect(workers, partial(planted, study), f"{title}, planted moves", bad, all_planted)
    if samples:
        samples.write_bytes(msgspec.json.encode([done[number] for number in sorted(done)][:MAX_SAMPLED_GAMES]))
    return summed_up(study, done, all_lucks, all_planted)


def summed_up(
    study: Study, done: dict[int, list[Given]], all_lucks: dict[int, list[float]], all_planted: dict[int, Planted]
) -> Measured:
    """Summarises the games played, given by number."""
    found = Measured(study.game, study.bot)
    estimator = estimator_for(study)
    learnt = [one for number, game in done.items() if number % FIT_EVERY == 0 for one in game]
    curve = estimator.calibration if isinstance(estimator, RolloutEstimator) else ()
    fresh = {number: game for number, game in done.items() if number % FIT_EVERY or not curve}
    shown = [one for game in fresh.values() for one in game]
    given = [(calibrated(estimator, one, curve), one.won) for one in shown]
    found.games, found.tenths, found.loss = len(fresh), tenths(given), loss(given)
    if isinstance(estimator, RolloutEstimator) and learnt and shown:
        fit(found, learnt, shown, estimator)
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


# --- tables ---


def tables(found: Sequence[Measured]) -> str:
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


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review_calibration", description=__doc__)
    parser.add_argument("games_played", metavar="GAME", nargs="*", help="default: all installed")
    parser.add_argument("--bot", default="", help="default: exact where the game is solved, else greedy")
    parser.add_argument("--games", type=int, default=15_000, help="games for predictions; two in three are shown")
    parser.add_argument("--luck", type=int, default=2000, help="games for luck")
    parser.add_argument("--planted", type=int, default=200, help="games with planted moves")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--samples", metavar="FILE", type=Path, help="write the rollouts of every prediction as JSON")
    parser.add_argument("--rollout-candidates", type=int, default=0, help="replaces the win model's; 0: unchanged")
    parser.add_argument("--rollout-depth", type=int, default=12, help="used with --rollout-candidates")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0: one per core")
    parser.add_argument(
        "--keep",
        metavar="FILE",
        type=Path,
        help="write the results as JSON",
    )
    parser.add_argument("--show", metavar="FILE", type=Path, nargs="+", help="show kept results, without playing")
    args = parser.parse_args(arguments)
    found: list[Measured] = []
    for path in args.show or ():
        found += msgspec.json.decode(path.read_bytes(), type=list[Measured])
    if not args.show:
        with working(args.jobs) as workers:
            for name in args.games_played or game_names():
                exact = estimator_for(Study(name, "")).exact and not args.rollout_candidates
                bot = args.bot or ("exact" if exact else "greedy")
                candidates = args.rollout_candidates
                study = Study(name, bot, candidates, args.rollout_depth if candidates else 0)
                counts = args.games, args.luck, args.planted
                found.append(measure(workers, study, counts, args.first, args.samples))
                print(msgspec.json.encode(found[-1]).decode(), flush=True)
    if args.keep:
        args.keep.write_bytes(msgspec.json.encode(found))
    print(tables(found))


if __name__ == "__main__":
    main(sys.argv[1:])
