"""What only some need, and which extra of the installation brings it."""

from __future__ import annotations

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
}


class MissingExtra(RumpusError):
    """A library that this installation was made without."""


def lacking(error: ModuleNotFoundError) -> Exception:
    """What to raise in place of this error: which extra to install, or the error itself if none brings the module."""
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS:
        return error
    extra = f"'rumpus[{EXTRAS[library]}]'"
    return MissingExtra(f"this needs {library}, which is not installed; pip install {extra} brings it")
