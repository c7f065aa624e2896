"""What a game's rules import: declared positions and games, options and field kinds.

`rumpus.author.contract` holds what positions by hand need, `rumpus.author.bots` settings and evaluators of bots,
`rumpus.author.screens` drawings, and `rumpus.author.lab` groups and treatments for the lab.
"""

from rumpus.core.declared import DeclaredPosition, Pool, each, own, sealed, secret, shown
from rumpus.core.declared.game import DeclaredGame, placed, take
from rumpus.core.options import Options, choice, number, switch
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Rng
from rumpus.core.words import Topic

__all__ = [
    "DeclaredGame",
    "DeclaredPosition",
    "Move",
    "Options",
    "Pool",
    "Rng",
    "Seat",
    "Topic",
    "choice",
    "each",
    "number",
    "own",
    "placed",
    "sealed",
    "secret",
    "shown",
    "switch",
    "take",
]
