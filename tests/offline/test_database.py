"""The export's IndexedDB storage, in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.web.local_server import LocalServer

START = """
    const { Database } = await import(`${root}/static/offline/database.js`);
    const database = new Database(`test-${Math.random()}`);
    await database.open();
    const line = (table, seq) => [[table, seq], [table, seq, 5, "entry", "mark"]];
    const row = (table, touched) => [table, [table, "playing", true, false, "row", touched, false]];
    const count = async () => {
        const found = {};
        for (const store of ["book", "shelf", "keepsake"]) found[store] = (await database.all(store)).length;
        return found;
    };
"""


def in_browser(service: LocalServer, browser: Browser, work: str) -> Any:
    page = browser.new_page()
    try:
        page.goto(service.url)
        return page.evaluate(f"async (root) => {{ {START} {work} }}", service.url)
    finally:
        page.close()


def test_a_deleted_table_leaves_nothing(service: LocalServer, browser: Browser) -> None:
    """Parts below zero are reviews."""
    work = """
    for (const table of ["a", "b"]) {
        await database.add([line(table, 0), line(table, 1)], [row(table, 5)]);
        await database.put("keepsake", [-2, -1, 0, 1].map((part) => [[table, part], [table, part, "data", "mark"]]));
    }
    await database.remove(["a"]);
    return await count();
    """
    assert in_browser(service, browser, work) == {"book": 2, "shelf": 1, "keepsake": 4}


def test_nothing_is_appended_to_a_deleted_table(service: LocalServer, browser: Browser) -> None:
    work = """
    const found = [
        await database.add([line("a", 0), line("a", 1)], [row("a", 5)]),
        await database.add([line("a", 1)], []),
        await database.add([line("a", 2)], []),
    ];
    await database.remove(["a"]);
    found.push((await database.add([line("a", 3), line("b", 0)], [row("a", 6), row("b", 6)])) === undefined);
    return [...found, await count()];
    """
    empty = {"book": 0, "shelf": 0, "keepsake": 0}
    assert in_browser(service, browser, work) == [True, False, True, True, empty]
