"""House enemies, escalation and their knowledge."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadOption
from rumpus.core.rng import CountingRng, ScriptedRng, SeededRng
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.rules.house import STANCES, stance
from rumpus.games.defend_the_city.rules.numbers import BRUTE, CUNNING, KINDS, UNIFORM, WARY
from rumpus.games.defend_the_city.rules.scores import offense_of, pair_of
from rumpus.testing import rule
from tests.games.defend_the_city.fight import Fight


@rule("DC-S13")
def test_a_miss_and_the_answer_kills() -> None:
    fight = Fight().defend("5/0", [3, 2, 4, 2])
    assert fight.last("shown")[1:] == ["5/0", "3/2"]
    assert fight.won is False
    assert fight.last("ends")[:4] == ["fallen", 0, 1, 25]


@rule("DC-S14")
def test_a_first_hit_leaves_no_roll_to_the_enemy() -> None:
    fight = Fight().defend("5/0", [3, 2, 2])
    assert fight.siege.slain == 1
    assert fight.stamina == (30, 30)


@rule("DC-S15")
def test_a_sure_hit_uses_up_a_pick_too() -> None:
    fight = Fight().defend("4/0", [5, 4, 4], answer="forfeit")
    assert fight.last("pay") == [0, 30, 9, 21]
    assert fight.won is False


@rule("DC-S16", "DC-28")
def test_a_turn_without_a_question_runs_by_itself() -> None:
    fight = Fight(defender=-2, enemy=12)
    assert fight.siege.to_act() == []
    fight.by_itself([4, 3, 4])
    assert fight.stamina == (-2, 5)
    assert fight.count("misses") == 1
    assert fight.count("stand-off") == 0


@rule("DC-28", "DC-29")
def test_turns_without_a_question_follow_in_the_same_breath() -> None:
    fight = Fight(defender=3, enemy=17).defend("5/0", [0, 5, 4, 3, 4, 5, 0, 0])
    assert fight.count("shown") == 3
    assert fight.last("ends")[:4] == ["fallen", 0, 3, -2]


@rule("DC-S17", "DC-24")
def test_the_wary_rest_when_they_are_behind() -> None:
    behind = Fight(kind="wary", enemy=9, defender=12).defend("0/5", [8, 4])
    assert behind.last("shown")[2] == "1/1"
    ahead = Fight(kind="wary", enemy=12, defender=9).defend("0/5", [8, 4])
    assert ahead.last("shown")[2] == "2/3"
    level = Fight(kind="wary", enemy=12, defender=12).defend("0/5", [8, 4])
    assert level.last("shown")[2] == "2/3"


@rule("DC-S18", "DC-24")
def test_brute_and_wary_stake_all_and_finish_the_spent() -> None:
    for kind in ("brute", "wary"):
        last_breath = Fight(kind=kind, enemy=5).defend("0/5", [])
        assert last_breath.last("shown")[2] == "5/5"
        assert last_breath.stamina == (25, -5)
        finishing = Fight(kind=kind, defender=0).by_itself([4])
        assert finishing.last("shown")[2] == "5/0"
        assert finishing.won is False


@rule("DC-S19", "DC-24")
def test_the_brute_strikes_hard() -> None:
    assert Fight(kind="brute").defend("0/5", [5, 6]).last("shown")[2] == "4/4"


@rule("DC-24")
@pytest.mark.parametrize(
    ("kind", "enemy", "defender", "offense", "defense"),
    [
        (UNIFORM, 30, 30, [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]),
        (UNIFORM, 1, 0, [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]),
        (BRUTE, 6, 1, [5, 0, 0, 0, 2, 5], [3, 1, 1, 1, 2, 4]),
        (WARY, 6, 6, [6, 2, 1, 1, 1, 1], [1, 1, 2, 3, 3, 2]),
        (WARY, 6, 7, [8, 1, 1, 1, 0, 1], [4, 2, 2, 2, 1, 1]),
    ],
)
def test_each_kind_draws_by_its_weights(
    kind: int, enemy: int, defender: int, offense: list[int], defense: list[int]
) -> None:
    each = stance(kind, enemy, defender)
    drawn = [0] * 36
    for first in range(sum(offense)):
        for second in range(sum(defense)):
            with ScriptedRng([first, second]) as rng:
                drawn[each.draw(rng)] += 1
    assert drawn == [left * right for left in offense for right in defense] == each.weights()


@rule("DC-24")
def test_sure_pairs_need_no_draw() -> None:
    assert stance(BRUTE, 5, 1).draw(ScriptedRng([])) == pair_of(5, 5)
    assert stance(WARY, 5, 0).draw(ScriptedRng([])) == pair_of(5, 0)
    assert {each.sure for each in STANCES} == {-1, pair_of(5, 5), pair_of(5, 0)}


@rule("DC-19")
def test_the_kind_is_an_option_and_public() -> None:
    for kind in KINDS[:4]:
        fight = Fight(kind=kind)
        enemy = fight.siege.view(0)["enemy"]
        assert isinstance(enemy, dict)
        assert enemy["kind"] == kind
    assert Fight().siege.kind == UNIFORM
    with pytest.raises(BadOption, match="one of uniform, brute, wary, cunning"):
        game.options({"enemy": "lazy"})


@rule("DC-20")
def test_escalation_brings_a_harder_kind_after_every_success() -> None:
    for slain, kind in enumerate([UNIFORM, UNIFORM, BRUTE, WARY, CUNNING]):
        assert Fight(slain=slain, escalation=True, kind="wary").siege.kind == kind
    fight = Fight(slain=1, escalation=True).defend("5/5", [0, 0, 0])
    assert fight.last("steps up") == [3, 5, "brute"]


@rule("DC-20", "DC-S20")
def test_after_a_stand_off_the_same_kind_steps_up() -> None:
    fight = Fight(slain=2, defender=10, enemy=5, escalation=True).defend("5/5")
    assert fight.count("stand-off") == 1
    assert fight.last("steps up") == [3, 5, "brute"]
    assert fight.siege.kind == BRUTE


@rule("DC-26", "DC-29")
def test_the_house_draws_only_once_the_defenders_pair_is_fixed() -> None:
    rng = CountingRng(SeededRng("house"))
    for kind in KINDS[:4]:
        siege = game.start(game.options({"enemy": kind}), rng)
        assert rng.draws == [], "nothing is drawn before"
        siege.play(0, pair_of(0, 5), rng)
        assert [n for n, _ in rng.draws] == {"uniform": [6, 6], "cunning": [1_000_000]}.get(kind, [12, 12])
        rng.draws.clear()


@rule("DC-25", "DC-29")
def test_the_cunning_make_one_draw_over_36_weights_in_pair_order() -> None:
    fight = Fight(kind="cunning")
    table = fight.siege.numbers.equilibrium
    assert table is not None
    weights = table.weights(table.offset(0, 0, 30, 30, 0))
    assert sum(weights) == 1_000_000
    total = 0
    for pair, weight in enumerate(weights):
        if weight:
            for pick in (total, total + weight - 1):
                shown = Fight(kind="cunning")
                with ScriptedRng([pick]) as rng:
                    shown.siege.apply(0, pair_of(0, 5), rng)
                assert shown.listen().last("shown")[2] == f"{offense_of(pair)}/{pair % 6}"
        total += weight


@rule("DC-25")
def test_the_cunning_have_solved_the_rulebooks_numbers_only() -> None:
    for changes in ({"enemy": "cunning"}, {"escalation": True}):
        with pytest.raises(BadOption, match="DC-25"):
            game.options({**changes, "stamina": 20})
    assert game.options({"escalation": True, "enemies": 3}).number("enemies") == 3, "no cunning one turns up there"
    assert game.options({"enemy": "cunning", "versus": True, "stamina": 20})


@rule("DC-27")
def test_the_same_picks_and_decisions_give_the_same_game() -> None:
    for kind in KINDS[:4]:
        games = []
        for _ in range(2):
            rng, choices = SeededRng("same"), SeededRng("choices")
            siege = game.start(game.options({"enemy": kind}), rng, listen=True)
            while siege.result() is None:
                moves = siege.moves(0)
                siege.play(0, moves[choices.below(len(moves))], rng)
            games.append((siege.save(), [str(event) for event in siege.take_events()]))
        assert games[0] == games[1]


@rule("DC-27")
def test_a_draw_takes_the_first_running_total_above_the_pick() -> None:
    for pick, offense in ((0, 0), (4, 0), (5, 4), (6, 4), (7, 5), (11, 5)):
        shown = Fight(kind="brute").defend("0/5", [pick, 0]).last("shown")[2]
        assert shown == f"{offense}/0"
