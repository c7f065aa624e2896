"""Cat Brawl in sentences: what a card or an ability does, what a decision would do, what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rumpus.core.position import Move, Seat, Seen, View
from rumpus.core.words import Line, Person, Topic, does, listed, signed
from rumpus.games.cat_brawl.rules.abilities import (
    ABILITIES,
    ATTACKER,
    BONUSES,
    CRITICAL_HIT,
    GENTLEMAN,
    HUNTING,
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
    NOBODY,
    PLAY,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
)
from rumpus.games.cat_brawl.rules.numbers import Numbers, cards
from rumpus.games.cat_brawl.rules.position import Brawl
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
    """The sentence of an ability without its moment."""
    words = ability.sentence(n).split(": ", 1)[1]
    return words[0].upper() + words[1:]


def breed_sentence(n: Numbers, breed: int) -> str:
    return f"{n.starting_hp[breed]} HP and {ABILITIES[breed].name}: {CHARACTERS[breed]}."


def all_topics(n: Numbers) -> list[Topic]:
    """The cats, the chance cards and the abilities, as far as they are in this match."""
    topics = [Topic(name, "cat", breed_sentence(n, breed), "CB-2") for breed, name in enumerate(BREEDS)]
    for card in CARDS:
        topics.append(Topic(card.name, "card", card.sentence(n), card.clause))
    for ability in ABILITIES:
        if n.bonus or ability not in BONUSES:
            topics.append(Topic(ability.name, "ability", ability.sentence(n), ability.clause))
    return topics


# --- what a decision would do ---


def said(breed: int, move: Move, names: Sequence[str]) -> str:
    """The decision of a cat of this breed, as one says it aloud."""
    if move >= FIRST_STRATEGY:
        play = PLAY[move]
        words = play.word.capitalize()
        if TARGET[move] != NOBODY:
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
    return f"Be the {BREEDS[move]}"


def explanation(brawl: Brawl, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """What it will do, in a short sentence."""
    n = brawl.numbers
    if brawl.phase == CAT:
        return f"{breed_sentence(n, move)} {ABILITIES[move].sentence(n)}"
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
        return scratch_explanation(brawl, seat, move, names)
    return f"{play.explained(n)}."


def scratch_explanation(brawl: Brawl, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """`Bix −2, or −1 from a purr, unless Bix guards.`"""
    n = brawl.numbers
    play, target = PLAY[move], TARGET[move]
    points = play.points(n) * (n.critical_factor if brawl.cats[seat].critical else 1)
    hit = f"{names[target]} {signed(-points)}"
    if brawl.cats[target].skips:
        return f"{hit} for sure: sitting this round out."
    if points != n.purr_loss:
        hit += f", or {signed(-n.purr_loss)} if purring"
    return f"{hit}, {play.explained(n).format(names[target])}."


# --- what happened ---

DRAW_REASONS = {
    WHY_START: ("to begin with", "CB-5"),
    WHY_ROUND: ("as everyone does this round", "CB-5"),
    WHY_LONELINESS: (LONELINESS.drawing, LONELINESS.clause),
    WHY_PURR: (CARDS[PURR_AND_DRAW].drawing, CARDS[PURR_AND_DRAW].clause),
    WHY_GUARD: (CARDS[GUARD_AND_DRAW].drawing, CARDS[GUARD_AND_DRAW].clause),
    WHY_ATTACKER: (ATTACKER.drawing, ATTACKER.clause),
    WHY_GENTLEMAN: (GENTLEMAN.drawing, GENTLEMAN.clause),
}
GAIN_REASONS = {
    WHY_PURR: (MOVEMENTS[PURR].gaining, MOVEMENTS[PURR].clause),
    WHY_GUARD: (CARDS[GUARD_AND_HEAL].gaining, CARDS[GUARD_AND_HEAL].clause),
    WHY_REJUVENATION: (REJUVENATION.gaining, REJUVENATION.clause),
}


def told(seen: Seen, names: Sequence[str]) -> Line:
    """What a seat noticed, as a sentence with its clause."""
    return TELLERS[seen.kind](seen, names)


def _who(seen: Seen, names: Sequence[str], index: int = 0) -> Person:
    return Person(names[seen.number(index)])


def _picked(seen: Seen, names: Sequence[str]) -> Line:
    breed = BREEDS[seen.number(1)]
    article = "an" if breed[0] in "AE" else "a"
    return Line(f"{_who(seen, names):enters} the ring as {article} {breed}.", "CB-2")


def _dealt(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):is} secretly dealt {ABILITIES[seen.number(1)].name}.", "CB-4")


def _is_dealt(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):is} dealt a secret bonus ability.", "CB-4")


def _drew(seen: Seen, names: Sequence[str]) -> Line:
    why, clause = DRAW_REASONS[seen.number(1)]
    drawn = [CARDS[seen.number(index)].name for index in range(2, len(seen.args))]
    return Line(f"{_who(seen, names):draws} {listed(drawn)} {why}.", clause)


def _draws(seen: Seen, names: Sequence[str]) -> Line:
    why, clause = DRAW_REASONS[seen.number(1)]
    return Line(f"{_who(seen, names):draws} {cards(seen.number(2))} {why}.", clause)


def _round(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"Round {seen.number(0)}.", "CB-6")


def _used(seen: Seen, names: Sequence[str]) -> Line:
    ability = ABILITIES[seen.number(1)]
    return Line(does(names[seen.number(0)], f"{ability.told}."), ability.clause)


def _showed(seen: Seen, names: Sequence[str]) -> Line:
    words = does(names[seen.number(0)], MOVEMENTS[seen.number(1)].verb)
    if seen.number(2) >= 0:
        words += f" {_who(seen, names, 2)}"
    if seen.number(3) != NO_CARD:
        words += f" with {CARDS[seen.number(3)].name}"
    return Line(f"{words}.", "CB-8")


def _order(seen: Seen, names: Sequence[str]) -> Line:
    after = [names[seen.number(index)] for index in range(2, len(seen.args))]
    return Line(f"{_who(seen, names, 1):is} first this time, then {listed(after)}.", "CB-9")


def _hit(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_loses(seen, names)}: scratched by {_who(seen, names)}.", "CB-16")


def _unguarded(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_loses(seen, names)}: scratched by {_who(seen, names)} right through the guard.", "CB-19")


def _startled(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_loses(seen, names)}: startled out of a purr by {_who(seen, names)}.", "CB-14")


def _loses(seen: Seen, names: Sequence[str]) -> str:
    """`Bix −1, 8 left`"""
    return f"{_who(seen, names, 1)} {signed(-seen.number(2))}, {_left(seen.number(3))}"


def _left(hp: int) -> str:
    return f"{hp} left" if hp > 0 else "none left"


def _startled_already(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names, 1):is} startled already: {_who(seen, names):takes} nothing more.", "CB-14")


def _unmoved(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names, 1):purrs} on, whatever {_who(seen, names):does}.", "CB-17")


def _dodged(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names, 1):dodges} {_scratch(seen, names)}.", "CB-15")


def _not_reversed(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names, 1):dodges} {_scratch(seen, names)}, but nothing goes back.", "CB-19")


def _reversed(seen: Seen, names: Sequence[str]) -> Line:
    points, hp = seen.number(2), seen.number(3)
    back = f"{_who(seen, names)} {signed(-points)}, {_left(hp)}"
    return Line(f"{back}: {_who(seen, names, 1):hands} the scratch back.", "CB-18")


def _scratch(seen: Seen, names: Sequence[str]) -> str:
    points = seen.number(2)
    return f"{_who(seen, names):'s} scratch" + (f" of {points}" if points > 1 else "")


def _too_late(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):is} out before the scratch lands.", "CB-10")


def _missed(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):scratches} the air: {_who(seen, names, 1):is} out already.", "CB-32")


def _gained(seen: Seen, names: Sequence[str]) -> Line:
    why, clause = GAIN_REASONS[seen.number(3)]
    return Line(f"{_who(seen, names)} {signed(seen.number(1))}, {seen.number(2)} now: {why}.", clause)


def _paid(seen: Seen, names: Sequence[str]) -> Line:
    cost, hp = seen.number(1), seen.number(2)
    return Line(f"{_who(seen, names)} {signed(-cost)}, {_left(hp)}: the price of the Critical Hit.", "CB-28")


def _out(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):is} out.", "CB-10")


def _hunted(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):comes} back from Hunting with {CARDS[seen.number(1)].name}.", HUNTING.clause)


def _hunts(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):comes} back from Hunting with Can't Guard or Can't Reverse.", "CB-23")


def _recycled(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):fishes} {CARDS[seen.number(1)].name} out of the used cards.", "CB-24")


def _nothing_left(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names):finds} no used card any more; the ability stays ready.", "CB-35")


def _concluded(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"No card for {_who(seen, names)}: no Attacker, so it must be a Critical Hit.", "CB-27")


def _won(seen: Seen, names: Sequence[str]) -> Line:
    who, hp = _who(seen, names), seen.number(2)
    return {
        BY_HP: Line(f"{who:wins} with {hp} HP!", "CB-29"),
        BY_SURVIVAL: Line(f"{who:wins} as the last cat standing!", "CB-30"),
        BY_ROUNDS: Line(f"The rounds are over: {who:wins} with the most HP, {hp}!", "CB-31"),
    }[seen.number(1)]


def _drawn(seen: Seen, names: Sequence[str]) -> Line:
    if seen.number(0) == BY_SURVIVAL:
        return Line("Nobody is left: a draw.", "CB-30")
    return Line("The rounds are over and nobody leads alone: a draw.", "CB-31")


TELLERS: dict[str, Callable[[Seen, Sequence[str]], Line]] = {
    "picked": _picked,
    "dealt": _dealt,
    "is_dealt": _is_dealt,
    "drew": _drew,
    "draws": _draws,
    "round": _round,
    "used": _used,
    "showed": _showed,
    "order": _order,
    "hit": _hit,
    "unguarded": _unguarded,
    "startled": _startled,
    "startled_already": _startled_already,
    "unmoved": _unmoved,
    "dodged": _dodged,
    "not_reversed": _not_reversed,
    "reversed": _reversed,
    "too_late": _too_late,
    "missed": _missed,
    "gained": _gained,
    "paid": _paid,
    "out": _out,
    "hunted": _hunted,
    "hunts": _hunts,
    "recycled": _recycled,
    "nothing_left": _nothing_left,
    "concluded": _concluded,
    "won": _won,
    "drawn": _drawn,
}


def held(view: View) -> list[str]:
    """The cards in hand by name, and a second ability that was not shown."""
    you, seats, hand = view["you"], view["seats"], view["hand"]
    assert isinstance(you, int)
    assert isinstance(seats, list)
    assert isinstance(hand, list)
    own = seats[you]
    assert isinstance(own, dict)
    secret = [] if own.get("bonus_public", True) else [str(own["bonus"])]
    return [*dict.fromkeys(str(card) for card in hand), *secret]
