"""What of an earlier search is still good: the part of its tree below what has been decided since."""

from __future__ import annotations

from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck
from rumpus.players.tree import JOINT, Node, Tree

MOST_DREAMS = 48
"""Dreams spent on finding the old node; finding none costs no more than a few simulations."""

LONGEST_LINE = 4
"""Decisions of others in between that are followed; further down a tree knows little anyway."""

Step = list[tuple[Seat, Move]]


def kept_node(tree: Tree, before: Chair, moves: list[Move], now: Chair, luck: Luck) -> Node | None:
    """The node of `tree`, grown for the chair `before`, whose information set is that of the chair `now`.

    `moves` is what the seat did in between: the decision of that chair, and whatever it was forced to do since. What
    the others decided nobody tells a player, so the tree's own expectations are tried out: a line of it, played in a
    dream of the earlier chair, that leads to exactly the view the seat has now. Equal views are the same information
    set, and what was learnt below that node stays true. None where no line does: chance came in between, or the others
    did what the tree had not seen.
    """
    width = tree.width
    lines = _lines(tree, moves)
    lines.sort(key=lambda line: -_looks(line[1], tree.seat, width))
    view = now.view()
    spent = 0
    for steps, node in lines:
        allowed = max(1, MOST_DREAMS // (len(lines) + 1))
        for _ in range(allowed):
            if spent >= MOST_DREAMS:
                return None
            spent += 1
            dream = before.imagine(luck)
            if _played(dream, steps, luck):
                if tree.seat in dream.to_act() and dream.view(tree.seat) == view:
                    return node
                break
    return None


def _lines(tree: Tree, moves: list[Move]) -> list[tuple[list[Step], Node]]:
    """From the root through the seat's own moves to its next decision: what everybody decides, and the node there."""
    found: list[tuple[list[Step], Node]] = []
    open_lines: list[tuple[list[Step], Node, int]] = [([], tree.root, 0)]
    while open_lines:
        steps, node, done = open_lines.pop()
        own = any(key // tree.width == tree.seat for key in node.tries)
        if own and done == len(moves):
            found.append((steps, node))
        elif len(steps) < LONGEST_LINE + 2 * len(moves):
            for step, child in _children(node, tree.width):
                mine = [move for seat, move in step if seat == tree.seat]
                if mine == moves[done : done + len(mine)]:
                    open_lines.append(([*steps, step], child, done + len(mine)))
    return found


def _children(node: Node, width: int) -> list[tuple[Step, Node]]:
    """Every node one decision on, with that decision (of several seats, where they decide together)."""
    children: list[tuple[Step, Node]] = []
    by_number = {one.number: (key // width, one.move) for key, one in node.tries.items()}
    for one in node.tries.values():
        if one.child is not None:
            children.append(([by_number[one.number]], one.child))
    for number_of_all, together in (node.joint or {}).items():
        if together.child is None:
            continue
        step: Step = []
        rest = number_of_all
        while rest:
            rest, number = divmod(rest, JOINT)
            step.insert(0, by_number[number - 1])
        children.append((step, together.child))
    return children


def _looks(node: Node, seat: Seat, width: int) -> int:
    return sum(one.visits for key, one in node.tries.items() if key // width == seat)


def _played(dream: Position, steps: list[Step], luck: Luck) -> bool:
    """Play these decisions in the dream; False where they are not what is asked there."""
    for step in steps:
        if dream.to_act() != [seat for seat, _ in step]:
            return False
        if any(move not in dream.moves(seat) for seat, move in step):
            return False
        for seat, move in step:
            dream.apply(seat, move, luck)
    return True
