"""Texts of Ultimatum: moves, events and topics."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rumpus.core.options import Options
from rumpus.core.position import Json, Move, Position, Seat, SeenEvent, View
from rumpus.core.words import Forecast, Line, Person, Topic, brief, counted, listed, sentence, signed, whose
from rumpus.games.ultimatum.forecast import forecast
from rumpus.games.ultimatum.rules.character import (
    CHARACTER,
    CHARACTER_AND_HEX,
    DIRECTION,
    FALLEN_AND_SPAWN,
    HEX,
    PAIR,
    Ability,
    Character,
)
from rumpus.games.ultimatum.rules.moves import PLACE
from rumpus.games.ultimatum.rules.numbers import STATS
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import ACTING, BANNING, PLACING

EFFECT_TEXTS = {
    "poison": "True damage at the start of each of the character's turns (UL-24).",
    "regrowth": "Heals the character at the start of each of its turns (UL-24).",
    "drain": "True damage at the start of each of the character's turns; whoever caused it heals as much (A-33).",
    "stun": "The character can only pass (UL-13).",
    "snare": "The character has no basic move (UL-24).",
    "ground": "The character has no basic move and no ability that moves it (UL-24).",
    "disarm": "The character has no basic attack, no Lunge and no Flurry (UL-24).",
    "silence": "The character has no abilities; passives still work (UL-24).",
    "attack": "Changes Attack (UL-24).",
    "speed": "Changes speed (UL-24).",
    "range": "Changes range (UL-24).",
    "physical defence": "Changes the percentage of physical damage that is blocked (UL-24).",
    "magical defence": "Changes the percentage of magical damage that is blocked (UL-24).",
    "invisible": "Enemies cannot target it; ends when it attacks, uses an ability on an enemy, or is hurt (UL-39).",
    "last stand": "Nothing takes the character below 1 HP, and its basic attacks heal it (A-27).",
    "shield": "Absorbs damage before HP and is used up by it; it has no time limit (UL-37).",
}

ROSTER_EFFECTS = ("poison", "drain", "stun", "snare", "ground", "silence", "speed", "attack", "invisible", "last stand")
"""Effects some character of the roster gives."""


# --- abilities and characters ---


def ability_text(ability: Ability, options: Options) -> str:
    text = re.sub(r"\{(.+?)\}", lambda found: str(options.number(found[1])), ability.text)
    return text.replace("1 turn(s)", "1 turn").replace("turn(s)", "turns")


def stats_text(character: Character, options: Options) -> str:
    hp, attack, reach, speed, physical, magical = (options.number(f"{character.name.lower()}.{stat}") for stat in STATS)
    kind = "melee" if character.melee else "ranged"
    return (
        f"{kind}, {hp} HP, Attack {attack}, range {reach}, speed {speed}, "
        f"blocks {physical} % physical and {magical} % magical damage"
    )


def cooldown(character: Character, ability: Ability, options: Options) -> int:
    word = ability.name.lower().replace("!", "").replace(" ", "_")
    return options.number(f"{character.name.lower()}.{word}.cooldown")


def character_text(character: Character, options: Options) -> str:
    parts = [f"{character.name}, {character.title}: {stats_text(character, options)}."]
    parts.append(f"Passive {character.passive.name}: {ability_text(character.passive, options)}")
    for kind, ability in (("Normal", character.normal), ("Ultimatum", character.ultimatum)):
        wait = cooldown(character, ability, options)
        parts.append(f"{kind} {ability.name} (cooldown {wait}): {ability_text(ability, options)}")
    return " ".join(parts)


def topics(options: Options) -> list[Topic]:
    found: list[Topic] = []
    for name in (*ROSTER_EFFECTS, "shield"):
        clause = EFFECT_TEXTS[name].rpartition("(")[2].rstrip(").")
        found.append(Topic(name, "effect", EFFECT_TEXTS[name].rpartition(" (")[0] + ".", clause))
    for character in ROSTER:
        found.append(Topic(character.name, "character", character_text(character, options), character.passive.clause))
        kinds = (("passive", character.passive), ("ability", character.normal), ("ultimatum", character.ultimatum))
        for kind, ability in kinds:
            text = f"{character.name}'s {kind}: {ability_text(ability, options)}"
            if kind != "passive":
                text += f" Cooldown {cooldown(character, ability, options)}."
            found.append(Topic(ability.name, kind, text, ability.clause))
    return found


# --- what a move is, and what it would do ---

DIRECTION_WORDS = {
    "E": "to the right", "NE": "up and right", "NW": "up and left",
    "W": "to the left", "SW": "down and left", "SE": "down and right",
}  # fmt: skip


def describe_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The move in words: `Bram walks to f8`, `Orrin uses Meteor on g7`."""
    p = as_ultimatum(position)
    space = p.space
    if p.stage < PLACING:
        return f"{'Ban' if p.stage == BANNING else 'Pick'} {ROSTER[move % len(ROSTER)].name}"
    hexes = p.ground.names
    if p.stage == PLACING:
        slot, spawn = divmod(move - PLACE, space.camp)
        return f"Place {p.character(seat * p.squad + slot).name} on {hexes[p.ground.spawns[seat][spawn]]}"
    if space.is_way(move):
        unit = seat * p.squad + space.way_slot(move)
        way = p.ground.along(p.place[unit], space.way_directions(move))
        return f"{p.character(unit).name} walks to {hexes[way[-1]]} by another path"
    slot, code = divmod(move - space.acts, space.band)
    unit = seat * p.squad + slot
    character = p.character(unit)
    if code < space.attack:
        return f"{character.name} walks to {hexes[code]}"
    if code < space.normal:
        target = code - space.attack
        verb = "heals" if p.seat_of(target) == seat else "strikes"
        return f"{character.name} {verb} {name_for(p.label(target), seat, names)}"
    if code == space.end:
        return f"{character.name} does nothing" if p.stage == ACTING else f"End {character.name}'s turn"
    ability = character.normal if code < space.ultimatum else character.ultimatum
    named = code - (space.normal if code < space.ultimatum else space.ultimatum)
    aim = _aim_words(ability, p.named_words(unit, ability, named).split(), lambda label: name_for(label, seat, names))
    return f"{character.name} uses {ability.name}{aim}"


def _aim_words(ability: Ability, named: Sequence[str], called: Callable[[str], str]) -> str:
    if not named:
        return ""
    if ability.names == CHARACTER:
        return f" on {called(named[0])}"
    if ability.names == DIRECTION:
        return f" {DIRECTION_WORDS[named[0]]}"
    if ability.names == HEX:
        return f" on {named[0]}"
    if ability.names == CHARACTER_AND_HEX:
        return f" on {called(named[0])} from {named[1]}"
    if ability.names == PAIR:
        return f" on {called(named[0])} and {called(named[1])}"
    return f" for {named[0]} on {named[1]}"


def name_for(label: str, seat: Seat | None, names: Sequence[str]) -> str:
    """`2.Nyx` as this seat calls her: own characters by name alone."""
    owner, _, name = label.partition(".")
    return name if int(owner) - 1 == seat else owned_name(label, names)


def explain_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    p = as_ultimatum(position)
    options = p.n.options
    space = p.space
    if p.stage < PLACING:
        character = ROSTER[move % len(ROSTER)]
        return f"{sentence(character.title)}: {stats_text(character, options)}."
    if p.stage == PLACING:
        return sentence(f"{p.character(seat * p.squad + (move - PLACE) // space.camp).title}.")
    if space.is_way(move):
        return f"{counted(len(space.way_directions(move)), 'step')} along a path you choose."
    slot, code = divmod(move - space.acts, space.band)
    if code < space.attack:
        return explain_walk(p, seat * p.squad + slot, code)
    consequences = describe_forecast(forecast(p, seat, move), seat, names)
    if consequences:
        return sentence("; ".join(consequences)) + "."
    character = p.character(seat * p.squad + slot)
    if code == space.end:
        return "No action in this phase." if p.stage == ACTING else "The turn ends."
    if code < space.normal:
        return "It would have no effect."
    return ability_text(character.normal if code < space.ultimatum else character.ultimatum, options)


def justify_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The first losses and effects of an attack or ability, as many as fit. Empty for walks and ends of turns."""
    p = as_ultimatum(position)
    if p.stage < ACTING:
        return ""
    facts = forecast(p, seat, move)
    facts.pop("misses", None)
    worst_first = sorted(_rows(facts, "hits"), key=lambda row: int(row[2]) - int(row[1]))
    facts["hits"] = [list[Json](row) for row in worst_first]
    return brief(describe_forecast(facts, seat, names))


def explain_walk(p: Ultimatum, unit: int, end: int) -> str:
    """Distance of a walk, with a warning of a possible trap."""
    steps = p.ground.distance(p.place[unit], end)
    far = "1 hex" if steps == 1 else f"{steps} hexes"
    for trap in p.traps:
        if p.seat_of(trap.owner) != p.seat_of(unit) and trap.maybe >> end & 1:
            return f"{far} away; a hidden trap may lie there."
    return f"{far} away."


def describe_forecast(facts: Forecast, seat: Seat, names: Sequence[str]) -> list[str]:
    """Phrases for a forecast: `Bix's Halla −3, 5 left`."""
    found: list[str] = []
    for label, before, after in _rows(facts, "hits"):
        change, left = signed(int(after) - int(before)), int(after)
        rest = "and falls" if left == 0 else f"{left} left" if left < int(before) else f"{left} then"
        found.append(f"{name_for(label, seat, names)} {change}{' ' if left == 0 else ', '}{rest}")
    for label, before, after in _rows(facts, "shields"):
        found.append(f"{name_for(label, seat, names)} shield {signed(int(after) - int(before))}, {after} then")
    for label, name, amount, turns in _rows(facts, "gives"):
        found.append(f"{name_for(label, seat, names)} {effect_words(name, int(amount), int(turns))}")
    if "misses" in facts:
        found.append(f"one hit in {facts['misses']} misses")
    return found


def _rows(facts: Forecast, name: str) -> list[list[str]]:
    rows = facts.get(name, [])
    assert isinstance(rows, list)
    return [[str(item) for item in row] for row in rows if isinstance(row, list)]


EFFECT_PHRASES = {
    "poison": "poisoned, {0} a turn", "regrowth": "heals {0} a turn", "drain": "drained, {0} a turn", "stun": "stunned",
    "snare": "snared", "ground": "grounded", "disarm": "disarmed", "silence": "silenced", "invisible": "invisible",
    "last stand": "cannot fall",
}  # fmt: skip


ENDED_PHRASES = {
    "poison": "poisoned", "regrowth": "healing", "drain": "drained", "stun": "stunned", "snare": "snared",
    "ground": "grounded", "disarm": "disarmed", "silence": "silenced", "invisible": "invisible",
    "last stand": "unable to fall",
}  # fmt: skip


def effect_words(name: str, amount: int, turns: int) -> str:
    """An effect in words: `stunned for 1 turn`, `speed −2 for 2 turns`."""
    what = EFFECT_PHRASES[name].format(abs(amount)) if name in EFFECT_PHRASES else f"{name} {signed(amount)}"
    return f"{what} for this turn" if turns == 0 else f"{what} for {counted(turns, 'turn')}"


# --- what happened ---


def owned_name(label: str, names: Sequence[str]) -> str:
    seat, _, name = label.partition(".")
    return f"{whose(names[int(seat) - 1])} {name}"


SEAT_EVENTS = {
    "first": ("{0:goes} first.", "UL-6"),
    "dealt": ("{0:is} dealt {1}.", "P-2"),
    "ban": ("{0:bans} {1}.", "P-4"),
    "pick": ("{0:picks} {1}.", "P-5"),
    "squad": ("{0:has} picked {1}.", "P-5"),
    "eliminated": ("{0:is} out: no character of the squad is left.", "UL-25"),
    "over": ("{0:wins}!", "UL-25"),
}
"""Sentence and clause by kind of event: {0} is the player, {1} a character or a squad."""

UNIT_EVENTS = {
    "place": ("{0} takes the field.", "UL-5"),
    "turn": ("{0}'s turn.", "UL-6"),
    "pass": ("{0} does nothing.", "UL-8"),
    "jump": ("{0} jumps to another hex.", "UL-31"),
    "death": ("{0} falls.", "UL-19"),
    "spring": ("The traps of {0} explode.", "A-24"),
    "seen": ("{0} is visible again.", "UL-39"),
}
"""Events of one character."""

PAIR_EVENTS = {
    "swap": ("{0} and {1} swap places.", "A-30"),
    "trap": ("{0} steps into a trap of {1}.", "UL-31"),
    "attack": ("{0} strikes {1}.", "UL-29"),
    "miss": ("{0} misses: {1} slips away.", "A-28"),
    "tend": ("{0} heals {1}.", "A-7"),
}
"""Events of two characters."""


def describe_event(seen: SeenEvent, names: Sequence[str]) -> Line:
    """An event as a sentence with its clause; the map shows its place."""
    kind = seen.kind
    if kind in SEAT_EVENTS:
        return _describe_seat_event(seen, names)
    if kind == "phase":
        return Line(f"Phase {seen.number(0)} begins.", "UL-6")
    one = owned_name(seen.text(0), names)
    if kind in UNIT_EVENTS:
        text, clause = UNIT_EVENTS[kind]
        return Line(text.format(one), clause)
    if kind in PAIR_EVENTS:
        text, clause = PAIR_EVENTS[kind]
        return Line(text.format(one, owned_name(seen.text(1), names)), clause)
    if kind == "ability":
        ability = _ability_named(seen.text(1))
        aim = _aim_in_log(ability, seen.text(2).split(), names)
        return Line(f"{one} uses {ability.name}{aim}.".replace("!.", "!"), ability.clause)
    return _describe_change(seen, one)


def _describe_seat_event(seen: SeenEvent, names: Sequence[str]) -> Line:
    seat = seen.number(0)
    if seen.kind == "over" and seat < 0:
        return Line("The game is over without a winner.", "UL-25")
    text, clause = SEAT_EVENTS[seen.kind]
    named = listed(seen.text(1).split(", ")) if "{1}" in text else ""
    return Line(text.format(Person(names[seat]), named), clause)


def _describe_change(seen: SeenEvent, one: str) -> Line:
    """A move, damage, healing, an effect or a passive."""
    kind = seen.kind
    if kind == "run":
        steps = len(seen.text(1).split()) - 1
        return Line(f"{one} walks {'1 hex' if steps == 1 else f'{steps} hexes'}.", "UL-28")
    if kind == "damage":
        return _describe_damage(seen, one)
    if kind == "heal":
        return Line(f"{one} {signed(seen.number(1))}, {seen.number(2)} now.", "UL-18")
    if kind == "revive":
        return Line(f"{one} is back, with {seen.number(2)} HP.", "A-9")
    if kind == "shield":
        return Line(f"{one} shield {signed(seen.number(1))}, {seen.number(2)} now.", "UL-37")
    if kind == "effect":
        return Line(f"{one}: {effect_words(seen.text(1), seen.number(2), seen.number(3))}.", "UL-35")
    if kind == "ended":
        effect = seen.text(1)
        return Line(f"{one}: no longer {ENDED_PHRASES.get(effect, f'changed in {effect}')}.", "UL-22")
    if kind == "tick":
        return Line(f"{one}: {seen.text(1)} takes effect.", "UL-22")
    if kind == "charge":
        return Line(f"{one} has {counted(seen.number(2), 'charge')} ({seen.text(1)}).", "A-13")
    amount = seen.number(2)
    size = f" ({signed(amount)})" if amount else ""
    return Line(f"{one}: {seen.text(1)}{size}.", _ability_named(seen.text(1)).clause)


def _aim_in_log(ability: Ability, named: Sequence[str], names: Sequence[str]) -> str:
    """Named characters or direction, ending a sentence."""
    named_units = [owned_name(word, names) for word in named if "." in word]
    if named_units:
        return f" on {listed(named_units)}"
    if ability.names == DIRECTION and named:
        return f" {DIRECTION_WORDS[named[0]]}"
    return f" for {named[0]}" if ability.names == FALLEN_AND_SPAWN and named else ""


def _describe_damage(seen: SeenEvent, one: str) -> Line:
    lost, absorbed, left = seen.number(1), seen.number(3), seen.number(4)
    if lost == 0:
        why = "the shield absorbs it all" if absorbed else "no damage"
        return Line(f"{one}: {why}.", "UL-17")
    shield = f"; the shield absorbs {absorbed}" if absorbed else ""
    rest = f"{left} left" if left else "none left"
    return Line(f"{one} {signed(-lost)}, {rest}{shield}.", "UL-17")


def _ability_named(name: str) -> Ability:
    for character in ROSTER:
        for ability in (character.passive, character.normal, character.ultimatum):
            if ability.name == name:
                return ability
    raise KeyError(name)


def secret_summary(view: View) -> list[str]:
    """Hexes of the viewer's hidden traps."""
    traps = view["traps"]
    assert isinstance(traps, list)
    return [f"a trap on {trap['hex']}" for trap in traps if isinstance(trap, dict)]
