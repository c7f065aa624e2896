"""An export behind a plain file server, and somebody who plays there.

python -m tests.offline.exported [GAME …]       sizes and times, whole games and every golden game in the browser
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Frame, Page, Worker

import rumpus.testing
from rumpus.offline.export import export
from rumpus.testing.browsers import PAGE_STATE, TIMEOUT_MS, PageUser, open_browser
from rumpus.testing.server import free_port
from tests.web.scenarios import walk_to

FOLDER = "games/rumpus"
"""Not at the root: whoever publishes it may have other pages."""


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    port = free_port()
    words = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(url, timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"{url}/{FOLDER}"
    finally:
        server.kill()
        server.wait()


class ExportUser(PageUser):
    """A user of an export. The tables are in a frame of the page."""

    def __init__(self, browser: Browser, url: str, **how: bool) -> None:
        super().__init__(browser, url, **how)
        self.page.set_default_timeout(3 * TIMEOUT_MS)

    def change_to(self, page: Page) -> None:
        self.page.close()
        self.page = page
        page.set_default_timeout(3 * TIMEOUT_MS)
        page.on("console", self._heard)
        page.on("pageerror", self._broke)

    @property
    def inside(self) -> Frame:
        found = self.page.frame(name="page")
        assert found is not None
        return found

    def ready(self) -> None:
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def enter(self, path: str = "") -> Frame:
        """Opens a page. Returns when the service is ready."""
        self.page.goto("about:blank")  # another hash alone would load nothing
        self.page.goto(f"{self.url}/#{path}" if path else f"{self.url}/")
        self.ready()
        return self.inside

    def lobby_of_export(self) -> Frame:
        frame = self.enter()
        frame.wait_for_selector(".game-card")
        return frame

    def to(self, path: str) -> Frame:
        self.page.evaluate("path => { location.hash = path; }", path)
        return self.inside

    def begin(self, game: str) -> Frame:
        self.inside.locator(f".game-{game} .primary").click()
        self.inside.wait_for_selector("main.table")
        return self.inside

    def decide_by_keys(self) -> None:
        frame = self.inside
        frame.wait_for_selector("main[data-asked]")
        before = frame.evaluate(f"({PAGE_STATE})()")
        walk_to(frame, "[data-spot]:not([aria-disabled]), .option")
        self.page.keyboard.press("Enter")
        frame.wait_for_function(f"before => ({PAGE_STATE})() !== before", arg=before)

    @property
    def game_service(self) -> Worker:
        (found,) = [worker for worker in self.page.workers if worker.url.endswith("/game_service.js")]
        return found

    def give_room(self, size: int | None) -> None:
        """Limits the storage of the page in bytes. None: no limit."""
        self._storage("overrideQuotaForOrigin", {} if size is None else {"quotaSize": size})

    def take_away(self) -> None:
        self._storage("clearDataForOrigin", {"storageTypes": "indexeddb"})

    def _storage(self, order: str, words: dict[str, object]) -> None:
        origin = "/".join(self.url.split("/")[:3])
        self.context.new_cdp_session(self.page).send(f"Storage.{order}", {"origin": origin, **words})


GOLDEN = Path(__file__).parents[1] / "laws" / "golden"
COMPARE = """async ([root, files, games]) => {
    const { startPython } = await import(`${root}/static/offline/python.js`);
    const python = await startPython();
    for (const [path, text] of Object.entries(files)) {
        const whole = `/lib/python3.14/site-packages/${path}`;
        python.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
        python.FS.writeFile(whole, text);
    }
    const check = python.runPython(`
import json
from rumpus.core.catalogue import find_game
from rumpus.testing.golden import fingerprints
lambda name: json.dumps(fingerprints(find_game(name)))
`);
    return Object.fromEntries(games.map((name) => [name, JSON.parse(check(name))]));
}"""
"""Golden games by the sources of the export, in the page's own Python."""


def golden_in_the_browser(browser: Browser, url: str, games: Sequence[str]) -> list[str]:
    testing = Path(rumpus.testing.__file__).parent
    wanted = {f"rumpus/testing/{path.name}": path.read_text() for path in testing.glob("*.py")}
    page = browser.new_page()
    page.goto(f"{url}/api/games.json")
    made = page.evaluate(COMPARE, [url, {**wanted, "rumpus/testing/__init__.py": ""}, list(games)])
    page.close()
    wrong: list[str] = []
    for name in games:
        golden = json.loads((GOLDEN / f"{name}.json").read_text())["games"]
        wrong += [f"{name} {one}" for one in {**golden, **made[name]} if golden.get(one) != made[name].get(one)]
    return wrong


# --- the command ---

PLAY = """async ([root, game, bot, options]) => {
    const { Connection } = await import(`${root}/static/js/socket.js`);
    const { newToken } = await import(`${root}/static/js/ui/storage.js`);
    const token = newToken();
    const times = { moves: [], bots: [], hint: 0 };
    const connection = new Connection({ onPage: (tableView) => turn(tableView) });
    let asked = "", since = 0, answer = Promise.resolve(), end;
    const over = new Promise((resolve) => (end = resolve));
    const turn = async (tableView) => {
        if (tableView.state === "over") return answer.then(end); // the last page comes before the answer to its move
        const [offer] = tableView.moves || [];
        if (!offer || asked === tableView.at) return;
        asked = tableView.at;
        if (since) times.bots.push(performance.now() - since);
        const began = performance.now();
        const { moves } = tableView;
        const { move } = moves[Math.floor(Math.random() * moves.length)];
        answer = connection.ask({ do: "move", at: tableView.at, move }).then(() => {
            times.moves.push(performance.now() - began);
            since = performance.now();
        });
    };
    const { games } = await (await fetch(`${root}/api/games.json`)).json();
    const seats = Math.min(...games.find(({ name }) => name === game).seats);
    const seatRequests = Array.from({ length: seats }, (_, seat) => (seat ? { kind: "bot", bot } : { kind: "me" }));
    const { table } = await connection.ask({ do: "make", game, token, chairs: seatRequests, options });
    await connection.attach(table, token);
    await over;
    connection.closed = true;
    return times;
}"""
"""A whole game through the page's own connection, one's own moves by lot."""


def middle(times: Sequence[float]) -> str:
    return f"{statistics.median(times):.0f} (worst {max(times):.0f})" if times else "none"


def measure_visits(ann: ExportUser) -> None:
    for visit in ("first", "second"):
        ann.page.goto("about:blank")
        began = time.monotonic()
        ann.lobby_of_export()
        print(f"{visit} visit to the lobby: {time.monotonic() - began:.1f} s", flush=True)
        ann.page.wait_for_selector("html[data-offline]", state="attached")
    began = time.monotonic()
    ann.begin("cat_brawl").wait_for_selector("#board > *")
    print(f"lobby to table: {time.monotonic() - began:.2f} s", flush=True)


def measure_game(ann: ExportUser, name: str) -> None:
    ann.to(f"/rules/{name}").wait_for_selector(".rulebook")
    began = time.monotonic()
    times = ann.inside.evaluate(PLAY, [ann.url, name, "normal", {}])
    print(
        f"{name}: over after {len(times['moves'])} moves and {time.monotonic() - began:.0f} s; "
        f"ms to answer {middle(times['moves'])}, until one is asked again {middle(times['bots'])}",
        flush=True,
    )


def main(names: Sequence[str]) -> None:
    with TemporaryDirectory() as work, open_browser() as browser:
        home = Path(work)
        size = export(home / FOLDER, None, print)
        packed = sum(len(gzip.compress(path.read_bytes())) for path in home.rglob("*") if path.is_file())
        print(f"{size / 1e6:.1f} MB, gzipped {packed / 1e6:.1f} MB", flush=True)
        with file_server(home) as url:
            ann = ExportUser(browser, url)
            measure_visits(ann)
            for name in names:
                measure_game(ann, name)
            ann.close()
            for name in names:
                wrong = golden_in_the_browser(browser, url, [name])
                print(f"golden games of {name}: {wrong or 'all the same'}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or [path.stem for path in sorted(GOLDEN.glob("*.json"))])
