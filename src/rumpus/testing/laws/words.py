"""Laws of words: what is written can be read, and what is told has names."""

from __future__ import annotations

from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat, Seen
from rumpus.core.words import fits, tidy
from rumpus.testing.law import BrokenLaw, Law, expect, place_in
from rumpus.testing.random_games import all_events, games_of


@Law
def notation_reads_back(game: Game, options: Options, games: int) -> None:
    """read(write(m)) == m for every legal move, in any case; the words of one decision differ; noise is refused."""
    for match in games_of(game, options, games, "words"):
        for _ in match.steps():
            if not match.now_and_then(6):
                continue
            for seat in match.position.to_act():
                words: dict[str, int] = {}
                where = match.where(seat)
                for move in match.position.moves(seat):
                    text = game.write(match.position, seat, move)
                    twin = words.setdefault(tidy(text), move)
                    expect(twin == move, f"{text!r} names two moves, {twin} and {move}", where, place_in(game, "write"))
                for move in match.position.moves(seat):
                    text = game.write(match.position, seat, move)
                    for typed in (text, text.upper(), f"  {text} "):
                        read = game.read(match.position, seat, typed)
                        expect(read == move, f"{typed!r} reads back as {read}, not {move}", where)
                for noise in ("", "\x00", "no such thing at all", "🎲" * 50, "9" * 400):
                    _is_refused(game, match.position, seat, noise, where)


def _is_refused(game: Game, position: Position, seat: Seat, text: str, where: str) -> None:
    try:
        game.read(position, seat, text)
    except IllegalMove as error:
        expect(len(str(error)) > 5, "a refusal is a sentence", where)
        return
    raise BrokenLaw(f"words that name no move are refused, {text!r} too", where)


@Law
def events_are_named(game: Game, options: Options, games: int) -> None:
    """A game that names the arguments of its events names those of every kind, one by one."""
    if not game.events:
        return
    for match in games_of(game, options, games, "named", listen=True):
        for event in all_events(match):
            heard = [event.whole(), *([Seen(event.outside, event.outside_args)] if event.outside else [])]
            for seen in heard:
                expect(fits(seen, game.events), f"`Game.events` does not name the arguments of {seen!r}", match.name)
