"""Answers `?`: moves, cards, abilities, clauses, and how to play."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.core.content.rulebook import clauses, find_topics, is_clause, topics_in_play
from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.core.numbers import parse_int
from rumpus.core.options import Options
from rumpus.core.words import Topic, spoken_names, tidy
from rumpus.table.seat_view import Offer, SeatView
from rumpus.terminal.input import matching

MAX_TOPICS = 12


def answer(game: Game, options: Options, offered: Sequence[Offer], question: str) -> RenderableType:
    """Explains a name, number or clause. Raises `UnknownName` with the nearest names."""
    words = question.strip()
    if is_clause(words):
        return clause(game, words)
    topics = topics_in_play(game, options)
    exact = [topic for topic in topics if tidy(topic.name) == tidy(words)]
    if exact:
        return topic_cards(exact)
    number = parse_int(words) or 0
    named = [offered[number - 1]] if 0 < number <= len(offered) else []
    named = named or [offer for offer in offered if tidy(words) in (tidy(offer.words), tidy(offer.says))]
    if named:
        return offer_list(named, offered)
    found = find_topics(topics, words)
    meant = matching(offered, words)
    parts: list[RenderableType] = []
    if meant:
        parts.append(offer_list(meant, offered))
    if found:
        parts.append(topic_cards(found[:MAX_TOPICS]))
    if len(found) > MAX_TOPICS:
        others = ", ".join(topic.name for topic in found[MAX_TOPICS : MAX_TOPICS + 40])
        parts.append(Text(f"Also {others}.", style="dim"))
    if not parts:
        raise UnknownName(unknown_name(topics, words))
    return Group(*parts)


def answer_at_table(
    game: Game, options: Options, view: SeatView, names: Sequence[str], question: str
) -> RenderableType:
    """Like `answer`, preceded by the current state of a thing on the table."""
    here = game.terminal().describe(view.view, question, spoken_names(names))
    if not here:
        return answer(game, options, view.offers, question)
    try:
        return Group(Text(here), Text(), answer(game, options, view.offers, question))
    except UnknownName:
        return Text(here)


def clause(game: Game, wanted: str) -> Markdown:
    known = clauses(game.rules())
    name = wanted.strip().upper()
    if name not in known:
        close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise UnknownName(f"The rules of {game.title} have no clause {name}.{hint}")
    return Markdown(known[name])


def topic_cards(topics: Sequence[Topic], heading: str = "", note: Callable[[str], str] | None = None) -> RenderableType:
    """Topics with kind, clause and text; `note` adds a line by name."""
    parts: list[RenderableType] = [Text(heading, style="dim"), Text()] if heading else []
    for topic in topics:
        head = Text.assemble((topic.name, "bold"), (f"  {topic.kind}", "cyan"), (f"  {topic.clause}", "dim"))
        parts.append(head)
        if topic.text:
            parts.append(Padding(Text(topic.text), (0, 0, 0, 2)))
        if note is not None:
            parts.append(Padding(Text(note(topic.name), style="dim"), (0, 0, 0, 2)))
    return Group(*parts)


def offer_list(offers: Sequence[Offer], offered: Sequence[Offer]) -> RenderableType:
    """Moves with their numbers in `offered` and their effects."""
    numbers = {offer.move: number for number, offer in enumerate(offered, 1)}
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="cyan", no_wrap=True)
    grid.add_column(style="bold")
    grid.add_column(overflow="fold")
    for offer in offers:
        grid.add_row(str(numbers[offer.move]), Text(offer.says), Text(offer.explanation, style="dim"))
    return grid


def unknown_name(topics: Sequence[Topic], words: str) -> str:
    close = difflib.get_close_matches(tidy(words), [tidy(topic.name) for topic in topics], n=3, cutoff=0.5)
    names = [topic.name for topic in topics if tidy(topic.name) in close]
    hint = f" Did you mean {' or '.join(names)}?" if names else ""
    return f"Nothing here is called {words!r}.{hint}"
