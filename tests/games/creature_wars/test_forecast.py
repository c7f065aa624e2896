"""What a forecast promises is what happens."""

from __future__ import annotations

import pytest

from rumpus.core.rng import SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import CREATURE, KILLED, WITCH
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.position import War, as_war
from rumpus.testing.random_games import RandomGame


def duels() -> list[War]:
    """Moments in which both choose among creatures only, with nothing in force that changes a duel later on."""
    found: list[War] = []
    for number in range(12):
        match = RandomGame(game, game.options({"witch_cards": 8}), f"forecast/{number}")
        for _ in match.steps():
            war = as_war(match.position)
            if war.asking != ASK_DUEL or any(empire.committed != OWES for empire in war.empires):
                continue
            if any(empire.baden or empire.ward or empire.sin_eater for empire in war.empires):
                continue
            if all(war.cards[c].kind == CREATURE and not war.cards[c].name for hand in war.hands for c in hand):
                found.append(as_war(war.copy()))
    return found[::7]


def test_against_a_hand_one_has_seen_the_chance_is_the_share_of_duels_won() -> None:
    checked = 0
    for war in duels():
        for c in war.hands[1]:
            war.writable(c).seen |= 1
        answers = war.moves(1)
        for move in war.moves(0):
            facts = game.forecast(war, 0, move)
            won = lost = 0
            for answer in answers:
                after = as_war(war.copy())
                before = after.empires[0].hp
                after.apply(0, move, SeededRng("duel"))
                after.apply(1, answer, SeededRng("duel"))
                won += after.empires[0].won - war.empires[0].won
                if after.empires[0].lost > war.empires[0].lost:
                    lost += 1
                    if after.victor < 0 and after.turn <= war.turn + 1:
                        assert before - after.empires[0].hp >= int(str(facts["price"]))
            assert facts.get("wins", 0) == pytest.approx(won / len(answers), abs=0.001)
            assert facts.get("loses", 0) == pytest.approx(lost / len(answers), abs=0.001)
            checked += 1
    assert checked > 20


def test_a_forecast_knows_no_more_than_its_seat() -> None:
    for number in range(3):
        match = RandomGame(game, game.options(), f"secret/{number}")
        for seat, _ in match.steps():
            world = match.position.determinize(seat, SeededRng("one"))
            for move in world.moves(seat):
                facts = game.forecast(world, seat, move)
                assert 0 <= float(str(facts.get("wins", 0))) <= 1


def test_a_witch_is_safe_as_often_as_nobody_kills_her() -> None:
    """The Witch Collector takes HP and heals: her spell changes nothing about her fight."""
    checked = 0
    for number in range(6):
        options = game.options({"witches": ["The Witch Collector"], "hp": 60})
        match = RandomGame(game, options, f"safe/{number}")
        for _ in match.steps():
            war = as_war(match.position)
            if war.asking != ASK_DUEL or any(empire.committed != OWES for empire in war.empires):
                continue
            if any(war.cards[c].kind != CREATURE or war.cards[c].name for c in war.hands[1]):
                continue
            war = as_war(war.copy())
            for c in war.hands[1]:
                war.writable(c).seen |= 1
            answers = war.moves(1)
            for move in war.moves(0):
                c = war.hands[0][move]
                if war.cards[c].kind != WITCH:
                    continue
                killed = 0
                for answer in answers:
                    after = as_war(war.copy())
                    after.apply(0, move, SeededRng("duel"))
                    after.apply(1, answer, SeededRng("duel"))
                    killed += after.cards[c].fate == KILLED
                safe = game.forecast(war, 0, move)["safe"]
                assert safe == pytest.approx(1 - killed / len(answers), abs=0.001)
                checked += 1
    assert checked > 10
