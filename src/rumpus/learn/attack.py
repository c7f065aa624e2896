"""How often a player can be beaten, at least: by an attacker that has learnt against nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.learn.practice import Rival
from rumpus.learn.training import Plans, Point, Training
from rumpus.players.catalogue import find_player

EXAM_GAMES = 400


def attack(player: str, game: Game, changes: Mapping[str, object], plans: Plans) -> Point:
    """The last point of the attacker's curve. The best one would be luck too: it was chosen after the fact."""
    options = game.options(changes)
    if game.seats(options) != 2:
        raise BadOption("an attacker needs exactly one opponent: choose options for two seats")
    find_player(player, game, options, "is there one?", timed=False)
    training = Training(game, changes, replace(plans, rival=Rival(player, 1), exam_games=EXAM_GAMES))
    training.run()
    if not training.curve:
        raise BadOption("the attack was ended before its first exam")
    return training.curve[-1]
