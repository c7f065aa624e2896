"""Browser tests with Chromium and playwright.

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
"""Executables to try, in order. The first is headless and needs half the time."""

TIMEOUT_MS = 120_000
"""Timeout for pages, long enough for a busy machine."""

expect.set_options(timeout=TIMEOUT_MS)

PAGE_STATE = """() => document.querySelectorAll(".ending").length + document.querySelector(".strip")?.textContent
    + document.querySelector("main")?.dataset.at + document.querySelector("main")?.hasAttribute("data-asked")"""
"""Changes with every event at the page's table."""

WAIT_FOR_ANIMATIONS = """async () => {
    const moving = () => document.getAnimations().filter((one) =>
        one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity);
    const frame = () => new Promise(requestAnimationFrame);
    do {
        await Promise.allSettled(moving().map((one) => one.finished));
        await frame();
        await frame();
    } while (moving().length);
}"""

IS_TO_PLAY = "() => document.querySelector('main[data-asked]') !== null"
DECISION = "() => document.querySelector('main')?.dataset.at"
DECIDED = f"at => !({IS_TO_PLAY})() || ({DECISION})() !== at"


def settle(page: Page | Frame) -> None:
    """Waits for the page to stop moving: then places, sizes and colours are final."""
    page.evaluate(WAIT_FOR_ANIMATIONS)


def chromium() -> str:
    for name in (os.environ.get("RUMPUS_CHROMIUM", ""), *CHROMIUMS):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise AssertionError("No Chromium found. Install the package chromium, or name one in RUMPUS_CHROMIUM.")


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def storage_script(name: str, value: object) -> str:
    """Returns a script that stores a default value in the browser; sandboxed pages store nothing."""
    kept = f"localStorage.getItem('rumpus.{name}')"
    return f"origin === 'null' || {kept} || localStorage.setItem('rumpus.{name}', {json.dumps(json.dumps(value))})"


def tutorials_seen() -> dict[str, list[str]]:
    """Returns the stored value that marks all tutorials as seen."""
    return {name: ["how you win"] for name in (*game_names(), "pigeons")}


class PageUser:
    """A user with a separate browser context. Collects console errors."""

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
        self.context.set_default_timeout(TIMEOUT_MS)
        self.url = url
        self.context.add_init_script(storage_script("settings", {"pace": "fast"}))
        if not newcomer:
            self.context.add_init_script(storage_script("met", tutorials_seen()))
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", self._broke)

    def _heard(self, message: ConsoleMessage) -> None:
        # Some tests stop the server on purpose.
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.complaints.append(message.text)

    def _broke(self, error: Error) -> None:
        self.complaints.append(str(error))

    @property
    def inside(self) -> Page | Frame:
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
        """Presses the first offered move. Returns False if the game is over."""
        page = self.inside
        page.wait_for_selector("main[data-asked], .ending")
        if page.locator(".ending").count():
            return False
        before = page.evaluate(f"({PAGE_STATE})()")
        self.press_a_move()
        page.wait_for_function(f"before => ({PAGE_STATE})() !== before", arg=before)
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
        """Makes a move by `play` and waits for the page to update."""
        at = self.page.evaluate(DECISION)
        play(self.page)
        self.page.wait_for_function(DECIDED, arg=at)

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints


def next_to_play(people: Sequence[PageUser]) -> list[PageUser]:
    """Waits for users to be asked, and returns them; empty if the game is over."""
    deadline = time.monotonic() + TIMEOUT_MS / 1000
    while time.monotonic() < deadline:
        if any(person.page.locator(".ending").count() for person in people):
            return []
        asked = [person for person in people if person.page.evaluate(IS_TO_PLAY)]
        if asked:
            return asked
        people[0].page.wait_for_timeout(20)
    strips = [person.page.locator(".strip").inner_text() for person in people]
    raise AssertionError(f"No user is asked, and the game is not over: {strips}.")


def smoke(game: str, phone: bool = False) -> None:
    """Plays a whole game against a bot in the browser, and prints that it did.

    Raises on page errors or if the game does not end.
    """
    with TemporaryDirectory(prefix="rumpus-smoke-") as folder, open_browser() as browser:
        server = ServerProcess(Path(folder), pause=0)
        server.start()
        try:
            person = PageUser(browser, server.url, phone=phone)
            page = person.lobby("Ann")
            page.locator(f".game-{game} .primary").click()
            decisions = 0
            while person.decide():
                decisions += 1
            person.close()
            size = "a phone's" if phone else "a desktop's"
            print(f"{game}: played to its end in a page of {size} size, with {decisions} moves and no error.")
        finally:
            server.kill()
