"""The QR code of a table's link."""

from __future__ import annotations

import re

import segno
from playwright.sync_api import Browser, expect

from rumpus.testing.browsers import PageUser
from rumpus.web.qr import QUIET_ZONE, qr_svg
from tests.web.local_server import LocalServer
from tests.web.scenarios import table_of

LINK = "https://games.example.org/t/abcdefghijkl"


def modules(svg: str) -> list[list[int]]:
    """Reads the dark modules back from the picture's path of horizontal lines."""
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    rows = [[0] * size for _ in range(size)]
    x = y = 0.0
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.findall(r'class="qrline"[^>]* d="([^"]+)"', svg)[0]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if kind == "M":
            x, y = values
        elif kind == "m":
            x, y = x + values[0], y + values[1]
        else:
            for column in range(int(x), int(x + values[0])):
                rows[int(y)][column] = 1
            x += values[0]
    return [row[QUIET_ZONE:-QUIET_ZONE] for row in rows[QUIET_ZONE:-QUIET_ZONE]]


def test_the_picture_is_the_code_of_the_link_with_a_quiet_zone() -> None:
    expected = [list(row) for row in segno.make_qr(LINK, error="m").matrix]
    assert modules(qr_svg(LINK).decode()) == expected


def test_the_server_draws_links_of_its_own_only(service: LocalServer) -> None:
    link, _ = table_of(service, "pigeons", {})
    path = f"/api/tables/{link.rsplit('/', 1)[1]}/qr"
    status, svg = service.get(f"{path}?origin={service.url}")
    assert (status, svg.encode()) == (200, qr_svg(service.url + link))
    assert service.get(f"{path}?origin=https://elsewhere.example")[0] == 400
    assert service.get(path)[0] == 400
    assert service.get(f"/api/tables/nosuchtable/qr?origin={service.url}")[0] == 404


def test_the_waiting_room_shows_the_code_on_request(browser: Browser, service: LocalServer) -> None:
    _, own = table_of(service, "pigeons", {})
    ann = PageUser(browser, service.url)
    page = ann.go(own)
    page.get_by_role("button", name="QR code").click()
    code = page.locator("img.qr")
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("image => image.naturalWidth > 0 && image.clientWidth >= 240")
    ann.close()
