"""A stage for little stories: characters on the open field of the worked examples, moved in the game's notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import IllegalMove
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Plain, Seat
from rumpus.core.rng import Scripted
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import ACTING

NOBODY = 31
"""A giver of effects that is no unit of any match."""
NAMES = [character.name for character in ROSTER]


def field(walls: str = "", squad: int = 3) -> str:
    """The open field of 15 × 9 with spawn points a4–a6, o4–o6 and h1–h3, more for larger squads, and walls."""
    signs = [["."] * 15 for _ in range(9)]
    for number, row in enumerate((3, 4, 5, 2, 6, 1)[: max(3, squad)]):
        signs[row][0] = "1"
        signs[row][14] = "2"
        signs[number][7] = "3"
    for name in walls.split():
        signs[int(name[1:]) - 1][ord(name[0]) - ord("a")] = "#"
    return "name Field\nplayers 2 3\n" + "\n".join(" ".join(row) for row in signs) + "\n"


class Stage:
    """`Stage("Bram e5", "Nyx g5 30, Ursa h5")`: a squad per player, each character with its hex and maybe its HP.

    Squads of different size are filled up with the long dead. It is phase 1 and seat 1 is to act, unless changed.
    """

    def __init__(
        self, *squads: str, walls: str = "", options: Mapping[str, object] | None = None, map: str = ""
    ) -> None:
        members = [[entry.split() for entry in squad.split(",")] for squad in squads]
        squad = max(len(entries) for entries in members)
        changes: dict[str, object] = {"players": len(squads), "squad": squad, "map": map or field(walls, squad)}
        changes["first"] = "1"
        changes.update(options or {})
        self.options: Options = game.options(changes)
        plain = game.start(self.options, Scripted([0] * 60)).save()
        self.units = len(squads) * squad
        names = game.load(self.options, plain).ground.names
        numbers: dict[str, list[int]] = {
            name: [0] * self.units
            for name in ("kind", "hp", "shield", "charges", "normal_wait", "ultimatum_wait", "taken")
        }
        numbers["place"] = [-1] * self.units
        numbers["died"] = [-1] * self.units
        for seat, entries in enumerate(members):
            spare = [kind for kind, name in enumerate(NAMES) if name not in [entry[0] for entry in entries]]
            for slot in range(squad):
                unit = seat * squad + slot
                if slot >= len(entries):
                    numbers["kind"][unit] = spare.pop()
                    continue
                entry = entries[slot]
                kind = NAMES.index(entry[0])
                numbers["kind"][unit] = kind
                numbers["place"][unit] = names.index(entry[1])
                most = self.options.number(f"{entry[0].lower()}.hp")
                numbers["hp"][unit] = int(entry[2]) if len(entry) > 2 else most
        plain.update({name: list[Plain](values) for name, values in numbers.items()})
        plain.update({"stage": ACTING, "phase": 1, "turn": 0, "effects": [], "traps": []})
        self.p: Ultimatum = game.load(self.options, plain)
        self.p.listen()

    # --- setting up ---

    def unit(self, who: str) -> int:
        """`Nyx` where there is only one, else `2.Nyx`."""
        found = [unit for unit in range(self.units) if who in (self.p.label(unit), self.p.character(unit).name)]
        alive = [unit for unit in found if self.p.place[unit] >= 0]
        chosen = alive if len(found) > 1 else found
        assert len(chosen) == 1, f"{who} is {len(chosen)} characters"
        return chosen[0]

    def give(self, who: str, effect: str, amount: int = 0, turns: int = 1, giver: str = "") -> None:
        by = self.unit(giver) if giver else NOBODY
        self.p.effects.append(fx.pack(self.unit(who), fx.EFFECT_NAMES.index(effect), amount, turns, by))
        self.p.listed = None

    def shield(self, who: str, amount: int) -> None:
        self.p.shield[self.unit(who)] = amount

    def set_hp(self, who: str, amount: int) -> None:
        self.p.hp[self.unit(who)] = amount
        self.p.listed = None

    def put(self, who: str, place: str) -> None:
        self.p.put(self.unit(who), self.hex(place))
        self.p.listed = None

    def trap(self, owner: str, place: str) -> None:
        """As if she had set it from where she stands now."""
        n = self.p.n
        self.p.set_trap(self.unit(owner), self.hex(place), 99, n.set_trap_limit)
        self.p.listed = None

    def acted(self, who: str) -> None:
        """Its turn in this phase is taken already."""
        self.p.taken[self.unit(who)] = 1
        self.p.listed = None

    def ready_all(self, phase: int = 0) -> None:
        """As if a new phase had begun, cooldowns and all, with seat 1 to act."""
        self.p.active = -1
        self.p.stage = ACTING
        self.p.taken = [0] * self.units
        self.p.phase = phase or self.p.phase + 1
        self.p.normal_wait = [0] * self.units
        self.p.ultimatum_wait = [0] * self.units
        self.turn(1)

    def turn(self, seat: int) -> None:
        """It is this player's turn (1, 2, …); one that is still going on is finished first."""
        if self.p.active >= 0:
            self.play("finish")
        assert self.p.ready(seat - 1), f"player {seat} has nobody ready"
        self.p.turn = seat - 1
        self.p.listed = None

    # --- playing ---

    @property
    def seat(self) -> Seat:
        return self.p.to_act()[0]

    def read(self, text: str) -> Move:
        return game.read(self.p, self.seat, text)

    def play(self, text: str, picks: Sequence[int] = ()) -> list[Event]:
        """Whoever's turn it is decides this; the luck must be used up."""
        self.p.take_events()
        with Scripted(picks) as luck:
            self.p.play(self.seat, self.read(text), luck)
        return self.p.take_events()

    def refuses(self, text: str) -> str:
        """The reason why this cannot be decided."""
        try:
            move = self.read(text)
        except IllegalMove as error:
            return str(error)
        reason = self.p.why_not(self.seat, move)
        assert reason, f"{text!r} is allowed"
        return reason

    def options_of(self, who: str = "", kind: str = "") -> list[str]:
        """What may be decided now, as written; of one character, of one kind of action."""
        written = [game.write(self.p, self.seat, move) for move in self.p.moves(self.seat)]
        return [text for text in written if text.startswith(f"{who} {kind}".strip())]

    def pass_phase(self) -> None:
        """Everybody who is still ready passes."""
        phase = self.p.phase
        while not self.p.over and self.p.phase == phase:
            if self.p.active >= 0:
                self.play("finish")
            else:
                ready = self.p.ready(self.p.turn)[0]
                self.play(f"{self.p.character(ready).name} pass")

    # --- looking ---

    def hex(self, name: str) -> int:
        return self.p.ground.names.index(name)

    def hp(self, who: str) -> int:
        return self.p.hp[self.unit(who)]

    def shield_of(self, who: str) -> int:
        return self.p.shield[self.unit(who)]

    def at(self, who: str) -> str:
        place = self.p.place[self.unit(who)]
        return self.p.ground.names[place] if place >= 0 else ""

    def effects(self, who: str) -> list[str]:
        """`["poison 3 for 2"]`, oldest first."""
        unit = self.unit(who)
        return [
            f"{fx.EFFECT_NAMES[fx.kind_of(e)]} {fx.amount_of(e)} for {fx.turns_of(e)}"
            for e in self.p.effects
            if fx.bearer_of(e) == unit
        ]

    def traps(self) -> list[str]:
        return [self.p.ground.names[trap.place] for trap in self.p.traps]

    def speed(self, who: str) -> int:
        return self.p.speed_of(self.unit(who))

    def attack(self, who: str) -> int:
        return self.p.attack_of(self.unit(who))

    def wait(self, who: str) -> int:
        """The cooldown of the normal ability."""
        return self.p.normal_wait[self.unit(who)]


def told(events: Sequence[Event], seat: Seat | None) -> list[str]:
    """What a seat heard of it, in words."""
    seen = [event.seen_by(seat) for event in events]
    return [game.tell(one, ["Ann", "Ben", "Cleo", "Dan"]).text for one in seen if one is not None]
