"""What a person may type."""

from __future__ import annotations

import pytest

from rumpus.core.errors import IllegalMove
from rumpus.core.rng import ScriptedRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES
from rumpus.testing import rule
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside


def reads(t: Ringside, seat: int, typed: str) -> str:
    return game.format_move(t.position, seat, game.parse_move(t.position, seat, typed))


@rule("CB-7")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("purr", "purr"), ("p", "purr"), ("PURR + double", "purr +double"), ("double purring", "purr +double"),
        ("p g", "purr +guaranteed"), ("purr and draw", "purr +draw"), ("purr with Purr and Draw", "purr +draw"),
        ("guard", "guard"), ("g r", "guard +reverse"), ("reverse scratch", "guard +reverse"), ("dodge", "guard"),
        ("guard with reverse scratch", "guard +reverse"), ("guard heal", "guard +heal"), ("guard +draw", "guard +draw"),
        ("scratch 2", "scratch 2"), ("s2", "scratch 2"), ("scratch 2 +double", "scratch 2 +double"),
        ("s 2 d", "scratch 2 +double"), ("double scratch at seat 2", "scratch 2 +double"),
        ("scratch siamese", "scratch 2"), ("scratch the siam with double", "scratch 2 +double"),
        ("scratch maine coon", "scratch 1"), ("attack 1 with can't guard", "scratch 1 +noguard"),
        ("Can’t Guard 1", "scratch 1 +noguard"), ("scratch 1 no guard", "scratch 1 +noguard"),
        ("scratch 1 +nor", "scratch 1 +noreverse"), ("can't reverse 1", "scratch 1 +noreverse"),
    ],
)  # fmt: skip
def test_strategies_are_read_forgivingly(typed: str, meant: str) -> None:
    t = Ringside("Ragdoll", "Maine Coon", "Siamese", hands={0: CARD_NAMES}).then("decline")
    assert reads(t, 0, typed) == meant


@rule("CB-7")
@pytest.mark.parametrize(
    "typed",
    [
        "",
        "scratch",
        "scratch 1 2",
        "scratch ragdoll",
        "purr 1",
        "purr +reverse",
        "scratch 1 +no",
        "scratch 1 purr",
        "meow",
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_guessed(typed: str) -> None:
    t = Ringside("Ragdoll", "Maine Coon", "Siamese", hands={0: CARD_NAMES}).then("decline")
    with pytest.raises(IllegalMove, match="not among your options"):
        game.parse_move(t.position, 0, typed)


@rule("CB-7")
def test_with_one_opponent_left_a_scratch_needs_no_target() -> None:
    t = Ringside("Ragdoll", "Maine Coon", "Ragdoll", out=[1], hands={0: ["Double Scratch"]})
    assert reads(t, 0, "scratch") == "scratch 2"
    assert reads(t, 0, "double scratch") == "scratch 2 +double"


@rule("CB-7")
def test_a_cats_name_must_mean_one_seat() -> None:
    t = Ringside("Ragdoll", "Persian", "Persian")
    with pytest.raises(IllegalMove):
        game.parse_move(t.position, 0, "scratch persian")


@rule("CB-2")
def test_cats_are_picked_by_the_start_of_their_name() -> None:
    position = game.start(game.options(), ScriptedRng([]))
    for breed, typed in enumerate(["pers", "RAG", "maine", "exotic shorthair", "s", "abyssinian"]):
        assert game.parse_move(position, 0, typed) == breed
    with pytest.raises(IllegalMove, match="maine coon"):
        game.parse_move(position, 0, "main con")


@rule("CB-6", "CB-33")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("no", "decline"), ("none", "decline"), ("lonely", None), ("lone", "loneliness"), ("crit", "critical hit"),
        ("loneliness + critical", "loneliness and critical hit"), ("both", "loneliness and critical hit"),
        ("yes", None), ("no such thing", None),
    ],
)  # fmt: skip
def test_prelude_answers(typed: str, meant: str) -> None:
    t = Ringside("Siamese", "Ragdoll", bonus={0: "Critical Hit"})
    if meant is None:
        with pytest.raises(IllegalMove):
            game.parse_move(t.position, 0, typed)
    else:
        assert reads(t, 0, typed) == meant


@rule("CB-12")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("use", "rejuvenation"), ("rejuvenate", "rejuvenation"), ("rej", "rejuvenation"), ("pass", "decline")],
)
def test_postlude_answers(typed: str, meant: str) -> None:
    t = Ringside("Persian", "Ragdoll").then("guard", "guard", rng=[0, CLOCKWISE])
    assert reads(t, 0, typed) == meant
