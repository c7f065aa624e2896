"""The API reference lists every public name."""

from __future__ import annotations

from importlib import import_module

import pytest

from tools.api_pages import PACKAGES, package_page


@pytest.mark.parametrize("name", [name for name in PACKAGES if hasattr(import_module(name), "__all__")])
def test_every_public_name_has_a_directive(name: str) -> None:
    package = import_module(name)
    page = package_page(package)
    for member in package.__all__:
        assert f":: {name}.{member}\n" in page


def test_methods_without_a_docstring_are_listed() -> None:
    """A name such as `moves` needs no sentence, but must be found."""
    page = package_page(import_module("rumpus.client"))
    assert page.count("autoclass") == page.count("   :undoc-members:") > 0


def test_the_names_that_a_client_of_profiles_needs_are_public() -> None:
    page = package_page(import_module("rumpus.client"))
    assert ":: rumpus.client.new_token\n" in page
