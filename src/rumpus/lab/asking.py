"""What `worth` and `effects` are asked with, in one list."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from rumpus.core.catalogue import find_game
from rumpus.lab.arguments import (
    AsJson,
    GameName,
    Jobs,
    On,
    Options,
    PageOut,
    Seed,
    Strengths,
    VariantFile,
    Without,
    changes_of,
    variant_of,
)
from rumpus.lab.lead import strengths_of
from rumpus.lab.workers import Workers, working

if TYPE_CHECKING:
    from rumpus.lab.plan import Plan


class Asked:
    """The game as it is to be played, who plays, where, and what becomes of the findings."""

    def __init__(
        self,
        game: GameName,
        strengths: Strengths = "greedy",
        option: Options = None,
        without: Without = None,
        variant: VariantFile = None,
        seed: Seed = "lab",
        jobs: Jobs = 0,
        on: On = "",
        out: PageOut = None,
        as_json: AsJson = False,
    ) -> None:
        self.variant, self.game = variant_of(variant, find_game(game))
        self.changes = changes_of(self.game, option, without=without)
        self.strengths = strengths_of(strengths)
        self.seed = seed
        self.jobs = jobs
        self.on = on
        self.out = out
        self.as_json = as_json

    def plan(self, strength: str, games: int) -> Plan:
        from rumpus.lab.plan import Plan

        return Plan(self.game, self.changes, [strength], games, self.seed, variant=self.variant)

    def working(self) -> AbstractContextManager[Workers]:
        return working(self.jobs, self.on, apart=self.variant is not None)


def with_asked(command: Callable[..., None]) -> Callable[..., None]:
    """The command as a command line sees it: with words of its own, and with all those of `Asked`."""
    game, *shared = inspect.signature(Asked, eval_str=True).parameters.values()
    _, *own = inspect.signature(command, eval_str=True).parameters.values()

    def asked(**words: Any) -> None:
        mine = {word.name: words.pop(word.name) for word in own}
        command(Asked(**words), **mine)

    asked.__name__, asked.__doc__ = command.__name__, command.__doc__
    asked.__signature__ = inspect.Signature([game, *own, *shared])  # type: ignore[attr-defined]
    return asked
