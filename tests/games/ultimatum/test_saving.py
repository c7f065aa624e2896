"""Saves and maps from strangers: taken if they make sense, refused in a sentence if not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from rumpus.core.errors import BadOption, BadRecord, IllegalMove, RumpusError
from rumpus.core.rng import Scripted, Seeded
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.mapfile import BadMap, read_map
from rumpus.games.ultimatum.rules.position import Ultimatum
from tests.games.ultimatum.stage import Stage

Damage = Callable[[dict[str, Any]], None]


def duel() -> Ultimatum:
    """Seat 1 is to act, and a trap lies on e6."""
    stage = Stage("Tamsin e5, Bram a4", "Nyx g5, Ursa h5")
    stage.trap("Tamsin", "e6")
    return stage.p


def changed(name: str, *values: object) -> Damage:
    """The field with this value, or with this item in that place."""

    def damage(plain: dict[str, Any]) -> None:
        if len(values) == 1:
            plain[name] = values[0]
        else:
            plain[name][values[0]] = values[1]

    return damage


def named(value: object) -> str:
    return value if isinstance(value, str) else "save"


def refusal_of(kind: type[RumpusError], call: Callable[[], object]) -> str:
    """The sentence with which this is refused; empty if it is not."""
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
        (changed("kind", 1, -1), "'kind' is a squad that is not complete"),
        (changed("kind", 1, 7), "'kind' is a squad that nobody could have picked"),
        (changed("banned", 1 << 5), "'banned' are not as many"),
        (changed("hp", 0, 500), "'hp' is more than somebody can have"),
        (changed("hp", 0, 0), "disagree about who is alive"),
        (changed("shield", 0, 21), "'shield' and 'charges' are more"),
        (changed("place", 0, 10_000), "'place' is not an open hex"),
        (changed("place", [5, 5, 6, 7]), "'place' is not an open hex"),
        (changed("traps", [[0, 1]]), "'traps' are not made of"),
        (changed("traps", [[9, 1, "0x2"]]), "'traps' have an owner"),
        (changed("traps", [[0, -1, "0x2"]]), "'traps' do not lie"),
        (changed("traps", [[0, 1, "0x2"], [0, 1, "0x2"]]), "'traps' of one owner lie on one hex"),
        (changed("traps", [[0, place, hex(1 << place)] for place in range(4)]), "'traps' are more than"),
        (changed("traps", [[0, 1, "0x4"]]), "for all that others know"),
        (changed("traps", [[0, 1, "0x"]]), "for all that others know"),
        (changed("traps", [[0, 1, "0xz"]]), "for all that others know"),
        (changed("traps", [[0, 1, "0x" + "f" * 100_000]]), "for all that others know"),
        (with_effect(fx.pack(9, fx.STUN, 0, 1, 0)), "'effects' are on somebody"),
        (with_effect(fx.pack(0, fx.EFFECTS, 0, 1, 0)), "'effects' are of no kind"),
        (with_effect(fx.pack(0, fx.POISON, -1, 1, 0)), "'effects' are of no kind"),
        (changed("effects", [fx.pack(0, fx.SPEED, 1000, 1, 0)]), "faster than anybody"),
        (changed("phase", 0), "'phase' is not one"),
        (changed("taken", [1, 1, 0, 0]), "'turn' is a player without anybody"),
        (changed("stage", 5), "'active' is nobody"),
        (changed("stage", 3), "'hp' is not all of it|'place' is not a spawn point"),
        (changed("stage", 1), "belong to nobody before"),
        (changed("over", True), "'over' is a match that goes on"),
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
        (changed("turn", 1), "'turn' is not whose pick"),
        (changed("kind", [0, 3, -1, 1, -1, -1]), "'turn' is not whose pick"),
        (changed("kind", [0, 1, 2, 3, 4, 5]), "'stage' is not what is decided now"),
        (changed("active", 0), "nobody can act yet"),
        (changed("struck", True), "nobody can act yet"),
    ],
    ids=named,
)
def test_a_damaged_draft_is_refused(damage: Damage, sentence: str) -> None:
    options = game.options({"pick": "draft", "first": "1"})
    plain: dict[str, Any] = game.start(options, Scripted([])).save()
    damage(plain)
    with pytest.raises(BadRecord, match=sentence):
        game.load(options, plain)


def test_a_damaged_end_and_phase_zero_are_refused() -> None:
    options = game.options({"first": "1"})
    plain: dict[str, Any] = game.start(options, Seeded("zero")).save()
    with pytest.raises(BadRecord, match="'turn' is not whose character"):
        game.load(options, {**plain, "turn": 1})
    with pytest.raises(BadRecord, match="still to decide"):
        game.load(options, {**plain, "over": True})
    fight = duel()
    ended: dict[str, Any] = fight.save()
    ended.update(over=True, hp=[*ended["hp"][:2], 0, 0], place=[*ended["place"][:2], -1, -1])
    with pytest.raises(BadRecord, match="'winner' is not who is left"):
        game.load(fight.n.options, ended)
    assert game.load(fight.n.options, {**ended, "winner": 0}).result() == [1.0, -1.0]
    with pytest.raises(BadRecord, match="nobody is left to fight"):
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
    assert len(refusal_of(IllegalMove, lambda: moves.append(game.read(position, 0, start + text)))) < 1000
    assert not any(position.why_not(0, move) for move in moves)


def test_a_long_text_is_quoted_short() -> None:
    with pytest.raises(IllegalMove) as refusal:
        game.read(duel(), 0, "x" * 100_000)
    assert len(str(refusal.value)) < 200
    with pytest.raises(BadOption) as unknown:
        game.options({"map": "x" * 5000})
    assert len(str(unknown.value)) < 300
