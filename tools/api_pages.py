"""The API reference: one page per public package, from its `__all__` and docstrings."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sphinx.pycode import ModuleAnalyzer

from bootstrap import ROOT

PACKAGES = (
    "rumpus",
    "rumpus.author",
    "rumpus.author.contract",
    "rumpus.author.bots",
    "rumpus.author.screens",
    "rumpus.author.lab",
    "rumpus.client",
    "rumpus.envs",
    "rumpus.envs.gym",
    "rumpus.envs.gym_vector",
    "rumpus.envs.spiel",
    "rumpus.envs.vector",
    "rumpus.envs.zoo",
    "rumpus.lab",
    "rumpus.review",
    "rumpus.testing",
)
"""What users may import. Everything else is internal."""
HEAD = """\
API reference
=============

.. code-block:: python

   import rumpus

   game = rumpus.game("cat_brawl")
   print(rumpus.play(game, ["normal", "greedy"], seed="any text").result)

These packages are public.
Their names change only with a note in the changelog.
Everything else under ``rumpus`` is internal and may change at any time.

.. toctree::
   :maxdepth: 1

"""


def api_pages() -> dict[str, str]:
    pages = {"api/index.rst": HEAD + "".join(f"   {name}\n" for name in PACKAGES)}
    return pages | {f"api/{name}.rst": package_page(import_module(name)) for name in PACKAGES}


def package_page(package: ModuleType) -> str:
    name = package.__name__
    parts = [name, "=" * len(name), ""]
    if not hasattr(package, "__all__"):
        return "\n".join([*parts, f".. automodule:: {name}", "   :members:", ""])
    parts += [f".. automodule:: {name}", "   :no-members:", ""]
    for member in package.__all__:
        parts += directive(package, member)
    return "\n".join(parts)


def directive(package: ModuleType, name: str) -> list[str]:
    """Returns the directive for a public name."""
    thing, full = getattr(package, name), f"{package.__name__}.{name}"
    if inspect.isclass(thing):
        return [f".. autoclass:: {full}", "   :members:", "   :undoc-members:", ""]
    if inspect.isroutine(thing):
        return [f".. autofunction:: {full}", ""]
    lines = data_docstring(package, name)
    return [f".. py:data:: {full}", "", *(f"   {line}" for line in lines), ""]


def data_docstring(package: ModuleType, name: str) -> list[str]:
    """Returns the docstring below a constant or type alias, from the module that defines it."""
    source = ROOT / "src" / Path(*package.__name__.split("."))
    file = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")  # the installed one may be compiled
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and any(alias.name == name for alias in node.names):
            return data_docstring(import_module(node.module), name)
    found: list[str] = ModuleAnalyzer.for_file(str(file), package.__name__).find_attr_docs().get(("", name), [])
    return found
