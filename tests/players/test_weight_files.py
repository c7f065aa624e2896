"""Files of weights from strangers: each malformed one is refused within a second, in a sentence."""

from __future__ import annotations

import io
import json
import os
import pickle
import random
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pigeons import game as pigeons
from rumpus.cli.main import run
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.players import find_player
from rumpus.players.net import fault_in
from rumpus.players.npz import MAX_ARRAYS
from rumpus.players.weights import AFTERSTATES, TrainedNet, Weights, load_weights
from rumpus.training.learner import Learner
from tests.catalogue import GAMES
from tests.training.fresh import everything, fresh_net, fresh_weights

CITY = find_game("defend_the_city")
SEATS = "learned:bad.npz"

Arrays = dict[str, Any]


def arrays_of_a_file() -> Arrays:
    file = io.BytesIO()
    weights = Weights(CITY.name, CITY.version, [fresh_net(CITY, {})])
    path = Path("good.npz")
    weights.save(path)
    file = io.BytesIO(path.read_bytes())
    path.unlink()
    with np.load(file) as found:
        return dict(found)


def packed(arrays: Arrays, pickles: bool = False) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=pickles, **arrays)
    return file.getvalue()


def with_array(name: str, value: Any, pickles: bool = False) -> bytes:
    return packed({**arrays_of_a_file(), name: value}, pickles)


def with_header(change: Callable[[dict[str, Any]], Any]) -> bytes:
    arrays = arrays_of_a_file()
    header = json.loads(arrays["head"].tobytes())
    change(header)
    return with_head(json.dumps(header).encode())


def with_head(text: bytes) -> bytes:
    return with_array("head", np.frombuffer(text, np.uint8))


def without(name: str) -> bytes:
    return packed({key: value for key, value in arrays_of_a_file().items() if key != name})


def npy(header: str, data: bytes = b"") -> bytes:
    text = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def archive(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as out:
        for name, data in entries.items():
            out.writestr(name, data)
    return file.getvalue()


def entries_of_a_file() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed(arrays_of_a_file()))) as found:
        return {name: found.read(name) for name in found.namelist()}


def with_entry(name: str, data: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    return archive({**entries_of_a_file(), name: data}, method)


def patched(offset: int, value: bytes) -> bytes:
    """Changes a field of the first entry, in the directory and in the entry. `offset` is that in the directory."""
    data = bytearray(packed(arrays_of_a_file()))
    entry = data.index(b"PK\x01\x02")
    data[entry + offset : entry + offset + len(value)] = value
    data[offset - 2 : offset - 2 + len(value)] = value
    return bytes(data)


def damaged_stream() -> bytes:
    data = bytearray(packed(arrays_of_a_file()))
    start = 30 + struct.unpack("<H", data[26:28])[0] + struct.unpack("<H", data[28:30])[0]
    data[start + 5 : start + 25] = b"\xff" * 20
    return bytes(data)


def bomb(stated_size: int) -> bytes:
    """An archive of less than a megabyte with an array that unpacks to 768 MiB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    mebibyte = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = bytearray(archive({f"{BIAS}.npy": mebibyte * 768 + b"\x03\x00"}, zipfile.ZIP_STORED))
    assert len(data) < 1_000_000
    for entry, method, size in ((0, 8, 22), (data.index(b"PK\x01\x02"), 10, 24)):
        data[entry + method : entry + method + 2] = struct.pack("<H", zipfile.ZIP_DEFLATED)
        data[entry + size : entry + size + 4] = struct.pack("<I", stated_size)
    return bytes(data)


def twice() -> bytes:
    file = io.BytesIO(packed(arrays_of_a_file()))
    with zipfile.ZipFile(file, "a") as out, pytest.warns(UserWarning, match="Duplicate"):
        out.writestr("head.npy", npy("{'descr': '|u1', 'fortran_order': False, 'shape': (0,), }"))
    return file.getvalue()


class Trap:
    """Creates a file when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (os.mkdir, ("sprung",))


def float16(*shape: int, value: float = 0.0) -> Any:
    return np.full(shape, value, np.float16)


HEADER = "{'descr': '<f2', 'fortran_order': False, 'shape': %s, }"
BIAS = "0 worth bias"

MALFORMED: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "no .npz archive, or it is cut off"),
    "text": (lambda: b"no weights", "no .npz archive"),
    "pickle": (lambda: pickle.dumps(Trap()), "no .npz archive"),
    "cut off": (lambda: packed(arrays_of_a_file())[:-100], "no .npz archive, or it is cut off"),
    "other arrays": (lambda: packed({"numbers": np.zeros(3)}), "'numbers.npy' in it belongs to no network"),
    "text in the archive": (lambda: with_entry("letter.txt", b"dear Bo"), "'letter.txt' in it belongs to no network"),
    "an array twice": (twice, "holds the array 'head' twice"),
    "too many arrays": (
        lambda: archive({f"{number}": b"" for number in range(MAX_ARRAYS + 1)}),
        "holds more than 1,000 arrays",
    ),
    "pickled array": (
        lambda: with_array(BIAS, np.array([Trap()], dtype=object), pickles=True),
        f"array '{BIAS}' holds Python objects instead of <f2",
    ),
    "other type": (lambda: with_array(BIAS, np.zeros(1, "<c16")), f"array '{BIAS}' holds <c16 instead of <f2"),
    "structured type": (lambda: with_array(BIAS, np.zeros(1, "<f2,<f2")), f"header of its array '{BIAS}' is damaged"),
    "no header": (lambda: with_entry(f"{BIAS}.npy", b"x" * 200), "header"),
    "empty array": (lambda: with_entry(f"{BIAS}.npy", b""), "header"),
    "header cut off": (lambda: with_entry(f"{BIAS}.npy", b"\x93NUMPY\x01\x00\xff\xff{"), "header"),
    "nested header": (lambda: with_entry(f"{BIAS}.npy", npy("(" * 9000)), "header"),
    "program as header": (lambda: with_entry(f"{BIAS}.npy", npy("__import__('os')")), "header"),
    "2^45 elements": (lambda: with_entry(f"{BIAS}.npy", npy(HEADER % f"({1 << 22}, {1 << 23})")), "another size"),
    "negative shape": (lambda: with_entry(f"{BIAS}.npy", npy(HEADER % "(-1,)")), "header"),
    "shape without data": (lambda: with_entry(f"{BIAS}.npy", npy(HEADER % "(100,)", b"xx")), "another size"),
    "data without shape": (lambda: with_entry(f"{BIAS}.npy", npy(HEADER % "(1,)", bytes(40))), "another size"),
    "damaged stream": (damaged_stream, "is damaged or encrypted"),
    "encrypted": (lambda: patched(8, b"\x01\x00"), "is damaged or encrypted"),
    "unknown method": (lambda: patched(10, b"\x63\x00"), "packed by an unknown method"),
    "method without bound": (lambda: with_entry("head.npy", b"x", zipfile.ZIP_LZMA), "packed by an unknown method"),
    "bomb": (lambda: bomb(768 << 20), "unpacks to more than 100 MB"),
    "bomb that states another size": (lambda: bomb(130), "is damaged"),
    "not a number": (lambda: with_array(BIAS, float16(1, value=np.nan)), "not finite"),
    "infinite": (lambda: with_array("0 hidden 0 weights", float16(8, 8, value=np.inf)), "not finite"),
    "no header of ours": (lambda: without("head"), "Input data was truncated"),
    "header without JSON": (lambda: with_head(b"{"), "holds no weights of Rumpus"),
    "deep header": (lambda: with_head(b"[" * 100_000), "Expected `object`"),
    "deep history": (
        lambda: with_head(b'{"format": 1, "nets": [{"history": {"a":' + b"[" * 100_000),
        "nested too deeply",
    ),
    "other format": (lambda: with_header(lambda head: head.update(format=2)), "by another version of Rumpus"),
    "format as text": (lambda: with_header(lambda head: head.update(format="1")), "Expected `int`"),
    "game as number": (lambda: with_header(lambda head: head.update(game=1)), "Expected `str`"),
    "no networks": (lambda: with_header(lambda head: head.update(nets={})), "Expected `array`"),
    "too many networks": (lambda: with_header(lambda head: head.update(nets=head["nets"] * 51)), "length <= 50"),
    "unknown method of play": (
        lambda: with_header(lambda head: head["nets"][0].update(method="magic")),
        "Invalid enum",
    ),
    "no options": (lambda: with_header(lambda head: head["nets"][0].update(options=None)), "Expected `object`"),
    "unknown option": (
        lambda: with_header(lambda head: head["nets"][0].update(options={"wings": 2})),
        "for options that Defend the City refuses. There is no option 'wings'",
    ),
    "endless rollouts": (lambda: with_header(lambda head: head["nets"][0].update(decisions=1 << 60)), "<= 20"),
    "no layer": (lambda: without("0 hidden 1 bias"), "'hidden 1 weights' has the shape (8, 8) instead of (8, 1)"),
    "no value head": (lambda: without("0 worth weights"), "the array 'worth weights' is missing"),
    "no columns": (lambda: without("0 reads"), "'reads' does not mark the"),
    "other columns": (lambda: with_array("0 reads", float16(3, value=1)), "'reads' does not mark the"),
    "half columns": (lambda: with_array("0 reads", arrays_of_a_file()["0 reads"] / np.float16(2)), "does not mark the"),
    "wide layer": (lambda: with_array("0 hidden 1 weights", float16(8, 9)), "has the shape (8, 9) instead of (8, 8)"),
    "flat layer": (lambda: with_array("0 hidden 1 weights", float16(64)), "has the shape (64,) instead of (8, 8)"),
    "wide value head": (lambda: with_array("0 worth bias", float16(2)), "has the shape (2,) instead of (1,)"),
    "policy head without policy": (lambda: with_array("0 moves bias", float16(3)), "'moves bias' belongs to no layer"),
    "policy without its head": (
        lambda: with_header(lambda head: head["nets"][0].update(method="policy")),
        "the array 'moves weights' is missing",
    ),
    "entities of no game": (
        lambda: with_array("0 things", np.full((1, 7), 1e30, np.float32)),
        "'things' is not the game's list of entities",
    ),
}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_file_is_refused_within_a_second(
    name: str, bench: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make, sentence = MALFORMED[name]
    (bench / "bad.npz").write_bytes(make())
    load_weights.__globals__["_cached_weights"].cache_clear()
    monkeypatch.setattr("rumpus.training.trainer.Trainer", None)
    tracemalloc.start()
    began = time.monotonic()
    try:
        with pytest.raises(RumpusError) as raised:
            find_player(SEATS, CITY, CITY.options(), "luck")
        assert time.monotonic() - began < 1
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert sentence in str(raised.value)
    assert str(raised.value).startswith("bad.npz ")
    assert len(str(raised.value)) < 300
    for words in (
        ["tournament", CITY.name, "--players", SEATS],
        ["play", CITY.name, "--seats", SEATS],
        ["exploit", SEATS, CITY.name],
        ["lab", "run", CITY.name, "--players", SEATS],
        ["train", CITY.name, "--to", "bad.npz"],
        ["train", CITY.name, "--against", SEATS],
    ):
        assert run(words) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), words
        assert err.startswith("rumpus: bad.npz ")
    assert [path.name for path in bench.iterdir()] == ["bad.npz"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "endless device", "terabyte"])
def test_what_is_no_file_is_refused_within_a_second(kind: str, bench: Path) -> None:
    path = bench / "bad.npz"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "endless device":
        path.symlink_to("/dev/zero")
    else:
        with path.open("wb") as file:
            file.truncate(1 << 40)
    began = time.monotonic()
    with pytest.raises(RumpusError, match="file of weights"):
        find_player(SEATS, CITY, CITY.options(), "luck")
    assert time.monotonic() - began < 1


def test_any_damage_is_refused_or_plays(bench: Path) -> None:
    good, rng, refused = fresh_weights(bench / "good.npz", CITY).read_bytes(), random.Random("damage"), 0
    for number in range(400):
        data = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.choice([0, 1, 0x7F, 0xFF, rng.randrange(256)])
        path = bench / "bad.npz"
        path.write_bytes(data[: rng.randint(0, len(data))] if number % 4 == 0 else data)
        try:
            found = load_weights(path).net_for(CITY, CITY.options())
            assert found is None or len(found.net.values(np.zeros((1, len(found.arrays["reads"]))))) == 1
        except RumpusError:
            refused += 1
    assert refused > 200


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_fresh_network_of_every_game_has_no_fault(game: Any) -> None:
    options = game.options()
    features, net = game.bots().features(options), fresh_net(game, {})
    moves = 0 if net.method == AFTERSTATES else game.move_count(options)
    assert fault_in(net.arrays, len(features.names), features.entities, moves) == ""


def test_entities_in_a_file_are_those_of_the_game(bench: Path) -> None:
    game = next(game for game in GAMES if game.bots().features(game.options()).entities)
    options, net, file = game.options(), fresh_net(game, {}), bench / "w.npz"
    moves = 0 if net.method == AFTERSTATES else game.move_count(options)
    entities = game.bots().features(options).entities
    net.arrays = Learner(everything(game, options), (8, 8), moves, seed=1, entities=entities).export()
    Weights(game.name, game.version, [net]).save(file)
    assert load_weights(file).net_for(game, options) is not None
    for name in ("things", "kinds", "thing weights", "thing bias"):
        other = TrainedNet(net.method, net.changes, net.features, {**net.arrays, name: net.arrays[name][:-1]}, {})
        Weights(game.name, game.version, [other]).save(file)
        with pytest.raises(RumpusError, match="damaged network"):
            load_weights(file).net_for(game, game.options())


def test_a_network_of_another_game_is_refused_by_name(bench: Path) -> None:
    weights = Weights("x" * 5000, 1, [fresh_net(pigeons, {})])
    weights.save(bench / "w.npz")
    with pytest.raises(RumpusError) as raised:
        find_player(f"learned:{bench / 'w.npz'}", pigeons, pigeons.options(), "luck")
    assert len(str(raised.value)) < 300
