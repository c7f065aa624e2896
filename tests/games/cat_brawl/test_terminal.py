"""The drawing of the ring: what a seat may see, at any width, and no more."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from rumpus.core.extensions import Canvas
from rumpus.core.rng import ScriptedRng, SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.portraits import FACES, HEIGHT, MOODS, WIDTH, portrait
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside

PEOPLE = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]


def screen(view: dict[str, Any], width: int = 100, focus: str = "") -> str:
    written = io.StringIO()
    console = Console(file=written, width=width, force_terminal=False)
    console.print(game.terminal().draw(Canvas(view, PEOPLE[: len(view["seats"])], width, cursor=focus)))
    return written.getvalue()


@pytest.mark.parametrize("breed", list(FACES))
@pytest.mark.parametrize("mood", list(MOODS))
def test_portraits_are_all_of_one_size(breed: int, mood: str) -> None:
    lines = portrait(breed, mood).plain.split("\n")
    assert [len(line) for line in lines] == [WIDTH] * HEIGHT


def test_six_cats_to_pick_from() -> None:
    position = game.start(game.options(), ScriptedRng([]))
    drawn = screen(position.view(0))
    for name in ("Persian", "Maine Coon", "Abyssinian", "Loneliness", "which cat do you pick?"):
        assert name in drawn


def test_a_cat_shows_its_hp_cards_abilities_and_last_strategy() -> None:
    t = Ringside("Ragdoll", "Persian", hands={0: ["Reverse Scratch", "Double Purring"]}, bonus={1: "Attacker"})
    t.then("guard +reverse", "scratch", rng=[0, CLOCKWISE]).then("rejuvenation")
    drawn = screen(t.position.view(0))
    facts = (
        "0 Ada (you)",
        "10/20 HP",
        "8/20 HP",
        "Rejuvenation rests 2",
        "? secret",
        "last: Guard with Reverse Scratch",
    )
    for part in facts:
        assert part in drawn
    assert "Double" in drawn
    assert "Double" not in screen(t.position.view(1)), "another's hand"
    assert "Reverse Scratch" in screen(t.position.view(None)), "it lies among the used cards"


def test_moods_follow_what_happened() -> None:
    t = Ringside("Ragdoll", "Persian", "Siamese", hp=[10, 1, 10]).then("loneliness", rng=[0, 0])
    assert "\\ -   - /" in screen(t.position.view(0))
    t.all("scratch 1", "purr", rng=[0, CLOCKWISE])
    drawn = screen(t.position.view(0))
    assert "{{  x x  }}" in drawn
    assert "out" in drawn
    t = Ringside("Ragdoll", "Persian").then("purr", "guard", rng=[0, CLOCKWISE])
    assert "|▒ ^     ^ ▒|" in screen(t.position.view(0))


def test_the_heading_says_whose_choice_is_open() -> None:
    t = Ringside("Siamese", "Ragdoll", bonus={1: "Attacker"})
    assert "use Loneliness?" in screen(t.position.view(0))
    assert "Bo may be choosing" in screen(t.position.view(0))
    t.all("decline")
    t.position.play(0, game.parse_move(t.position, 0, "purr"), ScriptedRng([]))
    assert "locked in: purr" in screen(t.position.view(0))
    assert "waiting for Bo" in screen(t.position.view(0))


def test_a_recycled_card_and_surely_held_claws_are_marked() -> None:
    t = Ringside("Exotic Shorthair", "Maine Coon", pile=["Double Scratch"]).then("guard", "guard", rng=[0, CLOCKWISE])
    t.then("recycling").then("guard", "guard", rng=[0, CLOCKWISE, 1])
    drawn = screen(t.position.view(1))
    assert "holds Double Scratch" in drawn
    assert "holds 1 claw" in drawn


@pytest.mark.parametrize("width", [20, 45, 80, 160])
@pytest.mark.parametrize("players", [2, 6])
def test_it_fits_any_width_at_any_moment(players: int, width: int) -> None:
    options = game.options({"players": players})
    rng = SeededRng(f"{players}")
    position = game.start(options, rng)
    moments = 0
    while position.to_act():
        seat = position.to_act()[0]
        if moments % 9 == 0:
            for viewer in (None, seat):
                lines = screen(position.view(viewer), width).split("\n")
                assert all(len(line) <= width for line in lines)
        moments += 1
        moves = position.moves(seat)
        position.apply(seat, moves[rng.below(len(moves))], rng)
    assert str(position.view(None)["outcome"])[:10] in screen(position.view(None))


def test_the_cursor_walks_over_movements_targets_and_cards() -> None:
    t = Ringside("Ragdoll", "Persian", "Siamese", hands={0: ["Double Scratch", "Double Scratch", "Guard and Heal"]})
    assert game.terminal().places(t.position.view(0)) == [], "nothing to decide in the prelude"
    assert game.terminal().places(t.position.view(2)) == [["decline", "loneliness"]]
    t.all("decline")
    cards = ["+heal", "+double"]
    assert game.terminal().places(t.position.view(0)) == [["1", "2"], ["purr", "guard", "scratch"], cards]
    plain, focused = screen(t.position.view(0)), screen(t.position.view(0), focus="2")
    assert plain != focused
    assert screen(t.position.view(0), focus="+double") != plain


def test_what_the_cursor_composes_is_notation() -> None:
    t = Ringside("Siamese", "Ragdoll", "Ragdoll", hands={0: ["Double Scratch"]}, bonus={0: "Critical Hit"})
    assert game.terminal().places(t.position.view(0)) == [["decline", "loneliness", "critical"]]
    t.all("critical")
    targets, movements, cards = game.terminal().places(t.position.view(0))
    words = f"{movements[2]} {targets[1]} {cards[0]}"
    assert game.format_move(t.position, 0, game.parse_move(t.position, 0, words)) == "scratch 2 +double"
