"""People in real browsers: lobby, tables, replays, by mouse, touch and keyboard."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from rumpus.testing.browsers import PageUser
from tests.catalogue import NAMES
from tests.web.local_server import LocalServer, serving
from tests.web.scenarios import assert_accessible, assert_fits, assert_people_have_names


def sit_at_new_table(host: PageUser, game: str, listed: bool = False) -> str:
    page = host.page
    page.get_by_role("button", name=f"New {game} game").click()
    if listed:
        page.get_by_label("Who can join").select_option("listed")
    page.get_by_role("button", name="Create game").click()
    page.wait_for_selector(".room")
    return page.url.rsplit("/", 1)[1]


# --- the lobby ---


def test_the_lobby_shows_every_game_and_weighs_little(ann: PageUser) -> None:
    sizes: list[int] = []
    ann.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page = ann.lobby()
    page.wait_for_load_state("networkidle")
    assert page.locator(".game-card").count() == len(NAMES)
    assert sum(sizes) < 200_000, sizes


def test_pages_bring_their_own_typeface(ann: PageUser, service: LocalServer) -> None:
    page = ann.lobby()
    assert page.evaluate("async () => (await document.fonts.ready, document.fonts.check('800 16px Nunito'))")
    fonts = page.evaluate("() => [...document.fonts].map((font) => [font.family, font.status])")
    assert fonts == [["Nunito", "loaded"], ["Rumpus Signs", "unloaded"]], "signs are fetched once they are needed"
    for thing in ("body", "h2", "button", "input"):
        assert page.locator(thing).first.evaluate("node => getComputedStyle(node).fontFamily").startswith("Nunito")
    status, licence = service.get("/static/fonts/nunito-OFL.txt")
    assert status == 200
    assert "SIL Open Font License" in licence


@pytest.mark.parametrize("name", NAMES)
def test_no_picture_of_the_lobby_depends_on_the_fonts_of_a_machine(service: LocalServer, name: str) -> None:
    _, games = service.get("/api/games")
    picture = next(game["picture"] for game in json.loads(games)["games"] if game["name"] == name)
    assert "<text" not in service.get(picture)[1]


def test_one_click_leads_to_a_game_against_bots_and_clicks_play_it_to_the_end(ann: PageUser) -> None:
    ann.lobby("Ann").get_by_role("button", name="Play Pigeons now").click()
    while ann.decide():
        pass
    expect(ann.page.locator(".ending h2")).to_have_text(re.compile("You win!|You lose|A draw"))
    expect(ann.page.locator(".ending header")).to_contain_text("The crumbs are eaten.")
    assert " ".join(ann.page.locator(".strip, .ending").all_inner_texts()).count("The crumbs are eaten.") == 1
    ann.page.get_by_role("button", name="Show board").click()
    expect(ann.page.locator(".strip")).to_contain_text("The crumbs are eaten.")
    ann.page.get_by_role("button", name="Show result").click()
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_selector("main[data-asked]")
    expect(ann.page.locator(".person.own")).to_contain_text("Ann")


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_played_in_the_browser_from_its_first_day(ann: PageUser, name: str) -> None:
    page = ann.lobby("Ann")
    page.locator(f".game-{name} .primary").click()
    for _ in range(5):
        if not ann.decide():
            break
        assert_people_have_names(page)
    assert page.locator(".board > *").count() > 0
    page.keyboard.press("l")
    page.wait_for_selector("#story li")


@pytest.mark.parametrize(
    ("fared", "title"), [("won", "You win!"), ("2nd", "2nd of 4"), ("lost", "You lose"), ("drew", "A draw")]
)
def test_only_the_server_says_who_has_won(ann: PageUser, fared: str, title: str) -> None:
    """The second of four has a positive result, but has not won."""
    ann.lobby()
    shown = ann.page.evaluate(
        """async (fared) => {
            const { ending } = await import("/static/js/table/ending.js");
            const { morph } = await import("/static/js/ui/dom.js");
            const seats = ["won", fared, "3rd", "lost"].map((how, at) => ({ name: `P${at}`, kind: "bot", fared: how }));
            const tableView = { seats, places: [1, 2, 3, 4], result: [1, 0.33, -0.33, -1], fared, you: 1, promise: "" };
            const box = document.createElement("div");
            morph(box, ending(tableView, {}));
            return [...box.querySelectorAll("h2, .rank b, .rank strong")].map((node) => node.textContent);
        }""",
        fared,
    )
    assert shown == [title, "1st", "P0", "2nd", "P1", "3rd", "P2", "4th", "P3"]


@pytest.mark.parametrize(
    ("seats", "places", "shown"),
    [
        (
            [
                {"name": "Ann", "fared": "won", "payoff": "+1 coin"},
                {"name": "Ben", "fared": "lost", "payoff": "−1 coin"},
            ],
            [1, 2],
            ["Ann wins", "won, +1 coin", "−1 coin"],
        ),
        ([{"name": "Ann", "fared": "lost"}], [2], ["Ann loses", ""]),
    ],
)
def test_the_end_tells_what_was_won_and_who_lost_alone(
    ann: PageUser, seats: list[dict[str, str]], places: list[int], shown: list[str]
) -> None:
    ann.lobby()
    found = ann.page.evaluate(
        """async ([seats, places]) => {
            const { ending } = await import("/static/js/table/ending.js");
            const { morph } = await import("/static/js/ui/dom.js");
            const box = document.createElement("div");
            morph(box, ending({ seats, places, fared: "", you: null, promise: "" }, {}));
            return [...box.querySelectorAll("h2, .rank-how")].map((node) => node.textContent);
        }""",
        [seats, places],
    )
    assert found == shown


SLIPS = {
    "a drawing that is not there": None,
    "a drawing that cannot be read": "export function board( {",
    "a drawing that fails": "export function board() { throw new Error('a slip'); }",
    "a drawing without a picture": "export const nothing = 1;",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_nobody_loses_a_game_to_a_slip_in_a_drawing(ann: PageUser, slip: str) -> None:
    body = SLIPS[slip]

    def answer(route: Route) -> None:
        if body is None:
            route.fulfill(status=404)
        else:
            route.fulfill(status=200, content_type="text/javascript", body=body)

    ann.page.route("**/games/cat_brawl/*/table.js", answer)
    ann.lobby("Ann")
    ann.page.locator(".game-cat_brawl .primary").click()
    assert ann.decide()
    expect(ann.page.locator("#board .generic")).to_be_visible()
    assert any("The plain one is shown" in text for text in ann.complaints)
    ann.complaints.clear()


def test_the_form_comes_from_the_options_and_a_refusal_is_a_sentence(ann: PageUser) -> None:
    page = ann.lobby("Ann")
    page.get_by_role("button", name="New Pigeons game").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Seats (2 players)")
    dialog.get_by_label("Seat 2").select_option("closed")
    dialog.get_by_role("button", name="Create game").click()
    expect(dialog.get_by_role("alert")).to_have_text("Pigeons is for 2, 3 or 4 players, not 1.")
    dialog.get_by_label("Seat 2").select_option("bot:random")
    dialog.get_by_label("Seat 3").select_option("open")
    dialog.get_by_role("button", name="Create game").click()
    page.wait_for_selector(".room")
    assert page.locator(".room-seat").count() == 3
    page.get_by_role("button", name="Start now").click()
    page.wait_for_selector("main[data-asked]")


# --- people ---


def test_two_people_and_a_spectator(browser: Browser, service: LocalServer) -> None:
    ann, bob, eve = (PageUser(browser, service.url) for _ in range(3))
    ann.lobby("Ann <b>&")
    table = sit_at_new_table(ann, "Pigeons", listed=True)
    bob.lobby("Bob").get_by_role("link", name="Join").first.wait_for()
    bob.page.locator(f"a[href='/t/{table}']").click()
    bob.page.get_by_role("button", name="Sit here").click()
    eve.go(f"/t/{table}").wait_for_selector(".board")
    expect(eve.page.locator(".strip")).to_contain_text("You are watching")
    assert eve.page.locator(".option").count() == 0
    assert eve.page.locator(".hand").count() == 0
    expect(bob.page.locator(".person").first).to_contain_text("Ann <b>&")
    while ann.decide():
        bob.decide()
    for person in (ann, bob, eve):
        expect(person.page.locator(".ending header")).to_contain_text("The crumbs are eaten.")
    for person in (ann, bob, eve):
        person.close()


def test_the_seat_moves_to_another_device_by_its_personal_link(browser: Browser, service: LocalServer) -> None:
    ann, phone = PageUser(browser, service.url), PageUser(browser, service.url, phone=True)
    ann.lobby("Ann").get_by_role("button", name="Play Pigeons now").click()
    ann.page.wait_for_selector("main[data-asked]")
    ann.page.get_by_role("button", name="Invite").click()
    link = ann.page.get_by_label("For your other devices").input_value()
    phone.go(link.removeprefix(service.url)).wait_for_selector("main[data-asked]")
    assert "#" not in phone.page.url
    phone.decide()
    expect(ann.page.locator(".hand .g-card")).to_have_count(4)
    ann.close()
    phone.close()


def test_a_game_by_keyboard_alone(calm_ann: PageUser) -> None:
    page = calm_ann.lobby()
    page.get_by_role("button", name="Play Pigeons now").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-asked]")
    for number in range(5):
        page.wait_for_selector(".option")
        cards = page.locator(".hand .g-card").count()
        if number % 2:
            page.keyboard.press("1")
        else:
            page.keyboard.press("b")
            for _ in range(8):
                if page.evaluate("document.activeElement.matches('.g-card.playable')"):
                    break
                page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        page.wait_for_function("n => document.querySelectorAll('.hand .g-card').length < n", arg=cards)
    page.wait_for_selector(".ending")
    expect(page.locator("#spoken")).to_contain_text("The crumbs are eaten.")


def test_whose_turn_it_is_is_spoken_and_keys_are_explained(ann: PageUser) -> None:
    ann.lobby().get_by_role("button", name="Play Pigeons now").click()
    ann.page.wait_for_selector("main[data-asked]")
    expect(ann.page.locator("#spoken")).to_contain_text("Your turn.")
    ann.page.keyboard.press("?")
    expect(ann.page.get_by_role("dialog")).to_contain_text("move over the board")
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("r")
    expect(ann.page.get_by_role("dialog")).to_contain_text("PG-4")


def test_on_a_phone_targets_are_large_and_nothing_sticks_out(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, phone=True)
    page = ann.lobby("Ann")
    assert_fits(page)
    page.get_by_role("button", name="Play Pigeons now").tap()
    page.wait_for_selector(".option")
    assert_fits(page)
    while ann.decide():
        pass
    assert_fits(page)
    ann.close()


def test_reconnects_by_itself_after_a_restart_in_the_middle(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pause=0.02) as service:
        ann = PageUser(browser, service.url)
        ann.lobby("Ann").get_by_role("button", name="Play Pigeons now").click()
        ann.decide()
        expect(ann.page.locator(".hand .g-card")).to_have_count(4)
        ann.page.wait_for_selector(".option")
        service.kill()
        expect(ann.page.locator(".strip.lost")).to_be_visible()
        ann.page.locator(".option").first.click()  # said into the void, and said again later
        service.start()
        expect(ann.page.locator(".strip.lost")).to_be_hidden()
        expect(ann.page.locator(".hand .g-card")).to_have_count(3)
        while ann.decide():
            pass
        ann.close()


def test_a_dead_line_is_noticed_said_and_mended(ann: PageUser) -> None:
    """The socket stays open, but nothing comes through."""
    ann.page.clock.install()
    cut = threading.Event()

    def wire(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: None if cut.is_set() else server.send(text))
        server.on_message(lambda text: None if cut.is_set() else line.send(text))

    ann.page.route_web_socket(re.compile("/ws$"), wire)
    ann.lobby("Ann").get_by_role("button", name="Play Pigeons now").click()
    ann.page.wait_for_selector("main[data-asked]")
    cut.set()
    ann.page.clock.run_for(10_000)
    expect(ann.page.locator(".strip.lost")).to_contain_text("Connection lost.")
    cut.clear()
    expect(ann.page.locator(".strip.turn")).to_be_visible()  # a new line was found
    assert ann.decide()


@pytest.mark.parametrize("secret", ["abc", "x" * 30], ids=["cut off", "of another table"])
def test_a_link_that_opens_no_seat_takes_none_away(ann: PageUser, secret: str) -> None:
    page = ann.lobby("Ann")
    page.get_by_role("button", name="Play Pigeons now").click()
    page.wait_for_selector("main[data-asked]")
    kept = page.evaluate("localStorage.getItem('rumpus.seats')")
    table = page.url.rsplit("/", 1)[1]
    ann.go("/")
    ann.go(f"/t/{table}#{secret}")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("opens no seat")
    token = json.loads(kept)[table]["token"]
    assert json.loads(page.evaluate("localStorage.getItem('rumpus.seats')"))[table]["token"] == token
    dialog.get_by_role("button", name="Back to my seat").click()
    page.wait_for_selector("main[data-asked]")
    assert "#" not in page.url


LISTEN = """async () => {
    const { change } = await import("/static/js/ui/storage.js");
    change({ sound: true });
    window.tones = 0;
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const part = { frequency: {}, gain, connect: () => part, start: () => (window.tones += 1), stop() {} };
    window.AudioContext = class {
        currentTime = 0;
        createOscillator = () => part;
        createGain = () => part;
    };
}"""
"""Sound is on, and the tones are counted."""


def test_a_rematch_is_asked_announced_and_accepted(browser: Browser, service: LocalServer) -> None:
    ann, bob = PageUser(browser, service.url), PageUser(browser, service.url, phone=True)
    ann.lobby("Ann")
    table = sit_at_new_table(ann, "Pigeons")
    bob.go(f"/t/{table}").get_by_role("button", name="Sit here").tap()
    while ann.decide():
        bob.decide()
    bob.page.wait_for_selector(".ending")
    bob.page.get_by_role("button", name="Show board").tap()
    bob.page.evaluate(LISTEN)
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.locator(".again")).to_contain_text("You asked for a rematch")
    expect(bob.page.locator(".again")).to_contain_text("Ann asks for a rematch")
    expect(bob.page.locator(".again")).not_to_contain_text("not answered")  # Bob knows that he has not
    expect(ann.page.locator(".again")).to_contain_text("has not answered yet.")
    expect(bob.page.locator(".toast")).to_contain_text("Ann asks for a rematch")
    assert "Ann asks for a rematch" in bob.page.title()
    assert bob.page.evaluate("window.tones") == 2
    bob.page.get_by_role("button", name="Accept").tap()
    for person in (ann, bob):
        person.page.wait_for_url(lambda url: table not in url)
        person.page.wait_for_selector("main[data-asked]")
    assert ann.page.url == bob.page.url
    ann.close()
    bob.close()


# --- explanations ---


def test_a_card_that_cannot_be_played_says_why_and_a_clause_opens_the_rules(ann: PageUser) -> None:
    page = ann.lobby()
    page.get_by_role("button", name="Play Pigeons now").click()
    page.wait_for_selector(".option")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="List of all moves").click()
    page.locator(".why-nots summary").click()
    expect(page.locator(".why-nots")).to_contain_text("You do not hold the")
    expect(page.locator(".why-nots .clause").first).to_be_hidden()  # numbers are for those who ask for them
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Rule numbers").check()
    page.get_by_role("button", name="List of all moves").click()
    page.locator(".why-nots summary").click()
    page.locator(".why-nots .clause").first.click()
    expect(page.locator(".rules .found")).to_contain_text("PG-4")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator(".strip.advice")).to_be_visible()
    expect(page.locator(".option.advised")).to_have_count(1)


# --- replays ---


def test_a_replay_by_every_seat_and_playing_on_from_it(ann: PageUser) -> None:
    page = ann.lobby("Ann")
    page.get_by_role("button", name="Play Pigeons now").click()
    while ann.decide():
        pass
    page.get_by_role("link", name="Replay").click()
    output = page.locator("output")
    expect(output).to_have_text("0 / 10")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(output).to_have_text("2 / 10")
    page.get_by_role("slider").fill("5")
    expect(output).to_have_text("5 / 10")
    page.get_by_label("Point of view").select_option("all")
    expect(page.locator(".boards .board")).to_have_count(2)
    page.get_by_label("Point of view").select_option("1")
    expect(page.locator(".boards .board")).to_have_count(1)
    expect(page.locator(".boards .g-seat.own")).to_contain_text("easy")
    page.get_by_label("Speed").select_option("5")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(output).to_have_text("10 / 10")
    page.get_by_role("slider").fill("4")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("dialog").get_by_role("button").nth(2).click()
    page.wait_for_selector("main[data-asked]")
    expect(page.locator(".hand .g-card")).to_have_count(3)


# --- accessibility ---


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_no_serious_violation_on_any_page(browser: Browser, service: LocalServer, dark: bool) -> None:
    ann = PageUser(browser, service.url, dark=dark, calm=True)
    page = ann.lobby("Ann")
    assert_accessible(page)
    page.get_by_role("button", name="New Pigeons game").click()
    assert_accessible(page)
    page.get_by_role("button", name="Create game").click()
    page.wait_for_selector(".room")
    assert_accessible(page)
    page.get_by_role("button", name="Start now").click()
    page.wait_for_selector(".option")
    assert_accessible(page)
    page.keyboard.press("h")
    page.wait_for_selector(".strip.advice")
    assert_accessible(page)
    assert ann.decide()
    page.wait_for_selector(".option")
    page.keyboard.press("l")
    page.wait_for_selector(".story")
    assert_accessible(page)
    page.keyboard.press("l")
    page.get_by_role("button", name="Menu").click()
    assert_accessible(page)
    page.keyboard.press("Escape")
    while ann.decide():
        pass
    assert_accessible(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replay-bar")
    assert_accessible(page)
    page.keyboard.press("r")
    page.wait_for_selector(".rules")
    assert_accessible(page)
    ann.go("/t/nowhere123")
    page.get_by_role("heading", name="Not found").wait_for()
    assert_accessible(page)
    ann.complaints = [said for said in ann.complaints if "404" not in said]
    ann.close()
