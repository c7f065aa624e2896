"""Words for people: what a move would do, what happened, and what everything is."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.contract import Move, Seat, Seen
from rumpus.core.options import Options
from rumpus.core.words import Line, Topic
from rumpus.games.ultimatum.rules.board import PHYSICAL, Board
from rumpus.games.ultimatum.rules.character import Ability, Character
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
    for character in ROSTER:
        found.append(Topic(character.name, "character", character_text(character, options), character.passive.clause))
        kinds = (("passive", character.passive), ("ability", character.normal), ("ultimatum", character.ultimatum))
        for kind, ability in kinds:
            text = f"{character.name}'s {kind}: {ability_text(ability, options)}"
            if kind != "passive":
                text += f" Cooldown {cooldown(character, ability, options)}."
            found.append(Topic(ability.name, kind, text, ability.clause))
    for name in (*GIVEN, "shield"):
        clause = EFFECT_TEXTS[name].rpartition("(")[2].rstrip(").")
        found.append(Topic(name, "effect", EFFECT_TEXTS[name].rpartition(" (")[0] + ".", clause))
    return found


# --- what a move would do ---


def explain(position: Ultimatum, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """One sentence for a newcomer."""
    p = position
    options = p.n.options
    space = p.space
    if p.stage < PLACING:
        kind = move % len(ROSTER)
        verb = "Nobody gets" if p.stage == BANNING else "You get"
        return f"{verb} {ROSTER[kind].name}, {ROSTER[kind].title}: {stats_text(ROSTER[kind], options)}."
    if p.stage == PLACING:
        unit = seat * p.squad + (move - PLACE) // space.camp
        place = p.ground.spawns[seat][(move - PLACE) % space.camp]
        return f"{p.character(unit).name} starts on {p.ground.names[place]}."
    if space.is_way(move):
        unit = seat * p.squad + space.way_slot(move)
        return f"{p.character(unit).name} walks {len(space.way_directions(move))} steps by a way of your own."
    unit = seat * p.squad + (move - space.acts) // space.band
    code = (move - space.acts) % space.band
    character = p.character(unit)
    if code < space.attack:
        return f"{character.name} walks to {p.ground.names[code]}."
    if code < space.normal:
        return explain_attack(p, unit, code - space.attack, names)
    if code < space.ultimatum:
        return f"{character.normal.name}: {ability_text(character.normal, options)}"
    if code < space.end:
        return f"{character.ultimatum.name}: {ability_text(character.ultimatum, options)}"
    if p.stage == ACTING:
        return f"{character.name} does nothing in this phase."
    return f"{character.name}'s turn is over."


def explain_attack(board: Board, unit: int, target: int, names: Sequence[str]) -> str:
    """With the numbers, as they would be now."""
    name = board.character(unit).name
    attack = board.attack_of(unit)
    if board.seat_of(target) == board.seat_of(unit):
        return (
            f"{name} heals {board.character(target).name} by {min(attack, board.most_hp(target) - board.hp[target])}."
        )
    amount = max(0, attack - board.character(target).softens(board, target))
    loss = board.loss(target, amount, PHYSICAL)
    left = board.hp[target] + board.shield[target] - loss
    fate = "which kills it" if left <= 0 else f"which leaves it {min(board.hp[target], left)} HP"
    slips = board.character(target).name == "Lys"
    chance = f" (but one attack in {board.n.slip_one_in} misses)" if slips else ""
    return f"{name} hits {who(board.label(target), names)} for {loss}, {fate}{chance}."


# --- what happened ---


def who(label: str, names: Sequence[str]) -> str:
    """`2.Nyx` as somebody's Nyx."""
    seat, _, name = label.partition(".")
    person = names[int(seat) - 1]
    return f"{person}' {name}" if person.endswith("s") else f"{person}'s {name}"


def tell(seen: Seen, names: Sequence[str]) -> Line:
    """An event as a sentence with its clause."""
    kind = seen.kind
    if kind in ("first", "dealt", "ban", "pick", "squad", "eliminated", "over"):
        return _tell_of_people(seen, names)
    if kind == "phase":
        return Line(f"Phase {seen.number(0)} begins.", "UL-6")
    one = who(seen.text(0), names)
    if kind == "place":
        return Line(f"{one} is placed on {seen.text(1)}.", "UL-5")
    if kind == "turn":
        return Line(f"{one} takes its turn.", "UL-6")
    if kind == "pass":
        return Line(f"{one} passes.", "UL-8")
    if kind == "run":
        hexes = seen.text(1).split()
        between = f" by {' '.join(hexes[1:-1])}" if len(hexes) > 2 else ""
        return Line(f"{one} goes from {hexes[0]} to {hexes[-1]}{between}.", "UL-28")
    if kind == "jump":
        return Line(f"{one} jumps from {seen.text(1)} to {seen.text(2)}.", "UL-31")
    if kind == "swap":
        other = who(seen.text(1), names)
        return Line(f"{one}, now on {seen.text(2)}, and {other}, now on {seen.text(3)}, have traded places.", "A-30")
    if kind == "death":
        return Line(f"{one} dies.", "UL-19")
    if kind == "revive":
        return Line(f"{one} returns on {seen.text(1)} with {seen.number(2)} HP.", "A-9")
    if kind == "trap":
        return Line(f"{one} steps into a trap of {who(seen.text(1), names)} on {seen.text(2)}.", "UL-31")
    if kind == "spring":
        return Line(f"The traps of {one} blow up: {seen.text(1)}.", "A-24")
    return _tell_of_fighting(seen, one, names)


def _tell_of_people(seen: Seen, names: Sequence[str]) -> Line:
    kind, seat = seen.kind, seen.number(0)
    if kind == "first":
        return Line(f"{names[seat]} goes first.", "UL-6")
    if kind == "dealt":
        return Line(f"{names[seat]} is dealt {seen.text(1)}.", "P-2")
    if kind == "ban":
        return Line(f"{names[seat]} bans {seen.text(1)}.", "P-4")
    if kind == "pick":
        return Line(f"{names[seat]} picks {seen.text(1)}.", "P-5")
    if kind == "squad":
        return Line(f"{names[seat]} has picked {seen.text(1)}.", "P-5")
    if kind == "eliminated":
        return Line(f"{names[seat]} has no character left and is out.", "UL-25")
    if seat < 0:
        return Line("It is over, and there is no winner.", "UL-25")
    return Line(f"{names[seat]} wins.", "UL-25")


def _tell_of_fighting(seen: Seen, one: str, names: Sequence[str]) -> Line:
    kind = seen.kind
    if kind == "attack":
        return Line(f"{one} attacks {who(seen.text(1), names)}.", "UL-29")
    if kind == "miss":
        return Line(f"Slip: {one} misses {who(seen.text(1), names)}.", "A-28")
    if kind == "tend":
        return Line(f"{seen.text(2)}: {one} tends {who(seen.text(1), names)}.", "A-7")
    if kind == "damage":
        return _tell_of_damage(seen, one)
    if kind == "heal":
        return Line(f"{one} heals {seen.number(1)}, to {seen.number(2)} HP.", "UL-18")
    if kind == "shield":
        return Line(f"{one} gains shield {seen.number(1)}, {seen.number(2)} in all.", "UL-37")
    if kind == "effect":
        return _tell_of_effect(seen, one)
    if kind == "ended":
        return Line(f"{one}: {seen.text(1)} is over.", "UL-22")
    if kind == "tick":
        return Line(f"{one}: {seen.text(1)} {seen.number(2)} acts.", "UL-22")
    if kind == "seen":
        return Line(f"{one} can be seen again.", "UL-39")
    if kind == "charge":
        return Line(f"{seen.text(1)}: {one} has {seen.number(2)} charge{_s(seen.number(2))}.", "A-13")
    if kind == "passive":
        return _tell_of_passive(seen, one)
    named = f": {seen.text(2)}" if seen.text(2) else ""
    return Line(f"{one} uses {seen.text(1)}{named}.", _clause_of(seen.text(1)))


def _tell_of_damage(seen: Seen, one: str) -> Line:
    lost, damage, absorbed, left = seen.number(1), seen.text(2), seen.number(3), seen.number(4)
    shield = f"; the shield takes {absorbed}" if absorbed else ""
    if lost == 0:
        return Line(f"{one} loses no HP to {damage} damage{shield}.", "UL-17")
    return Line(f"{one} loses {lost} HP to {damage} damage{shield}: {left} left.", "UL-17")


def _tell_of_effect(seen: Seen, one: str) -> Line:
    name, amount, turns = seen.text(1), seen.number(2), seen.number(3)
    size = "" if amount == 0 else f" {amount:+d}" if name not in ("poison", "drain", "regrowth") else f" {amount}"
    long = "for this turn" if turns == 0 else f"for {turns} turn{_s(turns)}"
    return Line(f"{one} gets {name}{size} {long}.", "UL-35")


def _tell_of_passive(seen: Seen, one: str) -> Line:
    name, amount = seen.text(1), seen.number(2)
    size = f" ({amount:+d})" if amount else ""
    return Line(f"{one}: {name}{size}.", _clause_of(name))


def _clause_of(name: str) -> str:
    for character in ROSTER:
        for ability in (character.passive, character.normal, character.ultimatum):
            if ability.name == name:
                return ability.clause
    return "UL-20"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
