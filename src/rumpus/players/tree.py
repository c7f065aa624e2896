"""The inner loop of the search: information-set Monte Carlo tree search over dreams, any number of seats.

One tree holds what was learnt. A node stands for "what was decided so far"; chance and hidden cards differ from dream
to dream, so a node keeps its statistics by seat and move, together with how often each move was on offer at all. Seats
that decide together mix their moves by regret matching: each draws by how much better its moves would have done against
what the others chose, and the average of what it drew by is its strategy. Only then does the tree branch, by what they
chose jointly.

This module is compiled. It never blocks for long: the caller asks for a handful of simulations at a time and looks at
the clock and at Ctrl-C in between, and a deadline is looked at within a simulation too.
"""

from __future__ import annotations

from math import exp, log, sqrt
from time import perf_counter
from typing import Final

from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Manner
from rumpus.core.outcome import winners
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck

JOINT: Final = 65536
"""More tries than any node holds: joint decisions are numbered in this base, first seat first."""
NOBODY: Final = -1
"""The winner where none is alone at the top."""
BORROWED: Final = 1.0
"""How many looks at a joint decision weigh as much as what its move did against everything else."""
FINE: Final = 1 << 30
"""Chances are drawn in parts of this size."""
CAUTION: Final = 0.15
"""An untried move is expected to do so much worse than those tried so far."""


class Try:
    """A move at a node, for one seat: how often it was on offer, how often it was chosen, and what came of it."""

    def __init__(self, move: Move, number: int, prior: float) -> None:
        self.move = move
        self.number = number
        self.prior = prior
        self.offered = 0
        self.visits = 0
        self.total = 0.0
        self.wins = 0.0
        self.regret = 0.0
        self.share = 0.0
        self.child: Node | None = None


class Joint:
    """A joint decision: what came of it for those who took it, in their order, and the node that it leads to."""

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.child: Node | None = None


class Node:
    """What was learnt after the same decisions: tries by seat and move, and joint decisions by their number."""

    def __init__(self) -> None:
        self.tries: dict[int, Try] = {}
        self.joint: dict[int, Joint] | None = None


class Gathering:
    """Several seats that decided together in a simulation: from what each chose, by which chances, and what.

    `strays`: who tried something out instead; `astray`: how many did.
    """

    def __init__(self, joint: dict[int, Joint], seats: list[Seat]) -> None:
        self.joint = joint
        self.number = 0
        self.seats = seats
        self.together: Joint | None = None
        self.offers: list[list[Try]] = []
        self.chances: list[list[float]] = []
        self.chosen: list[Try] = []
        self.strays: list[bool] = []
        self.astray = 0


class Tree:
    """A search tree of one seat, growing by simulations."""

    def __init__(self, seat: Seat, width: int, manner: Manner, judge: Judge, luck: Luck, most_nodes: int) -> None:
        self.seat = seat
        self.width = width
        self.exploration = manner.exploration
        self.care = manner.care
        self.depth = manner.depth
        self.share = manner.share
        self.trust = manner.trust
        self.steps = manner.steps
        self.regret = manner.regret
        self.belief = manner.belief
        self.doubt = manner.doubt / manner.trust if manner.trust > 0.0 else 0.0
        self.hindsight = manner.hindsight
        self.judge = judge
        self.luck = luck
        self.most_nodes = most_nodes
        self.nodes = 1
        self.root = Node()
        self.simulations = 0
        self.longest = 0
        self._dream: Position | None = None
        self._shared = 0
        self._path: list[Try] = []
        self._seats: list[Seat] = []
        self._gatherings: list[Gathering] = []
        self._deadline = 0.0
        self._until_clock = 0

    def look(self, base: Position, simulations: int, until: float, deadline: float) -> int:
        """Simulate so many times from dreams of `base`; says how many were made.

        Stops early after the simulation during which `until` passes, and within one, without counting it, when
        `deadline` passes. Both are times of `perf_counter`; 0 is never.
        """
        self._deadline = deadline
        self._until_clock = 1
        made = 0
        while made < simulations:
            if not self._simulate(self._next_dream(base)):
                break
            made += 1
            if until > 0.0 and perf_counter() >= until:
                break
        self.simulations += made
        return made

    def start_from(self, root: Node) -> None:
        """Go on below this node of the tree, with dreams of a new decision."""
        self.root = root
        self._dream = None
        self._shared = 0

    def size(self) -> int:
        """What lies below the root, a joint decision and its node as one; `nodes` also counts what is left behind."""
        count = 1
        todo: list[Node] = [self.root]
        while todo:
            node = todo.pop()
            for one in node.tries.values():
                if one.child is not None:
                    count += 1
                    todo.append(one.child)
            if node.joint is not None:
                count += len(node.joint)
                for together in node.joint.values():
                    if together.child is not None:
                        todo.append(together.child)
        return count

    def _next_dream(self, base: Position) -> Position:
        """A position to play on: each dream serves `share` simulations, the last of them without a copy."""
        dream = self._dream
        if dream is None:
            dream = self._likely_dream(base)
            dream.be_played_out()
            self._shared = 0
        self._shared += 1
        if self._shared >= self.share:
            self._dream = None
            return dream
        self._dream = dream
        return dream.copy()

    def _likely_dream(self, base: Position) -> Position:
        """Drawn by how well it agrees with what the others did, as far as `hindsight` goes."""
        dream = base.imagine(self.seat, self.luck)
        for _ in range(self.hindsight):
            likely = self.judge.likely(dream, self.seat)
            if likely >= 1.0 or self.luck.below(FINE) < likely * FINE:
                break
            dream = base.imagine(self.seat, self.luck)
        return dream

    def _out_of_time(self) -> bool:
        """Looks at the clock every few moves only."""
        self._until_clock -= 1
        if self._until_clock > 0 or self._deadline <= 0.0:
            return False
        self._until_clock = 24
        return perf_counter() >= self._deadline

    def _simulate(self, position: Position) -> bool:
        """Down the tree, one step beyond it, on to an end, and back up; False if time ran out on the way."""
        path = self._path
        whose = self._seats
        path.clear()
        whose.clear()
        self._gatherings.clear()
        luck = self.luck
        node = self.root
        growing = True
        steps = 0
        while growing and steps < self.steps:
            steps += 1
            seats = position.to_act()
            if not seats:
                break
            if self._out_of_time():
                return False
            if len(seats) == 1:
                seat = seats[0]
                one = self._pick(node, position, seat)
                path.append(one)
                whose.append(seat)
                position.apply(seat, one.move, luck)
                child = one.child
                if child is None and steps < self.steps:
                    if one.visits == 0 or self.nodes >= self.most_nodes:
                        growing = False
                    else:
                        child = Node()
                        self.nodes += 1
                        one.child = child
                if child is not None:
                    node = child
                continue
            together = self._gather(node, position, seats)
            if together is None or together.visits == 0 or steps >= self.steps:
                growing = False
                continue
            child = together.child
            if child is None:
                child = Node()
                together.child = child
            node = child
        if not self.play_on(position):
            return False
        self._learn(position)
        return True

    def _gather(self, node: Node, position: Position, seats: list[Seat]) -> Joint | None:
        """These seats decide together, and it happens; what was learnt of that joint decision, if the tree has room."""
        joint = node.joint
        if joint is None:
            joint = {}
            node.joint = joint
        gathering = Gathering(joint, seats)
        for seat in seats:
            one = self._mix(node, position, seat, gathering) if self.regret > 0.0 else self._pick(node, position, seat)
            gathering.chosen.append(one)
            gathering.number = gathering.number * JOINT + one.number + 1
            self._path.append(one)
            self._seats.append(seat)
        # The others must not be seen to have chosen before everyone has: apply only now.
        for i in range(len(seats)):
            position.apply(seats[i], gathering.chosen[i].move, self.luck)
        together = joint.get(gathering.number)
        if together is None and self.nodes < self.most_nodes:
            together = Joint(len(seats))
            joint[gathering.number] = together
            self.nodes += 1
        gathering.together = together
        self._gatherings.append(gathering)
        return together

    def _mix(self, node: Node, position: Position, seat: Seat, gathering: Gathering) -> Try:
        """Drawn by the regrets of the moves on offer; now and then, and at first, by what they look like."""
        found = self._offer(node, position, seat)
        weight = 0.0
        regrets = 0.0
        for one in found:
            weight += one.prior
            regrets += one.regret
        chances: list[float] = []
        for one in found:
            chances.append(one.regret / regrets if regrets > 0.0 else one.prior / weight)
        gathering.offers.append(found)
        gathering.chances.append(chances)
        count = len(found)
        if self.belief > 0.0 and self.trust > 0.0 and seat != self.seat and self.luck.below(FINE) < self.belief * FINE:
            gathering.strays.append(False)
            return favourite(found)
        left = float(self.luck.below(FINE)) / FINE
        stray = left < self.regret
        gathering.strays.append(stray)
        if stray:
            gathering.astray += 1
            left *= weight / self.regret
            for one in found:
                left -= one.prior
                if left < 0.0:
                    return one
            return found[count - 1]
        left = (left - self.regret) / (1.0 - self.regret)
        for i in range(count):
            left -= chances[i]
            if left < 0.0:
                return found[i]
        return found[count - 1]

    def _offer(self, node: Node, position: Position, seat: Seat) -> list[Try]:
        """What was learnt of the moves on offer, each of which has been offered once more."""
        tries = node.tries
        base = seat * self.width
        moves = position.moves(seat)
        found: list[Try] = []
        for move in moves:
            one = tries.get(base + move)
            if one is None:
                if self.trust > 0.0:
                    self._appraise(tries, position, seat, moves)
                else:
                    tries[base + move] = Try(move, len(tries), 1.0)
                one = tries[base + move]
            one.offered += 1
            found.append(one)
        return found

    def _pick(self, node: Node, position: Position, seat: Seat) -> Try:
        moves = position.moves(seat)
        if self.trust > 0.0:
            return self._pick_by_trust(node, position, seat, moves)
        return self._pick_in_turn(node, seat, moves)

    def _pick_in_turn(self, node: Node, seat: Seat, moves: list[Move]) -> Try:
        """UCB1 over the moves on offer; whatever was never tried goes first, in random order."""
        tries = node.tries
        base = seat * self.width
        exploration = self.exploration
        best: Try | None = None
        best_score = -1e300
        fresh = 0
        for move in moves:
            one = tries.get(base + move)
            if one is None:
                fresh += 1
                continue
            one.offered += 1
            if fresh == 0:
                visits = float(one.visits)
                if visits == 0.0:
                    score = 1e300
                else:
                    score = one.total / visits + exploration * sqrt(log(float(one.offered)) / visits)
                if score > best_score:
                    best_score = score
                    best = one
        if fresh == 0:
            assert best is not None
            return best
        skip = self.luck.below(fresh)
        for move in moves:
            if base + move not in tries:
                if skip == 0:
                    return self._new_try(tries, base, move, 1.0)
                skip -= 1
        raise AssertionError

    def _new_try(self, tries: dict[int, Try], base: int, move: Move, prior: float) -> Try:
        one = Try(move, len(tries), prior)
        one.offered = 1
        tries[base + move] = one
        return one

    def _pick_by_trust(self, node: Node, position: Position, seat: Seat, moves: list[Move]) -> Try:
        """Moves that look good are tried first and most; what looks bad may never be tried at all (PUCT)."""
        tries = node.tries
        base = seat * self.width
        found: list[Try] = []
        looks = 0
        total = 0.0
        for move in moves:
            one = tries.get(base + move)
            if one is None:
                self._appraise(tries, position, seat, moves)
                one = tries[base + move]
            one.offered += 1
            looks += one.visits
            total += one.total
            found.append(one)
        expected = total / looks - CAUTION if looks > 0 else 0.0
        weight = 0.0
        for one in found:
            weight += one.prior
        urge = self.exploration * sqrt(float(looks) + 1.0) / weight
        best = found[0]
        best_score = -1e300
        for one in found:
            visits = float(one.visits)
            score = (one.total / visits if one.visits > 0 else expected) + urge * one.prior / (1.0 + visits)
            if score > best_score:
                best_score = score
                best = one
        return best

    def _appraise(self, tries: dict[int, Try], position: Position, seat: Seat, moves: list[Move]) -> None:
        """First impressions of the moves on offer, as weights: 1 for the best, e^-trust for the worst."""
        values: list[float] = []
        low = 1e300
        high = -1e300
        for move in moves:
            value = self.judge.appraise(position, seat, move)
            values.append(value)
            if value < low:
                low = value
            if value > high:
                high = value
        spread = high - low
        base = seat * self.width
        for i in range(len(moves)):
            if base + moves[i] not in tries:
                prior = 1.0 if spread <= 0.0 else exp(-self.trust * (high - values[i]) / spread)
                tries[base + moves[i]] = Try(moves[i], len(tries), prior)

    def play_on(self, position: Position) -> bool:
        """Play to the end or to the depth; False if time ran out."""
        luck = self.luck
        left = self.depth
        care = self.care
        while left > 0:
            seats = position.to_act()
            if not seats:
                break
            for seat in seats:
                if care == 0:
                    move = position.at_random(seat, luck)
                elif care == 1:
                    move = position.hunch(seat, luck)
                else:
                    moves = position.moves(seat)
                    move = moves[0] if len(moves) == 1 else self.careful(position, seat, moves)
                position.apply(seat, move, luck)
                left -= 1
            if self._out_of_time():
                return False
        made = self.depth - left
        if made > self.longest:
            self.longest = made
        return True

    def careful(self, position: Position, seat: Seat, moves: list[Move]) -> Move:
        """A few moves at random, or all if they are few, and of those the one that the judge likes best."""
        luck = self.luck
        count = len(moves)
        all_of_them = self.care >= count
        # Starting anywhere on the list settles equals by luck.
        at = luck.below(count)
        best = moves[at]
        best_value = self.judge.appraise(position, seat, best)
        for _ in range(count - 1 if all_of_them else self.care - 1):
            if all_of_them:
                at = at + 1 if at + 1 < count else 0
            else:
                at = luck.below(count)
            value = self.judge.appraise(position, seat, moves[at])
            if value > best_value:
                best = moves[at]
                best_value = value
        return best

    def _learn(self, position: Position) -> None:
        """What came of it goes to every try on the path, each for its own seat."""
        path = self._path
        whose = self._seats
        result = position.result()
        if result is not None:
            best = winners(position.ranking())
            winner = best[0] if len(best) == 1 else NOBODY
            for i in range(len(path)):
                one = path[i]
                seat = whose[i]
                one.visits += 1
                one.total += result[seat]
                if seat == winner:
                    one.wins += 1.0
            for gathering in self._gatherings:
                self._learn_together(gathering, [result[seat] for seat in gathering.seats])
            return
        worths: dict[Seat, float] = {}
        for i in range(len(path)):
            seat = whose[i]
            if seat not in worths:
                worths[seat] = self.judge.worth(position, seat)
            one = path[i]
            worth = worths[seat]
            one.visits += 1
            one.total += worth
            one.wins += 0.5 + 0.5 * worth
        for gathering in self._gatherings:
            self._learn_together(gathering, [worths[seat] for seat in gathering.seats])

    def _learn_together(self, gathering: Gathering, values: list[float]) -> None:
        count = len(values)
        together = gathering.together
        if together is not None:
            together.visits += 1
            for i in range(count):
                together.totals[i] += values[i]
        if self.regret > 0.0:
            place = 1
            for i in range(count - 1, -1, -1):
                # What the others only tried out is no reason to regret anything.
                others = gathering.astray - 1 if gathering.strays[i] else gathering.astray
                if others == 0 and len(gathering.offers[i]) > 1:
                    self._regret(gathering, i, place)
                place *= JOINT

    def _regret(self, gathering: Gathering, i: int, place: int) -> None:
        """What each move of one seat would have done against what the others chose, as far as that is known."""
        joint = gathering.joint
        offer = gathering.offers[i]
        chances = gathering.chances[i]
        looks = 0
        total = 0.0
        for one in offer:
            looks += one.visits
            total += one.total
        untried = total / float(looks) - CAUTION
        rest = gathering.number - gathering.chosen[i].number * place
        worths: list[float] = []
        mean = 0.0
        for k in range(len(offer)):
            one = offer[k]
            worth = one.total / float(one.visits) if one.visits > 0 else untried
            against = joint.get(rest + one.number * place)
            if against is not None:
                worth = (against.totals[i] + BORROWED * worth) / (float(against.visits) + BORROWED)
            if self.doubt > 0.0:
                worth += self.doubt * log(one.prior)
            worths.append(worth)
            mean += chances[k] * worth
        # Later looks know more, so they count more.
        weight = float(looks)
        for k in range(len(offer)):
            one = offer[k]
            one.share += weight * chances[k]
            regret = one.regret + worths[k] - mean
            one.regret = regret if regret > 0.0 else 0.0


def favourite(found: list[Try]) -> Try:
    """What looks best at first."""
    best = found[0]
    for one in found:
        if one.prior > best.prior:
            best = one
    return best
