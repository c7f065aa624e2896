"""Rumpus: turn-based games, written once as rules."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

__version__ = "0.1.0"


class _SourceFirst(importlib.abc.MetaPathFinder):
    """Loads modules from source even if compiled ones exist (RUMPUS_PURE=1)."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("rumpus.") or path is None:
            return None
        tail = name.rpartition(".")[2]
        for folder in path:
            package = Path(folder, tail, "__init__.py")
            if package.is_file():
                return importlib.util.spec_from_file_location(
                    name, package, submodule_search_locations=[str(package.parent)]
                )
            module = Path(folder, tail + ".py")
            if module.is_file():
                return importlib.util.spec_from_file_location(name, module)
        return None


if os.environ.get("RUMPUS_PURE") == "1":
    sys.meta_path.insert(0, _SourceFirst())


def compiled() -> bool:
    """True if the compiled modules are in use."""
    from rumpus.core import rng

    return not str(rng.__file__).endswith(".py")
