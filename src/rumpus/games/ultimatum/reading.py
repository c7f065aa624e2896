"""Parses typed moves leniently: short names, hexes for names, filler words (N-1, N-2)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rumpus.core.errors import IllegalMove
from rumpus.core.position import Move, Position, Seat
from rumpus.core.words import listed, shortened, tidy
from rumpus.games.ultimatum.rules.character import CHARACTER, DIRECTION, HEX, NOTHING, Ability
from rumpus.games.ultimatum.rules.moves import BAN, PICK, PLACE
from rumpus.games.ultimatum.rules.notation import format_move
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum
from rumpus.games.ultimatum.rules.refusals import why_no_normal, why_no_ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTION_NAMES, DIRECTIONS
from rumpus.games.ultimatum.rules.turns import ACTING, BANNING, GOING_ON, PLACING

HEX_NAME = re.compile(r"[a-z][0-9]{1,2}$")
FILLER_WORDS = {"to", "on", "at", "the", "with", "and", "from", "towards", "onto", "into"}
MOVE_WORDS = {"move", "moves", "go", "walk", "run", "m", "-", "->"}
ATTACK_WORDS = {"attack", "attacks", "x", "hit", "strike", "heal", "tend", "a"}
NORMAL_WORDS = {"ability", "normal", "n"}
ULTIMATUM_WORDS = {"ultimatum", "ult", "u"}
PASS_WORDS = {"pass", "passes", "wait", "skip"}
FINISH_WORDS = {"finish", "done", "end", "stop"}
PLACE_WORDS = {"place", "put"}
DIRECTION_WORDS = {
    "east": "e", "northeast": "ne", "north-east": "ne", "northwest": "nw", "north-west": "nw",
    "west": "w", "southwest": "sw", "south-west": "sw", "southeast": "se", "south-east": "se",
}  # fmt: skip


def parse_move(position: Position, seat: Seat, text: str) -> Move:
    """The move a person typed. Raises IllegalMove with a reason or the nearest options."""
    p = as_ultimatum(position)
    moves = p.moves(seat)
    if not moves:
        raise IllegalMove("You have nothing to decide at the moment.")
    exact = _moves_by_text(p, seat, moves).get(tidy(text))
    if exact is not None:
        return exact
    words = [word for word in _words(text) if word not in FILLER_WORDS]
    if not words:
        raise IllegalMove(f"Nothing was typed; for example {format_move(p, seat, moves[0])!r}.")
    if p.stage < PLACING:
        return _parse_choice(p, seat, words, text)
    if p.stage == PLACING:
        return _parse_place(p, seat, words, text)
    return _TurnParser(p, seat, text).parse(words)


_last_decision: tuple[list[Move], dict[str, Move]] = ([], {})


def _moves_by_text(p: Ultimatum, seat: Seat, moves: list[Move]) -> dict[str, Move]:
    """Legal moves by their exact notation; cached for the latest decision."""
    global _last_decision
    listed, written = _last_decision
    if listed is not moves:
        written = {tidy(format_move(p, seat, move)): move for move in moves}
        _last_decision = (moves, written)
    return written


def _words(text: str) -> list[str]:
    return re.sub(r"[,;:!\"'()\[\]]", " ", text.lower()[:400]).split()


def _parse_choice(p: Ultimatum, seat: Seat, words: Sequence[str], text: str) -> Move:
    base = BAN if p.stage == BANNING else PICK
    wanted = words[-1] if words[0] in ("ban", "pick", "choose", "take") or len(words) == 1 else ""
    kinds = [kind for kind, character in enumerate(ROSTER) if _starts(character.name, wanted)]
    if len(kinds) != 1:
        left = ", ".join(ROSTER[move - base].name for move in p.moves(seat))
        raise IllegalMove(f"{shortened(text)!r} is none of the characters left: {left}.")
    return _allowed(p, seat, base + kinds[0])


def _parse_place(p: Ultimatum, seat: Seat, words: Sequence[str], text: str) -> Move:
    rest = [word for word in words if word not in PLACE_WORDS]
    hexes = [word for word in rest if HEX_NAME.match(word)]
    names = [word for word in rest if word not in hexes]
    spawns = [p.ground.names[place] for place in p.ground.spawns[seat]]
    units = p.unplaced(seat)
    if names:
        own = range(seat * p.squad, (seat + 1) * p.squad)
        units = [unit for unit in own if _is_unit(p, unit, names[0])]
    if len(names) > 1 or len(hexes) != 1 or len(units) != 1 or hexes[0] not in spawns:
        some = format_move(p, seat, p.moves(seat)[0])
        why = f"{shortened(text)!r} places nobody; name a character and a spawn point of yours, as in {some!r}."
        raise IllegalMove(why)
    return _allowed(p, seat, PLACE + units[0] % p.squad * p.space.camp + spawns.index(hexes[0]))


def _allowed(p: Ultimatum, seat: Seat, move: Move) -> Move:
    reason = p.rule_against(seat, move)
    if reason:
        raise IllegalMove(reason)
    return move


def _starts(name: str, wanted: str) -> bool:
    """True for the name or a prefix of at least two letters."""
    return name.lower() == wanted or (len(wanted) > 1 and name.lower().startswith(wanted))


def _is_unit(p: Ultimatum, unit: int, word: str) -> bool:
    """True if a word names this character: by name, with seat, or by hex."""
    if p.place[unit] >= 0 and p.ground.names[p.place[unit]] == word:
        return True
    seat, dot, name = word.partition(".")
    if not dot:
        return _starts(p.character(unit).name, word)
    return seat == str(p.seat_of(unit) + 1) and _starts(p.character(unit).name, name)


class _TurnParser:
    """Parses a decision: unit, action and target."""

    def __init__(self, p: Ultimatum, seat: Seat, text: str) -> None:
        self.p = p
        self.seat = seat
        self.text = text
        self.own = range(seat * p.squad, (seat + 1) * p.squad)

    def parse(self, words: list[str]) -> Move:
        p = self.p
        if len(words) == 1 and (words[0] in FINISH_WORDS or (p.stage == GOING_ON and words[0] in PASS_WORDS)):
            return self._end()
        unit, rest = self._subject(words)
        if not rest:
            raise IllegalMove(f"What should {p.character(unit).name} do? For example {self._example(unit)!r}.")
        return self._action(unit, rest)

    def _end(self) -> Move:
        p = self.p
        if p.stage == ACTING:
            raise IllegalMove("A turn is finished after at least one action; a character may pass instead (UL-9).")
        return p.space.base(p.active % p.squad) + p.space.end

    def _subject(self, words: list[str]) -> tuple[int, list[str]]:
        """The acting unit and the remaining words; inferred from turn or ability if unnamed."""
        p = self.p
        found = [unit for unit in self.own if _is_unit(p, unit, words[0])]
        exact = [unit for unit in found if p.character(unit).name.lower() == words[0]]
        if len(exact) == 1:
            found = exact
        if len(found) > 1:
            raise IllegalMove(f"{words[0]!r} could be {listed([p.character(unit).name for unit in found], 'or')}.")
        if found and (len(words) > 1 or p.stage == ACTING):
            return found[0], words[1:]
        for unit in self.own:
            for ability in (p.character(unit).normal, p.character(unit).ultimatum):
                if _after_name(ability, words) is not None:
                    return unit, words
        alone = [p.active] if p.active >= 0 else p.ready(self.seat)
        if len(alone) == 1:
            return alone[0], words
        names = [p.character(unit).name for unit in alone]
        raise IllegalMove(f"{shortened(self.text)!r} does not say who acts: {listed(names, 'or')}?")

    def _example(self, unit: int) -> str:
        base = self.p.space.base(unit % self.p.squad)
        for move in self.p.moves(self.seat):
            if base <= move < base + self.p.space.band:
                return format_move(self.p, self.seat, move)
        return "finish"

    def _action(self, unit: int, words: list[str]) -> Move:
        p = self.p
        space = p.space
        base = space.base(unit % p.squad)
        character = p.character(unit)
        verb, rest = words[0], words[1:]
        if verb in PASS_WORDS and not rest:
            if unit == p.active:
                raise IllegalMove("A pass takes the place of all actions; now the turn can be finished (UL-8).")
            return _allowed(p, self.seat, base + space.end)
        if verb in FINISH_WORDS and not rest:
            return self._end()
        for ability, start, short in (
            (character.normal, space.normal, NORMAL_WORDS),
            (character.ultimatum, space.ultimatum, ULTIMATUM_WORDS),
        ):
            named = rest if verb in short else _after_name(ability, words)
            if named is not None:
                return self._ability(unit, ability, base + start, named)
        if verb in MOVE_WORDS:
            return self._walk(unit, rest)
        if verb in ATTACK_WORDS and rest:
            return self._attack(unit, rest)
        if HEX_NAME.match(verb) and ("via" in rest or not self._another_on(unit, verb)):
            return self._walk(unit, words)
        return self._attack(unit, words)

    def _another_on(self, unit: int, hex_name: str) -> bool:
        p = self.p
        return any(p.place[o] >= 0 and p.ground.names[p.place[o]] == hex_name for o in range(p.units) if o != unit)

    # --- moves ---

    def _walk(self, unit: int, words: list[str]) -> Move:
        p = self.p
        names = p.ground.names
        if not words or words[0] not in names:
            raise IllegalMove(f"{shortened(self.text)!r}: where to? {_quoted(words[:1])}is no hex of this map (M-4).")
        end = names.index(words[0])
        if len(words) == 1:
            return _allowed(p, self.seat, p.space.base(unit % p.squad) + end)
        if words[1] not in ("via", "by", "over"):
            raise IllegalMove(f"After the end of a move come only 'via' and the hexes between, not {words[1]!r} (N-2).")
        return self._way(unit, [*words[2:], words[0]])

    def _way(self, unit: int, hexes: list[str]) -> Move:
        p = self.p
        place = p.place[unit]
        directions: list[int] = []
        for name in hexes:
            steps = [p.ground.step(place, direction) for direction in range(DIRECTIONS)]
            if name not in p.ground.names:
                raise IllegalMove(f"{name!r} is no hex of this map (M-4).")
            there = p.ground.names.index(name)
            if there not in steps:
                raise IllegalMove(f"{name} is not next to {p.ground.names[place]} (UL-28).")
            directions.append(steps.index(there))
            place = there
        return _allowed(p, self.seat, p.space.way_move(unit % p.squad, directions))

    # --- attacks ---

    def _attack(self, unit: int, words: list[str]) -> Move:
        p = self.p
        base = p.space.base(unit % p.squad) + p.space.attack
        if len(words) != 1:
            raise IllegalMove(f"{shortened(self.text)!r} is no move I know; for example {self._example(unit)!r}.")
        found = [other for other in range(p.units) if _is_unit(p, other, words[0])]
        if not found:
            raise IllegalMove(f"{shortened(self.text)!r}: nobody here is called {words[0]!r}.")
        legal = [other for other in found if base + other in p.moves(self.seat)]
        enemies = [other for other in found if other not in self.own]
        chosen = legal or enemies or found
        if len(chosen) > 1:
            raise IllegalMove(f"{words[0]!r} could be {listed([p.label(other) for other in chosen], 'or')}.")
        return _allowed(p, self.seat, base + chosen[0])

    # --- abilities ---

    def _ability(self, unit: int, ability: Ability, base: int, named: list[str]) -> Move:
        p = self.p
        band = p.space.base(unit % p.squad)
        end = band + (p.space.ultimatum if base == band + p.space.normal else p.space.end)
        options = [move for move in p.moves(self.seat) if base <= move < end]
        fitting = [move for move in options if self._fits(unit, ability, move - base, named)]
        if len(fitting) == 1:
            return fitting[0]
        if len(fitting) > 1:
            shown = [p.named_words(unit, ability, move - base) for move in fitting]
            rest = " …" if len(shown) > 8 else ""
            raise IllegalMove(
                f"{ability.name} must say what it names: {listed(shown[:8], 'or')}{rest} ({ability.clause})."
            )
        barred = why_no_normal(p, unit) if base == band + p.space.normal else why_no_ultimatum(p, unit)
        raise IllegalMove(barred or self._refusal(ability, base, named))

    def _fits(self, unit: int, ability: Ability, code: int, named: list[str]) -> bool:
        """True if all typed words fit targets of the move, in any order."""
        left = self.p.named_words(unit, ability, code).lower().split()
        if ability.names == NOTHING:
            return not named
        for word in named:
            word = DIRECTION_WORDS.get(word, word)
            match = [own for own in left if self._same(unit, ability, own, word)]
            if not match:
                return False
            left.remove(match[0])
        return True

    def _same(self, unit: int, ability: Ability, own: str, word: str) -> bool:
        p = self.p
        if own == word:
            return True
        if ability.names == DIRECTION:
            return self._direction_to(unit, word) == own
        if HEX_NAME.match(own) and own not in {character.name.lower() for character in ROSTER}:
            return False
        for other in range(p.units):
            if own in (p.label(other).lower(), p.character(other).name.lower()) and _is_unit(p, other, word):
                return "." in own or other in self.own
        return False

    def _direction_to(self, unit: int, word: str) -> str:
        p = self.p
        there = [p.place[other] for other in range(p.units) if p.place[other] >= 0 and _is_unit(p, other, word)]
        if word in p.ground.names:
            there = [p.ground.names.index(word)]
        if len(there) != 1 or there[0] == p.place[unit]:
            return ""
        direction = p.ground.direction(p.place[unit], there[0])
        return DIRECTION_NAMES[direction].lower() if direction >= 0 else ""

    def _refusal(self, ability: Ability, base: int, named: list[str]) -> str:
        """The reason against the typed target if it is clear; otherwise against the ability."""
        p = self.p
        code = -1
        if ability.names == NOTHING and not named:
            code = 0
        elif len(named) == 1 and ability.names == CHARACTER:
            found = [other for other in range(p.units) if _is_unit(p, other, named[0])]
            code = found[0] if len(found) == 1 else -1
        elif len(named) == 1 and ability.names == HEX and named[0] in p.ground.names:
            code = p.ground.names.index(named[0])
        elif len(named) == 1 and ability.names == DIRECTION:
            word = DIRECTION_WORDS.get(named[0], named[0]).upper()
            code = DIRECTION_NAMES.index(word) if word in DIRECTION_NAMES else -1
        reason = p.rule_against(self.seat, base + code) if code >= 0 else ""
        if reason:
            return reason
        what = " ".join(named) or "nothing"
        return f"{ability.name} cannot name {what!r} now ({ability.clause})."


def _after_name(ability: Ability, words: Sequence[str]) -> list[str] | None:
    """The words after an ability's name; None if they do not begin with it."""
    name = [word for word in _words(ability.name) if word not in FILLER_WORDS]
    if list(words[: len(name)]) == name:
        return list(words[len(name) :])
    joined = "".join(name)
    if words and words[0].replace("_", "").replace("-", "") == joined:
        return list(words[1:])
    if words and len(words[0]) >= 4 and name[0].startswith(words[0]) and len(name) == 1:
        return list(words[1:])
    return None


def _quoted(words: Sequence[str]) -> str:
    return f"{words[0]!r} " if words else "That "
