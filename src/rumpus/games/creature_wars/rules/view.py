"""Views of players and spectators (CW-11 to CW-14)."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Json, Seat, View
from rumpus.games.creature_wars.rules.cards import EVERYBODY, GIFT, GRINCH, NONE, ODDITY, RAVEN, WITCH, Card
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import (
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
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES, TRIBE_NAMES, TYPE_NAMES, creature_name
from rumpus.games.creature_wars.rules.names import card_words, spell_out, witch_name
from rumpus.games.creature_wars.rules.refusals import why_unplayable
from rumpus.games.creature_wars.rules.state import DRAWN_GAME, UNDECIDED
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

SIDES: Final = ("A", "B")
UNSEEN: Final = "?"
PROMPTS: Final = {
    ASK_DUEL: "choose a card to duel with",
    ASK_OFFER: "choose one of the cards shown",
    ASK_OWN_CARD: "choose a card of your hand",
    ASK_TRIBE: "name a Tribe",
    ASK_TYPE: "name a Power Type",
    ASK_NUMBER: "name a number",
    ASK_OPTION: "choose what happens",
    ASK_PLAYER: "choose a player",
    ASK_PEEK: "choose two gifts to peek into",
}


def visible_to_act(d: Duel, viewer: Seat | None) -> list[Seat]:
    """Returns the seats that may owe a decision, as far as `viewer` knows."""
    if d.asking == NOTHING:
        return []
    if d.asking != ASK_DUEL:
        return [d.asked]
    # A single option commits itself, so only the player concerned knows if a choice is still open.
    choosing = [p for p in range(2) if not d.empires[p].skipping]
    return [p for p in choosing if p != viewer or d.empires[p].committed == OWES]


def view_of(d: Duel, seat: Seat | None) -> View:
    """Returns the view of a seat; None is a spectator."""
    view: View = {
        "you": seat,
        "phase": _phase(d),
        "stage": "over" if d.victor != UNDECIDED else "duel" if d.asking == ASK_DUEL else "question",
        "turn": d.turn,
        "first": d.first,
        "deck": len(d.deck),
        "seats": [_empire_view(d, p, seat) for p in range(2)],
        "duel": _duel_view(d),
        "last duel": _last_duel_view(d, seat),
        "in force": _in_force(d),
        "dates": [_date(timer.due, timer.witch, timer.you) for timer in d.timers],
        "graveyard": [_grave(d, c) for c in d.graveyard],
        "removed": [_face(d, c, seat) for c in d.removed],
    }
    if d.asking not in (NOTHING, ASK_DUEL):
        view["question"] = _question(d, seat)
    if d.victor != UNDECIDED:
        view["outcome"] = _outcome(d)
    return view


# --- the parts ---


def _phase(d: Duel) -> str:
    if d.victor != UNDECIDED:
        return "The war is over."
    if d.asking == NOTHING:
        return f"Turn {d.turn}."
    if d.asking == ASK_DUEL:
        return f"Turn {d.turn}: both choose a card in secret."
    return f"Turn {d.turn}: {witch_name(d.frames[-1].witch)} asks @{d.asked}."


def sees(d: Duel, c: int, seat: Seat | None) -> bool:
    """True if the seat sees the card's face; None is a spectator."""
    seen = d.cards[c].seen
    return seen == EVERYBODY if seat is None else bool(seen >> seat & 1)


def _face(d: Duel, c: int, seat: Seat | None) -> str:
    return d.text(c) if sees(d, c, seat) else UNSEEN


def _empire_view(d: Duel, p: int, seat: Seat | None) -> Json:
    empire = d.empires[p]
    tribes: list[Json] = [TRIBE_NAMES[tribe] for tribe in range(len(TRIBE_NAMES)) if empire.slain_tribes >> tribe & 1]
    own: dict[str, Json] = {
        "name": SIDES[p],
        "hp": empire.hp,
        "full hp": d.numbers.hp,
        "cards": len(d.hands[p]),
        "won": empire.won,
        "lost": empire.lost,
        "charges": _charges(d, p),
        "tribes slain": tribes,
        "formed a rally": empire.rally_formed,
        "skips this turn": empire.skipping,
        "hand": [_card_view(d, p, c, seat) for c in d.hands[p]],
    }
    if p == seat and empire.committed >= 0:
        own["committed"] = d.text(empire.committed)
    return own


def _card_view(d: Duel, p: int, c: int, seat: Seat | None) -> Json:
    """Describes a card of a hand; a hidden one only as `?`."""
    card = d.cards[c]
    if not sees(d, c, seat):
        return {"card": UNSEEN}
    shown: dict[str, Json] = {"card": d.text(c), "kind": _kind(card), "notes": _notes(card, seat)}
    if card.kind != ODDITY:
        shown["level"] = card.level
        shown["base"] = card.base
        shown["harm"] = card.base if card.kind == WITCH else d.harm(c)
    if card.type >= 0:
        shown["type"] = TYPE_NAMES[card.type]
    if card.tribe >= 0:
        shown["tribe"] = TRIBE_NAMES[card.tribe]
    if card.kind == WITCH:
        shown["text"] = spell_out(witch_of(card.witch).text)
        shown["clause"] = witch_of(card.witch).clause
    if card.name == GIFT:
        shown["inside"] = [_face(d, kept, seat) for kept in d.sack(c)]
    if p == seat and d.asking == ASK_DUEL:
        shown["why not"] = why_unplayable(d, p, c)
    return shown


def _kind(card: Card) -> str:
    if card.kind == WITCH:
        return witch_name(card.witch)
    if card.kind == ODDITY:
        return "oddity"
    return creature_name(card)


def _notes(card: Card, seat: Seat | None) -> list[Json]:
    """Lists marks outside the notation; only the caster sees a doom (CW-12)."""
    notes: list[Json] = []
    if card.rings:
        notes.append(f"bears {card.rings} ring{'s' if card.rings > 1 else ''}")
    if card.fuse:
        notes.append(f"explodes at the end of turn {card.fuse} unless played")
    if card.deal_due:
        notes.append(f"falls to level 1 at the end of turn {card.deal_due} unless played")
    if card.first:
        notes.append("must be played first")
    if card.sprung:
        notes.append("has jumped out: you must play it this turn")
    if card.shifty:
        notes.append("its level changes every turn")
    if card.barred:
        notes.append("takes no part in Rallies")
    if card.tribe == GRINCH:
        notes.append("collects what you draw")
    if card.name == RAVEN and card.beloved >= 0:
        notes.append(f"mourns a {TRIBE_NAMES[card.beloved]}")
    if card.doomed != NONE and card.doomed == seat:
        notes.append("doomed: it will lose its duel")
    return notes


def _duel_view(d: Duel) -> Json:
    return [None if empire.slot == NONE else d.text(empire.slot) for empire in d.empires]


def _last_duel_view(d: Duel, seat: Seat | None) -> Json:
    """Describes the last duel: cards still visible, and HP lost."""
    if not d.last_duel:
        return None
    faces: list[Json] = [_face(d, c, seat) if c != NONE else UNSEEN for c in d.last_duel[:2]]
    return {"cards": faces, "lost": [d.last_duel[2], d.last_duel[3]]}


def _grave(d: Duel, c: int) -> Json:
    card = d.cards[c]
    of = SIDES[card.fate_of] if card.fate_of >= 0 else ""
    return {"card": d.text(c), "fate": FATE_NAMES[card.fate], "of": of}


def _date(due: int, witch: int, you: int) -> Json:
    return _spell(f"{witch_name(witch)} of @{you}: at the end of turn {due}", witch_of(witch).clause, 1)


def _question(d: Duel, seat: Seat | None) -> Json:
    """Describes the open question; only the asked seat sees options (ER-5)."""
    frame = d.frames[-1]
    asked: dict[str, Json] = {
        "of": SIDES[d.asked],
        "by": witch_name(frame.witch),
        "text": spell_out(witch_of(frame.witch).text),
        "clause": witch_of(frame.witch).clause,
        "prompt": PROMPTS[d.asking],
    }
    if seat == d.asked and d.asking == ASK_OFFER:
        asked["cards"] = [d.text(c) for c in d.options]
    if seat == d.asked:
        asked["answers"] = _answers(d)
    return asked


def _answers(d: Duel) -> list[Json]:
    """Lists the answers in words; empty for players and gifts."""
    if d.asking in (ASK_OFFER, ASK_OWN_CARD):
        return [d.text(c) for c in d.options]
    if d.asking == ASK_TRIBE:
        return [TRIBE_NAMES[tribe] for tribe in d.options]
    if d.asking == ASK_TYPE:
        return [TYPE_NAMES[type_] for type_ in d.options]
    if d.asking == ASK_NUMBER:
        return [str(number) for number in d.options]
    if d.asking == ASK_OPTION:
        choices = witch_of(d.frames[-1].witch).choices
        return [choices[option] for option in d.options]
    return []


def _spell(words: str, clause: str, count: int) -> Json:
    """Describes an effect with its count and clause."""
    return {"says": words if count == 1 else f"{count} × {words}", "clause": clause, "count": count}


def _charges(d: Duel, p: int) -> list[Json]:
    """Lists an Empire's charges with their clauses (ER-7)."""
    empire = d.empires[p]
    charges = [
        (empire.surge, "next card has +3 power", "L-24"),
        (empire.lucky, "next creature wins", "S-20"),
        (empire.high, "next card has +3 levels and costs double if it loses", "S-33"),
        (empire.proud, "next loss costs double", "S-19"),
        (empire.ward, "next damage is halved", "S-40"),
        (empire.sin_eater, "next slain creature makes an outcast instead of costing HP", "S-48"),
        (empire.baden + empire.baden_next, "best creature steps in before a loss", "X-16"),
        (empire.wish, "next draw is a wish", "S-21"),
        (empire.skip, "the next turn is skipped", "S-96"),
        (empire.thirst, "1 damage for every draw", "X-15"),
        (int(empire.midas), "arriving cards are gilded, +2 base", "S-59"),
        (int(empire.cannibal), "the defeated are eaten", "X-12"),
    ]
    return [_spell(words, clause, count) for count, words, clause in charges if count]


def _in_force(d: Duel) -> list[Json]:
    """Lists magic for both players with its clauses (ER-7)."""
    magic = d.magic
    spells = [
        (int(magic.venom), "Serpents win every fight", "S-12"),
        (int(magic.david), "when a Giant fights, the weaker creature wins", "S-61"),
        (int(magic.juno), "when a Giant fights, the type advantage is worth 6", "S-63"),
        (magic.sand, "Nightmare creatures have +2 power", "S-50"),
        (magic.goliath + magic.goliath_next, "the weaker creature wins the next duel of creatures", "S-62"),
        (magic.berserk + magic.berserk_next, "the next loss also costs the winner's level", "S-36"),
        (magic.wrath, "every loss costs 3 HP more", "X-07"),
        (int(magic.backlash), "winners of level 6 or more hurt their own side", "S-69"),
        (int(magic.holy_doubled), "Holy creatures deal double damage", "S-80"),
        (int(magic.lilith), "cards of level 6 or more cannot be played", "X-11"),
        (int(magic.ban), "there are no more witches", "X-13"),
        (int(magic.reprieve), "nobody loses before Mayhem", "X-17"),
        (magic.crow, "when a witch escapes, a creature of her opponent loses 2 levels", "S-94"),
        (magic.ceremony, "when a witch is played, her opponent discards a card", "S-95"),
        (magic.haggel, "the next witch drawn costs 12 HP", "S-74"),
    ]
    found = [_spell(words, clause, count) for count, words, clause in spells if count]
    for quest in d.quests:
        more = "1 more win brings" if len(quest.open) == 1 else f"{len(quest.open)} more wins bring"
        found.append(_spell(f"@{quest.you}: {more} back {card_words(d.text(quest.prize))}", "S-87", 1))
    return found


def _outcome(d: Duel) -> str:
    hp = [d.empires[0].hp, d.empires[1].hp]
    how = "in Mayhem" if d.mayhem else f"in turn {d.turn}"
    if d.victor == DRAWN_GAME:
        return draw_words(f"A draw {how}", hp[0])
    loser = 1 - d.victor
    return end_words(f"@{d.victor}[wins] {how}", f"@{d.victor}['s]", f"@{loser}['s]", hp[d.victor], hp[loser])


def draw_words(drawn: str, hp: int) -> str:
    """Returns the end of a draw, in which both have so many HP."""
    return f"{drawn}: both Empires end on {hp} HP." if hp > 0 else f"{drawn}: both Empires fell {_below(hp)}."


def end_words(wins: str, own: str, other: str, left: int, lost: int) -> str:
    """Returns how a match ended, with the HP of both; `own` and `other` are the possessives of winner and loser."""
    if lost > 0:
        return f"{wins}, {left} HP to {lost}."
    if left > 0:
        return f"{wins} with {left} HP left; {other} Empire fell."
    return f"{wins}: both Empires fell, {own} Empire {_below(left)} and {other} Empire {_below(lost)}."


def _below(hp: int) -> str:
    return f"to {-hp} HP below 0" if hp < 0 else "to exactly 0 HP"
