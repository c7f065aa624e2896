"""Optional libraries, and the extra of the installation that contains each."""

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
    """An optional library is not installed."""


def check_extra(extra: str) -> None:
    """Raises MissingExtra early if a library of this extra is missing."""
    for library, where in EXTRAS.items():
        if where == extra and find_spec(library) is None:
            raise missing_extra(ModuleNotFoundError(name=library))


def missing_extra(error: ModuleNotFoundError) -> Exception:
    """Converts an import error into MissingExtra, if an extra contains the module."""
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS:
        return error
    extra = f"'rumpus[{EXTRAS[library]}]'"
    return MissingExtra(f"This needs {library}, which is not installed. `pip install {extra}` installs it.")
