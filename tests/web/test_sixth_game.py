"""A stranger's game, installed by pip, brings its own drawing and picture into a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import ROOT, SIXTH, LocalServer, pip_install
from tests.web.scenarios import assert_accessible, assert_fits, play_by_mouse_and_keys


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    folder = tmp_path_factory.mktemp("sixth")
    service = LocalServer(folder, pause=0.02)
    service.path = pip_install(SIXTH, folder)
    yield service.start()
    service.close()


def test_its_files_are_those_of_its_own_package(service: LocalServer) -> None:
    infos = {info["name"]: info for info in httpx.get(service.url + "/api/games").json()["games"]}
    own = service.folder / "site" / "pigeons" / "web"
    for key, name in (("drawing", "table.js"), ("style", "table.css"), ("picture", "lobby.svg")):
        answer = httpx.get(service.url + infos["pigeons"][key])
        assert answer.content == (own / name).read_bytes()
        assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)], ids=["desk", "phone in the dark"])
def test_its_picture_hangs_in_the_lobby_and_its_drawing_is_played(
    browser: Browser, service: LocalServer, phone: bool, dark: bool
) -> None:
    ann = PageUser(browser, service.url, phone=phone, dark=dark)
    page = ann.lobby("Ann")
    picture = page.locator(".game-pigeons img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("node => node.complete && node.naturalWidth > 0", arg=picture.element_handle())
    assert (picture.get_attribute("src") or "").startswith("/games/pigeons/")
    button = page.locator(".game-pigeons .primary")
    own_colour = "rgb(185, 174, 240)" if dark else "rgb(91, 74, 156)"
    assert button.evaluate("node => getComputedStyle(node).backgroundColor") == own_colour
    assert_accessible(page)
    button.click()
    expect(page.locator("#board .pg-bird")).to_have_count(2)
    assert page.locator("#board .generic").count() == 0
    assert page.locator(".pg-bird").first.evaluate("node => getComputedStyle(node).borderRadius") == "16px"
    assert page.evaluate("document.documentElement.style.getPropertyValue('--accent')")
    assert_accessible(page)
    assert_fits(page)
    page.locator(".pg-hand .pg-card").last.click()
    expect(page.locator("#board .pg-card.shown")).to_have_count(2)
    ann.close()


def test_it_is_played_to_its_end_by_mouse_and_by_keys(browser: Browser, service: LocalServer) -> None:
    def by_mouse(page: Page) -> None:
        page.locator(".pg-hand .pg-card").first.click()

    def by_keys(page: Page) -> None:
        page.keyboard.press("b")
        page.keyboard.press("Enter")

    play_by_mouse_and_keys(service, browser, "pigeons", {}, by_mouse, by_keys, ".pg-card.shown")


@pytest.fixture(scope="module")
def floes_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    folder = tmp_path_factory.mktemp("floes")
    service = LocalServer(folder, pause=0.02)
    service.path = pip_install(ROOT / "examples" / "floes", folder)
    yield service.start()
    service.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_board_is_played_by_pressing_it(browser: Browser, floes_server: LocalServer, phone: bool) -> None:
    ann = PageUser(browser, floes_server.url, phone=phone)
    page = ann.lobby("Ann")
    page.get_by_role("button", name="Play Floes now").click()
    expect(page.locator("#board .fl-floe")).to_have_count(25)
    assert_accessible(page)
    assert_fits(page)
    page.locator("#board .fl-floe.open").first.click()
    expect(page.locator("#board .fl-floe.water").first).to_be_visible()
    ann.close()
