"""Finds puzzles in games between bots: a cheap screening first, then two precise passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rumpus.core.content.puzzle import GRADES, NO_BOT, Puzzle, PuzzleKey
from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Seat
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng, rng_for
from rumpus.core.system.pausable import complete
from rumpus.players import find_player
from rumpus.review.verdicts import BATCHES, ROLLOUTS, Z_SURE, exact_value, moves_by_visits, rollout_after
from rumpus.review.win_probability import WinEstimator
from rumpus.stats.estimates import MeanEstimate, estimate

MIN_GAIN = 0.15
"""Least gain in win probability over every other move."""
EFFORT_FACTOR = 10
"""Budget of a precise pass, as a multiple of the usual one."""
FIRST_ROLLOUTS = ((1, 0.02), (3, 0.04), (9, 0.1))
"""Stages of the screening: rollouts per move, and the least lead per rollout to go on."""
SHORTLIST = 10
"""Moves screened: those with the highest static score."""
BOT_TRIES = 3
"""Attempts per bot. It finds a move if it plays it in most of them."""
MIN_MOVES_APART = 8
"""Least distance between puzzles of one game, in moves."""
RANDOM_MOVE_EVERY = (4, 2, 1)
"""One in this many moves is random, by game in turn: mistakes make puzzles."""


class OnlyMove(NamedTuple):
    """A move that is better than all others by `MIN_GAIN`, with the second best."""

    win_probability: MeanEstimate
    gain: MeanEstimate
    second_best: Move


def puzzles_in(estimator: WinEstimator, number: int) -> list[Puzzle]:
    """Finds the puzzles in one game of bots. Equal in any process."""
    game, options = estimator.game, estimator.options
    seats = range(game.seats(options))
    names = [f"Player {seat + 1}" for seat in seats]
    record = Record(game.name, game.version, options.changed(), f"puzzles of {game.name}, game {number}", names)
    players = [find_player("greedy", game, options, f"puzzles {number} {seat}") for seat in seats]
    # Only the rules draw from the record's seed, so a replay needs none of the bots' draws.
    deal, rng = rng_for(record.seed), SeededRng(f"puzzles {number}")
    position = game.start(options, deal)
    # `below(1)` is always 0: in every third game all moves are random.
    random_every = RANDOM_MOVE_EVERY[number % len(RANDOM_MOVE_EVERY)]
    found: list[Puzzle] = []
    while together := position.to_act():
        chosen: list[tuple[Seat, Move]] = []
        for seat in together:
            info = InfoState(game, options, position, seat, rng, names)
            moves = info.moves()
            far_enough = not found or len(record.moves) >= len(found[-1].record.moves) + MIN_MOVES_APART
            if seat == together[0] and len(moves) > 1 and far_enough and not game.lab().in_setup(position):
                so_far = Record(
                    game=record.game,
                    version=record.version,
                    options=record.options,
                    seed=record.seed,
                    players=record.players,
                    moves=record.moves,
                )
                key = key_of(estimator, info, seed_of(so_far))
                if key is not None:
                    found.append(Puzzle(f"{number}-{len(record.moves)}", so_far, key))
            at_random = rng.below(random_every) == 0
            chosen.append((seat, moves[rng.below(len(moves))] if at_random else players[seat].decide(info)))
        for seat, move in chosen:
            record.moves.append((seat, game.format_move(position, seat, move)))
            position.apply(seat, move, deal)
    return found


def seed_of(record: Record) -> str:
    """Returns the seed of a puzzle's analysis, so that checks sample the same worlds."""
    return f"{record.seed}, move {len(record.moves)}"


def key_of(estimator: WinEstimator, info: InfoState, seed: str) -> PuzzleKey | None:
    """Returns the solution; None if no puzzle."""
    # Cheap tests first: a precise pass costs `EFFORT_FACTOR` times the rollouts of a review.
    best = exact_best(estimator, info, seed) if estimator.exact else first_pass(estimator, info, seed)
    if best is None or _bot_finds(info, "easy", best, seed, 1):
        return None
    if not estimator.exact and not _passes_screening(estimator, info, best, seed):
        return None
    only = only_move(estimator, info, best, f"{seed} first pass", EFFORT_FACTOR)
    if only is None:
        return None
    # Other worlds: luck in the first pass is no proof. The key keeps the first pass, which `fault_in` repeats.
    if not estimator.exact and only_move(estimator, info, best, f"{seed} second pass", EFFORT_FACTOR) is None:
        return None
    grade = grade_of(info, best, seed)
    if not grade:
        return None
    chance, gain, error = round(only.win_probability.value, 3), round(only.gain.value, 3), round(only.gain.error, 4)
    return PuzzleKey(info.seat, info.format_move(best), chance, gain, error, info.format_move(only.second_best), grade)


def _passes_screening(estimator: WinEstimator, info: InfoState, best: Move, seed: str) -> bool:
    """Screens a move by a usual number of rollouts and a long search."""
    if only_move(estimator, info, best, f"{seed} second look", 1) is None:
        return False
    return complete(moves_by_visits(info, f"{seed} favourite", EFFORT_FACTOR))[0] == best


def grade_of(info: InfoState, best: Move, seed: str) -> str:
    """Returns the weakest bot that finds the move. Empty if `easy` does."""
    if _bot_finds(info, "easy", best, f"{seed} again", BOT_TRIES):
        return ""
    return next((bot for bot in GRADES if bot == NO_BOT or _bot_finds(info, bot, best, seed, BOT_TRIES)), NO_BOT)


def fault_in(estimator: WinEstimator, puzzle: Puzzle) -> str:
    """Repeats the analysis. Returns an objection, empty if it is still a puzzle."""
    info = puzzle.info_state(estimator.game)
    best = estimator.game.parse_move(puzzle.position(estimator.game), puzzle.key.seat, puzzle.key.best)
    if only_move(estimator, info, best, f"{seed_of(puzzle.record)} first pass", EFFORT_FACTOR) is None:
        return f"“{puzzle.key.best}” is not much better than every other move"
    return ""


def exact_best(estimator: WinEstimator, info: InfoState, seed: str) -> Move | None:
    """Returns the move that wins by `MIN_GAIN` in the exact solution, if there is one."""
    estimator.reseed(seed)
    best_value = estimator.rollout(info.sample(estimator.rng))[info.seat]
    good: list[Move] = []
    for move in info.moves():
        value = exact_value(estimator, info, move, seed)
        if value is None:
            return None
        if value > best_value - MIN_GAIN:
            good.append(move)
        if len(good) > 1:
            return None
    return good[0] if good else None


def first_pass(estimator: WinEstimator, info: InfoState, seed: str) -> Move | None:
    """Returns the move that leads after a few rollouts, if there is one."""
    moves = info.moves()
    if len(moves) > SHORTLIST:
        values = info.score_moves(estimator.game.bots().evaluator(estimator.options), moves)
        order = sorted(range(len(moves)), key=lambda place: -values[place])
        moves = [moves[place] for place in order[:SHORTLIST]]
    sums = [0.0] * len(moves)
    done = 0
    for rollouts, min_lead in FIRST_ROLLOUTS:
        for again in range(done, rollouts):
            for place, move in enumerate(moves):
                sums[place] += rollout_after(estimator, info, move, f"{seed} glimpse {again}")
        done = rollouts
        ranked = sorted(sums, reverse=True)
        if ranked[0] - ranked[1] < min_lead * rollouts:
            return None
    return moves[sums.index(max(sums))]


def only_move(estimator: WinEstimator, info: InfoState, best: Move, seed: str, effort: int) -> OnlyMove | None:
    """Compares a move with all others in the same worlds. None unless it is the only move."""
    others = [move for move in info.moves() if move != best]
    if estimator.exact:
        return _exact_only_move(estimator, info, best, others, seed)
    probabilities: list[float] = []
    gains: dict[Move, list[float]] = {move: [] for move in others}
    undecided = others
    for batch in range(BATCHES * effort):
        for again in range(batch * ROLLOUTS, (batch + 1) * ROLLOUTS):
            mine = rollout_after(estimator, info, best, f"{seed} {again}")
            probabilities.append(mine)
            for move in undecided:
                gains[move].append(mine - rollout_after(estimator, info, move, f"{seed} {again}"))
        now = {move: estimate(gains[move]) for move in undecided}
        if any(gain.value + Z_SURE * gain.error < MIN_GAIN for gain in now.values()):
            return None
        # Moves surely behind by `MIN_GAIN` need no more rollouts: the rest of the budget goes to close rivals.
        undecided = [move for move, gain in now.items() if gain.value - Z_SURE * gain.error < MIN_GAIN]
        if not undecided:
            break
    found = {move: estimate(some) for move, some in gains.items()}
    closest = min(others, key=lambda move: found[move].value)
    # The budget may end with moves undecided. Then the mean alone decides.
    if found[closest].value < MIN_GAIN:
        return None
    return OnlyMove(estimate(probabilities), found[closest], closest)


def _exact_only_move(
    estimator: WinEstimator, info: InfoState, best: Move, others: Sequence[Move], seed: str
) -> OnlyMove | None:
    mine = exact_value(estimator, info, best, seed)
    if mine is None:
        return None
    closest, best_value = best, -1.0
    for move in others:
        its = exact_value(estimator, info, move, seed)
        if its is None or mine - its < MIN_GAIN:
            return None
        if its > best_value:
            closest, best_value = move, its
    return OnlyMove(MeanEstimate(mine, 0.0), MeanEstimate(mine - best_value, 0.0), closest)


def _bot_finds(info: InfoState, bot: str, best: Move, seed: str, tries: int) -> bool:
    """True if the bot usually plays the move."""
    found = 0
    for attempt in range(tries):
        player = find_player(bot, info.game, info.options, f"{bot} {seed} {attempt}", timed=False)
        found += player.decide(info) == best
    return 2 * found > tries
