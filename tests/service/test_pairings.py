"""Rules of tournaments: every promise of the pairings, by examples and by properties."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rumpus.service.tournaments.pairings import (
    DRAW,
    EXTRA_GAMES,
    LOSS,
    NOBODY,
    WIN,
    Pair,
    Points,
    SwissPlayer,
    bracket,
    knockout_rounds,
    next_in_bracket,
    round_robin,
    round_robin_rounds,
    seated,
    series_result,
    standings,
    swiss,
    swiss_rounds,
)

RESULTS: tuple[Points, ...] = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN))


# --- round robin ---


@pytest.mark.parametrize("count", range(2, 26))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    players = random.Random(count).sample(range(100), count)
    rounds = [round_robin(players, number) for number in range(round_robin_rounds(count))]
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(frozenset(pair) for pair in combinations(players, 2))
    firsts = Counter(first for pairs in rounds for first, _ in pairs)
    seconds = Counter(second for pairs in rounds for _, second in pairs)
    for pairs in rounds:
        there = [player for pair in pairs for player in pair]
        assert len(there) == len(set(there)) == count - count % 2
    assert all(abs(firsts[player] - seconds[player]) <= 1 - count % 2 for player in players)


# --- Swiss ---


class Swiss:
    """A Swiss tournament that is played to its end."""

    def __init__(self, count: int) -> None:
        self.players = [SwissPlayer(number) for number in range(count)]
        self.byes: Counter[int] = Counter()
        self.met: Counter[frozenset[int]] = Counter()

    def play(self, rng: random.Random, leaving: float = 0.0) -> list[Pair] | None:
        """Plays a round. Returns its pairs, or None if there is none without a rematch."""
        self.players = [one for one in self.players if rng.random() >= leaving]
        pairs = swiss(self.players)
        if pairs is None:
            return None
        by_number = {one.number: one for one in self.players}
        there = [number for pair in pairs for number in pair if number != NOBODY]
        assert sorted(there) == sorted(by_number), "everybody once"
        for first, second in pairs:
            one = by_number[first]
            if second == NOBODY:
                self.byes[first] += 1
                one.had_bye, one.points = True, one.points + WIN
                continue
            other = by_number[second]
            self.met[frozenset((first, second))] += 1
            for own, points in zip((one, other), rng.choice(RESULTS), strict=True):
                own.points += points
            one.opponents, other.opponents = one.opponents | {second}, other.opponents | {first}
            one.balance, other.balance = one.balance + 1, other.balance - 1
            one.was_first, other.was_first = True, False
        return pairs


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 33), st.randoms(use_true_random=False), st.sampled_from([0.0, 0.1]))
def test_a_swiss_has_no_rematch_and_no_second_bye(count: int, rng: random.Random, leaving: float) -> None:
    swiss_ = Swiss(count)
    for _ in range(count):
        if swiss_.play(rng, leaving) is None:
            break
    assert max(swiss_.met.values(), default=0) <= 1
    assert max(swiss_.byes.values(), default=0) <= 1


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_half_of_all_rounds_can_always_be_paired(count: int, rng: random.Random) -> None:
    swiss_ = Swiss(count)
    for _ in range(max(1, min(count // 2, 2 * swiss_rounds(count)))):
        assert swiss_.play(rng) is not None
    assert all(abs(one.balance) <= 3 for one in swiss_.players)


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 40), st.randoms(use_true_random=False))
def test_first_seats_are_balanced(count: int, rng: random.Random) -> None:
    swiss_ = Swiss(count)
    for _ in range(min(swiss_rounds(count), count // 2)):
        swiss_.play(rng)
    assert all(abs(one.balance) <= 2 for one in swiss_.players)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), st.randoms(use_true_random=False))
def test_nobody_is_refused_who_could_be_paired(count: int, rng: random.Random) -> None:
    """Compares with a search through all matchings."""
    forbidden = {pair for pair in combinations(range(count), 2) if rng.random() < 0.5}
    byes = {number for number in range(count) if rng.random() < 0.5}

    def possible(left: tuple[int, ...], bye: bool) -> bool:
        if not left:
            return True
        first, *others = left
        if bye and first not in byes and possible(tuple(others), False):
            return True
        return any(
            (first, other) not in forbidden and possible(tuple(one for one in others if one != other), bye)
            for other in others
        )

    players = [
        SwissPlayer(
            number, rng.randrange(4),
            frozenset(other for other in range(count) if tuple(sorted((number, other))) in forbidden), number in byes,
        )
        for number in range(count)
    ]  # fmt: skip
    assert (swiss(players) is not None) == possible(tuple(range(count)), count % 2 == 1)


def test_score_groups_meet_upper_half_against_lower_half() -> None:
    assert [set(pair) for pair in swiss([SwissPlayer(number) for number in range(8)]) or ()] == [
        {0, 4}, {1, 5}, {2, 6}, {3, 7},
    ]  # fmt: skip
    after = [SwissPlayer(number, WIN if number < 3 else LOSS, frozenset({(number + 3) % 6})) for number in range(6)]
    assert [set(pair) for pair in swiss(after) or ()] == [{0, 1}, {2, 3}, {4, 5}], "the last of an odd group goes down"


def test_the_lowest_player_without_a_bye_gets_it() -> None:
    players = [SwissPlayer(number, points=4 - number, had_bye=number == 4) for number in range(5)]
    pairs = swiss(players)
    assert pairs is not None
    assert pairs[-1] == (3, NOBODY)
    assert swiss([SwissPlayer(0, had_bye=True)]) is None
    assert swiss([SwissPlayer(0)]) == [(0, NOBODY)]


def test_whoever_sat_first_less_often_goes_first() -> None:
    assert seated(SwissPlayer(1, balance=1), SwissPlayer(2, balance=-1), 0) == (2, 1)
    assert seated(SwissPlayer(1, was_first=True), SwissPlayer(2, was_first=False), 0) == (2, 1)
    assert seated(SwissPlayer(1), SwissPlayer(2), 0) == (1, 2)
    assert seated(SwissPlayer(1), SwissPlayer(2), 1) == (2, 1)


# --- knock-out ---


def keep_order(one: int, other: int, board: int) -> Pair:
    return one, other


@pytest.mark.parametrize("count", range(2, 34))
def test_in_a_knockout_the_best_seeds_get_the_byes_and_the_best_wins(count: int) -> None:
    players = list(range(count))
    pairs = bracket(players)
    assert sorted(number for pair in pairs for number in pair if number != NOBODY) == players
    byes = sorted(first for first, second in pairs if second == NOBODY)
    assert byes == players[: len(byes)]
    for number in range(knockout_rounds(count)):
        assert len(pairs) == 2 ** (knockout_rounds(count) - number - 1)
        winners = [first if second == NOBODY else min(first, second) for first, second in pairs]
        if number == knockout_rounds(count) - 1:
            assert set(pairs[0]) == {0, 1}, "the two best seeds meet in the final"
        pairs = next_in_bracket(winners, keep_order)
    assert winners == [0]


def test_a_winner_who_is_gone_gives_a_bye() -> None:
    assert next_in_bracket([3, NOBODY, NOBODY, NOBODY, NOBODY, 5], keep_order) == [
        (3, NOBODY), (NOBODY, NOBODY), (5, NOBODY),
    ]  # fmt: skip


# --- series ---


def test_a_series_ends_when_nobody_can_catch_up() -> None:
    win, draw, loss = RESULTS
    assert series_result([], 1) is None
    assert series_result([win], 1) == win
    assert series_result([draw], 1) == (DRAW, DRAW)
    assert series_result([win], 3) is None
    assert series_result([win, win], 3) == win
    assert series_result([win, loss], 3) is None
    assert series_result([win, loss, loss], 3) == loss
    assert series_result([win, loss], 2) == (DRAW, DRAW)
    assert series_result([win, draw], 2) == win


def test_a_level_series_that_needs_a_winner_is_prolonged() -> None:
    games = [(DRAW, DRAW)]
    for _ in range(EXTRA_GAMES):
        assert series_result(games, 1, True) is None
        assert series_result([*games, (WIN, LOSS)], 1, False) == (WIN, LOSS)
        games.append((DRAW, DRAW))
    assert series_result(games, 1, True) == (WIN, LOSS)
    assert series_result(games, 1, False) == (LOSS, WIN)


def test_a_game_to_which_nobody_comes_ends_the_series() -> None:
    assert series_result([(LOSS, LOSS)], 1) == (LOSS, LOSS)
    assert series_result([(LOSS, LOSS)], 5, True) == (LOSS, LOSS)
    assert series_result([(WIN, LOSS), (LOSS, LOSS)], 5) == (WIN, LOSS)


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 9), st.lists(st.sampled_from([*RESULTS, (LOSS, LOSS)]), max_size=12), st.booleans())
def test_every_series_ends_and_is_the_same_for_both(best_of: int, games: list[Points], needs: bool) -> None:
    swapped = [(other, one) for one, other in games]
    for better in (True, False) if needs else (None,):
        result = series_result(games, best_of, better)
        mirrored = series_result(swapped, best_of, None if better is None else not better)
        assert (result is None) == (mirrored is None)
        assert result is None or mirrored == result[::-1]
        if len(games) >= best_of + EXTRA_GAMES:
            assert result is not None


# --- standings ---


def test_ties_are_broken_by_buchholz_then_sonneborn_berger_then_lot() -> None:
    results = [((0, 1), (2, 0)), ((2, 3), (2, 0)), ((0, 2), (1, 1)), ((1, 3), (2, 0))]
    rows = standings(range(4), results, "seed")
    assert [(row.number, row.points, row.buchholz, row.sonneborn) for row in rows[:2]] == [(0, 3, 5, 7), (2, 3, 3, 3)]
    assert [(row.number, row.points) for row in rows[2:]] == [(1, 2), (3, 0)]
    assert (rows[0].wins, rows[0].draws, rows[0].losses) == (1, 1, 0)
    level = [[row.number for row in standings(range(4), [], seed)] for seed in "abcdefgh"]
    assert len({tuple(order) for order in level}) > 1
    assert level[0] == [row.number for row in standings([3, 1, 2, 0], [], "a")]


def test_a_bye_counts_as_an_opponent_like_oneself() -> None:
    [row] = standings([7], [((7, NOBODY), (WIN, LOSS))], "")
    assert (row.points, row.buchholz, row.sonneborn, row.wins) == (2, 2, 4, 0)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_all_points_are_in_the_standings(count: int, rng: random.Random) -> None:
    pairs = [pair for number in range(round_robin_rounds(count)) for pair in round_robin(range(count), number)]
    results = [(pair, rng.choice(RESULTS)) for pair in pairs]
    rows = standings(range(count), results, "x")
    assert sum(row.points for row in rows) == 2 * len(pairs)
    assert all(row.wins + row.draws + row.losses == count - 1 for row in rows)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    rng.shuffle(results)
    assert standings(range(count), results, "x") == rows
