"""Files of weights: networks with the rules and options they were trained for."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json
from rumpus.core.system.files import write_whole
from rumpus.players.net import ENTITIES, FixedNet, Real, quantised

FORMAT_VERSION = 1
AFTERSTATES, POLICY, POLICY_ONLY = "afterstates", "policy", "policy alone"
"""How a network plays: by values of afterstates, by policy and values, or by policy alone."""


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

    @cached_property
    def net(self) -> FixedNet:
        """The network, shared by all players of a process."""
        return FixedNet(self.arrays)

    def fits(self, game: Game, options: Options) -> bool:
        """True if trained with these options and features."""
        return game.options(self.changes) == options and features_fingerprint(game, options) == self.features


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
        return next((net for net in self.nets if net.fits(game, options)), None)

    def save(self, path: Path) -> None:
        nets = [
            {"method": net.method, "options": net.changes, "features": net.features, "history": net.history,
             "decisions": net.rollout_depth}
            for net in self.nets
        ]  # fmt: skip
        header = {"format": FORMAT_VERSION, "game": self.game, "version": self.version, "nets": nets}
        arrays: dict[str, Real] = {}
        for number, net in enumerate(self.nets):
            for name, value in net.arrays.items():
                # float16 holds integers exactly up to 2048 only, and entities may start at later columns. Weights stay
                # multiples of 1 / 4096 in float16, so saving them again changes nothing.
                kind = np.float32 if name == ENTITIES else np.float16
                arrays[f"{number} {name}"] = quantised(value.astype(np.float64)).astype(kind)
        text = np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), dtype=np.uint8)
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, head=text, **arrays)
        write_whole(path, file.getvalue())


def load_weights(path: Path | Traversable) -> Weights:
    """Loads a file written by `Weights.save`."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            header = json.loads(found["head"].tobytes())
            if header["format"] != FORMAT_VERSION:
                raise BadWeights(f"{path} was written by another version of Rumpus. Train it again.")
            weights = Weights(header["game"], header["version"], [])
            for number, net in enumerate(header["nets"]):
                names = [name for name in found.files if name.startswith(f"{number} ")]
                arrays = {name.removeprefix(f"{number} "): found[name] for name in names}
                depth = net.get("decisions", 0)
                weights.nets.append(
                    TrainedNet(net["method"], net["options"], net["features"], arrays, net["history"], depth)
                )
            return weights
    except OSError as error:
        raise BadWeights(f"{path} cannot be read: {error.strerror or error}.") from None
    except (BadZipFile, EOFError, KeyError, TypeError, ValueError) as error:
        raise BadWeights(f"{path} holds no weights of Rumpus ({error}).") from None


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
    try:
        found = _cached_weights(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadWeights(f"{file} cannot be read: {error.strerror or error}.") from None
    if found.game != game.name:
        raise BadWeights(f"{file} holds weights of {found.game}, not of {game.name}. Name another file.")
    return found


@lru_cache(maxsize=16)
def _cached_weights(path: Path, mtime_ns: int) -> Weights:
    """Loads a file, once per process and modification time."""
    return load_weights(path)


def features_fingerprint(game: Game, options: Options) -> str:
    """Hashes the names of the features: equal if rows mean the same."""
    names = "\n".join(game.bots().features(options).names)
    return hashlib.blake2b(names.encode(), digest_size=8).hexdigest()
