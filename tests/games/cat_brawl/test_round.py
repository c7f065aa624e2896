"""The course of the game: set-up, the round, the order of everything, and how it ends."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadOption, IllegalMove
from rumpus.core.rng import CountingRng, ScriptedRng, SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.abilities import ABILITIES
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.testing import rule
from tests.games.cat_brawl.ringside import CLOCKWISE, COUNTER, Ringside, seen


@rule("CB-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_sit_in_a_ring(players: int) -> None:
    position = game.start(game.options({"players": players}), ScriptedRng([]))
    assert position.to_act() == list(range(players))


@rule("CB-1")
@pytest.mark.parametrize("players", [1, 7])
def test_other_numbers_are_refused(players: int) -> None:
    with pytest.raises(BadOption, match="CB-1"):
        game.options({"players": players})


@rule("CB-2", "CB-3")
def test_cats_their_hp_and_abilities() -> None:
    position = game.start(game.options({"players": 6, "bonus_ability": "none", "starting_cards": 0}), ScriptedRng([]))
    with ScriptedRng([]) as rng:
        for seat, breed in enumerate(BREEDS):
            position.play(seat, game.parse_move(position, seat, breed), rng)
    seats = seen(position, None)["seats"]
    assert [seat["cat"] for seat in seats] == BREEDS
    assert [seat["hp"] for seat in seats] == [8, 10, 10, 10, 10, 10]
    assert [seat["ability"] for seat in seats] == [ability.name for ability in ABILITIES[:6]]


@rule("CB-2", "CB-39")
def test_several_may_pick_the_same_cat_at_the_same_time() -> None:
    position = game.start(game.options(), ScriptedRng([]))
    assert [game.format_move(position, 0, move) for move in position.moves(0)] == [breed.lower() for breed in BREEDS]
    position.play(1, 4, ScriptedRng([]))
    assert seen(position, 0)["seats"][1]["cat"] is None
    with ScriptedRng([0, 0, 0, 0, 0, 0]) as rng:
        position.play(0, 4, rng)
    assert [seat["cat"] for seat in seen(position, None)["seats"]] == ["Siamese", "Siamese"]


@rule("CB-4", "CB-40")
def test_without_bonus_abilities_nothing_is_picked_for_them() -> None:
    position = game.start(game.options({"bonus_ability": "none"}), ScriptedRng([]))
    with ScriptedRng([1, 2, 3, 4]) as rng:
        for seat in (0, 1):
            position.play(seat, 1, rng)
    assert [seat["bonus"] for seat in seen(position, 0)["seats"]] == ["none", "none"]
    assert seen(position, 1)["hand"] == ["Reverse Scratch", "Guard and Heal"]


@rule("CB-5", "CB-41")
def test_draw_every_gives_all_living_a_card_before_the_prelude() -> None:
    t = Ringside("Ragdoll", "Persian", "Siamese", out=[1], draw_every=2, round=1).then("decline")
    t.all("guard", "guard", rng=[0, CLOCKWISE, 3, 4])
    assert (t.round, t.hand(0), t.hand(2), t.sizes[1]) == (2, ["Reverse Scratch"], ["Guard and Heal"], 0)
    t.then("decline").then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.sizes == [1, 0, 1], "not in round 3"


@rule("CB-5")
def test_a_hand_has_no_limit() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hands={0: ["Purr and Draw"] * 30})
    t.all("purr +draw", "guard", rng=[0, CLOCKWISE, 2])
    assert t.sizes[0] == 30


@rule("CB-6", "CB-33", "CB-39")
def test_the_prelude_asks_whoever_has_something_ready() -> None:
    bonus = {1: "Critical Hit", 2: "Critical Hit", 3: "Attacker"}
    t = Ringside("Siamese", "Abyssinian", "Ragdoll", "Ragdoll", bonus=bonus)
    assert t.position.to_act() == [0, 1, 2]
    assert t.offers(0) == ["decline", "loneliness"]
    assert t.offers(1) == ["decline", "spotlight", "critical hit", "spotlight and critical hit"]
    assert t.offers(2) == ["decline", "critical hit"]
    events = t.decide("loneliness", "spotlight and critical hit", "decline", rng=[0, 0])
    assert [event.args for event in events if event.kind == "used"] == [[0, 4], [1, 5], [1, 7]]
    assert t.position.to_act() == [1, 2, 3]


@rule("CB-7", "CB-39")
def test_strategies_are_offered_in_the_order_of_the_rules() -> None:
    hand = ["Double Scratch", "Can't Reverse", "Guard and Heal", "Double Purring", "Double Purring"]
    assert Ringside(*["Ragdoll"] * 4, out=[1], hands={2: hand}).offers(2) == [
        "purr", "purr +double", "guard", "guard +heal", "scratch 0", "scratch 0 +noreverse", "scratch 0 +double",
        "scratch 3", "scratch 3 +noreverse", "scratch 3 +double",
    ]  # fmt: skip


@rule("CB-7")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("scratch 0", "A cat does not scratch itself (CB-7)."),
        ("scratch 1", "@1['s] cat is out: scratch one that is still in (CB-7)."),
        ("scratch 2 +double", "You hold no Double Scratch (CB-7)."),
        ("guard +reverse", "You hold no Reverse Scratch (CB-7)."),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(words: str, reason: str) -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", out=[1])
    before = t.position.save()
    with pytest.raises(IllegalMove) as refusal:
        t.position.play(0, game.parse_move(t.position, 0, words), ScriptedRng([]))
    assert str(refusal.value) == reason
    assert t.position.save() == before


@rule("CB-6", "CB-20")
def test_refusals_in_the_prelude() -> None:
    t = Ringside("Siamese", "Abyssinian", bonus={0: "Critical Hit"}).then("loneliness", "decline", rng=[0, 0])
    t.all("guard", rng=[0, CLOCKWISE])
    assert (t.round, t.phase) == (2, "prelude")
    assert t.refusal(0, "loneliness") == "Loneliness rests until round 4 (CB-20)."
    assert t.refusal(1, "critical hit") == "You were not dealt Critical Hit (CB-4)."
    assert t.refusal(1, 0) == "First say which ability you use in the prelude, if any (CB-6)."
    t = Ringside("Ragdoll", "Abyssinian", bonus={0: "Critical Hit", 1: "Critical Hit"})
    assert t.refusal(0, "both") == "Gentleman cannot be used in the prelude (CB-6)."
    t.then("critical hit", "critical hit").then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.refusal(1, "critical hit") == "Critical Hit rests until round 4 (CB-20)."


@rule("CB-2", "CB-12")
def test_refusals_at_the_start_and_in_the_postlude() -> None:
    position = game.start(game.options(), ScriptedRng([]))
    assert position.refusal(0, 12).startswith("Pick a cat: Persian, Ragdoll")
    t = Ringside("Persian", "Ragdoll")
    assert t.refusal(0, 0) == "Choose a strategy: purr, guard or scratch another cat (CB-7)."
    t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert t.refusal(0, 12) == "Choose whether to use Rejuvenation (CB-12)."
    assert t.refusal(1, 11) == "You have nothing to decide at the moment."


@rule("CB-8", "CB-35")
def test_shown_cards_come_to_the_pile_seats_upwards() -> None:
    hands = {0: ["Guard and Draw"], 1: ["Double Purring"], 2: ["Guard and Heal"]}
    t = Ringside(*["Ragdoll"] * 3, hands=hands).then("guard +draw", "purr +double", "guard +heal", rng=[2, COUNTER])
    assert t.pile == ["Guard and Draw", "Double Purring", "Guard and Heal"]


@rule("CB-9", "CB-38")
@pytest.mark.parametrize(
    ("start", "direction", "order"),
    [
        (0, CLOCKWISE, [0, 1, 2]), (1, CLOCKWISE, [1, 2, 0]), (2, CLOCKWISE, [2, 0, 1]),
        (0, COUNTER, [0, 2, 1]), (1, COUNTER, [1, 0, 2]), (2, COUNTER, [2, 1, 0]),
    ],
)  # fmt: skip
def test_every_order_of_three(start: int, direction: int, order: list[int]) -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll").then("guard", "guard", "guard", rng=[start, direction])
    assert t.order == order


@rule("CB-11", "CB-41")
def test_gains_and_draws_wait_for_the_last_scratch_and_come_cat_by_cat() -> None:
    t = Ringside("Persian", "Persian", "Persian", hands={0: ["Purr and Draw"], 1: ["Guard and Draw"]}, hp=[8, 8, 8])
    events = t.decide("purr +draw", "guard +draw", "scratch 1", rng=[0, CLOCKWISE, 4, 5])
    kinds = [(event.kind, event.args[0]) for event in events if event.kind in ("dodged", "gained", "drew")]
    assert kinds == [("dodged", 2), ("gained", 0), ("drew", 0), ("drew", 1)]
    assert (t.hand(0), t.hand(1)) == (["Guard and Heal"], ["Guard and Draw"])


@rule("CB-12", "CB-41")
def test_the_postlude_in_its_order() -> None:
    """Payment, then Attacker and Gentleman in order, then Hunting, then the question."""
    cats = ("Ragdoll", "Persian", "Maine Coon", "Exotic Shorthair")
    t = Ringside(*cats, hands={1: ["Double Scratch"]}, bonus={1: "Attacker", 3: "Critical Hit"})
    t.position.cats[2].hunger = 1
    t.all("critical hit")
    events = t.decide("guard", "scratch 2 +double", "scratch 1", "scratch 0", rng=[1, CLOCKWISE, 0, 1, 0])
    late = [(event.kind, event.args[0]) for event in events if event.kind in ("paid", "drew", "hunted")]
    assert late == [("paid", 3), ("drew", 1), ("drew", 0), ("hunted", 2)]
    assert t.phase == "postlude"
    assert t.position.to_act() == [1, 3]


@rule("CB-16")
def test_a_scratching_cat_and_one_that_sits_out_are_hit_in_full() -> None:
    t = Ringside("Ragdoll", "Siamese", "Ragdoll", hands={0: ["Double Scratch"], 2: ["Double Scratch"]})
    t.then("loneliness", rng=[0, 0]).then("scratch 1 +double", "scratch 0 +double", rng=[0, CLOCKWISE])
    assert t.hp == [8, 8, 10]


@rule("CB-32")
def test_a_guard_guards_wherever_it_stands_in_the_order() -> None:
    t = Ringside("Persian", "Persian", hands={1: ["Reverse Scratch"]})
    t.all("scratch 1", "guard +reverse", rng=[0, CLOCKWISE])
    assert t.hp == [7, 8]


@rule("CB-14")
def test_a_scratch_that_took_nothing_is_an_attack_all_the_same() -> None:
    t = Ringside("Ragdoll", "Ragdoll", purr__loss=0).then("purr", "scratch 0", rng=[0, CLOCKWISE])
    assert t.hp == [10, 10], "no gain"


@rule("CB-29", "CB-42")
def test_20_hp_win_in_the_middle_of_the_settlement_of_gains() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[19, 10, 10]).then("purr", "purr", "purr", rng=[0, CLOCKWISE])
    assert (t.winner, t.hp) == (0, [20, 10, 10])
    assert t.position.to_act() == []
    assert seen(t.position, 1)["outcome"] == "@0['s] Ragdoll has 20 HP and wins."


@rule("CB-30", "CB-42")
def test_the_last_cat_has_won_before_its_own_turn_comes() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[10, 1], bonus={0: "Critical Hit"}).then("critical hit")
    t.all("scratch 1", "scratch 0", rng=[0, CLOCKWISE])
    assert (t.winner, t.hp) == (0, [10, -1]), "no payment after the end"


@rule("CB-30")
def test_a_draw_is_the_same_for_those_who_went_out_before() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[1, 1, 0], out=[2], bonus={0: "Critical Hit", 1: "Critical Hit"})
    t.then("critical hit", "critical hit").then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.position.result() == [0.0, 0.0, 0.0]
    assert seen(t.position, None)["outcome"] == "No cat is left: a draw."


@rule("CB-31", "CB-37")
def test_the_bell_rings_after_the_whole_postlude() -> None:
    t = Ringside("Persian", "Ragdoll", hp=[7, 7], round=100).then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.phase == "postlude", "not over yet"
    t.all("rejuvenation")
    assert (t.winner, t.hp) == (0, [8, 7])


@rule("CB-31")
def test_only_living_cats_count_at_the_bell() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[3, 2, 0], out=[2], round=5, max_rounds=5)
    t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert t.winner == 0


@rule("CB-37", "CB-12")
def test_a_rejuvenation_that_wins_leaves_later_uses_undone() -> None:
    t = Ringside("Persian", "Exotic Shorthair", hp=[19, 10], pile=["Double Purring"])
    t.then("guard", "guard", rng=[0, CLOCKWISE]).then("rejuvenation", "recycling")
    assert (t.winner, t.pile, t.sizes) == (0, ["Double Purring"], [0, 0])


@rule("CB-38")
def test_a_pick_from_one_uses_nothing_up() -> None:
    rng = CountingRng(SeededRng("ring"))
    t = Ringside("Ragdoll", "Abyssinian").then("spotlight")
    for seat in (0, 1):
        t.position.play(seat, game.parse_move(t.position, seat, "guard"), rng)
    assert [n for n, _ in rng.draws] == [2], "one starter, so only the direction is picked"


@rule("CB-38", "CB-40", "CB-41")
def test_every_pick_of_a_whole_game_is_one_the_rules_name() -> None:
    options = game.options({"players": 4})
    rng = CountingRng(SeededRng("every pick"))
    chooser = SeededRng("choices")
    position = game.start(options, rng)
    while position.to_act():
        seat = position.to_act()[0]
        moves = position.moves(seat)
        position.apply(seat, moves[chooser.below(len(moves))], rng)
    bonus, cards = rng.draws[:4], rng.draws[4:12]
    assert [n for n, _ in bonus] == [2] * 4
    assert [n for n, _ in cards] == [9] * 8
