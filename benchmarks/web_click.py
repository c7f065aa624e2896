"""From a click to one's own screen: a real Chromium on loopback, the move durably committed in between.

python -m benchmarks.web_click          # on a server that does nothing else
python -m benchmarks.web_click --lab    # also while the lab plays a comparison, by turns
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page

from rumpus.core.catalogue import every_game, game_names
from rumpus.core.options import INT
from rumpus.testing.browsers import PageUser, open_browser
from tests.web.house import House

CLICKS = 16
"""Of each game."""
CLICK = """async () => {
    const main = document.querySelector("main");
    const before = main.dataset.at;
    const began = performance.now();
    document.querySelector(".option").click();
    while (main.isConnected && main.dataset.at === before) await new Promise((done) => setTimeout(done));
    await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - began;
}"""
"""Until the server's answer is drawn: the next decision, or the board without one."""


def weigh(person: PageUser) -> int:
    """The bytes of the lobby."""
    sizes: list[int] = []
    person.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    person.lobby("Ann")
    person.page.wait_for_load_state("networkidle")
    return sum(sizes)


def list_moves(page: Page) -> bool:
    """Opens the list of all moves when one is asked; False when the game is over."""
    page.wait_for_selector("main[data-asked], .ending")
    if page.locator(".ending").count():
        return False
    if not page.locator(".option").count():
        page.keyboard.press("o")
        page.wait_for_selector(".option, .option-group summary")
    if not page.locator(".option").count():
        page.locator(".option-group summary").first.click()
    page.wait_for_selector(".option")
    return True


def times_of(browser: Browser, house: House, game: str) -> list[float]:
    """Milliseconds of each click, in as many games as it takes."""
    ann = PageUser(browser, house.url)
    times: list[float] = []
    while len(times) < CLICKS:
        ann.lobby("Ann").locator(f".game-{game} button.primary").click()
        ann.page.wait_for_url("**/t/*")
        while len(times) < CLICKS and list_moves(ann.page):
            times.append(ann.page.evaluate(CLICK))
    ann.close()
    return times


@contextmanager
def comparing(house: House) -> Iterator[None]:
    """While the lab compares a number at two strengths, one process each."""
    game, field = next(
        (game, field)
        for game in every_game(print)
        for field in game.fields
        if field.kind == INT and field.name != "players"
    )
    assert isinstance(field.default, int)
    wish = {"kind": "compare", "game": game.name, "strengths": ["greedy", "normal"]}
    inquiries = f"{house.url}/api/lab/inquiries"
    answer = httpx.post(inquiries, json={**wish, "changes": {field.name: field.default + 1}})
    name = answer.raise_for_status().json()["name"]
    try:
        yield
    finally:
        played = httpx.post(f"{inquiries}/{name}/stop", json={}, timeout=30).raise_for_status().json()["done"]
        print(f"{'':<20} (the lab played {played} pairs meanwhile)")


def said(times: list[float]) -> str:
    return f"median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms"


def main(lab: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # The bots take their time, so that what is measured is one's own move alone.
        house = House(Path(folder), pause=0.4).start()
        try:
            with open_browser() as browser:
                ann = PageUser(browser, house.url)
                print(f"lobby page in all    {weigh(ann) / 1000:.0f} KB")
                ann.close()
                every: list[float] = []
                beside: list[float] = []
                for game in game_names():
                    times = times_of(browser, house, game)
                    every += times
                    print(f"{game:<20} {said(times)}", flush=True)
                    if lab:
                        with comparing(house):
                            times = times_of(browser, house, game)
                        beside += times
                        print(f"{'beside the lab':<20} {said(times)}", flush=True)
                print(f"click to own screen  {said(every)} ({len(every)} clicks)")
                if lab:
                    print(f"beside the lab       {said(beside)} ({len(beside)} clicks)")
        finally:
            house.close()


if __name__ == "__main__":
    main("--lab" in sys.argv)
