"""Cat Brawl in sentences: what a card or an ability does, what a decision would do, what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rumpus.core.contract import Move, Seat, Seen
from rumpus.core.words import Line, Topic
from rumpus.games.cat_brawl.rules.abilities import (
    ABILITIES,
    ATTACKER,
    CRITICAL_HIT,
    GENTLEMAN,
    HUNTING,
    LONELINESS,
    RECYCLING,
    REJUVENATION,
    SPOTLIGHT,
)
from rumpus.games.cat_brawl.rules.cards import CANT_GUARD, CARDS, DOUBLE_SCRATCH, FAMILY, NO_CARD
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.moves import (
    CARD,
    DECLINE,
    GUARD,
    MOVEMENT,
    PURR,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
)
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import BY_HP, BY_ROUNDS, BY_SURVIVAL, CAT, WHY_ATTACKER, WHY_GENTLEMAN

FAMILY_CLAUSES = ("CB-17", "CB-18", "CB-19")
ABILITY_CLAUSES = ("CB-21", "CB-22", "CB-23", "CB-24", "CB-25", "CB-26", "CB-27", "CB-28")
CHARACTERS = (
    "a placid cushion with few lives and a slow pulse of new ones",
    "a gentle giant who takes every dodged blow as a compliment",
    "a ruffed huntress who is never long without a claw",
    "a round-faced collector of what others threw away",
    "a sleek loner who sulks and comes back with a full hand",
    "a restless star who must be first",
)


def cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def rounds(count: int) -> str:
    return "1 round" if count == 1 else f"{count} rounds"


# --- what there is ---


def card_sentence(n: Numbers, card: int) -> str:
    """What a chance card does, with the numbers of this match."""
    return (
        f"With a purr: {n.double_purring} HP in all if nobody attacks you.",
        f"With a purr: {n.guaranteed_purring} HP in all, attacked or not; attacks on you take nothing.",
        f"With a purr: draw {cards(n.purr_and_draw)} when the purr gains its HP.",
        "With a guard: every scratch you dodge deals its points to its own attacker.",
        f"With a guard: {n.guard_and_heal} HP in all if you dodge at least one scratch.",
        f"With a guard: draw {cards(n.guard_and_draw)} if you dodge at least one scratch.",
        "With a scratch: Reverse Scratch can dodge it but not hand it back.",
        "With a scratch: no guard dodges it, Reverse Scratch included.",
        f"With a scratch: {n.double_scratch} times the points.",
    )[card]


def ability_sentence(n: Numbers, ability: int) -> str:
    """What an ability does, with the numbers of this match."""
    return (
        f"Postlude: gain {n.rejuvenation} HP, then rest {rounds(n.rejuvenation_rest)}.",
        f"Always: draw {cards(n.gentleman_cards)} in a round in which you dodge {n.gentleman_points} points or more.",
        f"Always: after {rounds(n.hunting_rounds)} running without Can't Guard and Can't Reverse, find one of them.",
        f"Postlude: take back a random used card, anybody's, then rest {rounds(n.recycling_rest)}.",
        f"Prelude: sit the round out and draw {cards(n.loneliness_cards)}, then rest {rounds(n.loneliness_rest)}.",
        f"Prelude: settle first this round, then rest {rounds(n.spotlight_rest)}.",
        f"Always: draw {cards(n.attacker_cards)} in a round in which you take {n.attacker_points} points or more.",
        f"Prelude: multiply this round's scratch by {n.critical_factor} at a price of {n.critical_cost} HP, "
        f"then rest {rounds(n.critical_rest)}.",
    )[ability]


def effect(n: Numbers, ability: int) -> str:
    """The sentence of an ability without its moment."""
    words = ability_sentence(n, ability).split(": ", 1)[1]
    return words[0].upper() + words[1:]


def breed_sentence(n: Numbers, breed: int) -> str:
    return f"{n.starting_hp[breed]} HP and {ABILITIES[breed]}: {CHARACTERS[breed]}."


def all_topics(n: Numbers) -> list[Topic]:
    """The cats, the chance cards and the abilities, as far as they are in this match."""
    topics = [Topic(name, "cat", breed_sentence(n, breed), "CB-2") for breed, name in enumerate(BREEDS)]
    for card, name in enumerate(CARDS):
        topics.append(Topic(name, "card", card_sentence(n, card), FAMILY_CLAUSES[card // FAMILY]))
    for ability, name in enumerate(ABILITIES):
        if n.bonus or ability < ATTACKER:
            topics.append(Topic(name, "ability", ability_sentence(n, ability), ABILITY_CLAUSES[ability]))
    return topics


# --- what a decision would do ---


def explanation(brawl: Brawl, seat: Seat, move: Move) -> str:
    """One sentence or two for a newcomer, with the clause."""
    n = brawl.numbers
    if brawl.phase == CAT:
        return f"{breed_sentence(n, move)} {ability_sentence(n, move)} ({ABILITY_CLAUSES[move]})"
    own = brawl.cats[seat].breed
    if move in (USE_NONE, DECLINE):
        return f"Keep your ability for a later round ({'CB-6' if move == USE_NONE else 'CB-12'})."
    if move in (USE_OWN, USE):
        return f"{effect(n, own)} ({ABILITY_CLAUSES[own]})"
    if move == USE_BONUS:
        return f"{effect(n, CRITICAL_HIT)} ({ABILITY_CLAUSES[CRITICAL_HIT]})"
    if move == USE_BOTH:
        return f"{effect(n, own)} {effect(n, CRITICAL_HIT)} (CB-33)"
    if MOVEMENT[move] == PURR:
        return purr_explanation(n, CARD[move])
    if MOVEMENT[move] == GUARD:
        return guard_explanation(n, CARD[move])
    return scratch_explanation(brawl, seat, TARGET[move], CARD[move])


def purr_explanation(n: Numbers, card: int) -> str:
    plain = f"Gain {n.purr_gain} HP if nobody attacks you; attacked, lose {n.purr_loss} in all"
    return (
        f"{plain} (CB-14).",
        f"Gain {n.double_purring} HP if nobody attacks you; attacked, lose {n.purr_loss} in all (CB-17).",
        f"Gain {n.guaranteed_purring} HP whatever happens; attacks take nothing from you (CB-17).",
        f"{plain}. With the gain comes {cards(n.purr_and_draw)} (CB-17).",
    )[card + 1]


def guard_explanation(n: Numbers, card: int) -> str:
    if card == NO_CARD:
        return "Dodge every scratch except one with Can't Guard (CB-15)."
    return (
        "Dodge every scratch and hand its points back to the attacker; Can't Guard goes through (CB-18).",
        f"Dodge every scratch; gain {n.guard_and_heal} HP if there was one to dodge (CB-18).",
        f"Dodge every scratch; draw {cards(n.guard_and_draw)} if there was one to dodge (CB-18).",
    )[card - FAMILY]


def scratch_explanation(brawl: Brawl, seat: Seat, target: Seat, card: int) -> str:
    n = brawl.numbers
    points = n.scratch
    if card == DOUBLE_SCRATCH:
        points *= n.double_scratch
    if brawl.cats[seat].critical:
        points *= n.critical_factor
    victim = f"the {BREEDS[brawl.cats[target].breed]} of seat {target}"
    dealt = f"Deal {points} {'point' if points == 1 else 'points'} to {victim}"
    if brawl.cats[target].skips:
        return f"{dealt}, who sits this round out (CB-16)."
    dealt += f"; it loses {n.purr_loss} if it purrs"
    if card == CANT_GUARD:
        return f"{dealt}, and no guard helps (CB-19)."
    if card == NO_CARD:
        return f"{dealt}, nothing if it guards (CB-13)."
    if card == DOUBLE_SCRATCH:
        return f"{dealt}, nothing if it guards (CB-19)."
    return f"{dealt}, nothing if it guards, and nothing comes back (CB-19)."


# --- what happened ---

DRAW_REASONS = (
    ("to begin with", "CB-5"),
    ("as everyone does this round", "CB-5"),
    ("all alone, by Loneliness", "CB-25"),
    ("by Purr and Draw", "CB-17"),
    ("by Guard and Draw", "CB-18"),
    ("as an Attacker", "CB-27"),
    ("as a Gentleman", "CB-22"),
)
GAIN_REASONS = {3: ("purrs", "CB-14"), 4: ("licks its paws behind the guard", "CB-18"), 7: ("feels reborn", "CB-21")}
USE_WORDS = {
    REJUVENATION: "curls up for Rejuvenation",
    RECYCLING: "rummages in the used cards (Recycling)",
    LONELINESS: "walks off alone and sits this round out (Loneliness)",
    SPOTLIGHT: "steps into the Spotlight and will settle first",
    CRITICAL_HIT: "sharpens its claws for a Critical Hit",
}
MOVEMENT_VERBS = ("purrs", "guards", "scratches")


def told(seen: Seen, names: Sequence[str]) -> Line:
    """What a seat noticed, as a sentence with its clause."""
    return TELLERS[seen.kind](seen, names)


def _who(seen: Seen, names: Sequence[str], index: int = 0) -> str:
    return names[seen.number(index)]


def _list(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _picked(seen: Seen, names: Sequence[str]) -> Line:
    breed = BREEDS[seen.number(1)]
    article = "an" if breed[0] in "AE" else "a"
    return Line(f"{_who(seen, names)} enters the ring as {article} {breed}.", "CB-2")


def _dealt(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} is secretly dealt {ABILITIES[seen.number(1)]}.", "CB-4")


def _is_dealt(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} is dealt a secret bonus ability.", "CB-4")


def _drew(seen: Seen, names: Sequence[str]) -> Line:
    why, clause = DRAW_REASONS[seen.number(1)]
    drawn = [CARDS[seen.number(index)] for index in range(2, len(seen.args))]
    return Line(f"{_who(seen, names)} draws {_list(drawn)} {why}.", clause)


def _draws(seen: Seen, names: Sequence[str]) -> Line:
    why, clause = DRAW_REASONS[seen.number(1)]
    return Line(f"{_who(seen, names)} draws {cards(seen.number(2))} {why}.", clause)


def _round(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"Round {seen.number(0)}.", "CB-6")


def _used(seen: Seen, names: Sequence[str]) -> Line:
    ability = seen.number(1)
    return Line(f"{_who(seen, names)} {USE_WORDS[ability]}.", ABILITY_CLAUSES[ability])


def _showed(seen: Seen, names: Sequence[str]) -> Line:
    words = f"{_who(seen, names)} {MOVEMENT_VERBS[seen.number(1)]}"
    if seen.number(2) >= 0:
        words += f" at {_who(seen, names, 2)}"
    if seen.number(3) != NO_CARD:
        words += f" with {CARDS[seen.number(3)]}"
    return Line(f"{words}.", "CB-8")


def _order(seen: Seen, names: Sequence[str]) -> Line:
    cats = [_who(seen, names, index) for index in range(1, len(seen.args))]
    way = "counter-clockwise" if seen.number(0) else "clockwise"
    return Line(f"Settled {way}: {', '.join(cats)}.", "CB-9")


def _hit(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} hits {_loses(seen, names)}", "CB-16")


def _unguarded(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} goes right through the guard of {_loses(seen, names)}", "CB-19")


def _startled(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} startles the purring {_loses(seen, names)}", "CB-14")


def _loses(seen: Seen, names: Sequence[str]) -> str:
    return f"{_who(seen, names, 1)}: {-seen.number(2)} HP, {_left(seen.number(3))}."


def _left(hp: int) -> str:
    return f"{hp} left" if hp > 0 else "none left"


def _startled_already(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} scratches {_who(seen, names, 1)}, startled already: no more is lost.", "CB-14")


def _unmoved(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names, 1)} purrs on under the claws of {_who(seen, names)}.", "CB-17")


def _dodged(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names, 1)} dodges the {_scratch(seen, names)}.", "CB-15")


def _not_reversed(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names, 1)} dodges the {_scratch(seen, names)} but cannot reverse it.", "CB-19")


def _reversed(seen: Seen, names: Sequence[str]) -> Line:
    points, hp = seen.number(2), seen.number(3)
    scratch = _scratch(seen, names)
    return Line(f"{_who(seen, names, 1)} turns the {scratch} around: {-points} HP, {_left(hp)}.", "CB-18")


def _scratch(seen: Seen, names: Sequence[str]) -> str:
    points = seen.number(2)
    return f"scratch of {_who(seen, names)}" + (f" ({points} points)" if points > 1 else "")


def _too_late(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} is out before its scratch and attacks nobody.", "CB-10")


def _missed(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} scratches the air: {_who(seen, names, 1)} is out already.", "CB-32")


def _gained(seen: Seen, names: Sequence[str]) -> Line:
    why, clause = GAIN_REASONS[seen.number(3)]
    return Line(f"{_who(seen, names)} {why}: +{seen.number(1)} HP, {seen.number(2)} now.", clause)


def _paid(seen: Seen, names: Sequence[str]) -> Line:
    cost, hp = seen.number(1), seen.number(2)
    return Line(f"{_who(seen, names)} pays for the Critical Hit: {-cost} HP, {_left(hp)}.", "CB-28")


def _out(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} is out.", "CB-10")


def _hunted(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} comes back from Hunting with {CARDS[seen.number(1)]}.", "CB-23")


def _hunts(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} comes back from Hunting with Can't Guard or Can't Reverse.", "CB-23")


def _recycled(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} fishes {CARDS[seen.number(1)]} out of the used cards.", "CB-24")


def _nothing_left(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"{_who(seen, names)} finds no used card any more and may try again next round.", "CB-35")


def _concluded(seen: Seen, names: Sequence[str]) -> Line:
    return Line(f"No card for {_who(seen, names)}: no Attacker, so it must have Critical Hit.", "CB-27")


def _won(seen: Seen, names: Sequence[str]) -> Line:
    who, hp = _who(seen, names), seen.number(2)
    return {
        BY_HP: Line(f"{who} has {hp} HP and wins!", "CB-29"),
        BY_SURVIVAL: Line(f"{who} is the last cat standing and wins!", "CB-30"),
        BY_ROUNDS: Line(f"The rounds are over: {who} has the most HP, {hp}, and wins!", "CB-31"),
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


# --- what it adds to the book of who did what ---


def entries(seen: Seen) -> list[tuple[Seat, str, str]]:
    """Cards drawn, found and shown, abilities used, passive ones included."""
    if seen.kind == "drew":
        seat, why = seen.number(0), seen.number(1)
        drawn = [(seat, "drew", CARDS[seen.number(index)]) for index in range(2, len(seen.args))]
        if why == WHY_ATTACKER:
            return [(seat, "used", ABILITIES[ATTACKER]), *drawn]
        if why == WHY_GENTLEMAN:
            return [(seat, "used", ABILITIES[GENTLEMAN]), *drawn]
        return drawn
    if seen.kind == "hunted":
        return [(seen.number(0), "used", ABILITIES[HUNTING]), (seen.number(0), "drew", CARDS[seen.number(1)])]
    if seen.kind == "recycled":
        return [(seen.number(0), "drew", CARDS[seen.number(1)])]
    if seen.kind == "used":
        return [(seen.number(0), "used", ABILITIES[seen.number(1)])]
    if seen.kind == "showed" and seen.number(3) != NO_CARD:
        return [(seen.number(0), "played", CARDS[seen.number(3)])]
    if seen.kind == "dealt":
        return [(seen.number(0), "was dealt", ABILITIES[seen.number(1)])]
    return []
