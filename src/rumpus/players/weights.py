"""What training writes and a player loads: small networks with the game, rules and options that they are good for."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Plain
from rumpus.core.system.files import write_whole
from rumpus.players.net import THINGS, FixedNet, Real, grained

FORMAT = 1
AFTERSTATES, POLICY, ALONE = "afterstates", "policy", "policy alone"
"""By where each move leads; by a policy and where its likely moves lead; by a policy and nothing else."""


class BadWeights(RumpusError):
    """A file of weights that cannot be used, and why."""


class Trained:
    """One network: how it plays, for which changes of the options, and how it came to be."""

    def __init__(
        self,
        method: str,
        changes: Mapping[str, object],
        features: str,
        arrays: Mapping[str, Real],
        history: Mapping[str, Plain],
        decisions: int = 0,
    ) -> None:
        self.method = method
        self.changes = dict(changes)
        self.features = features
        """`features_print` of the rows it reads."""
        self.arrays = dict(arrays)
        self.history = dict(history)
        self.decisions = decisions
        """For how many decisions it plays each promising move on, before it asks what that is worth."""
        self._net: FixedNet | None = None

    @property
    def net(self) -> FixedNet:
        """Made once: all players of a process share it."""
        if self._net is None:
            self._net = FixedNet(self.arrays)
        return self._net

    def knows(self, game: Game, options: Options) -> bool:
        """Whether it was trained with exactly these numbers of the table."""
        return game.options(self.changes) == options and features_print(game, options) == self.features


class Weights:
    """All networks of one game, in one file."""

    def __init__(self, game: str, version: int, nets: Sequence[Trained]) -> None:
        self.game = game
        self.version = version
        self.nets = list(nets)

    def net_for(self, game: Game, options: Options) -> Trained | None:
        """The network for these options; None if there is none."""
        if (self.game, self.version) != (game.name, game.version):
            return None
        return next((net for net in self.nets if net.knows(game, options)), None)

    def save(self, path: Path) -> None:
        head = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "nets": [
                {
                    "method": net.method,
                    "options": net.changes,
                    "features": net.features,
                    "history": net.history,
                    "decisions": net.decisions,
                }
                for net in self.nets
            ],
        }
        arrays = {
            f"{number} {name}": grained(value.astype(np.float64)).astype(np.float32 if name == THINGS else np.float16)
            for number, net in enumerate(self.nets)
            for name, value in net.arrays.items()
        }
        text = np.frombuffer(json.dumps(head, ensure_ascii=False).encode(), dtype=np.uint8)
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, head=text, **arrays)
        write_whole(path, file.getvalue())


def load_weights(path: Path | Traversable) -> Weights:
    """What `save` wrote; anything else is refused with a sentence."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            head = json.loads(found["head"].tobytes())
            if head["format"] != FORMAT:
                raise BadWeights(f"{path} was written by another version of Rumpus")
            nets = [
                Trained(
                    net["method"],
                    net["options"],
                    net["features"],
                    {
                        name.removeprefix(f"{number} "): found[name]
                        for name in found.files
                        if name.startswith(f"{number} ")
                    },
                    net["history"],
                    net.get("decisions", 0),
                )
                for number, net in enumerate(head["nets"])
            ]
            return Weights(head["game"], head["version"], nets)
    except OSError as error:
        raise BadWeights(f"{path} cannot be read: {error.strerror or error}") from None
    except (BadZipFile, EOFError, KeyError, TypeError, ValueError) as error:
        raise BadWeights(f"{path} holds no weights of Rumpus ({error})") from None


@lru_cache(maxsize=16)
def shipped_weights(game: Game) -> Weights | None:
    """Those that came with the game's package, read once per process; None if it has none."""
    if not game.package:
        return None
    path = resources.files(game.package).joinpath("weights.npz")
    return load_weights(path) if path.is_file() else None


@lru_cache(maxsize=16)
def weights_of(path: Path, changed: int) -> Weights:
    """Those of a file, read once per process for each time at which it `changed` (in nanoseconds)."""
    return load_weights(path)


def features_print(game: Game, options: Options) -> str:
    """Says alike whenever the rows of features mean the same."""
    names = "\n".join(game.bots().features(options).names)
    return hashlib.blake2b(names.encode(), digest_size=8).hexdigest()
