"""Finds the part of an earlier search tree that belongs to the next decision."""

from __future__ import annotations

from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.players.tree import JOINT_BASE, Node, Tree

MAX_WORLDS = 48
"""Worlds sampled in search of the node. A failure costs no more than a few simulations."""

MAX_OTHER_STEPS = 4
"""Decisions of other seats that are followed: deeper nodes have few visits."""

Step = list[tuple[Seat, Move]]


def find_reusable_node(tree: Tree, last_info: InfoState, moves: list[Move], now: InfoState, rng: Rng) -> Node | None:
    """Finds the node for the information set `now` in a tree searched at `last_info`.

    `moves` are the seat's own moves since. A player is not told what the others decided, so lines of the tree are
    tried, most visited first: a line played in a world of `last_info` must lead to the view of `now`. Equal views
    mean the same information set, and the statistics below the node stay valid. Returns None if no line fits, for
    instance because chance intervened.
    """
    lines = _lines(tree, moves)
    # Each line tried draws worlds. Ties keep the order of `_lines`, on which seeded games depend.
    lines.sort(key=lambda line: -_visits(line[1], tree))
    view = now.view()
    for steps, node in lines[:MAX_WORLDS]:
        for _ in range(max(1, MAX_WORLDS // (len(lines) + 1))):
            world = last_info.sample(rng)
            if _replay(world, steps, rng):
                if tree.seat in world.to_act() and world.view(tree.seat) == view:
                    return node
                break
    return None


def _lines(tree: Tree, moves: list[Move]) -> list[tuple[list[Step], Node]]:
    """Lists lines from the root through the seat's moves to its next decision."""
    found: list[tuple[list[Step], Node]] = []
    open_lines: list[tuple[list[Step], Node, int]] = [([], tree.root, 0)]
    while open_lines:
        steps, node, done = open_lines.pop()
        own = any(key // tree.move_count == tree.seat for key in node.edges)
        if own and done == len(moves):
            found.append((steps, node))
        elif len(steps) < MAX_OTHER_STEPS + 2 * len(moves):
            for step, child in _children(node, tree.move_count):
                mine = [move for seat, move in step if seat == tree.seat]
                if mine == moves[done : done + len(mine)]:
                    open_lines.append(([*steps, step], child, done + len(mine)))
    return found


def _children(node: Node, move_count: int) -> list[tuple[Step, Node]]:
    """Lists the children of a node with the decisions that lead to them."""
    children: list[tuple[Step, Node]] = []
    by_number = {edge.index: (key // move_count, edge.move) for key, edge in node.edges.items()}
    for edge in node.edges.values():
        if edge.child is not None:
            children.append(([by_number[edge.index]], edge.child))
    for joint_key, joint_edge in (node.joint_edges or {}).items():
        if joint_edge.child is None:
            continue
        step: Step = []
        rest = joint_key
        while rest:
            rest, number = divmod(rest, JOINT_BASE)
            # Digits come out last seat first; `_replay` compares with `to_act`, which is ascending.
            step.insert(0, by_number[number - 1])
        children.append((step, joint_edge.child))
    return children


def _visits(node: Node, tree: Tree) -> int:
    return sum(edge.visits for key, edge in node.edges.items() if key // tree.move_count == tree.seat)


def _replay(world: Position, steps: list[Step], rng: Rng) -> bool:
    """Plays the steps in a world. False if they do not fit."""
    for step in steps:
        if world.to_act() != [seat for seat, _ in step] or any(move not in world.moves(seat) for seat, move in step):
            return False
        for seat, move in step:
            world.apply(seat, move, rng)
    return True
