"""Finds puzzles in games of bots: what looks like one at a few looks is looked at ten times as well, and twice."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.content.puzzle import GRADES, NOBODY, Puzzle, PuzzleKey
from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Seat
from rumpus.core.record import Record
from rumpus.core.rng import Seeded, luck_of
from rumpus.players import find_player
from rumpus.review.verdicts import BATCHES, LOOKS, SURE, favourites, look, proven
from rumpus.review.win_probability import Gauge
from rumpus.stats.estimates import Reckoning, estimate

MUCH = 0.15
"""So much better than every other move is the one to be found."""
EFFORT = 10
"""Times the usual budget."""
FIRST_LOOKS = ((1, 0.02), (3, 0.04), (9, 0.1))
"""After so many looks at each move it is asked whether one of them stands out, by so much at least."""
SHORTLIST = 10
"""So many moves get a first look: those that the judge likes best."""
TRIES = 3
"""So often a bot is asked, each time with other luck; it finds a move if it does so more often than not."""
APART = 8
"""Moves between two puzzles of one game."""
ROUGH = (4, 2, 1)
"""Every so-manieth decision is made at random, game by game in turn, so that mistakes happen that can be punished."""


class OnlyMove:
    """One move that is much better than all others: beside the next best."""

    def __init__(self, chance: Reckoning, gain: Reckoning, next: Move) -> None:
        self.chance = chance
        self.gain = gain
        self.next = next


def puzzles_in(gauge: Gauge, number: int) -> list[Puzzle]:
    """All that are found in this game of bots, the same in any process."""
    game, options = gauge.game, gauge.options
    seats = range(game.seats(options))
    names = [f"Player {seat + 1}" for seat in seats]
    record = Record(game.name, game.version, options.changed(), f"puzzles of {game.name}, game {number}", names)
    players = [find_player("greedy", game, options, f"puzzles {number} {seat}") for seat in seats]
    deal, luck = luck_of(record.seed), Seeded(f"puzzles {number}")
    position = game.start(options, deal)
    rough = ROUGH[number % len(ROUGH)]
    found: list[Puzzle] = []
    while together := position.to_act():
        chosen: list[tuple[Seat, Move]] = []
        for seat in together:
            chair = Chair(game, options, position, seat, luck, names)
            moves = chair.moves()
            apart = not found or len(record.moves) >= len(found[-1].record.moves) + APART
            if seat == together[0] and len(moves) > 1 and apart and not game.lab().opening(position):
                so_far = _so_far(record)
                key = key_of(gauge, chair, seed_of(so_far))
                if key is not None:
                    found.append(Puzzle(f"{number}-{len(record.moves)}", so_far, key))
            at_random = luck.below(rough) == 0
            chosen.append((seat, moves[luck.below(len(moves))] if at_random else players[seat].decide(chair)))
        for seat, move in chosen:
            record.moves.append((seat, game.write(position, seat, move)))
            position.apply(seat, move, deal)
    return found


def seed_of(record: Record) -> str:
    """Whoever looks again at a puzzle has the same dreams as whoever found it."""
    return f"{record.seed}, move {len(record.moves)}"


def key_of(gauge: Gauge, chair: Chair, seed: str) -> PuzzleKey | None:
    """What is to be found here; None if it is no puzzle."""
    best = proven_best(gauge, chair, seed) if gauge.exact else first_look(gauge, chair, seed)
    if best is None or _finds(chair, "easy", best, seed, 1):
        return None
    if not gauge.exact and not _stands(gauge, chair, best, seed):
        return None
    only = only_move(gauge, chair, best, f"{seed} first pass", EFFORT)
    if only is None or not _confirmed(gauge, chair, best, seed):
        return None
    grade = grade_of(chair, best, seed)
    if not grade:
        return None
    return PuzzleKey(
        chair.seat,
        chair.write(best),
        round(only.chance.value, 3),
        round(only.gain.value, 3),
        round(only.gain.error, 4),
        chair.write(only.next),
        grade,
    )


def _stands(gauge: Gauge, chair: Chair, best: Move, seed: str) -> bool:
    """Whether it is worth the dear looks: by some of the usual number, and by the favourite of a long search."""
    if only_move(gauge, chair, best, f"{seed} second look", 1) is None:
        return False
    return favourites(chair, f"{seed} favourite", EFFORT)[0] == best


def _confirmed(gauge: Gauge, chair: Chair, best: Move, seed: str) -> bool:
    return gauge.exact or only_move(gauge, chair, best, f"{seed} second pass", EFFORT) is not None


def grade_of(chair: Chair, best: Move, seed: str) -> str:
    """The weakest bot that finds it; none if `easy` does, to which it is no puzzle."""
    if _finds(chair, "easy", best, f"{seed} again", TRIES):
        return ""
    return next((bot for bot in GRADES if bot == NOBODY or _finds(chair, bot, best, seed, TRIES)), NOBODY)


def complaint(gauge: Gauge, puzzle: Puzzle) -> str:
    """Why this is no puzzle any more, looked at as well as it was when it was found; empty if it still is one."""
    chair = puzzle.chair(gauge.game)
    best = gauge.game.read(puzzle.position(gauge.game), puzzle.key.seat, puzzle.key.best)
    if only_move(gauge, chair, best, f"{seed_of(puzzle.record)} first pass", EFFORT) is None:
        return f"“{puzzle.key.best}” is not much better than every other move"
    return ""


def proven_best(gauge: Gauge, chair: Chair, seed: str) -> Move | None:
    """The move that is proven to win much more than all others, if one does; None too where that cannot be told."""
    gauge.reseed(seed)
    most = gauge.look(chair.imagine(gauge.luck))[chair.seat]
    good: list[Move] = []
    for move in chair.moves():
        worth = proven(gauge, chair, move, seed)
        if worth is None:
            return None
        if worth > most - MUCH:
            good.append(move)
        if len(good) > 1:
            return None
    return good[0] if good else None


def first_look(gauge: Gauge, chair: Chair, seed: str) -> Move | None:
    """The move that seems much better than all others at a few looks, if one does."""
    moves = chair.moves()
    if len(moves) > SHORTLIST:
        worths = chair.appraise(gauge.game.bots().judge(gauge.options), moves)
        order = sorted(range(len(moves)), key=lambda place: -worths[place])
        moves = [moves[place] for place in order[:SHORTLIST]]
    sums = [0.0] * len(moves)
    done = 0
    for looks, enough in FIRST_LOOKS:
        for again in range(done, looks):
            for place, move in enumerate(moves):
                sums[place] += look(gauge, chair, move, f"{seed} glimpse {again}")
        done = looks
        ranked = sorted(sums, reverse=True)
        if ranked[0] - ranked[1] < enough * looks:
            return None
    return moves[sums.index(max(sums))]


def only_move(gauge: Gauge, chair: Chair, best: Move, seed: str, effort: int) -> OnlyMove | None:
    """Beside the next best; None unless it is much better than each of the others, in the same dreams."""
    others = [move for move in chair.moves() if move != best]
    if gauge.exact:
        return _proven_only(gauge, chair, best, others, seed)
    chances: list[float] = []
    gains: dict[Move, list[float]] = {move: [] for move in others}
    open_still = others
    for batch in range(BATCHES * effort):
        for again in range(batch * LOOKS, (batch + 1) * LOOKS):
            mine = look(gauge, chair, best, f"{seed} {again}")
            chances.append(mine)
            for move in open_still:
                gains[move].append(mine - look(gauge, chair, move, f"{seed} {again}"))
        unsettled: list[Move] = []
        for move in open_still:
            gain = estimate(gains[move])
            if gain.value + SURE * gain.error < MUCH:
                return None
            if gain.value - SURE * gain.error < MUCH:
                unsettled.append(move)
        open_still = unsettled
        if not open_still:
            break
    found = {move: estimate(some) for move, some in gains.items()}
    closest = min(others, key=lambda move: found[move].value)
    if found[closest].value < MUCH:
        return None
    return OnlyMove(estimate(chances), found[closest], closest)


def _proven_only(gauge: Gauge, chair: Chair, best: Move, others: Sequence[Move], seed: str) -> OnlyMove | None:
    mine = proven(gauge, chair, best, seed)
    if mine is None:
        return None
    closest, most = best, -1.0
    for move in others:
        its = proven(gauge, chair, move, seed)
        if its is None or mine - its < MUCH:
            return None
        if its > most:
            closest, most = move, its
    return OnlyMove(Reckoning(mine, 0.0), Reckoning(mine - most, 0.0), closest)


def _finds(chair: Chair, bot: str, best: Move, seed: str, tries: int) -> bool:
    """Whether this bot decides so, more often than not."""
    found = 0
    for attempt in range(tries):
        player = find_player(bot, chair.game, chair.options, f"{bot} {seed} {attempt}", timed=False)
        found += player.decide(chair) == best
    return 2 * found > tries


def _so_far(record: Record) -> Record:
    return Record(record.game, record.version, record.options, record.seed, record.players, list(record.moves))
