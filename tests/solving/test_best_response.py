"""Best responses are exact where a game can be enumerated."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from kuhn import game as kuhn
from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Position
from rumpus.core.rng import SeededRng
from rumpus.core.solver import BestResponseValue
from rumpus.games.defend_the_city.solver.best_response import SiegeBestResponse, SiegeQueries, value_against_house
from rumpus.players import find_player
from rumpus.solving.best_response import best_response, small_game_best_response
from rumpus.solving.policy import PolicyQuery
from tests.games.defend_the_city.courses import Value, by_every_course
from tests.solving.test_solve import Nim, Pennies, uniform

CITY = find_game("defend_the_city")


def first(info: InfoState) -> Mapping[Move, float]:
    return {info.moves()[0]: 1.0}


def lost(parts: list[BestResponseValue]) -> float:
    return sum(one.optimum - one.value for one in parts)


# --- small games ---


def test_uniform_play_loses_the_published_value() -> None:
    parts = small_game_best_response(kuhn, kuhn.options(), [uniform, uniform])
    assert sum(1 - 2 * one.value for one in parts) / 2 == pytest.approx(11 / 48, abs=1e-9)
    assert [one.seated for one in parts] == ["as player 1", "as player 2"]


def test_where_nothing_is_hidden_the_answer_is_found_backwards() -> None:
    parts = small_game_best_response(Nim(), Nim().options(), [first, first])
    assert [(one.value, one.optimum) for one in parts] == [(0.0, 1.0), (0.0, 0.0)]
    mixed = small_game_best_response(Nim(), Nim().options(), [uniform, uniform])
    assert 0 < mixed[0].value < 1


def test_the_answer_does_not_know_the_luck_of_those_asked() -> None:
    """A response to the first sample (always tails) is valued on a second one (both)."""
    game = Pennies()
    known = small_game_best_response(game, game.options(), [first, first])
    met = small_game_best_response(game, game.options(), [first, uniform])
    assert known[0].value == pytest.approx(0.25)
    assert met[0].value > known[0].value + 0.2


def test_a_player_is_asked_as_often_as_it_is_said() -> None:
    position = kuhn.start(kuhn.options(), SeededRng("a deal"))
    info = InfoState(kuhn, kuhn.options(), position, 0, SeededRng("a chair"))
    asked = PolicyQuery("random", kuhn, kuhn.options(), "seed", 200)
    policy = asked(info)
    assert (asked.info_sets, asked.decisions) == (1, 200)
    assert sum(policy.values()) == pytest.approx(1.0)
    assert all(0.3 < probability < 0.7 for probability in policy.values())
    knowing = PolicyQuery("exact", CITY, CITY.options(), "seed", 200)
    night = CITY.start(CITY.options(), SeededRng("a night"))
    assert knowing(InfoState(CITY, CITY.options(), night, 0, SeededRng("a chair"))) == {35: 1.0}
    assert knowing.decisions == 0


def test_the_result_has_sentences_and_data() -> None:
    found = best_response("random", kuhn, kuhn.options(), "", 8, "1")
    assert found is not None
    words = found.sentences()
    assert words[0].startswith("As player 1 random gets −0.")
    assert "against the best answer; the best play gets −0.0556 coins: " in words[0]
    assert "random was asked 8 times in each of 12 situations, and as often again" in words[-1]
    assert json.loads(json.dumps(found.to_json()))["parts"][0]["could"] == pytest.approx(0.5 - 1 / 72, abs=1e-4)
    assert best_response("random", pigeons, pigeons.options(), "", 8, "1", limit=500) is None
    with pytest.raises(RumpusError, match="no part called 'king'"):
        best_response("random", kuhn, kuhn.options(), "king", 8, "1")
    with pytest.raises(UnknownName, match="There is no player 'nobody'"):
        best_response("nobody", kuhn, kuhn.options(), "", 8, "1")


# --- a siege: its arrays against the rules themselves ---


@pytest.mark.long
def test_the_answer_in_a_siege_is_that_of_the_rules() -> None:
    changes: dict[str, object] = {"versus": True, "stamina": 1, "enemies": 1, "stand_offs": 1, "idle_turns": 1}
    options = CITY.options(changes)
    by_rules = small_game_best_response(CITY, options, [uneven, uneven])
    for seat in (0, 1):
        answer = SiegeBestResponse(SiegeQueries(CITY, options, seat, [uneven, uneven])).run(None)
        assert 1 - answer == pytest.approx(by_rules[seat].value, abs=1e-9)
        assert lost(by_rules) > 0.1


def uneven(info: InfoState) -> Mapping[Move, float]:
    """Some of everything, and more of what comes later."""
    moves = info.moves()
    return {move: 2 * (place + 1) / (len(moves) * (len(moves) + 1)) for place, move in enumerate(moves)}


def test_what_a_defender_gets_is_what_following_every_course_of_the_game_says() -> None:
    changes: dict[str, object] = {"stamina": 1, "enemies": 2, "stand_offs": 2, "idle_turns": 2}
    options = CITY.options(changes)

    def mixed(position: Position, worth: Value) -> float:
        shares = few(InfoState(CITY, options, position, 0, SeededRng("chair")))
        return sum(share * worth(move) for move, share in shares.items())

    start = CITY.start(options, SeededRng("tiny"))
    found = value_against_house(SiegeQueries(CITY, options, 0, [few]), None)
    assert found == pytest.approx(by_every_course(start, mixed), abs=1e-5)
    assert 0.01 < found < 0.99


def few(info: InfoState) -> Mapping[Move, float]:
    """Two of the moves, the one three times as often."""
    moves = info.moves()
    return {moves[-1]: 0.75, moves[len(moves) // 3]: 0.25}


@pytest.mark.parametrize(
    ("player", "changes"),
    [
        ("champion", {}),
        ("hard", {"enemy": "brute"}),
        ("hard", {"enemy": "wary"}),
        ("hard", {"enemy": "cunning"}),
        ("hard", {"escalation": True}),
        ("hard", {"stamina": 20}),
    ],
)
def test_the_strongest_lose_less_than_half_a_point_against_any_enemy(player: str, changes: dict[str, object]) -> None:
    found = best_response(player, CITY, CITY.options(changes), "", 1, "1")
    assert found is not None
    assert found.parts[0].value > 0.02
    assert abs(lost(found.parts)) < 0.0005
    assert f"{player} said how likely it makes each move" in found.sentences()[-1]


@pytest.mark.long
def test_nor_in_the_game_of_two_on_either_side() -> None:
    found = best_response("hard", CITY, CITY.options({"versus": True}), "", 1, "1")
    assert found is not None
    assert [one.seated for one in found.parts] == ["as the defender", "as the enemy"]
    assert all(one.optimum - one.value < 0.005 for one in found.parts)


def test_a_part_is_named_as_for_the_solver() -> None:
    found = best_response("exact", CITY, CITY.options(), "wary", 1, "1")
    assert found is not None
    assert found.parts[0].optimum == pytest.approx(0.51891, abs=1e-4)
    with pytest.raises(UnknownName, match="There is no 'lazy' to solve"):
        best_response("exact", CITY, CITY.options(), "lazy", 1, "1")


def test_a_bot_that_always_opens_alike_is_answered() -> None:
    """Of the exact play of two, with the first pair of an encounter replaced by the same one every time."""
    options = CITY.options({"versus": True, "stamina": 8, "enemies": 2, "stand_offs": 2})
    exact = find_player("exact", CITY, options, "model")

    def alike(info: InfoState) -> Mapping[Move, float]:
        seats = info.view()["seats"]
        assert isinstance(seats, list)
        rested = all(isinstance(one, dict) and one["stamina"] == 8 for one in seats)
        return {0: 1.0} if rested and len(info.moves()) == 36 else exact.policy(info)

    strategies = (exact.policy, alike)
    lost = [SiegeBestResponse(SiegeQueries(CITY, options, 0, [strategy])).run(None) for strategy in strategies]
    assert lost[1] > lost[0] + 0.01
