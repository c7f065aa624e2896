"""Notation, refusals, explanations, the log, topics, and the drawing."""

from __future__ import annotations

import pytest
from rich.console import Console

from rumpus.core.errors import BadRecord, IllegalMove
from rumpus.core.extensions import Canvas
from rumpus.core.position import SeenEvent
from rumpus.core.record import Record
from rumpus.core.words import with_names
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.moves import DRAW, KEEP, MOVE_COUNT, TAKE, TRADE_ALONE, TRADE_WITH
from rumpus.games.battle_puno.rules.position import load_match
from rumpus.games.battle_puno.words import DRAW_SENTENCES, OPEN_CARD_EVENTS, SENTENCES
from rumpus.testing import rule
from rumpus.testing.random_games import RandomGame, all_events
from tests.games.battle_puno.setup import OTHERS, PEOPLE, Play, face, table

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal"]


def reads(t: Play, text: str) -> str:
    seat = t.position.on
    return game.format_move(t.position, seat, game.parse_move(t.position, seat, text))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("red 7", "red 7"), ("RED  7", "red 7"), ("r7", "red 7"), ("red7", "red 7"), ("7 red", "red 7"),
        ("7r", "red 7"), ("play the red 7", "red 7"), ("r+2", "red draw 2"), ("red +2", "red draw 2"),
        ("+2", "red draw 2"), ("draw 2", "red draw 2"), ("red d2", "red draw 2"), ("r s", "red skip"),
        ("skip", "red skip"), ("r rev", "red reverse"), ("wild blue", "wild blue"), ("w b", "wild blue"),
        ("blue wild", "wild blue"),
        ("wild draw 4 green", "wild draw 4 green"), ("+4 green", "wild draw 4 green"), ("wd4 g", "wild draw 4 green"),
        ("wild +4 y", "wild draw 4 yellow"), ("hit all red", "wild hit all red"), ("hit r", "wild hit all red"),
        ("chaos", "wild chaos"), ("wild chaos", "wild chaos"), ("trade 2", "trade 2"), ("swap with seat 3", "trade 3"),
        ("discard all", "discard all"), ("discard", "discard all"), ("0 reset", "red 0 reset"),
        ("red 0 add", "red 0 add"), ("zero reset", "red 0 reset"), ("reset", "red 0 reset"), ("r0 +10", "red 0 add"),
        ("draw", "draw"), ("d", "draw"),
    ],
)  # fmt: skip
def test_what_people_type(typed: str, meant: str) -> None:
    black = "wild, wild draw 4, wild hit all, wild chaos, trade, discard all"
    hand = f"red 7, red draw 2, red skip, red reverse, {black}, red 0"
    assert reads(table(hand, *OTHERS), typed) == meant


def test_take_and_keep_are_understood_as_draw_too() -> None:
    t = table("red 7, blue 1", *OTHERS, penalty=2)
    assert reads(t, "take") == reads(t, "draw") == "take"
    t = table("blue 1", *OTHERS, top="red 9", mode="traditional").does("A", "draw")
    assert reads(t, "keep") == reads(t, "pass") == "keep"
    assert reads(table("red 0, blue 1", *OTHERS, mode="traditional"), "0") == "red 0"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("wild", "'wild' could be 'wild red', 'wild blue', 'wild green' or 'wild yellow'."),
        ("red 0", "'red 0' could be 'red 0 add' or 'red 0 reset'."),
        ("blue 9", "Blue 9 does not match red or 5 (BP-6)."),
        ("red 8", "You hold no red 8 (BP-6)."),
        ("chaos", "You hold no wild chaos (BP-6)."),
        ("take", "There is no penalty to take (BP-10)."),
        ("keep", "You have not just drawn a card to keep (BP-7)."),
        ("banana", "'banana' is no move here. You can say"),
        ("", "Say what to do: "),
        ("x" * 100, "A move is a few words"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(typed: str, answer: str) -> None:
    t = table("red 0, wild, blue 9, red 1", *OTHERS)
    with pytest.raises(IllegalMove) as refusal:
        game.parse_move(t.position, 0, typed)
    assert str(refusal.value).startswith(answer)


def test_a_seat_that_owes_nothing_is_told_so_whatever_it_says() -> None:
    t = table("red 7, blue 1", *OTHERS, penalty=2)
    for typed in ("take", "draw", "keep", "red 7", "", "banana"):
        with pytest.raises(IllegalMove, match="You have nothing to decide at the moment"):
            game.parse_move(t.position, 1, typed)
    t = table("blue 1", *OTHERS, top="red 9", mode="traditional").does("A", "draw")
    with pytest.raises(IllegalMove, match="You have nothing to decide at the moment"):
        game.parse_move(t.position, 1, "keep")
    t = table("red 7", *OTHERS, mode="traditional").does("A", "red 7")
    with pytest.raises(IllegalMove, match="The game is over"):
        game.parse_move(t.position, 0, "draw")


def test_a_record_with_a_move_of_a_seat_that_was_not_asked_is_refused() -> None:
    record = Record("battle_puno", 1, {"mode": "traditional", "players": 2}, "11", ["Ann", "Ben"], [(0, "take")])
    with pytest.raises(BadRecord, match=r"Move 1 \(0 take\) is not possible: You have nothing to decide"):
        list(record.walk(game))


def test_a_bare_wild_is_never_taken_for_a_wild_draw_four() -> None:
    t = table("wild draw 4, blue 1", *OTHERS)
    with pytest.raises(IllegalMove, match="You hold no wild \\(BP-6\\)"):
        game.parse_move(t.position, 0, "wild blue")


def test_refusals_name_their_clause() -> None:
    t = table("trade, blue skip, red 1, wild draw 4", *OTHERS, penalty=2, card="red draw 2", out="D")
    only = "You face a penalty of 2: answer it with a red Skip or Reverse, or take it (BP-10)."
    assert t.refusal(0, face("red 1")) == only
    assert t.refusal(0, face("blue skip")) == "Only a Skip or Reverse in red answers this penalty (BP-10)."
    assert t.refusal(0, DRAW) == "You face a penalty of 2: answer it or take it (BP-10)."
    t = table("trade, red 1", *OTHERS, out="D")
    assert t.refusal(0, TRADE_WITH) == "You cannot trade with yourself (BP-16)."
    assert t.refusal(0, TRADE_WITH + 3) == "@3[is] out and cannot trade (BP-16)."
    assert t.refusal(0, TRADE_WITH + 6) == "Nobody sits there (BP-16)."
    assert t.refusal(0, TRADE_ALONE) == "Name the player to trade with (BP-16)."
    assert t.refusal(0, MOVE_COUNT) == "There is no such move (BP-42)."
    assert t.refusal(1, DRAW) == "You have nothing to decide at the moment."
    t = table("trade", *OTHERS)
    assert t.refusal(0, TRADE_WITH + 1) == "Trade cannot be your last card: of the black ones only Wild can (BP-8)."
    t = table("red 0, red 1", *OTHERS, mode="traditional")
    assert t.refusal(0, 52) == "There is no pool to empty in Traditional (BP-21)."
    t = table("blue draw 2, red 1", *OTHERS, card="red skip", penalty=2, stack_draws="on")
    assert t.refusal(0, face("blue draw 2")) == "Blue draw 2 does not match red or skip (BP-10)."
    assert t.refusal(0, KEEP) == "You have not just drawn a card to keep (BP-7)."
    t = table("blue 1", *OTHERS, top="red 9", mode="traditional").does("A", "draw")
    assert t.refusal(0, DRAW) == "You have already drawn: play that card or keep it (BP-7)."
    assert t.refusal(0, TAKE) == "There is no penalty to take (BP-10)."


def test_every_move_explains_itself() -> None:
    seen: set[int] = set()
    for changes in game.configurations():
        match = RandomGame(game, game.options(changes), "explain")
        for seat, _ in match.steps():
            for move in match.position.moves(seat):
                sentence = game.explain_move(match.position, seat, move, NAMES)
                assert sentence.endswith("."), sentence
                assert sentence[0].isupper(), sentence
                seen.add(move)
    assert len(seen) > MOVE_COUNT - 6


@pytest.mark.parametrize(
    ("set_up", "move", "sentence"),
    [
        ({}, "draw", "You −9 HP, 191 left; then your turn is over."),
        ({"hp": [9, 9, 9, 9], "mode": "death match"}, "draw", "You −9 HP: you are out."),
        ({}, "red 7", "Pool +7, then 16."),
        ({}, "red 0 reset", "The pool falls from 9 to 0."),
        ({"pool": 0}, "red 0 reset", "The pool stays empty."),
        ({}, "red reverse", "Play reverses: Dan is next."),
        ({"out": "BC"}, "red reverse", "With two players it skips: Dan loses a turn, and you are next."),
        ({"penalty": 2}, "red reverse", "Throws the 2 cards back at Dan."),
        ({"penalty": 2}, "red skip", "Passes the 2 cards on to Ben."),
        ({}, "red skip", "Ben loses a turn; Cleo is next."),
        ({}, "wild draw 4 blue", "Playable then: blue, black. Ben draws 4 cards and loses the turn, or answers."),
        ({}, "trade 2", "You hold 3 cards then, Cleo 9; the colour stays."),
        ({}, "discard all", "Your 5 red cards go with it; the colour stays."),
    ],
)
def test_explanations_say_what_would_happen(set_up: dict[str, object], move: str, sentence: str) -> None:
    hand = "red 7, red 0, red reverse, red skip, red draw 2, wild draw 4, wild, trade, discard all, wild hit all"
    settings: dict[str, object] = {"pool": 9, **set_up}
    t = table(hand, *OTHERS, **settings)  # type: ignore[arg-type]
    assert game.explain_move(t.position, 0, game.parse_move(t.position, 0, move), NAMES) == sentence


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("red 7", "Play the red 7"),
        ("red skip", "Play the red Skip"),
        ("red 0 add", "Play the red 0 and add to the pool"),
        ("red 0 reset", "Play the red 0 and empty the pool"),
        ("wild draw 4 blue", "Play the Wild Draw 4 and name blue"),
        ("trade 2", "Trade hands with Cleo"),
        ("draw", "Draw a card"),
    ],
)
def test_moves_are_said_as_people_say_them(move: str, said: str) -> None:
    t = table("red 7, red 0, red skip, wild draw 4, trade", *OTHERS)
    assert game.describe_move(t.position, 0, game.parse_move(t.position, 0, move), NAMES) == said


def test_every_kind_of_event_turns_up_and_cites_a_clause() -> None:
    kinds: set[str] = set()
    whys: set[str] = set()
    busy: list[dict[str, object]] = [
        {"discard_alls": 8, "mode": "death match", "hp": 50},
        {"goal": 100, "max_rounds": 3},
    ]
    for changes in [*game.configurations(), *busy]:
        for number in range(6):
            for event in all_events(RandomGame(game, game.options(changes), f"told/{number}", listen=True)):
                kinds.add(event.kind)
                for seat in (None, 0, 1):
                    seen = event.seen_by(seat)
                    if seen is not None:
                        kinds.add(seen.kind)
                        line = game.describe_event(seen, PEOPLE)
                        assert line.clause.startswith("BP-")
                        assert "{" not in line.text
                        if seen.kind in ("dealt", "drew"):
                            whys.add(seen.text(1))
    rare = {"tied", "drawn_match", "nothing_left", "pool_recycled", "time_up"}  # other tests quote these
    assert {*SENTENCES, *OPEN_CARD_EVENTS, "dealt", "drew", "dealt_unseen", "drew_unseen", "won"} - kinds <= rare
    assert whys == set(DRAW_SENTENCES)


def test_secrets_are_described_to_their_owner_only() -> None:
    t = table("blue 1, blue 2", *OTHERS, top="red 9").does("A", "draw")
    drew = next(event for event in t.heard if event.kind == "drew")
    assert str(game.describe_event(drew.seen_by(0) or SeenEvent("", []), PEOPLE)) == "A draws red 9. (BP-6)"
    assert str(game.describe_event(drew.seen_by(1) or SeenEvent("", []), PEOPLE)) == "A draws 1 card. (BP-6)"
    t = table("trade, blue 2", *OTHERS).does("A", "trade 1")
    hands = [event for event in t.heard if event.kind == "new_hand"]
    assert [event.seen_by(2) for event in hands] == [None, None]
    assert str(game.describe_event(hands[0].full(), PEOPLE)) == "A holds yellow 1, yellow 2 and yellow 3 now. (BP-16)"


def test_a_damaged_save_is_refused_in_a_sentence() -> None:
    t = table("red 7, blue 1", *OTHERS)
    good = t.position.save()
    for name, value in (
        ("hands", [[1], [2]]), ("pile", "all"), ("on", 9), ("deck", [99]), ("hp", [1, True, 2, 3]), ("counting", 1),
        ("direction", 0), ("phase", 3), ("inside", [1, 1, 1, 1]), ("notes", None), ("back", [1]), ("symbol", 99),
        ("phase", 2), ("penalty", 2), ("fallen", [1]), ("places", [1, 1, 1, 1]), ("undecided", True), ("seen", [65]),
        ("lacks", [1 << 7, 0, 0, 0]), ("young", [1, 0, 0, 0]), ("notes", [[1] * 3, [], [], []]),
        ("inside", [False, True, True, True]), ("pile", [0] * 100_000), ("pool", 10**12),
    ):  # fmt: skip
        with pytest.raises(BadRecord, match="damaged"):
            load_match(t.position.numbers, {**good, name: value})
    no_saves: list[object] = [None, [], "save", {}]
    for nothing in no_saves:
        with pytest.raises(BadRecord, match="damaged"):
            load_match(t.position.numbers, nothing)
    del good["turn"]
    with pytest.raises(BadRecord, match="'turn' is missing"):
        load_match(t.position.numbers, good)


@rule("BP-10")
def test_the_topic_of_penalties_names_the_answers_in_force() -> None:
    def penalty(**changes: object) -> str:
        return next(topic.text for topic in game.topics(game.options(changes)) if topic.name == "penalty")

    assert "draw card" not in penalty()
    assert "a Skip or Reverse of the same colour or another draw card answers it" in penalty(stack_draws="on")


def test_topics_explain_every_kind_of_card() -> None:
    names = [topic.name for topic in game.topics(game.options({"mode": "death match", "players": 8}))]
    assert names == [
        "number", "zero", "skip", "reverse", "draw 2", "wild", "wild draw 4", "trade", "wild hit all", "wild chaos",
        "discard all", "penalty", "puno", "pool", "overload",
    ]  # fmt: skip
    assert "trade" not in [topic.name for topic in game.topics(game.options({"mode": "traditional"}))]


# --- the drawing ---


def drawn(t: Play, who: int | None, width: int = 80, focus: str = "") -> str:
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as capture:
        console.print(
            game.terminal().draw(Canvas(t.position.view(who), ["Ann", "Ben", "Cleo", "Dan"], width, cursor=focus))
        )
    return capture.get()


def test_the_drawing_shows_all_there_is_to_know() -> None:
    t = table(
        "red 7, blue 9, wild", *OTHERS, pool=17, pool_pile="red 8, red 9", scores=[10, 20, 30, 40], hp=[200, 5, 3, 1]
    )
    picture = drawn(t, 0)
    for words in ("●   7   ●", "■   9   ■", "★ wild  ★", "red", "to match", "or any 5", "↻ clockwise", "17 ▰",
                  "▶ yours", "0 Ann (you)", "▷   1 Ben", "200 █", " 40", "to 500", "play a card or draw"):  # fmt: skip
        assert words in picture, words
    assert "blue 1" not in picture
    assert "●   7   ●" not in drawn(t, None), "a spectator sees no hand"
    assert all(len(line) <= 80 for line in picture.splitlines())


def test_the_drawing_marks_what_can_be_played() -> None:
    picture = drawn(table("red 7, blue 9", *OTHERS), 0)
    assert "┃●   7   ●┃" in picture
    assert "│■   9   ■│" in picture
    t = table("red skip, blue skip, red 7", *OTHERS, penalty=2, card="red draw 2")
    picture = drawn(t, 0)
    assert "┃● skip  ●┃" in picture
    assert "│■ skip  ■│" in picture
    assert "│●   7   ●│" in picture
    assert "⚠ a penalty of 2 for Ann" in picture


def test_a_large_hand_is_drawn_in_chips_and_fits_a_narrow_screen() -> None:
    hand = ", ".join(f"{colour} {digit}" for colour in ("red", "blue", "green") for digit in range(1, 10))
    for width in (40, 60, 80):
        picture = drawn(table(hand, *OTHERS), 0, width)
        assert "▸● 3" in picture
        assert all(len(line) <= width for line in picture.splitlines()), width


def test_the_drawing_shows_known_cards_the_drawn_card_those_who_are_out_and_the_end() -> None:
    t = table("trade, red 7, blue 9", *OTHERS).does("A", "trade 1")
    assert "Ben has, as you saw, " in drawn(t, 0)
    assert "● 7" in drawn(t, 0)
    t = table("blue 1", *OTHERS, top="red 9", mode="traditional").does("A", "draw")
    assert "drawn" in drawn(t, 0)
    t = table("red 7, red 8", *OTHERS, deck="", out="BCD", max_rounds=1)
    assert "✗" in drawn(t, 0)
    t.does("A", "red 7").does("A", "red 8")
    assert with_names(str(t.position.view(0)["outcome"]), NAMES) == "Ann wins with 200 points."
    assert "with 200 points." in drawn(t, 0)
    assert "place 1" in drawn(t, 0)


def test_the_cursor_walks_over_the_hand_and_what_it_may_need() -> None:
    t = table("red 7, red 7, wild, trade, red 0", *OTHERS, out="C")
    assert game.terminal().places(t.position.view(0)) == [
        ["red 7", "wild", "trade", "red 0"], ["red", "blue", "green", "yellow"], ["1", "3"], ["add", "reset", "draw"],
    ]  # fmt: skip
    assert game.terminal().places(t.position.view(None)) == []
    assert "draw" in drawn(t, 0, focus="draw")
