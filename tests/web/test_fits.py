"""Every table fits every screen: what a drawing calls essential is seen whole, without scrolling, in real games."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rumpus.core.game import Game
from rumpus.testing.browsers import PageUser, settle
from tests.catalogue import GAMES
from tests.web.local_server import LocalServer
from tests.web.replay_frames import decisions_of, write_table

DESKS = [(1366, 768), (1920, 1080), (1024, 768)]
PHONES = [(390, 844), (360, 640), (844, 390)]

FAULTS = """([seats, touch]) => {
    const faults = [];
    const visible = (node) => {
        const box = node.getBoundingClientRect();
        let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
        for (let up = node.parentElement; up; up = up.parentElement) {
            if (getComputedStyle(up).overflow === "visible") continue;
            const edge = up.getBoundingClientRect();
            [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
            [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
        }
        return { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(innerWidth, right),
            bottom: Math.min(innerHeight, bottom), width: box.width, height: box.height };
    };
    const whole = (box) => box.right - box.left >= box.width - 1.5 && box.bottom - box.top >= box.height - 1.5;
    const told = (node) => `<${node.tagName.toLowerCase()} ${node.getAttribute("class") || ""}>`;
    const turned = (matrix) => Math.hypot(matrix.a, matrix.b);
    const found = new Map();
    for (const node of document.querySelectorAll("main [data-essential]")) {
        const name = node.dataset.essential;
        const box = visible(node);
        if (!box.width || !box.height) continue;
        found.set(name, true);
        if (!whole(box)) {
            faults.push(`${name} is cut off: ${told(node)}`);
            continue;
        }
        for (const [x, y] of [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5]]) {
            const at = [box.left + x * box.width, box.top + y * box.height];
            const there = document.elementFromPoint(...at);
            const covered = there && !node.contains(there) && !there.contains(node);
            if (covered) faults.push(`${name} is covered by ${told(there)}`);
        }
    }
    for (let seat = 0; seat < seats; seat++)
        if (!found.has(`health ${seat}`)) faults.push(`health ${seat} is not shown`);
    if (!found.has("news")) faults.push("news is not shown");
    if (!found.has("hand") && !found.has("button")) faults.push("nothing to press is shown");
    for (const place of document.querySelectorAll(".board, .tray")) {
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const node = texts.currentNode.parentElement;
            if (!texts.currentNode.data.trim() || !node.checkVisibility() || node.closest(".unseen, title")) continue;
            const scale = node instanceof SVGGraphicsElement ? turned(node.getScreenCTM()) : 1;
            const size = parseFloat(getComputedStyle(node).fontSize) * scale;
            const words = texts.currentNode.data.trim().slice(0, 20);
            if (size < 11.45) faults.push(`text of ${size.toFixed(1)} px: ${told(node)} “${words}”`);
        }
    }
    for (const node of touch ? document.querySelectorAll("main button, main [data-spot], .bar button") : []) {
        const box = node.getBoundingClientRect();
        if (!box.width || node.matches("[aria-disabled], :disabled, .clause") || !node.checkVisibility()) continue;
        const size = `${box.width.toFixed()}×${box.height.toFixed()}`;
        if (box.width < 43.5 || box.height < 43.5) faults.push(`${size} to press: ${told(node)}`);
    }
    if (document.documentElement.scrollHeight > innerHeight) faults.push("the page scrolls down");
    if (document.documentElement.scrollWidth > innerWidth + 1) faults.push("the page scrolls sideways");
    return [...new Set(faults)].slice(0, 12);
}"""
"""What is wrong on the screen as it is now."""

A_MOMENT = 2000
"""Milliseconds."""

SIZES = [(game, seats) for game in GAMES for seats in sorted({game.seat_counts()[0], game.seat_counts()[-1]})]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), SIZES, ids=[f"{game.name} for {seats}" for game, seats in SIZES])
def test_what_is_essential_is_seen_on_every_screen(browser: Browser, tmp_path: Path, game: Game, seats: int) -> None:
    options = game.options(seats=seats)
    service = LocalServer(tmp_path)
    links = {
        name: write_table(service.store, f"table-{name}", game, options, at)
        for name, at in decisions_of(game, options).items()
    }
    faults: list[str] = []
    service.start()
    try:
        for touch, screens in ((False, DESKS), (True, PHONES)):
            person = PageUser(browser, service.url, phone=touch, calm=True)
            for name, link in links.items():
                page = person.go(link)
                page.wait_for_selector("main[data-asked]")
                for width, height in screens:
                    page.set_viewport_size({"width": width, "height": height})
                    settle(page)
                    found = page.evaluate(FAULTS, [seats, touch])
                    if found:  # a page that a busy machine has not laid out to its end is looked at again
                        page.wait_for_timeout(A_MOMENT)
                        found = page.evaluate(FAULTS, [seats, touch])
                    faults.extend(f"{width}×{height}, {name}: {fault}" for fault in found)
            person.close()
    finally:
        service.close()
    assert not faults, "\n" + "\n".join(faults)
