"""What the page of a table does for every drawing: pace, advice, half-made moves, first meetings."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from rumpus.testing.browsers import PageUser, storage_script
from tests.web.local_server import LocalServer
from tests.web.scenarios import table_of

PLAIN = """
export const board = (view, offers, { h, person, since, again, state, redraw }) => h("div", {},
    view.seats.map((_, seat) => h("div", { key: seat }, person(seat))),
    h("p", { id: "since" }, String(since.length)),
    h("button", { type: "button", id: "again", onclick: again }, "again"),
    h("button", { type: "button", id: "half", onclick: () => { state.steps = (state.steps || 0) + 1; redraw(); } },
        String(state.steps || 0)));
export const tray = (view, offers, { main, way }) => [
    main("Do it", "the first of them", offers[0]),
    way("Or that", "", offers[1])];
export const asked = (view, offers, { state }) => `step ${state.steps || 0}`;
export const title = () => "where it stands";
export const place = "PLACE";
"""


def drawn(person: PageUser, drawing: str) -> Page:
    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="text/javascript", body=drawing)

    person.page.route("**/games/*/*/table.js", answer)
    return person.page


def puno(service: LocalServer) -> str:
    options: dict[str, object] = {"players": 4, "mode": "death match"}
    return table_of(service, "battle_puno", options, "random", "random", "random")[1]


def test_the_page_gives_a_drawing_its_buttons_its_title_and_the_key_of_the_main_one(
    calm_ann: PageUser, service: LocalServer
) -> None:
    page = drawn(calm_ann, PLAIN)
    calm_ann.go(puno(service))
    page.wait_for_selector("main[data-asked]")
    expect(page.locator(".bar .phase")).to_have_text("where it stands")
    expect(page.locator(".strip")).to_contain_text("step 0")
    expect(page.locator("[data-essential=button]")).to_have_text("Do itthe first of them")
    before = page.locator("main").get_attribute("data-at")
    page.keyboard.press("Enter")
    page.wait_for_function("at => document.querySelector('main').dataset.at !== at", arg=before)


def test_a_decision_goes_out_before_anything_is_drawn_and_a_slow_answer_is_bridged(
    calm_ann: PageUser, service: LocalServer
) -> None:
    def wire(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: None if '"move"' in str(text) else server.send(text))

    calm_ann.page.route_web_socket(lambda url: url.endswith("/ws"), wire)
    page = drawn(
        calm_ann, PLAIN.replace('() => "where', '() => (window.drawings = (window.drawings || 0) + 1) && "where')
    )
    calm_ann.go(puno(service))
    page.wait_for_selector("main[data-asked]")
    page.evaluate("""() => {
        const { send } = WebSocket.prototype;
        const before = window.drawings;
        WebSocket.prototype.send = function (text) {
            if (text.includes('"move"')) window.drawnBefore = window.drawings - before;
            return send.call(this, text);
        };
    }""")
    page.locator(".main-button").click()
    page.wait_for_function("() => window.drawnBefore !== undefined")
    assert page.evaluate("window.drawnBefore") == 0
    expect(page.locator(".main-button[aria-disabled]")).to_be_visible()  # no answer comes: it is on its way
    expect(page.locator(".strip.sealed")).to_contain_text("Sending")


def test_a_strip_stands_in_the_bar_where_a_drawing_wants_the_height(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, phone=True)
    page = drawn(ann, PLAIN.replace("PLACE", "bar"))
    ann.go(puno(service))
    expect(page.locator(".bar .strip.turn")).to_be_visible()
    expect(page.locator("main .strip")).to_have_count(0)
    ann.close()


def test_a_reload_keeps_a_half_made_move_and_the_next_decision_begins_anew(
    calm_ann: PageUser, service: LocalServer
) -> None:
    page = drawn(calm_ann, PLAIN)
    calm_ann.go(puno(service))
    page.wait_for_selector("main[data-asked]")
    page.locator("#half").click()
    page.locator("#half").click()
    page.reload()
    page.wait_for_selector("main[data-asked]")
    expect(page.locator("#half")).to_have_text("2")
    expect(page.locator(".strip")).to_contain_text("step 2")


def test_whoever_wants_to_taps_from_one_decision_of_the_others_to_the_next(
    calm_ann: PageUser, service: LocalServer
) -> None:
    calm_ann.context.add_init_script(
        storage_script("settings", {"pace": "tap"}).replace("localStorage.getItem('rumpus.settings') ||", "")
    )
    page = drawn(calm_ann, PLAIN)
    page.clock.install()
    calm_ann.go(puno(service))
    while not page.locator("main[data-asked]").count():  # others may begin
        page.wait_for_selector("main[data-asked], .strip-say.main")
        if page.locator(".strip-say.main").count():
            page.locator(".strip-say.main").click()
    for _ in range(12):  # one may be asked twice in a row
        page.wait_for_selector("main[data-asked], .strip-say.main")
        if page.locator(".strip-say.main").count():
            break
        decision = page.locator("main").get_attribute("data-at")
        page.keyboard.press("Enter")
        more = "at => document.querySelector('main').dataset.at !== at || document.querySelector('.strip-say.main')"
        page.wait_for_function(more, arg=decision)
    expect(page.locator(".strip")).to_contain_text("More happened.")
    told = page.locator("#since").inner_text()
    page.clock.run_for(60_000)
    assert page.locator("#since").inner_text() == told  # nothing goes on by itself
    page.get_by_role("button", name="Continue").click()
    page.wait_for_function(
        "told => document.querySelector('#since').textContent !== told || document.querySelector('main[data-asked]')",
        arg=told,
    )


def test_what_happened_since_ones_last_turn_is_told_and_shown_again(ann: PageUser, service: LocalServer) -> None:
    page = drawn(ann, PLAIN)
    ann.go(puno(service))
    page.wait_for_selector("main[data-asked]")
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.querySelector('#since').textContent) >= 3")
    page.wait_for_selector("main[data-asked]")
    page.locator("#again").click()
    expect(page.locator(".way-button[aria-disabled]")).to_be_visible()  # a moment of the past offers nothing
    page.keyboard.press("l")
    expect(page.locator(".story [aria-pressed=true]").first).to_have_text("Since my last turn")
    page.keyboard.press("l")
    page.locator("#since").click()  # a tap skips it
    expect(page.locator(".main-button:not([aria-disabled])")).to_be_visible()
    page.reload()  # a page that was loaded anew shows it just as well
    page.wait_for_selector("main[data-asked]")
    page.locator("#again").click()
    expect(page.locator(".way-button[aria-disabled]")).to_be_visible()
    expect(page.locator(".story")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")  # so does a key
    expect(page.locator(".main-button:not([aria-disabled])")).to_be_visible()


def test_the_others_seem_to_decide_as_fast_as_one_likes(ann: PageUser) -> None:
    page = ann.page
    page.clock.install()
    ann.lobby()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    for pace, wait in (("slow", 2000), ("normal", 800), ("fast", 0)):
        page.evaluate(
            """async (pace) => {
                const { change } = await import("/static/js/ui/storage.js");
                const { Pages } = await import("/static/js/table/pages.js");
                change({ pace });
                window.shown = 0;
                const pages = new Pages(() => (window.shown += 1), () => {});
                for (const tableView of [{}, {}]) pages.add({ tableView, log: { lines: [{}] } });
            }""",
            pace,
        )
        if wait:
            page.clock.run_for(wait - 1)
            assert page.evaluate("window.shown") == 1, pace
            page.clock.run_for(1)
        assert page.evaluate("window.shown") == 2, pace


def test_a_move_on_its_way_says_so(calm_ann: PageUser, service: LocalServer) -> None:
    def wire(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: None if json.loads(text)["do"] == "move" else server.send(text))

    calm_ann.page.route_web_socket(lambda url: url.endswith("/ws"), wire)
    page = calm_ann.go(table_of(service, "pigeons", {}, "random")[1])
    page.locator(".tray .option").first.click()
    expect(page.locator(".strip.sealed")).to_contain_text("Sending …")


def test_a_bot_that_has_failed_is_said_to_have_and_another_is_chosen(calm_ann: PageUser, service: LocalServer) -> None:
    said: list[dict[str, object]] = []

    def wire(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def record_text(text: str | bytes) -> None:
            message = json.loads(text)
            if message["is"] == "table":
                message["sheet"]["seats"][1]["failed"] = True
            line.send(json.dumps(message))

        def heard(text: str | bytes) -> None:
            said.append(json.loads(text))
            server.send(text)

        line.on_message(heard)
        server.on_message(record_text)

    calm_ann.page.route_web_socket(lambda url: url.endswith("/ws"), wire)
    page = calm_ann.go(table_of(service, "pigeons", {}, "random")[1])
    expect(page.locator(".strip.lost")).to_contain_text("has failed")
    expect(page.locator(".strip.lost")).to_contain_text("The game is paused.")
    page.get_by_role("button", name="Replace with normal").click()
    page.wait_for_selector(".toast")  # this one has not, in truth
    assert [(one["seat"], one["bot"]) for one in said if one["do"] == "replace"] == [(1, "normal")]


def test_what_somebody_has_said_ahead_of_time_is_decided_at_once(calm_ann: PageUser, service: LocalServer) -> None:
    """`standing` of a drawing is an offer to send as soon as it is legal."""
    ahead = PLAIN + "export const standing = (view, offers, { state }) => (state.steps ? offers[0] : null);"
    page = drawn(calm_ann, ahead)
    calm_ann.go(puno(service))
    page.wait_for_selector("main[data-asked]")
    before = page.locator("main").get_attribute("data-at")
    page.locator("#half").click()
    assert page.locator("main").get_attribute("data-at") == before  # said now, it counts from the next decision on
    page.locator(".main-button").click()
    page.wait_for_function("() => Number(document.querySelector('main').dataset.at.split('.')[1]) >= 3")


def test_the_strip_stays_gold_for_a_moment_after_ones_own_step(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    link, own = table_of(service, "pigeons", {})
    bob = PageUser(browser, service.url)
    bob.go(link).get_by_role("button", name="Sit here").click()
    page = ann.page
    page.clock.install()
    ann.go(own)
    page.wait_for_selector("main[data-asked]")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.locator(".tray .option").first.click()
    page.wait_for_selector("main:not([data-asked])")
    expect(page.locator(".strip.turn")).to_be_visible()
    page.clock.run_for(400)
    expect(page.locator(".strip.sealed")).to_contain_text("Waiting for")
    ann.close()
    bob.close()


def coached(person: PageUser, best: float, rest: float) -> None:
    def wire(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def record_text(text: str | bytes) -> None:
            message = json.loads(text)
            if message["is"] == "hint":
                for number, choice in enumerate(message["details"]["choices"]):
                    choice["chance"] = rest if number else best
            line.send(json.dumps(message))

        line.on_message(server.send)
        server.on_message(record_text)

    person.page.route_web_socket(lambda url: url.endswith("/ws"), wire)


def test_advice_lights_the_move_and_compares_it_in_one_line(calm_ann: PageUser, service: LocalServer) -> None:
    page = drawn(calm_ann, PLAIN)
    calm_ann.go(table_of(service, "pigeons", {}, "random")[1])
    page.wait_for_selector("main[data-asked]")
    page.keyboard.press("h")
    line = r"Best: Play the \d+ \(\d+ % to win\)\.(Next: Play the \d+ \(\d+ %\)|About equal: Play the \d+)\."
    expect(page.locator(".strip.advice p")).to_have_text(re.compile(f"^{line}$"))
    expect(page.locator(".option.advised")).to_have_count(1)
    page.get_by_role("button", name="Hide the advice").click()
    expect(page.locator(".strip.turn")).to_be_visible()
    expect(page.locator(".option.advised")).to_have_count(0)


def test_a_clear_mistake_is_asked_about_where_somebody_wants_that(calm_ann: PageUser, service: LocalServer) -> None:
    coached(calm_ann, 0.9, 0.1)
    page = calm_ann.go(table_of(service, "pigeons", {}, "random")[1])
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Warn me before a clear mistake").check()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.wait_for_selector(".option.advised")
    before = page.locator("main").get_attribute("data-at")
    page.locator(".option:not(.advised)").first.click()
    question = page.get_by_role("dialog", name="Are you sure?")
    expect(question).to_contain_text("wins 10 %")
    expect(question).to_contain_text("wins 90 %")
    question.get_by_role("button", name="Choose again").click()
    assert page.locator("main").get_attribute("data-at") == before
    page.locator(".option.advised").click()
    page.wait_for_function("at => document.querySelector('main')?.dataset.at !== at", arg=before)


def test_a_new_thing_is_introduced_once_and_nothing_that_can_be_pressed_is_covered(
    calm_ann: PageUser, service: LocalServer
) -> None:
    shape = '{ position: "fixed", inset: "0 0 420px" }'
    place = f'h("i", {{ id: "place", role: "button", "aria-label": "a place", style: {shape} }})'
    meeting = PLAIN.replace('h("p", { id: "since" }', f'{place}, h("p", {{ id: "since", "data-meet": "Skip" }}')
    page = drawn(calm_ann, meeting)
    calm_ann.go(puno(service))
    note = page.locator(".meeting")
    expect(note.get_by_text("New to you")).to_be_visible()
    covered = page.evaluate("""() => {
        const one = document.querySelector(".meeting").getBoundingClientRect();
        const apart = (other) => one.bottom <= other.top || other.bottom <= one.top
            || one.right <= other.left || other.right <= one.left;
        return ["#since", "#place", "#again", "#half"].filter(
            (name) => !apart(document.querySelector(name).getBoundingClientRect()));
    }""")
    assert not covered
    note.get_by_role("button", name="Got it").click()
    expect(note).to_have_count(0)
    page.reload()
    page.wait_for_selector("main[data-asked]")
    expect(note).to_have_count(0)
