"""Words: every event, every decision, every topic."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.core.content.rulebook import clauses
from rumpus.core.position import Event
from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.words import DESCRIBERS, SENTENCES
from rumpus.testing import rule
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside

PEOPLE = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]


def random_events(players: int, games: int, **changes: object) -> Iterator[tuple[Brawl, int, int | None, list[Event]]]:
    options = game.options({"players": players, **changes})
    for number in range(games):
        rng, chooser = SeededRng(f"{players}/{number}"), SeededRng(f"choices {players}/{number}")
        position = game.start(options, rng, listen=True)
        while position.to_act():
            seat = position.to_act()[0]
            moves = position.moves(seat)
            for move in moves:
                yield position, seat, move, []
            position.apply(seat, moves[chooser.below(len(moves))], rng)
            yield position, seat, None, position.take_events()


def test_every_event_is_described_with_a_clause_that_exists_and_every_sentence_is_used() -> None:
    known = clauses(game.rules())
    kinds: set[str] = set()
    for players in (2, 3, 6):
        for _, _, _, events in random_events(players, 60, max_rounds=40):
            for event in events:
                for seat in (None, *range(players)):
                    seen = event.seen_by(seat)
                    if seen is not None:
                        line = game.describe_event(seen, PEOPLE)
                        assert line.clause in known
                        assert line.text.endswith((".", "!"))
                        kinds.add(seen.kind)
    assert kinds == {*SENTENCES, *DESCRIBERS}


def test_every_decision_is_explained_and_said() -> None:
    explained: set[int] = set()
    for position, seat, move, _ in random_events(3, 20):
        if move is not None and move not in explained:
            text = game.explain_move(position, seat, move, PEOPLE)
            assert text.endswith(".")
            assert text[0].isupper() or text[0].isdigit()
            assert game.describe_move(position, seat, move, PEOPLE)[0].isupper()
            explained.add(move)
    assert explained == set(range(game.move_count(game.options({"players": 3}))))


@rule("CB-13")
def test_explanations_count_the_points() -> None:
    t = Ringside("Ragdoll", "Persian", hands={0: ["Double Scratch"]}, bonus={0: "Critical Hit"}).then("critical hit")
    move = game.parse_move(t.position, 0, "scratch +double")
    assert game.explain_move(t.position, 0, move, PEOPLE) == ("Bo −4, or −1 if purring, unless Bo guards.")
    assert game.describe_move(t.position, 0, move, PEOPLE) == "Scratch Bo with Double Scratch"


def test_topics_carry_the_numbers_of_the_match() -> None:
    options = game.options({"loneliness.cards": 3, "persian.hp": 5, "bonus_ability": "none"})
    topics = {topic.name: topic for topic in game.topics(options)}
    assert "draw 3 cards" in topics["Loneliness"].text
    assert topics["Persian"].text.startswith("5 HP")
    assert "Critical Hit" not in topics
    assert len(game.topics(game.options())) == 6 + 9 + 8


@rule("CB-41")
def test_a_round_reads_like_a_story() -> None:
    t = Ringside("Ragdoll", "Persian", "Siamese", hands={0: ["Reverse Scratch"], 1: ["Double Scratch"]})
    events = t.decide("decline")
    events += t.decide("guard +reverse", "scratch 0 +double", "purr", rng=[1, CLOCKWISE, 4])
    assert t.log_texts(events, None) == [
        "Ada guards with Reverse Scratch. (CB-8)",
        "Bo scratches Ada with Double Scratch. (CB-8)",
        "Cy purrs. (CB-8)",
        "Bo is first this round, then Cy and Ada. (CB-9)",
        "Bo −2, 6 left: Ada reflects the scratch. (CB-18)",
        "Cy +1, 11 now: purring. (CB-14)",
        "Ada draws a card as a Gentleman. (CB-22)",
    ]


def test_the_ledger_names_what_was_drawn_played_and_used() -> None:
    t = Ringside("Ragdoll", "Persian", "Maine Coon", hands={0: ["Guard and Heal"], 1: ["Double Scratch"]})
    t.position.cats[2].hunger = 1
    events = t.decide("guard +heal", "scratch 0 +double", "guard", rng=[0, CLOCKWISE, 4, 1])
    events += t.decide("rejuvenation")
    assert [entry for event in events for entry in game.lab().ledger(event)] == [
        (0, "played", "Guard and Heal"),
        (1, "played", "Double Scratch"),
        (0, "used", "Gentleman"),
        (0, "drew", "Guard and Heal"),
        (2, "used", "Hunting"),
        (2, "drew", "Can't Guard"),
        (1, "used", "Rejuvenation"),
    ]


def test_what_the_lab_groups_by() -> None:
    position = game.start(game.options(), SeededRng("lab"))
    assert game.lab().in_setup(position)
    assert game.lab().identity(position, 0) == []
    t = Ringside("Ragdoll", "Persian", round=7)
    assert not game.lab().in_setup(t.position)
    assert game.lab().identity(t.position, 1) == [("cat", "Persian")]
    assert game.lab().standing(t.position) == [10.0, 8.0]
    assert game.lab().rounds(t.position) == 7
