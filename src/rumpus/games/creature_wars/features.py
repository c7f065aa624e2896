"""What a seat of Creature Wars knows as a row of numbers, and what a move of it names.

Cards have many faces, so a hand is told in two ways: place by place, as moves name them, with a number for each witch
that a learner can look up in a table of its own; and as a whole, with a column for each of the 141 witches. A column
per witch in every place would make the row three times as long and say nothing more. A described move has them all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.core.features import Columns, Features, Things, moves_by_kind
from rumpus.core.position import Move, Position, Seat
from rumpus.games.creature_wars.rules.cards import (
    ALL_TRIBES,
    CREATURE,
    GIFT,
    NOBODY,
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
from rumpus.games.creature_wars.rules.empires import OWES, Empire
from rumpus.games.creature_wars.rules.frames import (
    ASK_DUEL,
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PEEK,
    ASK_PLAYER,
    ASK_TRIBE,
    ASK_TYPE,
    NOTHING,
)
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES, OWN_NAMES, TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import (
    HAND_MOVES,
    NUMBER_MOVES,
    NUMBERS,
    OFFER_MOVES,
    OFFERS,
    OPTION_MOVES,
    PAIRS,
    PEEK_MOVES,
    PLAYER_MOVES,
    TRIBE_MOVES,
    TYPE_MOVES,
    moves_of,
)
from rumpus.games.creature_wars.rules.names import NAMES, witch_number
from rumpus.games.creature_wars.rules.position import War
from rumpus.games.creature_wars.rules.state import UNDECIDED

WITCHES: Final[list[str]] = [name for tier in NAMES for name in tier]
FIRST: Final = [0, len(NAMES[0]), len(NAMES[0]) + len(NAMES[1])]
"""Where the witches of each tier begin among all of them."""
OWN_PLACES: Final = 10
THEIR_PLACES: Final = 6
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
DATED: Final = ("Sun Witch", "Shady Witch", "Clockwork Crier Witch", "Witch of Endor")
"""The witches that set a date."""
NO_MOVES: Final[list[int]] = []
SOON: Final = 1.5
"""Added to the turns until a date, so that no date at all is something else than any date."""
DATES: Final = [witch_number(name) for name in DATED]

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
OF_AN_EMPIRE: Final = (
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
EMPIRE_WIDTH: Final = len(OF_AN_EMPIRE)
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
LEFT_OUT: Final = {
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


def _columns() -> Columns:
    columns = Columns()
    columns.add("turn", "turns t as t ÷ (t + 20)")
    columns.add("first", "one goes first this turn")
    columns.add("deck", "cards left ÷ 42")
    columns.add("removed", "cards that have left the game ÷ 20")
    columns.add("over", "the war has ended")
    columns.add("asked", "what is being asked, of both or of one", ASKS)
    columns.add("asked of me", "one owes an answer")
    columns.add("asked of the other", "the other owes an answer to a witch")
    columns.add("asks", "the witch that asks", WITCHES)
    columns.add("offered Tribe", "what may be answered", TRIBE_NAMES[:TRIBES])
    columns.add("offered Type", "what may be answered", TYPE_NAMES)
    columns.add("offered number", "what may be answered", [str(number) for number in range(NUMBERS)])
    columns.add("offered option", "what may be answered", [str(option + 1) for option in range(OPTIONS)])
    columns.add("in force", "magic for both: how often, or whether", MAGIC)
    for whose in ("own", "other"):
        columns.add(
            whose,
            "HP ÷ 30; cards, duels won and lost ÷ 10; charges that wait, magic of one side; quests and the cards they "
            "wait for; HP lost in the last duel ÷ 10",
            OF_AN_EMPIRE,
        )
        columns.add(f"{whose} has slain", "Tribes", TRIBE_NAMES)
        columns.add(f"{whose} date", "turns until it comes, plus 1.5, ÷ 5", DATED)
    columns.add("hand has", "the witches of one's hand, half a point each", WITCHES)
    columns.add("hand of Tribe", "creatures that can rally ÷ 4", TRIBE_NAMES)
    columns.add("hand of Type", "creatures that can rally ÷ 4", TYPE_NAMES)
    columns.add("graveyard has", "witches, half a point each", WITCHES)
    columns.add("graveyard of Tribe", "creatures ÷ 4", TRIBE_NAMES)
    columns.add("graveyard of Type", "creatures ÷ 10", TYPE_NAMES)
    columns.add("own graveyard", "one's own cards by fate ÷ 10", FATES)
    columns.add("other graveyard", "the other's cards by fate ÷ 10", FATES)
    columns.add("own slot", MEANING, FACE)
    columns.add("other slot", MEANING, FACE)
    for place in range(OFFERS):
        columns.add(f"offer {place + 1}", f"a card that is shown: {MEANING}", FACE)
    for place in range(OWN_PLACES):
        columns.add(f"card {place + 1}", f"of one's hand: {MEANING}{STATE_MEANING}", CARD)
    for place in range(THEIR_PLACES):
        columns.add(f"known card {place + 1}", f"of the other hand: {MEANING}{STATE_MEANING}", CARD)
    return columns


def _things(columns: Columns) -> list[Things]:
    """Cards, wherever they lie."""
    first = {group.name: group.offset for group in columns.groups}
    return [
        Things(first["own slot"], FACE_WIDTH, 1, WITCH_AT, len(WITCHES)),
        Things(first["other slot"], FACE_WIDTH, 1, WITCH_AT, len(WITCHES)),
        Things(first["offer 1"], FACE_WIDTH, OFFERS, WITCH_AT, len(WITCHES), OFFER_MOVES, OFFERS),
        Things(first["card 1"], CARD_WIDTH, OWN_PLACES, WITCH_AT, len(WITCHES), 0, HAND_MOVES),
        Things(first["known card 1"], CARD_WIDTH, THEIR_PLACES, WITCH_AT, len(WITCHES)),
    ]


def _move_columns() -> Columns:
    columns = Columns()
    columns.add("answers", "the question", ASKS)
    columns.add("names", f"the card that it names: {MEANING}{STATE_MEANING}", CARD)
    columns.add("is", "the witch that it names", WITCHES)
    columns.add("Tribe", "that it names", TRIBE_NAMES[:TRIBES])
    columns.add("Type", "that it names", TYPE_NAMES)
    columns.add("number", "that it names", [str(number) for number in range(NUMBERS)])
    columns.add("option", "that it names", [str(option + 1) for option in range(OPTIONS)])
    columns.add("player", "whom it names", ("oneself", "the other"))
    columns.add("gifts", "the pair that it names", [str(pair + 1) for pair in range(PAIRS)])
    return columns


class WarFeatures(Features):
    def __init__(self) -> None:
        columns = _columns()
        super().__init__(columns, LEFT_OUT, _move_columns(), moves_by_kind(ACTIONS), _things(columns))

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        assert isinstance(position, War)
        war = position
        foe = 1 - seat
        rows[at] = war.turn / (war.turn + 20.0)
        if war.first == seat:
            rows[at + 1] = 1.0
        left: i64 = len(war.deck)
        rows[at + 2] = float(left) / 42.0
        removed: i64 = len(war.removed)
        rows[at + 3] = float(removed) / 20.0
        if war.victor != UNDECIDED:
            rows[at + 4] = 1.0
        at += 5
        at = write_question(war, seat, rows, at)
        at = write_magic(war, rows, at)
        at = write_empire(war, seat, rows, at)
        at = write_empire(war, foe, rows, at)
        at = write_whole_hand(war, seat, rows, at)
        at = write_graveyard(war, seat, rows, at)
        if war.empires[seat].slot != NOBODY:
            write_face(war.cards[war.empires[seat].slot], rows, at)
        at += FACE_WIDTH
        if war.empires[foe].slot != NOBODY:
            write_face(war.cards[war.empires[foe].slot], rows, at)
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
        c = NOBODY
        if war.asking == ASK_DUEL or war.asking == ASK_OWN_CARD:
            c = war.hands[seat][move]
        elif war.asking == ASK_OFFER:
            c = war.options[move - OFFER_MOVES]
        if c != NOBODY:
            card = war.cards[c]
            write_card(war, c, seat, rows, at)
            if card.witch >= 0 and card.kind == WITCH:
                rows[at + CARD_WIDTH + place_of(card.witch)] = 1.0
            return
        at += CARD_WIDTH + len(WITCHES)
        if war.asking == ASK_TRIBE:
            rows[at + (move - TRIBE_MOVES)] = 1.0
        elif war.asking == ASK_TYPE:
            rows[at + TRIBES + (move - TYPE_MOVES)] = 1.0
        elif war.asking == ASK_NUMBER:
            rows[at + TRIBES + TYPES + (move - NUMBER_MOVES)] = 1.0
        elif war.asking == ASK_OPTION:
            rows[at + TRIBES + TYPES + NUMBERS + (move - OPTION_MOVES)] = 1.0
        elif war.asking == ASK_PLAYER:
            named = war.options[move - PLAYER_MOVES]
            rows[at + TRIBES + TYPES + NUMBERS + OPTIONS + (0 if named == seat else 1)] = 1.0
        elif war.asking == ASK_PEEK:
            rows[at + TRIBES + TYPES + NUMBERS + OPTIONS + 2 + (move - PEEK_MOVES)] = 1.0


# --- parts of the row: each says where the next one begins ---


def place_of(witch: int) -> int:
    """Her place among all witches."""
    return FIRST[witch // TIER] + witch % TIER


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
            rows[at + 2 + place_of(witch)] = 1.0
        if war.asked == seat:
            first = at + 2 + len(WITCHES)
            if asking == ASK_TRIBE:
                mark_all(rows, first, war.options)
            elif asking == ASK_TYPE:
                mark_all(rows, first + TRIBES, war.options)
            elif asking == ASK_NUMBER:
                mark_all(rows, first + TRIBES + TYPES, war.options)
            elif asking == ASK_OPTION:
                mark_all(rows, first + TRIBES + TYPES + NUMBERS, war.options)
    return at + 2 + len(WITCHES) + TRIBES + TYPES + NUMBERS + OPTIONS


def mark_all(rows: vec[float], at: i64, places: list[int]) -> None:
    for place in places:
        rows[at + place] = 1.0


def write_magic(war: War, rows: vec[float], at: i64) -> i64:
    magic = war.magic
    if magic.venom:
        rows[at] = 1.0
    if magic.david:
        rows[at + 1] = 1.0
    if magic.juno:
        rows[at + 2] = 1.0
    if magic.sand:
        rows[at + 3] = float(magic.sand)
    if magic.goliath + magic.goliath_next:
        rows[at + 4] = float(magic.goliath + magic.goliath_next)
    if magic.berserk + magic.berserk_next:
        rows[at + 5] = float(magic.berserk + magic.berserk_next)
    if magic.wrath:
        rows[at + 6] = float(magic.wrath)
    if magic.backlash:
        rows[at + 7] = 1.0
    if magic.holy_doubled:
        rows[at + 8] = 1.0
    if magic.lilith:
        rows[at + 9] = 1.0
    if magic.ban:
        rows[at + 10] = 1.0
    if magic.reprieve:
        rows[at + 11] = 1.0
    if magic.crow:
        rows[at + 12] = float(magic.crow)
    if magic.ceremony:
        rows[at + 13] = float(magic.ceremony)
    if magic.haggel:
        rows[at + 14] = float(magic.haggel)
    return at + len(MAGIC)


def write_empire(war: War, p: int, rows: vec[float], at: i64) -> i64:
    empire = war.empires[p]
    hp: int = empire.hp
    won: int = empire.won
    lost: int = empire.lost
    held: i64 = len(war.hands[p])
    rows[at] = hp / 30.0
    rows[at + 1] = float(held) / 10.0
    rows[at + 2] = won / 10.0
    rows[at + 3] = lost / 10.0
    if empire.rally_formed:
        rows[at + 4] = 1.0
    if empire.skipping:
        rows[at + 5] = 1.0
    write_charges(empire, rows, at + 6)
    for quest in war.quests:
        if quest.you == p:
            rows[at + 18] = rows[at + 18] + 1.0
            rows[at + 19] = rows[at + 19] + len(quest.open) / 5.0
    if war.last_duel:
        rows[at + 20] = war.last_duel[2 + p] / 10.0
    at += EMPIRE_WIDTH
    slain: int = empire.slain_tribes
    if slain:
        for tribe in range(ALL_TRIBES):
            if slain >> tribe & 1:
                rows[at + tribe] = 1.0
    at += ALL_TRIBES
    for timer in war.timers:
        if timer.you == p:
            for place in range(len(DATES)):
                if DATES[place] == timer.witch:
                    rows[at + place] = rows[at + place] + (timer.due - war.turn + SOON) / 5.0
    return at + len(DATED)


def write_charges(empire: Empire, rows: vec[float], at: i64) -> None:
    if empire.surge:
        rows[at] = float(empire.surge)
    if empire.lucky:
        rows[at + 1] = float(empire.lucky)
    if empire.high:
        rows[at + 2] = float(empire.high)
    if empire.proud:
        rows[at + 3] = float(empire.proud)
    if empire.ward:
        rows[at + 4] = float(empire.ward)
    if empire.sin_eater:
        rows[at + 5] = float(empire.sin_eater)
    if empire.baden + empire.baden_next:
        rows[at + 6] = float(empire.baden + empire.baden_next)
    if empire.wish:
        rows[at + 7] = float(empire.wish)
    if empire.skip:
        rows[at + 8] = float(empire.skip)
    if empire.thirst:
        rows[at + 9] = float(empire.thirst)
    if empire.midas:
        rows[at + 10] = 1.0
    if empire.cannibal:
        rows[at + 11] = 1.0


def write_whole_hand(war: War, seat: int, rows: vec[float], at: i64) -> i64:
    """All witches of the hand, and how near it is to a Rally."""
    for c in war.hands[seat]:
        card = war.cards[c]
        if not card.seen >> seat & 1:
            continue
        if card.kind == WITCH:
            index = at + place_of(card.witch)
            rows[index] = rows[index] + 0.5
        elif card.kind == CREATURE and not card.barred:
            tribe: int = card.tribe
            if tribe >= 0:
                index = at + len(WITCHES) + tribe
                rows[index] = rows[index] + 0.25
            type_: int = card.type
            if type_ >= 0:
                index = at + len(WITCHES) + ALL_TRIBES + type_
                rows[index] = rows[index] + 0.25
    return at + len(WITCHES) + ALL_TRIBES + TYPES


def write_graveyard(war: War, seat: int, rows: vec[float], at: i64) -> i64:
    tribes = at + len(WITCHES)
    types = tribes + ALL_TRIBES
    fates = types + TYPES
    for c in war.graveyard:
        card = war.cards[c]
        if card.kind == WITCH:
            index = at + place_of(card.witch)
            rows[index] = rows[index] + 0.5
        elif card.kind == CREATURE:
            tribe: int = card.tribe
            if tribe >= 0:
                index = tribes + tribe
                rows[index] = rows[index] + 0.25
            type_: int = card.type
            if type_ >= 0:
                index = types + type_
                rows[index] = rows[index] + 0.1
        if card.fate_of >= 0:
            fate: int = card.fate
            index = fates + (fate - 1)
            if card.fate_of != seat:
                index += len(FATES)
            rows[index] = rows[index] + 0.1
    return fates + 2 * len(FATES)


def write_own_cards(war: War, seat: int, rows: vec[float], at: i64) -> i64:
    hand = war.hands[seat]
    places = len(hand)
    if places > OWN_PLACES:
        places = OWN_PLACES
    for place in range(places):
        write_card(war, hand[place], seat, rows, at + place * CARD_WIDTH)
    options = war.choices[seat] if war.asking == ASK_DUEL else NO_MOVES
    if war.asking == ASK_OWN_CARD and war.asked == seat:
        options = moves_of(war, seat)
    for place in options:
        if place < OWN_PLACES:
            rows[at + place * CARD_WIDTH + (CARD_WIDTH - 2)] = 1.0
    committed = war.empires[seat].committed
    if committed >= 0:
        for place in range(places):
            if hand[place] == committed:
                rows[at + place * CARD_WIDTH + (CARD_WIDTH - 1)] = 1.0
    return at + OWN_PLACES * CARD_WIDTH


def write_known_cards(war: War, seat: int, rows: vec[float], at: i64) -> None:
    """What one has seen of the other hand."""
    known = 0
    for c in war.hands[1 - seat]:
        if war.cards[c].seen >> seat & 1:
            write_card(war, c, seat, rows, at)
            at += CARD_WIDTH
            known += 1
            if known == THEIR_PLACES:
                return


def write_card(war: War, c: int, seat: int, rows: vec[float], at: i64) -> None:
    """A card in a hand; of one that the seat does not see only that it is there."""
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
    if card.rings:
        rows[at + 1] = float(card.rings)
    if card.fuse:
        fuse: int = card.fuse
        rows[at + 2] = (fuse - war.turn + SOON) / 5.0
    if card.deal_due:
        deal_due: int = card.deal_due
        rows[at + 3] = (deal_due - war.turn + SOON) / 5.0
    if card.first:
        rows[at + 4] = 1.0
    if card.sprung:
        rows[at + 5] = 1.0
    if card.shifty:
        rows[at + 6] = 1.0
    if card.barred:
        rows[at + 7] = 1.0
    if card.doomed == seat:
        rows[at + 8] = 1.0


def write_face(card: Card, rows: vec[float], at: i64) -> None:
    """What stands on a card that is seen."""
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
        rows[at + WITCH_AT] = (place_of(card.witch) + 1) / 141.0
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
