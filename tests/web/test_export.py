"""The export: a folder that any file server can give out, in which everything is played without a server."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
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
from rumpus.web.offline import export as exporting
from rumpus.web.offline import runtime, sources
from rumpus.web.offline.export import RUNTIME, export
from rumpus.web.offline.runtime import PYODIDE, WHEELS, Piece, bring
from tests.web.exported import FOLDER, ExportUser, file_server, golden_in_the_browser
from tests.web.house import install_pigeons
from tests.web.stories import assert_accessible

INSTALLED = {"cat_brawl": "rumpus.games.cat_brawl:game", "pigeons": "pigeons:game"}


def say(_sentence: str) -> None:
    pass


# --- the folder ---


def small(piece: Piece, _folder: Path | None, _tell: object) -> bytes:
    """In place of what others made."""
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
        patch.setattr(exporting, "bring", small)
        folder = tmp_path_factory.mktemp("small") / "out"
        export(folder, None, say)
        yield folder


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
    assert {"rumpus/core/contract.py", "rumpus/web/offline/porch.py", "mypy_extensions.py"} <= held
    assert any(name.startswith("pigeons") for name in held)
    assert not any(re.search(r"\.(pyc|so)$|web/static|(cat_brawl|pigeons)/web/", name) for name in held)
    service = (folder / "service.js").read_text(encoding="utf-8")
    found = re.search(r"FILES = (\[.*\]);", service)
    assert found
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert set(json.loads(found[1])) == (there | {"./"}) - {"index.html", "service.js"}


def test_the_same_sources_make_the_same_export_and_it_takes_the_place_of_an_earlier_one(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "service.js").write_text("an earlier one")
    (out / "old.html").write_text("of the earlier one")
    export(out, None, say)
    assert not (out / "old.html").exists()
    assert (out / "service.js").read_bytes() == (folder / "service.js").read_bytes()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(RumpusError, match="something else"):
        export(tmp_path, None, say)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_nothing_is_believed_whose_hash_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = structs.replace(PYODIDE, sha256=hashlib.sha256(b"right").hexdigest(), words=("no-such-program",))
    with pytest.raises(RumpusError, match=f"holds no {right.file}"):
        bring(right, tmp_path, say)
    (tmp_path / right.file).write_bytes(b"wrong")
    with pytest.raises(RumpusError, match="not the file that was tested"):
        bring(right, tmp_path, say)
    (tmp_path / right.file).write_bytes(b"right")
    assert bring(right, tmp_path, say) == b"right"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(RumpusError, match=r"no-such-program is not installed.*--from DIR"):
        bring(right, None, say)
    monkeypatch.setattr(runtime, "_fetch", lambda piece, work: (work / piece.file).write_bytes(b"right"))
    assert bring(right, None, say) == b"right"
    assert (tmp_path / "cache" / "rumpus" / right.file).read_bytes() == b"right"


# --- in a browser ---


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The whole export with every game and the sixth one, in a folder of a plain file server."""
    for piece in (PYODIDE, *WHEELS):
        bring(piece, None, say)
    home = tmp_path_factory.mktemp("host")
    path = install_pigeons(tmp_path_factory.mktemp("packages"), "pigeons:game")
    words = [sys.executable, "-m", "rumpus", "export", str(home / FOLDER)]
    subprocess.run(words, check=True, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL)
    with file_server(home) as url:
        yield url


@pytest.mark.pyodide
def test_a_game_is_played_to_its_end_without_a_server_and_another_one_without_a_network(
    browser: Browser, url: str, tmp_path: Path
) -> None:
    ann = ExportUser(browser, url)
    ann.lobby_of_export()
    frame = ann.begin("pigeons")
    for _ in range(2):
        assert ann.decide()
    # It goes on where it was.
    table = ann.page.evaluate("location.hash")
    ann.page.reload()
    ann.page.wait_for_selector("html[data-ready]", state="attached")
    assert ann.page.evaluate("location.hash") == table
    frame = ann.inside
    while ann.decide():
        pass
    assert_accessible(ann.page)
    assert_accessible(frame)
    # What happened can be seen again, and taken along.
    frame.get_by_role("link", name="Watch again").click()
    frame.wait_for_selector(".boards .board > *")
    with ann.page.expect_download() as saving:
        frame.get_by_role("link", name="Record").click()
    saving.value.save_as(tmp_path / "record.json")
    record = Record.read(tmp_path / "record.json")
    assert [step.number for step in record.walk(pigeons.game)][-1] == len(record.moves)
    # Another window does not touch the tables.
    other = ann.context.new_page()
    other.goto(f"{url}/")
    expect(other.locator("#state")).to_contain_text("open in another window")
    other.close()
    # Then the network goes.
    ann.page.wait_for_selector("html[data-offline]", state="attached")
    ann.context.set_offline(True)
    ann.page.reload()
    ann.page.wait_for_selector("html[data-ready]", state="attached")
    ann.enter()
    ann.begin("cat_brawl")
    for _ in range(3):
        assert ann.decide()
    ann.close()


@pytest.mark.pyodide
def test_golden_games_are_the_same_in_the_browser(browser: Browser, url: str) -> None:
    assert golden_in_the_browser(browser, url, ["defend_the_city", "cat_brawl"]) == []
