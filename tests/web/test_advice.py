"""The coach's advice at a table: one short line that fits its strip and lights the move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from rumpus.core.game import Game
from rumpus.core.words import REASON_LENGTH
from rumpus.testing.browsers import PageUser, settle
from tests.catalogue import GAMES
from tests.web.local_server import LocalServer
from tests.web.replay_frames import decisions_of, write_table

SCREENS = {"laptop": (1366, 768), "phone": (390, 844), "wide phone": (844, 390)}

REASON = "Wins about 74 % of duels; −3 HP if it loses."
assert len(REASON) == REASON_LENGTH

CUT = """() => {
    const strip = document.querySelector(".strip.advice");
    const [frame, text] = [strip.getBoundingClientRect(), strip.querySelector("p").getBoundingClientRect()];
    const [best, reason, more] = [strip.querySelector("p span"), ...strip.querySelectorAll("p small")];
    const faults = [];
    const [line, other] = [best.getBoundingClientRect(), more.getBoundingClientRect()];
    if (frame.top < 0 || frame.bottom > innerHeight || frame.right > innerWidth) faults.push("strip leaves the screen");
    if (text.top < frame.top || text.bottom > frame.bottom) faults.push("text leaves the strip");
    const half = parseFloat(getComputedStyle(best).lineHeight) / 2;
    if (best.scrollHeight > best.clientHeight + half || line.bottom > text.bottom + 1)
        faults.push(`move is cut: ${best.scrollHeight} in ${best.clientHeight}, ${line.bottom} in ${text.bottom}`);
    const why = reason.getBoundingClientRect();
    if (why.bottom > text.bottom + 1 || reason.scrollWidth > reason.clientWidth) faults.push("reason is cut");
    // The comparison may be dropped for want of room, but only as a whole.
    if (other.top < text.bottom - 1 && other.bottom > text.bottom + half / 2) faults.push("comparison is cut through");
    if (!document.querySelector(".board .advised, .tray .advised")) faults.push("no move is lit");
    return faults;
}"""


def advise_longest_move(page: Page) -> None:
    """Answers requests for advice with the longest move of the last table message."""
    moves: list[dict[str, object]] = []

    def wire(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["do"] != "hint":
                return server.send(text)
            best, *rest = sorted(moves, key=lambda offer: -len(str(offer.get("says") or offer["words"])))
            words = [str(offer.get("says") or offer["words"]) for offer in (best, *rest)]
            details = {
                "summary": f"Best: {words[0]} (54 % to win).",
                "reason": REASON,
                "comparison": f"About equal: {words[-1]}.",
                "choices": [{"move": best["move"], "chance": 0.54}],
            }
            line.send(json.dumps({"is": "hint", "id": message["id"], "sentence": words[0], "details": details}))
            return None

        def told(text: str | bytes) -> None:
            message = json.loads(text)
            if message["is"] == "table":
                moves[:] = message["sheet"].get("moves") or []
            line.send(text)

        line.on_message(heard)
        server.on_message(told)

    page.route_web_socket(lambda url: url.endswith("/ws"), wire)


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_advice_fits_its_strip_and_lights_the_move(browser: Browser, tmp_path: Path, game: Game) -> None:
    options = game.options()
    service = LocalServer(tmp_path)
    links = {
        name: write_table(service.store, f"table-{name}", game, options, at)
        for name, at in decisions_of(game, options).items()
    }
    faults: list[str] = []
    service.start()
    try:
        for touch in (False, True):
            ann = PageUser(browser, service.url, phone=touch, calm=True)
            advise_longest_move(ann.page)
            for name, link in links.items():
                page = ann.go(link)
                page.wait_for_selector("main[data-asked]")
                page.keyboard.press("h")
                page.wait_for_selector(".strip.advice")
                for screen, (width, height) in SCREENS.items():
                    if touch == (screen == "laptop"):
                        continue
                    page.set_viewport_size({"width": width, "height": height})
                    settle(page)
                    faults.extend(f"{screen}, {name}: {fault}" for fault in page.evaluate(CUT))
            ann.close()
    finally:
        service.close()
    assert not faults, "\n" + "\n".join(faults)
