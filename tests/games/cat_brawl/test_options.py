"""Every number of the rules can be changed, and changes what it says."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.core.errors import BadOption, BadRecord
from rumpus.core.rng import ScriptedRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.cats import BREEDS, MAINE_COON, RAGDOLL
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.testing import rule
from rumpus.testing.random_games import RandomGame
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside


@rule("CB-2")
@pytest.mark.parametrize("breed", BREEDS)
def test_starting_hp(breed: str) -> None:
    name = breed.lower().replace(" ", "_") + ".hp"
    position = game.start(game.options({name: 3, "bonus_ability": "none", "starting_cards": 0}), ScriptedRng([]))
    for seat in (0, 1):
        position.play(seat, BREEDS.index(breed), ScriptedRng([]))
    assert [cat.hp for cat in position.cats] == [3, 3]


@rule("CB-29")
def test_no_cat_may_start_as_the_winner() -> None:
    with pytest.raises(BadOption, match=r"persian.hp must be below win_hp.*CB-29"):
        game.options({"win_hp": 8, "ragdoll.hp": 5})


@rule("CB-5")
def test_starting_cards() -> None:
    position = game.start(game.options({"bonus_ability": "none", "starting_cards": 3}), ScriptedRng([]))
    with ScriptedRng([0, 1, 2, 3, 4, 5]) as rng:
        for seat in (0, 1):
            position.play(seat, 0, rng)
    assert position.view(1)["hand"] == ["Reverse Scratch", "Guard and Heal", "Guard and Draw"]


@rule("CB-13", "CB-28")
def test_points_and_factors() -> None:
    critical: dict[str, Any] = {f"critical_hit__{name}": n for name, n in (("factor", 1), ("cost", 4), ("cooldown", 0))}
    held: dict[str, Any] = {"hands": {0: ["Double Scratch"]}, "bonus": {0: "Critical Hit"}}
    t = Ringside("Ragdoll", "Ragdoll", hp=[19, 19], scratch__damage=2, double_scratch__factor=3, **critical, **held)
    t.then("critical hit").then("scratch +double", "scratch", rng=[0, CLOCKWISE])
    assert t.hp == [19 - 2 - 4, 19 - 6]
    assert t.phase == "prelude", "no cooldown"


@rule("CB-14", "CB-17", "CB-18")
@pytest.mark.parametrize(
    ("option", "card", "answers", "rng", "hp", "cards"),
    [
        ("purr__gain", None, ("purr", "guard"), [], 13, 0),
        ("purr__loss", None, ("purr", "scratch"), [], 7, 0),
        ("double_purring__gain", "Double Purring", ("purr +double", "guard"), [], 13, 0),
        ("guaranteed_purring__gain", "Guaranteed Purring", ("purr +guaranteed", "scratch"), [], 13, 0),
        ("purr_and_draw__cards", "Purr and Draw", ("purr +draw", "guard"), [1, 2, 3], 11, 3),
        ("guard_and_heal__gain", "Guard and Heal", ("guard +heal", "scratch"), [], 13, 0),
        ("guard_and_draw__cards", "Guard and Draw", ("guard +draw", "scratch"), [1, 2, 3], 10, 3),
    ],
)
def test_gains_losses_and_draws(
    option: str, card: str | None, answers: tuple[str, str], rng: list[int], hp: int, cards: int
) -> None:
    changes: dict[str, Any] = {option: 3}
    t = Ringside("Ragdoll", "Ragdoll", hands={0: [card] if card else []}, **changes)
    t.all(*answers, rng=[0, CLOCKWISE, *rng])
    assert (t.hp[0], t.sizes[0]) == (hp, cards)


@rule("CB-20", "CB-21", "CB-24", "CB-25", "CB-26")
@pytest.mark.parametrize(
    ("breed", "ability"),
    [
        ("Persian", "rejuvenation"),
        ("Exotic Shorthair", "recycling"),
        ("Siamese", "loneliness"),
        ("Abyssinian", "spotlight"),
    ],
)
def test_cooldowns(breed: str, ability: str) -> None:
    changes: dict[str, Any] = {f"{ability}__cooldown": 1}
    t = Ringside(breed, "Ragdoll", pile=["Double Purring"] * 3, loneliness__cards=0, **changes)
    used: list[int] = []
    while t.round < 6:
        if t.phase == "strategy":
            picks = [CLOCKWISE] if t.position.cats[0].spotlit else [0, CLOCKWISE]
            t.all(*["guard"] * len(t.position.to_act()), rng=picks)
        else:
            used.append(t.round)
            picks = [0] if breed == "Exotic Shorthair" and len(t.pile) > 1 else []
            t.all("use", rng=picks)
    assert used == [1, 3, 5]


@rule("CB-21", "CB-25")
def test_what_rejuvenation_and_loneliness_bring() -> None:
    t = Ringside("Persian", "Siamese", rejuvenation__gain=5, loneliness__cards=4).then("loneliness", rng=[0, 1, 2, 3])
    t.then("guard", rng=[0, CLOCKWISE]).then("rejuvenation")
    assert (t.hp, t.sizes) == ([13, 10], [0, 4])


@rule("CB-22", "CB-27")
def test_what_gentlemen_and_attackers_need_and_draw() -> None:
    t = Ringside("Ragdoll", "Persian", gentleman__points=1, gentleman__cards=2)
    t.all("guard", "scratch", rng=[0, CLOCKWISE, 3, 3])
    assert t.sizes == [2, 0]
    t = Ringside("Persian", "Persian", bonus={0: "Attacker"}, attacker__points=1, attacker__cards=3)
    t.all("scratch", "purr", rng=[0, CLOCKWISE, 3, 3, 3])
    assert t.sizes == [3, 0]


@rule("CB-23")
@pytest.mark.parametrize("rounds", [1, 3])
def test_hunting_rounds(rounds: int) -> None:
    t = Ringside("Maine Coon", "Ragdoll", hunting__rounds=rounds)
    for _ in range(rounds - 1):
        t.all("guard", "guard", rng=[0, CLOCKWISE])
        assert t.sizes == [0, 0]
    t.all("guard", "guard", rng=[0, CLOCKWISE, 1])
    assert t.hand(0) == ["Can't Guard"]


@rule("CB-29", "CB-31")
def test_win_hp_and_max_rounds() -> None:
    t = Ringside("Ragdoll", "Ragdoll", win_hp=11).then("purr", "guard", rng=[0, CLOCKWISE])
    assert t.winner == 0
    t = Ringside("Ragdoll", "Ragdoll", hp=[5, 6], max_rounds=1).then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.winner == 1


def start() -> dict[str, Any]:
    return game.start(game.options(), ScriptedRng([])).save()


def test_damaged_data_is_refused_in_a_sentence() -> None:
    damaged: list[Any] = [None, "x", [None], [[]]]
    for name in start():
        for bad in damaged:
            with pytest.raises(BadRecord, match=f"This saved game is damaged: '{name}'"):
                game.load(game.options(), {**start(), name: bad})


def cats(**changes: object) -> dict[str, Any]:
    return {"cats": [{**cat, **changes} for cat in start()["cats"]]}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (cats(hand=[1]), "'hand' holds a list of 1 instead of 9"),
        (cats(hand=[10**12] * 9), "'hand' holds a number outside 0 to 50000"),
        (cats(known=[1]), "'known' is more than the hand holds"),
        (cats(claws=1), "'claws' and 'tame' are more than the hand holds"),
        (cats(breed=2), "'breed' is picked at the start, by everybody"),
        (cats(bonus=3), "'bonus' is not a bonus ability"),
        (cats(strategy=7), "'strategy' is not a strategy"),
        (cats(answer=7), "'answer' was never offered"),
        (cats(answer=3), "'winner' is open, and nobody has anything to decide"),
        ({"living": [0]}, "'living' does not name the cats that have HP"),
        ({"order": [1, 1]}, "'order' does not name cats of this brawl, each once"),
        ({"order": [2]}, "'order' does not name cats of this brawl, each once"),
        ({"round": 3}, "'round' is not a round of this brawl"),
        ({"winner": 1}, "'winner' is not a cat of this brawl"),
        ({"cats": [{}]}, "'cats' holds a list of 1 instead of 2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_inconsistent_save_is_refused_in_a_sentence(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadRecord, match=problem):
        game.load(game.options(), {**start(), **changes})


def a_save_with_a_hunter() -> dict[str, Any]:
    """Returns a save in which seat 0 is a Maine Coon, holds cards and no claws."""
    for number in range(100):
        match = RandomGame(game, game.options(), f"hunter/{number}")
        for _ in match.steps():
            position = match.position
            assert isinstance(position, Brawl)
            cat = position.cats[0]
            if cat.breed == MAINE_COON and cat.size > 0 and not cat.has_claws() and cat.lean > 0:
                return position.save()
    raise AssertionError("no hunter in all these brawls")


@rule("CB-8", "CB-23")
@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"claws": 1}, "'claws' and 'tame' are more than the hand holds"),
        ({"tame": 40}, "'claws' and 'tame' are more than the hand holds"),
        ({"lean": 40}, "'hunger' and 'lean' are not true of the hand"),
        ({"hunger": 0}, "'hunger' and 'lean' are not true of the hand"),
        ({"breed": RAGDOLL}, "'lean' and 'hunger' are of a cat that does not hunt"),
    ],
    ids=str,
)
def test_what_is_known_of_a_hunter_is_true(changes: dict[str, Any], problem: str) -> None:
    plain: Any = a_save_with_a_hunter()
    game.load(game.options(), plain)
    plain["cats"][0].update(changes)
    with pytest.raises(BadRecord, match=problem):
        game.load(game.options(), plain)
