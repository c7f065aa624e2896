"""Information-set Monte Carlo tree search (ISMCTS).

Any number of seats. Each simulation samples a world, a full position consistent with what the searching seat knows, and
descends one shared tree (single-observer ISMCTS: Cowling, Powley, Whitehouse 2012). A node stands for the sequence of
all seats' moves since the root. Worlds that differ in chance and hidden cards share it: its legal moves, even the seat
to act, may differ between worlds. So a node keeps its statistics per seat and move, with an availability count.

Each seat maximises its own payoff (max^n): values belong to the seat of their edge and are never negated.

- One seat to act: UCB1, or PUCT if the evaluator's scores serve as priors.
- Simultaneous moves: regret matching on the payoff matrix seen so far (SM-MCTS, Lanctot et al. 2013). The tree branches
  by joint moves. The caller plays the average strategy.
- Simultaneous moves with `regret_exploration` 0: each seat selects by itself (decoupled UCT).

This module is compiled with mypyc. The caller asks for a few simulations at a time, so that Ctrl-C is handled in
between; the deadline is also checked within a simulation.
"""

from __future__ import annotations

from math import exp, log, sqrt
from time import perf_counter
from typing import Final

from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import SearchConfig
from rumpus.core.outcome import winners
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng

JOINT_BASE: Final = 65536
"""Base of the keys of joint edges. More than the edges of any node."""
NO_WINNER: Final = -1
"""No sole winner: a shared win, or an unfinished game."""
SHRINKAGE_VISITS: Final = 1.0
"""Virtual visits by which a joint edge's mean is shrunk towards the move's mean over all joint edges."""
RESOLUTION: Final = 1 << 30
"""Probabilities are drawn as integers below this."""
FPU_REDUCTION: Final = 0.15
"""First-play urgency (Gelly, Wang 2006): value of an untried move, below its siblings' mean over visits."""
CLOCK_STEPS: Final = 24
"""Steps, in the tree or in a rollout, between two reads of the clock. A joint move is one step."""


class Edge:
    """Statistics of a seat's move at a node."""

    def __init__(self, move: Move, index: int, prior: float) -> None:
        self.move = move
        self.index = index
        """Order of creation at the node, over all seats: in joint keys it identifies seat and move."""
        self.prior = prior
        """Unnormalised prior, at most 1. Fixed by the first world in which the move was legal."""
        self.availability = 0
        """Simulations since the edge exists in which the move was legal. Only UCB1 uses it."""
        self.visits = 0
        self.value_sum = 0.0
        """Sum of payoffs to the edge's seat, each from -1 to 1."""
        self.wins = 0.0
        """Sole wins, for the win chance that people see. A shared win counts 0, a rollout cut short (1 + value) / 2."""
        self.regret = 0.0
        """Cumulative regret at simultaneous moves, clipped at 0."""
        self.strategy_sum = 0.0
        """Sum of its probabilities, each weighted by the visits of the seat's legal edges.

        Normalised over the seat's edges, it is the average strategy. Simultaneous moves only.
        """
        self.child: Node | None = None


class JointEdge:
    """Statistics of one joint move: value sums in the order of the deciding seats."""

    def __init__(self, seat_count: int) -> None:
        self.visits = 0
        self.value_sums = [0.0] * seat_count
        self.child: Node | None = None


class Node:
    """Edges by `seat * move_count + move`, and joint edges by `SimultaneousStep.joint_key`."""

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.joint_edges: dict[int, JointEdge] | None = None


class SimultaneousStep:
    """One joint move of a simulation. Lists are in the order of the seats."""

    def __init__(self, joint_edges: dict[int, JointEdge], seats: list[Seat]) -> None:
        self.joint_edges = joint_edges
        self.joint_key = 0
        """The chosen edges' indices plus 1, as digits in `JOINT_BASE`, first seat first. No digit is 0."""
        self.seats = seats
        self.joint_edge: JointEdge | None = None
        self.edges: list[list[Edge]] = []
        self.policies: list[list[float]] = []
        self.chosen: list[Edge] = []
        self.explored: list[bool] = []
        """True if the seat explored by prior. A greedy move is a model of the opponent, not exploration."""
        self.explored_count = 0


class Tree:
    """Search tree of one seat. Copies its settings: the uncompiled `SearchConfig` is slow to read."""

    def __init__(
        self, seat: Seat, move_count: int, config: SearchConfig, evaluator: Evaluator, rng: Rng, max_nodes: int
    ) -> None:
        self.seat = seat
        self.move_count = move_count
        self.exploration = config.exploration
        """Constant c of UCB1 or PUCT."""
        self.rollout_candidates = config.rollout_candidates
        """Rollout policy. 0: uniform; 1: `Position.rollout_move`; n: best-scored of n random moves."""
        self.rollout_depth = config.rollout_depth
        """Moves of all seats per rollout, each counted. The last joint move may exceed it."""
        self.sims_per_world = config.sims_per_world
        """Simulations that share a sampled world."""
        self.prior_weight = config.prior_weight
        """Log ratio of highest to lowest prior, see `_create_edges`. 0: UCB1 without priors."""
        self.tree_depth = config.tree_depth
        """Steps in the tree before the rollout; a joint move is one step."""
        self.regret_exploration = config.regret_exploration
        """Probability of sampling by prior at simultaneous moves. 0: no regret matching."""
        self.opponent_greedy = config.opponent_greedy
        """Probability that an opponent plays its highest prior at simultaneous moves."""
        self.penalty_per_log_prior = config.prior_penalty / config.prior_weight if config.prior_weight > 0.0 else 0.0
        """Value subtracted per unit of -log(prior) in regrets: the lowest prior loses `prior_penalty`."""
        self.resamples = config.resamples
        """Rejected worlds before one is taken untested."""
        self.evaluator = evaluator
        self.rng = rng
        self.max_nodes = max_nodes
        self.nodes = 1
        """Nodes and joint edges created so far, without children of joint edges. `max_nodes` limits it."""
        self.root = Node()
        self.simulations = 0
        self.longest_rollout = 0
        self._world: Position | None = None
        self._world_uses = 0
        self._path: list[Edge] = []
        self._path_seats: list[Seat] = []
        self._simultaneous_steps: list[SimultaneousStep] = []
        self._deadline = 0.0
        self._steps_until_clock = 0

    def simulate(self, root_position: Position, simulations: int, soft_deadline: float, deadline: float) -> int:
        """Runs up to `simulations` simulations from worlds of `root_position`. Returns how many were completed.

        Except the first, no simulation starts after `soft_deadline`; at `deadline` the running one is dropped. Both are
        `perf_counter` seconds; 0 means never. `root_position` is the same in all calls until `reroot`: they share
        sampled worlds.
        """
        self._deadline = deadline
        self._steps_until_clock = 1
        made = 0
        while made < simulations:
            if not self._simulate_once(self._next_world(root_position)):
                break
            made += 1
            if soft_deadline > 0.0 and perf_counter() >= soft_deadline:
                break
        self.simulations += made
        return made

    def reroot(self, root: Node) -> None:
        """Makes a node of the tree its root, for the seat's next decision."""
        self.root = root
        self._world = None
        self._world_uses = 0

    def size(self) -> int:
        """Counts the nodes reachable from the root. A joint edge and its child count as one."""
        count = 1
        todo: list[Node] = [self.root]
        while todo:
            node = todo.pop()
            for edge in node.edges.values():
                if edge.child is not None:
                    count += 1
                    todo.append(edge.child)
            if node.joint_edges is not None:
                count += len(node.joint_edges)
                for joint_edge in node.joint_edges.values():
                    if joint_edge.child is not None:
                        todo.append(joint_edge.child)
        return count

    def _next_world(self, root_position: Position) -> Position:
        """Returns a world to play in. Each serves `sims_per_world` simulations, the last without a copy."""
        world = self._world
        if world is None:
            world = self._sample_world(root_position)
            world.prepare_rollout()
            self._world_uses = 0
        self._world_uses += 1
        if self._world_uses >= self.sims_per_world:
            self._world = None
            return world
        self._world = world
        return world.copy()

    def _sample_world(self, root_position: Position) -> Position:
        """Samples a world by rejection, accepting each with probability `Evaluator.likelihood`."""
        world = root_position.determinize(self.seat, self.rng)
        for _ in range(self.resamples):
            likelihood = self.evaluator.likelihood(world, self.seat)
            if likelihood >= 1.0 or self.rng.below(RESOLUTION) < likelihood * RESOLUTION:
                break
            world = root_position.determinize(self.seat, self.rng)
        return world

    def _out_of_time(self) -> bool:
        self._steps_until_clock -= 1
        if self._steps_until_clock > 0 or self._deadline <= 0.0:
            return False
        self._steps_until_clock = CLOCK_STEPS
        return perf_counter() >= self._deadline

    def _simulate_once(self, position: Position) -> bool:
        """Runs selection, expansion, rollout and backpropagation. False if time ran out."""
        path = self._path
        path_seats = self._path_seats
        path.clear()
        path_seats.clear()
        self._simultaneous_steps.clear()
        node = self.root
        in_tree = True
        steps = 0
        while in_tree and steps < self.tree_depth:
            steps += 1
            seats = position.to_act()
            if not seats:
                break
            if self._out_of_time():
                return False
            if len(seats) == 1:
                seat = seats[0]
                edge = self._select(node, position, seat)
                path.append(edge)
                path_seats.append(seat)
                position.apply(seat, edge.move, self.rng)
                child = edge.child
                # Expansion: an edge gets a node on its second visit, which saves memory on moves tried once.
                if child is None and steps < self.tree_depth:
                    if edge.visits == 0 or self.nodes >= self.max_nodes:
                        in_tree = False
                    else:
                        child = Node()
                        self.nodes += 1
                        edge.child = child
                if child is not None:
                    node = child
                continue
            joint_edge = self._select_jointly(node, position, seats)
            if joint_edge is None or joint_edge.visits == 0 or steps >= self.tree_depth:
                in_tree = False
                continue
            if joint_edge.child is None:
                joint_edge.child = Node()
            node = joint_edge.child
        if not self.rollout(position):
            return False
        self._backpropagate(position)
        return True

    def _select_jointly(self, node: Node, position: Position, seats: list[Seat]) -> JointEdge | None:
        """Selects and applies one move per seat. Returns the joint edge, None if the tree is full."""
        if node.joint_edges is None:
            node.joint_edges = {}
        joint_edges = node.joint_edges
        step = SimultaneousStep(joint_edges, seats)
        for seat in seats:
            if self.regret_exploration > 0.0:
                edge = self._select_by_regret(node, position, seat, step)
            else:
                edge = self._select(node, position, seat)
            step.chosen.append(edge)
            step.joint_key = step.joint_key * JOINT_BASE + edge.index + 1
            self._path.append(edge)
            self._path_seats.append(seat)
        # Apply only now: no seat may see another's choice before all have chosen.
        for i in range(len(seats)):
            position.apply(seats[i], step.chosen[i].move, self.rng)
        joint_edge = joint_edges.get(step.joint_key)
        if joint_edge is None and self.nodes < self.max_nodes:
            joint_edge = JointEdge(len(seats))
            joint_edges[step.joint_key] = joint_edge
            self.nodes += 1
        step.joint_edge = joint_edge
        self._simultaneous_steps.append(step)
        return joint_edge

    def _select_by_regret(self, node: Node, position: Position, seat: Seat, step: SimultaneousStep) -> Edge:
        """Samples a move by regret matching, or by prior with probability `regret_exploration`.

        Regret matching (Hart, Mas-Colell 2000) plays moves in proportion to their positive regrets. Priors take their
        place while no regret is positive.
        """
        edges = self._edges(node, position, seat)
        prior_sum = 0.0
        regret_sum = 0.0
        for edge in edges:
            prior_sum += edge.prior
            regret_sum += edge.regret
        policy: list[float] = []
        for edge in edges:
            policy.append(edge.regret / regret_sum if regret_sum > 0.0 else edge.prior / prior_sum)
        step.edges.append(edges)
        step.policies.append(policy)
        if (
            self.opponent_greedy > 0.0
            and self.prior_weight > 0.0
            and seat != self.seat
            and self.rng.below(RESOLUTION) < self.opponent_greedy * RESOLUTION
        ):
            step.explored.append(False)
            return highest_prior(edges)
        # One draw decides both whether to explore and, rescaled, which move (inverse CDF): seeded games depend on it.
        u = float(self.rng.below(RESOLUTION)) / RESOLUTION
        explore = u < self.regret_exploration
        step.explored.append(explore)
        if explore:
            step.explored_count += 1
            u *= prior_sum / self.regret_exploration
            for edge in edges:
                u -= edge.prior
                if u < 0.0:
                    return edge
            return edges[-1]
        u = (u - self.regret_exploration) / (1.0 - self.regret_exploration)
        for i in range(len(edges)):
            u -= policy[i]
            if u < 0.0:
                return edges[i]
        return edges[-1]

    def _edges(self, node: Node, position: Position, seat: Seat) -> list[Edge]:
        """Returns the edges of the legal moves, created if new, and counts their availability."""
        edges = node.edges
        key_offset = seat * self.move_count
        moves = position.moves(seat)
        legal: list[Edge] = []
        for move in moves:
            edge = edges.get(key_offset + move)
            if edge is None:
                if self.prior_weight > 0.0:
                    self._create_edges(edges, position, seat, moves)
                else:
                    edges[key_offset + move] = Edge(move, len(edges), 1.0)
                edge = edges[key_offset + move]
            edge.availability += 1
            legal.append(edge)
        return legal

    def _select(self, node: Node, position: Position, seat: Seat) -> Edge:
        moves = position.moves(seat)
        if self.prior_weight > 0.0:
            return self._select_puct(node, position, seat, moves)
        return self._select_ucb1(node, seat, moves)

    def _select_ucb1(self, node: Node, seat: Seat, moves: list[Move]) -> Edge:
        """Selects by UCB1 (Auer et al. 2002) with availability counts. New moves come first, in random order."""
        edges = node.edges
        key_offset = seat * self.move_count
        exploration = self.exploration
        best: Edge | None = None
        best_score = -1e300
        new_moves = 0
        for move in moves:
            edge = edges.get(key_offset + move)
            if edge is None:
                new_moves += 1
                continue
            edge.availability += 1
            if new_moves == 0:
                visits = float(edge.visits)
                if visits == 0.0:
                    score = 1e300
                else:
                    # Q + c sqrt(ln(availability) / visits): availability replaces the parent's visits.
                    score = edge.value_sum / visits + exploration * sqrt(log(float(edge.availability)) / visits)
                if score > best_score:
                    best_score = score
                    best = edge
        if new_moves == 0:
            assert best is not None
            return best
        skip = self.rng.below(new_moves)
        for move in moves:
            if key_offset + move not in edges:
                if skip == 0:
                    edge = Edge(move, len(edges), 1.0)
                    edge.availability = 1
                    edges[key_offset + move] = edge
                    return edge
                skip -= 1
        raise AssertionError

    def _select_puct(self, node: Node, position: Position, seat: Seat, moves: list[Move]) -> Edge:
        """Selects by PUCT. A move with a low prior may never be tried."""
        edges = node.edges
        key_offset = seat * self.move_count
        legal: list[Edge] = []
        visit_sum = 0
        value_sum = 0.0
        for move in moves:
            edge = edges.get(key_offset + move)
            if edge is None:
                self._create_edges(edges, position, seat, moves)
                edge = edges[key_offset + move]
            edge.availability += 1
            visit_sum += edge.visits
            value_sum += edge.value_sum
            legal.append(edge)
        first_play_value = value_sum / visit_sum - FPU_REDUCTION if visit_sum > 0 else 0.0
        prior_sum = 0.0
        for edge in legal:
            prior_sum += edge.prior
        # Q + c P sqrt(N + 1) / (1 + n), with P normalised over the legal moves (Silver et al. 2017). N + 1 lets priors
        # decide the first visit.
        exploration_term = self.exploration * sqrt(float(visit_sum) + 1.0) / prior_sum
        best = legal[0]
        best_score = -1e300
        for edge in legal:
            visits = float(edge.visits)
            value = edge.value_sum / visits if edge.visits > 0 else first_play_value
            score = value + exploration_term * edge.prior / (1.0 + visits)
            if score > best_score:
                best_score = score
                best = edge
        return best

    def _create_edges(self, edges: dict[int, Edge], position: Position, seat: Seat, moves: list[Move]) -> None:
        """Creates missing edges with priors from 1 (highest score) to exp(-prior_weight) (lowest)."""
        scores: list[float] = []
        low = 1e300
        high = -1e300
        for move in moves:
            score = self.evaluator.score_move(position, seat, move)
            scores.append(score)
            if score < low:
                low = score
            if score > high:
                high = score
        spread = high - low
        key_offset = seat * self.move_count
        for i in range(len(moves)):
            if key_offset + moves[i] not in edges:
                prior = 1.0 if spread <= 0.0 else exp(-self.prior_weight * (high - scores[i]) / spread)
                edges[key_offset + moves[i]] = Edge(moves[i], len(edges), prior)

    def rollout(self, position: Position) -> bool:
        """Plays `position` to the end or for `rollout_depth` moves. False if time ran out."""
        rng = self.rng
        remaining = self.rollout_depth
        candidates = self.rollout_candidates
        while remaining > 0:
            seats = position.to_act()
            if not seats:
                break
            for seat in seats:
                if candidates == 0:
                    move = position.random_move(seat, rng)
                elif candidates == 1:
                    move = position.rollout_move(seat, rng)
                else:
                    moves = position.moves(seat)
                    move = moves[0] if len(moves) == 1 else self.best_of_candidates(position, seat, moves)
                position.apply(seat, move, rng)
                remaining -= 1
            if self._out_of_time():
                return False
        made = self.rollout_depth - remaining
        if made > self.longest_rollout:
            self.longest_rollout = made
        return True

    def best_of_candidates(self, position: Position, seat: Seat, moves: list[Move]) -> Move:
        """Returns the best-scored of `rollout_candidates` random moves, or of all if there are fewer.

        If there are more moves, candidates are drawn with replacement.
        """
        rng = self.rng
        count = len(moves)
        score_all = self.rollout_candidates >= count
        # A random start keeps ties from favouring the first move.
        at = rng.below(count)
        best = moves[at]
        best_score = self.evaluator.score_move(position, seat, best)
        for _ in range(count - 1 if score_all else self.rollout_candidates - 1):
            if score_all:
                at = at + 1 if at + 1 < count else 0
            else:
                at = rng.below(count)
            score = self.evaluator.score_move(position, seat, moves[at])
            if score > best_score:
                best = moves[at]
                best_score = score
        return best

    def _backpropagate(self, position: Position) -> None:
        """Adds each seat's payoff to its edges on the path; unfinished games count `Evaluator.value`."""
        path = self._path
        path_seats = self._path_seats
        result = position.result()
        if result is not None:
            best = winners(position.ranking())
            winner = best[0] if len(best) == 1 else NO_WINNER
            for i in range(len(path)):
                edge = path[i]
                seat = path_seats[i]
                edge.visits += 1
                edge.value_sum += result[seat]
                if seat == winner:
                    edge.wins += 1.0
            for step in self._simultaneous_steps:
                self._backpropagate_joint(step, [result[seat] for seat in step.seats])
            return
        values: dict[Seat, float] = {}
        for i in range(len(path)):
            edge = path[i]
            seat = path_seats[i]
            if seat not in values:
                values[seat] = self.evaluator.value(position, seat)
            value = values[seat]
            edge.visits += 1
            edge.value_sum += value
            edge.wins += 0.5 + 0.5 * value
        for step in self._simultaneous_steps:
            self._backpropagate_joint(step, [values[seat] for seat in step.seats])

    def _backpropagate_joint(self, step: SimultaneousStep, values: list[float]) -> None:
        count = len(values)
        joint_edge = step.joint_edge
        if joint_edge is not None:
            joint_edge.visits += 1
            for i in range(count):
                joint_edge.value_sums[i] += values[i]
        if self.regret_exploration > 0.0:
            place_value = 1
            for i in range(count - 1, -1, -1):
                # A regret counts only if no other seat explored: exploration would bias it.
                others_explored = step.explored_count - 1 if step.explored[i] else step.explored_count
                if others_explored == 0 and len(step.edges[i]) > 1:
                    self._update_regrets(step, i, place_value)
                place_value *= JOINT_BASE

    def _update_regrets(self, step: SimultaneousStep, i: int, place_value: int) -> None:
        """Updates regrets and strategy sums of the i-th seat against the others' choices.

        A move's value is the mean of its joint edge, shrunk towards the move's mean over all joint edges.
        `place_value` is the power of `JOINT_BASE` that belongs to the seat in joint keys.
        """
        edges = step.edges[i]
        policy = step.policies[i]
        visit_sum = 0
        value_sum = 0.0
        for edge in edges:
            visit_sum += edge.visits
            value_sum += edge.value_sum
        # Not 0: the path's visits were counted before.
        first_play_value = value_sum / float(visit_sum) - FPU_REDUCTION
        # The seat's digit becomes that of index 0, which is 1; adding another edge's index gives that edge's digit.
        others_key = step.joint_key - step.chosen[i].index * place_value
        values: list[float] = []
        policy_value = 0.0
        for k in range(len(edges)):
            edge = edges[k]
            value = edge.value_sum / float(edge.visits) if edge.visits > 0 else first_play_value
            joint_edge = step.joint_edges.get(others_key + edge.index * place_value)
            if joint_edge is not None:
                weight = float(joint_edge.visits) + SHRINKAGE_VISITS
                value = (joint_edge.value_sums[i] + SHRINKAGE_VISITS * value) / weight
            if self.penalty_per_log_prior > 0.0:
                value += self.penalty_per_log_prior * log(edge.prior)
            values.append(value)
            policy_value += policy[k] * value
        # Regrets clipped at 0 and later strategies weighted more, as in CFR+ (Tammelin 2014).
        for k in range(len(edges)):
            edge = edges[k]
            edge.strategy_sum += float(visit_sum) * policy[k]
            regret = edge.regret + values[k] - policy_value
            edge.regret = regret if regret > 0.0 else 0.0


def highest_prior(edges: list[Edge]) -> Edge:
    """Returns the edge with the highest prior. The first of equals."""
    best = edges[0]
    for edge in edges:
        if edge.prior > best.prior:
            best = edge
    return best
