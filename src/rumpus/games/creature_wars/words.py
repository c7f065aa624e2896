"""Words of Creature Wars: what a move means, and a sentence for every event."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rumpus.core.contract import Move, Seat, Seen
from rumpus.core.words import Forecast, Line, sentence
from rumpus.games.creature_wars.forecast import forecast
from rumpus.games.creature_wars.rules.cards import ODDITY, TRIBES, TYPES, WITCH
from rumpus.games.creature_wars.rules.frames import (
    ASK_DUEL,
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PLAYER,
    ASK_TRIBE,
)
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES, TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import OFFER_MOVES, PLAYER_MOVES
from rumpus.games.creature_wars.rules.names import witch_name, witch_number
from rumpus.games.creature_wars.rules.notation import write_move
from rumpus.games.creature_wars.rules.position import War
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of
from rumpus.games.creature_wars.topics import SPECIAL_TOPICS

# {who} is the player of the first number, {1} and {2} are the further arguments.
SENTENCES: dict[str, tuple[str, str]] = {
    "dealt": ("{who} is dealt {1}.", "CW-8"),
    "is dealt a card": ("{who} is dealt a card.", "CW-8"),
    "skips": ("{who} sits this turn out.", "CW-28"),
    "draws": ("{who} draws {1}.", "CW-17"),
    "draws a card": ("{who} draws a card.", "CW-17"),
    "sacked": ("{who} draws a card, and the Grinch puts it into his sack.", "SC-6"),
    "wish": ("{who} makes a wish instead of drawing blindly.", "S-21"),
    "haggel": ("{who} has drawn a witch and walks into Haggel's trap.", "S-74"),
    "removed": ("{1} leaves the game.", "OP-6"),
    "gains": ("{who} gets {1}.", "CW-20"),
    "gains a card": ("{who} gets a card.", "CW-20"),
    "returns": ("{1} returns to {whose} hand.", "OP-4"),
    "discards": ("{who} discards {1}.", "OP-5"),
    "runs": ("{1} runs away from {whose} hand.", "CW-81"),
    "steals": ("{who} steals {1}.", "OP-7"),
    "steals a card": ("{who} steals a card.", "OP-7"),
    "receives": ("{who} receives {1}.", "OP-8"),
    "receives a card": ("{who} receives a card.", "OP-8"),
    "replaced": ("In {whose} hand {1} is replaced by {2}.", "OP-9"),
    "a card is replaced": ("A card in {whose} hand is replaced.", "OP-9"),
    "freed": ("{who} takes {1} out of the sack.", "OP-18"),
    "takes a card from the sack": ("{who} takes a card out of the sack.", "OP-18"),
    "rally": ("{who} has formed a Rally.", "CW-54"),
    "witch rally": ("{whose} witches rally for the first time, and a Sinful one joins them.", "CW-62"),
    "rallies": ("{1} → {2}.", "CW-57"),
    "changes": ("In {whose} hand {1} → {2}.", "CW-94"),
    "a card changes": ("A card in {whose} hand changes.", "CW-14"),
    "doomed": ("{1} in {whose} hand is doomed.", "S-24"),
    "a card is doomed": ("A creature in {whose} hand is doomed, and its holder does not know which.", "S-24"),
    "locked": ("{1} in {whose} hand may never be played again.", "CW-41"),
    "a card is locked": ("A card in {whose} hand may never be played again.", "CW-41"),
    "shows hand": ("{who} shows the whole hand.", "CW-13"),
    "springs": ("{1} jumps out of {whose} hand: she is the card of this turn.", "L-25"),
    "ward": ("{whose} ward halves the blow.", "S-40"),
    "destroyed": ("{whose} Empire is destroyed.", "CW-83"),
    "beguiled": ("{who} is beguiled: {1} must be played next turn.", "S-30"),
    "plays": ("{who} plays {1}.", "CW-22"),
    "unwraps": ("{whose} gift holds {1}.", "SC-13"),
    "becomes": ("{whose} card becomes {1}.", "B-5"),
    "mourns": ("{whose} Raven mourns.", "SC-9"),
    "clash": ("Tribal Clash: {who} draws a card.", "CW-42"),
    "bizarre": ("Bizarre Victory: {who} gets a random witch.", "CW-43"),
    "steps in": ("{1} steps in for {whose} {2}.", "B-9"),
    "eaten": ("{who} eats {1}.", "X-12"),
}

LASTING: dict[str, tuple[str, str]] = {
    "surge": ("{whose} next card will have 3 more power.", "L-24"),
    "lucky": ("{whose} next creature will win.", "S-20"),
    "high": ("{whose} next card will be 3 levels higher, and cost double if it loses.", "S-33"),
    "proud": ("{whose} next loss will cost double.", "S-19"),
    "ward": ("The next blow against {who} will be halved.", "S-40"),
    "sin eater": ("{whose} next slain creature will cost an outcast instead of damage.", "S-48"),
    "baden": ("{whose} best creature will step in before the next loss.", "X-16"),
    "wish": ("{whose} next draw will be a wish.", "S-21"),
    "skip": ("{who} will sit a turn out.", "S-96"),
    "midas": ("Cards that come to {who} are gilded from now on.", "S-59"),
    "thirst": ("Every card that {who} draws hurts from now on.", "X-15"),
    "cannibal": ("{who} eats the defeated from now on.", "X-12"),
    "venom": ("Serpents win every fight from now on.", "S-12"),
    "david": ("Where a Giant fights, the weaker creature wins from now on.", "S-61"),
    "juno": ("Where a Giant fights, the right type is worth 6 from now on.", "S-63"),
    "sand": ("Nightmare creatures have 2 more power from now on.", "S-50"),
    "goliath": ("The next duel of creatures will go to the weaker one.", "S-62"),
    "berserk": ("The next loss will also cost the winner's level.", "S-36"),
    "wrath": ("Every loss costs 3 more from now on.", "X-07"),
    "backlash": ("Winners of level 6 or more hurt their own side from now on.", "S-69"),
    "holy": ("Holy creatures do double harm from now on.", "S-80"),
    "lilith": ("Cards of level 6 or more cannot be played from now on.", "X-11"),
    "ban": ("There are no witches any more.", "X-13"),
    "reprieve": ("Nobody can lose before Mayhem.", "X-17"),
    "crow": ("Whenever a witch escapes, a creature opposite loses 2 levels from now on.", "S-94"),
    "ceremony": ("Whoever faces a played witch discards a card from now on.", "S-95"),
    "haggel": ("The next witch that anybody draws will cost 12.", "S-74"),
}


NOTATION = re.compile(r"(?:Lvl\.(\d+) )?(.+?)(?: \{[^}]*\})?(?:: \((?:\d+|-)\))?(?: #\d+)?")
NAMED = frozenset(("Witcheroo", "Haggel & Witchel", "Richard Witchson", "McWitch", "Wiccan Little", "Pick a Witch"))
"""Cards that are somebody, and so have no article."""


def card_words(text: str) -> str:
    """A card of the notation as one says it: `the level 3 Fire Dragon`, `the Blind Witch`, `Pandora's Witch`."""
    found = NOTATION.fullmatch(text)
    assert found is not None
    level, name = found[1], found[2].replace("!", "")
    if level and witch_number(name) < 0:
        return f"the level {level} {name}"
    if name.startswith("The "):
        return f"the {name[4:]}"
    return name if name in NAMED or "'s " in name else f"the {name}"


def tell(seen: Seen, names: Sequence[str]) -> Line:
    """What a seat noticed, as a sentence."""
    if seen.kind == "changes" and seen.number(0) < 0:
        return Line(f"{seen.text(1)} → {seen.text(2)}.", "CW-94")
    if seen.kind in SENTENCES:
        words, clause = SENTENCES[seen.kind]
        return Line(_filled(words, seen, names), clause)
    if seen.kind == "turn":
        return Line(f"Turn {seen.number(0)}; {names[seen.number(1)]} is first.", "CW-16")
    if seen.kind == "casts":
        return Line(f"{names[seen.number(0)]} casts {seen.text(1)}: {seen.text(2)}", seen.text(3))
    if seen.kind == "chooses":
        return _choice(seen, names)
    if seen.kind in ("hurt", "heals"):
        who, amount, left = names[seen.number(0)], seen.number(1), seen.number(2)
        if seen.kind == "hurt":
            return Line(f"{who} takes {amount} damage and is on {left} HP.", "OP-14")
        return Line(f"{who} heals {amount} and is on {left} HP.", "OP-15")
    if seen.kind == "powers":
        first, mine, theirs = seen.number(0), seen.number(1), seen.number(2)
        return Line(f"Power {mine} of {names[first]} against {theirs} of {names[1 - first]}.", "CW-29")
    if seen.kind == "fate":
        return Line(f"{seen.text(1)} of {names[seen.number(0)]}: {FATE_NAMES[seen.number(2)]}.", "CW-37")
    if seen.kind == "wasted":
        return Line(f"{seen.text(1)} of {names[seen.number(0)]} has {FATE_NAMES[seen.number(2)]}.", "CW-74")
    if seen.kind == "sees":
        return Line(f"{names[seen.number(0)]} sees {seen.text(2)}.", "CW-13")
    if seen.kind == "shuffled in":
        return Line(f"{_cards(seen.number(0))} shuffled into the deck.", "OP-13")
    if seen.kind == "laid on top":
        return Line("A card is laid on the deck, unseen.", "OP-13")
    if seen.kind == "mayhem":
        return Line("Mayhem! The witches run, and every creature still held hurts its own holder.", "CW-89")
    if seen.kind == "date":
        number = seen.number(1)
        words = (
            f"{witch_name(number)} of {names[seen.number(0)]}: at the end of turn {seen.number(2)} it will come true."
        )
        return Line(words, witch_of(number).clause)
    if seen.kind == "lasting":
        return _lasting(seen, names)
    return _end(seen, names)


def _filled(words: str, seen: Seen, names: Sequence[str]) -> str:
    number = seen.args[0] if seen.args else 0
    who = names[number] if isinstance(number, int) and 0 <= number < len(names) else "nobody"
    text = words.replace("{whose}", f"{who}'s").replace("{who}", who)
    for place in range(1, len(seen.args)):
        text = text.replace(f"{{{place}}}", str(seen.args[place]))
    return text


def _cards(count: int) -> str:
    return "A card is" if count == 1 else f"{count} cards are"


def _choice(seen: Seen, names: Sequence[str]) -> Line:
    witch, asked, pick = witch_of(seen.number(1)), seen.number(2), seen.number(3)
    if asked == ASK_TRIBE:
        answer = TRIBE_NAMES[pick]
    elif asked == ASK_NUMBER:
        answer = str(pick)
    elif asked == ASK_OPTION:
        answer = witch.choices[pick]
    else:
        answer = names[pick]
    return Line(f"{names[seen.number(0)]} chooses {answer}.", witch.clause)


def _lasting(seen: Seen, names: Sequence[str]) -> Line:
    words, clause = LASTING[seen.text(0)]
    player = seen.number(1)
    who = names[player] if 0 <= player < len(names) else "both players"
    return Line(words.replace("{whose}", f"{who}'s").replace("{who}", who), clause)


def _end(seen: Seen, names: Sequence[str]) -> Line:
    victor, a, b = seen.number(0), seen.number(1), seen.number(2)
    if victor < 0:
        return Line(f"A draw: both Empires end on {a} HP.", "CW-86")
    return Line(f"{names[victor]} wins, {max(a, b)} HP to {min(a, b)}.", "CW-85")


# --- moves ---


def say_move(war: War, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The move as one says it aloud."""
    asking = war.asking
    if asking == ASK_DUEL:
        return f"Play {card_words(war.text(war.hands[seat][move]))}"
    if asking == ASK_OWN_CARD:
        return sentence(card_words(war.text(war.hands[seat][move])))
    if asking == ASK_OFFER:
        return sentence(card_words(war.text(war.options[move - OFFER_MOVES])))
    if asking == ASK_PLAYER:
        chosen = war.options[move - PLAYER_MOVES]
        return "You" if chosen == seat else names[chosen]
    return sentence(write_move(war, seat, move))


def explain_move(war: War, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """What the card is and would do, or what the answer is for."""
    if war.asking in (ASK_DUEL, ASK_OWN_CARD):
        return explain_card(war, seat, war.hands[seat][move], forecast(war, seat, move))
    if war.asking == ASK_OFFER:
        return explain_card(war, seat, war.options[move - OFFER_MOVES], forecast(war, seat, move))
    witch = witch_of(war.frames[-1].witch)
    return f"{witch.name}: {witch.text}"


def explain_card(war: War, seat: Seat, c: int, facts: Forecast) -> str:
    """`Power 6, 9 against Fire; wins 47 %; falls: −3 HP.`"""
    card = war.cards[c]
    falls = f"falls: −{facts['price']} HP" if facts.get("price") else "falls: costs nothing"
    if card.kind == WITCH:
        return f"{witch_of(card.witch).text} Power {facts['power']}; {falls}."
    if card.kind == ODDITY or card.name or card.tribe >= TRIBES:
        for topic in SPECIAL_TOPICS:
            if topic.name in war.text(c):
                return topic.text
    power = int(str(facts["power"]))
    words = f"Power {power}"
    if card.type >= 0:
        words += f", {power + 3} against {TYPE_NAMES[(card.type + 1) % TYPES]}"
    if isinstance(wins := facts.get("wins"), float):
        words += f"; wins about {min(99, max(1, round(100 * wins)))} %"
    return f"{words}; {falls}."
