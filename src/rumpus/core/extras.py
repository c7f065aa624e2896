"""What only some need, and which extra of the installation brings it."""

from __future__ import annotations

from importlib.util import find_spec

from rumpus.core.errors import RumpusError

EXTRAS = {
    "numpy": "lab",
    "scipy": "lab",
    "matplotlib": "lab",
    "openskill": "lab",
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "PIL": "envs",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
    "ray": "cluster",
    "asyncpg": "postgres",
    "torch": "train",
    "sb3_contrib": "train",
    "stable_baselines3": "train",
}


class MissingExtra(RumpusError):
    """A library that this installation was made without."""


def check_extra(extra: str) -> None:
    """Refuse now what would fail later, if a library of this extra is missing."""
    for library, where in EXTRAS.items():
        if where == extra and find_spec(library) is None:
            raise lacking(ModuleNotFoundError(name=library))


def lacking(error: ModuleNotFoundError) -> Exception:
    """What to raise in place of this error: which extra to install, or the error itself if none brings the module."""
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS:
        return error
    extra = f"'rumpus[{EXTRAS[library]}]'"
    return MissingExtra(f"this needs {library}, which is not installed; pip install {extra} brings it")
