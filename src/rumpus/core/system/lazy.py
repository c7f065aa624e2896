"""Loads names of a package on first use (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from rumpus.core.extras import missing_extra


def lazy_names(
    package: str, names: Mapping[str, Sequence[str]], extra: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Returns `__getattr__` and `__dir__` for a package.

    `names` lists names by the module that defines them; those of its modules that lie in the package load by their own
    name too. A name is stored in the package once it is loaded. `extra` contains the libraries that the modules need.
    """
    modules = {name: module for module, defined in names.items() for name in defined}
    submodules = {tail: module for module in names for parent, _, tail in [module.rpartition(".")] if parent == package}

    def load(name: str) -> object:
        if name not in modules and name not in submodules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=sys.modules[package])
        try:
            module = import_module(modules.get(name) or submodules[name])
        except ModuleNotFoundError as error:
            raise missing_extra(error, extra) from None
        value: object = getattr(module, name) if name in modules else module
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *modules})

    return load, list_names
