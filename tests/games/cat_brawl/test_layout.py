"""Layout of the ring of cats, measured in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rumpus.core.catalogue import find_game
from rumpus.testing.browsers import PageUser, settle
from tests.web.local_server import LocalServer
from tests.web.replay_frames import Decision, decisions_of, write_table

GAME = find_game("cat_brawl")
SCREENS = [(1366, 768, False), (390, 844, True), (360, 640, True)]

SCATTERED = """() => {
    const faults = [];
    const box = (node) => node.getBoundingClientRect();
    const board = box(document.querySelector(".board"));
    const plates = [];
    for (const seat of document.querySelectorAll(".cb-seat")) {
        const name = seat.dataset.name;
        const texts = [".cb-who .person", ".cb-breed", ".cb-hp"]
            .flatMap((part) => [...seat.querySelectorAll(part)])
            .map((node) => [node, box(node)])
            .filter(([, { height }]) => height);
        for (const [at, [, one]] of texts.entries())
            for (const [, two] of texts.slice(at + 1)) {
                const beside = Math.abs(one.top + one.height / 2 - two.top - two.height / 2) < 8;
                if (!beside && two.top < one.bottom - 4 && one.top < two.bottom - 4)
                    faults.push(`${name}: name and health overlap`);
            }
        const [who, health] = [box(seat.querySelector(".cb-who")), seat.querySelector(".cb-hp, .empty .cb-breed")];
        if (health && who.top > box(health).top + 6) faults.push(`${name}: the name is not on top`);
        const face = box(seat.querySelector(".cb-mystery, .cb-face"));
        const middle = (one) => [one.left + one.width / 2, one.top + one.height / 2];
        const [[x1, y1], [x2, y2]] = [middle(face), middle(box(seat.querySelector(".cb-plate")))];
        if (Math.hypot(x1 - x2, y1 - y2) > Math.max(260, board.width / 2))
            faults.push(`${name}: face and name stand apart`);
        plates.push([seat.matches(".own"), y1]);
    }
    const own = plates.filter(([mine]) => mine).map(([, y]) => y);
    if (own.length !== 1) faults.push(`${own.length} cats are one's own`);
    return faults;
}"""

OUTSIDE = """() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".cb-did, .cb-change")]
        .map((node) => [node, node.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < board.left || box.right > board.right || box.top < board.top))
        .map(([node, box]) => `“${node.textContent}” at ${box.left.toFixed()} … ${box.right.toFixed()}`);
}"""

LONGEST = """() => {
    for (const node of document.querySelectorAll(".cb-did")) {
        if (!node.querySelector("b")) node.querySelector("svg").after(document.createElement("b"));
        node.querySelector("b").textContent = "no guard";
    }
}"""
"""What the longest card writes on the tag of every cat."""


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_names_health_and_tags_keep_their_places(browser: Browser, tmp_path: Path, seats: int) -> None:
    options = GAME.options(seats=seats)
    moments = {"pick": Decision([], 0), **decisions_of(GAME, options)}
    service = LocalServer(tmp_path)
    links = {name: write_table(service.store, f"cats-{name}", GAME, options, one) for name, one in moments.items()}
    service.start()
    faults = []
    try:
        for width, height, phone in SCREENS:
            ann = PageUser(browser, service.url, phone=phone, calm=True)
            ann.page.set_viewport_size({"width": width, "height": height})
            for name, link in links.items():
                page = ann.go(link)
                page.wait_for_selector("main[data-asked]")
                settle(page)
                found = page.evaluate(SCATTERED) + page.evaluate(OUTSIDE)
                page.evaluate(LONGEST)
                found += page.evaluate(OUTSIDE)
                faults += [f"{width}×{height}, {name}: {fault}" for fault in found]
            ann.close()
    finally:
        service.close()
    assert not faults, "\n" + "\n".join(faults)
