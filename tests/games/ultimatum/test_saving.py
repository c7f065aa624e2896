"""Untrusted saves and maps: loaded if valid, otherwise refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from rumpus.core.errors import BadOption, BadRecord, IllegalMove, RumpusError
from rumpus.core.rng import ScriptedRng, SeededRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.terrain.mapfile import BadMap, read_map
from tests.games.ultimatum.stage import Stage

Damage = Callable[[dict[str, Any]], None]


def duel() -> Ultimatum:
    """Seat 1 is to act, and a trap lies on e6."""
    stage = Stage("Tamsin e5, Bram a4", "Nyx g5, Ursa h5").trap("Tamsin", "e6")
    return stage.p


def changed(name: str, *values: object) -> Damage:
    def damage(plain: dict[str, Any]) -> None:
        if len(values) == 1:
            plain[name] = values[0]
        else:
            plain[name][values[0]] = values[1]

    return damage


def named(value: object) -> str:
    return value if isinstance(value, str) else "save"


def refusal_of(kind: type[RumpusError], call: Callable[[], object]) -> str:
    try:
        call()
    except kind as refusal:
        return str(refusal)
    return ""


def with_effect(effect: int) -> Damage:
    return lambda plain: plain["effects"].append(effect)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (changed("kind", 1, -1), "'kind' is an incomplete squad"),
        (changed("kind", 1, 7), "'kind' is an impossible squad"),
        (changed("banned", 1 << 5), "'banned' does not fit"),
        (changed("hp", 0, 500), "'hp' is above the maximum"),
        (changed("hp", 0, 0), "disagree about who is alive"),
        (changed("shield", 0, 21), "'shield' or 'charges' is above"),
        (changed("place", 0, 10_000), "'place' is not a different open hex"),
        (changed("place", [5, 5, 6, 7]), "'place' is not a different open hex"),
        (changed("traps", [[0, 1]]), "'traps' must be lists of"),
        (changed("traps", [[9, 1, "0x2"]]), "'traps' have an owner"),
        (changed("traps", [[0, -1, "0x2"]]), "'traps' do not lie"),
        (changed("traps", [[0, 1, "0x2"], [0, 1, "0x2"]]), "'traps' of one owner share a hex"),
        (changed("traps", [[0, place, hex(1 << place)] for place in range(4)]), "'traps' exceed the limit"),
        (changed("traps", [[0, 1, "0x4"]]), "no valid set of possible hexes"),
        (changed("traps", [[0, 1, "0x"]]), "no valid set of possible hexes"),
        (changed("traps", [[0, 1, "0xz"]]), "no valid set of possible hexes"),
        (changed("traps", [[0, 1, "0x" + "f" * 100_000]]), "no valid set of possible hexes"),
        (with_effect(fx.pack(9, fx.STUN, 0, 1, 0)), "'effects' have a bearer"),
        (with_effect(fx.pack(0, fx.EFFECTS, 0, 1, 0)), "'effects' have an unknown kind"),
        (with_effect(fx.pack(0, fx.POISON, -1, 1, 0)), "'effects' have an unknown kind"),
        (changed("effects", [fx.pack(0, fx.SPEED, 1000, 1, 0)]), "make a unit too fast"),
        (changed("phase", 0), "'phase' is not one"),
        (changed("taken", [1, 1, 0, 0]), "'turn' is a player without a ready unit"),
        (changed("stage", 5), "'active' cannot continue"),
        (changed("stage", 3), "'hp' is not full|'place' is not a spawn point"),
        (changed("stage", 1), "are set before"),
        (changed("over", True), "'over' is true, but the match"),
    ],
    ids=named,
)  # fmt: skip
def test_a_damaged_save_is_refused(damage: Damage, sentence: str) -> None:
    position = duel()
    plain: dict[str, Any] = position.save()
    damage(plain)
    with pytest.raises(BadRecord, match=sentence):
        game.load(position.n.options, plain)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (changed("stage", 2), "'stage' is not one of this match"),
        (changed("turn", 1), "'turn' is not the picking player"),
        (changed("kind", [0, 3, -1, 1, -1, -1]), "'turn' is not the picking player"),
        (changed("kind", [0, 1, 2, 3, 4, 5]), "'stage' does not fit the picks"),
        (changed("active", 0), "before anyone can act"),
        (changed("struck", True), "before anyone can act"),
    ],
    ids=named,
)
def test_a_damaged_draft_is_refused(damage: Damage, sentence: str) -> None:
    options = game.options({"pick": "draft", "first": "1"})
    plain: dict[str, Any] = game.start(options, ScriptedRng([])).save()
    damage(plain)
    with pytest.raises(BadRecord, match=sentence):
        game.load(options, plain)


def test_a_damaged_end_and_phase_zero_are_refused() -> None:
    options = game.options({"first": "1"})
    plain: dict[str, Any] = game.start(options, SeededRng("zero")).save()
    with pytest.raises(BadRecord, match="'turn' is not the placing player"):
        game.load(options, {**plain, "turn": 1})
    with pytest.raises(BadRecord, match="a player is to decide"):
        game.load(options, {**plain, "over": True})
    fight = duel()
    ended: dict[str, Any] = fight.save()
    ended.update(over=True, hp=[*ended["hp"][:2], 0, 0], place=[*ended["place"][:2], -1, -1])
    with pytest.raises(BadRecord, match="'winner' is not the last player"):
        game.load(fight.n.options, ended)
    assert game.load(fight.n.options, {**ended, "winner": 0}).result() == [1.0, -1.0]
    with pytest.raises(BadRecord, match="no opponent is left"):
        game.load(fight.n.options, {**ended, "over": False})


@settings(deadline=None)
@given(some.text(alphabet="#.1234 \n;playersnam²٣\x00\x85🎲", max_size=200))
def test_any_text_is_a_map_or_is_refused_with_its_line(text: str) -> None:
    assert len(refusal_of(BadOption, lambda: game.options({"map": text + "\n", "squad": 1}))) < 400
    assert refusal_of(BadMap, lambda: read_map(text))[:5] in ("", "line ")


@settings(deadline=None)
@given(some.text(max_size=80), some.sampled_from(["", "tamsin ", "bram move ", "attack ", "tamsin move e6 via "]))
def test_whatever_is_typed_is_a_move_or_is_refused(text: str, start: str) -> None:
    position = duel()
    moves: list[int] = []
    assert len(refusal_of(IllegalMove, lambda: moves.append(game.parse_move(position, 0, start + text)))) < 1000
    assert not any(position.refusal(0, move) for move in moves)


def test_a_long_text_is_quoted_short() -> None:
    with pytest.raises(IllegalMove) as refusal:
        game.parse_move(duel(), 0, "x" * 100_000)
    assert len(str(refusal.value)) < 200
    with pytest.raises(BadOption) as unknown:
        game.options({"map": "x" * 5000})
    assert len(str(unknown.value)) < 300
