"""What is drawn and explained for any game."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType

from pigeons import game as pigeons
from rumpus.core.content.rulebook import clauses, find_topics, is_clause
from rumpus.core.errors import UnknownName
from rumpus.core.outcome import places
from rumpus.core.position import Json, View
from rumpus.core.words import Topic
from rumpus.table.seat_view import Offer
from rumpus.terminal.drawing import picture
from rumpus.terminal.fullscreen.pages import ResultPage
from rumpus.terminal.generic import draw_view
from rumpus.terminal.help import answer
from rumpus.terminal.input import matching
from tests.terminal.test_seats import pigeon_session


def text_of(what: RenderableType, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, markup=False)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


RULES = """# Title

Words before.

- **AB-1** The first,
  over two lines.
- **AB-2 Named** A table:

  | a | b |
  |---|---|
  | 1 | 2 |

## Next

Not a clause.

**AB-S3** Bare.
1. **AB-4** is only mentioned here
"""


def test_a_clause_reaches_to_the_next_one_or_the_next_heading() -> None:
    found = clauses(RULES)
    assert list(found) == ["AB-1", "AB-2", "AB-S3"]
    assert found["AB-1"] == "**AB-1** The first,\nover two lines."
    assert found["AB-2"].endswith("| a | b |\n|---|---|\n| 1 | 2 |")
    assert "Not a clause" not in found["AB-2"]


def test_what_looks_like_a_clause() -> None:
    assert is_clause("CB-14")
    assert is_clause(" dc-s1 ")
    assert not is_clause("double scratch")


def test_topics_by_name_then_by_part_of_it_then_by_text() -> None:
    topics = [
        Topic("Double Scratch", "ability", "hits twice", "X-1"),
        Topic("Scratch", "ability", "hits", "X-2"),
        Topic("Hiss", "ability", "undoes a scratch", "X-3"),
    ]
    assert [topic.name for topic in find_topics(topics, "scratch")] == ["Scratch"]
    assert [topic.name for topic in find_topics(topics, "scr")] == ["Double Scratch", "Scratch", "Hiss"]
    assert find_topics(topics, "dragon") == []


VIEW: View = {
    "you": 1,
    "phase": "choose a strategy",
    "seats": [{"hp": 5, "hand": ["Claw", "Paw"], "asleep": False}, {"hp": 11, "hand": 2, "asleep": True}],
    "deck": 30,
    "table": [{"card": "Claw", "by": "Ann"}, {"card": "[red]Paw", "by": "Bo"}],
    "bonus": {"fire": 2, "water": 0},
    "nothing": None,
}


def test_the_generic_table_shows_every_part_of_a_view() -> None:
    text = text_of(draw_view(VIEW, ["Ann", "Bo"], 80))
    for words in ("Choose a strategy", "Ann", "Bo (you)", "Claw, Paw", "[red]Paw", "fire 2 · water 0", "yes"):
        assert words in text
    assert any(line.split() == ["deck", "30"] for line in text.splitlines())
    assert "nothing" not in text


def test_many_facts_per_seat_stand_below_each_other() -> None:
    view: View = {"you": 0, "seats": [{f"fact {n}": n for n in range(9)} for _ in range(2)]}
    text = text_of(draw_view(view, ["Ann", "Bo"], 80))
    assert "Ann (you)" in text.splitlines()[0]
    assert any(line.split() == ["fact", "8", "8", "8"] for line in text.splitlines())


@pytest.mark.parametrize("width", [20, 40, 200])
def test_the_generic_table_fits_any_width(width: int) -> None:
    assert max(len(line) for line in text_of(draw_view(VIEW, ["Ann", "Bo"], width), width).splitlines()) <= width


def test_the_outcome_is_shown_at_the_end() -> None:
    assert "Bo has won." in text_of(picture(pigeons, {"you": None, "outcome": "Bo has won."}, ["Ann", "Bo"], 80))


OFFERED = [
    Offer(7, "scratch bram", "Strike at Bram", "Hits Bram for 2.", {}),
    Offer(8, "scratch wren", "Strike at Wren", "Hits Wren for 2.", {}),
    Offer(9, "hide", "Hide", "Nobody hits you.", {}),
]


def test_options_are_found_by_the_beginnings_of_their_words() -> None:
    assert [option.move for option in matching(OFFERED, "scr")] == [7, 8]
    assert [option.move for option in matching(OFFERED, "br scr")] == [7]
    assert [option.move for option in matching(OFFERED, "stri wr")] == [8]
    assert matching(OFFERED, "ratch") == []
    assert matching(OFFERED, " ") == []


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("2", "Hits Wren for 2."),
        ("hide", "Nobody hits you."),
        ("scratch", "Hits Bram for 2."),
        ("pg-4", "in secret and at the same time"),
        ("crumb", "the highest card eats it"),
    ],
)
def test_answers(question: str, words: str) -> None:
    assert words in text_of(answer(pigeons, pigeons.options(), OFFERED, question))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("krumb", "Nothing here is called 'krumb'. Did you mean crumb?"),
        ("PG-99", "The rules of Pigeons have no clause PG-99"),
        ("99", "Nothing here is called '99'"),
    ],
)
def test_no_answer_is_said_in_a_sentence(question: str, words: str) -> None:
    with pytest.raises(UnknownName, match=words.replace("?", r"\?")):
        answer(pigeons, pigeons.options(), OFFERED, question)


def test_records_too_broad_for_the_screen_become_paragraphs() -> None:
    units: list[Json] = [
        {"name": name, **{f"figure {n}": n * 1000 for n in range(14)}} for name in ("Wren", *"abcdefghijkl")
    ]
    text = text_of(draw_view({"you": 0, "units": units}, ["Ann"], 80))
    assert "Wren  figure 0 0 · figure 1 1000 · " in text
    assert max(len(line) for line in text.splitlines()) <= 80
    text = text_of(draw_view({"you": 0, "units": units[:1]}, ["Ann"], 200), 200)
    assert "·" not in text


def test_lines_of_a_map_stand_below_each_other() -> None:
    rows: list[Json] = ["..#..........", "......##.....", "............."]
    text = text_of(draw_view({"you": 0, "map": {"name": "Square", "rows": rows}}, ["Ann"], 80))
    assert [line.strip() for line in text.splitlines()][-2:] == ["......##.....", "............."]


def test_many_short_facts_share_lines() -> None:
    view: View = {"you": 0, **{f"fact {n}": n for n in range(12)}}
    assert len(text_of(draw_view(view, ["Ann"], 80)).splitlines()) <= 4


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ([1.0, 0.33, -0.33, -1.0], "You win!"),
        ([0.33, 1.0, -0.33, -1.0], "You finish 2nd."),
        ([1.0, 1.0, -1.0, -1.0], "A draw."),
        ([-1.0, 1.0, 0.33, -0.33], "You lose."),
    ],
)
def test_only_the_first_place_is_a_win(result: list[float], said: str) -> None:
    session = pigeon_session("you:Ann", "random", "random", "random")
    assert ResultPage(session, "It is over.", result, places(result)).verdict().plain.startswith(said)
