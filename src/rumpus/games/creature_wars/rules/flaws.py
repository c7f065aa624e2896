"""Checks a position for contradictions (ER-10) and unreachable states."""

from __future__ import annotations

from rumpus.core.saving import damaged
from rumpus.games.creature_wars.rules.cards import (
    ANCIENT,
    CANNONBALL,
    DECK,
    FIRE,
    GIFT,
    GRAVEYARD,
    GRINCH,
    HAND,
    HOLY,
    INSIDE,
    NIGHTMARE,
    NO_TRIBE,
    NO_TYPE,
    NO_WITCH,
    NONE,
    NOWHERE,
    ODDITY,
    OFFERED,
    PLAIN,
    RAVEN,
    REMOVED,
    SLOT,
    TIER,
    TRIBES,
    TYPES,
    WITCH,
    WRAITH,
    Card,
)
from rumpus.games.creature_wars.rules.determinize import SET_SIZE
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import (
    ANSWERED,
    ASK_DUEL,
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PLAYER,
    ASK_TRIBE,
    ASK_TYPE,
    BEGIN,
    CHECK,
    NOTHING,
    Frame,
)
from rumpus.games.creature_wars.rules.duels.turn import ARRIVE, CHECK_FIRST, CHECK_SECOND, FIGHT, REVEAL
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.moves import NUMBERS, OFFERS, PAIRS, duel_options
from rumpus.games.creature_wars.rules.state import UNDECIDED
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, witch_of


def check_names(d: Duel) -> None:
    """Raises unless all named cards and witches exist."""
    for card in d.cards:
        check_card(d, card)
    named = [*d.compared, *d.last_duel[:2]]
    for empire in d.empires:
        named += [empire.forced, empire.slot, max(empire.committed, NONE)]
        for witch in empire.escaped:
            check_witch(witch, "empires.escaped")
    for frame in d.frames:
        named += [frame.card, *frame.cards]
        if frame.state != CHECK:
            check_witch(frame.witch, "frames.witch")
    for timer in d.timers:
        check_witch(timer.witch, "timers.witch")
        if witch_of(timer.witch).dates_card:
            named.append(timer.number)
    for quest in d.quests:
        named += [quest.prize, *quest.open]
    if len(d.last_duel) not in (0, 4):
        raise damaged("'last_duel' is not two cards and what each side lost")
    if min(named) < NONE or max(named) >= len(d.cards):
        raise damaged("a card is named that is not there")


def check_witch(witch: int, name: str) -> None:
    if witch < 0 or witch % TIER >= len(CATALOGUE[witch // TIER]):
        raise damaged(f"{name!r} is nobody of the catalogue")


def check_card(d: Duel, card: Card) -> None:
    if (card.kind == WITCH) != (card.witch != NO_WITCH):
        raise damaged("'cards.kind' and 'cards.witch' disagree on who is a witch")
    if card.kind == WITCH:
        check_witch(card.witch, "cards.witch")
        if card.tribe != NO_TRIBE or card.type != NO_TYPE or card.name != PLAIN:
            raise damaged("'cards' hold a witch with a Tribe, a Type or a name of her own")
    if card.kind == ODDITY and card.name not in (CANNONBALL, WRAITH, RAVEN, GIFT):
        raise damaged("'cards.name' is not the name of an oddity")
    seen = 0
    while card.keeper != NONE:
        if card.keeper >= len(d.cards) or seen > len(d.cards):
            raise damaged("'cards.keeper' is not a card that keeps others")
        card = d.cards[card.keeper]
        seen += 1


def check_decision(d: Duel) -> None:
    """Raises unless a decision is due or the game over."""
    if len(d.cards) < SET_SIZE * d.numbers.creature_sets:
        raise damaged("'cards' are fewer than there are in the deck")
    if d.victor != UNDECIDED:
        if d.asking != NOTHING or d.frames:
            raise damaged("'victor' has won, and the game goes on")
    elif d.asking == NOTHING:
        raise damaged("'victor' is open, and nobody has anything to decide")
    elif d.asking == ASK_DUEL:
        check_choice(d)
    else:
        check_question(d)


def check_choice(d: Duel) -> None:
    if d.step != REVEAL or d.frames or d.asked != NONE or d.options:
        raise damaged("'question' is the choice of a card, and it is not time for that")
    if d.empires[0].committed != OWES and d.empires[1].committed != OWES:
        raise damaged("'empires.committed' leaves nobody to choose")
    for p in range(2):
        empire = d.empires[p]
        options = [] if empire.skipping else duel_options(d, p)
        if empire.committed == OWES:
            fits = len(options) > 1
        elif empire.committed == NONE:
            fits = not options
        else:
            fits = empire.committed in options
        if not fits:
            raise damaged("'empires.committed' is not a card that could be chosen")


def check_question(d: Duel) -> None:
    """Raises unless the last frame's witch asks this question now."""
    if d.asked == NONE or not d.frames or d.step not in (CHECK_FIRST, CHECK_SECOND):
        raise damaged("'question' is a witch's, and it is not time for that")
    for frame in d.frames[:-1]:
        check_waiting(d, frame)
    me = d.frames[-1]
    asks = me.state == ANSWERED and d.asking in witch_of(me.witch).asks
    if not asks or me.you != d.asked or not answers_fit(d, me):
        raise damaged("'question' is not one that its witch asks")


def check_waiting(d: Duel, frame: Frame) -> None:
    """Raises unless the frame is a loss check, a pending cast or one waiting for casts."""
    if frame.state == CHECK:
        return
    if frame.state == BEGIN:
        fits = frame.card != NONE and d.cards[frame.card].kind == WITCH
    else:
        fits = frame.state == ANSWERED and NOTHING in witch_of(frame.witch).asks and NONE not in frame.cards
    if not fits:
        raise damaged("'frames' hold a witch that is not at work")


def answers_fit(d: Duel, me: Frame) -> bool:
    """True if the answers match the kind of question and are distinct."""
    options = d.options
    if len(set(options)) != len(options):
        return False
    if d.asking == ASK_OWN_CARD:
        held = all(c < len(d.cards) and d.holder(c) == me.you for c in options)
        return me.stage == 0 and held and len(d.nameable(me.you, options)) == len(options)
    if d.asking == ASK_OFFER:
        return options == me.cards and len(options) <= OFFERS and all(_on_offer(d, me, c) for c in options)
    if d.asking == ASK_TRIBE:
        return max(options) < TRIBES
    if d.asking == ASK_TYPE:
        return max(options) < TYPES and me.stage == 1 and len(me.cards) == 1 and d.holder(me.cards[0]) == me.you
    if d.asking == ASK_NUMBER:
        return max(options) < NUMBERS
    if d.asking == ASK_OPTION:
        return max(options) < len(witch_of(me.witch).choices)
    if d.asking == ASK_PLAYER:
        return options == [me.you, me.foe]
    return options == list(range(PAIRS)) and len(me.cards) == 4 and all(d.cards[c].name == GIFT for c in me.cards)


def _on_offer(d: Duel, me: Frame, c: int) -> bool:
    return d.cards[c].zone == OFFERED or d.holder(c) == me.foe


def misplaced(d: Duel) -> list[str]:
    """Lists errors of sacks and gifts; a gift has one content, buried with it (SC-13)."""
    found: list[str] = []
    contents = [0] * len(d.cards)
    for c in range(len(d.cards)):
        card = d.cards[c]
        fits = card.zone != INSIDE
        if card.keeper != NONE:
            keeper = d.cards[card.keeper]
            contents[card.keeper] += 1
            if keeper.name == GIFT:
                fits = card.zone == (GRAVEYARD if keeper.zone == GRAVEYARD else INSIDE)
            else:
                fits = card.zone == INSIDE and keeper.tribe == GRINCH and d.holder(card.keeper) != NONE
        if not fits:
            found.append(f"card {c} is kept by {card.keeper} and lies in zone {card.zone}")
    for c in range(len(d.cards)):
        if d.cards[c].name == GIFT and contents[c] != (0 if d.cards[c].zone in (REMOVED, NOWHERE) else 1):
            found.append(f"gift {c} has {contents[c]} things inside")
    return found


def flaws(d: Duel) -> list[str]:
    """Lists all contradictions (ER-10); empty if there are none."""
    found: list[str] = []
    places = [0] * len(d.cards)
    zones: list[tuple[int, list[int]]] = [
        (DECK, d.deck),
        (HAND, d.hands[0]),
        (HAND + 1, d.hands[1]),
        (GRAVEYARD, d.graveyard),
        (REMOVED, d.removed),
        (INSIDE, d.inside),
    ]
    for p in range(2):
        if d.empires[p].slot != NONE:
            zones.append((SLOT + p, [d.empires[p].slot]))
    for zone, cards in zones:
        for c in cards:
            if not 0 <= c < len(d.cards):
                found.append(f"there is no card {c}")
                continue
            places[c] += 1
            if d.cards[c].zone != zone:
                found.append(f"card {c} lies in zone {zone} and says {d.cards[c].zone}")
    for c in range(len(d.cards)):
        card = d.cards[c]
        expected = 0 if card.zone in (NOWHERE, OFFERED) else 1
        if places[c] != expected:
            found.append(f"card {c} lies in {places[c]} places")
        if card.level < 0 or card.base < 0 or card.cooldown < 0:
            found.append(f"card {c} has a number below 0")
        if card.bonus not in (0, 2, 6):
            found.append(f"card {c} has a rally bonus of {card.bonus}")
        if card.type not in (-1, ANCIENT, FIRE, NIGHTMARE, HOLY):
            found.append(f"card {c} has the type {card.type}")
    found += misplaced(d)
    if found or d.victor != UNDECIDED:
        return found
    for p in range(2):
        if d.empires[p].slot != NONE and not ARRIVE <= d.step <= FIGHT:
            found.append("a card lies in a slot outside a duel")
        if d.asking == ASK_DUEL and d.empires[p].committed == OWES and len(duel_options(d, p)) < 2:
            found.append("a player is asked for a card without a choice")
    if d.asking not in (NOTHING, ASK_DUEL) and len(d.options) < 2:
        found.append("a question is open that has no two answers")
    return found
