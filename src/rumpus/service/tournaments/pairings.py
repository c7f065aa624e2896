"""Rules of tournaments: pairings, decisions and standings. Pure and deterministic.

Players are numbers, and lists of players are in the order of their seeds, the best first. Points count half points of
pairings: a win is 2, a draw 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

NOBODY = -1
"""The missing opponent of a bye."""
WIN, DRAW, LOSS = 2, 1, 0
EXTRA_GAMES = 2
"""Games after the last one of a pairing that is level and needs a winner. After them the better seed wins."""
MAX_BALANCE = 2
"""Largest difference of first and second seats with which a player may get one more of the same."""

Pair = tuple[int, int]
"""Two players. The one named first sits first in the first game; `NOBODY` as the second is a bye."""
Points = tuple[int, int]
"""Points of both players of a pair."""


# --- round robin ---


def round_robin_rounds(players: int) -> int:
    return players - 1 if players % 2 == 0 else players


def round_robin(players: Sequence[int], number: int) -> list[Pair]:
    """The pairs of round `number` (from 0), by the circle method. Of an odd number, one player rests.

    Everybody sits first and second equally often, or once more.
    """
    fixed = players[-1] if len(players) % 2 == 0 else NOBODY
    circle = players[:-1] if len(players) % 2 == 0 else players
    size = len(circle)
    across = circle[number % size]
    found: list[Pair] = []
    if fixed != NOBODY:
        found.append((across, fixed) if number % 2 == 0 else (fixed, across))
    for step in range(1, (size + 1) // 2):
        one, other = circle[(number + step) % size], circle[(number - step) % size]
        found.append((one, other) if step % 2 else (other, one))
    return found


# --- Swiss ---


class SwissPlayer(Struct):
    """What the pairing of a round needs to know of a player."""

    number: int
    points: int = 0
    opponents: frozenset[int] = frozenset()
    had_bye: bool = False
    balance: int = 0
    """Pairings in which it sat first, less those in which it sat second."""
    was_first: bool | None = None
    """True if it sat first the last time. None: it has not played yet."""


def swiss_rounds(players: int) -> int:
    """The usual number of rounds: enough for one winner."""
    return max(1, (players - 1).bit_length())


def swiss(players: Sequence[SwissPlayer]) -> list[Pair] | None:
    """The pairs of the next round, within score groups as far as possible. None if a rematch could not be avoided.

    From the top, each player meets the first one possible: of the lower half of its score group, of the upper half,
    then of the next groups. A choice is possible if everybody after it can still be paired without a rematch. Of an odd
    number, the lowest player without a bye gets it.
    """
    ranked = sorted(players, key=lambda player: -player.points)  # stable: in the order of the seeds
    for may_meet in (_may_meet_in_balance, _may_meet):
        pairs = _swiss(ranked, may_meet)
        if pairs is not None:
            return pairs
    return None


def _may_meet(one: SwissPlayer, other: SwissPlayer) -> bool:
    return other.number not in one.opponents


def _may_meet_in_balance(one: SwissPlayer, other: SwissPlayer) -> bool:
    same = one.balance * other.balance > 0 and min(abs(one.balance), abs(other.balance)) >= MAX_BALANCE
    return not same and _may_meet(one, other)


def _swiss(ranked: Sequence[SwissPlayer], may_meet: Callable[[SwissPlayer, SwissPlayer], bool]) -> list[Pair] | None:
    left, bye = list(ranked), NOBODY
    if len(left) % 2:
        resting = [one for one in reversed(left) if not one.had_bye]
        chosen = next(
            (one for one in resting if _can_be_paired([other for other in left if other is not one], may_meet)), None
        )
        if chosen is None:
            return None
        left.remove(chosen)
        bye = chosen.number
    elif not _can_be_paired(left, may_meet):
        return None
    pairs: list[Pair] = []
    while left:
        first, *others = left
        for second in _by_preference(first, others):
            rest = [one for one in others if one is not second]
            if may_meet(first, second) and _can_be_paired(rest, may_meet):
                pairs.append(seated(first, second, len(pairs)))
                left = rest
                break
    return [*pairs, (bye, NOBODY)] if bye != NOBODY else pairs


def _by_preference(first: SwissPlayer, others: Sequence[SwissPlayer]) -> list[SwissPlayer]:
    group = [one for one in others if one.points == first.points]
    half = (len(group) - 1) // 2  # of an odd group, the last one is left for the next
    return [*group[half:], *reversed(group[:half]), *(one for one in others if one.points != first.points)]


def seated(one: SwissPlayer, other: SwissPlayer, board: int) -> Pair:
    """Seats two players. First is the one who sat first less often, or else sat second last."""
    first_goes_first = board % 2 == 0
    if one.balance != other.balance:
        first_goes_first = one.balance < other.balance
    elif one.was_first is not None and one.was_first != other.was_first:
        first_goes_first = not one.was_first
    return (one.number, other.number) if first_goes_first else (other.number, one.number)


def _can_be_paired(players: Sequence[SwissPlayer], may_meet: Callable[[SwissPlayer, SwissPlayer], bool]) -> bool:
    """True if all of them can be paired at once: a perfect matching exists (Edmonds, 1965)."""
    size = len(players)
    near = [[b for b in range(size) if b != a and may_meet(players[a], players[b])] for a in range(size)]
    mates = [NOBODY] * size
    for a in range(size):
        free = next((b for b in near[a] if mates[b] == NOBODY), NOBODY)
        if mates[a] == NOBODY and free != NOBODY:
            mates[a], mates[free] = free, a
    return all(mates[root] != NOBODY or _augment(root, near, mates) for root in range(size))


def _augment(root: int, near: Sequence[Sequence[int]], mates: list[int]) -> bool:
    """Pairs `root` too, by exchanging mates along a path. False if that is impossible, now and later."""
    size = len(mates)
    base, before, outer = list(range(size)), [NOBODY] * size, [False] * size
    outer[root] = True
    queue = [root]

    def common(a: int, b: int) -> int:
        """The base in which the paths of two players to the root meet."""
        passed: set[int] = set()
        while True:
            a = base[a]
            passed.add(a)
            if mates[a] == NOBODY:
                break
            a = before[mates[a]]
        while base[b] not in passed:
            b = before[mates[base[b]]]
        return base[b]

    def mark(a: int, stop: int, child: int, blossom: set[int]) -> None:
        while base[a] != stop:
            blossom |= {base[a], base[mates[a]]}
            before[a], child = child, mates[a]
            a = before[mates[a]]

    for a in queue:
        for b in near[a]:
            if base[a] == base[b] or mates[a] == b:
                continue
            if b == root or (mates[b] != NOBODY and before[mates[b]] != NOBODY):
                top, blossom = common(a, b), set[int]()
                mark(a, top, b, blossom)
                mark(b, top, a, blossom)
                for one in range(size):
                    if base[one] in blossom:
                        base[one] = top
                        if not outer[one]:
                            outer[one] = True
                            queue.append(one)
            elif before[b] == NOBODY:
                before[b] = a
                if mates[b] == NOBODY:
                    while b != NOBODY:
                        a = before[b]
                        mates[a], mates[b], b = b, a, mates[a]
                    return True
                outer[mates[b]] = True
                queue.append(mates[b])
    return False


# --- knock-out ---


def knockout_rounds(players: int) -> int:
    return (players - 1).bit_length()


def bracket(players: Sequence[int]) -> list[Pair]:
    """The pairs of the first round. The best seeds get the byes, and meet one another as late as possible."""
    seeds = [0]
    while len(seeds) < len(players):
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) - 1 - seed)]
    slots = [players[seed] if seed < len(players) else NOBODY for seed in seeds]
    return [
        (slots[at + 1], slots[at]) if slots[at + 1] != NOBODY and at // 2 % 2 else (slots[at], slots[at + 1])
        for at in range(0, len(slots), 2)
    ]


def next_in_bracket(winners: Sequence[int], seat: Callable[[int, int, int], Pair]) -> list[Pair]:
    """The pairs of the next round: neighbours meet. A winner may be `NOBODY`; `seat` seats two players at a board."""
    found: list[Pair] = []
    for board in range(len(winners) // 2):
        one, other = winners[2 * board], winners[2 * board + 1]
        both = one != NOBODY and other != NOBODY
        found.append(seat(one, other, board) if both else (max(one, other), NOBODY))
    return found


# --- the games of a pairing ---


def series_result(games: Sequence[Points], best_of: int, first_is_better: bool | None = None) -> Points | None:
    """The result of a pairing after these games, by points of the first and the second player. None if it goes on.

    `first_is_better`, if the pairing needs a winner: True if the first player has the better seed. A game to which
    nobody has come ends the pairing.
    """
    one, other = sum(game[0] for game in games), sum(game[1] for game in games)
    ended_by_absence = bool(games) and games[-1] == (0, 0)
    left = best_of - len(games)
    if abs(one - other) > 2 * max(0, left) or (ended_by_absence and one != other):
        return (WIN, LOSS) if one > other else (LOSS, WIN)
    if ended_by_absence:
        return (LOSS, LOSS)
    if left > 0:
        return None
    if first_is_better is None:
        return (DRAW, DRAW)
    if left > -EXTRA_GAMES:
        return None
    return (WIN, LOSS) if first_is_better else (LOSS, WIN)


# --- standings ---


class Standing(Struct):
    """A row of the standings. Places are never shared."""

    number: int
    points: int = 0
    buchholz: int = 0
    """Sum of the opponents' points. A bye counts as an opponent with the same points as oneself."""
    sonneborn: int = 0
    """Sum of the opponents' points, times the points against them."""
    wins: int = 0
    draws: int = 0
    losses: int = 0


def standings(players: Iterable[int], results: Iterable[tuple[Pair, Points]], seed: str) -> list[Standing]:
    """Players from first to last: by points, Buchholz, Sonneborn-Berger, then by a lot from the tournament's seed."""
    rows = {number: Standing(number) for number in players}
    decided = list(results)
    for (first, second), points in decided:
        for number, own in zip((first, second), points, strict=True):
            if number in rows:
                rows[number].points += own
                if second != NOBODY:
                    rows[number].wins += own == WIN
                    rows[number].draws += own == DRAW
                    rows[number].losses += own == LOSS
    for (first, second), points in decided:
        for number, opponent, own in ((first, second, points[0]), (second, first, points[1])):
            if number in rows:
                theirs = rows[number if opponent == NOBODY else opponent].points
                rows[number].buchholz += theirs
                rows[number].sonneborn += own * theirs
    return sorted(rows.values(), key=lambda row: (-row.points, -row.buchholz, -row.sonneborn, lot(seed, row.number)))


def lot(seed: str, number: int) -> str:
    """A player's lot. Lower ones come first."""
    return hashlib.sha256(f"{seed} {number}".encode()).hexdigest()
