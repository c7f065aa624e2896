"""Checks the fairness of a map: distances of the camps, territory and symmetry."""

from __future__ import annotations

from dataclasses import dataclass

from rumpus.games.ultimatum.rules.terrain.ground import Ground
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS
from rumpus.games.ultimatum.rules.terrain.mapfile import Block

TOLERANCE_PERCENT = 10
"""Difference between camps still called about even."""

UNREACHED = 10_000


@dataclass
class Camp:
    """Start of one player: spawn points, steps to enemy spawn points, own territory in hexes."""

    seat: int
    spawns: int
    nearest: int
    average: float
    ground: int


@dataclass
class FairnessVerdict:
    """Fairness of a map for one number of players."""

    camps: list[Camp]
    symmetric: bool

    def complaints(self) -> list[str]:
        """Differences between camps above the tolerance."""
        measures: list[tuple[str, list[float]]] = [
            ("spawn points", [camp.spawns for camp in self.camps]),
            ("steps to the nearest enemy spawn point", [camp.nearest for camp in self.camps]),
            ("steps to the enemy's spawn points on average", [camp.average for camp in self.camps]),
            ("hexes nearer to the own camp", [camp.ground for camp in self.camps]),
        ]
        found: list[str] = []
        for what, values in measures:
            low, high = min(values), max(values)
            if high - low > high * TOLERANCE_PERCENT / 100:
                poor, rich = values.index(low), values.index(high)
                found.append(f"player {rich + 1} has {high:g} {what}, player {poor + 1} only {low:g}")
        return found

    @property
    def fair(self) -> bool:
        return self.symmetric or not self.complaints()

    def sentence(self) -> str:
        if self.symmetric:
            return "fair: symmetries of the map carry every camp to every other"
        if self.fair:
            return f"about even: the camps differ by less than {TOLERANCE_PERCENT} %"
        return "unfair: " + "; ".join(self.complaints())


def fairness_of(block: Block, players: int) -> FairnessVerdict:
    ground = Ground("", block, players)
    walks = [steps_from(ground, ground.spawns[seat]) for seat in range(players)]
    camps: list[Camp] = []
    for seat in range(players):
        others = [place for other in range(players) if other != seat for place in ground.spawns[other]]
        nearest = min(walks[seat][place] for place in others)
        all_steps = [steps_from(ground, [own])[place] for own in ground.spawns[seat] for place in others]
        rivals = [walks[other] for other in range(players) if other != seat]
        near = [p for p in range(ground.hexes) if ground.open[p] and all(walks[seat][p] < w[p] for w in rivals)]
        average = round(sum(all_steps) / len(all_steps), 2)
        camps.append(Camp(seat, len(ground.spawns[seat]), nearest, average, len(near)))
    return FairnessVerdict(camps, is_symmetric(ground, players))


def steps_from(ground: Ground, starts: list[int]) -> list[int]:
    """Walking distance of every hex from the nearest start, over open hexes."""
    steps = [UNREACHED] * ground.hexes
    frontier = list(starts)
    for place in starts:
        steps[place] = 0
    while frontier:
        following: list[int] = []
        for place in frontier:
            for direction in range(DIRECTIONS):
                beside = ground.step(place, direction)
                if beside >= 0 and ground.open[beside] and steps[beside] == UNREACHED:
                    steps[beside] = steps[place] + 1
                    following.append(beside)
        frontier = following
    return steps


Spot = tuple[int, int]


def is_symmetric(ground: Ground, players: int) -> bool:
    """True if symmetries of the map take the first camp to every other."""
    spots: list[Spot] = [(ground.q[place], ground.r[place]) for place in range(ground.hexes) if ground.open[place]]
    camps = [{(ground.q[place], ground.r[place]) for place in ground.spawns[seat]} for seat in range(players)]
    reached = {0}
    for turn in range(6):
        for mirrored in (False, True):
            moved = [_rotated(spot, turn, mirrored) for spot in spots]
            dq = min(spots)[0] - min(moved)[0]
            dr = min(spots)[1] - min(moved)[1]
            if {(q + dq, r + dr) for q, r in moved} != set(spots):
                continue
            turned = [[_rotated(spot, turn, mirrored) for spot in camp] for camp in camps]
            images = [{(q + dq, r + dr) for q, r in camp} for camp in turned]
            if all(image in camps for image in images):
                reached.add(camps.index(images[0]))
    return len(reached) == players


def _rotated(spot: Spot, turn: int, mirrored: bool) -> Spot:
    """Rotates a spot about the origin by `turn` sixths, after mirroring."""
    q, r = spot
    if mirrored:
        q, r = r, q
    for _ in range(turn):
        q, r = -r, q + r
    return q, r
