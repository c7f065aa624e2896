"""What a forecast promises is what happens."""

from __future__ import annotations

import pytest

from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl import game
from rumpus.testing import rule
from tests.games.cat_brawl.ringside import Ringside

SCRATCHES = ["scratch 1", "scratch 1 +noguard", "scratch 1 +noreverse", "scratch 1 +double"]
HAND = ["Can't Guard", "Can't Reverse", "Double Scratch", "Guaranteed Purring", "Double Purring", "Guard and Heal"]


def facts(t: Ringside, move: str) -> dict[str, object]:
    return dict(game.forecast(t.position, 0, game.parse_move(t.position, 0, move)))


def played(t: Ringside, *answers: str) -> None:
    for seat, words in enumerate(answers):
        t.position.play(seat, game.parse_move(t.position, seat, words), SeededRng("forecast"))


@rule("CB-13")
@pytest.mark.parametrize("move", SCRATCHES)
@pytest.mark.parametrize(("answer", "name"), [("scratch 2", "to"), ("purr", "purring"), ("guard", "guarding")])
@pytest.mark.parametrize("critical", [False, True])
def test_a_scratch_leaves_its_target_what_was_said(move: str, answer: str, name: str, critical: bool) -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hands={0: HAND}, bonus={0: "Critical Hit"})
    t.all("critical hit" if critical else "decline")
    promised = facts(t, move)
    assert promised["target"] == 1
    assert promised["from"] == t.position.cats[1].hp
    before = t.position.cats[0].hp
    played(t, move, answer, "guard")
    assert t.position.cats[1].hp == promised[name]
    assert t.position.cats[0].hp == before - int(str(promised.get("pays", 0)))


@rule("CB-14")
@pytest.mark.parametrize("move", ["purr", "purr +guaranteed", "purr +double", "guard", "guard +heal"])
@pytest.mark.parametrize(("answer", "name"), [("purr", "to"), ("scratch 0", "scratched")])
def test_purr_and_guard_leave_what_was_said(move: str, answer: str, name: str) -> None:
    t = Ringside("Ragdoll", "Ragdoll", hands={0: HAND})
    promised = facts(t, move)
    played(t, move, answer)
    assert t.position.cats[0].hp == promised[name]


@pytest.mark.parametrize(
    ("hp", "shown", "idle"),
    [
        ([10, 10], (0, 1), True),
        ([10, 2], (0, 1), False),
        ([3, 10], (0, 1), True),
        ([10, 17], (0, 1), False),
        ([10, 4], (0,), False),
        ([10, 5], (0,), True),
    ],
)
def test_spotlight_is_idle_where_nobody_can_go_out_or_win(hp: list[int], shown: tuple[int, ...], idle: bool) -> None:
    """A duel with cards in hand: a scratch takes 2, and 4 from a cat whose bonus ability is hidden."""
    hands = {0: ["Can't Guard"], 1: ["Can't Guard"]}
    bonus = {0: "Attacker", 1: "Attacker"}
    t = Ringside("Abyssinian", "Ragdoll", hp=hp, hands=hands, bonus=bonus, shown=shown)
    assert facts(t, "spotlight").get("idle", False) is idle


@pytest.mark.parametrize("cards", [[], ["Double Scratch"]])
def test_whether_spotlight_is_idle_tells_nothing_that_is_hidden(cards: list[str]) -> None:
    """The same for every bonus ability and hand that others may take one to have."""
    found = {
        bool(facts(t, "spotlight").get("idle"))
        for own in ("Attacker", "Critical Hit")
        for other in ("Attacker", "Critical Hit")
        for kind in ("Double Scratch", "Guard and Heal")
        for t in [
            Ringside(
                "Abyssinian", "Ragdoll", hp=[6, 5], bonus={0: own, 1: other}, hands={0: [kind] * len(cards), 1: cards}
            )
        ]
    }
    assert len(found) == 1
