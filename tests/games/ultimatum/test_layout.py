"""Layout of the map and its rail, measured in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.core.catalogue import find_game
from rumpus.core.position import Seat
from rumpus.table.match import Match
from rumpus.testing.browsers import PageUser, settle
from tests.web.local_server import LocalServer
from tests.web.replay_frames import PEOPLE, SEED, Decision, random_game, write_table
from tests.web.scenarios import assert_fits

GAME = find_game("ultimatum")
OPTIONS = GAME.options({"squad": 3})
MOMENTS = (20, 40, 60, 80, 100, 120)

COVERED_PLATES = """() => {
    const faults = [];
    for (const token of document.querySelectorAll(".ul-token:not(.ul-ghost)")) {
        const plate = token.querySelector(".ul-hp").getBoundingClientRect();
        for (const x of [0.1, 0.3, 0.5, 0.7, 0.9]) for (const y of [0.2, 0.5, 0.8]) {
            const there = document.elementFromPoint(plate.left + x * plate.width, plate.top + y * plate.height);
            const other = there?.closest(".ul-token");
            if (other && other !== token)
                faults.push(`the HP of ${token.dataset.name} lie behind ${other.dataset.name}`);
        }
    }
    return [...new Set(faults)];
}"""

CROWD = """() => {
    const tokens = [...document.querySelectorAll(".ul-token:not(.ul-ghost)")];
    const [first, ...others] = tokens;
    others.forEach((token, number) => {
        token.style.setProperty("--x", Number(first.style.getPropertyValue("--x")) + 26 * (number % 2 ? 1 : -1));
        token.style.setProperty("--y", Number(first.style.getPropertyValue("--y")) + 45 * (1 + (number >> 1)));
    });
}"""
"""Puts all characters into neighbouring rows."""


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalServer, list[str]]]:
    moves, _ = random_game(GAME, OPTIONS)
    service = LocalServer(Path(tmp_path_factory.mktemp("maps")))
    found = [
        write_table(service.store, f"moment-{at}", GAME, OPTIONS, Decision(moves[:at], moves[at][0])) for at in MOMENTS
    ]
    service.start()
    yield service, found
    service.close()


def at_table(browser: Browser, service: LocalServer, link: str, phone: bool) -> tuple[PageUser, Page]:
    ann = PageUser(browser, service.url, phone=phone, calm=True)
    if not phone:
        ann.page.set_viewport_size({"width": 1366, "height": 768})
    page = ann.go(link)
    page.wait_for_selector("main[data-asked]")
    settle(page)
    return ann, page


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_no_character_covers_the_hp_of_another(
    browser: Browser, links: tuple[LocalServer, list[str]], phone: bool
) -> None:
    service, found = links
    ann, page = at_table(browser, service, found[2], phone)
    page.evaluate(CROWD)
    assert page.evaluate(COVERED_PLATES) == []
    page.locator(".ul-token").nth(2).focus()
    assert page.evaluate(COVERED_PLATES) == []
    ann.close()


def own_hp(match: Match, seat: Seat) -> dict[str, int]:
    characters = cast("list[dict[str, Any]]", match.position.view(seat)["characters"])
    return {one["name"]: one["hp"] for one in characters if one["seat"] == seat}


def losses_at_a_turn(fallen: bool) -> tuple[Decision, dict[str, int], list[str]]:
    """A decision, what each of that seat's characters lost since its last decision, and those that fell since."""
    moves, _ = random_game(GAME, OPTIONS)
    match = Match(GAME, OPTIONS, SEED, PEOPLE[:2])
    last: dict[int, dict[str, int]] = {}
    mover = -1
    for at, (seat, move) in enumerate(moves):
        hp = own_hp(match, seat)
        lost = {name: last[seat][name] - now for name, now in hp.items() if name in last.get(seat, {})}
        fell = [name for name, loss in lost.items() if loss > 0 and hp[name] == 0]
        if (
            mover != seat
            and any(loss > 0 for loss in lost.values())
            and min(lost.values()) >= 0
            and bool(fell) == fallen
        ):
            return Decision(moves[:at], seat), {name: loss for name, loss in lost.items() if loss}, fell
        match.play(seat, move)
        last[seat] = own_hp(match, seat)
        mover = seat
    raise AssertionError("nobody was hurt between two turns")


@pytest.mark.parametrize("fallen", [False, True], ids=["hurt", "fallen"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_rail_says_who_lost_how_much_since_ones_last_turn(
    browser: Browser, tmp_path: Path, phone: bool, fallen: bool
) -> None:
    decision, lost, fell = losses_at_a_turn(fallen)
    service = LocalServer(tmp_path)
    link = write_table(service.store, "what-hit-me", GAME, OPTIONS, decision)
    service.start()
    try:
        ann, page = at_table(browser, service, link, phone)
        news = page.locator(".ul-news")
        if phone and page.locator(".ul-more").count():
            page.locator(".ul-more").tap()
        for name, loss in lost.items():
            expect(news).to_contain_text(f"{name} fell" if name in fell else f"{name} −{loss}")
        expect(news.locator(".word").first).to_contain_text("to " if fell else "by ")
        if phone:
            assert_fits(page)
        ann.close()
    finally:
        service.close()


def test_losses_are_told_by_cause(browser: Browser, links: tuple[LocalServer, list[str]]) -> None:
    service, found = links
    ann, page = at_table(browser, service, found[0], False)
    events = [
        ["attack", {"unit": "2.Ursa", "target": "1.Bram"}],
        ["damage", {"unit": "1.Bram", "loss": 9}],
        ["attack", {"unit": "2.Ursa", "target": "1.Sable"}],
        ["damage", {"unit": "1.Sable", "loss": 4}],
        ["passive", {"unit": "1.Sable", "passive": "Riposte"}],
        ["damage", {"unit": "2.Ursa", "loss": 3}],
        ["tick", {"unit": "1.Bram", "effect": "poison", "amount": 5}],
        ["damage", {"unit": "1.Bram", "loss": 5}],
        ["death", {"unit": "1.Bram"}],
    ]
    told = page.evaluate(
        """async (events) => {
            const { gameInfo } = await import("/static/js/ui/games.js");
            const { drawing } = await gameInfo("ultimatum");
            const { toll } = await import(drawing.replace("table.js", "rails.js"));
            return toll(events.map(([kind, facts]) => ({ kind, facts })))
                .map(({ id, loss, by, fell }) => [id, loss, Object.fromEntries(by), fell]);
        }""",
        events,
    )
    assert told == [
        ["1.Bram", 14, {"Ursa": 9, "poison": 5}, True],
        ["1.Sable", 4, {"Ursa": 4}, False],
        ["2.Ursa", 3, {"Sable": 3}, False],
    ]
    ann.close()


def test_an_ability_stands_apart_from_its_cooldown(browser: Browser, links: tuple[LocalServer, list[str]]) -> None:
    service, found = links
    for link in found:
        ann, page = at_table(browser, service, link, False)
        gaps = page.locator(".ul-row-abilities .waits").evaluate_all(
            """(all) => all.map((node) => {
                const text = document.createRange();
                const letters = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode();
                text.setStart(letters, 0);
                text.setEnd(letters, letters.data.trimEnd().length);
                return node.querySelector(".ul-wait").getBoundingClientRect().left - text.getBoundingClientRect().right;
            })"""
        )
        ann.close()
        if gaps:
            assert min(gaps) >= 6, gaps
            return
    raise AssertionError("nobody waits for an ability")


TARGETS = """() => {
    const stage = document.querySelector(".ul-stage").getBoundingClientRect();
    const style = getComputedStyle(document.querySelector(".ul-view"));
    const cover = (side) => Number.parseFloat(style.getPropertyValue(`--cover-${side}`)) || 0;
    const lit = ["attack", "ability", "ultimatum"].map((kind) => `.ul-map .lit-${kind}`).join();
    const found = [...document.querySelectorAll(lit)].map((node) => {
        const box = node.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const inside = x > stage.left && x < stage.right - cover("right") &&
            y > stage.top + cover("top") && y < stage.bottom - cover("bottom");
        const there = inside ? document.elementFromPoint(x, y) : null;
        const by = there?.closest("[data-unit], [data-hex], button, .ul-mini-map")?.getAttribute("class") || "";
        return { inside, by: /ul-token|hex/.test(by) ? "" : by };
    });
    return { count: found.length, inside: found.filter(({ inside }) => inside).length,
        covered: found.map(({ by }) => by).filter(Boolean) };
}"""


def test_a_phone_shows_what_can_be_aimed_at(browser: Browser, links: tuple[LocalServer, list[str]]) -> None:
    service, found = links
    faults = []
    aimed = 0
    for link in found:
        ann, page = at_table(browser, service, link, True)
        for action in ("attack", "ability", "ultimatum"):
            button = page.locator(f".do-{action}:not([aria-disabled])")
            if not button.count():
                continue
            page.evaluate("document.querySelector('.ul-view').scrollTo(0, 0)")
            page.keyboard.press("+")
            page.keyboard.press("+")
            settle(page)
            button.tap()
            settle(page)
            page.wait_for_timeout(400)
            seen = page.evaluate(TARGETS)
            aimed += bool(seen["count"])
            if seen["count"] and not seen["inside"]:
                faults.append(f"{link}: {action} aims out of sight")
            faults += [f"{link}: {action}: a target lies under {name}" for name in seen["covered"]]
            button.tap()
        ann.close()
    assert aimed >= 3
    assert not faults, "\n" + "\n".join(faults)
