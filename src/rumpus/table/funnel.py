"""The one funnel: whatever a seat or an onlooker is shown of a match is made here, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.contract import Event, Move, Seat, View
from rumpus.core.game import Line
from rumpus.table.match import Match


class Option:
    """A move as a person sees it: its number in the list, its notation, and what it would do."""

    def __init__(self, move: Move, words: str, explanation: str) -> None:
        self.move = move
        self.words = words
        self.explanation = explanation


class Sight:
    """All that one seat may see of a match at this moment."""

    def __init__(
        self, view: View, options: Sequence[Option], waiting: Sequence[Seat], result: Sequence[float] | None
    ) -> None:
        self.view = view
        self.options = list(options)
        self.waiting = list(waiting)
        self.result = None if result is None else list(result)


def sight(match: Match, seat: Seat | None) -> Sight:
    """What this seat (None: an onlooker) may see now."""
    position = match.position
    options: list[Option] = []
    if seat is not None and seat in position.to_act():
        for move in position.moves(seat):
            words = match.game.write(position, seat, move)
            options.append(Option(move, words, match.game.explain(position, seat, move)))
    return Sight(position.view(seat), options, position.waiting(seat), position.result())


def lines(match: Match, events: Sequence[Event], seat: Seat | None) -> list[Line]:
    """These events in words, as far as this seat noticed them."""
    told: list[Line] = []
    for event in events:
        seen = event.seen_by(seat)
        if seen is not None:
            told.append(match.game.tell(seen, match.record.players))
    return told
