"""The sixth game is installed for these tests too."""

from tests.players.conftest import pigeons_are_installed

__all__ = ["pigeons_are_installed"]
