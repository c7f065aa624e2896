"""Optional libraries, and the extras of the installation that contain each."""

from __future__ import annotations

from importlib.util import find_spec

from rumpus.core.errors import RumpusError

EXTRAS = {
    "numpy": ("lab", "envs", "openspiel"),
    "scipy": ("lab",),
    "matplotlib": ("lab", "envs"),
    "openskill": ("lab", "people"),
    "gymnasium": ("envs",),
    "pettingzoo": ("envs",),
    "PIL": ("envs",),
    "pyspiel": ("openspiel",),
    "open_spiel": ("openspiel",),
    "ray": ("cluster",),
    "asyncpg": ("postgres",),
    "webauthn": ("people",),
    "http_ece": ("people",),
    "torch": ("train",),
    "sb3_contrib": ("train",),
    "stable_baselines3": ("train",),
}


class MissingExtra(RumpusError):
    """An optional library is not installed."""


def check_extra(extra: str) -> None:
    """Raises MissingExtra early if a library of this extra is missing."""
    for library, extras in EXTRAS.items():
        if extra in extras and find_spec(library) is None:
            raise missing_extra(ModuleNotFoundError(name=library), extra)


def missing_extra(error: ModuleNotFoundError, extra: str = "") -> Exception:
    """Converts an import error into MissingExtra, if an extra contains the module.

    `extra` is the one to name if several do; by default the first.
    """
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS:
        return error
    named = extra if extra in EXTRAS[library] else EXTRAS[library][0]
    return MissingExtra(f"This needs {library}, which is not installed. `pip install 'rumpus[{named}]'` installs it.")
