"""What no game of Creature Wars can have written is refused in a sentence that names it; people stay unnamed."""

from __future__ import annotations

import json
from typing import cast

import pytest

from rumpus.core.errors import BadRecord
from rumpus.core.position import Json
from rumpus.core.rng import Rng, SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import GIFT, NONE, REMOVED
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, NOTHING
from rumpus.games.creature_wars.rules.position import load
from rumpus.games.creature_wars.rules.saving import CARD
from rumpus.testing import rule
from rumpus.testing.introspection import attribute_names
from rumpus.testing.random_games import RandomGame, play_on
from tests.games.creature_wars.made_up import make_up


def refused(plain: object) -> str:
    with pytest.raises(BadRecord) as error:
        game.load(game.options(), cast(dict[str, Json], plain))
    return str(error.value)


def a_save() -> dict[str, list[Json]]:
    return cast(dict[str, list[Json]], game.start(game.options(), SeededRng("save")).save())


def asked_by_a_witch() -> dict[str, list[Json]]:
    for number in range(50):
        match = RandomGame(game, game.options({"witch_cards": 60}), f"asked/{number}")
        for _ in match.steps():
            plain = cast(dict[str, list[Json]], match.position.save())
            if plain["question"][0] not in (NOTHING, ASK_DUEL):
                return plain
    raise AssertionError("no witch asks anything")


@rule("ER-3")
@pytest.mark.parametrize("nothing", [None, [], 7, "save", {}])
def test_what_is_no_save_is_refused(nothing: object) -> None:
    assert "damaged" in refused(nothing)


@rule("ER-3", "ER-10")
def test_a_card_in_two_places_or_none_is_refused() -> None:
    plain = a_save()
    plain["deck"] = plain["deck"][1:]
    assert "lies in 0 places" in refused(plain)
    plain = a_save()
    plain["deck"].append(plain["deck"][0])
    assert "lies in 2 places" in refused(plain)
    plain["deck"] = [10**12]
    assert "'deck' holds a number outside" in refused(plain)
    plain["deck"] = [0] * 10**6
    assert "'deck' holds a list of 1000000" in refused(plain)


@rule("ER-3", "SC-13")
def test_a_gift_with_nothing_inside_is_refused() -> None:
    war = make_up("made up/3")
    gifts = [number for number, card in enumerate(war.cards) if card.name == GIFT and card.zone != REMOVED]
    assert gifts
    plain = json.loads(json.dumps(war.save()))
    (content,) = war.sack(gifts[0])
    plain["inside"].remove(content)
    plain["removed"].append(content)
    zone, keeper = [at for at, field in enumerate(CARD) if field.name in ("zone", "keeper")]
    plain["cards"][content][zone], plain["cards"][content][keeper] = REMOVED, NONE
    with pytest.raises(BadRecord, match=f"gift {gifts[0]} has 0 things inside"):
        load(war.numbers, plain)


@rule("ER-3")
def test_a_sealed_card_must_be_one_that_could_be_chosen() -> None:
    plain = a_save()
    empires = cast(list[list[Json]], plain["empires"])
    empires[0][23] = plain["deck"][0]
    assert "'empires.committed' is not a card that could be chosen" in refused(plain)


@rule("ER-3", "ER-5")
def test_a_question_must_be_one_that_its_witch_asks() -> None:
    plain = asked_by_a_witch()
    frames = cast(list[list[Json]], plain["frames"])
    frames[-1][0] = 0
    assert "'question' is not one that its witch asks" in refused(plain)
    plain["frames"] = []
    assert "'question' is a witch's" in refused(plain)


def test_a_position_holds_no_rng() -> None:
    position = game.start(game.options(), SeededRng("luck"))
    play_on(position, SeededRng("on"), 20)
    assert not any(isinstance(getattr(position, name), Rng) for name in attribute_names(position))


def test_phase_and_outcome_leave_names_to_the_table() -> None:
    for number in range(8):
        match = RandomGame(game, game.options({"witch_cards": 60}), f"names/{number}")
        for _ in match.steps():
            view = match.position.view(None)
            if "question" in view:
                asked = match.position.to_act()[0]
                assert str(view["phase"]).endswith(f"asks @{asked}.")
        result = match.position.result()
        assert result is not None
        outcome = str(match.position.view(None)["outcome"])
        assert outcome.startswith("A draw" if result[0] == 0 else f"@{result.index(1.0)}[wins]")
