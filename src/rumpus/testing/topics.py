"""Dead text: topics that nobody ever reads of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rumpus.core.content.rulebook import topics_in_play
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.testing.random_games import RandomGame, people_of, text_of


def unseen_topics(game: Game, variants: Sequence[Options], games: int) -> list[str]:
    """The topics (cards, abilities, characters …) that nobody reads of in so many random games a variant.

    Read are the story, what a view shows, the moves that are made, and what the lab's book counts.
    """
    left = {topic.name.lower(): topic.name for options in variants for topic in topics_in_play(game, options)}
    for number in range(games):
        for options in variants:
            people = people_of(game, options)
            match = RandomGame(game, options, f"topics/{number}", True)
            told = " ".join(read_of(match, people)).lower()
            for name in [name for name in left if name in told]:
                del left[name]
            if not left:
                return []
    return sorted(left.values())


def read_of(match: RandomGame, people: Sequence[str]) -> Iterator[str]:
    """All that is read in this game, views and moves now and then."""
    game = match.game
    for seat, move in match.steps():
        if match.now_and_then(5):
            yield text_of(match.position.view(seat))
        yield game.say(match.position, seat, move, people)
        yield game.explain(match.position, seat, move, people)
        yield from read_of_events(match, people)
    yield from read_of_events(match, people)


def read_of_events(match: RandomGame, people: Sequence[str]) -> Iterator[str]:
    for event in match.position.take_events():
        yield match.game.tell(event.whole(), people).text
        for _, _, what in match.game.lab().ledger(event):
            yield what
