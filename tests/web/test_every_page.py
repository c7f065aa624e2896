"""Every page, by day and by night: usable by everybody, and in the words of people."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.core.game import Game
from rumpus.testing.browsers import PageUser, settle
from tests.catalogue import GAMES
from tests.web.local_server import LocalServer
from tests.web.replay_frames import Decision, random_game, write_table
from tests.web.scenarios import assert_accessible, table_of
from tests.words.marks import marks

pytestmark = pytest.mark.browser

SAID = """() => [document.title, ...document.body.innerText.split("\\n"),
    ...[...document.querySelectorAll("[aria-label], [title], [alt], [data-no], [data-says]")].flatMap((node) =>
        [node.ariaLabel, node.getAttribute("title"), node.alt, node.dataset.no, node.dataset.says]),
    ...[...document.querySelectorAll(".unseen")].map((node) => node.textContent),
].map((text) => (text || "").trim()).filter(Boolean)"""
"""All that is shown, said aloud or popped up."""
HEIGHTS = "() => ['.boards .board', '.boards'].map((name) => document.querySelector(name).offsetHeight)"


def assert_spoken_plainly(page: Page) -> None:
    settle(page)
    wrong = [(found, text) for text in page.evaluate(SAID) if (found := marks(text))]
    assert not wrong, wrong[:5]


@pytest.fixture(params=[False, True], ids=["day", "night"])
def dark(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: str(game.name))
def laid(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Game, LocalServer, str]]:
    game: Game = request.param
    service = LocalServer(tmp_path_factory.mktemp("laid"))
    options = game.options(seats=max(game.seat_counts()))
    made, fullest = random_game(game, options)
    link = write_table(service.store, "fullest", game, options, Decision(made[:fullest], made[fullest][0]))
    write_table(service.store, "over", game, options, Decision(made, 0))
    service.start()
    yield game, service, link
    service.close()


def test_table_replay_lesson_and_rules(browser: Browser, laid: tuple[Game, LocalServer, str], dark: bool) -> None:
    game, service, link = laid
    ann = PageUser(browser, service.url, dark=dark, calm=True)
    page = ann.go(link)
    page.wait_for_selector("main[data-asked]")
    for _ in ("the table", "with its story"):
        assert_accessible(page, minor=True)
        assert_spoken_plainly(page)
        page.keyboard.press("l")
    page.keyboard.press("o")
    page.wait_for_selector(".dialog, .tray .option")
    assert_spoken_plainly(page)
    replay = "/r/over?seat=0&at=3"
    pages = {"/t/over": ".ending", replay: ".boards .board > *", f"/learn/{game.name}": ".strip.lesson"}
    for path, there in pages.items():
        ann.go(path)
        page.wait_for_selector(there)
        assert_accessible(page, minor=True)
        assert_spoken_plainly(page)
        if path == replay:
            board, whole = page.evaluate(HEIGHTS)
            assert board > 0.5 * whole, "the table is what one looks at"
    ann.go(f"/rules/{game.name}")
    page.wait_for_selector(".rulebook")
    assert_accessible(page, minor=True)
    ann.close()


def test_lobby_lab_and_a_lost_way(browser: Browser, service: LocalServer, dark: bool) -> None:
    for others in (["open"], ["random"]):
        table_of(service, "pigeons", {}, *others)
    ann = PageUser(browser, service.url, dark=dark, calm=True)
    page = ann.lobby("Ann")
    assert_accessible(page, minor=True)
    assert_spoken_plainly(page)
    ann.go("/lab")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page, minor=True)
    assert_spoken_plainly(page)
    ann.go("/nowhere")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    assert_accessible(page, minor=True)
    assert_spoken_plainly(page)
    ann.complaints = [said for said in ann.complaints if "404" not in said]
    ann.close()
