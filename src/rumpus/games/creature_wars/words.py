"""Events, moves and topics of Creature Wars in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat, SeenEvent, View
from rumpus.core.words import Forecast, Line, Person, Topic, brief, sentence, signed
from rumpus.games.creature_wars.forecast import forecast
from rumpus.games.creature_wars.rules.cards import NONE, ODDITY, TIER_LEVELS, TRIBES, TYPES, WITCH
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, ASK_NUMBER, ASK_OPTION, ASK_PLAYER, ASK_TRIBE
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES, TIER_NAMES, TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import PLAYER_MOVES, named_card
from rumpus.games.creature_wars.rules.names import card_words, spell_out, witch_name
from rumpus.games.creature_wars.rules.notation import format_move
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.position import War, as_war
from rumpus.games.creature_wars.rules.view import draw_words, end_words
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, witch_of

# {0} is the player, {1} and {2} the further arguments, cards in words; then the clause.
SENTENCES: dict[str, tuple[str, str]] = {
    "dealt": ("{0:is} dealt {1}.", "CW-8"),
    "is dealt a card": ("{0:is} dealt a card.", "CW-8"),
    "skips": ("{0:sits} out this turn.", "CW-28"),
    "draws": ("{0:draws} {1}.", "CW-17"),
    "draws a card": ("{0:draws} a card.", "CW-17"),
    "sacked": ("{0:draws} a card, and the Grinch puts it into his sack.", "SC-6"),
    "wish": ("{0:makes} a wish instead of drawing at random.", "S-21"),
    "haggel": ("{0:walks} into Haggel's trap: the card just drawn is a witch.", "S-74"),
    "removed": ("{1} leaves the game.", "OP-6"),
    "gains": ("{0:gets} {1}.", "CW-20"),
    "gains a card": ("{0:gets} a card.", "CW-20"),
    "returns": ("{1} returns to {0:'s} hand.", "OP-4"),
    "discards": ("{0:discards} {1}.", "OP-5"),
    "runs": ("{1} runs away from {0:'s} hand.", "CW-81"),
    "steals": ("{0:steals} {1}.", "OP-7"),
    "steals a card": ("{0:steals} a card.", "OP-7"),
    "receives": ("{0:receives} {1}.", "OP-8"),
    "receives a card": ("{0:receives} a card.", "OP-8"),
    "replaced": ("In {0:'s} hand {1} is replaced by {2}.", "OP-9"),
    "a card is replaced": ("A card in {0:'s} hand is replaced.", "OP-9"),
    "freed": ("{0:takes} {1} from the sack.", "OP-18"),
    "takes a card from the sack": ("{0:takes} a card from the sack.", "OP-18"),
    "rally": ("{0:has} formed a Rally.", "CW-54"),
    "witch rally": ("{0:'s} witches rally for the first time, and a Sinful one joins them.", "CW-62"),
    "rallies": ("{1} becomes {2}.", "CW-57"),
    "changes": ("In {0:'s} hand {1} becomes {2}.", "CW-94"),
    "a card changes": ("A card in {0:'s} hand changes.", "CW-14"),
    "doomed": ("{1} in {0:'s} hand is doomed.", "S-24"),
    "a card is doomed": ("A creature in {0:'s} hand is doomed; its holder does not know which.", "S-24"),
    "locked": ("{1} in {0:'s} hand may never be played again.", "CW-41"),
    "a card is locked": ("A card in {0:'s} hand may never be played again.", "CW-41"),
    "shows hand": ("{0:shows} the whole hand.", "CW-13"),
    "springs": ("{1} jumps out of {0:'s} hand: she must be played this turn.", "L-25"),
    "ward": ("{0:'s} ward halves the damage.", "S-40"),
    "destroyed": ("{0:'s} Empire is destroyed.", "CW-83"),
    "beguiled": ("{0:is} beguiled: {1} must be played next turn.", "S-30"),
    "plays": ("{0:plays} {1}.", "CW-22"),
    "unwraps": ("{0:'s} gift holds {1}.", "SC-13"),
    "becomes": ("{0:'s} card becomes {1}.", "B-5"),
    "mourns": ("{0:'s} Raven mourns.", "SC-9"),
    "clash": ("Tribal Clash: {0:draws} a card.", "CW-42"),
    "bizarre": ("Bizarre Victory: {0:gets} a random witch.", "CW-43"),
    "steps in": ("For {0}, {1} steps in instead of {2}.", "B-9"),
    "eaten": ("{0:eats} {1}.", "X-12"),
}

LASTING: dict[str, tuple[str, str]] = {
    "surge": ("{0:'s} next card will have 3 more power.", "L-24"),
    "lucky": ("{0:'s} next creature will win.", "S-20"),
    "high": ("{0:'s} next card will be 3 levels higher, and cost double if it loses.", "S-33"),
    "proud": ("{0:'s} next loss will cost double.", "S-19"),
    "ward": ("The next damage to {0} will be halved.", "S-40"),
    "sin eater": ("{0:'s} next slain creature will cost an outcast instead of damage.", "S-48"),
    "baden": ("{0:'s} best creature will step in before the next loss.", "X-16"),
    "wish": ("{0:'s} next draw will be a wish.", "S-21"),
    "skip": ("{0} will sit out a turn.", "S-96"),
    "midas": ("Cards that come to {0} are gilded from now on.", "S-59"),
    "thirst": ("From now on every card that {0:draws} costs HP.", "X-15"),
    "cannibal": ("From now on {0:eats} the defeated.", "X-12"),
    "venom": ("Serpents win every fight from now on.", "S-12"),
    "david": ("From now on the weaker creature wins when a Giant fights.", "S-61"),
    "juno": ("From now on the type advantage is worth 6 when a Giant fights.", "S-63"),
    "sand": ("Nightmare creatures have 2 more power from now on.", "S-50"),
    "goliath": ("The weaker creature will win the next duel of creatures.", "S-62"),
    "berserk": ("The next loss will also cost the winner's level.", "S-36"),
    "wrath": ("Every loss costs 3 HP more from now on.", "X-07"),
    "backlash": ("Winners of level 6 or more hurt their own side from now on.", "S-69"),
    "holy": ("Holy creatures deal double damage from now on.", "S-80"),
    "lilith": ("Cards of level 6 or more cannot be played from now on.", "X-11"),
    "ban": ("There are no more witches.", "X-13"),
    "reprieve": ("Nobody can lose before Mayhem.", "X-17"),
    "crow": ("From now on, when a witch escapes, a creature of her opponent loses 2 levels.", "S-94"),
    "ceremony": ("From now on, when a witch is played, her opponent discards a card.", "S-95"),
    "haggel": ("The next witch that anyone draws will cost 12 HP.", "S-74"),
}


def describe_event(seen: SeenEvent, names: Sequence[str]) -> Line:
    """Puts a seen event into a sentence."""
    if seen.kind == "changes" and seen.number(0) < 0:
        return Line(f"{card_words(seen.text(1))} becomes {card_words(seen.text(2))}.", "CW-94")
    if seen.kind in SENTENCES:
        words, clause = SENTENCES[seen.kind]
        return Line(_fill(words, seen, names), clause)
    if seen.kind == "turn":
        return Line(f"Turn {seen.number(0)}: {Person(names[seen.number(1)]):is} first.", "CW-16")
    if seen.kind == "casts":
        return Line(f"{_who(seen, names):casts} {card_words(seen.text(1))}: {spell_out(seen.text(2))}", seen.text(3))
    if seen.kind == "chooses":
        return _choice(seen, names)
    if seen.kind in ("hurt", "heals"):
        hurt, who, amount, left = seen.kind == "hurt", _who(seen, names), seen.number(1), max(0, seen.number(2))
        if not amount:
            words = f"{who:is} not hurt." if hurt else f"{who:gains} no HP."
        else:
            words = f"{who} {signed(-amount if hurt else amount)} HP, {left} {'left' if hurt else 'now'}."
        return Line(words, "OP-14" if hurt else "OP-15")
    if seen.kind == "powers":
        first, mine, theirs = seen.number(0), seen.number(1), seen.number(2)
        return Line(f"Power: {names[first]} {mine}, {names[1 - first]} {theirs}.", "CW-29")
    if seen.kind in ("fate", "wasted"):
        card = card_words(seen.text(1))
        whose_card = f"{_who(seen, names):'s} {card.removeprefix('the ')}"
        clause = "CW-37" if seen.kind == "fate" else "CW-74"
        return Line(f"{whose_card} {FATES[FATE_NAMES[seen.number(2)]]}.", clause)
    if seen.kind == "sees":
        return Line(f"{_who(seen, names):sees} {card_words(seen.text(2))}.", "CW-13")
    if seen.kind == "shuffled in":
        count = seen.number(0)
        cards = "A card is" if count == 1 else f"{count} cards are"
        return Line(f"{cards} shuffled into the deck.", "OP-13")
    if seen.kind == "laid on top":
        return Line("A card is put on the deck face down.", "OP-13")
    if seen.kind == "mayhem":
        return Line("Mayhem! The witches flee, and every creature still in hand hurts its own holder.", "CW-89")
    if seen.kind == "date":
        number = seen.number(1)
        words = f"{_who(seen, names):'s} {witch_name(number)} takes effect at the end of turn {seen.number(2)}."
        return Line(words, witch_of(number).clause)
    if seen.kind == "lasting":
        return _lasting(seen, names)
    return _end(seen, names)


FATES = {
    "slain": "is slain",
    "retired": "retires",
    "killed": "is killed",
    "fled": "escapes",
    "discarded": "is discarded",
    "exploded": "explodes",
    "soured": "has soured",
    "removed": "leaves the game",
    "back in hand": "returns to the hand",
    "back in hand, tired": "returns to the hand and rests",
    "vanished": "vanishes",
}
"""Predicates by the fate's name."""


def _who(seen: SeenEvent, names: Sequence[str]) -> Person:
    return Person(names[seen.number(0)])


def _fill(words: str, seen: SeenEvent, names: Sequence[str]) -> str:
    first = seen.args[0] if seen.args else -1
    who = names[first] if isinstance(first, int) and 0 <= first < len(names) else "nobody"
    rest = [card_words(arg) if isinstance(arg, str) else str(arg) for arg in seen.args[1:]]
    return words.format(Person(who), *rest)


def _choice(seen: SeenEvent, names: Sequence[str]) -> Line:
    witch, asked, pick = witch_of(seen.number(1)), seen.number(2), seen.number(3)
    if asked == ASK_TRIBE:
        answer = TRIBE_NAMES[pick]
    elif asked == ASK_NUMBER:
        answer = str(pick)
    elif asked == ASK_OPTION:
        answer = witch.choices[pick]
    else:
        answer = names[pick]
    return Line(f"{_who(seen, names):chooses} {answer}.", witch.clause)


def _lasting(seen: SeenEvent, names: Sequence[str]) -> Line:
    words, clause = LASTING[seen.text(0)]
    player = seen.number(1)
    who = names[player] if 0 <= player < len(names) else "both players"
    return Line(words.format(Person(who)), clause)


def _end(seen: SeenEvent, names: Sequence[str]) -> Line:
    victor, a, b = seen.number(0), seen.number(1), seen.number(2)
    if victor < 0:
        return Line(draw_words("A draw", a), "CW-86")
    winner, loser = Person(names[victor]), Person(names[1 - victor])
    left, lost = (a, b) if victor == 0 else (b, a)
    return Line(end_words(f"{winner:wins}", f"{winner:'s}", f"{loser:'s}", left, lost), "CW-85")


# --- moves ---


def describe_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    war = as_war(position)
    c = named_card(war, seat, move)
    if c != NONE:
        card = card_words(war.text(c))
        return f"Send {card}" if war.asking == ASK_DUEL else sentence(card)
    if war.asking == ASK_PLAYER:
        chosen = war.options[move - PLAYER_MOVES]
        return "You" if chosen == seat else names[chosen]
    return sentence(format_move(war, seat, move))


def explain_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """Explains a card's effect, or the question answered."""
    war = as_war(position)
    c = named_card(war, seat, move)
    if c != NONE:
        return _explain_card(war, c, forecast(war, seat, move))
    witch = witch_of(war.frames[-1].witch)
    return f"{witch.name}: {spell_out(witch.text)}"


def justify_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The odds of a duel and its price: `Wins about 56 % of duels; −3 HP if it loses.`"""
    war = as_war(position)
    c = named_card(war, seat, move)
    facts = {} if c == NONE else forecast(war, seat, move)
    price = f"−{facts['price']} HP" if facts.get("price") else "free"
    if "wins" in facts:
        return brief([f"{_percentage('Wins', facts['wins'])} of duels", f"{price} if it loses"])
    if "safe" in facts:
        return brief([f"{_percentage('Survives', facts['safe'])} of duels", f"{price} if killed"])
    return ""


def _explain_card(war: War, c: int, facts: Forecast) -> str:
    """Explains a card: `Power 6, 9 against Fire; wins about 47 %; −3 HP if it loses.`"""
    card = war.cards[c]
    lost = "if she is killed" if card.kind == WITCH else "if it loses"
    falls = f"−{facts['price']} HP {lost}" if facts.get("price") else f"costs nothing {lost}"
    if card.kind == WITCH:
        safe = _percentage("; survives", facts.get("safe"))
        return f"{spell_out(witch_of(card.witch).text)} Power {facts['power']}{safe}; {falls}."
    if card.kind == ODDITY or card.name or card.tribe >= TRIBES:
        for topic in SPECIAL_TOPICS:
            if topic.name in war.text(c):
                return topic.text
    power = int(str(facts["power"]))
    words = f"Power {power}"
    if card.type >= 0:
        words += f", {power + 3} against {TYPE_NAMES[(card.type + 1) % TYPES]}"
    return f"{words}{_percentage('; wins', facts.get('wins'))}; {falls}."


def _percentage(words: str, share: object) -> str:
    """Formats `; wins about 47 %`, within 1 and 99 %; empty if unknown."""
    return f"{words} about {min(99, max(1, round(100 * share)))} %" if isinstance(share, float) else ""


def secret_summary(view: View) -> list[str]:
    """Returns the Tribes in hand, and witches by name."""
    you, seats = view["you"], view["seats"]
    assert isinstance(you, int)
    assert isinstance(seats, list)
    own = seats[you]
    assert isinstance(own, dict)
    hand = own["hand"]
    assert isinstance(hand, list)
    return list(dict.fromkeys(str(card["kind"]) for card in hand if isinstance(card, dict) and "kind" in card))


# --- topics ---

SPECIAL_CARDS: Final = (
    ("Militia", "Fights with power 3 for a player who cannot play a card. Costs 3 HP and vanishes.", "SC-1"),
    ("Phantom", "A drowned Pirate: lower base strength, five levels higher, no Type.", "SC-2"),
    ("Werewolf", "A Wolf under the moon: base strength 8, Nightmare.", "SC-3"),
    ("Primordial Butterfly", "Power 7, and it costs only 1 HP when it loses.", "SC-4"),
    ("Skeletor", "After a duel with a creature, another Skeleton in your hand takes his fate.", "SC-5"),
    ("Grinch", "While you hold him, the cards you draw go into his sack until he leaves.", "SC-6"),
    ("Cannonball", "5 damage when revealed; an enemy creature then hurts your own side.", "SC-7"),
    ("Wraith", "3 damage when revealed; an enemy creature returns to hand and rests.", "SC-8"),
    ("Raven", "Can never be played; 2 damage to you whenever its lost Tribe appears.", "SC-9"),
    ("Changeling", "Deals double damage to the player who holds or plays it.", "SC-10"),
    ("Scarecrow", "Every duel with it is a tie, and both cards are discarded.", "SC-11"),
    ("Wrapped Gift", "Opens when played and becomes what was inside.", "SC-13"),
    ("Lump of Coal", "Power 0, costs 0.", "SC-14"),
    ("Conquest", "A Holy Horseman of level 6, base strength 4.", "SC-15"),
    ("War", "A Fire Horseman of level 6, base strength 6.", "SC-15"),
    ("Famine", "An Ancient Horseman of level 6, base strength 2.", "SC-15"),
    ("Death", "A Nightmare Horseman of level 6, base strength 8.", "SC-15"),
)
SPECIAL_TOPICS: Final = [Topic(name, "special card", text, clause) for name, text, clause in SPECIAL_CARDS]

UNWRITTEN_HEADING: Final = "## Names without a spell"


@cache
def unwritten_names() -> list[list[str]]:
    """Returns names without a spell by tier, from RULES.md (CW-7)."""
    rules = resources.files("rumpus.games.creature_wars").joinpath("RULES.md").read_text(encoding="utf-8")
    lines = dict(line.split(": ", 1) for line in rules.partition(UNWRITTEN_HEADING)[2].splitlines() if ": " in line)
    return [lines[tier].removesuffix(".").split("; ") for tier in TIER_NAMES]


def topics(options: Options) -> list[Topic]:
    """Returns Tribes, special cards and witches, then the names without a spell."""
    found: list[Topic] = []
    for tribe, strength in enumerate(Numbers(options).strengths):
        text = f"Levels 1 to 6, base strength {strength}: added to its power, and its cost in HP when it loses."
        found.append(Topic(TRIBE_NAMES[tribe], "creature", text, "CW-4"))
    found += SPECIAL_TOPICS
    for tier, witches in enumerate(CATALOGUE):
        low = TIER_LEVELS[tier]
        for witch in witches:
            kind = f"{TIER_NAMES[tier]} witch, levels {low} to {low + 2}"
            found.append(Topic(witch.name, kind, spell_out(witch.text), witch.clause))
    for tier, names in enumerate(unwritten_names()):
        kind = f"unwritten {TIER_NAMES[tier]} witch"
        found += [Topic(name, kind, "", "CW-7", in_play=False) for name in names]
    return found
