"""The lobby in a real browser: all on one screen, one's own tables, how a game is won, rules, forms, lost ways."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rumpus.testing.browsers import PageUser, settle
from tests.catalogue import NAMES
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits, table_of

SCREENS = [(1366, 768), (1920, 1080), (1024, 768), (390, 844), (360, 640), (844, 390)]
WHOLE = """node => {
    const box = node.getBoundingClientRect();
    const clipped = (up) => {
        for (let above = up.parentElement; above; above = above.parentElement) {
            const edge = above.getBoundingClientRect();
            const cut = getComputedStyle(above).overflowY !== "visible";
            if (cut && (box.bottom > edge.bottom + 1 || box.top < edge.top - 1)) return true;
        }
        return false;
    };
    return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1
        && box.right <= innerWidth + 1 && !clipped(node);
}"""
ONE_SCREEN = "() => document.documentElement.scrollHeight <= innerHeight && scrollY === 0"


def five_games_with_lessons(route: Route) -> None:
    answer = route.fetch()
    games = [game for game in answer.json()["games"] if game["name"] != "pigeons"]
    route.fulfill(response=answer, json={"games": [{**game, "lesson": 3} for game in games]})


def someone(browser: Browser, service: LocalServer, size: tuple[int, int], dark: bool = False) -> PageUser:
    person = PageUser(browser, service.url, phone=size[0] < 900, dark=dark, calm=True)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    return person


def seat_at(person: PageUser, link: str, game: str) -> None:
    table, token = link.removeprefix("/t/").split("#")
    kept = {table: {"token": token, "title": game, "game": game, "when": 4_000_000_000_000}}
    script = f"localStorage.setItem('rumpus.seats', {json.dumps(json.dumps(kept))})"
    person.context.add_init_script(script)


# --- one screen ---


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_games_lessons_tables_and_a_link_are_on_one_screen(
    browser: Browser, service: LocalServer, size: tuple[int, int]
) -> None:
    _, link = table_of(service, "cat_brawl", {}, "greedy")
    ann = someone(browser, service, size)
    seat_at(ann, link, "cat_brawl")
    ann.page.route("**/api/games", five_games_with_lessons)
    page = ann.lobby()
    expect(page.locator(".mine .gold")).to_contain_text("Your turn")
    for thing in (".game-card", ".game-card .primary", ".game-card .learn", ".game-card .round", ".mine .gold a"):
        for part in page.locator(thing).all():
            assert part.evaluate(WHOLE), (thing, part.inner_text())
    for thing in (".open h2", ".link-form input"):
        assert page.locator(thing).evaluate(WHOLE), thing
    assert page.evaluate(f"({ONE_SCREEN})()")
    assert_fits(page)
    ann.close()


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["desk", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_newcomer_is_led_to_the_first_lesson(
    browser: Browser, service: LocalServer, size: tuple[int, int], dark: bool
) -> None:
    ann = someone(browser, service, size, dark)
    ann.page.route("**/api/games", five_games_with_lessons)
    page = ann.lobby()
    lessons = page.locator(".lessons").locator("visible=true")
    expect(lessons).to_contain_text("New here?")
    first = page.locator(".game-card").first.locator("h2").inner_text()
    expect(lessons.get_by_role("link", name=f"Learn {first}")).to_have_attribute("href", re.compile("^/learn/"))
    assert_accessible(page)
    ann.close()


def test_the_next_lesson_is_the_first_that_was_not_learnt(browser: Browser, service: LocalServer) -> None:
    ann = someone(browser, service, (1366, 768))
    ann.context.add_init_script("localStorage.setItem('rumpus.learnt', '[\"defend_the_city\", \"cat_brawl\"]')")
    ann.page.route("**/api/games", five_games_with_lessons)
    cell = ann.lobby().locator(".lessons.cell")
    expect(cell).to_contain_text("Next for you")
    expect(cell).to_contain_text("You have learnt two of the five.")
    expect(cell.get_by_role("link", name="Learn Battle Puno")).to_be_visible()
    ann.close()


def test_a_sixth_game_turns_the_lesson_cell_into_a_strip(browser: Browser, service: LocalServer) -> None:
    def all_with_lessons(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={"games": [{**game, "lesson": 3} for game in answer.json()["games"]]})

    ann = someone(browser, service, (1366, 768))
    ann.page.route("**/api/games", all_with_lessons)
    page = ann.lobby()
    expect(page.locator(".lessons.strip")).to_be_visible()
    assert page.locator(".lessons.cell").count() == 0
    for card in page.locator(".game-card").all():
        assert card.evaluate(WHOLE)
    assert page.locator(".game-card").count() == len(NAMES)
    ann.close()


def test_a_game_without_a_lesson_offers_none(ann: PageUser) -> None:
    def none_with_lessons(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={"games": [{**game, "lesson": 0} for game in answer.json()["games"]]})

    ann.page.route("**/api/games", none_with_lessons)
    page = ann.lobby()
    expect(page.locator(".game-pigeons .primary")).to_be_visible()
    assert page.locator(".learn, .lessons").count() == 0


# --- one's own tables, and friends' ---


def test_own_tables_say_whose_turn_it_is(browser: Browser, service: LocalServer) -> None:
    _, asked = table_of(service, "pigeons", {}, "greedy")
    ann = PageUser(browser, service.url)
    seat_at(ann, asked, "pigeons")
    row = ann.lobby().locator(".mine .table-row")
    expect(row).to_contain_text("Your turn")
    expect(row).to_contain_text("greedy")
    ann.close()
    _, open_one = table_of(service, "pigeons", {})
    bob = PageUser(browser, service.url)
    seat_at(bob, open_one, "pigeons")
    row = bob.lobby().locator(".mine .table-row")
    expect(row).to_contain_text("waiting")
    assert "Your turn" not in row.inner_text()
    row.get_by_role("link").click()
    bob.page.wait_for_selector(".room")
    bob.close()


def test_a_table_that_is_gone_or_a_foreign_secret_is_passed_over(ann: PageUser, service: LocalServer) -> None:
    _, link = table_of(service, "pigeons", {}, "greedy")
    seat_at(ann, link.split("#")[0] + "#" + "A" * 32, "pigeons")
    page = ann.lobby()
    expect(page.locator(".mine")).to_contain_text("None yet.")


def test_a_friends_link_or_code_leads_to_the_table(ann: PageUser, service: LocalServer) -> None:
    path, _ = table_of(service, "pigeons", {})
    for said in (path.removeprefix("/t/"), service.url + path):
        page = ann.lobby()
        page.get_by_label("A friend’s link or code").fill(said)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{path}")
    page = ann.lobby()
    field = page.get_by_label("A friend’s link or code")
    for nonsense in ("hello there", "https://example.com/t/abcdefgh", "/lab"):
        field.fill(nonsense)
        page.get_by_role("button", name="Go to that table").click()
        expect(page.get_by_role("alert")).to_have_text("No table with that link or code.")
        expect(field).to_have_attribute("aria-invalid", "true")
        assert page.get_by_role("alert").evaluate(WHOLE)


def test_a_first_game_is_against_easy_bots(ann: PageUser, service: LocalServer) -> None:
    ann.go("/learn/pigeons").wait_for_selector("main[data-asked]")  # a lesson is no game
    for strength in ("easy", "normal"):
        ann.lobby("Ann").get_by_role("button", name="Play Pigeons now").click()
        ann.page.wait_for_url("**/t/*")
        table = ann.page.url.rsplit("/", 1)[1]
        assert f'"bot":"{strength}"' in service.journal(table)


# --- how you win, and the rules ---


HOW_SIZES = {"desk": (1366, 768), "phone": (390, 844), "small phone": (360, 640), "lying phone": (844, 390)}


@pytest.mark.parametrize("size", HOW_SIZES.values(), ids=list(HOW_SIZES))
@pytest.mark.parametrize("name", [name for name in NAMES if name != "pigeons"])
def test_how_you_win_is_one_screen_with_a_picture_for_each_idea(
    browser: Browser, service: LocalServer, name: str, size: tuple[int, int]
) -> None:
    ann = someone(browser, service, size, dark=size[0] < 900)
    page = ann.lobby()
    page.locator(f".game-{name} .how-button").click()
    cells = page.locator(".how .cells li")
    expect(cells).to_have_count(6)
    settle(page)
    for cell in cells.all():
        assert cell.evaluate(WHOLE), cell.inner_text()
        assert cell.evaluate("node => node.scrollHeight <= node.clientHeight + 1"), cell.inner_text()
        picture = cell.locator("svg.how-picture")
        assert picture.evaluate("node => node.getBoundingClientRect().height") >= (70 if size[1] > 700 else 36), (
            cell.inner_text()
        )
        assert picture.evaluate("node => node.querySelectorAll('path, rect, circle').length") > 1
    small = page.locator(".how .how-words").evaluate_all(
        """nodes => nodes.filter((node) => node.getClientRects().length)
            .map((node) => [node.textContent, parseFloat(node.getAttribute("font-size")) * node.getScreenCTM().d])
            .filter(([text, size]) => size < 11.5)"""
    )
    assert not small, small
    assert page.locator(".how .goal").evaluate(WHOLE)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator(".how")).to_have_count(0)
    ann.close()


def test_how_you_win_plays_at_once_and_opens_the_rules(ann: PageUser) -> None:
    page = ann.lobby("Ann")
    page.get_by_role("button", name="How you win Cat Brawl").click()
    page.get_by_role("button", name="Full rules").click()
    expect(page.get_by_role("dialog", name="Rules of Cat Brawl")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".how").get_by_role("button", name="Play").click()
    page.wait_for_url("**/t/*")


def test_it_is_shown_once_before_the_first_game_and_always_from_the_menu(
    browser: Browser, service: LocalServer
) -> None:
    ann = PageUser(browser, service.url, newcomer=True)
    ann.lobby("Ann").get_by_role("button", name="Play Cat Brawl now").click()
    how = ann.page.get_by_role("dialog", name="How you win Cat Brawl")
    how.get_by_role("button", name="Play", exact=True).press("Enter")
    expect(how).to_have_count(0)
    ann.page.reload()
    ann.page.wait_for_selector("main[data-asked]")
    assert how.count() == 0
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="How you win").click()
    expect(how).to_be_visible()
    assert how.get_by_role("button", name="Play", exact=True).count() == 0
    ann.close()


def test_a_game_may_say_how_it_is_won_before_it_has_drawn_it(service: LocalServer) -> None:
    info = httpx.get(f"{service.url}/api/games/pigeons/how").json()
    assert len(info["cells"]) == 3
    assert info["pictures"] == ""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_rules_have_contents_and_a_search(browser: Browser, service: LocalServer, phone: bool) -> None:
    ann = PageUser(browser, service.url, phone=phone)
    page = ann.go("/rules/cat_brawl#CB-14")
    clause = page.locator("#clause-CB-14")
    expect(clause).to_have_class("found")
    expect(clause).to_be_in_viewport()
    page.get_by_role("navigation", name="Contents").get_by_role("button", name="Winning").click()
    expect(page.get_by_role("heading", name="Winning")).to_be_in_viewport()
    page.get_by_label("Search the rules").fill("fat cat")
    expect(page.get_by_role("status")).to_have_text("1 match")
    expect(page.locator("#clause-CB-29")).to_be_visible()
    expect(clause).to_be_hidden()
    expect(page.get_by_role("heading", name="Winning")).to_be_visible()
    expect(page.get_by_role("heading", name="Set-up")).to_be_hidden()
    page.get_by_label("Search the rules").fill("zebra")
    expect(page.get_by_role("status")).to_have_text("Nothing found.")
    page.get_by_label("Search the rules").fill("")
    expect(clause).to_be_visible()
    assert page.get_by_text("`").count() == 0
    assert_accessible(page)
    assert_fits(page)
    ann.close()


# --- the form ---


def form_of(page: Page, game: str) -> None:
    page.get_by_role("button", name=f"New {game} game").click()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_refused_form_says_so_at_the_control_that_is_wrong(
    browser: Browser, service: LocalServer, phone: bool
) -> None:
    ann = PageUser(browser, service.url, phone=phone)
    page = ann.lobby("Ann")
    form_of(page, "Cat Brawl")
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_label("HP to win")
    for wrong, words in (("9", "or the cat has won before it starts."), ("500", "Enter a whole number from 2 to 200")):
        field.fill(wrong)
        dialog.get_by_role("button", name="Create game").click()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        said = dialog.get_by_role("alert")
        expect(said).to_contain_text(words)
        assert "win_hp" not in said.inner_text()
        assert said.evaluate(WHOLE), "it is in view"
        assert field.get_attribute("aria-describedby") == said.get_attribute("id")
    field.fill("25")
    dialog.get_by_role("button", name="Create game").click()
    page.wait_for_selector(".room")
    ann.close()


def test_a_wrong_number_among_the_hidden_ones_is_shown(ann: PageUser) -> None:
    page = ann.lobby("Ann")
    form_of(page, "Ultimatum")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Advanced rules").click()
    field = dialog.get_by_label("Phase limit")
    field.fill("")
    dialog.get_by_text("Advanced rules").click()
    expect(field).to_be_hidden()
    dialog.get_by_role("button", name="Create game").click()
    expect(field).to_be_focused()
    expect(dialog.get_by_role("alert")).to_have_text("Enter a whole number from 1 to 99.")


def test_two_seats_for_oneself_are_refused_at_the_second(ann: PageUser) -> None:
    page = ann.lobby("Ann")
    form_of(page, "Pigeons")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Seat 2").select_option("me")
    dialog.get_by_role("button", name="Create game").click()
    expect(dialog.get_by_label("Seat 2")).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_role("alert")).to_have_text("You can take only one seat.")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_preset_is_one_tap_and_says_what_differs(browser: Browser, service: LocalServer, phone: bool) -> None:
    ann = PageUser(browser, service.url, phone=phone)
    page = ann.lobby("Ann")
    form_of(page, "Cat Brawl")
    dialog = page.get_by_role("dialog")
    standard, balanced = (dialog.get_by_role("button", name=name) for name in ("Standard", "Balanced"))
    expect(standard).to_have_attribute("aria-pressed", "true")
    expect(dialog.get_by_text("Persian: HP 8 → 9")).to_have_count(0)
    dialog.get_by_label("Round limit").fill("60")
    balanced.click()
    expect(balanced).to_have_attribute("aria-pressed", "true")
    expect(dialog.get_by_text("Persian: HP 8 → 9")).to_be_visible()
    dialog.get_by_text("Advanced rules").click()
    persian = dialog.get_by_label("Persian: HP")
    expect(persian).to_have_value("9")
    persian.fill("12")
    assert not dialog.locator("[aria-pressed='true']").count()
    standard.click()
    expect(persian).to_have_value("8")
    expect(dialog.get_by_label("Round limit")).to_have_value("60")
    balanced.click()
    dialog.get_by_role("button", name="Create game").click()
    rules = page.locator(".house-rules")
    for words in ("Persian: HP 9", "Round limit: 60"):
        expect(rules).to_contain_text(words)
    ann.close()


def test_a_game_without_presets_offers_no_choice(ann: PageUser) -> None:
    page = ann.lobby("Ann")
    form_of(page, "Pigeons")
    expect(page.get_by_role("dialog").get_by_text("Standard")).to_have_count(0)


def test_exact_is_offered_only_where_there_is_an_exact_solution(ann: PageUser) -> None:
    for game, exactly in (("Defend the City", True), ("Cat Brawl", False)):
        page = ann.lobby()
        form_of(page, game)
        control = page.get_by_role("dialog").get_by_label("Seat 1")
        expect(control.locator("option[value='bot:normal']")).to_have_count(1)
        assert (control.locator("option[value='bot:exact']").count() > 0) is exactly


def test_options_are_said_in_human_words(service: LocalServer) -> None:
    for game in httpx.get(service.url + "/api/games").json()["games"]:
        for field in game["fields"]:
            words = [field["label"], field["help"], *field.get("says", [])]
            assert not [word for word in words if "_" in word or re.search(r"\bhp\b|[a-z]\.[a-z]", word)], field
            assert field["help"][0].isupper() or not field["help"][0].isalpha()
            assert field["help"][-1] in ".!?", field["help"]


# --- lost ---


def test_a_lost_way_is_a_page_with_the_status_404(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, dark=True)
    lost_ways = {
        "/nowhere": "The link may be incomplete",
        "/rules/<b>chess": "There is no game '<b>chess'",
        "/learn/chess": "There is no game 'chess'",
        "/t/nobody": "Table not found",
        "/r/nobody": "Table not found",
    }
    for path, words in lost_ways.items():
        answer = ann.page.goto(service.url + path)
        assert answer is not None
        assert answer.status == 404
        expect(ann.page.get_by_role("heading", name="Not found")).to_be_visible()
        expect(ann.page.locator(".lost")).to_contain_text(words)
        assert_accessible(ann.page)
    ann.page.get_by_role("link", name="To the lobby").click()
    ann.page.wait_for_selector(".game-card")
    ann.complaints = [said for said in ann.complaints if "404" not in said]
    ann.close()


def test_a_table_that_is_not_there_is_not_found(service: LocalServer) -> None:
    for path in ("/t/nobody", "/r/nobody", "/learn/chess", "/rules/chess"):
        assert httpx.get(service.url + path).status_code == 404, path


def test_a_program_is_told_in_one_line(service: LocalServer) -> None:
    answer = httpx.get(service.url + "/nowhere")
    assert (answer.status_code, answer.text.count("\n")) == (404, 1)
    api = httpx.get(service.url + "/api/games/chess/rules", headers={"Accept": "text/html"})
    assert (api.status_code, api.headers["content-type"]) == (404, "text/plain; charset=utf-8")
