"""Sets up characters on the open field of the worked examples and plays in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from rumpus.core.position import Json, Move, Seat
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.position import as_ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import ACTING
from rumpus.testing.kit import Kit

NO_GIVER = 31
"""A giver of effects outside of any match."""
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


class Stage(Kit):
    """`Stage("Bram e5", "Nyx g5 30, Ursa h5")`: a squad per player, each character with its hex and perhaps its HP.

    Smaller squads are filled up with dead characters. It is phase 1 and seat 1 is to act. Methods that set up or play
    return the stage.
    """

    def __init__(self, *squads: str, walls: str = "", options: Mapping[str, object] | None = None) -> None:
        members = [[entry.split() for entry in squad.split(",")] for squad in squads]
        squad = max(len(entries) for entries in members)
        changes = {"players": len(squads), "squad": squad, "map": field(walls, squad), "first": "1"}
        super().__init__(game, "stage", **{**changes, **(options or {})})
        self.units = len(squads) * squad
        names = as_ultimatum(self.position).ground.names
        zeros = ("kind", "hp", "shield", "charges", "normal_wait", "ultimatum_wait", "taken")
        numbers = {name: [0] * self.units for name in zeros} | {name: [-1] * self.units for name in ("place", "died")}
        for seat, entries in enumerate(members):
            spare = [kind for kind, name in enumerate(NAMES) if name not in [entry[0] for entry in entries]]
            for slot in range(squad):
                unit = seat * squad + slot
                if slot >= len(entries):
                    numbers["kind"][unit] = spare.pop()
                    continue
                name, place, *hp = entries[slot]
                numbers["kind"][unit] = NAMES.index(name)
                numbers["place"][unit] = names.index(place)
                numbers["hp"][unit] = int(hp[0]) if hp else self.options.number(f"{name.lower()}.hp")
        fields: dict[str, Json] = {name: list[Json](values) for name, values in numbers.items()}
        self.with_save(**fields, stage=ACTING, phase=1, turn=0, effects=[], traps=[])
        self.p = as_ultimatum(self.position)

    # --- setting up ---

    def unit(self, who: str) -> int:
        """The unit called `Nyx`, or `2.Nyx` if there are several."""
        found = [unit for unit in range(self.units) if who in (self.p.label(unit), self.p.character(unit).name)]
        alive = [unit for unit in found if self.p.place[unit] >= 0]
        chosen = alive if len(found) > 1 else found
        assert len(chosen) == 1, f"{who} is {len(chosen)} characters"
        return chosen[0]

    def give(self, who: str, effect: str, amount: int = 0, turns: int = 1, giver: str = "") -> Self:
        by = self.unit(giver) if giver else NO_GIVER
        self.p.effects.append(fx.pack(self.unit(who), fx.EFFECT_NAMES.index(effect), amount, turns, by))
        return self._changed()

    def shield(self, who: str, amount: int) -> Self:
        self.p.shield[self.unit(who)] = amount
        return self._changed()

    def set_hp(self, who: str, amount: int) -> Self:
        self.p.hp[self.unit(who)] = amount
        return self._changed()

    def put(self, who: str, place: str) -> Self:
        self.p.put(self.unit(who), self.hex(place))
        return self._changed()

    def trap(self, owner: str, place: str) -> Self:
        """Sets a trap from its owner's present hex."""
        self.p.set_trap(self.unit(owner), self.hex(place), 99, self.p.n.set_trap_limit)
        return self._changed()

    def acted(self, who: str) -> Self:
        self.p.taken[self.unit(who)] = 1
        return self._changed()

    def ready_all(self, phase: int = 0) -> Self:
        """Starts a new phase without cooldowns, with seat 1 to act."""
        self.p.active = -1
        self.p.stage = ACTING
        self.p.taken = [0] * self.units
        self.p.phase = phase or self.p.phase + 1
        self.p.normal_wait = [0] * self.units
        self.p.ultimatum_wait = [0] * self.units
        return self.turn(1)

    def turn(self, seat: int) -> Self:
        """Gives the turn to a player (1, 2, …) after finishing the present one."""
        if self.p.active >= 0:
            self.act("finish")
        assert self.p.ready(seat - 1), f"player {seat} has nobody ready"
        self.p.turn = seat - 1
        return self._changed()

    def _changed(self) -> Self:
        self.p.listed = None
        return self

    # --- playing ---

    @property
    def seat(self) -> Seat:
        return self.p.to_act()[0]

    def read(self, text: str) -> Move:
        return game.parse_move(self.p, self.seat, text)

    def act(self, *texts: str, rng: Sequence[int] = ()) -> Self:
        """The seats to act decide, one after another; each must use up `rng`."""
        for text in texts:
            self.p.take_events()
            self.play(self.seat, text, rng)
        return self

    def refuses(self, text: str) -> str:
        """The reason against a move, which must be illegal."""
        reason = self.refusal(self.seat, text)
        assert reason, f"{text!r} is allowed"
        return reason

    def options_of(self, who: str = "", kind: str = "") -> list[str]:
        return [text for text in self.offers(self.seat) if text.startswith(f"{who} {kind}".strip())]

    def pass_phase(self) -> Self:
        phase = self.p.phase
        while not self.p.over and self.p.phase == phase:
            if self.p.active >= 0:
                self.act("finish")
            else:
                ready = self.p.ready(self.p.turn)[0]
                self.act(f"{self.p.character(ready).name} pass")
        return self

    def hp_by_phase(self, who: str, phases: int) -> list[int]:
        """HP of a character after each of the next phases, in which all pass."""
        return [self.pass_phase().hp(who) for _ in range(phases)]

    # --- reading ---

    def hex(self, name: str) -> int:
        return self.p.ground.names.index(name)

    def hp(self, who: str) -> int:
        return self.p.hp[self.unit(who)]

    def shield_of(self, who: str) -> int:
        return self.p.shield[self.unit(who)]

    def hex_of(self, who: str) -> str:
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
        """Cooldown of the normal ability."""
        return self.p.normal_wait[self.unit(who)]
