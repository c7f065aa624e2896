"""Files from strangers: every command that reads one refuses damage, devices, pipes and bombs in a sentence."""

from __future__ import annotations

import gzip
import json
import os
import shlex
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from rumpus.core.catalogue import find_game
from rumpus.lab.simulation.manifest import MANIFEST
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.runs import Run
from rumpus.lab.simulation.workers import Workers
from tests.terminal.conftest import Outcome

Rumpus = Callable[..., Outcome]

LIMIT_SECONDS = 10


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terabyte(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


BAD: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: None,
    "folder": Path.mkdir,
    "pipe": pipe,
    "device": device,
    "terabyte": terabyte,
    "no text": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "no JSON": lambda path: path.write_text("dear Bo"),
    "deep": lambda path: path.write_text("[" * 100_000),
    "deep object": lambda path: path.write_text('{"game":' * 100_000),
    "list": lambda path: path.write_text("[]"),
    "number": lambda path: path.write_text("1e999"),
}

COMMANDS: dict[str, tuple[str, list[str]]] = {
    "replay FILE": ("file", []),
    "review FILE": ("file", []),
    "verify FILE": ("file", []),
    "turns FILE": ("file", []),
    "play --resume FILE": ("file", []),
    "play pigeons --save FILE": ("file", ["missing"]),
    "play whispers --mode @FILE": ("file", []),
    "maps check FILE": ("file", []),
    "puzzles grade FILE": ("file", []),
    "puzzles make defend_the_city --to FILE": ("file", ["missing", "folder"]),
    "ladder --verify --out .": ("ladder.json", []),
    "ladder --game defend_the_city --out .": ("ladder.json", ["missing"]),
    "exploit greedy cat_brawl --to .": ("exploits.json", ["missing", "folder", "pipe", "device"]),
    "lab report run": (f"run/{MANIFEST}", []),
    "lab run defend_the_city --players greedy --games 50 --seed 1 --out run": (f"run/{MANIFEST}", []),
    "lab report run ": ("run/part-00000000-00000050.jsonl.gz", ["missing"]),
    "lab run defend_the_city --patch FILE": ("file", ["list", "number"]),
    "lab run defend_the_city --option enemy=@FILE": ("file", []),
    "lab compare cat_brawl --table FILE": ("file", []),
    "tournament defend_the_city --players greedy,learned:FILE": ("file", []),
    "train defend_the_city --to FILE": ("file", ["missing"]),
    "dev FILE --no-open": ("file", []),
    "export site --from FILE": ("file", []),
    "export site": ("site/export.json", []),
}
"""Commands, the file that they read, and the kinds of bad files that they may accept."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of 50 games."""
    run = Run.begin(tmp_path_factory.mktemp("run"), Plan(find_game("defend_the_city"), {}, ["greedy"], 50, "1"))
    run.play(Workers(), lambda done, total: None)
    return run.folder


@pytest.fixture
def bench(installed: None, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    shutil.copytree(played, tmp_path / "run")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "letter.txt").write_text("dear Bo")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))

    def too_long(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"The command takes longer than {LIMIT_SECONDS} s.")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LIMIT_SECONDS)
    yield tmp_path
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def content(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


@pytest.mark.parametrize(
    ("words", "kind"),
    [(words, kind) for words, (_, accepted) in COMMANDS.items() for kind in BAD if kind not in accepted],
    ids=lambda word: str(word).replace("/", "_"),
)
def test_a_bad_file_gets_one_sentence(
    rumpus: Rumpus, bench: Path, monkeypatch: pytest.MonkeyPatch, words: str, kind: str
) -> None:
    for work in ("rumpus.cli.commands.strength._play", "rumpus.training.exploiter.train_exploiters"):
        monkeypatch.setattr(work, fail)
    path = bench / COMMANDS[words][0]
    path.unlink(missing_ok=True)
    BAD[kind](path)
    before = content(bench)
    status, out, err = rumpus(
        *(
            str(path) if word == "FILE" else word.replace("@FILE", f"@{path}").replace(":FILE", f":{path}")
            for word in shlex.split(words)
        )
    )
    assert (status, out, err.count("\n")) == (2, "", 1), out + err
    assert "[Errno" not in err
    assert "Traceback" not in err
    assert err.endswith(".\n")
    assert len(err) < 600
    assert content(bench) == before


def fail(*_: object, **__: object) -> None:
    raise AssertionError("The work has begun.")


def rewritten(part: Path, change: Callable[[dict[str, object]], object]) -> None:
    rows = [json.loads(line) for line in gzip.decompress(part.read_bytes()).splitlines()]
    change(rows[0])
    part.write_bytes(gzip.compress("\n".join(json.dumps(row) for row in rows).encode()))


PARTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut off": (lambda part: part.write_bytes(part.read_bytes()[:-20]), "it is cut off"),
    "bomb": (lambda part: part.write_bytes(gzip.compress(b"\0" * 300_000_000, 1)), "unpacks to more than 100 MB"),
    "deep": (lambda part: part.write_bytes(gzip.compress(b'{"game": 1, "x": ' + b"[" * 200_000)), "nested too deeply"),
    "no rows": (lambda part: part.write_bytes(gzip.compress(b"[]\n")), "Expected `object`"),
    "lost rows": (lambda part: part.write_bytes(gzip.compress(b"")), "other games"),
    "another game": (lambda part: rewritten(part, lambda row: row.update(game=7)), "other games"),
    "no seats": (lambda part: rewritten(part, lambda row: row.update(seats=[])), "other games"),
    "unknown winner": (lambda part: rewritten(part, lambda row: row.update(winner=9)), "other games"),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_damaged_part_of_a_run_gets_one_sentence(rumpus: Rumpus, bench: Path, name: str) -> None:
    change, sentence = PARTS[name]
    change(bench / "run" / "part-00000000-00000050.jsonl.gz")
    status, out, err = rumpus("lab", "report", "run", "--json")
    assert (status, out, err.count("\n")) == (2, "", 1), out + err
    assert sentence in err
    assert "Delete it and run again." in err


PUZZLES: dict[str, tuple[str, object, str]] = {
    "no seat": ("seat", -1, "its seat or its grade does not exist"),
    "no grade": ("grade", "x", "its seat or its grade does not exist"),
    "no probability": ("chance", 7, "not from 0 to 1"),
    "negative error": ("error", -0.5, "not from 0 to 1"),
    "no number": ("gain", "x", "This is no puzzle"),
    "no move": ("best", "x" * 5000, "…"),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_damaged_puzzle_gets_one_sentence(rumpus: Rumpus, bench: Path, name: str) -> None:
    key, value, sentence = PUZZLES[name]
    from rumpus.core.content.puzzle import puzzle_names, puzzle_of

    game = find_game("defend_the_city")
    line = json.loads(puzzle_of(game, puzzle_names(game)[0]).dump_line())
    line["puzzle"][key] = value
    (bench / "file").write_text(json.dumps(line))
    status, out, err = rumpus("puzzles", "grade", "file", "--jobs", "1")
    assert (status, out, err.count("\n")) == (2, "", 1), out + err
    assert sentence in err
    assert len(err) < 300


@pytest.mark.parametrize("kind", [kind for kind in BAD if kind not in ("missing", "folder", "pipe", "device")])
def test_damaged_days_are_counted_anew(rumpus: Rumpus, bench: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    from rumpus.core.content.puzzle import puzzle_names, puzzle_of

    monkeypatch.setenv("XDG_DATA_HOME", str(bench))
    (bench / "rumpus").mkdir()
    BAD[kind](bench / "rumpus" / "puzzles.json")
    game = find_game("defend_the_city")
    best = puzzle_of(game, puzzle_names(game)[0]).key.best
    monkeypatch.setattr("builtins.input", lambda _prompt: best)
    status, out, _ = rumpus("puzzles", "play", "defend_the_city", puzzle_names(game)[0])
    assert status == 0
    assert out.rstrip().endswith("1 day in a row.")
