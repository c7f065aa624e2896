"""Texts of Defend the City: moves, events and topics."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat, SeenEvent
from rumpus.core.words import Line, Person, Topic, brief, counted, does, figure, sentence, signed
from rumpus.games.defend_the_city.forecast import forecast
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.numbers import KINDS, Numbers
from rumpus.games.defend_the_city.rules.position import as_siege
from rumpus.games.defend_the_city.rules.scores import defense_of, offense_of
from rumpus.games.defend_the_city.rules.stages import BROKEN, ENDINGS, ENEMY
from rumpus.games.defend_the_city.rules.view import outcome_words

ENEMY_NAMES = {
    "uniform": "the raider",
    "brute": "the brute",
    "wary": "the wary fighter",
    "cunning": "the cunning captain",
    "by hand": "the enemy",
}


def percent(chance: float) -> str:
    """`45 %`. Only certain events read 0 or 100."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "under 1 %"
    if whole == 100 and chance < 1:
        return "over 99 %"
    return f"{whole} %"


def describe_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    if move == KEEP:
        return "Strike anyway"
    if move == FORFEIT:
        return "Hold back"
    return f"Offense {offense_of(move)}, Defense {defense_of(move)}"


def explain_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    siege = as_siege(position)
    facts = forecast(siege, seat, move)
    left = int(str(facts["leaves"]))
    cost = f"Costs {facts['costs']}, leaves {figure(left)}"
    if move not in (KEEP, FORFEIT) and left <= 0:
        cost += ", your last action against this enemy"
    if "hits" not in facts:
        return f"{cost}."
    other = "the defender" if seat == ENEMY else ENEMY_NAMES[KINDS[siege.kind]]
    if siege.numbers.versus:
        other = names[1 - seat]
    ends = [
        f"{percent(chance)} {words}"
        for words, name in ((f"you slay {other}", "slays"), ("both fall", "both"), ("you fall", "falls"))
        if isinstance(chance := facts[name], float) and chance > 0
    ]
    return f"{cost}. {sentence(', '.join(ends))}." if ends else f"{cost}. No one can be hit."


def justify_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The chances to slay and to fall."""
    siege = as_siege(position)
    facts = forecast(siege, seat, move)
    if "hits" not in facts:
        return ""
    other = names[1 - seat] if siege.numbers.versus else "it"
    slays, falls = (float(str(facts[name])) + float(str(facts["both"])) for name in ("slays", "falls"))
    return brief([f"{percent(slays)} to slay {other}", f"{percent(falls)} to fall"])


def describe_event(seen: SeenEvent, names: Sequence[str]) -> Line:
    kind = seen.kind
    if kind == "steps up":
        who = ENEMY_NAMES[seen.text(2)]
        return Line(f"{who} steps up: enemy {seen.number(0)} of {seen.number(1)}. Both are rested.", "DC-2")
    if kind == "shown":
        own, other = _person(0, names), _person(1, names)
        return Line(f"Turn {seen.number(0)}: {own:shows} {seen.text(1)}, {other} {seen.text(2)}.", "DC-10")
    if kind == "forfeits":
        return Line(f"{_person(seen.number(0), names):holds} back Offense {seen.number(1)}.", "DC-10")
    if kind == "keeps":
        return Line(f"{_person(seen.number(0), names):decides} to strike with Offense {seen.number(1)}.", "DC-10")
    if kind == "pay":
        return Line(_describe_payment(seen, names), "DC-11")
    if kind in ("hits", "misses"):
        offense, defense, die = seen.number(1), seen.number(2), seen.number(3)
        chance = percent(min(offense - defense, die) / die)
        how = f"Offense {offense} against Defense {defense}, {chance}"
        return Line(does(_person(seen.number(0), names).name, f"{kind}: {how}."), "DC-12")
    if kind == "slain":
        return Line(f"The enemy is slain: {seen.number(0)} of {seen.number(1)}.", "DC-13")
    if kind == "stand-off":
        why = "neither side can act" if seen.text(3) == "spent" else "neither side makes an effort"
        count = f"stand-off {seen.number(0)}; the line breaks at {seen.number(1)}"
        return Line(f"The enemy withdraws because {why}: {count}.", "DC-15")
    return _describe_ending(seen, names)


def _describe_payment(seen: SeenEvent, names: Sequence[str]) -> str:
    """`Ann −5 Stamina, 25 left; the enemy −7 Stamina, 23 left.` Omits a side without cost."""
    parts = [
        f"{_person(side, names)} {signed(-seen.number(2 * side))} Stamina, {figure(seen.number(2 * side + 1))} left"
        for side in (0, 1)
        if seen.number(2 * side)
    ]
    return "; ".join(parts) + "." if parts else "Nobody spends any Stamina."


def _describe_ending(seen: SeenEvent, names: Sequence[str]) -> Line:
    falls = does(names[0], "falls")
    text = outcome_words(falls, ENDINGS.index(seen.text(0)), seen.number(1), seen.number(2), seen.number(3))
    return Line(text, "DC-15" if seen.text(0) == ENDINGS[BROKEN] else "DC-16")


def _person(side: int, names: Sequence[str]) -> Person:
    return Person(names[side] if side < len(names) else "the enemy")


def topics(options: Options) -> list[Topic]:
    n = Numbers(options)
    stamina = f"Your energy. It refills to {n.stamina} for each enemy; every strike and guard spends some."
    defense = (
        f"The second Score of a pair, 0 to 5: each point lowers the chance of a strike at you by {percent(1 / n.die)}."
    )
    stand_off = (
        f"Nobody can act, or {counted(n.idle_turns, 'turn')} pass without effort: the enemy withdraws alive. "
        f"After {counted(n.stand_offs, 'stand-off')} the game is lost."
    )
    return [
        Topic("Stamina", "word", stamina, "DC-2"),
        Topic("Offense", "word", "The first Score of a pair, 0 to 5: how hard you strike.", "DC-4"),
        Topic("Defense", "word", defense, "DC-5"),
        Topic(
            "Cost",
            "word",
            "Offense plus Defense. You may spend more than you have, but then it is your last action.",
            "DC-6",
        ),
        Topic("Forfeit", "word", "With the lower Offense you may hold back: no strike, and no cost for it.", "DC-10"),
        Topic("Stand-off", "word", stand_off, "DC-15"),
        Topic("uniform", "enemy", "Unpredictable: every pair of Scores is equally likely.", "DC-19"),
        Topic(
            "brute",
            "enemy",
            "Strikes hard or rests. Goes all out when it or its opponent is nearly spent.",
            "DC-24",
        ),
        Topic(
            "wary", "enemy", "Guards well, strikes seldom, and rests when you have more Stamina than it has.", "DC-24"
        ),
        Topic(
            "cunning",
            "enemy",
            "Plays perfectly: no defender can beat it more often than the exact value.",
            "DC-25",
        ),
    ]
