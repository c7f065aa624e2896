"""Forecasts of moves: shown on the map, without secrets."""

from __future__ import annotations

from rumpus.core.position import Event
from rumpus.core.rng import Rng, ScriptedRng, SeededRng
from rumpus.core.words import Forecast
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules.position import as_ultimatum
from rumpus.games.ultimatum.rules.turns import ACTING, GOING_ON
from rumpus.testing import rule
from rumpus.testing.random_games import RandomGame
from tests.games.ultimatum.stage import Stage


def facts(s: Stage, seat: int, words: str) -> Forecast:
    return game.forecast(s.p, seat, game.parse_move(s.p, seat, words))


@rule("UL-28", "UL-16")
def test_a_walk_shows_its_way_and_whom_one_could_strike_from_there() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa h5, Isk o9")
    walk = facts(s, 0, "nyx move f5")
    assert walk["path"] == ["f5"]
    assert walk["then"] == [["2.Ursa", 74, 62]]
    assert "hits" not in walk
    s.p.hp[2] = 12
    assert facts(s, 0, "nyx move g5")["then"] == [["2.Ursa", 12, 0]]
    assert facts(s, 0, "nyx move a5")["then"] == []
    assert facts(s, 0, "nyx pass") == {}


@rule("UL-29", "A-16")
def test_a_strike_shows_hp_before_and_after_and_what_comes_back() -> None:
    s = Stage("Nyx e5, Bram a1", "Sable f5, Isk o9")
    strike = facts(s, 0, "nyx attack sable")
    assert strike["hits"] == [["1.Nyx", 66, 60], ["2.Sable", 58, 46]]
    assert strike["gives"] == [["2.Sable", "poison", 3, 3]]
    s.act("nyx attack sable")
    assert s.hp("Nyx") == 60
    assert s.hp("Sable") == 46


@rule("A-15")
def test_an_area_shows_its_hexes_and_everyone_in_it() -> None:
    s = Stage("Orrin e5, Nyx g5", "Bram h5, Ursa o9")
    meteor = facts(s, 0, "orrin meteor g5")
    area = meteor["area"]
    assert isinstance(area, list)
    assert len(area) == 19
    assert meteor["hits"] == [["1.Orrin", 48, 36], ["1.Nyx", 66, 51], ["2.Bram", 78, 64]]


@rule("A-2", "A-3", "A-6", "A-21", "A-24", "A-26")
def test_every_area_is_as_large_as_its_rule_says() -> None:
    s = Stage("Bram e5, Wren a5, Tamsin e9, Ursa h5, Isk h9", "Nyx g5, Lys e7").trap("Tamsin", "e7")
    sizes = {"bram shield wall": 7, "bram earthshaker": 19, "wren piercing shot e": 14, "tamsin spring": 7}
    sizes.update({"ursa cleave": 7, "isk blizzard g5": 19})
    for words, size in sizes.items():
        area = facts(s, 0, words)["area"]
        assert isinstance(area, list)
        assert len(area) == size, words


@rule("A-29", "A-36", "A-2")
def test_shields_jumps_and_effects_are_shown_too() -> None:
    s = Stage("Halla e5, Wren k5", "Ursa a9")
    called = facts(s, 0, "halla to me!")
    assert called["moves"] == [["1.Wren", "f5"]]
    assert called["shields"] == [["1.Wren", 0, 8]]


@rule("UL-22")
def test_poison_that_acts_when_the_turn_opens_is_part_of_it() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa o9").give("Nyx", "poison", 2)
    assert facts(s, 0, "nyx move f5")["hits"] == [["1.Nyx", 66, 64]]
    assert facts(s, 0, "nyx pass")["hits"] == [["1.Nyx", 66, 64]]
    s.p.hp[0] = 2
    doomed = facts(s, 0, "nyx move f5")
    assert doomed == {"hits": [["1.Nyx", 2, 0]]}


@rule("UL-3", "UL-31")
def test_a_trap_that_nobody_can_see_is_in_no_forecast() -> None:
    s = Stage("Tamsin a9", "Nyx k5, Bram o9").act("tamsin set trap e9").turn(2).put("Nyx", "g9")
    world = s.p.determinize(1, SeededRng("x"))
    move = game.parse_move(s.p, 1, "nyx move d9")
    assert game.forecast(s.p, 1, move) == game.forecast(world, 1, move)
    assert "hits" not in game.forecast(s.p, 1, move)


@rule("A-28")
def test_a_forecast_draws_nothing_from_the_match() -> None:
    s = Stage("Nyx e5, Bram a1", "Lys f5")
    assert facts(s, 0, "nyx attack lys")["hits"] == [["2.Lys", 58, 45]]
    s.p.play(0, game.parse_move(s.p, 0, "nyx attack lys"), ScriptedRng([1]))
    assert s.hp("Lys") == 45


class Unslipping(Rng):
    """Attacks never miss."""

    def below(self, n: int) -> int:
        return n - 1


def of_this_action(events: list[Event], acting: bool) -> list[Event]:
    turns = [place for place, event in enumerate(events) if event.kind in ("turn", "phase")]
    if acting:
        turns = turns[1:]
    return events[: turns[0]] if turns else events


def test_a_forecast_is_what_playing_the_move_brings() -> None:
    checked: set[str] = set()
    for changes in ({"players": 2, "squad": 3}, {"players": 3, "squad": 4}):
        for number in range(3):
            match = RandomGame(game, game.options(changes), f"forecast/{number}")
            for seat, _ in match.steps():
                p = as_ultimatum(match.position)
                if p.stage not in (ACTING, GOING_ON) or not match.now_and_then(30):
                    continue
                p.traps = [trap for trap in p.traps if p.seat_of(trap.owner) == seat]
                for move in p.moves(seat):
                    facts = game.forecast(p, seat, move)
                    after = as_ultimatum(p.copy())
                    after.listen()
                    after.apply(seat, move, Unslipping())
                    left: dict[str, int] = {}
                    for event in of_this_action(after.take_events(), p.stage == ACTING):
                        if event.kind == "run" and "path" in facts:
                            assert str(event.args[1]).split()[1:] == facts["path"]
                            checked.add("path")
                        elif event.kind in ("damage", "heal", "revive"):
                            left[str(event.args[0])] = int(
                                event.args[{"damage": 4, "heal": 2, "revive": 2}[event.kind]]
                            )
                    before = {p.label(unit): p.hp[unit] for unit in range(p.units)}
                    changed = {who: hp for who, hp in left.items() if hp != before[who]}
                    hits = facts.get("hits", [])
                    assert isinstance(hits, list)
                    assert changed == {row[0]: row[2] for row in hits if isinstance(row, list)}, game.format_move(
                        p, seat, move
                    )
                    if hits:
                        checked.add("hits")
    assert checked == {"path", "hits"}


def test_a_way_on_which_a_hidden_trap_may_lie_is_risky_wherever_it_lies() -> None:
    for number in range(4):
        match = RandomGame(game, game.options(), f"traps/{number}")
        for seat, _ in match.steps():
            p = as_ultimatum(match.position)
            others = [trap for trap in p.traps if p.seat_of(trap.owner) != seat]
            if p.stage != ACTING or not others:
                continue
            for move in p.moves(seat):
                facts = game.forecast(p, seat, move)
                path = facts.get("path")
                if not isinstance(path, list):
                    continue
                places = [p.ground.names.index(str(name)) for name in path]
                assert bool(facts.get("risky")) == any(trap.maybe >> place & 1 for trap in others for place in places)
            return
