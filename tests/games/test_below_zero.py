"""No match ends on negative HP: those who fell have fallen, on the page, in the terminal and in the log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, expect
from rich.console import Console

from rumpus.core.catalogue import find_game
from rumpus.core.extensions import Canvas
from rumpus.core.position import Move, Seat
from rumpus.core.rng import SeededRng
from rumpus.games.creature_wars.rules.view import draw_words, end_words
from rumpus.table.match import Match
from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.replay_frames import PEOPLE, SEED, Decision, write_table

NEGATIVE_HP = re.compile(r"[-−]\d+ HP")
NEGATIVE_BAR = re.compile(r"-\d|−\d+ (HP )?[█░]")
"""In a terminal, where a bar stands beside the number; changes of HP have a true minus sign."""
GAMES: dict[str, dict[str, object]] = {
    "battle_puno": {"mode": "death match", "players": 4},
    "cat_brawl": {"players": 3},
    "creature_wars": {},
}


def finished(name: str, wanted: int) -> tuple[Match, Decision]:
    """A random game at whose end so many seats have less than 0 HP."""
    game = find_game(name)
    options = game.options(GAMES[name])
    for number in range(60):
        match = Match(game, options, SEED, PEOPLE[: game.seats(options)])
        rng = SeededRng(f"below zero {number}")
        made: list[tuple[Seat, Move]] = []
        while waiting := match.position.to_act():
            moves = match.position.moves(waiting[0])
            made.append((waiting[0], moves[rng.below(len(moves))]))
            match.play(*made[-1])
        seats = cast("list[dict[str, Any]]", match.position.view(0)["seats"])
        if sum(seat["hp"] < 0 for seat in seats) == wanted:
            return match, Decision(made, 0)
    raise AssertionError(f"no game of {name} ends with {wanted} below zero")


def test_the_words_of_the_end_name_who_fell_and_by_how_much() -> None:
    assert end_words("Ann wins in turn 9", "Ann's", "Bix's", 24, 11) == "Ann wins in turn 9, 24 HP to 11."
    assert end_words("Ann wins in turn 9", "Ann's", "Bix's", 24, -2) == (
        "Ann wins in turn 9 with 24 HP left; Bix's Empire fell."
    )
    assert end_words("You win", "your", "Bix's", -7, -22) == (
        "You win: both Empires fell, your Empire to 7 HP below 0 and Bix's Empire to 22 HP below 0."
    )
    assert end_words("You win", "your", "Bix's", 0, -1) == (
        "You win: both Empires fell, your Empire to exactly 0 HP and Bix's Empire to 1 HP below 0."
    )
    assert draw_words("A draw", 3) == "A draw: both Empires end on 3 HP."
    assert draw_words("A draw", -3) == "A draw: both Empires fell to 3 HP below 0."


@pytest.mark.parametrize(("name", "fallen"), [("battle_puno", 3), ("cat_brawl", 1), ("creature_wars", 2)])
def test_no_end_shows_negative_hp(browser: Browser, tmp_path: Path, name: str, fallen: int) -> None:
    match, decision = finished(name, fallen)
    game = match.game
    names = list(PEOPLE[: game.seats(match.options)])
    outcome = str(match.position.view(0)["outcome"])
    assert not NEGATIVE_HP.search(outcome), outcome
    picture = game.terminal().draw(Canvas(match.position.view(0), names, 80))
    console = Console(width=80, color_system=None)
    with console.capture() as caught:
        console.print(picture)
    assert not NEGATIVE_BAR.search(caught.get()), caught.get()
    service = LocalServer(tmp_path)
    link = write_table(service.store, "the-end", game, match.options, decision)
    service.start()
    try:
        ann = PageUser(browser, service.url, calm=True)
        page = ann.go(link)
        expect(page.locator(".ending")).to_be_visible()
        bars = page.locator("#board [role=meter]")
        assert bars.count() >= (1 if name == "cat_brawl" else len(names))  # a cat without HP is out
        shown = "\n".join([page.locator(".ending header").inner_text(), *bars.all_inner_texts()])
        assert not NEGATIVE_HP.search(shown), shown
        ann.close()
    finally:
        service.close()
