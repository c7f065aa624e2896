"""Games with declared positions: texts from templates, checked saves, default bots and lab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Final, Generic, TypeVar

from rumpus.core.declared import DeclaredPosition
from rumpus.core.declared.bounds import DeclaredFeatures, FieldBounds
from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, Lab, Web
from rumpus.core.features import Features
from rumpus.core.game import Game
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Event, Json, Move, Position, Seat, SeenEvent
from rumpus.core.rng import Rng, SeededRng
from rumpus.core.saving import damaged, restore
from rumpus.core.words import REST, EventNames, Forecast, Line, Person, fits, with_names

P = TypeVar("P", bound=DeclaredPosition)

DEALT: Final = {
    "dealt @seat cards*": ("{seat:is} dealt {cards}.", ""),
    "dealt_unseen @seat": ("{seat:is} dealt a hand.", ""),
}
"""Default texts of the deal."""
PERSON: Final = "@"


def _several_deals(position: type[DeclaredPosition]) -> dict[str, Sequence[str]]:
    """Returns default texts of the deal to several `own` fields, by event."""
    return {
        key.replace("dealt", f"dealt_{field.name}"): line
        for field in position.declared
        if field.kind == "own"
        for key, line in DEALT.items()
    }


def placed(scores: Sequence[float]) -> list[float]:
    """Converts scores to results: the best wins, several best draw, the others lose."""
    best = max(scores)
    top = 0.0 if list(scores).count(best) > 1 else 1.0
    return [top if score == best else -1.0 for score in scores]


def take(cards: list[int], count: int) -> list[int]:
    """Removes and returns the first `count` cards."""
    taken = cards[:count]
    del cards[:count]
    return taken


class DeclaredGame(Game, Generic[P]):
    """A game with a declared position. Subclasses set `position`, `lines` and `move_count`."""

    position: type[P]
    lines: Mapping[str, Sequence[str]] = {}
    """Texts of events: template, clause and, optionally, a ledger entry for the lab.

    The key is the kind and the names of its arguments, in order: `"stole @thief @victim card"`. A name with `@` is a
    seat: `{thief:steals}`, `{victim}`, `{victim:'s}` are the person there. A last name with `*` collects the rest.
    """
    accent = ""
    """CSS colour of the game's buttons and marks. Empty: the platform's colour."""
    _templates: Mapping[str, Sequence[str]] = {}
    _args: Mapping[str, Sequence[str]] = {}

    def __init_subclass__(cls) -> None:
        if not cls.package:
            cls.package = cls.__module__.rpartition(".")[0]
        lines = {**DEALT, **_several_deals(getattr(cls, "position", DeclaredPosition)), **cls.lines}
        cls._templates = {key.split()[0]: line for key, line in lines.items()}
        cls._args = {key.split()[0]: key.split()[1:] for key in lines}
        events: EventNames = {kind: [name.lstrip(PERSON) for name in names] for kind, names in cls._args.items()}
        cls.events = events
        for key, line in lines.items():
            for template in (line[0], *line[2:]):
                cls._check_template(key, template)

    @classmethod
    def _check_template(cls, key: str, template: str) -> None:
        """Raises TypeError if a template is damaged, or names what is no argument of the event."""
        kind, *args = key.split()
        known = [arg.removeprefix(PERSON).removesuffix(REST) for arg in args]
        try:
            named = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
        except ValueError as error:
            raise TypeError(f"{cls.__name__}.lines cannot be read at {kind!r}: {error}.") from None
        for name in named:
            if name not in known:
                has = ", ".join(known) or "none"
                raise TypeError(f"{cls.__name__}.lines has {{{name}}} at {kind!r}. Its arguments are: {has}.")

    def __init__(self) -> None:
        self._bounds = PerOptionsCache(self._bounds_for)

    def start(self, options: Options, rng: Rng, listen: bool = False) -> P:
        position = self.position(options, self.seats(options))
        if listen:
            position.listen()
        position.deal(rng)
        position.note_deal()
        return position

    def load(self, options: Options, plain: Mapping[str, Json]) -> P:
        position = self.position(options, self.seats(options))
        form = self._bounds.of(options)
        restore(position, plain, form.bounds)
        try:
            problem = form.problem(position)
        except Exception as error:
            # Rules may fail on positions that no game reaches.
            raise damaged(f"the rules cannot go on from it ({error!r})") from error
        if problem:
            raise damaged(problem)
        return position

    def _bounds_for(self, options: Options) -> FieldBounds:
        sample = self.position(options, self.seats(options))
        sample.deal(SeededRng("any deal"))
        return FieldBounds(sample, self.move_count(options))

    # --- texts ---

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return _declared(position).format_move(seat, move)

    def describe_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return with_names(_declared(position).describe_move(seat, move), names)

    def explain_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return with_names(_declared(position).explain_move(seat, move), names)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return _declared(position).forecast(seat, move)

    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        if seen.kind not in self._templates:
            raise KeyError(f"The event {seen.kind!r} has no line in {type(self).__name__}.lines.")
        if not fits(seen, self.events):
            names = " ".join(self._args[seen.kind]) or "none"
            raise ValueError(f"The event {seen!r} has other arguments than {type(self).__name__}.lines says: {names}.")
        template, clause = self._templates[seen.kind][:2]
        return Line(self._filled(template, seen, names), clause)

    def ledger_entries(self, seen: SeenEvent) -> list[tuple[Seat, str, str]]:
        """Returns the ledger entries of an event: seat, kind and the line's third part."""
        line, args = self._templates.get(seen.kind, ()), self._args.get(seen.kind, ())
        if len(line) < 3 or not args or not args[0].startswith(PERSON):
            return []
        return [(seen.number(0), seen.kind, self._filled(line[2], seen, ()))]

    def _filled(self, template: str, seen: SeenEvent, names: Sequence[str]) -> str:
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

    # --- extensions ---

    def bots(self) -> Bots:
        return DeclaredBots(self._bounds)

    def lab(self) -> Lab:
        return DeclaredLab(self)

    def web(self) -> Web:
        return Web(self.package, accent=self.accent)


class DeclaredBots(Bots):
    def __init__(self, bounds: PerOptionsCache[FieldBounds]) -> None:
        self.bounds = bounds

    def evaluator(self, options: Options) -> Evaluator:
        return DeclaredEvaluator()

    def features(self, options: Options) -> Features:
        return DeclaredFeatures(self.bounds.of(options))


class DeclaredEvaluator(Evaluator):
    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        return _declared(position).score_move(seat, move)

    def value(self, position: Position, seat: Seat) -> float:
        return _declared(position).value(seat)


class DeclaredLab(Lab):
    def __init__(self, game: DeclaredGame[P]) -> None:
        self.ledger_entries = game.ledger_entries

    def standing(self, position: Position) -> list[float]:
        return _declared(position).standing()

    def rounds(self, position: Position) -> int:
        return _declared(position).round()

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        return self.ledger_entries(event.full())


def _declared(position: Position) -> DeclaredPosition:
    assert isinstance(position, DeclaredPosition)
    return position
