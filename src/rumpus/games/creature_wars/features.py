"""Feature vectors of information states and moves.

A hand appears twice. Place by place, a witch is one number, for an embedding table of the learner. As a whole,
there is a column for each of the 141 witches. Such columns in every place would triple the vector and add nothing.
A move's vector has them.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.core.features import EntityGroup, FeatureLayout, Features, moves_by_kind
from rumpus.core.position import Move, Position, Seat
from rumpus.games.creature_wars.rules.cards import (
    ALL_TRIBES,
    CREATURE,
    GIFT,
    NONE,
    ODDITY,
    RAVEN,
    SOURED,
    TIER,
    TRIBE_MARK,
    TRIBES,
    TYPE_MARK,
    TYPES,
    WITCH,
    WITCH_MARK,
    Card,
)
from rumpus.games.creature_wars.rules.duels.frames import (
    ASK_DUEL,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PLAYER,
    ASK_TRIBE,
    NOTHING,
)
from rumpus.games.creature_wars.rules.empires import OWES, Empire
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES, OWN_NAMES, TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import (
    NUMBERS,
    OFFER_MOVES,
    OFFERS,
    OFFSETS,
    PAIRS,
    PLAYER_MOVES,
    TRIBE_MOVES,
    moves_of,
    named_card,
)
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.position import War
from rumpus.games.creature_wars.rules.state import HAND_MOVES, UNDECIDED
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, all_witches

WITCHES: Final[list[str]] = [witch.name for witch in all_witches()]
TIER_OFFSETS: Final = [0, len(CATALOGUE[0]), len(CATALOGUE[0]) + len(CATALOGUE[1])]
"""Index of each tier's first witch in WITCHES."""
MAX_OWN_CARDS: Final = 10
MAX_KNOWN_CARDS: Final = 6
ASKS: Final = (
    "nothing",
    "a card to duel with",
    "one of the cards shown",
    "a card of the hand",
    "a Tribe",
    "a Power Type",
    "a number",
    "what happens",
    "a player",
    "two gifts to peek into",
)
OPTIONS: Final = 3
DATED_NAMES: Final = ("Sun Witch", "Shady Witch", "Clockwork Crier Witch", "Witch of Endor")
"""Witches with a delayed effect."""
NO_MOVES: Final[list[int]] = []
DATE_OFFSET: Final = 1.5
"""Added to the turns until a date: separates a due date from none."""
DATED_WITCHES: Final = [witch_number(name) for name in DATED_NAMES]

FACE: Final = [
    "there",
    "creature",
    "witch",
    "oddity",
    "level",
    "base",
    *TYPE_NAMES,
    *TRIBE_NAMES,
    *OWN_NAMES[1:],
    "which witch",
    "rests",
    "locked",
    "Tribe rallied",
    "Type rallied",
    "witches rallied",
]
TYPE_AT: Final = 6
TRIBE_AT: Final = TYPE_AT + len(TYPE_NAMES)
NAME_AT: Final = TRIBE_AT + len(TRIBE_NAMES)
WITCH_AT: Final = NAME_AT + len(OWN_NAMES) - 1
STATE: Final = [
    "harm",
    "rings",
    "explodes in",
    "falls in",
    "goes first",
    "has jumped out",
    "changes level",
    "no Rallies",
    "doomed by me",
    "can be chosen",
    "chosen",
]
FACE_WIDTH: Final = len(FACE)
CARD: Final = FACE + STATE
CARD_WIDTH: Final = len(CARD)
EMPIRE: Final = (
    "hp",
    "cards",
    "won",
    "lost",
    "formed a Rally",
    "skips this turn",
    "surge",
    "lucky",
    "high",
    "proud",
    "ward",
    "sin eater",
    "Baden",
    "wish",
    "skip",
    "thirst",
    "Midas",
    "cannibal",
    "quests",
    "cards on quest",
    "lost in the last duel",
)
EMPIRE_WIDTH: Final = len(EMPIRE)
MAGIC: Final = (
    "venom",
    "David",
    "Juno",
    "sand",
    "Goliath",
    "berserk",
    "wrath",
    "backlash",
    "Holy doubled",
    "Lilith",
    "ban",
    "reprieve",
    "crow",
    "ceremony",
    "Haggel",
)
FATES: Final = FATE_NAMES[1 : SOURED + 1]
MEANING: Final = (
    "what it is; level and base ÷ 10; Power Type; Tribe (half, whom a Raven mourns); own name; which witch: her place "
    "among all 141, counted from 1, ÷ 141; turns of rest ÷ 4; locked for good; the Rallies that it has gained by"
)
STATE_MEANING: Final = (
    "; its harm ÷ 10; rings; turns until it explodes or falls to level 1, plus 1.5, ÷ 5; marks; whether it can be "
    "chosen now, and whether one has chosen it"
)
OMITTED: Final = {
    "seats.hand[10:]": "of the own hand ten cards are described one by one, of the other the first six that one knows",
    "seats.hand order": "where in the other's hand a known card is does not count",
    "seats.hand.inside": "what one has peeked of a gift is not told",
    "graveyard": "counted by Tribe, Power Type, fate and witch, not card by card",
    "removed": "only counted: what has left the game does not come back",
    "last duel.cards": "they lie in hands or the graveyard by now",
    "in force": "a quest is told by the cards it still waits for, not by its prize",
    "outcome": "the end is the reward",
}

ACTIONS: Final = (
    ("place", HAND_MOVES, "the card at that place of one's hand: to duel with, or as an answer"),
    ("offer", OFFERS, "one of the cards shown"),
    ("Tribe", TRIBES, "names it"),
    ("Power Type", TYPES, "names it"),
    ("number", NUMBERS, "names it"),
    ("option", OPTIONS, "what happens, as the witch says"),
    ("player", 2, "the first or second whom the witch offers"),
    ("two gifts", PAIRS, "the pair to peek into"),
)


def _layout() -> FeatureLayout:
    layout = FeatureLayout()
    layout.add("turn", "turns t as t ÷ (t + 20)")
    layout.add("first", "one goes first this turn")
    layout.add("deck", "cards left ÷ 42")
    layout.add("removed", "cards that have left the game ÷ 20")
    layout.add("over", "the war has ended")
    layout.add("asked", "what is being asked, of both or of one", ASKS)
    layout.add("asked of me", "one owes an answer")
    layout.add("asked of the other", "the other owes an answer to a witch")
    layout.add("asks", "the witch that asks", WITCHES)
    layout.add("offered Tribe", "what may be answered", TRIBE_NAMES[:TRIBES])
    layout.add("offered Type", "what may be answered", TYPE_NAMES)
    layout.add("offered number", "what may be answered", [str(number) for number in range(NUMBERS)])
    layout.add("offered option", "what may be answered", [str(option + 1) for option in range(OPTIONS)])
    layout.add("in force", "magic for both: how often, or whether", MAGIC)
    for whose in ("own", "other"):
        layout.add(
            whose,
            "HP ÷ 30; cards, duels won and lost ÷ 10; charges that wait, magic of one side; quests and the cards they "
            "wait for; HP lost in the last duel ÷ 10",
            EMPIRE,
        )
        layout.add(f"{whose} has slain", "Tribes", TRIBE_NAMES)
        layout.add(f"{whose} date", "turns until it comes, plus 1.5, ÷ 5", DATED_NAMES)
    layout.add("hand has", "the witches of one's hand, half a point each", WITCHES)
    layout.add("hand of Tribe", "creatures that can rally ÷ 4", TRIBE_NAMES)
    layout.add("hand of Type", "creatures that can rally ÷ 4", TYPE_NAMES)
    layout.add("graveyard has", "witches, half a point each", WITCHES)
    layout.add("graveyard of Tribe", "creatures ÷ 4", TRIBE_NAMES)
    layout.add("graveyard of Type", "creatures ÷ 10", TYPE_NAMES)
    layout.add("own graveyard", "one's own cards by fate ÷ 10", FATES)
    layout.add("other graveyard", "the other's cards by fate ÷ 10", FATES)
    layout.add("own slot", MEANING, FACE)
    layout.add("other slot", MEANING, FACE)
    for place in range(OFFERS):
        layout.add(f"offer {place + 1}", f"a card that is shown: {MEANING}", FACE)
    for place in range(MAX_OWN_CARDS):
        layout.add(f"card {place + 1}", f"of one's hand: {MEANING}{STATE_MEANING}", CARD)
    for place in range(MAX_KNOWN_CARDS):
        layout.add(f"known card {place + 1}", f"of the other hand: {MEANING}{STATE_MEANING}", CARD)
    return layout


def _entities(layout: FeatureLayout) -> list[EntityGroup]:
    """Groups of columns that describe one card each."""
    first = {group.name: group.offset for group in layout.groups}
    return [
        EntityGroup(first["own slot"], FACE_WIDTH, 1, WITCH_AT, len(WITCHES)),
        EntityGroup(first["other slot"], FACE_WIDTH, 1, WITCH_AT, len(WITCHES)),
        EntityGroup(first["offer 1"], FACE_WIDTH, OFFERS, WITCH_AT, len(WITCHES), OFFER_MOVES, OFFERS),
        EntityGroup(first["card 1"], CARD_WIDTH, MAX_OWN_CARDS, WITCH_AT, len(WITCHES), 0, HAND_MOVES),
        EntityGroup(first["known card 1"], CARD_WIDTH, MAX_KNOWN_CARDS, WITCH_AT, len(WITCHES)),
    ]


def _move_layout() -> FeatureLayout:
    layout = FeatureLayout()
    layout.add("answers", "the question", ASKS)
    layout.add("names", f"the card that it names: {MEANING}{STATE_MEANING}", CARD)
    layout.add("is", "the witch that it names", WITCHES)
    layout.add("Tribe", "that it names", TRIBE_NAMES[:TRIBES])
    layout.add("Type", "that it names", TYPE_NAMES)
    layout.add("number", "that it names", [str(number) for number in range(NUMBERS)])
    layout.add("option", "that it names", [str(option + 1) for option in range(OPTIONS)])
    layout.add("player", "whom it names", ("oneself", "the other"))
    layout.add("gifts", "the pair that it names", [str(pair + 1) for pair in range(PAIRS)])
    return layout


class WarFeatures(Features):
    def __init__(self) -> None:
        layout = _layout()
        super().__init__(layout, OMITTED, _move_layout(), moves_by_kind(ACTIONS), _entities(layout))

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        assert isinstance(position, War)
        war = position
        foe = 1 - seat
        rows[at] = war.turn / (war.turn + 20.0)
        rows[at + 1] = float(war.first == seat)
        rows[at + 2] = len(war.deck) / 42.0
        rows[at + 3] = len(war.removed) / 20.0
        rows[at + 4] = float(war.victor != UNDECIDED)
        at = write_question(war, seat, rows, at + 5)
        at = write_magic(war, rows, at)
        at = write_empire(war, seat, rows, at)
        at = write_empire(war, foe, rows, at)
        at = write_whole_hand(war, seat, rows, at)
        at = write_graveyard(war, seat, rows, at)
        for p in (seat, foe):
            if war.empires[p].slot != NONE:
                write_face(war.cards[war.empires[p].slot], rows, at)
            at += FACE_WIDTH
        if war.asking == ASK_OFFER and war.asked == seat:
            place: i64 = at
            for c in war.options:
                write_face(war.cards[c], rows, place)
                place += FACE_WIDTH
        at += OFFERS * FACE_WIDTH
        at = write_own_cards(war, seat, rows, at)
        write_known_cards(war, seat, rows, at)

    def write_move(self, position: Position, seat: Seat, move: Move, rows: vec[float], at: i64) -> None:
        assert isinstance(position, War)
        war = position
        rows[at + war.asking] = 1.0
        at += len(ASKS)
        c = named_card(war, seat, move)
        if c != NONE:
            card = war.cards[c]
            write_card(war, c, seat, rows, at)
            if card.witch >= 0 and card.kind == WITCH:
                rows[at + CARD_WIDTH + witch_index(card.witch)] = 1.0
            return
        if war.asking == ASK_PLAYER:
            move = PLAYER_MOVES + (0 if war.options[move - PLAYER_MOVES] == seat else 1)
        # The columns of answers lie in the order of the move space.
        rows[at + CARD_WIDTH + len(WITCHES) + (move - TRIBE_MOVES)] = 1.0


# --- parts of the row: each says where the next one begins ---


def witch_index(witch: int) -> int:
    """Index of this witch in WITCHES."""
    native: i64 = witch  # fast to divide
    return TIER_OFFSETS[native // TIER] + int(native % TIER)


def write_question(war: War, seat: int, rows: vec[float], at: i64) -> i64:
    rows[at + war.asking] = 1.0
    at += len(ASKS)
    asking = war.asking
    if asking == ASK_DUEL:
        if war.empires[seat].committed == OWES:
            rows[at] = 1.0
    elif asking != NOTHING:
        rows[at if war.asked == seat else at + 1] = 1.0
        witch = war.frames[-1].witch
        if witch >= 0:
            rows[at + 2 + witch_index(witch)] = 1.0
        if war.asked == seat and ASK_TRIBE <= asking <= ASK_OPTION:
            first = at + 2 + len(WITCHES) + (OFFSETS[asking] - TRIBE_MOVES)
            for option in war.options:
                rows[first + option] = 1.0
    return at + 2 + len(WITCHES) + (PLAYER_MOVES - TRIBE_MOVES)


def write_magic(war: War, rows: vec[float], at: i64) -> i64:
    magic = war.magic
    rows[at] = float(magic.venom)
    rows[at + 1] = float(magic.david)
    rows[at + 2] = float(magic.juno)
    rows[at + 3] = float(magic.sand)
    rows[at + 4] = float(magic.goliath + magic.goliath_next)
    rows[at + 5] = float(magic.berserk + magic.berserk_next)
    rows[at + 6] = float(magic.wrath)
    rows[at + 7] = float(magic.backlash)
    rows[at + 8] = float(magic.holy_doubled)
    rows[at + 9] = float(magic.lilith)
    rows[at + 10] = float(magic.ban)
    rows[at + 11] = float(magic.reprieve)
    rows[at + 12] = float(magic.crow)
    rows[at + 13] = float(magic.ceremony)
    rows[at + 14] = float(magic.haggel)
    return at + len(MAGIC)


def write_empire(war: War, p: int, rows: vec[float], at: i64) -> i64:
    empire = war.empires[p]
    hp: int = empire.hp
    won: int = empire.won
    lost: int = empire.lost
    rows[at] = hp / 30.0
    rows[at + 1] = len(war.hands[p]) / 10.0
    rows[at + 2] = won / 10.0
    rows[at + 3] = lost / 10.0
    rows[at + 4] = float(empire.rally_formed)
    rows[at + 5] = float(empire.skipping)
    write_charges(empire, rows, at + 6)
    for quest in war.quests:
        if quest.you == p:
            rows[at + 18] += 1.0
            rows[at + 19] += len(quest.open) / 5.0
    if war.last_duel:
        rows[at + 20] = war.last_duel[2 + p] / 10.0
    at += EMPIRE_WIDTH
    slain: int = empire.slain_tribes
    if slain:
        for tribe in range(ALL_TRIBES):
            rows[at + tribe] = float(slain >> tribe & 1)
    at += ALL_TRIBES
    for timer in war.timers:
        if timer.you == p:
            for place in range(len(DATED_WITCHES)):
                if DATED_WITCHES[place] == timer.witch:
                    rows[at + place] += (timer.due - war.turn + DATE_OFFSET) / 5.0
    return at + len(DATED_NAMES)


def write_charges(empire: Empire, rows: vec[float], at: i64) -> None:
    rows[at] = float(empire.surge)
    rows[at + 1] = float(empire.lucky)
    rows[at + 2] = float(empire.high)
    rows[at + 3] = float(empire.proud)
    rows[at + 4] = float(empire.ward)
    rows[at + 5] = float(empire.sin_eater)
    rows[at + 6] = float(empire.baden + empire.baden_next)
    rows[at + 7] = float(empire.wish)
    rows[at + 8] = float(empire.skip)
    rows[at + 9] = float(empire.thirst)
    rows[at + 10] = float(empire.midas)
    rows[at + 11] = float(empire.cannibal)


def write_whole_hand(war: War, seat: int, rows: vec[float], at: i64) -> i64:
    """Counts the witches of the hand, and Tribes and Types towards Rallies."""
    for c in war.hands[seat]:
        card = war.cards[c]
        if card.seen >> seat & 1 and (card.kind == WITCH or not card.barred):
            count_card(card, 0.25, rows, at)
    return at + len(WITCHES) + ALL_TRIBES + TYPES


def write_graveyard(war: War, seat: int, rows: vec[float], at: i64) -> i64:
    fates = at + len(WITCHES) + ALL_TRIBES + TYPES
    for c in war.graveyard:
        card = war.cards[c]
        count_card(card, 0.1, rows, at)
        if card.fate_of >= 0:
            fate: int = card.fate
            rows[fates + (fate - 1) + (0 if card.fate_of == seat else len(FATES))] += 0.1
    return fates + 2 * len(FATES)


def count_card(card: Card, type_weight: float, rows: vec[float], at: i64) -> None:
    """Adds a witch to the columns of witches, or a creature to those of Tribes and Types."""
    if card.kind == WITCH:
        rows[at + witch_index(card.witch)] += 0.5
    elif card.kind == CREATURE:
        tribe: int = card.tribe
        if tribe >= 0:
            rows[at + len(WITCHES) + tribe] += 0.25
        type_: int = card.type
        if type_ >= 0:
            rows[at + len(WITCHES) + ALL_TRIBES + type_] += type_weight


def write_own_cards(war: War, seat: int, rows: vec[float], at: i64) -> i64:
    hand = war.hands[seat]
    places: i64 = min(len(hand), MAX_OWN_CARDS)
    width: i64 = CARD_WIDTH
    for place in range(places):
        write_card(war, hand[place], seat, rows, at + place * width)
    options = war.choices[seat] if war.asking == ASK_DUEL else NO_MOVES
    if war.asking == ASK_OWN_CARD and war.asked == seat:
        options = moves_of(war, seat)
    for option in options:
        place = option
        if place < MAX_OWN_CARDS:
            rows[at + place * width + (width - 2)] = 1.0
    committed = war.empires[seat].committed
    if committed >= 0:
        for place in range(places):
            if hand[place] == committed:
                rows[at + place * width + (width - 1)] = 1.0
    return at + MAX_OWN_CARDS * width


def write_known_cards(war: War, seat: int, rows: vec[float], at: i64) -> None:
    """Writes the known cards of the opponent's hand."""
    known = 0
    for c in war.hands[1 - seat]:
        if war.cards[c].seen >> seat & 1:
            write_card(war, c, seat, rows, at)
            at += CARD_WIDTH
            known += 1
            if known == MAX_KNOWN_CARDS:
                return


def write_card(war: War, c: int, seat: int, rows: vec[float], at: i64) -> None:
    """Writes a card of a hand; a hidden one only as present."""
    card = war.cards[c]
    if not card.seen >> seat & 1:
        rows[at] = 1.0
        return
    write_face(card, rows, at)
    at += FACE_WIDTH
    if card.kind == CREATURE:
        rows[at] = war.harm(c) / 10.0
    elif card.kind == WITCH:
        rows[at] = card.base / 10.0
    rows[at + 1] = float(card.rings)
    if card.fuse:
        fuse: int = card.fuse
        rows[at + 2] = (fuse - war.turn + DATE_OFFSET) / 5.0
    if card.deal_due:
        deal_due: int = card.deal_due
        rows[at + 3] = (deal_due - war.turn + DATE_OFFSET) / 5.0
    rows[at + 4] = float(card.first)
    rows[at + 5] = float(card.sprung)
    rows[at + 6] = float(card.shifty)
    rows[at + 7] = float(card.barred)
    if card.doomed == seat:
        rows[at + 8] = 1.0


def write_face(card: Card, rows: vec[float], at: i64) -> None:
    """Writes the visible face of a card."""
    kind: int = card.kind
    name: int = card.name
    type_: int = card.type
    tribe: int = card.tribe
    rows[at] = 1.0
    rows[at + 1 + kind] = 1.0
    if kind != ODDITY:
        level: int = card.level
        rows[at + 4] = level / 10.0
    if name != GIFT:
        rows[at + 5] = card.base / 10.0
    if type_ >= 0:
        rows[at + TYPE_AT + type_] = 1.0
        if card.marks & TYPE_MARK:
            rows[at + WITCH_AT + 4] = 1.0
    if tribe >= 0:
        rows[at + TRIBE_AT + tribe] = 1.0
        if card.marks & TRIBE_MARK:
            rows[at + WITCH_AT + 3] = 1.0
    if kind == WITCH:
        rows[at + WITCH_AT] = (witch_index(card.witch) + 1) / 141.0
        if card.marks & WITCH_MARK:
            rows[at + WITCH_AT + 5] = 1.0
    elif name == RAVEN and card.beloved >= 0:
        beloved: int = card.beloved
        rows[at + TRIBE_AT + beloved] = 0.5
    if name:
        rows[at + NAME_AT + (name - 1)] = 1.0
    if card.locks:
        rows[at + WITCH_AT + 2] = 1.0
    elif card.cooldown:
        cooldown: int = card.cooldown
        rows[at + WITCH_AT + 1] = cooldown / 4.0
