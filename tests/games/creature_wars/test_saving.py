"""What no game of Creature Wars can have written is refused in a sentence that names it; people stay unnamed."""

from __future__ import annotations

import json
from typing import cast

import pytest

from rumpus.core.errors import BadRecord
from rumpus.core.position import Json
from rumpus.core.rng import Rng, SeededRng
from rumpus.core.saving import SavedField
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import GIFT, GRINCH, NONE, REMOVED, WITCH
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, BEGIN, NOTHING
from rumpus.games.creature_wars.rules.duels.turn import advance
from rumpus.games.creature_wars.rules.position import load
from rumpus.games.creature_wars.rules.saving import CARD, FRAME
from rumpus.testing import rule
from rumpus.testing.introspection import attribute_names
from rumpus.testing.random_games import RandomGame, play_on
from tests.games.creature_wars.kit import Table
from tests.games.creature_wars.made_up import make_up


def refused(plain: object) -> str:
    with pytest.raises(BadRecord) as error:
        game.load(game.options(), cast(dict[str, Json], plain))
    return str(error.value)


def column(fields: list[SavedField], name: str) -> int:
    """Returns the place of a field in its row."""
    return [field.name for field in fields].index(name)


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
    zone, keeper = column(CARD, "zone"), column(CARD, "keeper")
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


@rule("ER-3", "S-37")
def test_only_a_witch_waits_to_cast() -> None:
    t = Table(
        a=["Lvl.4 Pandora's Witch"],
        b=["Lvl.1 Fire Wolf", "Lvl.1 Pick a Witch", "Lvl.1 Greedy Witch"],
        options={"creature_sets": 0},
    ).duel("Pandora", "Wolf", picks=[0, 8, 0] * 3)
    assert t.asked == "B"
    plain = json.loads(json.dumps(t.war.save()))
    load(t.war.numbers, plain)
    state, card = column(FRAME, "state"), column(FRAME, "card")
    (waiting,) = [frame for frame in plain["frames"] if frame[state] == BEGIN]
    waiting[card] = t.war.deck[0]
    with pytest.raises(BadRecord, match="'frames' hold a witch that is not at work"):
        load(t.war.numbers, plain)


@rule("ER-3", "S-93")
def test_the_number_of_a_date_need_not_be_a_card() -> None:
    t = Table(
        a=["Lvl.4 Clockwork Crier Witch"],
        b=["Lvl.4 Clockwork Crier Witch"],
        deck=["Lvl.4 Clockwork Crier Witch"],
        options={"creature_sets": 0, "witch_cards": 3, "hand": 1, "witches": ["Clockwork Crier Witch"]},
    ).duel("Crier", "Crier")
    t.answer("3")
    assert t.war.timers[0].number == 3 == len(t.war.cards)
    assert t.asked == "B"
    plain = json.loads(json.dumps(t.war.save()))
    assert load(t.war.numbers, plain).save() == plain


@rule("ER-3", "S-34")
def test_the_number_of_a_deadline_is_a_card() -> None:
    t = Table(
        a=["Lvl.4 Shady Witch", "Lvl.6 Holy Dragon", "Lvl.6 Holy Giant"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Fire Wolf", "Lvl.1 Fire Giant"],
        options={"creature_sets": 0},
    ).duel("Shady", "Giant")
    t.start_turn()
    advance(t.war, SeededRng("choose"))
    plain = json.loads(json.dumps(t.war.save()))
    load(t.war.numbers, plain)
    plain["timers"][0][-1] = len(t.war.cards)
    with pytest.raises(BadRecord, match="a card is named that is not there"):
        load(t.war.numbers, plain)


@rule("ER-3", "CW-45")
def test_a_witch_has_no_tribe_and_no_type() -> None:
    for field, value in (("tribe", GRINCH), ("type", 0), ("name", GIFT)):
        plain = a_save()
        cards = cast(list[list[Json]], plain["cards"])
        witch = next(card for card in cards if card[column(CARD, "kind")] == WITCH)
        witch[column(CARD, field)] = value
        assert "a witch with a Tribe, a Type or a name of her own" in refused(plain)


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
