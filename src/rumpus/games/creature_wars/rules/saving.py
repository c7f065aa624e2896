"""Saves and loads positions."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Json
from rumpus.core.saving import (
    MAX_NUMBER,
    SavedField,
    damaged,
    fields,
    lists,
    mapping,
    restore_row,
    rows,
    saved_row,
    wholes,
)
from rumpus.games.creature_wars.rules.cards import (
    ALL_TRIBES,
    EVERYBODY,
    GIFT,
    HOLY,
    IS_CHANGELING,
    IS_STAND_IN,
    NO_TRIBE,
    NO_TYPE,
    NO_WITCH,
    NONE,
    NOWHERE,
    ODDITY,
    RAVENED,
    SINFUL,
    TIER,
    TRIBE_MARK,
    TRIBES,
    TYPE_MARK,
    VANISHED,
    WITCH_MARK,
    Card,
)
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, ASK_PEEK, CHECK, Frame, Quest, Timer
from rumpus.games.creature_wars.rules.duels.turn import DECK_CHECK, TURN_START
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.flaws import check_decision, check_names, flaws
from rumpus.games.creature_wars.rules.moves import places_of_choice
from rumpus.games.creature_wars.rules.state import HAND_MOVES, UNDECIDED

MAX_CHARGES: Final = 1000
"""Upper limit of charges and magic in a save."""
MAX_CARDS: Final = 20_000
"""Upper limit of cards in a save; no game makes as many."""
MAX_HAND: Final = 2 * HAND_MOVES
"""Upper limit of a hand in a save; options keep hands far below (`numbers.check`)."""
MAX_LEVEL: Final = 10_000
"""Upper limit of levels, strengths, cooldowns and turns in a save."""
MAX_WITCH_NUMBER: Final = (SINFUL + 1) * TIER - 1

CARD: Final[list[SavedField]] = [
    *fields("kind", high=ODDITY),
    *fields("tribe", low=NO_TRIBE, high=ALL_TRIBES - 1),
    *fields("name", high=GIFT),
    *fields("witch", low=NO_WITCH, high=MAX_WITCH_NUMBER),
    *fields("type", low=NO_TYPE, high=HOLY),
    *fields("level printed", high=MAX_LEVEL),
    *fields("extra", low=-MAX_LEVEL, high=MAX_LEVEL),
    *fields("zone", high=NOWHERE),
    *fields("seen", high=EVERYBODY),
    *fields("bonus", high=MAX_LEVEL),
    *fields("marks", high=TRIBE_MARK | TYPE_MARK | WITCH_MARK),
    *fields("barred?"),
    *fields("cooldown", high=MAX_LEVEL),
    *fields("locks", high=2 * RAVENED - 1),
    *fields("doomed", low=NONE, high=1),
    *fields("rings", high=MAX_CHARGES),
    *fields("fuse deal_due first? sprung? shifty? gilded?", high=MAX_LEVEL),
    *fields("harm_fixed", low=-1, high=MAX_LEVEL),
    *fields("traits", high=IS_CHANGELING | IS_STAND_IN),
    *fields("keeper", low=NONE, high=MAX_CARDS),
    *fields("beloved", low=NO_TRIBE, high=ALL_TRIBES - 1),
    *fields("fate", high=VANISHED),
    *fields("fate_of", low=NONE, high=1),
]
EMPIRE: Final[list[SavedField]] = [
    *fields("hp", low=-MAX_NUMBER),
    *fields("rally_formed? witch_bonus? won lost run run_alive?"),
    *fields("slain_tribes", high=(1 << TRIBES) - 1),
    *fields("surge lucky high proud ward sin_eater baden baden_next wish", high=MAX_CHARGES),
    *fields("forced", low=NONE, high=MAX_CARDS),
    *fields("skip", high=MAX_CHARGES),
    *fields("midas?"),
    *fields("thirst", high=MAX_CHARGES),
    *fields("cannibal? skipping?"),
    *fields("committed", low=OWES, high=MAX_CARDS),
    *fields("slot", low=NONE, high=MAX_CARDS),
    *fields("surging? fortunate? doubled? switched? banished?"),
    *fields("fate", high=VANISHED),
    *fields("rings_left", high=MAX_CHARGES),
    *fields("escaped*", high=MAX_WITCH_NUMBER),
]
MAGIC: Final[list[SavedField]] = fields(
    "venom? david? juno? sand goliath goliath_next berserk berserk_next wrath backlash? holy_doubled? lilith? ban? "
    "reprieve? crow ceremony haggel",
    high=MAX_CHARGES,
)
DUEL: Final[list[SavedField]] = [
    *fields("starter", high=1),
    *fields("turn"),
    *fields("step", low=TURN_START, high=DECK_CHECK),
    *fields("victor", low=UNDECIDED, high=1),
    *fields("mayhem?"),
    *fields("winner", low=NONE, high=1),
    *fields("losers", high=3),
    *fields("clash? bizarre? fought? inverted? berserk?"),
]
"""Turn and duel; a save appends the two compared cards and BLOW."""
BLOW: Final[list[SavedField]] = [*fields("blow"), *fields("blow_to", low=NONE, high=1)]
FRAME: Final[list[SavedField]] = [
    *fields("witch", low=NO_WITCH, high=MAX_WITCH_NUMBER),
    *fields("card", low=NONE, high=MAX_CARDS),
    *fields("you stage", high=1),
    *fields("pick", low=NONE),
    *fields("state", high=CHECK),
    *fields("cards*", high=MAX_CARDS),
]
TIMER: Final[list[SavedField]] = [
    *fields("due"),
    *fields("witch", high=MAX_WITCH_NUMBER),
    *fields("you", high=1),
    *fields("number", high=MAX_CARDS),
]
QUEST: Final[list[SavedField]] = [*fields("you", high=1), *fields("prize", high=MAX_CARDS), *fields("open*")]
QUESTION: Final[list[SavedField]] = [
    *fields("asking", high=ASK_PEEK),
    *fields("asked", low=NONE, high=1),
    *fields("options*", high=MAX_CARDS),
]


def save(d: Duel) -> dict[str, Json]:
    return {
        "cards": [saved_row(card, CARD) for card in d.cards],
        "deck": list(d.deck),
        "hands": [list(d.hands[0]), list(d.hands[1])],
        "graveyard": list(d.graveyard),
        "removed": list(d.removed),
        "inside": list(d.inside),
        "empires": [saved_row(empire, EMPIRE) for empire in d.empires],
        "magic": saved_row(d.magic, MAGIC),
        "duel": [*saved_row(d, DUEL), *d.compared, *saved_row(d, BLOW)],
        "last_duel": list(d.last_duel),
        "frames": [saved_row(frame, FRAME) for frame in d.frames],
        "timers": [saved_row(timer, TIMER) for timer in d.timers],
        "quests": [saved_row(quest, QUEST) for quest in d.quests],
        "question": saved_row(d, QUESTION),
    }


def load(d: Duel, plain: object) -> None:
    """Fills a new position from a save; raises BadRecord if it is damaged."""
    source = mapping(plain)
    d.cards = []
    for row in rows(source, "cards", max_length=MAX_CARDS):
        card = Card(d.stamp, 0, NO_TRIBE, 0, NO_WITCH, NO_TYPE, 0, 0)
        restore_row(card, row, CARD, "cards")
        d.cards.append(card)
    last = len(d.cards) - 1
    d.deck = wholes(source, "deck", high=last, max_length=MAX_CARDS)
    d.hands = lists(source, "hands", high=last, length=2, max_length=MAX_HAND)
    d.graveyard = wholes(source, "graveyard", high=last, max_length=MAX_CARDS)
    d.removed = wholes(source, "removed", high=last, max_length=MAX_CARDS)
    d.inside = wholes(source, "inside", high=last, max_length=MAX_CARDS)
    for empire, row in zip(d.empires, rows(source, "empires", length=2), strict=True):
        restore_row(empire, row, EMPIRE, "empires")
    restore_row(d.magic, rows(source, "magic"), MAGIC, "magic")
    duel: list[object] = [*rows(source, "duel", length=len(DUEL) + 2 + len(BLOW))]
    restore_row(d, duel[: len(DUEL)], DUEL, "duel")
    d.compared = wholes({"duel": duel[len(DUEL) : len(DUEL) + 2]}, "duel", low=NONE, high=last)
    restore_row(d, duel[len(DUEL) + 2 :], BLOW, "duel")
    d.last_duel = wholes(source, "last_duel", low=-MAX_NUMBER, max_length=4)
    for row in rows(source, "frames", max_length=2 * MAX_HAND + 2):
        frame = Frame(NO_WITCH, NONE, 0)
        restore_row(frame, row, FRAME, "frames")
        frame.foe = 1 - frame.you
        d.frames.append(frame)
    for row in rows(source, "timers"):
        timer = Timer(0, NO_WITCH, 0, 0)
        restore_row(timer, row, TIMER, "timers")
        d.timers.append(timer)
    for row in rows(source, "quests"):
        quest = Quest(0, NONE, [])
        restore_row(quest, row, QUEST, "quests")
        d.quests.append(quest)
    restore_row(d, rows(source, "question", max_length=MAX_CARDS), QUESTION, "question")
    check_names(d)
    for problem in flaws(d):
        raise damaged(problem)
    if d.asking == ASK_DUEL:
        d.choices = [places_of_choice(d, 0), places_of_choice(d, 1)]
    check_decision(d)
