"""Kuhn's poker: small enough to be solved, and with payoffs that are more than won and lost."""

from kuhn.game import Kuhn

game = Kuhn()
