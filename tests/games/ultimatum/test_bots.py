"""The evaluator: beats chance, attacks weak targets, avoids danger."""

from __future__ import annotations

from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.players.catalogue import find_player
from tests.games.ultimatum.stage import Stage


def best(stage: Stage) -> str:
    evaluator = game.bots().evaluator(stage.options)
    moves = stage.p.moves(stage.seat)
    values = [evaluator.score_move(stage.p, stage.seat, move) for move in moves]
    return game.format_move(stage.p, stage.seat, moves[values.index(max(values))])


def test_it_finishes_off_the_weak() -> None:
    assert best(Stage("Wren e5", "Ursa j5 14, Bram i6, Halla j4")) == "Wren attack 2.Ursa"


def test_it_takes_the_win_and_shuns_the_loss() -> None:
    assert best(Stage("Sable e5 20, Halla a1", "Wren g5 2")) in (
        "Sable attack 2.Wren",
        "Sable Lunge E",
        "Sable Flurry 2.Wren",
    )
    s = Stage("Orrin e5 10", "Bram f5 78")
    assert not best(s).startswith("Orrin Meteor")


def test_it_uses_its_abilities() -> None:
    assert best(Stage("Orrin e5", "Nyx i5 12, Bram o9")).startswith("Orrin Firebolt 2.Nyx")
    assert best(Stage("Bram e5", "Nyx f5, Ursa d5, Isk e4")) == "Bram Earthshaker"
    s = Stage("Amity e5 60, Nyx h5 9", "Bram o9").acted("Nyx")
    assert best(s) in ("Amity attack 1.Nyx", "Amity Cleanse 1.Nyx")


def test_it_walks_towards_a_fight_and_not_into_a_crossfire_for_nothing() -> None:
    s = Stage("Nyx a5", "Bram o5")
    s.act(best(s))
    assert s.p.apart(0, 1) < 14
    evaluator = game.bots().evaluator(s.options)
    s = Stage("Wren e5 20", "Nyx j5, Ursa j4, Sable j6")
    s.p.struck = True
    near, far = (evaluator.score_move(s.p, 0, s.read(f"wren {place}")) for place in ("h5", "c5"))
    assert far > near


def test_its_guess_at_the_result_follows_the_board() -> None:
    evaluator = game.bots().evaluator(Stage("Nyx e5", "Bram o9").options)
    ahead = evaluator.value(Stage("Nyx e5, Bram a1, Ursa a2", "Isk o9").p, 0)
    even = evaluator.value(Stage("Nyx e5", "Nyx k5").p, 0)
    assert ahead > 0.4
    assert abs(even) < 0.2
    s = Stage("Nyx e5", "Isk f5 3").act("nyx attack isk")
    assert evaluator.value(s.p, 0) == 1.0
    assert evaluator.value(s.p, 1) == -1.0


def test_greedy_beats_random_clearly() -> None:
    options = game.options({"map": "arena", "phase_limit": 25})
    won = 0
    for number in range(6):
        rng, sampling = SeededRng(f"match {number}"), SeededRng(f"chairs {number}")
        p = game.start(options, rng)
        seat = number % 2
        players = [find_player("greedy" if s == seat else "random", game, options, f"{number} {s}") for s in range(2)]
        while p.to_act():
            acting = p.to_act()[0]
            p.play(acting, players[acting].decide(InfoState(game, options, p, acting, sampling)), rng)
        result = p.result()
        assert result is not None
        assert isinstance(p, Ultimatum)
        won += result[seat] > 0
    assert won >= 5


def test_the_lab_can_ask_who_plays_what_and_who_is_ahead() -> None:
    s = Stage("Nyx e5 30, Bram a1", "Isk f5, Tamsin o9")
    assert not game.lab().in_setup(s.p)
    assert game.lab().in_setup(game.start(game.options({"pick": "draft"}), SeededRng("draft")))
    assert game.lab().identity(s.p, 0) == [("character", "Nyx"), ("character", "Bram")]
    assert game.lab().standing(s.p) == [30 + 78, 56 + 62]
    assert game.lab().rounds(s.p) == 1
    s.set_hp("Isk", 5)
    events = s.act("nyx backstab isk e5").heard
    assert [line for event in events for line in game.lab().ledger(event)] == [
        (0, "used", "Backstab"),
        (1, "lost", "Isk"),
    ]
    names = {topic.name for topic in game.topics(s.options)}
    assert {"Backstab", "Isk"} <= names
