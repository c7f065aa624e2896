"""Notifications in browsers: turned on, sent to a closed tab, and shown by the service worker."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from rumpus.testing.browsers import PageUser
from tests.service.push_service import PushService
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits
from tests.web.test_profile_page import user

pytestmark = pytest.mark.browser

SUBSCRIBED = """(() => {
    const keys = %s;
    const made = { toJSON: () => ({ endpoint: keys.endpoint, keys }), unsubscribe: async () => true };
    let now = null;
    PushManager.prototype.getSubscription = async () => now;
    PushManager.prototype.subscribe = async (options) => {
        const fits = options.userVisibleOnly && options.applicationServerKey.length === 65;
        if (!fits) throw new TypeError("wrong options");
        return (now = made);
    };
    Notification.requestPermission = async () => "granted";
})()"""
"""Stands for the browser's push service, which tests cannot reach."""

SHOW = """async (text) => {
    const shown = [];
    const heard = {};
    const showNotification = async (title, { body, tag, data }) => shown.push([title, body, tag, data]);
    const self = {
        registration: { scope: "https://here.example/", showNotification },
        navigator: {},
        location: { origin: "https://here.example" },
        addEventListener: (kind, act) => (heard[kind] = act),
    };
    new Function("self", text)(self);
    for (const said of [
        { kind: "turn", title: "Pigeons", path: "/t/abcd", tag: "abc" },
        { kind: "test", title: "", path: "/", tag: "def" },
    ]) {
        let work;
        heard.push({ data: { json: () => said }, waitUntil: (promise) => (work = promise) });
        await work;
    }
    return [shown, "fetch" in heard];
}"""
"""Runs the service worker's text: no push service could wake it, and a headless browser shows no notification."""


class Service(PushService):
    """Our push service, on a loop of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)

    def __enter__(self) -> Service:
        self.thread.start()
        asyncio.run_coroutine_threadsafe(self.open(), self.loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self.close(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    def wait(self, count: int) -> None:
        asyncio.run_coroutine_threadsafe(self.until(count), self.loop).result(60)


@pytest.fixture
def pushes() -> Iterator[Service]:
    with Service() as service:
        yield service


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    server = LocalServer(tmp_path)
    server.words.append("--private-targets")
    yield server.start()
    server.close()


def subscriber(
    browser: Browser, server: LocalServer, pushes: Service, name: str, phone: bool = False, dark: bool = False
) -> PageUser:
    """A user with a profile and a subscription."""
    person = user(browser, server, phone, dark)
    person.context.add_init_script(SUBSCRIBED % json.dumps(pushes.subscribe(name)))
    page = person.go("/profile")
    page.get_by_role("button", name="Create a profile").click()
    page.get_by_role("button", name="Turn on on this device").click()
    expect(page.get_by_role("button", name="Turn off on this device")).to_be_visible()
    return person


def test_a_closed_tab_gets_one_push_that_says_nothing_secret(
    browser: Browser, server: LocalServer, pushes: Service
) -> None:
    ann, ben = (subscriber(browser, server, pushes, name) for name in ("ann", "ben"))
    page = ann.lobby("Ann")
    page.get_by_role("button", name="Play Pigeons with a friend").click()
    page.get_by_role("button", name="Create link").click()
    page.wait_for_selector(".room")
    table = page.url.removeprefix(ann.url)
    ben.go(table).get_by_role("button", name="Sit here").click()
    ben.page.wait_for_selector("main[data-asked]")
    assert ben.decide()
    ben.page.close()
    page.wait_for_selector("main[data-asked]")
    assert ann.decide()
    pushes.wait(1)
    page.wait_for_selector("main[data-asked]")
    assert page.title().startswith("● Your turn")
    assert ann.decide()
    assert httpx.get(f"{server.url}/healthz").text == "ok\n"
    assert [one.path for one in pushes.delivered] == ["/push/ben"]
    games = ann.go("/games")
    games.get_by_role("button", name="Mute Pigeons").click()
    expect(games.get_by_role("button", name="Mute Pigeons")).to_have_attribute("aria-pressed", "true")
    assert_accessible(games)
    assert_fits(games)
    said = pushes.delivered[0].said
    assert said == {"kind": "turn", "title": "Pigeons", "path": table, "tag": said["tag"]}
    ann.close()
    ben.context.close()


def test_the_service_worker_shows_what_is_pushed(browser: Browser, server: LocalServer) -> None:
    person = user(browser, server)
    page = person.lobby()
    page.evaluate("navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready)")
    empty = person.context.new_page()  # its policy lets it run text
    assert empty.evaluate(SHOW, httpx.get(f"{server.url}/service.js").text) == [
        [
            ["Pigeons", "It is your turn.", "abc", {"path": "/t/abcd"}],
            ["Rumpus", "Notifications arrive here.", "def", {"path": "/"}],
        ],
        False,
    ]
    empty.close()
    person.close()


def test_the_app_can_be_installed(server: LocalServer) -> None:
    about = httpx.get(f"{server.url}/manifest.webmanifest").json()
    assert (about["name"], about["display"], about["start_url"]) == ("Rumpus", "standalone", ".")
    for icon in about["icons"]:
        answer = httpx.get(f"{server.url}/{icon['src']}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(icon["type"])
    assert httpx.get(f"{server.url}/service.js").headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_the_settings_fit_and_are_kept(
    browser: Browser, server: LocalServer, pushes: Service, phone: bool, dark: bool
) -> None:
    person = subscriber(browser, server, pushes, "ann", phone, dark)
    page = person.page
    page.get_by_label("A rematch is asked for").uncheck()
    page.get_by_label("Send nothing at night").check()
    page.get_by_label("From", exact=True).fill("23:30")
    page.get_by_label("Webhook").fill(f"{pushes.url}/hook")
    page.get_by_role("button", name="Set webhook").click()
    expect(page.locator(".notify-webhook").get_by_role("button", name="Remove")).to_be_visible()
    page.get_by_role("button", name="Send a test").click()
    pushes.wait(2)
    assert sorted(one.path for one in pushes.delivered) == ["/hook", "/push/ann"]
    page.get_by_label("Vacation from now").fill("7")
    page.get_by_role("button", name="Pause my games with days per move").click()
    expect(page.locator(".notify-vacation")).to_contain_text("You are on vacation until")
    assert_fits(page)
    assert_accessible(page)
    page.screenshot(path=server.folder / "settings.png", full_page=True)
    page.reload()
    expect(page.get_by_label("From", exact=True)).to_have_value("23:30")
    assert not page.get_by_label("A rematch is asked for").is_checked()
    page.get_by_role("button", name="End the vacation").click()
    expect(page.get_by_label("Vacation from now")).to_be_visible()
    page.get_by_role("button", name="Turn off on this device").click()
    expect(page.get_by_role("button", name="Turn on on this device")).to_be_visible()
    person.close()
