"""A table for tests: cards by their notation, picks by hand, answers by their words, one turn at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from rumpus.core.rng import Scripted
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules import cards as c
from rumpus.games.creature_wars.rules.cards import Card
from rumpus.games.creature_wars.rules.empires import OWES, Empire, Magic
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.frames import NOTHING
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES, OWN_NAMES, TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import decide, duel_options
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.notation import write_move
from rumpus.games.creature_wars.rules.numbers import numbers_of
from rumpus.games.creature_wars.rules.places import bury, put_inside
from rumpus.games.creature_wars.rules.position import War
from rumpus.games.creature_wars.rules.saving import load_into
from rumpus.games.creature_wars.rules.state import UNDECIDED
from rumpus.games.creature_wars.rules.turn import CHOOSE, TURN_START, advance, break_out

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
    """A game in the middle, A being the starter; `mode` says what happens to the position between two answers."""

    def __init__(
        self,
        mode: str,
        a: Sequence[str] = (),
        b: Sequence[str] = (),
        deck: Sequence[str] = FILLER,
        turn: int = 1,
        hp: Sequence[int] = (30, 30),
        options: dict[str, object] | None = None,
    ) -> None:
        self.mode = mode
        self.numbers = numbers_of(game.options(options or {}))
        self.war = War(self.numbers)
        self.left_behind: list[tuple[War, str]] = []
        if mode != "saved":
            self.war.listen()
        self.war.turn = turn
        self.war.step = CHOOSE
        for p in (0, 1):
            self.war.empires[p].hp = hp[p]
        for text in a:
            self.put("A", text)
        for text in b:
            self.put("B", text)
        for text in deck:
            card = self.make(text)
            self.war.cards[card].zone = c.DECK
            self.war.deck.append(card)

    # --- setting up ---

    def make(self, text: str) -> int:
        """A new card by its notation; it lies nowhere yet."""
        found = NOTATION.match(text)
        assert found, f"{text!r} is no card"
        name, war = found["name"], self.war
        level = int(found["level"] or 0)
        type_ = TYPE_NAMES.index(found["type"]) if found["type"] else c.NO_TYPE
        if witch_number(name) >= 0:
            card = war.new_witch(witch_number(name), level)
        elif name in SPECIAL:
            card = self._special(*SPECIAL[name], type_, BASES[name], level)
        elif name in TRIBE_NAMES[: c.TRIBES]:
            card = war.new_creature(TRIBE_NAMES.index(name), level, type_)
        elif name in TRIBE_NAMES:
            card = self._special(c.PLAIN, TRIBE_NAMES.index(name), type_, BASES[name], level)
        else:
            card = self._oddity(OWN_NAMES.index(name))
        made = war.cards[card]
        if found["base"] and found["base"] != "?":
            made.extra = int(found["base"]) - made.printed
        self._mark(made, bool(found["typed"]), bool(found["mark"]), found["rest"] or "")
        return card

    def _special(self, name: int, tribe: int, type_: int, base: int, level: int) -> int:
        war = self.war
        war.cards.append(Card(war.stamp, c.CREATURE, tribe, name, c.NO_WITCH, type_, level, base))
        return len(war.cards) - 1

    def _oddity(self, name: int) -> int:
        war = self.war
        war.cards.append(Card(war.stamp, c.ODDITY, c.NO_TRIBE, name, c.NO_WITCH, c.NO_TYPE, 0, 0))
        return len(war.cards) - 1

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
        """A card at the right end of a hand, without a scan."""
        card, p = self.make(text), seat(player)
        self.war.cards[card].zone = c.HAND + p
        self.war.cards[card].seen = 1 << p
        self.war.hands[p].append(card)
        return card

    def bury(self, player: str, text: str, fate: str) -> int:
        """A card on the graveyard, with its fate and the player it came from."""
        card = self.make(text)
        bury(self.war, card, FATE_NAMES.index(fate), seat(player))
        return card

    def wrap(self, player: str, text: str) -> int:
        """A Wrapped Gift in a hand, with this card inside."""
        gift, p = self.war.new_gift(self.make(text)), seat(player)
        self.war.cards[gift].zone = c.HAND + p
        self.war.cards[gift].seen = 1 << p
        self.war.hands[p].append(gift)
        return gift

    def pocket(self, grinch: int, text: str) -> int:
        """A card in the sack of a Grinch."""
        card = self.make(text)
        put_inside(self.war, grinch, card)
        return card

    def empire(self, player: str) -> Empire:
        """The Empire, to look at or to give charges to."""
        return self.war.empires[seat(player)]

    @property
    def magic(self) -> Magic:
        """The magic in force for both, to look at or to change."""
        return self.war.magic

    def scan(self, player: str, picks: Sequence[int] = ()) -> None:
        with Scripted(picks) as luck:
            self.war.scan(seat(player), luck)
        self._hand_over()

    def gain(self, player: str, text: str, picks: Sequence[int] = ()) -> None:
        with Scripted(picks) as luck:
            self.war.gain(seat(player), self.make(text), luck)
        self._hand_over()

    def draw(self, player: str, n: int = 1, picks: Sequence[int] = ()) -> None:
        with Scripted(picks) as luck:
            self.war.draw(seat(player), n, luck)
        self._hand_over()

    # --- playing ---

    def start_turn(self, picks: Sequence[int] = ()) -> None:
        """From the end of one turn to the Choose step of the next: start, draw, hold."""
        self.war.step = TURN_START
        self._run(picks, until=CHOOSE)

    def duel(self, a: str | None, b: str | None, picks: Sequence[int] = ()) -> None:
        """Both commit, and the turn runs to its end or to the first question.

        A card is named by a piece of its text; "Militia" expects that nothing could be played, None that he skips.
        """
        assert self.war.step == CHOOSE, "the table is not at a Choose step"
        advance(self.war, Scripted(()))
        for p, wanted in ((0, a), (1, b)):
            self._commit(p, wanted)
        self._run(picks, until=TURN_START)

    def duel_again(self, a: str | None, b: str | None, picks: Sequence[int] = ()) -> None:
        """The next turn with no more than its duel: nobody draws, rests go on."""
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
            assert empire.committed == c.NOBODY, f"{'AB'[p]} has something to play: {self.options('AB'[p])}"
        else:
            card = self.find("AB"[p], wanted)
            if empire.committed == OWES:
                place = self.war.hands[p].index(card)
                reason = self.war.why_not(p, place)
                assert not reason, reason
                decide(self.war, p, place)
            assert self.war.empires[p].committed == card, f"{wanted} is not what {'AB'[p]} may play"
        self._hand_over()

    def answer(self, words: str, picks: Sequence[int] = ()) -> None:
        """The open question is answered with these words, and the turn goes on."""
        assert words in self.choices, f"{words!r} is not among {self.choices}"
        p = self.war.asked
        decide(self.war, p, self.war.moves(p)[self.choices.index(words)])
        self._hand_over()
        self._run(picks, until=TURN_START)

    def mayhem(self) -> None:
        """Mayhem breaks out at once."""
        break_out(self.war)
        self._hand_over()

    def _run(self, picks: Sequence[int], until: int) -> None:
        with Scripted(picks) as luck:
            while self.war.victor == UNDECIDED and self.war.asking == NOTHING:
                if not self.war.frames and self.war.step == until:
                    break
                advance(self.war, luck)
                assert flaws(self.war) == []
        self._hand_over()

    def _hand_over(self) -> None:
        """The position is replaced by its copy or by its saved and loaded self, as the mode says."""
        war = self.war
        if self.mode == "copied":
            self.left_behind.append((war, json.dumps(war.save())))
            self.war = war.copy()
        elif self.mode == "saved":
            self.war = War(self.numbers)
            load_into(self.war, json.loads(json.dumps(war.save())))

    def check_left_behind(self) -> None:
        """Whatever its copies went through, an original has not changed."""
        for war, saved in self.left_behind:
            assert json.dumps(war.save()) == saved

    # --- looking ---

    def find(self, player: str, words: str) -> int:
        """The card in a hand whose text has these words in it, the leftmost of equals."""
        hand = self.war.hands[seat(player)]
        found = [card for card in hand if words in self.war.text(card)]
        assert found, f"{player} holds no {words}: {self.hand(player)}"
        assert len({self.war.text(card) for card in found}) == 1, f"{words} could be several of {self.hand(player)}"
        return found[0]

    def card(self, player: str, words: str) -> Card:
        """That card itself, to look at its marks (or to set them up, with the table still untouched)."""
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
        """Each with its fate: `Lvl.1 Holy Giant {4} slain`."""
        return [f"{self.war.text(card)} {FATE_NAMES[self.war.cards[card].fate]}" for card in self.war.graveyard]

    @property
    def removed(self) -> list[str]:
        return self.texts(self.war.removed)

    def knows(self, player: str, holder: str) -> list[str]:
        """What a player sees of a hand: texts, and `?` for what he does not know."""
        p = seat(player)
        hand = self.war.hands[seat(holder)]
        return [self.war.text(card) if self.war.cards[card].seen >> p & 1 else "?" for card in hand]

    def options(self, player: str) -> list[str]:
        """What a player could commit now."""
        return self.texts(duel_options(self.war, seat(player)))

    @property
    def choices(self) -> list[str]:
        """The words of the open question, in order; empty if there is none."""
        if self.war.asking == NOTHING:
            return []
        return [write_move(self.war, self.war.asked, move) for move in self.war.moves(self.war.asked)]

    @property
    def asked(self) -> str:
        """Who is asked: A, B, or nobody."""
        return "AB"[self.war.asked] if self.war.asking != NOTHING else ""

    @property
    def winner(self) -> str:
        """The winner of the last duel: A, B, or nobody."""
        return "AB"[self.war.winner] if self.war.winner >= 0 else ""

    @property
    def over(self) -> str:
        """Who has won the game: A, B, `draw`, or nobody yet."""
        return {UNDECIDED: "", -1: "draw", 0: "A", 1: "B"}[self.war.victor]
