"""Files of weights: networks with the rules and options they were trained for."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta, Struct

from rumpus.core.errors import BadOption, BadRecord, RumpusError, UnknownName
from rumpus.core.game import Game
from rumpus.core.options import Options, Value
from rumpus.core.position import Json
from rumpus.core.system.files import decode_json, read_bounded, write_whole
from rumpus.core.words import shortened
from rumpus.players.layout import NetLayout
from rumpus.players.net import ENTITIES, FixedNet, Real, fault_in, quantised
from rumpus.players.npz import MAX_PACKED_BYTES, BadArrays, unpack_arrays

FORMAT_VERSION = 1
AFTERSTATES: Final = "afterstates"
POLICY: Final = "policy"
POLICY_ONLY: Final = "policy alone"
"""How a network plays: by values of afterstates, by policy and values, or by policy alone."""

HEADER = "head"
"""Array of a file with its `_Header` as JSON."""
MAX_NETS = 50
MAX_TABLES = 50
"""Further options of a network, at most."""
_NAME = re.compile(
    r"([0-9]|[1-4][0-9]) (reads|things|kinds|(?:thing|hidden [0-9]|worth|moves|question) (?:weights|bias))"
)
"""Names of arrays: the number of the network, and the array in it."""


class BadWeights(RumpusError):
    """A file of weights cannot be used."""


@dataclass(eq=False)
class TrainedNet:
    """One network with its options and history."""

    method: str
    changes: Mapping[str, object]
    features: str
    """`features_fingerprint` of the rows it reads."""
    arrays: dict[str, Real]
    history: dict[str, Json]
    rollout_depth: int = 0
    """Decisions of a rollout before the value head."""
    path: str = ""
    """File that it comes from, for errors."""
    also: Sequence[Mapping[str, object]] = ()
    """Further options that it was trained for. Their columns and moves are among those of `changes`."""
    relative_moves: bool = False
    """True if its moves count seats from the own one (`Bots.relative_moves`)."""

    @cached_property
    def net(self) -> FixedNet:
        """The network, shared by all players of a process."""
        return FixedNet(self.arrays)

    def fits(self, game: Game, options: Options) -> bool:
        """True if trained with these options and features."""
        try:
            tables = [game.options(changes) for changes in (self.changes, *self.also)]
            return options in tables and features_fingerprint(game, tables[0]) == self.features
        except BadOption as error:
            raise BadWeights(f"{self.path} has a network for options that {game.title} refuses. {error}") from None

    def layout(self, game: Game, options: Options) -> NetLayout:
        """Returns the conversion from rows and moves with these options."""
        try:
            return NetLayout(game, options, game.options(self.changes), self.relative_moves)
        except BadOption as error:
            raise BadWeights(f"{self.path} has a network that cannot play with these options. {error}") from None

    def check(self, game: Game, options: Options) -> None:
        """Refuses arrays of other shapes than these options need."""
        layout = self.layout(game, options)
        entities = game.bots().features(game.options(self.changes)).entities
        fault = fault_in(self.arrays, layout.width, entities, 0 if self.method == AFTERSTATES else layout.space)
        if fault:
            raise BadWeights(f"{self.path} has a damaged network: {fault}.")


@dataclass(eq=False)
class Weights:
    """All networks of one game, in one file."""

    game: str
    version: int
    nets: list[TrainedNet]

    def net_for(self, game: Game, options: Options) -> TrainedNet | None:
        """Returns the network for these options. None if there is none."""
        if (self.game, self.version) != (game.name, game.version):
            return None
        found = next((net for net in self.nets if net.fits(game, options)), None)
        if found is not None:
            found.check(game, options)
        return found

    def save(self, path: Path) -> None:
        nets = [
            {"method": net.method, "options": net.changes, "features": net.features, "history": net.history,
             "decisions": net.rollout_depth, "also": list(net.also), "relative": net.relative_moves}
            for net in self.nets
        ]  # fmt: skip
        header = {"format": FORMAT_VERSION, "game": self.game, "version": self.version, "nets": nets}
        arrays: dict[str, Real] = {}
        for number, net in enumerate(self.nets):
            for name, value in net.arrays.items():
                # Weights stay multiples of 1 / 4096 in float16, so saving them again changes nothing.
                stored = quantised(value.astype(np.float64)).astype(_dtype_of_net(name))
                arrays[f"{number} {name}"] = stored
        text = np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), dtype=np.uint8)
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **{HEADER: text}, **arrays)
        write_whole(path, file.getvalue())


class _NetHeader(Struct):
    """A network of a file. The keys are part of the format."""

    method: Literal["afterstates", "policy", "policy alone"]
    options: dict[str, Value]
    features: str
    history: dict[str, Any]
    decisions: Annotated[int, Meta(ge=0, le=20)] = 0
    also: Annotated[list[dict[str, Value]], Meta(max_length=MAX_TABLES)] = []
    relative: bool = False


class _Format(Struct):
    format: int


class _Header(_Format):
    game: str
    version: int
    nets: Annotated[list[_NetHeader], Meta(max_length=MAX_NETS)]


def load_weights(path: Path | Traversable) -> Weights:
    """Loads a file written by `Weights.save`. Its origin may be unknown: nothing in it is run."""
    packed = read_bounded(path, MAX_PACKED_BYTES, "file of weights") if isinstance(path, Path) else path.read_bytes()
    trouble = f"{path} holds no weights of Rumpus"
    try:
        arrays = unpack_arrays(packed, _dtype_of)
        head = arrays.pop(HEADER, np.zeros(0, np.uint8)).tobytes()
        if decode_json(head, trouble, _Format).format != FORMAT_VERSION:
            raise BadWeights(f"{path} was written by another version of Rumpus. Train it again.")
        header = decode_json(head, trouble, _Header)
    except BadArrays as error:
        raise BadWeights(f"{trouble}, because {error}.") from None
    except BadRecord as error:
        raise BadWeights(str(error)) from None
    weights = Weights(header.game, header.version, [])
    for number, net in enumerate(header.nets):
        mine = {name.removeprefix(f"{number} "): arrays[name] for name in arrays if name.startswith(f"{number} ")}
        weights.nets.append(
            TrainedNet(
                net.method, net.options, net.features, mine, net.history, net.decisions, str(path), net.also,
                net.relative,
            )
        )  # fmt: skip
    return weights


def _dtype_of(name: str) -> str | None:
    found = _NAME.fullmatch(name)
    return "|u1" if name == HEADER else _dtype_of_net(found[2]) if found else None


def _dtype_of_net(name: str) -> str:
    # float16 holds integers exactly up to 2048 only, and entities may start at later columns.
    return "<f4" if name == ENTITIES else "<f2"


@lru_cache(maxsize=16)
def shipped_weights(game: Game) -> Weights | None:
    """Loads the weights in the game's package, once per process. None if there are none."""
    if not game.package:
        return None
    path = resources.files(game.package).joinpath("weights.npz")
    return load_weights(path) if path.is_file() else None


def weights_for(game: Game, file: str) -> Weights:
    """Loads the weights of a file, or the game's own if none is named."""
    if not file:
        shipped = shipped_weights(game)
        if shipped is None:
            raise UnknownName(f"No weights came with {game.title}. Make some with `rumpus train {game.name}`.")
        return shipped
    path = Path(file)
    found = _cached_weights(path, _mtime_ns(path))
    if found.game != game.name:
        raise BadWeights(f"{file} holds weights of {shortened(found.game)}, not of {game.name}. Name another file.")
    return found


def _mtime_ns(path: Path) -> int:
    """Returns the modification time, or 0 for an unreadable file. `load_weights` reports that."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=16)
def _cached_weights(path: Path, mtime_ns: int) -> Weights:
    """Loads a file, once per process and modification time."""
    return load_weights(path)


def features_fingerprint(game: Game, options: Options) -> str:
    """Hashes the names of the features: equal if rows mean the same."""
    names = "\n".join(game.bots().features(options).names)
    return hashlib.blake2b(names.encode(), digest_size=8).hexdigest()
