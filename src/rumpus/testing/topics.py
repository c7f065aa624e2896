"""Finds topics that never appear in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rumpus.core.content.rulebook import topics_in_play
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.testing.random_games import RandomGame, people_of, text_of


def unseen_topics(game: Game, configurations: Sequence[Options], games: int) -> list[str]:
    """Returns topics never seen in random games: in the log, views, moves made and the lab's ledger."""
    left = {topic.name.lower(): topic.name for options in configurations for topic in topics_in_play(game, options)}
    for number in range(games):
        for options in configurations:
            people = people_of(game, options)
            match = RandomGame(game, options, f"topics/{number}", True)
            texts = " ".join(texts_of(match, people)).lower()
            for name in [name for name in left if name in texts]:
                del left[name]
            if not left:
                return []
    return sorted(left.values())


def texts_of(match: RandomGame, people: Sequence[str]) -> Iterator[str]:
    """Yields all texts of a game, with a sample of the views."""
    game = match.game
    for seat, move in match.steps():
        if match.now_and_then(5):
            yield text_of(match.position.view(seat))
        yield game.describe_move(match.position, seat, move, people)
        yield game.explain_move(match.position, seat, move, people)
        yield from event_texts(match, people)
    yield from event_texts(match, people)


def event_texts(match: RandomGame, people: Sequence[str]) -> Iterator[str]:
    for event in match.position.take_events():
        yield match.game.describe_event(event.full(), people).text
        for _, _, what in match.game.lab().ledger(event):
            yield what
