"""Positions in which a witch has something pending are saved and loaded: questions, dates, quests (ER-3)."""

from __future__ import annotations

import json

import pytest

from rumpus.core.rng import Rng, SeededRng
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, NOTHING
from rumpus.games.creature_wars.rules.duels.turn import advance
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.moves import decide
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.position import War, load
from rumpus.games.creature_wars.rules.state import UNDECIDED
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table

PARTS = 4
SEEDS = 6
TURNS = 5
OTHERS = ["Kind Witch", "Pick a Witch", "Clockwork Crier Witch", "Santa Witch", "Scientific Witch", "Minerva's Witch"]


def table(witch: Witch, rng: Rng) -> Table:
    """Returns a table where the witch is about to be played, with and against few cards."""

    def creatures() -> list[str]:
        tribes = ["Serpent", "Wolf", "Skeleton", "Pirate", "Giant", "Vampire", "Dragon"]
        types = ["Ancient", "Fire", "Nightmare", "Holy"]
        return [f"Lvl.{1 + rng.below(6)} {types[rng.below(4)]} {tribes[rng.below(7)]}" for _ in range(rng.below(6))]

    other = OTHERS[rng.below(len(OTHERS))]
    first = [f"Lvl.5 {witch.name}", *creatures()]
    second = [f"Lvl.{1 + rng.below(9)} {other}", *creatures(), "Lvl.6 Holy Dragon"]
    t = Table(a=first, b=second, deck=creatures() + creatures() + [f"Lvl.4 {other}"], options={"creature_sets": 0})
    t.with_charges("A", slain_tribes=127, rally_formed=True)
    for text, fate in (("Lvl.3 Fire Skeleton", "slain"), ("Lvl.2 Holy Wolf", "slain")):
        t.bury("A", text, fate)
    return t


def check_saved(war: War, rng: Rng) -> None:
    """Compares the position with its saved and loaded self, and plays both on a little."""
    plain = json.loads(json.dumps(war.save()))
    again = load(war.numbers, plain)
    assert again.save() == plain
    for seat in (None, 0, 1):
        assert again.view(seat) == war.view(seat)
    seed = str(rng.below(1_000_000))
    twins = [war.copy(), again]
    for twin in twins:
        assert isinstance(twin, War)
        play_turns(twin, SeededRng(seed), 1)
    assert twins[0].save() == twins[1].save()


def play_turns(war: War, rng: Rng, turns: int) -> None:
    last = war.turn + turns
    while war.victor == UNDECIDED and war.turn <= last:
        for seat in war.to_act():
            offered = war.moves(seat)
            war.apply(seat, offered[rng.below(len(offered))], rng)


def play_saved(war: War, rng: Rng, at_work: set[int]) -> None:
    """Plays some turns, A's first card first; checks every decision, and notes who has something pending."""
    played = False
    while war.victor == UNDECIDED and war.turn <= TURNS:
        if war.asking == NOTHING:
            advance(war, rng)
            continue
        check_saved(war, rng)
        at_work.update(frame.witch for frame in war.frames)
        at_work.update(timer.witch for timer in war.timers)
        for seat in war.to_act():
            offered = war.moves(seat)
            move = offered[rng.below(len(offered))]
            if war.asking == ASK_DUEL and seat == 0 and not played and 0 in offered:
                move, played = 0, True
            decide(war, seat, move)
    assert flaws(war) == []


@rule("ER-3", "ER-7", "ER-10")
@pytest.mark.parametrize("part", [0, *[pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS)]])
def test_every_witch_at_work_is_saved(part: int) -> None:
    for witch in all_witches()[part::PARTS]:
        at_work: set[int] = set()
        for seed in range(SEEDS):
            rng = SeededRng(f"{witch.name}/{seed}")
            play_saved(table(witch, rng).war, rng, at_work)
        if witch.asks or type(witch).due is not Witch.due:
            assert witch_number(witch.name) in at_work, f"{witch.name} never had anything pending"
