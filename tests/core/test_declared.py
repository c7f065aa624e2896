"""What follows from the fields of a declared position, and what is refused."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Sequence
from typing import Any

import pytest

from foxes import game as foxes
from pigeons import game as pigeons
from pigeons.game import Square
from rumpus.core.declared import NOTHING, SEAT, DeclaredPosition, Pool, each, known_to, own, sealed, secret, shown
from rumpus.core.declared.game import DeclaredGame, placed, take
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.options import Options, number
from rumpus.core.position import EVERYONE, Json, Move, Seat, SeenEvent, View
from rumpus.core.rng import Rng, ScriptedRng, SeededRng
from rumpus.core.words import YOU
from rumpus.testing.laws import LAWS
from rumpus.testing.random_games import RandomGame, saved, text_of

DICE = Pool(6, ["one", "two", "three", "four", "five", "six"])
CARDS = Pool(8)


def rolled(position: Cups, other: Seat, rng: Rng) -> list[int]:
    return sorted(rng.below(6) + 1 for _ in position.cups[other])


class Cups(DeclaredPosition):
    """Seats roll dice and guess how many sixes there are. Has every kind of field but `known_to`."""

    cups: list[list[int]] = own(again=rolled, label="dice", count="dice", low=1, top=6, most=3)
    guesses: list[int] = sealed(label="guess")
    history: list[list[int]] = each(label="said", top=9, most=3)
    lucky: list[bool] = each(False)
    tight: bool = shown(True)
    board: list[bool] = shown([True, False])
    pips: int = shown(NOTHING, pool=DICE)
    bag: list[int] = secret(DICE)
    left: int = shown(3, top="rounds")

    def deal(self, rng: Rng) -> None:
        self.cups = [sorted(rng.below(6) + 1 for _ in range(3)) for _ in range(self.seats)]
        self.bag = list(range(6))
        self.shuffle(self.bag, rng)
        self.left = self.options.number("rounds")

    def moves(self, seat: Seat) -> list[Move]:
        return list(range(10)) if self.left and self.guesses[seat] == NOTHING else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.guesses[seat] = move
        if NOTHING not in self.guesses:
            for other, guess in enumerate(self.guesses):
                self.history[other].append(guess)
            self.guesses = [NOTHING] * self.seats
            self.left -= 1
            self.lucky[rng.below(self.seats)] = True
            self.note("round_over", self.left)

    def result(self) -> list[float] | None:
        sixes = sum(cup.count(6) for cup in self.cups)
        return None if self.left else placed([-abs(said[-1] - sixes) for said in self.history])


class CupGame(DeclaredGame[Cups]):
    name, title, blurb, position = "cups", "Cups", "How many sixes?", Cups
    fields = (number("players", 2, 2, 3, "how many", "CU-1"), number("rounds", 2, 1, 3, "how long", "CU-2"))
    lines = {"round_over left": ("{left} rounds are left.", "CU-3")}

    def move_count(self, options: Options) -> int:
        return 10

    def rules(self) -> str:
        return "- **CU-1** Two or three.\n- **CU-2** So many rounds.\n- **CU-3** Then it is over.\n"


cups = CupGame()


class Hands(DeclaredPosition):
    """Nothing but places for cards."""

    hands: list[list[int]] = own(CARDS)
    pile: list[int] = secret(CARDS)
    table: list[int] = shown(pool=CARDS)
    known: list[int] = known_to(CARDS)

    def moves(self, seat: Seat) -> list[Move]:
        return [0]

    def result(self) -> list[float] | None:
        return None


def hands(*cards: list[int], pile: list[int] | None = None) -> Hands:
    return Hands(foxes.options(), len(cards), hands=[*cards], pile=pile or [])


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("changes", [{}, {"players": 3, "rounds": 3}])
def test_every_kind_of_field_keeps_every_law(law: Any, changes: dict[str, object]) -> None:
    law(cups, cups.options(changes), 2)


def test_a_copy_shares_nothing_and_listens_if_this_one_does() -> None:
    square = pigeons.start(pigeons.options(), SeededRng("deal"), listen=True)
    twin = square.copy()
    assert type(twin) is Square
    assert twin.save() == square.save()
    assert square.events
    assert twin.events == []
    twin.hands[0].pop()
    twin.bids[0] = 3
    assert len(square.hands[0]) == 5
    assert square.bids == [NOTHING, NOTHING]


def test_positions_can_be_pickled_and_copied_deeply() -> None:
    square = pigeons.start(pigeons.options(), SeededRng("deal"))
    for again in (pickle.loads(pickle.dumps(square)), copy.deepcopy(square)):
        assert again.save() == square.save()
        assert again.moves(0) == square.moves(0)


def test_what_was_not_declared_is_refused_at_once() -> None:
    square = pigeons.start(pigeons.options(), SeededRng("deal"))
    with pytest.raises(AttributeError, match=r"Square declares no field 'crumb_s', so copies .* did you mean 'crumbs'"):
        square.crumb_s = [1, 2]
    with pytest.raises(AttributeError, match="declares no field 'wings'"):
        Square(pigeons.options(), 2, wings=2)


def test_a_subclass_may_say_more_fields_and_write_methods_by_hand() -> None:
    class Town(Square):
        cats: int = shown(2, top=9)

        def view(self, seat: Seat | None) -> View:
            return {**super().view(seat), "dogs": 1}

    town = Town(pigeons.options(), 2, hands=[[1], [2]])
    assert town.copy().cats == 2
    assert town.save()["cats"] == 2
    assert town.determinize(0, SeededRng("dream")).cats == 2
    view = town.view(0)
    assert (view["cats"], view["dogs"], view["crumb"]) == (2, 1, 1)


def field_of(annotation: object, said: object) -> None:
    type("Odd", (DeclaredPosition,), {"__annotations__": {"field": annotation}, "field": said})


@pytest.mark.parametrize(
    ("annotation", "said", "problem"),
    [
        (list[list[int]], own(), "Odd.field is hidden and has no pool. Pass again="),
        (list[int], secret(), "Odd.field is hidden and has no pool"),
        (list[int], own(CARDS), r"Odd.field is own, so its type must be list\[list\[int\]\]"),
        (dict[str, int], shown(), "Odd.field is shown, so its type must be .*int.* or .*bool.*"),
        (int, each(), "Odd.field is each, so its type must be"),
    ],
)
def test_a_field_that_says_too_little_is_refused(annotation: object, said: object, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        field_of(annotation, said)


def test_a_field_needs_a_type_and_a_name_of_its_own() -> None:
    with pytest.raises(TypeError, match=r"Odd.field is shown, so its type must be"):
        type("Odd", (DeclaredPosition,), {"field": shown()})
    with pytest.raises(TypeError, match=r"Odd.moves has a name that every position uses"):
        type("Odd", (DeclaredPosition,), {"__annotations__": {"moves": int}, "moves": shown()})
    with pytest.raises(TypeError, match=r"Two has two `own` fields. Pass count="):
        type("Two", (Hands,), {"__annotations__": {"more": list[list[int]]}, "more": own(CARDS)})


def test_a_view_shows_cards_by_their_words_and_nothing_hidden() -> None:
    position = cups.start(cups.options(), SeededRng("deal"))
    view, outside = position.view(0), position.view(None)
    assert view["dice"] == position.cups[0]
    assert "dice" not in outside
    assert "guess" not in outside
    assert view["bag"] == 6
    assert view["pips"] is None
    position.pips = position.bag.pop()
    assert position.view(None)["pips"] == DICE.word(position.pips)
    seats = view["seats"]
    assert isinstance(seats, list)
    assert seats[1] == {"seat": 1, "dice": 3, "said": [], "lucky": False}


ASKS = (
    lambda p: p.moves(2),
    lambda p: p.moves(-1),
    lambda p: p.view(2),
    lambda p: p.view(-1),
    lambda p: p.determinize(2, SeededRng("no")),
)


@pytest.mark.parametrize("ask", ASKS)
def test_a_seat_that_is_not_there_is_refused(ask: Any) -> None:
    with pytest.raises(RumpusError, match="There is no seat"):
        ask(pigeons.start(pigeons.options(), SeededRng("deal")))


# --- events ---


def test_what_is_noted_for_some_is_another_thing_to_the_rest() -> None:
    position = hands([1], [2], [3])
    position.note("unheard")
    position.listen()
    position.note("heard", 5)
    position.note("whispered", 5, to=1)
    position.note("told", 5, to=[0, 2], others=["told_unseen"])
    heard = [[str(event.seen_by(seat)) for seat in (None, 0, 1, 2)] for event in position.take_events()]
    assert heard == [
        ["heard(5)"] * 4,
        ["None", "None", "whispered(5)", "None"],
        ["told_unseen()", "told(5)", "told_unseen()", "told(5)"],
    ]


def test_words_come_from_templates() -> None:
    events = foxes.start(foxes.options(), SeededRng("deal"), listen=True).take_events()
    mine, other = events[0].seen_by(0), events[1].seen_by(0)
    assert mine is not None
    assert other is not None
    assert foxes.describe_event(mine, [YOU, "Ben", "Cleo"]).text.startswith("You are dealt hen ")
    assert foxes.describe_event(other, [YOU, "Ben", "Cleo"]).text == "Ben is dealt a hand."
    assert foxes.events["stole"] == ["thief", "victim", "card"]
    with pytest.raises(KeyError, match=r"The event 'flew' has no line in Foxes.lines"):
        foxes.describe_event(type(mine)("flew", []), [])


# --- cards that are remembered ---


def test_the_deal_to_several_fields_has_words() -> None:
    class Chests(Hands):
        chests: list[list[int]] = own(CARDS, count="in the chest")

        def deal(self, rng: Rng) -> None:
            cards = list(range(CARDS.size))
            self.hands, self.chests = ([take(cards, 1) for _ in range(self.seats)] for _ in range(2))
            self.pile = cards

    class Hoard(DeclaredGame[Chests]):
        name, title, blurb, position, package = "hoard", "Hoard", "Chests.", Chests, "pigeons"

        def move_count(self, options: Options) -> int:
            return CARDS.size

    game = Hoard()
    events = game.start(game.options(), SeededRng("deal"), listen=True).take_events()
    assert {event.kind for event in events} == {"dealt_hands", "dealt_chests"}
    for event in events:
        for seen in (event.seen_by(0), event.seen_by(1)):
            assert seen is not None
            assert "dealt" in game.describe_event(seen, ["Ann", "Ben"]).text
        assert set(game.events) >= {event.kind, f"{event.kind}_unseen"}


def test_the_two_between_whom_a_card_goes_know_it_and_so_do_observers() -> None:
    position = hands([1], [2, 3], [4], [5])
    position.move(2, position.hands[1], position.hands[0], seen=[3])
    assert position.hands == [[1, 2], [3], [4], [5]]
    assert position.known[2] == 0b1010
    position.move(2, position.hands[0], position.table)
    assert position.known[2] == 0
    position.move(2, position.table, position.hands[0])
    assert position.known[2] == 0b1110


def test_a_seat_that_does_not_see_which_card_leaves_a_hand_forgets_it() -> None:
    for gone in (2, 3):
        position = hands([2, 3], [], [])
        position.known[2] = 0b110
        position.move(gone, position.hands[0], position.hands[1])
        assert [mask & 0b100 for mask in position.known] == [0] * CARDS.size
    position = hands([2], [], [])
    position.known[2] = 0b100
    position.move(2, position.hands[0], position.hands[1])
    assert position.known[2] == 0b101, "of one card everybody sees which it was"


def test_a_known_place_of_a_pile_stays_known_until_it_is_shuffled() -> None:
    position = hands([1], [2], pile=[3, 4, 5])
    position.known[5] = 0b10
    assert position.view(1)["pile_known"] == [[2, 5]]
    position.move(3, position.pile, position.hands[0])
    assert position.view(1)["pile_known"] == [[1, 5]]
    assert position.determinize(1, SeededRng("dream")).pile[1] == 5
    position.shuffle(position.pile, SeededRng("luck"))
    assert position.known == [0] * CARDS.size
    position.move(position.pile[0], position.pile, position.hands[1], seen=EVERYONE)
    assert 0b01 in position.known


def test_a_revealed_place_is_remembered_by_those_who_saw_it() -> None:
    position = hands([1], [2], pile=[3, 4, 5])
    position.reveal(5, position.pile, to=1)
    position.reveal(1, position.hands[0], to=(0, 1))
    assert position.known[5] == 0b10
    assert position.known[1] == 0b10, "its holder is not included"
    assert position.view(1)["pile_known"] == [[2, 5]]
    assert position.view(0)["pile_known"] == []
    assert {position.determinize(1, SeededRng(str(n))).pile[2] for n in range(20)} == {5}
    with pytest.raises(ValueError, match=r"Card 2 is not in Hands\.pile"):
        position.reveal(2, position.pile, to=0)


def test_what_is_revealed_needs_a_field_that_keeps_it() -> None:
    square = pigeons.start(pigeons.options(), SeededRng("deal"))
    with pytest.raises(ValueError, match=r"Declare a field known_to\(…\) for the cards of .*Square\.spare"):
        square.reveal(square.spare[0], square.spare, to=0)


@pytest.mark.parametrize(
    ("key", "line", "problem"),
    [
        ("won @seat", ("{winner:wins}.", ""), r"lines has \{winner\} at 'won'. Its arguments are: seat."),
        ("ended", ("{} ended.", ""), r"lines has \{\} at 'ended'. Its arguments are: none."),
        (
            "won @seat card",
            ("{seat} wins.", "", "{cards}"),
            r"lines has \{cards\} at 'won'. Its arguments are: seat, card",
        ),
        ("won @seat", ("{seat:wins.", ""), r"lines cannot be read at 'won': "),
    ],
)
def test_a_line_that_names_no_argument_is_refused_at_once(key: str, line: Sequence[str], problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        type("Odd", (DeclaredGame,), {"lines": {key: line}})


def test_an_event_with_other_arguments_than_its_line_is_refused() -> None:
    with pytest.raises(ValueError, match=r"The event dealt_unseen\(\) has other arguments than .*lines says: @seat."):
        pigeons.describe_event(SeenEvent("dealt_unseen", []), ["Ann", "Ben"])


def test_a_card_moves_from_where_it_lies() -> None:
    position = hands([1], [2])
    with pytest.raises(ValueError, match=r"Card 2 is not in Hands\.hands"):
        position.move(2, position.hands[0], position.hands[1])


def test_cards_move_between_the_lists_of_the_position_alone() -> None:
    position = hands([1], [2])
    with pytest.raises(ValueError, match="Cards move between lists that are fields of Hands, not copies of them"):
        position.move(1, list(position.hands[0]), position.hands[1])


def test_a_world_keeps_known_cards_and_hides_the_knowledge_of_others() -> None:
    position = hands([0, 1], [2, 3, 4], [5, 6, 7])
    position.known[3], position.known[6] = 0b101, 0b010
    worlds = [position.determinize(0, SeededRng(str(n))) for n in range(60)]
    assert all(3 in world.hands[1] and world.hands[0] == [0, 1] for world in worlds)
    assert {tuple(world.hands[1]) for world in worlds} > {(2, 3, 4)}
    for world in worlds:
        assert world.known[3] == 0b101
        assert sorted(world.known[card] for card in world.hands[2]) == [0, 0, 0b010]
        assert world.determinize(0, SeededRng("again")).save() == position.determinize(0, SeededRng("again")).save()
    known = {card for world in worlds for card in world.hands[2] if world.known[card]}
    assert known == {2, 4, 5, 6, 7}, "the identity of the card is sampled as well"


def test_determinizations_reach_every_deal_alike() -> None:
    position = hands([0], [1], [2], pile=[3])
    counts: dict[str, int] = {}
    for n in range(1200):
        world = saved(position.determinize(0, SeededRng(str(n))))
        counts[world] = counts.get(world, 0) + 1
    assert len(counts) == 6
    assert all(140 < count < 260 for count in counts.values())


def test_a_world_is_sampled_again_until_it_could_be() -> None:
    class Even(Hands):
        def could_be(self, seat: Seat) -> bool:
            return all(card % 2 == 0 for card in self.hands[1])

    position = Even(foxes.options(), 2, hands=[[0], [2]], pile=[1, 4])
    assert {position.determinize(0, SeededRng(str(n))).hands[1][0] for n in range(20)} == {2, 4}
    odd = Even(foxes.options(), 2, hands=[[0], [1]], pile=[3])
    with pytest.raises(RumpusError, match=r"Seat 0 has no possible world in 10000 deals. Even.could_be is never true"):
        odd.determinize(0, SeededRng("never"))


# --- sealed answers ---


def test_nobody_is_told_that_an_answer_is_in() -> None:
    position = cups.start(cups.options(), SeededRng("deal"))
    position.play(0, 4, ScriptedRng([]))
    assert position.to_act() == [1]
    assert position.visible_to_act(0) == [1]
    assert position.visible_to_act(1) == [0, 1]
    assert position.visible_to_act(None) == [0, 1]
    assert position.view(0)["guess"] == 4
    assert position.determinize(1, SeededRng("dream")).guesses == [NOTHING, NOTHING]


# --- saves ---


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"hands": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 9]]}, r"its cards are not those of a deal \(hands, spare, gone\)"),
        ({"hands": [[1, 2, 3, 4, 5]]}, "'hands' holds a list of 1 instead of 2"),
        ({"hands": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 99]]}, "'hands' holds a number outside 0 to 23"),
        ({"bids": [6, NOTHING]}, "'bids' holds an answer that seat 0 could not give"),
        ({"bids": [1, 6]}, "nobody is to decide, and it is not over"),
        ({"crumbs": [16, 0]}, "'crumbs' holds a number outside 0 to 15"),
        ({"spare": [11, 12], "gone": [13]}, ""),
        ({"hands": [[1, 2, 3, 4, 5, 13], [6, 7, 8, 9, 10]], "spare": [11, 12]}, "a hand does not fit its round"),
    ],
)
def test_a_save_that_could_not_be_is_refused(changes: dict[str, Json], problem: str) -> None:
    square = Square(pigeons.options(), 2, hands=[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], spare=[11, 12, 13])
    plain = {**json.loads(text_of(square.save())), **changes}
    if problem:
        with pytest.raises(BadRecord, match=problem):
            pigeons.load(pigeons.options(), plain)
    else:
        assert pigeons.load(pigeons.options(), plain).gone == [13]


def test_rules_that_cannot_go_on_from_a_save_refuse_it() -> None:
    class Fragile(CupGame):
        class Breaking(Cups):
            def flaw(self) -> str:
                return str([][self.left])

        position = Breaking

    position = cups.start(cups.options(), SeededRng("deal"))
    with pytest.raises(BadRecord, match=r"the rules cannot go on from it \(IndexError"):
        Fragile().load(cups.options(), position.save())


# --- features ---


@pytest.mark.parametrize("game", [cups, foxes, pigeons], ids=["cups", "foxes", "pigeons"])
def test_what_differs_in_the_view_differs_in_the_features(game: DeclaredGame[Any]) -> None:
    options = game.options()
    features = game.bots().features(options)
    assert len(set(features.names)) == len(features.names)
    views: dict[str, str] = {}
    for seed in range(4):
        match = RandomGame(game, options, f"features/{seed}")
        for _ in match.steps():
            for seat in match.seats:
                row = features.of(match.position, seat)
                assert len(row) == len(features.names)
                assert all(-1 <= number <= 1 for number in row)
                view = text_of(match.position.view(seat))
                assert views.setdefault(str(row), view) == view


def test_a_seat_in_a_row_is_seen_from_the_own_side() -> None:
    class Turns(Hands):
        turn: Seat = shown(NOTHING, low=NOTHING, top=SEAT)
        votes: list[Seat] = each(0, top=SEAT)
        order: list[Seat] = shown([], top=SEAT, most=2)

        def deal(self, rng: Rng) -> None:
            """Nobody has a card."""

    class TurnsGame(CupGame):
        position = Turns  # type: ignore[assignment]

    game = TurnsGame()
    options = game.options({"players": 3})
    features = game.bots().features(options)
    position = Turns(options, 3, turn=2, votes=[1, 1, 0], order=[2])
    for seat in range(3):
        row = dict(zip(features.names, features.of(position, seat), strict=True))
        assert [row[f"turn is +{step}"] for step in range(3)] == [(2 - seat) % 3 == step for step in range(3)]
        voted = [[row[f"votes +{who} is +{step}"] for step in range(3)] for who in range(3)]
        assert voted == [
            [(position.votes[(seat + who) % 3] - seat) % 3 == step for step in range(3)] for who in range(3)
        ]
        assert [row[f"order 0 is +{step}"] for step in range(3)] == [(2 - seat) % 3 == step for step in range(3)]
        assert not any(row[f"order 1 is +{step}"] for step in range(3))
    nobody = features.of(Turns(options, 3, turn=NOTHING, votes=[0, 0, 0], order=[]), 1)
    assert not any(nobody[features.names.index(f"turn is +{step}")] for step in range(3))


def test_the_lab_counts_what_a_line_names() -> None:
    ledger = foxes.lab().ledger
    match = RandomGame(foxes, foxes.options(), "ledger", listen=True)
    for _ in match.steps():
        pass
    counted = [entry for event in match.position.take_events() for entry in ledger(event)]
    assert {kind for _, kind, _ in counted} == {"set", "stole"}
    assert all(what.startswith(("hen ", "dog")) for _, _, what in counted)


def test_scores_and_cards() -> None:
    assert placed([3, 1, 2]) == [1.0, -1.0, -1.0]
    assert placed([3, 3, 2]) == [0.0, 0.0, -1.0]
    cards = [5, 6, 7]
    assert take(cards, 2) == [5, 6]
    assert cards == [7]


def test_a_number_may_be_a_seat() -> None:
    class Turn(Hands):
        turn: Seat = shown(top=SEAT)

        def deal(self, rng: Rng) -> None:
            """Nobody has a card."""

    class TurnGame(CupGame):
        position = Turn  # type: ignore[assignment]

    plain = Turn(cups.options(), 2).save()
    assert TurnGame().load(cups.options(), plain).save()["turn"] == 0
    with pytest.raises(BadRecord, match="'turn' holds a number outside 0 to 1"):
        TurnGame().load(cups.options(), {**plain, "turn": 2})
