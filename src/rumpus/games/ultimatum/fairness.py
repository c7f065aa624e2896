"""Judges a map: how far apart the camps are, how much ground is theirs, and whether a symmetry makes them equal."""

from __future__ import annotations

from rumpus.games.ultimatum.rules.ground import Ground
from rumpus.games.ultimatum.rules.hexes import DIRECTIONS
from rumpus.games.ultimatum.rules.mapfile import Block

TOLERANCE = 10
"""Percent by which camps may differ and still be called about even."""

FAR = 10_000


class Camp:
    """One player's start: spawn points, steps to the nearest and to the average enemy spawn point, own ground."""

    def __init__(self, seat: int, spawns: int, nearest: int, average: float, ground: int) -> None:
        self.seat = seat
        self.spawns = spawns
        self.nearest = nearest
        self.average = average
        self.ground = ground


class Verdict:
    """What is to be said of a map for one number of players."""

    def __init__(self, players: int, camps: list[Camp], symmetric: bool) -> None:
        self.players = players
        self.camps = camps
        self.symmetric = symmetric

    def complaints(self) -> list[str]:
        """Where the camps differ by more than a little."""
        found: list[str] = []
        for what, values in (
            ("spawn points", [float(camp.spawns) for camp in self.camps]),
            ("steps to the nearest enemy spawn point", [float(camp.nearest) for camp in self.camps]),
            ("steps to the enemy's spawn points on average", [camp.average for camp in self.camps]),
            ("hexes nearer to the own camp", [float(camp.ground) for camp in self.camps]),
        ):
            low, high = min(values), max(values)
            if high - low > high * TOLERANCE / 100:
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
            return f"about even: the camps differ by less than {TOLERANCE} %"
        return "unfair: " + "; ".join(self.complaints())


def judge(block: Block, players: int) -> Verdict:
    """A block that has been checked, seen by so many players."""
    ground = Ground("", block, players)
    walks = [steps_from(ground, ground.spawns[seat]) for seat in range(players)]
    camps: list[Camp] = []
    for seat in range(players):
        others = [place for other in range(players) if other != seat for place in ground.spawns[other]]
        nearest = min(walks[seat][place] for place in others)
        all_steps = [steps_from(ground, [own])[place] for own in ground.spawns[seat] for place in others]
        near = 0
        for place in range(ground.hexes):
            if ground.open[place] and all(walks[seat][place] < walks[o][place] for o in range(players) if o != seat):
                near += 1
        average = round(sum(all_steps) / len(all_steps), 2)
        camps.append(Camp(seat, len(ground.spawns[seat]), nearest, average, near))
    return Verdict(players, camps, is_symmetric(ground, players))


def steps_from(ground: Ground, starts: list[int]) -> list[int]:
    """How many steps every hex is from the nearest of these, on foot over open hexes."""
    steps = [FAR] * ground.hexes
    frontier = list(starts)
    for place in starts:
        steps[place] = 0
    while frontier:
        following: list[int] = []
        for place in frontier:
            for direction in range(DIRECTIONS):
                beside = ground.step(place, direction)
                if beside >= 0 and ground.open[beside] and steps[beside] == FAR:
                    steps[beside] = steps[place] + 1
                    following.append(beside)
        frontier = following
    return steps


Spot = tuple[int, int]


def is_symmetric(ground: Ground, players: int) -> bool:
    """Whether turnings and mirrorings that keep the map as it is carry the first camp to every other one."""
    spots: list[Spot] = [(ground.q[place], ground.r[place]) for place in range(ground.hexes) if ground.open[place]]
    camps = [{(ground.q[place], ground.r[place]) for place in ground.spawns[seat]} for seat in range(players)]
    reached = {0}
    for turn in range(6):
        for mirrored in (False, True):
            moved = [_turned(spot, turn, mirrored) for spot in spots]
            dq = min(spots)[0] - min(moved)[0]
            dr = min(spots)[1] - min(moved)[1]
            if {(q + dq, r + dr) for q, r in moved} != set(spots):
                continue
            images = []
            for camp in camps:
                turned = [_turned(spot, turn, mirrored) for spot in camp]
                images.append({(q + dq, r + dr) for q, r in turned})
            if all(image in camps for image in images):
                reached.add(camps.index(images[0]))
    return len(reached) == players


def _turned(spot: Spot, turn: int, mirrored: bool) -> Spot:
    """A spot turned about the origin by so many sixths, after mirroring."""
    q, r = spot
    if mirrored:
        q, r = r, q
    for _ in range(turn):
        q, r = -r, q + r
    return q, r
