"""Laws of texts: notation can be parsed, and event arguments have names."""

from __future__ import annotations

from rumpus.core.content.rulebook import clauses, clauses_in
from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat, SeenEvent
from rumpus.core.words import fits, tidy
from rumpus.testing.law import BrokenLaw, Law, expect
from rumpus.testing.random_games import all_events, games_of, people_of
from rumpus.testing.source_location import source_of


@Law
def notation_reads_back(game: Game, options: Options, games: int) -> None:
    """Every legal move can be parsed back from its notation, in any case.

    The texts of one decision differ, and noise is refused.
    """
    for match in games_of(game, options, games, "words"):
        for _ in match.steps():
            if not match.now_and_then(6):
                continue
            for seat in match.position.to_act():
                words: dict[str, int] = {}
                where, place = match.where(seat), source_of(game, "format_move", match.position)
                for move in match.position.moves(seat):
                    text = game.format_move(match.position, seat, move)
                    twin = words.setdefault(tidy(text), move)
                    expect(twin == move, f"{text!r} names two moves, {twin} and {move}", where, place)
                for move in match.position.moves(seat):
                    text = game.format_move(match.position, seat, move)
                    for typed in (text, text.upper(), f"  {text} "):
                        read = game.parse_move(match.position, seat, typed)
                        expect(read == move, f"{typed!r} reads back as {read}, not {move}", where)
                for noise in ("", "\x00", "no such thing at all", "🎲" * 50, "9" * 400):
                    _is_refused(game, match.position, seat, noise, where)


def _is_refused(game: Game, position: Position, seat: Seat, text: str, where: str) -> None:
    try:
        game.parse_move(position, seat, text)
    except IllegalMove as error:
        expect(len(str(error)) > 5, "a refusal is a sentence", where)
        return
    raise BrokenLaw(f"`parse_move` accepts {text!r}, which is no move", where)


@Law
def events_are_named(game: Game, options: Options, games: int) -> None:
    """A game that names event arguments names those of every kind, one by one.

    A line cites clauses of RULES.md only.
    """
    if not game.events:
        return
    known, people = clauses(game.rules()), people_of(game, options)
    for match in games_of(game, options, games, "named", listen=True):
        for event in all_events(match):
            heard = [event.full(), *([SeenEvent(event.others_see, event.others_args)] if event.others_see else [])]
            for seen in heard:
                expect(fits(seen, game.events), f"`Game.events` does not name the arguments of {seen!r}", match.name)
                for clause in clauses_in(game.describe_event(seen, people).clause):
                    sentence = f"the line of `{seen.kind}` cites {clause}, which is not in RULES.md"
                    expect(clause in known, sentence, match.name)
