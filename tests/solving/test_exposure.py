"""What a player loses against the best answer is exact where a game can be enumerated."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from kuhn import game as kuhn
from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Position
from rumpus.core.rng import Seeded
from rumpus.core.solver import Exposed
from rumpus.games.defend_the_city.solver.best_response import Answering, Questions, against_house
from rumpus.players import find_player
from rumpus.solving.best_response import expose, of_tiny
from rumpus.solving.policy import Interview
from tests.games.defend_the_city.courses import Worth, by_every_course
from tests.solving.test_tiny import Nim, Pennies

CITY = find_game("defend_the_city")


def evenly(chair: Chair) -> Mapping[Move, float]:
    moves = chair.moves()
    return {move: 1 / len(moves) for move in moves}


def first(chair: Chair) -> Mapping[Move, float]:
    return {chair.moves()[0]: 1.0}


def lost(parts: list[Exposed]) -> float:
    return sum(one.could - one.gets for one in parts)


# --- tiny games ---


def test_whoever_plays_evenly_loses_what_the_books_say() -> None:
    parts = of_tiny(kuhn, kuhn.options(), [evenly, evenly])
    assert sum(1 - 2 * one.gets for one in parts) / 2 == pytest.approx(11 / 48, abs=1e-9)
    assert [one.seated for one in parts] == ["as player 1", "as player 2"]


def test_where_nothing_is_hidden_the_answer_is_found_backwards() -> None:
    parts = of_tiny(Nim(), Nim().options(), [first, first])
    assert [(one.gets, one.could) for one in parts] == [(0.0, 1.0), (0.0, 0.0)]
    mixed = of_tiny(Nim(), Nim().options(), [evenly, evenly])
    assert 0 < mixed[0].gets < 1


def test_the_answer_does_not_know_the_luck_of_those_asked() -> None:
    """Whoever answers the first sample, which always shows tails, meets somebody who shows both."""
    game = Pennies()
    known = of_tiny(game, game.options(), [first, first])
    met = of_tiny(game, game.options(), [first, evenly])
    assert known[0].gets == pytest.approx(0.25)
    assert met[0].gets > known[0].gets + 0.2


def test_a_player_is_asked_as_often_as_it_is_said() -> None:
    position = kuhn.start(kuhn.options(), Seeded("a deal"))
    chair = Chair(kuhn, kuhn.options(), position, 0, Seeded("a chair"))
    asked = Interview("random", kuhn, kuhn.options(), "seed", 200)
    shares = asked(chair)
    assert (asked.chairs, asked.answers) == (1, 200)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert all(0.3 < share < 0.7 for share in shares.values())
    knowing = Interview("exact", CITY, CITY.options(), "seed", 200)
    night = CITY.start(CITY.options(), Seeded("a night"))
    assert knowing(Chair(CITY, CITY.options(), night, 0, Seeded("a chair"))) == {35: 1.0}
    assert knowing.answers == 0


def test_it_is_told_in_sentences_and_as_data() -> None:
    found = expose("random", kuhn, kuhn.options(), "", 8, "1")
    assert found is not None
    words = found.sentences()
    assert words[0].startswith("As player 1 random gets −0.")
    assert "against the best answer; the best play gets −0.0556 coins: " in words[0]
    assert "random was asked 8 times in each of 12 situations, and as often again" in words[-1]
    assert json.loads(json.dumps(found.plain()))["parts"][0]["could"] == pytest.approx(0.5 - 1 / 72, abs=1e-4)
    assert expose("random", pigeons, pigeons.options(), "", 8, "1", limit=500) is None
    with pytest.raises(RumpusError, match="no part called 'king'"):
        expose("random", kuhn, kuhn.options(), "king", 8, "1")
    with pytest.raises(UnknownName, match="there is no player 'nobody'"):
        expose("nobody", kuhn, kuhn.options(), "", 8, "1")


# --- a siege: its arrays against the rules themselves ---


@pytest.mark.long
def test_the_answer_in_a_siege_is_that_of_the_rules() -> None:
    changes: dict[str, object] = {"versus": True, "stamina": 1, "enemies": 1, "stand_offs": 1, "idle_turns": 1}
    options = CITY.options(changes)
    by_rules = of_tiny(CITY, options, [uneven, uneven])
    for seat in (0, 1):
        answer = Answering(Questions(CITY, options, seat, [uneven, uneven])).run(None)
        assert 1 - answer == pytest.approx(by_rules[seat].gets, abs=1e-9)
        assert lost(by_rules) > 0.1


def uneven(chair: Chair) -> Mapping[Move, float]:
    """Some of everything, and more of what comes later."""
    moves = chair.moves()
    return {move: 2 * (place + 1) / (len(moves) * (len(moves) + 1)) for place, move in enumerate(moves)}


def test_what_a_defender_gets_is_what_following_every_course_of_the_game_says() -> None:
    changes: dict[str, object] = {"stamina": 1, "enemies": 2, "stand_offs": 2, "idle_turns": 2}
    options = CITY.options(changes)

    def mixed(position: Position, worth: Worth) -> float:
        shares = few(Chair(CITY, options, position, 0, Seeded("chair")))
        return sum(share * worth(move) for move, share in shares.items())

    start = CITY.start(options, Seeded("tiny"))
    found = against_house(Questions(CITY, options, 0, [few]), None)
    assert found == pytest.approx(by_every_course(start, mixed), abs=1e-5)
    assert 0.01 < found < 0.99


def few(chair: Chair) -> Mapping[Move, float]:
    """Two of the moves, the one three times as often."""
    moves = chair.moves()
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
    found = expose(player, CITY, CITY.options(changes), "", 1, "1")
    assert found is not None
    assert found.parts[0].gets > 0.02
    assert abs(lost(found.parts)) < 0.0005
    assert f"{player} said how likely it makes each move" in found.sentences()[-1]


@pytest.mark.long
def test_nor_in_the_game_of_two_on_either_side() -> None:
    found = expose("hard", CITY, CITY.options({"versus": True}), "", 1, "1")
    assert found is not None
    assert [one.seated for one in found.parts] == ["as the defender", "as the enemy"]
    assert all(one.could - one.gets < 0.005 for one in found.parts)


def test_a_part_that_is_solved_by_name_is_exposed_by_name() -> None:
    found = expose("exact", CITY, CITY.options(), "wary", 1, "1")
    assert found is not None
    assert found.parts[0].could == pytest.approx(0.51891, abs=1e-4)
    with pytest.raises(UnknownName, match="there is no 'lazy' to solve"):
        expose("exact", CITY, CITY.options(), "lazy", 1, "1")


def test_a_bot_that_always_opens_alike_is_answered() -> None:
    """Of the exact play of two, with the first pair of an encounter replaced by the same one every time."""
    options = CITY.options({"versus": True, "stamina": 8, "enemies": 2, "stand_offs": 2})
    exact = find_player("exact", CITY, options, "model")

    def alike(chair: Chair) -> Mapping[Move, float]:
        seats = chair.view()["seats"]
        assert isinstance(seats, list)
        rested = all(isinstance(one, dict) and one["stamina"] == 8 for one in seats)
        return {0: 1.0} if rested and len(chair.moves()) == 36 else exact.shares(chair)

    parts = [Answering(Questions(CITY, options, 0, [strategy])).run(None) for strategy in (exact.shares, alike)]
    assert parts[1] > parts[0] + 0.01
