"""The sentences of Cat Brawl: topics, explanations of moves, and the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat, SeenEvent, View
from rumpus.core.words import Line, Person, Topic, brief, does, facts, listed, signed
from rumpus.games.cat_brawl.events import EVENTS
from rumpus.games.cat_brawl.matchups import pick_sentences
from rumpus.games.cat_brawl.rules.abilities import (
    ABILITIES,
    ATTACKER,
    BONUSES,
    CRITICAL_HIT,
    GENTLEMAN,
    LONELINESS,
    REJUVENATION,
    Ability,
)
from rumpus.games.cat_brawl.rules.cards import CARDS, GUARD_AND_DRAW, GUARD_AND_HEAL, PURR_AND_DRAW
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS, NO_CARD, PURR, SCRATCH
from rumpus.games.cat_brawl.rules.moves import (
    DECLINE,
    FIRST_STRATEGY,
    NO_TARGET,
    PLAY,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
)
from rumpus.games.cat_brawl.rules.numbers import Numbers, cards
from rumpus.games.cat_brawl.rules.position import Brawl, as_brawl
from rumpus.games.cat_brawl.rules.reasons import (
    WHY_ATTACKER,
    WHY_GENTLEMAN,
    WHY_GUARD,
    WHY_LONELINESS,
    WHY_PURR,
    WHY_REJUVENATION,
    WHY_ROUND,
    WHY_START,
)
from rumpus.games.cat_brawl.rules.ring import BY_HP, BY_ROUNDS, BY_SURVIVAL, CAT

CHARACTERS = (
    "a placid cushion with few lives and a slow pulse of new ones",
    "a gentle giant who takes every dodged blow as a compliment",
    "a ruffed huntress who is never long without a claw",
    "a round-faced collector of what others threw away",
    "a sleek loner who sulks and comes back with a full hand",
    "a restless star who must be first",
)


# --- what there is ---


def effect(n: Numbers, ability: Ability) -> str:
    """Returns the sentence of an ability without its moment."""
    words = ability.sentence(n).split(": ", 1)[1]
    return words[0].upper() + words[1:]


def breed_sentence(n: Numbers, breed: int) -> str:
    return f"{n.starting_hp[breed]} HP and {ABILITIES[breed].name}: {CHARACTERS[breed]}."


def topics(options: Options) -> list[Topic]:
    n = Numbers(options)
    found = [Topic(name, "cat", breed_sentence(n, breed), "CB-2") for breed, name in enumerate(BREEDS)]
    for card in CARDS:
        found.append(Topic(card.name, "card", card.sentence(n), card.clause))
    for ability in ABILITIES:
        if n.bonus or ability not in BONUSES:
            found.append(Topic(ability.name, "ability", ability.sentence(n), ability.clause))
    return found


# --- what a decision would do ---


def describe_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    breed = as_brawl(position).cats[seat].breed
    if move >= FIRST_STRATEGY:
        play = PLAY[move]
        words = play.word.capitalize()
        if TARGET[move] != NO_TARGET:
            words += f" {names[TARGET[move]]}"
        return f"{words} with {play.name}" if play.name else words
    if move in (USE_NONE, DECLINE):
        return "Not now"
    if move in (USE_OWN, USE):
        return f"Use {ABILITIES[breed].name}"
    if move == USE_BONUS:
        return f"Use {CRITICAL_HIT.name}"
    if move == USE_BOTH:
        return f"Use {ABILITIES[breed].name} and {CRITICAL_HIT.name}"
    return f"Pick the {BREEDS[move]}"


def explain_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    brawl = as_brawl(position)
    n = brawl.numbers
    if brawl.phase == CAT:
        ability = ABILITIES[move]
        wins, against = pick_sentences(n.options, BREEDS[move])
        sentences = [f"{n.starting_hp[move]} HP.", wins, f"{ability.name}.", ability.sentence(n), against]
        return " ".join(filter(None, sentences))
    own = brawl.cats[seat].own
    if move in (USE_NONE, DECLINE):
        return "It stays ready for a later round."
    if move in (USE_OWN, USE):
        return effect(n, own)
    if move == USE_BONUS:
        return effect(n, CRITICAL_HIT)
    if move == USE_BOTH:
        return f"{effect(n, own)} {effect(n, CRITICAL_HIT)}"
    play = PLAY[move]
    if play.kind == SCRATCH:
        return explain_scratch(brawl, seat, move, names)
    return f"{play.explain(n)}."


def justify_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The start of the explanation, as far as it fits. Of a cat, its win rate."""
    brawl = as_brawl(position)
    if brawl.phase == CAT:
        return pick_sentences(brawl.numbers.options, BREEDS[move])[0]
    return brief(explain_move(position, seat, move, names).removesuffix(".").split("; "))


def explain_scratch(brawl: Brawl, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """`Bix −2, or −1 from a purr, unless Bix guards.`"""
    n = brawl.numbers
    play, target = PLAY[move], TARGET[move]
    points = play.points(n) * (n.critical_factor if brawl.cats[seat].critical else 1)
    hit = f"{names[target]} {signed(-points)}"
    if brawl.cats[target].skips:
        return f"{hit} for certain: the cat sits this round out."
    if points != n.purr_loss:
        hit += f", or {signed(-n.purr_loss)} if purring"
    return f"{hit}, {play.explain(n).format(names[target])}."


# --- what happened ---

DRAW_REASONS = {
    WHY_START: ("to start with", "CB-5"),
    WHY_ROUND: ("as everyone does this round", "CB-5"),
    WHY_LONELINESS: (LONELINESS.draw_text, LONELINESS.clause),
    WHY_PURR: (CARDS[PURR_AND_DRAW].draw_text, CARDS[PURR_AND_DRAW].clause),
    WHY_GUARD: (CARDS[GUARD_AND_DRAW].draw_text, CARDS[GUARD_AND_DRAW].clause),
    WHY_ATTACKER: (ATTACKER.draw_text, ATTACKER.clause),
    WHY_GENTLEMAN: (GENTLEMAN.draw_text, GENTLEMAN.clause),
}
GAIN_REASONS = {
    WHY_PURR: (MOVEMENTS[PURR].gain_text, MOVEMENTS[PURR].clause),
    WHY_GUARD: (CARDS[GUARD_AND_HEAL].gain_text, CARDS[GUARD_AND_HEAL].clause),
    WHY_REJUVENATION: (REJUVENATION.gain_text, REJUVENATION.clause),
}


SENTENCES = {
    "dealt": ("{seat:is} secretly dealt {ability}.", "CB-4"),
    "is_dealt": ("{seat:is} dealt a secret bonus ability.", "CB-4"),
    "round": ("Round {round}.", "CB-6"),
    "hit": ("{target} {loss}, {left}: scratched by {seat}.", "CB-16"),
    "unguarded": ("{target} {loss}, {left}: scratched by {seat} right through the guard.", "CB-19"),
    "startled": ("{target} {loss}, {left}: startled out of a purr by {seat}.", "CB-14"),
    "startled_already": ("{target:is} startled already: another scratch takes nothing more.", "CB-14"),
    "unmoved": ("{target:purrs} on: the scratch takes nothing.", "CB-17"),
    "dodged": ("{target:dodges} {seat:'s} scratch{size}.", "CB-15"),
    "not_reversed": ("{target:dodges} {seat:'s} scratch{size}, but cannot reflect it.", "CB-19"),
    "reversed": ("{seat} {loss}, {left}: {target:reflects} the scratch.", "CB-18"),
    "too_late": ("{seat:is} out before the scratch lands.", "CB-10"),
    "missed": ("{seat:scratches} thin air: {target:is} already out.", "CB-32"),
    "paid": ("{seat} {loss}, {left}: the price of the Critical Hit.", "CB-28"),
    "out": ("{seat:is} out.", "CB-10"),
    "hunted": ("{seat:comes} back from Hunting with {card}.", "CB-23"),
    "hunts": ("{seat:comes} back from Hunting with Can't Guard or Can't Reverse.", "CB-23"),
    "recycled": ("{seat:takes} {card} from the used cards.", "CB-24"),
    "nothing_left": ("{seat:finds} no used card left, so the ability stays ready.", "CB-35"),
    "concluded": ("{seat:draws} no card, so the bonus ability must be Critical Hit.", "CB-27"),
}
"""Sentence and clause of events, with the arguments of `EVENTS` and those that `describe_event` adds."""


def describe_event(seen: SeenEvent, names: Sequence[str]) -> Line:
    if seen.kind in DESCRIBERS:
        return DESCRIBERS[seen.kind](seen, names)
    words: dict[str, object] = {**facts(seen, EVENTS)}
    for role in ("seat", "target"):
        if isinstance(seat := words.get(role), int):
            words[role] = Person(names[seat])
    if isinstance(points := words.get("points"), int):
        words["loss"], words["size"] = signed(-points), f" of {points}" if points > 1 else ""
    if isinstance(hp := words.get("hp"), int):
        words["left"] = f"{hp} left" if hp > 0 else "none left"
    text, clause = SENTENCES[seen.kind]
    return Line(text.format(**words), clause)


def _who(seen: SeenEvent, names: Sequence[str], index: int = 0) -> Person:
    return Person(names[seen.number(index)])


def _picked(seen: SeenEvent, names: Sequence[str]) -> Line:
    breed = BREEDS[seen.number(1)]
    article = "an" if breed[0] in "AE" else "a"
    return Line(f"{_who(seen, names):enters} the ring as {article} {breed}.", "CB-2")


def _drew(seen: SeenEvent, names: Sequence[str]) -> Line:
    why, clause = DRAW_REASONS[seen.number(1)]
    drawn = cards(seen.number(2))
    if seen.kind == "drew":
        drawn = listed([CARDS[seen.number(index)].name for index in range(2, len(seen.args))])
    return Line(f"{_who(seen, names):draws} {drawn} {why}.", clause)


def _used(seen: SeenEvent, names: Sequence[str]) -> Line:
    ability = ABILITIES[seen.number(1)]
    return Line(does(names[seen.number(0)], f"{ability.use_text}."), ability.clause)


def _showed(seen: SeenEvent, names: Sequence[str]) -> Line:
    words = does(names[seen.number(0)], MOVEMENTS[seen.number(1)].verb)
    if seen.number(2) >= 0:
        words += f" {_who(seen, names, 2)}"
    if seen.number(3) != NO_CARD:
        words += f" with {CARDS[seen.number(3)].name}"
    return Line(f"{words}.", "CB-8")


def _order(seen: SeenEvent, names: Sequence[str]) -> Line:
    after = [names[seen.number(index)] for index in range(2, len(seen.args))]
    return Line(f"{_who(seen, names, 1):is} first this round, then {listed(after)}.", "CB-9")


def _gained(seen: SeenEvent, names: Sequence[str]) -> Line:
    why, clause = GAIN_REASONS[seen.number(3)]
    return Line(f"{_who(seen, names)} {signed(seen.number(1))}, {seen.number(2)} now: {why}.", clause)


def _won(seen: SeenEvent, names: Sequence[str]) -> Line:
    who, hp = _who(seen, names), seen.number(2)
    return {
        BY_HP: Line(f"{who:wins} with {hp} HP!", "CB-29"),
        BY_SURVIVAL: Line(f"{who:wins} as the last cat standing!", "CB-30"),
        BY_ROUNDS: Line(f"The round limit is reached: {who:wins} with the most HP, {hp}!", "CB-31"),
    }[seen.number(1)]


def _drawn(seen: SeenEvent, names: Sequence[str]) -> Line:
    if seen.number(0) == BY_SURVIVAL:
        return Line("No cat is left: a draw.", "CB-30")
    return Line("The round limit is reached and the lead is shared: a draw.", "CB-31")


DESCRIBERS: dict[str, Callable[[SeenEvent, Sequence[str]], Line]] = {
    "picked": _picked,
    "drew": _drew,
    "draws": _drew,
    "used": _used,
    "showed": _showed,
    "order": _order,
    "gained": _gained,
    "won": _won,
    "drawn": _drawn,
}


def secret_summary(view: View) -> list[str]:
    you, seats, hand = view["you"], view["seats"], view["hand"]
    assert isinstance(you, int)
    assert isinstance(seats, list)
    assert isinstance(hand, list)
    own = seats[you]
    assert isinstance(own, dict)
    secret = [] if own.get("bonus_public", True) else [str(own["bonus"])]
    return [*dict.fromkeys(str(card) for card in hand), *secret]
