"""A real Chromium, and what tests do with its pages; needs playwright.

smoke("pigeons")  # served, opened in a browser, and played to its end against a bot
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Page, expect, sync_playwright

from rumpus.core.catalogue import game_names
from rumpus.testing.server import ServerProcess

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
]  # fmt: skip

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Whatever of these is there; the first is the same browser without windows of its own, at half the cost."""

PATIENCE = 120_000
"""Milliseconds until a page is given up; a busy machine is no mistake of ours."""

expect.set_options(timeout=PATIENCE)

SCENE = """() => document.querySelectorAll(".ending").length + document.querySelector(".strip")?.textContent
    + document.querySelector("main")?.dataset.at + document.querySelector("main")?.hasAttribute("data-asked")"""
"""What changes on a page whenever something happens at its table."""

QUIET = """async () => {
    const moving = () => document.getAnimations().filter((one) =>
        one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity);
    const frame = () => new Promise(requestAnimationFrame);
    do {
        await Promise.allSettled(moving().map((one) => one.finished));
        await frame();
        await frame();
    } while (moving().length);
}"""
"""Until whatever flies, fades or grows has come to rest; what moves for ever, such as a nodding head, may go on."""

TO_PLAY = "() => document.querySelector('main[data-asked]') !== null"
DECISION = "() => document.querySelector('main')?.dataset.at"
DECIDED = f"at => !({TO_PLAY})() || ({DECISION})() !== at"


def settle(page: Page | Frame) -> None:
    """Wait until nothing on the page moves any more: only then have things their final places, sizes and colours."""
    page.evaluate(QUIET)


def chromium() -> str:
    for name in (os.environ.get("RUMPUS_CHROMIUM", ""), *CHROMIUMS):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise AssertionError("a Chromium is needed: install the package chromium, or name one in RUMPUS_CHROMIUM")


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def remembers(name: str, value: object) -> str:
    """A script that makes a browser remember this, until somebody changes it; pages in a sandbox keep nothing."""
    kept = f"localStorage.getItem('rumpus.{name}')"
    return f"origin === 'null' || {kept} || localStorage.setItem('rumpus.{name}', {json.dumps(json.dumps(value))})"


def have_seen_how() -> dict[str, list[str]]:
    """Whoever has seen how a game is won is not shown it again before the first game; newcomers are."""
    return {name: ["how you win"] for name in (*game_names(), "pigeons")}


class PageUser:
    """Somebody with a browser of their own; whatever their page complains about is kept."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        phone: bool = False,
        dark: bool = False,
        calm: bool = False,
        newcomer: bool = False,
    ) -> None:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
        self.context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        self.context.set_default_timeout(PATIENCE)
        self.url = url
        self.context.add_init_script(remembers("settings", {"pace": "fast"}))
        if not newcomer:
            self.context.add_init_script(remembers("met", have_seen_how()))
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", self._broke)

    def _heard(self, message: ConsoleMessage) -> None:
        # A page whose server is down says so; that is what some tests do to it.
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.complaints.append(message.text)

    def _broke(self, error: Error) -> None:
        self.complaints.append(str(error))

    @property
    def inside(self) -> Page | Frame:
        """Where the table is drawn."""
        return self.page

    def go(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def lobby(self, name: str = "") -> Page:
        page = self.go("/")
        page.wait_for_selector(".game-card")
        if name:
            page.get_by_label("Your name").fill(name)
        return page

    def decide(self) -> bool:
        """Press the first move there is, in the tray or in the list of all; False when the game is over."""
        page = self.inside
        page.wait_for_selector("main[data-asked], .ending")
        if page.locator(".ending").count():
            return False
        before = page.evaluate(f"({SCENE})()")
        self.press_a_move()
        page.wait_for_function(f"before => ({SCENE})() !== before", arg=before)
        return True

    def press_a_move(self) -> None:
        page = self.inside
        if not page.locator(".tray .option").count():
            self.page.keyboard.press("o")
            page.wait_for_selector(".dialog .option, .option-group summary")
        if not page.locator(".option").count():
            page.locator(".option-group summary").first.click()
        page.locator(".option").first.click()

    def does(self, play: Callable[[Page], None]) -> None:
        """Decide in some way, and wait until the page has heard of it."""
        at = self.page.evaluate(DECISION)
        play(self.page)
        self.page.wait_for_function(DECIDED, arg=at)

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints


def next_to_play(people: Sequence[PageUser]) -> list[PageUser]:
    """Whoever is asked now, as soon as somebody is; nobody when the game is over."""
    given_up = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < given_up:
        if any(person.page.locator(".ending").count() for person in people):
            return []
        asked = [person for person in people if person.page.evaluate(TO_PLAY)]
        if asked:
            return asked
        people[0].page.wait_for_timeout(20)
    strips = [person.page.locator(".strip").inner_text() for person in people]
    raise AssertionError(f"nobody is asked, and the game is not over: {strips}")


def smoke(game: str, phone: bool = False) -> None:
    """A server of its own, the game's button in the lobby, and a whole game against a bot, by pressing what is offered.

    Raises if the page complains about anything, or if the game cannot be found or played to its end.
    """
    with TemporaryDirectory(prefix="rumpus-smoke-") as folder, open_browser() as browser:
        server = ServerProcess(Path(folder), pause=0)
        server.start()
        try:
            person = PageUser(browser, server.url, phone=phone)
            page = person.lobby("Ann")
            page.locator(f".game-{game} .primary").click()
            while person.decide():
                pass
            person.close()
        finally:
            server.kill()
