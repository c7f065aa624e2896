"""A game whose position is declared: words by templates, saves that are checked, and a face for bots and the lab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar

from rumpus.core.declared import Declared
from rumpus.core.declared.bounds import DeclaredFeatures, Form
from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Bots, Lab, Web
from rumpus.core.features import Features
from rumpus.core.game import Game
from rumpus.core.options import MadeOnce, Options
from rumpus.core.position import Event, Move, Plain, Position, Seat, Seen
from rumpus.core.rng import Luck, Seeded
from rumpus.core.saving import damaged, restore
from rumpus.core.words import REST, EventNames, Forecast, Line, Person, with_names

P = TypeVar("P", bound=Declared)

DEALT: Final = {
    "dealt @seat cards*": ("{seat:is} dealt {cards}.", ""),
    "dealt_unseen @seat": ("{seat:is} dealt a hand.", ""),
}
"""What is said of a deal unless the game says it better."""
PERSON: Final = "@"


def placed(scores: Sequence[float]) -> list[float]:
    """Results from scores: the best wins, several best draw, all others lose."""
    best = max(scores)
    top = 0.0 if list(scores).count(best) > 1 else 1.0
    return [top if score == best else -1.0 for score in scores]


def take(cards: list[int], count: int) -> list[int]:
    """The first cards, so many of them, which are no longer there."""
    taken = cards[:count]
    del cards[:count]
    return taken


class DeclaredGame(Game, Generic[P]):
    """Says `position`, `lines` and `move_count`, besides what every game says about itself."""

    position: type[P]
    lines: Mapping[str, Sequence[str]] = {}
    """By event: a template with the names of its arguments, its clause, and what the lab counts, if anything.

    The key is the kind and the names of its arguments, in order: `"stole @thief @victim card"`. A name with `@` is a
    seat, and `{thief:steals}`, `{victim}`, `{victim:'s}` are whoever sits there; a last one with `*` is all the rest.
    """
    accent = ""
    """A CSS colour for the game's own buttons and marks in the browser; empty for ours."""
    _said: Mapping[str, Sequence[str]] = {}
    _args: Mapping[str, Sequence[str]] = {}

    def __init_subclass__(cls) -> None:
        if not cls.package:
            cls.package = cls.__module__.rpartition(".")[0]
        cls._said = {key.split()[0]: line for key, line in {**DEALT, **cls.lines}.items()}
        cls._args = {key.split()[0]: key.split()[1:] for key in {**DEALT, **cls.lines}}
        events: EventNames = {kind: [name.lstrip(PERSON) for name in names] for kind, names in cls._args.items()}
        cls.events = events

    def __init__(self) -> None:
        self._forms = MadeOnce(self._form_of)

    def start(self, options: Options, luck: Luck, listen: bool = False) -> P:
        position = self.position(options, self.seats(options))
        if listen:
            position.listen()
        position.deal(luck)
        position.note_deal()
        return position

    def load(self, options: Options, plain: Mapping[str, Plain]) -> P:
        position = self.position(options, self.seats(options))
        form = self._forms.of(options)
        restore(position, plain, form.bounds)
        try:
            problem = form.problem(position)
        except Exception as error:
            # Rules need not make sense of what they never lead to.
            raise damaged(f"the rules cannot go on from it ({error!r})") from error
        if problem:
            raise damaged(problem)
        return position

    def _form_of(self, options: Options) -> Form:
        sample = self.position(options, self.seats(options))
        sample.deal(Seeded("any deal"))
        return Form(sample, self.move_count(options))

    # --- words ---

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return _declared(position).write(seat, move)

    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return with_names(_declared(position).say(seat, move), names)

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return with_names(_declared(position).explain(seat, move), names)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return _declared(position).forecast(seat, move)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        if seen.kind not in self._said:
            raise KeyError(f"the event {seen.kind!r} has no line in {type(self).__name__}.lines")
        template, clause = self._said[seen.kind][:2]
        return Line(self._filled(template, seen, names), clause)

    def counted(self, seen: Seen) -> list[tuple[Seat, str, str]]:
        """What the lab's book gets of an event: whose it is, its kind, and what its line counts."""
        line, args = self._said.get(seen.kind, ()), self._args.get(seen.kind, ())
        if len(line) < 3 or not args or not args[0].startswith(PERSON):
            return []
        return [(seen.number(0), seen.kind, self._filled(line[2], seen, ()))]

    def _filled(self, template: str, seen: Seen, names: Sequence[str]) -> str:
        words: dict[str, object] = {}
        for index, arg in enumerate(self._args[seen.kind]):
            if arg.endswith(REST):
                words[arg.removesuffix(REST)] = ", ".join(str(value) for value in seen.args[index:])
            elif arg.startswith(PERSON):
                seat = seen.number(index)
                words[arg.removeprefix(PERSON)] = Person(names[seat]) if names else seat
            else:
                words[arg] = seen.args[index]
        return template.format(**words)

    # --- its other faces ---

    def bots(self) -> Bots:
        return DeclaredBots(self._forms)

    def lab(self) -> Lab:
        return DeclaredLab(self)

    def web(self) -> Web:
        return Web(self.package, accent=self.accent)


class DeclaredBots(Bots):
    def __init__(self, forms: MadeOnce[Form]) -> None:
        self.forms = forms

    def judge(self, options: Options) -> Judge:
        return DeclaredJudge()

    def features(self, options: Options) -> Features:
        return DeclaredFeatures(self.forms.of(options))


class DeclaredJudge(Judge):
    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        return _declared(position).appraise(seat, move)

    def worth(self, position: Position, seat: Seat) -> float:
        return _declared(position).worth(seat)


class DeclaredLab(Lab):
    def __init__(self, game: DeclaredGame[P]) -> None:
        self.counted = game.counted

    def standing(self, position: Position) -> list[float]:
        return _declared(position).standing()

    def rounds(self, position: Position) -> int:
        return _declared(position).round()

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        return self.counted(event.whole())


def _declared(position: Position) -> Declared:
    assert isinstance(position, Declared)
    return position
