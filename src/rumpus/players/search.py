"""A player by information-set Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.system.pausable import Pausable, complete
from rumpus.players.player import Choice, Explanation, Player
from rumpus.players.search_text import Budget, read_search_config
from rumpus.players.tree import Edge, Tree
from rumpus.players.tree_reuse import find_reusable_node

MAX_NODES = 400_000
"""Nodes after which a tree stops growing. About 200 MB at worst."""

SLICE_SECONDS = 0.01
"""Longest stretch of compiled code: Ctrl-C and other threads wait this plus one simulation."""

RESERVED_SECONDS = 0.0015
"""Part of a time budget kept for the work after the search."""

MIN_STRATEGY_RATIO = 0.2
"""Moves below this fraction of the most probable one are dropped from the strategy: noise."""

MIN_VISIT_RATIO = 0.8
"""Moves with this fraction of the most visits are equally good, if regrets are not used."""

MIN_LINE_VISITS = 30
"""Fewest visits of a decision that is expected to follow."""

RESOLUTION = 1 << 20
"""Probabilities are drawn as integers below this, which repeats on every machine."""

BLUNDER_REASON = "{} was made without thinking: whoever is easy to beat does that now and then."


class SearchPlayer(Player):
    """Searches within a budget and reuses its tree."""

    def __init__(
        self,
        name: str,
        game: Game,
        options: Options,
        seed: str,
        budget: Budget,
        changes: Sequence[str] = (),
        blunder_rate: float = 0.0,
    ) -> None:
        """`changes`: settings of the search as in `rollout_depth=4`. `blunder_rate`: probability of a random move."""
        super().__init__(name)
        self.budget = budget
        bots = game.bots()
        self._game = game
        self._options = options
        self._changes = changes
        self._config = read_search_config(changes, bots.search)
        self._evaluator = bots.evaluator(options)
        self._move_count = game.move_count(options)
        self._rng = SeededRng(seed)
        self._blunder_rate = blunder_rate
        self._tree: Tree | None = None
        self._last_info: InfoState | None = None
        self._moves_since: list[Move] = []
        self.reused_tree = False
        """True if the last decision reused a tree."""

    def engine(self) -> str:
        count, seconds = self.budget.simulations, self.budget.seconds
        return f"search of {count:,} simulations" if count is not None else f"search of {seconds:g} s"

    def decide(self, info: InfoState) -> Move:
        return complete(self.decide_pausable(info))

    def decide_pausable(self, info: InfoState) -> Pausable[Move]:
        """Decides with a pause after every slice. Pauses change nothing if the budget has no seconds."""
        begun = perf_counter()
        forced = self.forced_move(info)
        if forced is not None:
            self._moves_since.append(forced)
            return forced
        # Draws come in this order: blunder, base, tree reuse, simulations, choice. Seeded games depend on it.
        if self._blunder_rate and self._rng.below(RESOLUTION) < self._blunder_rate * RESOLUTION:
            return self._blunder(info)
        base = info.sample(self._rng)
        deadline = 0.0 if self.budget.seconds is None else begun + self.budget.seconds - RESERVED_SECONDS
        tree = self._tree_for(info)
        made = yield from self._simulate(tree, base, deadline)
        choices = self._rank(info, tree, base)
        self._tree, self._last_info, self._moves_since = tree, info, [choices[0].move]
        self._explanation = Explanation(self.name, choices, made)
        return choices[0].move

    def _blunder(self, info: InfoState) -> Move:
        """Plays a random move and drops the tree."""
        moves = list(info.moves())
        moves.insert(0, moves.pop(self._rng.below(len(moves))))
        # `_moves_since` lacks this move, so the tree could not be followed any further.
        self._tree = None
        self._explanation = Explanation(self.name, [Choice(info, move) for move in moves], reason=BLUNDER_REASON)
        return moves[0]

    def __getstate__(self) -> dict[str, object]:
        """Drops the tree and compiled parts. The copy starts a new tree."""
        dropped = ("_evaluator", "_config", "_tree", "_last_info")
        return {**self.__dict__, **dict.fromkeys(dropped), "_moves_since": []}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        bots = self._game.bots()
        self._evaluator, self._config = bots.evaluator(self._options), read_search_config(self._changes, bots.search)

    def nodes(self) -> int:
        return 0 if self._tree is None else self._tree.size()

    def likely_next(self, move: Move) -> tuple[Seat, Move] | None:
        """The decision that mostly follows this move in the last search. None if none stands out."""
        tree, info = self._tree, self._last_info
        edge = None if tree is None or info is None else tree.root.edges.get(info.seat * self._move_count + move)
        if edge is None or edge.child is None:
            return None
        following = edge.child.edges
        key = max(following, key=lambda key: following[key].visits, default=None)
        if key is None:
            return None
        visits = following[key].visits
        if visits < MIN_LINE_VISITS or visits <= sum(edge.visits for edge in following.values()) / 2:
            return None
        return key // self._move_count, following[key].move

    def _tree_for(self, info: InfoState) -> Tree:
        """Returns the last tree if its subtree fits the new decision, else a new one."""
        old, last_info = self._tree, self._last_info
        self.reused_tree = False
        if old is not None and last_info is not None and old.seat == info.seat:
            node = find_reusable_node(old, last_info, self._moves_since, info, self._rng)
            if node is not None:
                old.reroot(node)
                self.reused_tree = True
                return old
        return Tree(info.seat, self._move_count, self._config, self._evaluator, self._rng, MAX_NODES)

    def _simulate(self, tree: Tree, base: Position, deadline: float) -> Pausable[int]:
        """Simulates until the budget is spent. Not compiled, so that Ctrl-C is handled between slices."""
        limit = self.budget.simulations
        made = 0
        while limit is None or made < limit:
            now = perf_counter()
            if deadline and now >= deadline:
                break
            made += tree.simulate(base, 1_000_000 if limit is None else limit - made, now + SLICE_SECONDS, deadline)
            yield
        return made

    def _rank(self, info: InfoState, tree: Tree, base: Position) -> list[Choice]:
        """Ranks moves by visits, then value. Moves without visits keep the order of the rules."""
        edges = tree.root.edges
        found = [(edges.get(info.seat * self._move_count + move), move) for move in info.moves()]
        # Visits before values: the mean of few visits is unreliable (robust child, Chaslot et al. 2008).
        found.sort(key=lambda pair: (-pair[0].visits, -pair[0].value_sum) if pair[0] else (0, 0.0))
        if len(base.to_act()) > 1:
            first = self._sample_best([edge for edge, _ in found])
            found.insert(0, found.pop(first))
        return [
            Choice(info, move, edge.wins / edge.visits, edge.visits) if edge and edge.visits else Choice(info, move)
            for edge, move in found
        ]

    def _sample_best(self, edges: list[Edge | None]) -> int:
        """Samples among the good moves of a simultaneous decision: a fixed choice could be exploited."""
        # With regret matching only the average strategy approaches an equilibrium; the last one may cycle.
        if self._config.regret_exploration > 0.0:
            high = max([edge.strategy_sum for edge in edges if edge], default=0.0) or 1.0
            weights = [round(RESOLUTION * edge.strategy_sum / high) if edge else 0 for edge in edges]
            floor = max(weights) * MIN_STRATEGY_RATIO
        else:
            weights = [edge.visits if edge else 0 for edge in edges]
            floor = max(weights) * MIN_VISIT_RATIO
        kept = [weight if weight >= floor else 0 for weight in weights]
        return self._rng.weighted(kept) if sum(kept) else 0
