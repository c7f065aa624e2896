"""What `?` answers: the options, a card or ability, a clause of the rules, or how to play at all."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.core.content.rulebook import clauses, find_topics, is_clause, topics_in_play
from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.words import Topic, tidy
from rumpus.lab.reports.sightings import Sightings
from rumpus.table.seat_view import Offer, Sight
from rumpus.terminal.input import matching

MOST_TOPICS = 12


def answer(game: Game, options: Options, offered: Sequence[Offer], question: str) -> RenderableType:
    """An explanation of whatever these words name; refused with the nearest names if they name nothing."""
    words = question.strip()
    if is_clause(words):
        return clause(game, words)
    topics = topics_in_play(game, options)
    exact = [topic for topic in topics if tidy(topic.name) == tidy(words)]
    if exact:
        return topic_cards(exact)
    named = [offered[int(words) - 1]] if words.isdecimal() and 0 < int(words[:6]) <= len(offered) else []
    named = named or [offer for offer in offered if tidy(words) in (tidy(offer.words), tidy(offer.says))]
    if named:
        return offer_list(named, offered)
    found = find_topics(topics, words)
    meant = matching(offered, words)
    parts: list[RenderableType] = []
    if meant:
        parts.append(offer_list(meant, offered))
    if found:
        parts.append(topic_cards(found[:MOST_TOPICS]))
    if len(found) > MOST_TOPICS:
        others = ", ".join(topic.name for topic in found[MOST_TOPICS : MOST_TOPICS + 40])
        parts.append(Text(f"Also {others}.", style="dim"))
    if not parts:
        raise UnknownName(nothing_called(topics, words))
    return Group(*parts)


def answer_here(game: Game, options: Options, sight: Sight, names: Sequence[str], question: str) -> RenderableType:
    """The same, after what of the table bears these words, as it is now."""
    here = game.terminal().describe(sight.view, question, names)
    if not here:
        return answer(game, options, sight.offers, question)
    try:
        return Group(Text(here), Text(), answer(game, options, sight.offers, question))
    except UnknownName:
        return Text(here)


def clause(game: Game, wanted: str) -> Markdown:
    """One clause of the rules."""
    known = clauses(game.rules())
    name = wanted.strip().upper()
    if name not in known:
        close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise UnknownName(f"the rules of {game.title} have no clause {name}{hint}")
    return Markdown(known[name])


def topic_cards(topics: Sequence[Topic], seen: Sightings | None = None) -> RenderableType:
    """Topics one below the other: name, kind, clause, then the text, and how often a run of the lab saw it."""
    parts: list[RenderableType] = []
    if seen is not None:
        parts += [Text(f"Figures from the {seen.games:,} games in {seen.folder}.", style="dim"), Text()]
    for topic in topics:
        head = Text.assemble((topic.name, "bold"), (f"  {topic.kind}", "cyan"), (f"  {topic.clause}", "dim"))
        parts.append(head)
        if topic.text:
            parts.append(Padding(Text(topic.text), (0, 0, 0, 2)))
        if seen is not None:
            parts.append(Padding(Text(f"seen: {seen.words(topic.name)}", style="dim"), (0, 0, 0, 2)))
    return Group(*parts)


def offer_list(offers: Sequence[Offer], offered: Sequence[Offer]) -> RenderableType:
    """Options with their numbers in the whole list and what each would do."""
    numbers = {offer.move: number for number, offer in enumerate(offered, 1)}
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="cyan", no_wrap=True)
    grid.add_column(style="bold")
    grid.add_column(overflow="fold")
    for offer in offers:
        grid.add_row(str(numbers[offer.move]), Text(offer.says), Text(offer.explanation, style="dim"))
    return grid


def nothing_called(topics: Sequence[Topic], words: str) -> str:
    """The refusal when nothing bears this name, with the nearest names."""
    close = difflib.get_close_matches(tidy(words), [tidy(topic.name) for topic in topics], n=3, cutoff=0.5)
    names = [topic.name for topic in topics if tidy(topic.name) in close]
    hint = f"; did you mean {' or '.join(names)}?" if names else ""
    return f"nothing here is called {words!r}{hint}"
