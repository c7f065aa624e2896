"""Words for people: what a move would do, what happened, and what everything is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rumpus.core.options import Options
from rumpus.core.position import Move, Seat, Seen, View
from rumpus.core.words import Forecast, Line, Person, Topic, counted, listed, sentence, signed, whose
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
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import ACTING, BANNING, PLACING

EFFECT_TEXTS = {
    "poison": "True damage at the opening of each of its bearer's turns (UL-24).",
    "regrowth": "Heals its bearer at the opening of each of its turns (UL-24).",
    "drain": "True damage at the opening of each of its bearer's turns; whoever gave it heals as much (A-33).",
    "stun": "Its bearer can only pass (UL-13).",
    "snare": "Its bearer has no basic move (UL-24).",
    "ground": "Its bearer has no basic move and no ability that moves it (UL-24).",
    "disarm": "Its bearer has no basic attack, no Lunge and no Flurry (UL-24).",
    "silence": "Its bearer has no abilities; passives go on working (UL-24).",
    "attack": "Changes Attack (UL-24).",
    "speed": "Changes speed (UL-24).",
    "range": "Changes range (UL-24).",
    "physical defence": "Changes the percentage of physical damage that is shrugged off (UL-24).",
    "magical defence": "Changes the percentage of magical damage that is shrugged off (UL-24).",
    "invisible": "Enemies cannot name it; ends when it attacks, uses an ability on an enemy, or is hurt (UL-39).",
    "last stand": "Nothing takes its bearer below 1 HP, and its basic attacks heal it (A-27).",
    "shield": "Takes any loss before HP does, and is used up by it; it has no timer (UL-37).",
}

GIVEN = ("poison", "drain", "stun", "snare", "ground", "silence", "speed", "attack", "invisible", "last stand")
"""The effects that somebody of the roster gives."""


# --- abilities and characters ---


def ability_text(ability: Ability, options: Options) -> str:
    """The sentence of an ability with the numbers of this match."""
    text = ability.text
    while "{" in text:
        before, _, rest = text.partition("{")
        name, _, after = rest.partition("}")
        text = f"{before}{options.number(name)}{after}"
    return text.replace("1 turn(s)", "1 turn").replace("turn(s)", "turns")


def stats_text(character: Character, options: Options) -> str:
    hp, attack, reach, speed, physical, magical = (options.number(f"{character.name.lower()}.{stat}") for stat in STATS)
    kind = "melee" if character.melee else "ranged"
    return (
        f"{kind}, {hp} HP, Attack {attack}, range {reach}, speed {speed}, "
        f"shrugs off {physical} % physical and {magical} % magical damage"
    )


def cooldown(character: Character, ability: Ability, options: Options) -> int:
    """The cooldown of one of its two usable abilities."""
    word = ability.name.lower().replace("!", "").replace(" ", "_")
    return options.number(f"{character.name.lower()}.{word}.cooldown")


def character_text(character: Character, options: Options) -> str:
    """All about one of the twelve, in a few sentences."""
    parts = [f"{character.name}, {character.title}: {stats_text(character, options)}."]
    parts.append(f"Passive {character.passive.name}: {ability_text(character.passive, options)}")
    for kind, ability in (("Normal", character.normal), ("Ultimatum", character.ultimatum)):
        wait = cooldown(character, ability, options)
        parts.append(f"{kind} {ability.name} (cooldown {wait}): {ability_text(ability, options)}")
    return " ".join(parts)


def topics(options: Options) -> list[Topic]:
    found: list[Topic] = []
    for name in (*GIVEN, "shield"):
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

DIRECTIONS_SAID = {
    "E": "to the right", "NE": "up and right", "NW": "up and left",
    "W": "to the left", "SW": "down and left", "SE": "down and right",
}  # fmt: skip


def said(p: Ultimatum, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The move as one says it aloud: `Bram walks to f8`, `Orrin uses Meteor on g7`."""
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
        return f"{p.character(unit).name} walks to {hexes[way[-1]]} by another way"
    slot, code = divmod(move - space.acts, space.band)
    unit = seat * p.squad + slot
    character = p.character(unit)
    if code < space.attack:
        return f"{character.name} walks to {hexes[code]}"
    if code < space.normal:
        target = code - space.attack
        verb = "heals" if p.seat_of(target) == seat else "strikes"
        return f"{character.name} {verb} {whom(p.label(target), seat, names)}"
    if code == space.end:
        return f"{character.name} does nothing" if p.stage == ACTING else f"{character.name} is done"
    ability = character.normal if code < space.ultimatum else character.ultimatum
    named = code - (space.normal if code < space.ultimatum else space.ultimatum)
    aim = _aimed(ability, p.named_words(unit, ability, named).split(), lambda label: whom(label, seat, names))
    return f"{character.name} uses {ability.name}{aim}"


def _aimed(ability: Ability, named: Sequence[str], called: Callable[[str], str]) -> str:
    """What an ability names, as the end of a sentence."""
    if not named:
        return ""
    if ability.names == CHARACTER:
        return f" on {called(named[0])}"
    if ability.names == DIRECTION:
        return f" {DIRECTIONS_SAID[named[0]]}"
    if ability.names == HEX:
        return f" on {named[0]}"
    if ability.names == CHARACTER_AND_HEX:
        return f" on {called(named[0])} from {named[1]}"
    if ability.names == PAIR:
        return f" on {called(named[0])} and {called(named[1])}"
    return f" for {named[0]} on {named[1]}"


def whom(label: str, seat: Seat | None, names: Sequence[str]) -> str:
    """`2.Nyx` as this seat calls her: one's own by name alone."""
    owner, _, name = label.partition(".")
    return name if int(owner) - 1 == seat else who(label, names)


def explain(position: Ultimatum, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """What it will do, in a short sentence."""
    p = position
    options = p.n.options
    space = p.space
    if p.stage < PLACING:
        character = ROSTER[move % len(ROSTER)]
        return f"{sentence(character.title)}: {stats_text(character, options)}."
    if p.stage == PLACING:
        return sentence(f"{p.character(seat * p.squad + (move - PLACE) // space.camp).title}.")
    if space.is_way(move):
        return f"{counted(len(space.way_directions(move)), 'step')} by a way of your own."
    slot, code = divmod(move - space.acts, space.band)
    if code < space.attack:
        return explain_walk(p, seat * p.squad + slot, code)
    told = consequences(forecast(p, seat, move), seat, names)
    if told:
        return sentence("; ".join(told)) + "."
    character = p.character(seat * p.squad + slot)
    if code == space.end:
        return "No action in this phase." if p.stage == ACTING else "The turn passes on."
    if code < space.normal:
        return "Nothing would come of it."
    return ability_text(character.normal if code < space.ultimatum else character.ultimatum, options)


def explain_walk(p: Ultimatum, unit: int, end: int) -> str:
    """How far it is, and whether one had better not."""
    steps = p.ground.distance(p.place[unit], end)
    far = "1 hex" if steps == 1 else f"{steps} hexes"
    for trap in p.traps:
        if p.seat_of(trap.owner) != p.seat_of(unit) and trap.maybe >> end & 1:
            return f"{far} away; a hidden trap may lie there."
    return f"{far} away."


def consequences(facts: Forecast, seat: Seat, names: Sequence[str]) -> list[str]:
    """What a forecast promises, change first: `Bix's Halla −3, 5 left`."""
    found: list[str] = []
    for label, before, after in _rows(facts, "hits"):
        change, left = signed(int(after) - int(before)), int(after)
        rest = "and falls" if left == 0 else f"{left} left" if left < int(before) else f"{left} then"
        found.append(f"{whom(label, seat, names)} {change}{' ' if left == 0 else ', '}{rest}")
    for label, before, after in _rows(facts, "shields"):
        found.append(f"{whom(label, seat, names)} shield {signed(int(after) - int(before))}, {after} then")
    for label, name, amount, turns in _rows(facts, "gives"):
        found.append(f"{whom(label, seat, names)} {effect_words(name, int(amount), int(turns))}")
    if "misses" in facts:
        found.append(f"one blow in {facts['misses']} misses")
    return found


def _rows(facts: Forecast, name: str) -> list[list[str]]:
    rows = facts.get(name, [])
    assert isinstance(rows, list)
    return [[str(item) for item in row] for row in rows if isinstance(row, list)]


BORNE = {
    "poison": "poisoned, {0} a turn", "regrowth": "heals {0} a turn", "drain": "drained, {0} a turn", "stun": "stunned",
    "snare": "snared", "ground": "grounded", "disarm": "disarmed", "silence": "silenced", "invisible": "out of sight",
    "last stand": "cannot fall",
}  # fmt: skip


ENDED = {
    "poison": "poisoned", "regrowth": "healing", "drain": "drained", "stun": "stunned", "snare": "snared",
    "ground": "grounded", "disarm": "disarmed", "silence": "silenced", "invisible": "out of sight",
    "last stand": "beyond falling",
}  # fmt: skip


def effect_words(name: str, amount: int, turns: int) -> str:
    """An effect as one says it of its bearer: `stunned for 1 turn`, `speed −2 for 2 turns`."""
    what = BORNE[name].format(abs(amount)) if name in BORNE else f"{name} {signed(amount)}"
    return f"{what} for this turn" if turns == 0 else f"{what} for {counted(turns, 'turn')}"


# --- what happened ---


def who(label: str, names: Sequence[str]) -> str:
    """`2.Nyx` as somebody's Nyx."""
    seat, _, name = label.partition(".")
    return f"{whose(names[int(seat) - 1])} {name}"


def tell(seen: Seen, names: Sequence[str]) -> Line:
    """An event as a sentence with its clause; where it happened is seen on the map."""
    kind = seen.kind
    if kind in ("first", "dealt", "ban", "pick", "squad", "eliminated", "over"):
        return _tell_of_people(seen, names)
    if kind == "phase":
        return Line(f"Phase {seen.number(0)} begins.", "UL-6")
    one = who(seen.text(0), names)
    if kind == "place":
        return Line(f"{one} takes the field.", "UL-5")
    if kind == "turn":
        return Line(f"{one} is on.", "UL-6")
    if kind == "pass":
        return Line(f"{one} does nothing.", "UL-8")
    if kind == "run":
        steps = len(seen.text(1).split()) - 1
        return Line(f"{one} walks {'1 hex' if steps == 1 else f'{steps} hexes'}.", "UL-28")
    if kind == "jump":
        return Line(f"{one} jumps to another hex.", "UL-31")
    if kind == "swap":
        return Line(f"{one} and {who(seen.text(1), names)} trade places.", "A-30")
    if kind == "death":
        return Line(f"{one} falls.", "UL-19")
    if kind == "revive":
        return Line(f"{one} is back, with {seen.number(2)} HP.", "A-9")
    if kind == "trap":
        return Line(f"{one} steps into a trap of {who(seen.text(1), names)}.", "UL-31")
    if kind == "spring":
        return Line(f"The traps of {one} blow up.", "A-24")
    return _tell_of_fighting(seen, one, names)


def _tell_of_people(seen: Seen, names: Sequence[str]) -> Line:
    kind, seat = seen.kind, seen.number(0)
    if kind == "over" and seat < 0:
        return Line("It is over, and there is no winner.", "UL-25")
    person = Person(names[seat])
    if kind == "first":
        return Line(f"{person:goes} first.", "UL-6")
    if kind == "dealt":
        return Line(f"{person:is} dealt {seen.text(1)}.", "P-2")
    if kind == "ban":
        return Line(f"{person:bans} {seen.text(1)}.", "P-4")
    if kind == "pick":
        return Line(f"{person:picks} {seen.text(1)}.", "P-5")
    if kind == "squad":
        return Line(f"{person:has} picked {listed(seen.text(1).split(', '))}.", "P-5")
    if kind == "eliminated":
        return Line(f"{person:is} out: nobody of the squad is left.", "UL-25")
    return Line(f"{person:wins}!", "UL-25")


def _tell_of_fighting(seen: Seen, one: str, names: Sequence[str]) -> Line:
    kind = seen.kind
    if kind == "attack":
        return Line(f"{one} strikes {who(seen.text(1), names)}.", "UL-29")
    if kind == "miss":
        return Line(f"{who(seen.text(1), names)} slips away: {one} misses.", "A-28")
    if kind == "tend":
        return Line(f"{one} tends {who(seen.text(1), names)}.", "A-7")
    if kind == "damage":
        return _tell_of_damage(seen, one)
    if kind == "heal":
        return Line(f"{one} {signed(seen.number(1))}, {seen.number(2)} now.", "UL-18")
    if kind == "shield":
        return Line(f"{one} shield {signed(seen.number(1))}, {seen.number(2)} now.", "UL-37")
    if kind == "effect":
        return Line(f"{one}: {effect_words(seen.text(1), seen.number(2), seen.number(3))}.", "UL-35")
    if kind == "ended":
        return Line(f"{one}: no longer {_state(seen.text(1))}.", "UL-22")
    if kind == "tick":
        return Line(f"{one}: {seen.text(1)} at work.", "UL-22")
    if kind == "seen":
        return Line(f"{one} can be seen again.", "UL-39")
    if kind == "charge":
        return Line(f"{one} has {counted(seen.number(2), 'charge')} ({seen.text(1)}).", "A-13")
    if kind == "passive":
        amount = seen.number(2)
        size = f" ({signed(amount)})" if amount else ""
        return Line(f"{one}: {seen.text(1)}{size}.", _clause_of(seen.text(1)))
    ability = _ability_called(seen.text(1))
    aim = _aimed_in_story(ability, seen.text(2).split(), names)
    return Line(f"{one} uses {ability.name}{aim}.".replace("!.", "!"), ability.clause)


def _aimed_in_story(ability: Ability, named: Sequence[str], names: Sequence[str]) -> str:
    """What was named, as far as it is somebody or a direction."""
    whom_named = [who(word, names) for word in named if "." in word]
    if whom_named:
        return f" on {listed(whom_named)}"
    if ability.names == DIRECTION and named:
        return f" {DIRECTIONS_SAID[named[0]]}"
    return f" for {named[0]}" if ability.names == FALLEN_AND_SPAWN and named else ""


def _tell_of_damage(seen: Seen, one: str) -> Line:
    lost, absorbed, left = seen.number(1), seen.number(3), seen.number(4)
    if lost == 0:
        why = "the shield takes it all" if absorbed else "nothing gets through"
        return Line(f"{one}: {why}.", "UL-17")
    shield = f"; the shield takes {absorbed}" if absorbed else ""
    rest = f"{left} left" if left else "none left"
    return Line(f"{one} {signed(-lost)}, {rest}{shield}.", "UL-17")


def _state(effect: str) -> str:
    """`stunned`, `poisoned`; a changed number is simply changed."""
    return ENDED.get(effect, f"changed in {effect}")


def _ability_called(name: str) -> Ability:
    for character in ROSTER:
        for ability in (character.passive, character.normal, character.ultimatum):
            if ability.name == name:
                return ability
    raise KeyError(name)


def _clause_of(name: str) -> str:
    return _ability_called(name).clause


def held(view: View) -> list[str]:
    """Where its hidden traps lie."""
    traps = view["traps"]
    assert isinstance(traps, list)
    return [f"a trap on {trap['hex']}" for trap in traps if isinstance(trap, dict)]
