"""The sixth game is in the catalogue of this process too."""

from tests.web.conftest import pigeons

__all__ = ["pigeons"]
