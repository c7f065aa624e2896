"""A test table: cards in notation, scripted random picks, one turn at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Self

from rumpus.core.rng import ScriptedRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules import cards as c
from rumpus.games.creature_wars.rules.cards import Card
from rumpus.games.creature_wars.rules.duels.frames import NOTHING
from rumpus.games.creature_wars.rules.duels.turn import CHOOSE, TURN_START, advance, start_mayhem
from rumpus.games.creature_wars.rules.empires import OWES, Empire, Magic
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES, OWN_NAMES, TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import decide, duel_options
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.notation import format_move
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.places import bury, put_inside
from rumpus.games.creature_wars.rules.position import War
from rumpus.games.creature_wars.rules.state import UNDECIDED

FILLER = ["Lvl.1 Holy Serpent {0}"] * 10

SPECIAL = {
    "Skeletor": (c.SKELETOR, c.SKELETON),
    "Conquest": (c.CONQUEST, c.HORSEMAN),
    "War": (c.WAR, c.HORSEMAN),
    "Famine": (c.FAMINE, c.HORSEMAN),
    "Death": (c.DEATH, c.HORSEMAN),
}
BASES = {"Primordial Butterfly": 1, "Lump of Coal": 0, "Grinch": 5, "Phantom": 1, "Scarecrow": 3, "Werewolf": 8}
BASES |= {"Skeletor": 7, "Conquest": 4, "War": 6, "Famine": 2, "Death": 8, "Changeling": 0}

NOTATION = re.compile(
    r"(?:Lvl\.(?P<level>\d+) )?(?:(?P<type>Ancient|Fire|Nightmare|Holy)(?P<typed>!?) )?(?P<name>[^!{]+?)(?P<mark>!?)"
    r"(?: \{(?P<base>[\d?]+)\})?(?:: \((?P<rest>\d+|-)\))?$"
)


def seat(player: str) -> int:
    return "AB".index(player)


class Table:
    """A game at the Choose step; A is the starter. Every step is checked for contradictions (ER-10)."""

    def __init__(
        self,
        a: Sequence[str] = (),
        b: Sequence[str] = (),
        deck: Sequence[str] = FILLER,
        turn: int = 1,
        hp: Sequence[int] = (30, 30),
        options: dict[str, object] | None = None,
    ) -> None:
        self.war = War(Numbers(game.options(options or {})))
        self.war.listen()
        self.war.turn = turn
        self.war.step = CHOOSE
        for player, cards in (("A", a), ("B", b)):
            self.empire(player).hp = hp[seat(player)]
            for text in cards:
                self.put(player, text)
        for text in deck:
            card = self.make(text)
            self.war.cards[card].zone = c.DECK
            self.war.deck.append(card)

    # --- setting up ---

    def make(self, text: str) -> int:
        found = NOTATION.match(text)
        assert found, f"{text!r} is no card"
        name, war = found["name"], self.war
        level = int(found["level"] or 0)
        type_ = TYPE_NAMES.index(found["type"]) if found["type"] else c.NO_TYPE
        if witch_number(name) >= 0:
            card = war.new_witch(witch_number(name), level)
        elif name in SPECIAL:
            card = war.new_special(*SPECIAL[name], type_, BASES[name], level)
        elif name in TRIBE_NAMES[: c.TRIBES]:
            card = war.new_creature(TRIBE_NAMES.index(name), level, type_)
        elif name in TRIBE_NAMES:
            card = war.new_special(c.PLAIN, TRIBE_NAMES.index(name), type_, BASES[name], level)
        else:
            card = war.new_oddity(OWN_NAMES.index(name))
        made = war.cards[card]
        if found["base"] and found["base"] != "?":
            made.extra = int(found["base"]) - made.printed
        self._mark(made, bool(found["typed"]), bool(found["mark"]), found["rest"] or "")
        return card

    def _mark(self, made: Card, typed: bool, named: bool, rest: str) -> None:
        if typed:
            made.marks |= c.TYPE_MARK
        if named:
            made.marks |= c.WITCH_MARK if made.kind == c.WITCH else c.TRIBE_MARK
        made.bonus = 6 if typed and named else 2 if typed or named else 0
        if rest == "-" or made.name == c.RAVEN:
            made.locks = c.RAVENED if made.name == c.RAVEN else c.WEBBED
        elif rest:
            made.cooldown = int(rest)

    def put(self, player: str, text: str) -> int:
        """Adds a card to the right end of a hand, without a scan."""
        return self._hold(player, self.make(text))

    def _hold(self, player: str, card: int) -> int:
        p = seat(player)
        self.war.cards[card].zone = c.HAND + p
        self.war.cards[card].seen = 1 << p
        self.war.hands[p].append(card)
        return card

    def bury(self, player: str, text: str, fate: str) -> int:
        card = self.make(text)
        bury(self.war, card, FATE_NAMES.index(fate), seat(player))
        return card

    def wrap(self, player: str, text: str) -> int:
        return self._hold(player, self.war.new_gift(self.make(text)))

    def pocket(self, grinch: int, text: str) -> int:
        card = self.make(text)
        put_inside(self.war, grinch, card)
        return card

    def with_magic(self, **fields: object) -> Self:
        """Sets magic in force for both: `with_magic(venom=True)`."""
        return self._set(self.magic, fields)

    def with_charges(self, player: str, **fields: object) -> Self:
        """Sets charges, magic or tallies of one player: `with_charges("A", lucky=1)`."""
        return self._set(self.empire(player), fields)

    def _set(self, target: Magic | Empire, fields: dict[str, object]) -> Self:
        for name, value in fields.items():
            assert hasattr(target, name), f"{name!r} is no field of {type(target).__name__}"
            setattr(target, name, value)
        return self

    def empire(self, player: str) -> Empire:
        return self.war.empires[seat(player)]

    @property
    def magic(self) -> Magic:
        return self.war.magic

    def scan(self, player: str, picks: Sequence[int] = ()) -> None:
        with ScriptedRng(picks) as rng:
            self.war.scan(seat(player), rng)

    def gain(self, player: str, text: str, picks: Sequence[int] = ()) -> None:
        with ScriptedRng(picks) as rng:
            self.war.gain(seat(player), self.make(text), rng)

    def draw(self, player: str, n: int = 1, picks: Sequence[int] = ()) -> None:
        with ScriptedRng(picks) as rng:
            self.war.draw(seat(player), n, rng)

    # --- playing ---

    def start_turn(self, picks: Sequence[int] = ()) -> Self:
        """Runs from the end of a turn to the next Choose step."""
        self.war.step = TURN_START
        return self._run(picks, until=CHOOSE)

    def duel(self, a: str | None, b: str | None, picks: Sequence[int] = ()) -> Self:
        """Commits both cards and runs the turn to its end or the first question.

        A card is named by a part of its text. "Militia": nothing is playable. None: the player skips.
        """
        assert self.war.step == CHOOSE, "the table is not at a Choose step"
        advance(self.war, ScriptedRng(()))
        for p, wanted in ((0, a), (1, b)):
            self._commit(p, wanted)
        return self._run(picks, until=TURN_START)

    def duel_again(self, a: str | None, b: str | None, picks: Sequence[int] = ()) -> None:
        """Plays another turn without start and draw; cooldowns go on."""
        self.war.turn += 1
        self.war.inverted = self.war.berserk = False
        for empire in self.war.empires:
            empire.clear_duel()
        self.war.step = CHOOSE
        self.duel(a, b, picks)

    def _commit(self, p: int, wanted: str | None) -> None:
        empire = self.war.empires[p]
        if wanted is None:
            assert empire.skipping, f"{'AB'[p]} does not skip"
        elif wanted == "Militia":
            assert empire.committed == c.NONE, f"{'AB'[p]} has something to play: {self.options('AB'[p])}"
        else:
            card = self.find("AB"[p], wanted)
            if empire.committed == OWES:
                place = self.war.hands[p].index(card)
                reason = self.war.refusal(p, place)
                assert not reason, reason
                decide(self.war, p, place)
            assert self.war.empires[p].committed == card, f"{wanted} is not what {'AB'[p]} may play"

    def answer(self, words: str, picks: Sequence[int] = ()) -> None:
        assert words in self.choices, f"{words!r} is not among {self.choices}"
        p = self.war.asked
        decide(self.war, p, self.war.moves(p)[self.choices.index(words)])
        self._run(picks, until=TURN_START)

    def mayhem(self) -> None:
        start_mayhem(self.war)

    def _run(self, picks: Sequence[int], until: int) -> Self:
        with ScriptedRng(picks) as rng:
            while self.war.victor == UNDECIDED and self.war.asking == NOTHING:
                if not self.war.frames and self.war.step == until:
                    break
                advance(self.war, rng)
                assert flaws(self.war) == []
        return self

    # --- reading the position ---

    def find(self, player: str, words: str) -> int:
        """Returns the leftmost card of a hand with these words in its text."""
        hand = self.war.hands[seat(player)]
        found = [card for card in hand if words in self.war.text(card)]
        assert found, f"{player} holds no {words}: {self.hand(player)}"
        assert len({self.war.text(card) for card in found}) == 1, f"{words} could be several of {self.hand(player)}"
        return found[0]

    def card(self, player: str, words: str) -> Card:
        return self.war.cards[self.find(player, words)]

    def hand(self, player: str) -> list[str]:
        return self.texts(self.war.hands[seat(player)])

    def texts(self, cards: Sequence[int]) -> list[str]:
        return [self.war.text(card) for card in cards]

    @property
    def hp(self) -> list[int]:
        return [empire.hp for empire in self.war.empires]

    @property
    def deck(self) -> list[str]:
        return self.texts(self.war.deck)

    @property
    def graveyard(self) -> list[str]:
        """Texts with fates: `Lvl.1 Holy Giant {4} slain`."""
        return [f"{self.war.text(card)} {FATE_NAMES[self.war.cards[card].fate]}" for card in self.war.graveyard]

    @property
    def removed(self) -> list[str]:
        return self.texts(self.war.removed)

    def knows(self, player: str, holder: str) -> list[str]:
        """Returns a hand as `player` sees it; hidden cards are `?`."""
        return [str(card["card"]) for card in self.hand_view(seat(player), holder)]

    def hand_view(self, viewer: int | None, holder: str) -> list[dict[str, Any]]:
        """Returns the cards of a hand in the view of a seat or, with None, of a spectator."""
        seats: Any = self.war.view(viewer)["seats"]
        hand: list[dict[str, Any]] = seats[seat(holder)]["hand"]
        return hand

    def options(self, player: str) -> list[str]:
        return self.texts(duel_options(self.war, seat(player)))

    @property
    def choices(self) -> list[str]:
        """Answers to the open question; empty if there is none."""
        if self.war.asking == NOTHING:
            return []
        return [format_move(self.war, self.war.asked, move) for move in self.war.moves(self.war.asked)]

    @property
    def asked(self) -> str:
        """The player asked: A, B or empty."""
        return "AB"[self.war.asked] if self.war.asking != NOTHING else ""

    @property
    def winner(self) -> str:
        """The winner of the last duel: A, B or empty."""
        return "AB"[self.war.winner] if self.war.winner >= 0 else ""

    @property
    def over(self) -> str:
        """The winner of the game: A, B, `draw` or empty."""
        return {UNDECIDED: "", -1: "draw", 0: "A", 1: "B"}[self.war.victor]
