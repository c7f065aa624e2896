"""Puzzles in a real browser: asked from the lobby, tried, helped with, solved, and counted day by day."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.core.catalogue import find_game
from rumpus.core.content.puzzle import Puzzle, puzzle_names, puzzle_of
from rumpus.core.words import with_names
from rumpus.testing.browsers import PageUser, settle
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible

pytestmark = pytest.mark.browser
GAME = find_game("cat_brawl")
PEOPLE = ["Guest", "Bix"]
SOLVED = "() => JSON.parse(localStorage.getItem('rumpus.solved'))"


def plain_puzzle() -> Puzzle:
    for name in puzzle_names(GAME):
        puzzle = puzzle_of(GAME, name)
        if (
            len(puzzle.record.players) == 2
            and puzzle.key.seat == 0
            and puzzle.likely_holdings(GAME)
            and len(puzzle.info_state(GAME).moves()) == 3
        ):
            return puzzle
    raise AssertionError("there is none")


def ask(person: PageUser, puzzle: Puzzle) -> Page:
    page = person.go(f"/puzzle/{GAME.name}?number={int(puzzle.name)}")
    expect(page.locator(".strip.lesson")).to_contain_text("Find the best move.")
    expect(page.locator(".strip.lesson strong")).to_have_text(f"Puzzle {int(puzzle.name)} {'★' * puzzle.level}")
    return page


def decide(page: Page, puzzle: Puzzle, words: str) -> None:
    info = puzzle.info_state(GAME)
    place = [info.format_move(move) for move in info.moves()].index(words)
    page.keyboard.press("o")
    page.locator(".dialog .option").nth(place).click()


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_puzzle_is_tried_and_solved(browser: Browser, service: LocalServer, phone: bool) -> None:
    puzzle = plain_puzzle()
    ann = PageUser(browser, service.url, phone=phone, calm=True)
    page = ask(ann, puzzle)
    settle(page)
    assert_accessible(page)
    decide(page, puzzle, puzzle.key.next)
    expect(page.locator(".strip.lesson.wrong")).to_contain_text("another move wins much more often")
    decide(page, puzzle, puzzle.key.best)
    strip = page.locator(".strip.lesson")
    expect(strip.locator("strong")).to_have_text("Solved!")
    expect(strip).to_contain_text(with_names(puzzle.solution(GAME), PEOPLE))
    assert_accessible(page)
    kept = page.evaluate(SOLVED)
    assert kept[GAME.name]["days"] == 1
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator(".strip.lesson")).to_have_count(0)
    ann.close()


def test_whoever_asks_for_the_solution_is_shown_it_on_the_board(calm_ann: PageUser) -> None:
    puzzle = plain_puzzle()
    page = ask(calm_ann, puzzle)
    strip = page.locator(".strip.lesson")
    strip.get_by_role("button", name="Hint").click()
    expect(strip).to_contain_text("is tempting")
    strip.get_by_role("button", name="Solution").click()
    expect(strip.locator("strong")).to_have_text("That was the solution.")
    expect(strip).to_contain_text(with_names(puzzle.reason(GAME), PEOPLE))
    assert page.evaluate(SOLVED) is None, "what was shown is not solved"


def test_an_answer_that_ends_the_game_is_told_before_the_result(calm_ann: PageUser) -> None:
    city = find_game("defend_the_city")
    for name in puzzle_names(city):
        page = calm_ann.go(f"/puzzle/{city.name}?number={int(name)}")
        expect(page.locator(".dc-told")).to_contain_text("first")
        expect(page.locator(".dc-told")).not_to_contain_text("(")  # one name, as above: no "Bix (normal)"
        strip = page.locator(".strip.lesson")
        strip.get_by_role("button", name="Hint").click()
        strip.get_by_role("button", name="Solution").click()
        expect(strip.locator("strong")).to_have_text("That was the solution.")
        expect(strip).to_contain_text(with_names(puzzle_of(city, name).reason(city), PEOPLE))
        expect(page.locator(".ending")).to_have_count(0)
        if strip.get_by_role("button", name="Show result").count():
            break
    strip.get_by_role("button", name="Show result").click()
    expect(page.locator(".ending")).to_be_visible()


def test_the_lobby_leads_to_todays_puzzle_and_counts_days_in_a_row(calm_ann: PageUser, service: LocalServer) -> None:
    page = calm_ann.lobby("Ann")
    day = page.evaluate("() => Math.floor(Date.now() / 86_400_000)")
    keep = "([game, last]) => localStorage.setItem('rumpus.solved', JSON.stringify({ [game]: { days: 4, last } }))"
    page.evaluate(keep, [GAME.name, day - 1])
    page.reload()
    mark = page.get_by_role("link", name=f"Puzzle of {GAME.title}: 4 days in a row")
    mark.click()
    expect(page.locator(".strip.lesson strong")).to_have_text(re.compile(r"^Puzzle \d+ ★{1,3}$"))
    page.evaluate(keep, [GAME.name, day - 2])
    page.goto(service.url)
    expect(page.get_by_role("link", name=f"Puzzle of {GAME.title}", exact=True)).to_be_visible()
