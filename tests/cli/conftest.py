"""The same games and ways to drive the command line as in the terminal's tests."""

from tests.terminal.conftest import command, installed, rumpus, shelf

__all__ = ["command", "installed", "rumpus", "shelf"]
