"""A game's files for the browser come from its own package, for ever, and nothing else comes with them."""

from __future__ import annotations

import gzip
import importlib
import socket
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from rumpus.core.extensions import Web
from rumpus.core.game import Game
from rumpus.service import assets
from rumpus.service.assets import GameFiles, files_of
from tests.catalogue import GAMES
from tests.web.local_server import LocalServer

MAX_SENT_BYTES = 49_100
"""Bytes of one game's files as they are sent: compressed. So their layout does not count."""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "search path"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def folder_of(packages: Path, name: str) -> Path:
    web = packages / name / "web"
    web.mkdir(parents=True)
    (packages / name / "__init__.py").write_text("")
    importlib.invalidate_caches()
    return web


def game_in(package: str) -> Game:
    class Stranger(Game):
        name = "stranger"

        def web(self) -> Web:
            return Web(package)

    return Stranger()


def game_infos(service: LocalServer) -> dict[str, dict[str, str]]:
    found = httpx.get(service.url + "/api/games").json()["games"]
    return {info["name"]: info for info in found}


# --- what is read ---


def test_only_known_kinds_are_read_no_dots_and_no_links(packages: Path) -> None:
    web = folder_of(packages, "stranger_a")
    (web / "table.js").write_text("export const board = 1;")
    (web / "cards" / "small").mkdir(parents=True)
    (web / "cards" / "small" / "ace.webp").write_bytes(b"RIFF")
    for name in ("notes.txt", "table.py", ".hidden.js", "page.html", "js", "UPPER.JS", "table.js.map"):
        (web / name).write_text("secret")
    (web / ".git").mkdir()
    (web / ".git" / "config.json").write_text("secret")
    outside = packages / "outside.json"
    outside.write_text("secret")
    (web / "link.json").symlink_to(outside)
    (web / "folder").symlink_to(packages)
    files = files_of(game_in("stranger_a"))
    assert sorted(files.files) == ["cards/small/ace.webp", "table.js"]
    assert files.address("table.js") == f"/games/stranger/{files.stamp}/table.js"
    assert files.address("lobby.svg") == ""


def test_a_folder_that_is_a_link_is_not_read(packages: Path) -> None:
    folder_of(packages, "stranger_b").rmdir()
    (packages / "secrets").mkdir()
    (packages / "secrets" / "table.js").write_text("")
    (packages / "stranger_b" / "web").symlink_to(packages / "secrets")
    assert files_of(game_in("stranger_b")).files == {}


def test_a_package_in_a_zip_file_is_read_like_any_other(packages: Path) -> None:
    archive = packages / "stranger.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("stranger_c/__init__.py", "")
        made.writestr("stranger_c/web/table.js", "export const board = 1;")
        made.writestr("stranger_c/web/art/face.svg", "<svg/>")
        made.writestr("stranger_c/web/../outside.json", "{}")
    sys.path.insert(0, str(archive))
    try:
        files = files_of(game_in("stranger_c"))
    finally:
        sys.path.remove(str(archive))
    assert sorted(files.files) == ["art/face.svg", "table.js"]


def test_too_heavy_a_folder_is_left_out_and_the_log_says_so(
    packages: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "MAX_BYTES", 1000)
    web = folder_of(packages, "stranger_d")
    (web / "table.js").write_bytes(b"x" * 600)
    (web / "table.css").write_bytes(b"x" * 400)
    assert len(files_of(game_in("stranger_d")).files) == 2
    (web / "lobby.svg").write_bytes(b"x")
    assert files_of(game_in("stranger_d")).files == {}
    assert "a drawing is left out" in caplog.text


def test_a_package_that_cannot_be_read_costs_nothing_but_its_drawing(caplog: pytest.LogCaptureFixture) -> None:
    assert files_of(game_in("no.such.package")).files == {}
    assert "a drawing is left out" in caplog.text


def test_the_stamp_changes_with_every_file(packages: Path) -> None:
    web = folder_of(packages, "stranger_e")
    stamps = set()
    for name, text in (("table.js", "1"), ("table.js", "2"), ("art.js", "2"), ("art.js", "")):
        (web / name).write_text(text)
        stamps.add(files_of(game_in("stranger_e")).stamp)
    assert len(stamps) == 4
    one = assets.GameFile(b"1", "text/css")
    assert GameFiles("a", {"x.css": one}).stamp != GameFiles("a", {"y.css": one}).stamp


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_of_ours_has_a_drawing_a_style_and_a_picture(game: Game) -> None:
    files = files_of(game)
    assert {"table.js", "table.css", "lobby.svg"} <= set(files.files)
    assert sum(len(gzip.compress(file.body)) for file in files.files.values()) < MAX_SENT_BYTES


# --- what is served ---


def test_files_are_served_for_ever_and_asked_for_once(service: LocalServer) -> None:
    info = game_infos(service)["cat_brawl"]
    for key, kind in (("drawing", "text/javascript"), ("style", "text/css"), ("picture", "image/svg+xml")):
        answer = httpx.get(service.url + info[key])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        etag = answer.headers["etag"]
        for known in (etag, f'"other", W/{etag}', "*"):
            again = httpx.get(service.url + info[key], headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == etag
            assert "immutable" in again.headers["cache-control"]
        assert httpx.get(service.url + info[key], headers={"If-None-Match": '"other"'}).status_code == 200
        head = httpx.head(service.url + info[key])
        assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", etag)
        assert httpx.post(service.url + info[key]).status_code == 405


def test_a_script_has_our_policy_and_a_picture_one_of_its_own(service: LocalServer) -> None:
    info = game_infos(service)["cat_brawl"]
    script = httpx.get(service.url + info["drawing"]).headers["content-security-policy"]
    assert "script-src 'self'" in script
    assert "unsafe" not in script
    picture = httpx.get(service.url + info["picture"]).headers["content-security-policy"]
    assert picture == "default-src 'none'; style-src 'unsafe-inline'"


TRICKS = [
    "..", "../game.py", "../../cat_brawl/web/table.js", "%2e%2e/game.py", "%2e%2e%2fgame.py", "..%5cgame.py",
    "%252e%252e%252fgame.py", "./table.js", "/table.js", "//etc/passwd", "/etc/passwd", "%2fetc%2fpasswd",
    "table.js%00", "%00", "table.js%00.svg", "table.js/", "table.js/..", "TABLE.JS", "table.js;x", "table.js%20",
    "__init__.py", "", "%ff%fe", "a" * 5000,
]  # fmt: skip


def raw(service: LocalServer, target: str) -> tuple[int, bytes]:
    """Sends a path as it stands; a client would normalise it."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as line:
        line.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), body


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick[:30] or "nothing")
def test_no_path_leads_out_of_the_folder(service: LocalServer, trick: str) -> None:
    drawing = game_infos(service)["cat_brawl"]["drawing"]
    status, body = raw(service, drawing.removesuffix("table.js") + trick)
    assert status == 404
    assert b"import" not in body
    assert len(body) < 200


@pytest.mark.parametrize("name", ["../games", "no_such_game", "%2e%2e", "cat_brawl%2fweb", ""])
def test_no_name_of_a_game_leads_anywhere_else(service: LocalServer, name: str) -> None:
    stamp = game_infos(service)["cat_brawl"]["drawing"].split("/")[3]
    assert raw(service, f"/games/{name}/{stamp}/table.js")[0] == 404


def test_an_old_stamp_leads_nowhere_and_is_not_kept(service: LocalServer) -> None:
    answer = httpx.get(f"{service.url}/games/cat_brawl/0123456789abcdef/table.js")
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-cache"


def test_the_shortest_game_comes_first(service: LocalServer) -> None:
    games = httpx.get(service.url + "/api/games").json()["games"]
    assert [game["minutes"] for game in games] == sorted(game["minutes"] for game in games)
