"""A player that looks ahead: many dreams, one tree, and the move that did best in them."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Position
from rumpus.core.rng import Seeded
from rumpus.players.player import Choice, Explanation, Player
from rumpus.players.search_text import Budget, read_manner
from rumpus.players.tree import Tree, Try
from rumpus.players.tree_reuse import kept_node

MOST_NODES = 400_000
"""What a tree may grow to; a longer search refines what it has. Some 200 MB at worst."""

BREATH = 0.01
"""Seconds of compiled code in one go: Ctrl-C and other threads wait no longer than this and one simulation."""

SLACK = 0.0015
"""Seconds kept back from a time budget for what comes after the search."""

SELDOM = 0.2
"""Of a strategy, moves made less often than this share of its favourite are noise."""

ALIKE = 0.8
"""Where each chooses as if alone, moves looked at about this often in proportion to the favourite are as good."""

GRAIN = 1 << 20
"""Shares of a strategy are drawn in parts of this size, so that they repeat anywhere."""

SLIPPED = "{} was made without thinking: whoever is easy to beat does that now and then."


class SearchPlayer(Player):
    """Information-set Monte Carlo tree search within a budget."""

    def __init__(
        self,
        name: str,
        game: Game,
        options: Options,
        seed: str,
        budget: Budget,
        changes: Sequence[str] = (),
        slip: float = 0.0,
    ) -> None:
        """`changes`: of the game's manner, each as in `depth=4`. `slip`: how often it makes any move instead."""
        super().__init__(name)
        self.budget = budget
        bots = game.bots()
        self._game = game
        self._options = options
        self._changes = changes
        self._manner = read_manner(changes, bots.manner)
        self._judge = bots.judge(options)
        self._width = game.move_count(options)
        self._luck = Seeded(seed)
        self._slip = slip
        self._tree: Tree | None = None
        self._before: Chair | None = None
        self._since: list[Move] = []
        self.kept = False
        """Whether the last decision could build on an earlier tree."""

    def decide(self, chair: Chair) -> Move:
        begun = perf_counter()
        forced = self.forced(chair)
        if forced is not None:
            self._since.append(forced)
            return forced
        if self._slip and self._luck.below(GRAIN) < self._slip * GRAIN:
            return self._slipped(chair)
        base = chair.imagine(self._luck)
        deadline = 0.0 if self.budget.seconds is None else begun + self.budget.seconds - SLACK
        tree = self._grown(chair)
        made = self._look(tree, base, deadline)
        choices = self._ranked(chair, tree, base)
        self._tree, self._before, self._since = tree, chair, [choices[0].move]
        self._explanation = Explanation(self.name, choices, made)
        return choices[0].move

    def _slipped(self, chair: Chair) -> Move:
        """Any move, and what was thought before is forgotten."""
        moves = list(chair.moves())
        moves.insert(0, moves.pop(self._luck.below(len(moves))))
        self._tree = None
        self._explanation = Explanation(self.name, [Choice(chair, move) for move in moves], reason=SLIPPED)
        return moves[0]

    def __getstate__(self) -> dict[str, object]:
        """For a copy or a pickle: it remembers no tree, and looks anew at its next decision."""
        return {**self.__dict__, "_judge": None, "_manner": None, "_tree": None, "_before": None, "_since": []}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        bots = self._game.bots()
        self._judge, self._manner = bots.judge(self._options), read_manner(self._changes, bots.manner)

    def nodes(self) -> int:
        return 0 if self._tree is None else self._tree.size()

    def _grown(self, chair: Chair) -> Tree:
        """The tree of the last decision where it still holds, or a new one."""
        old, before = self._tree, self._before
        self.kept = False
        if old is not None and before is not None and old.seat == chair.seat:
            node = kept_node(old, before, self._since, chair, self._luck)
            if node is not None:
                old.start_from(node)
                self.kept = True
                return old
        return Tree(chair.seat, self._width, self._manner, self._judge, self._luck, MOST_NODES)

    def _look(self, tree: Tree, base: Position, deadline: float) -> int:
        """Simulate until the budget is used up; this loop is interpreted on purpose, so that Ctrl-C gets its turn."""
        wanted = self.budget.simulations
        made = 0
        while wanted is None or made < wanted:
            now = perf_counter()
            if deadline and now >= deadline:
                break
            made += tree.look(base, 1_000_000 if wanted is None else wanted - made, now + BREATH, deadline)
        return made

    def _ranked(self, chair: Chair, tree: Tree, base: Position) -> list[Choice]:
        """The decision first, then the rest, most looked at first."""
        tries = tree.root.tries
        found: list[tuple[Try | None, Move]] = []
        for move in chair.moves():
            found.append((tries.get(chair.seat * self._width + move), move))
        # Equal looks: the better result; nothing looked at in time: the order of the rules.
        found.sort(key=lambda pair: (-pair[0].visits, -pair[0].total) if pair[0] else (0, 0.0))
        if len(base.to_act()) > 1:
            first = self._mixed([one for one, _ in found])
            found.insert(0, found.pop(first))
        choices: list[Choice] = []
        for one, move in found:
            looks = one.visits if one else 0
            chance = one.wins / one.visits if one and one.visits else None
            choices.append(Choice(chair, move, chance, looks))
        return choices

    def _mixed(self, tries: list[Try | None]) -> int:
        """Whoever always does the same is read by those who decide at the same time: vary among the good moves."""
        if self._manner.regret > 0.0:
            high = max([one.share for one in tries if one], default=0.0) or 1.0
            weights, least = [round(GRAIN * one.share / high) if one else 0 for one in tries], SELDOM
        else:
            weights, least = [one.visits if one else 0 for one in tries], ALIKE
        floor = max(weights) * least
        kept = [weight if weight >= floor else 0 for weight in weights]
        return self._luck.weighted(kept) if sum(kept) else 0
