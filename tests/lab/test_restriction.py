"""Restricted play: what is forbidden is not done, the rest of the deal stays, and what it was worth is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rumpus.cli.lab import app
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.info_state import InfoState
from rumpus.core.position import Move
from rumpus.core.rng import SeededRng
from rumpus.lab.experiments.restriction import (
    PlayRestricted,
    RestrictedPlayer,
    RestrictionEffect,
    check_restriction,
    restrict,
)
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player
from rumpus.players.playing import play_game
from tests.lab.helpers import run_lab

CATS = find_game("cat_brawl")


class Noting(Player):
    """Notes what it is told to pass on."""

    def __init__(self, inner: Player) -> None:
        super().__init__(inner.name)
        self.inner = inner
        self.said: list[str] = []

    def decide(self, info: InfoState) -> Move:
        move = self.inner.decide(info)
        self.said.append(info.describe_move(move))
        return move


def plan(games: int = 40, strength: str = "random") -> Plan:
    return Plan(CATS, {}, [strength], games, "f")


@pytest.mark.parametrize("strength", ["random", "greedy"])
def test_what_is_forbidden_is_not_done_and_another_seat_still_does_it(strength: str) -> None:
    options, said, others = CATS.options(), list[str](), list[str]()
    for number in range(12):
        free, bound = (find_player(strength, CATS, options, f"{number} {seat}", timed=False) for seat in (0, 1))
        held = Noting(RestrictedPlayer(bound, "Double Purring", CATS, options, f"{number}"))
        other = Noting(free)
        play_game(CATS, options, [other, held], SeededRng(f"{number}"), SeededRng("chairs"), forced=False)
        said += held.said
        others += other.said
    assert any(words.startswith("Purr") for words in said)
    assert "Purr with Double Purring" not in said
    assert "Purr with Double Purring" in others


def test_where_one_never_wants_it_nothing_differs() -> None:
    found = PlayRestricted(plan(), "Be the Dog")(range(20))
    assert all(free == bound and not wanted for free, bound, wanted in found)
    told = RestrictionEffect("x", ["random"], found)
    assert (told.value.value, told.wanted, told.value.significant) == (0.0, 0.0, False)


def test_its_worth_is_told_with_an_interval_and_is_the_same_wherever_it_is_played() -> None:
    one = restrict(plan(30), "Double Purring", Workers(), 0.01)
    assert one.deals == 30
    assert one.to_json() == restrict(plan(30), "Double Purring", Workers(), 0.01).to_json()
    sure = RestrictionEffect("x", ["random"], [(True, False, True)] * 30 + [(False, False, False)] * 10)
    assert sure.value.significant
    assert (sure.value.value, sure.wanted, sure.when_wanted.value) == (0.75, 0.75, 1.0)


def test_what_is_not_there_is_refused_in_words() -> None:
    assert check_restriction(plan(), " double purring ") == "Double Purring"
    with pytest.raises(BadOption, match="Did you mean 'Double Purring'"):
        check_restriction(plan(), "Duble Purring")
    told = CliRunner().invoke(app, ["restrict", "cat_brawl", "Double Purring", "--precision", "0"])
    assert isinstance(told.exception, BadOption)


def test_the_command_tells_it_and_writes_a_page(tmp_path: Path) -> None:
    words = ["restrict", "cat_brawl", "Double Purring", "--deals", "20", "--strengths", "random"]
    assert "Double Purring" in run_lab(*words, "--out", str(tmp_path / "page.html"))
    assert "What is it worth?" in (tmp_path / "page.html").read_text()
    assert json.loads(run_lab(*words, "--json"))["forbidden"][0]["deals"] == 20
