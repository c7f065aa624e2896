"""The export: a folder that any file server can give out, in which everything is played without a server."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from msgspec import structs
from playwright.sync_api import Browser, expect

import pigeons
from rumpus.core.catalogue import GROUP
from rumpus.core.errors import RumpusError
from rumpus.core.record import Record
from rumpus.offline import archive as sources
from rumpus.offline import export as exporting
from rumpus.offline import runtime
from rumpus.offline.export import RUNTIME, UNUSED, export
from rumpus.offline.runtime import PYODIDE, Download, obtain
from rumpus.testing.browsers import DECISION
from rumpus.web.pages import STATIC
from tests.offline.exported import FOLDER, PLAY, ExportUser, file_server, golden_in_the_browser
from tests.web.local_server import install_pigeons
from tests.web.scenarios import assert_accessible

INSTALLED = {"cat_brawl": "rumpus.games.cat_brawl:game", "pigeons": "pigeons:game"}


def say(_sentence: str) -> None:
    pass


# --- the folder ---


def small(piece: Download, _folder: Path | None, _tell: object) -> bytes:
    made = io.BytesIO()
    if piece is not PYODIDE:
        with zipfile.ZipFile(made, "w") as wheel:
            wheel.writestr(f"{piece.file.partition('-')[0]}/__init__.py", "")
        return made.getvalue()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name in RUNTIME:
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(name)
            archive.addfile(info, io.BytesIO(name.encode()))
    return made.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        found = [EntryPoint(name, value, GROUP) for name, value in INSTALLED.items()]
        patch.setattr(sources, "entry_points", lambda group: found)
        patch.setattr(exporting, "every_game", lambda complain: [point.load() for point in found])
        patch.setattr(exporting, "obtain", small)
        folder = tmp_path_factory.mktemp("small") / "out"
        export(folder, None, say)
        yield folder


def test_no_script_imports_one_that_an_export_leaves_out() -> None:
    names = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*.js")}
    kept = {name: path for name, path in names.items() if not name.startswith(UNUSED)}
    imported = re.compile(r"""\b(?:from|await import\()\s*["'](\.[^"']+\.js)["']""")
    for name, path in kept.items():
        for found in imported.findall(path.read_text(encoding="utf-8")):
            target = (path.parent / found).resolve().relative_to(STATIC.resolve()).as_posix()
            assert target in kept, f"{name} imports {found}"


def test_no_file_of_an_export_names_another_by_its_place_on_the_host(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".css", ".js") and path.is_file() and "/pyodide/" not in path.as_posix():
            text = path.read_text(encoding="utf-8")
            named = re.findall(r"""(?:from |import |url\(|src=|href=)["']?(/[a-z][^"')]*)""", text)
            assert not named, (path, named)
            for start in re.findall(r"""from "(\.[^"]+)";""", text):
                assert (path.parent / start).is_file(), (path, start)


def test_every_page_allows_its_own_files_and_webassembly_and_nothing_else(folder: Path) -> None:
    pages = sorted(folder.glob("*.html"))
    assert len(pages) == 5
    for page in pages:
        text = page.read_text(encoding="utf-8")
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', text)
        assert policy
        assert policy.start() < text.index("<link")
        assert "unsafe" not in policy[1].replace("'wasm-unsafe-eval'", "")


def test_all_games_come_along_a_strangers_too_and_every_file_is_kept_for_later(folder: Path) -> None:
    names = {game["name"] for game in json.loads((folder / "api" / "games.json").read_text())["games"]}
    assert names == set(INSTALLED)
    with zipfile.ZipFile(folder / "python.zip") as python:
        held = set(python.namelist())
        assert "pigeons = " in python.read("rumpus_export-0.dist-info/entry_points.txt").decode()
    assert {"rumpus/core/position.py", "rumpus/offline/browser.py", "mypy_extensions.py"} <= held
    assert any(name.startswith("pigeons") for name in held)
    assert not any(re.search(r"\.(pyc|so)$|web/static|(cat_brawl|pigeons)/web/", name) for name in held)
    service = (folder / "service.js").read_text(encoding="utf-8")
    found = re.search(r"FILES = (\{.*?\});", service, re.DOTALL)
    assert found
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    there["./"] = folder / "index.html"
    assert json.loads(there.pop("export.json").read_text())["files"] == sorted(there.keys() - {"./"})
    del there["service.js"]
    assert json.loads(found[1]) == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()}


def test_the_same_sources_make_the_same_export_and_it_takes_the_place_of_an_earlier_one(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    earlier(out, "service.js", "old/page.html")
    (out / "CNAME").write_text("games.example.org")
    export(out, None, say)
    assert not (out / "old").exists()
    assert (out / "CNAME").read_text() == "games.example.org"
    (out / "CNAME").unlink()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()} == {
        path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def earlier(out: Path, *files: str) -> None:
    for path in files:
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text("of the earlier one")
    (out / "export.json").write_text(json.dumps({"format": "rumpus export 1", "files": files}))


@pytest.mark.usefixtures("folder")
def test_an_export_goes_beside_and_over_no_file_of_others(tmp_path: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "out.part"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    export(out, None, say)
    assert (other / "thesis.txt").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.part"]
    earlier(tmp_path / "site", "service.js")
    (tmp_path / "site" / "index.html").write_text("mine")
    with pytest.raises(RumpusError, match="is not part of the earlier export"):
        export(tmp_path / "site", None, say)
    assert (tmp_path / "site" / "index.html").read_text() == "mine"


@pytest.mark.parametrize(
    "manifest",
    [
        None,
        "{}",
        "\ufffd",
        '{"format": "another", "files": []}',
        '{"format": "rumpus export 1", "files": ["../thesis.txt"]}',
        '{"format": "rumpus export 1", "files": ["/tmp/thesis.txt"]}',
    ],
)
def test_a_folder_without_a_good_manifest_is_left_alone(tmp_path: Path, manifest: str | None) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "service.js").write_text("a page with a service worker")
    if manifest is not None:
        (out / "export.json").write_text(manifest)
    with pytest.raises(RumpusError, match="delete it if it is an export of an older version"):
        export(out, None, say)
    assert (out / "service.js").read_text() == "a page with a service worker"


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(RumpusError, match="something else"):
        export(tmp_path, None, say)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_download_is_used_without_a_home_to_keep_it_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = structs.replace(PYODIDE, sha256=hashlib.sha256(b"right").hexdigest())
    monkeypatch.setattr(runtime, "_fetch", lambda piece, work: (work / piece.file).write_bytes(b"right"))
    (tmp_path / "letter.txt").write_text("dear Bo")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "letter.txt" / "cache"))
    said: list[str] = []
    assert obtain(right, None, said.append) == b"right"
    assert said[1].startswith(f"{right.file} is not kept for the next export: ")
    assert len(said) == 2


def test_a_download_with_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = structs.replace(PYODIDE, sha256=hashlib.sha256(b"right").hexdigest(), command=("no-such-program",))
    with pytest.raises(RumpusError, match=f"holds no {right.file}"):
        obtain(right, tmp_path, say)
    (tmp_path / right.file).write_bytes(b"wrong")
    with pytest.raises(RumpusError, match="not the file that was tested"):
        obtain(right, tmp_path, say)
    (tmp_path / right.file).write_bytes(b"right")
    assert obtain(right, tmp_path, say) == b"right"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(RumpusError, match=r"no-such-program is not installed.*--from DIR"):
        obtain(right, None, say)
    monkeypatch.setattr(runtime, "_fetch", lambda piece, work: (work / piece.file).write_bytes(b"right"))
    assert obtain(right, None, say) == b"right"
    assert (tmp_path / "cache" / "rumpus" / right.file).read_bytes() == b"right"


# --- in a browser ---


def export_all(home: Path, path: str = "") -> Path:
    words = [sys.executable, "-m", "rumpus", "export", str(home / FOLDER)]
    where = {"PYTHONPATH": path} if path else {}
    subprocess.run(words, check=True, env={**os.environ, **where}, stdout=subprocess.DEVNULL)
    return home


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = install_pigeons(tmp_path_factory.mktemp("packages"), "pigeons:game")
    return export_all(tmp_path_factory.mktemp("host"), path)


@pytest.fixture(scope="session")
def url(home: Path) -> Iterator[str]:
    with file_server(home) as url:
        yield url


@pytest.mark.pyodide
def test_a_game_is_played_to_its_end_without_a_server_and_another_one_without_a_network(
    browser: Browser, url: str, tmp_path: Path
) -> None:
    ann = ExportUser(browser, url, calm=True)
    assert_accessible(ann.lobby_of_export())
    ann.begin("pigeons")
    assert ann.decide()
    # It goes on where it was, and needs no mouse.
    table = ann.page.evaluate("location.hash")
    ann.page.reload()
    assert not ann.page.locator("#way").is_visible()  # it says nothing yet
    ann.ready()
    assert ann.page.evaluate("location.hash") == table
    ann.decide_by_keys()
    # Another window does not touch the tables, unless it is told to.
    second = ann.context.new_page()
    second.goto(f"{url}/{table}")
    expect(second.locator("#state")).to_contain_text("open in another window")
    assert_accessible(second)
    second.get_by_role("button", name="Play here instead").click()
    expect(ann.page.locator("#state")).to_contain_text("now open in another window")
    ann.change_to(second)
    ann.ready()
    while ann.decide():
        pass
    frame = ann.inside
    assert_accessible(ann.page)
    assert_accessible(frame)
    # What happened can be seen again, and taken along.
    frame.get_by_role("link", name="Replay").click()
    expect(frame.locator(".boards .board > *")).not_to_have_count(0)
    assert_accessible(frame)
    with ann.page.expect_download() as saving:
        frame.get_by_role("link", name="Record").click()
    saving.value.save_as(tmp_path / "record.json")
    record = Record.read(tmp_path / "record.json")
    assert [step.number for step in record.walk(pigeons.game)][-1] == len(record.moves)
    # Then the network goes.
    ann.page.wait_for_selector("html[data-offline]", state="attached")
    ann.context.set_offline(True)
    ann.lobby_of_export()
    ann.begin("cat_brawl")
    ann.inside.wait_for_selector("main[data-asked]")
    ann.page.keyboard.press("h")
    expect(ann.inside.locator(".strip.advice")).to_be_visible()
    for _ in range(3):
        assert ann.decide()
    ann.close()


SMALL = {
    "battle_puno": {"mode": "traditional"},
    "cat_brawl": {"maine_coon.hp": 3, "siamese.hp": 3},
    "creature_wars": {"hp": 6},
    "defend_the_city": {},
    "ultimatum": {"map": "arena", "squad": 1, "pick": "random", "phase_limit": 4},
}
"""Short matches of ours."""
FAIL = """() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function () {
        Worker.prototype.postMessage = postMessage;
        this.terminate();
        this.onerror(new ErrorEvent("error", { message: "out of memory" }));
    };
}"""
"""In the worker of the house: the next thing that is asked of the bots' worker is the end of it."""


@pytest.mark.pyodide
def test_all_our_games_come_to_their_end_there_and_what_goes_wrong_is_said(browser: Browser, url: str) -> None:
    ann = ExportUser(browser, url, calm=True)
    frame = ann.enter("/rules/cat_brawl")
    frame.wait_for_selector(".rulebook")
    for game, options in SMALL.items():
        assert frame.evaluate(PLAY, [url, game, "normal", options])["moves"]
    # A lesson, a puzzle, and a review.
    ann.to("/learn/cat_brawl").wait_for_selector(".strip.lesson")
    ann.to("/").wait_for_selector(".game-card")
    ann.to("/puzzle/cat_brawl").wait_for_selector("main[data-asked]")
    ann.to("/").wait_for_selector(".game-card")
    frame = ann.begin("defend_the_city")
    while ann.decide():
        pass
    frame.get_by_role("button", name="Review the game").click()
    frame.wait_for_selector(".review-curve")
    ann.to("/").wait_for_selector(".game-card")
    # The bots' worker fails, and another one thinks on.
    frame = ann.begin("cat_brawl")
    frame.wait_for_selector("main[data-asked]")
    ann.game_service.evaluate(FAIL)
    for _ in range(2):
        assert ann.decide()
    # There is no space left: that is said, and nothing has changed.
    frame.wait_for_selector("main[data-asked]")
    at = frame.evaluate(DECISION)
    ann.give_room(1)
    expect(frame.locator(".strip")).to_contain_text("no space left")
    ann.press_a_move()
    expect(frame.locator(".toast")).to_contain_text("no space left")
    assert frame.evaluate(DECISION) == at
    # The data of the page are deleted.
    ann.take_away()
    expect(frame.locator(".strip")).to_contain_text("deleted the data")
    ann.close()


UPDATE = """async (wanted) => {
    const here = await navigator.serviceWorker.getRegistration();
    let found = "";
    for (let tries = 0; tries < 20 && found !== wanted; tries++) {
        await here.update();
        const fresh = here.installing || here.waiting;
        if (!fresh) continue;
        await new Promise((resolve) => {
            const check = () => ["installed", "redundant"].includes(fresh.state) && resolve();
            fresh.addEventListener("statechange", check);
            check();
        });
        found = fresh.state;
    }
    return found;
}"""
"""As a browser does it by itself on a visit: looks for a new version, and keeps it if it is whole.

Its own look may be under way already, from before the host was renewed: then it looks again.
"""
WRITTEN = 1_700_000_000
VERSION = "() => document.documentElement.dataset.version"


def written_in_one_second(host: Path, later: Path) -> None:
    """Gives old and new files one modification time: a host calls them unmodified, except the service worker."""
    for folder in (host, later):
        for path in folder.rglob("*"):
            newer = folder == later and path.name == "service.js"
            os.utime(path, (WRITTEN + newer, WRITTEN + newer))


def kept_versions(ann: ExportUser) -> list[str]:
    return [name.rpartition(" ")[2] for name in ann.page.evaluate("caches.keys()")]


@pytest.mark.pyodide
def test_a_new_version_takes_the_place_of_the_old_one_whole_or_not_at_all(
    browser: Browser, home: Path, tmp_path: Path
) -> None:
    host, later = tmp_path / "host", export_all(tmp_path / "later")
    shutil.copytree(home, host)
    written_in_one_second(host, later)
    with file_server(host) as url:
        ann = ExportUser(browser, url)
        ann.lobby_of_export()
        ann.page.wait_for_selector("html[data-offline]", state="attached")
        old = ann.page.evaluate(VERSION)
        ann.begin("cat_brawl")
        assert ann.decide()
        # Half of the new version has arrived at the host.
        shutil.copytree(
            later, host, dirs_exist_ok=True, ignore=lambda _folder, names: [name for name in names if name == "api"]
        )
        assert ann.page.evaluate(UPDATE, "redundant") == "redundant"
        assert old in kept_versions(ann)
        # Then all of it.
        shutil.copytree(later, host, dirs_exist_ok=True)
        assert ann.page.evaluate(UPDATE, "installed") == "installed"
        assert ann.page.evaluate(VERSION) == old
        ann.page.get_by_role("button", name="Reload").click()
        ann.page.wait_for_function(f"old => ({VERSION})() !== old", arg=old)
        ann.ready()
        assert kept_versions(ann) == [ann.page.evaluate(VERSION)]
        assert ann.decide()
        frame = ann.to("/")
        expect(frame.locator(".game-card")).not_to_have_count(0)
        expect(frame.locator(".game-pigeons")).to_have_count(0)
        ann.close()


@pytest.mark.pyodide
def test_golden_games_are_the_same_in_the_browser(browser: Browser, url: str) -> None:
    assert golden_in_the_browser(browser, url, ["defend_the_city", "cat_brawl"]) == []
