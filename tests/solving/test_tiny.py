"""Any tiny game is solved through the contract alone; where that cannot be, it says why."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kuhn import game as kuhn
from kuhn.game import BET, PASS
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Plain, Position, Seat, View
from rumpus.core.rng import Luck
from rumpus.games.defend_the_city.solver.solution import SiegeSolver
from rumpus.solving.cfr import exploitability
from rumpus.solving.enumeration import TooLarge
from rumpus.solving.solve import TinySolution, solve_tiny

JACK, QUEEN, KING = "jack", "queen", "king"


class Sketch(Position):
    """A position that is a list of numbers, and a game made from four questions about it."""

    def __init__(self, rules: SketchGame, told: list[int]) -> None:
        super().__init__()
        self.rules = rules
        self.told = told

    def to_act(self) -> list[Seat]:
        return [] if self.result() is not None else self.rules.asks(self.told)

    def moves(self, seat: Seat) -> list[Move]:
        return self.rules.offers(self.told) if seat in self.to_act() else []

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.told = self.rules.decided(self.told, seat, move, luck)

    def result(self) -> list[float] | None:
        return self.rules.pays(self.told)

    def copy(self) -> Sketch:
        twin = Sketch(self.rules, self.told)
        if self.events is not None:
            twin.listen()
        return twin

    def view(self, seat: Seat | None) -> View:
        return {"you": seat, "told": list[Plain](self.rules.shows(self.told, seat))}

    def imagine(self, seat: Seat, luck: Luck) -> Sketch:
        return Sketch(self.rules, self.told)

    def save(self) -> dict[str, Plain]:
        return {"told": list[Plain](self.told)}


class SketchGame(Game):
    name = "sketch"
    title = "Sketch"
    players = 2
    told_at_first: list[Event] = []

    def seats(self, options: Options) -> int:
        return self.players

    def begins(self, luck: Luck) -> list[int]:
        return []

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Sketch:
        position = Sketch(self, self.begins(luck))
        if listen:
            position.listen()
            assert position.events is not None
            position.events += self.heard(position.told)
        return position

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Sketch:
        told = plain["told"]
        assert isinstance(told, list)
        return Sketch(self, [int(str(number)) for number in told])

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return f"take {move}"

    def heard(self, told: list[int]) -> list[Event]:
        return []

    def asks(self, told: list[int]) -> list[Seat]:
        return [len(told) % self.players]

    def offers(self, told: list[int]) -> list[Move]:
        return [0, 1]

    def decided(self, told: list[int], seat: Seat, move: Move, luck: Luck) -> list[int]:
        return [*told, move]

    def shows(self, told: list[int], seat: Seat | None) -> list[int]:
        return told

    def pays(self, told: list[int]) -> list[float] | None:
        raise NotImplementedError


def solved(game: Game) -> TinySolution:
    return solve_tiny(game, game.options())


# --- something is hidden ---


def test_kuhns_poker_is_worth_an_eighteenth_of_a_coin() -> None:
    solution = solved(kuhn)
    scale, _ = kuhn.stake
    assert solution.payoffs[0] * scale == pytest.approx(-1 / 18, abs=1e-6)
    assert solution.payoffs == [solution.payoffs[0], -solution.payoffs[0]]
    assert solution.exploitability <= 1e-7
    assert (solution.positions, solution.situations) == (54, 12)
    assert "player 1 −0.055556 coins, player 2 +0.055556 coins." in solution.sentences()[0]
    bets = {row.knows: dict(row.moves)["bet"] for row in solution.strategy}
    bluff = bets["You are dealt jack. Player 2 is dealt a hand."]
    assert bluff <= 1 / 3 + 1e-3
    assert bets["You are dealt king. Player 2 is dealt a hand."] == pytest.approx(3 * bluff, abs=1e-2)
    assert bets["You are dealt queen. Player 2 is dealt a hand."] == pytest.approx(0, abs=1e-3)
    calls = bets["You are dealt queen. Player 2 is dealt a hand. You say “pass”. Player 2 says “bet”."]
    assert calls == pytest.approx(bluff + 1 / 3, abs=1e-2)
    assert bets["Player 1 is dealt a hand. You are dealt jack. Player 1 says “pass”."] == pytest.approx(1 / 3, abs=1e-3)


def test_how_much_a_strategy_leaves_to_gain() -> None:
    def evenly(chair: Chair) -> Mapping[Move, float]:
        return dict.fromkeys(chair.moves(), 0.5)

    assert exploitability(kuhn, kuhn.options(), evenly) == pytest.approx(11 / 48, abs=1e-12)

    def by_the_book(chair: Chair) -> Mapping[Move, float]:
        """The equilibrium in which player 1 never bets first."""
        view = chair.view()
        card, said = view["card"], view["said"]
        assert isinstance(card, list)
        bets = {
            (JACK, 0): 0, (QUEEN, 0): 0, (KING, 0): 0,
            (JACK, 1): 1 / 3 if said == [PASS] else 0, (QUEEN, 1): 0 if said == [PASS] else 1 / 3, (KING, 1): 1,
            (JACK, 2): 0, (QUEEN, 2): 1 / 3, (KING, 2): 1,
        }  # fmt: skip
        assert isinstance(said, list)
        bet = bets[str(card[0]), len(said)]
        return {PASS: 1 - bet, BET: bet}

    assert exploitability(kuhn, kuhn.options(), by_the_book) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("shares", [{0: 0.5}, {0: 0.5, 7: 0.5}, {0: 1.5, 1: -0.5}])
def test_a_strategy_that_is_none_is_refused(shares: Mapping[Move, float]) -> None:
    with pytest.raises(RumpusError, match="a strategy makes the moves"):
        exploitability(kuhn, kuhn.options(), lambda chair: shares)


class Pennies(SketchGame):
    """Both choose at once; the same is player 1's, and two heads count twice: value 1/12 of the stake."""

    def asks(self, told: list[int]) -> list[Seat]:
        return [0, 1][len(told) :]

    def shows(self, told: list[int], seat: Seat | None) -> list[int]:
        return told[:1] if seat == 0 else []

    def pays(self, told: list[int]) -> list[float] | None:
        if len(told) < 2:
            return None
        won = (1.0 if told == [1, 1] else 0.5) if told[0] == told[1] else -0.5
        return [won, -won]


def test_seats_that_decide_together_do_not_know_of_each_other() -> None:
    # Heads against heads 1, tails against tails 1/2, else -1/2: (1/2 - 1/4) / (3/2 + 1) = 1/10.
    assert solved(Pennies()).payoffs[0] == pytest.approx(0.1, abs=1e-6)


class Whispered(SketchGame):
    """A coin is told to one seat once and not kept in its view; whoever remembers it guesses right."""

    players = 1

    def begins(self, luck: Luck) -> list[int]:
        return [luck.below(2)]

    def heard(self, told: list[int]) -> list[Event]:
        return [Event("whispered", [told[0]], 1)]

    def asks(self, told: list[int]) -> list[Seat]:
        return [0]

    def shows(self, told: list[int], seat: Seat | None) -> list[int]:
        return told[1:]

    def pays(self, told: list[int]) -> list[float] | None:
        return None if len(told) < 2 else [1.0 if told[0] == told[1] else -1.0]

    def tell(self, seen, names):  # type: ignore[no-untyped-def]
        from rumpus.core.words import Line

        return Line(f"It is {seen.number(0)}.")


class Unheard(Whispered):
    def heard(self, told: list[int]) -> list[Event]:
        return []


def test_what_was_noticed_once_is_remembered() -> None:
    assert solved(Whispered()).payoffs == [pytest.approx(1.0, abs=1e-6)]
    assert solved(Unheard()).payoffs == [pytest.approx(0.0, abs=1e-6)]


def test_outcomes_that_nobody_can_tell_apart_are_one() -> None:
    class Dice(Unheard):
        def begins(self, luck: Luck) -> list[int]:
            return [luck.below(60) % 2]

    assert solved(Dice()).positions == 60 + 4


def test_three_seats_and_payoffs_that_do_not_add_up_are_refused_where_something_is_hidden() -> None:
    class Three(Pennies):
        players = 3

    with pytest.raises(RumpusError, match="Sketch for 3 hides something from its seats, and no play is best"):
        solved(Three())

    class Friends(Pennies):
        def pays(self, told: list[int]) -> list[float] | None:
            return None if len(told) < 2 else [1.0, 1.0]

    with pytest.raises(RumpusError, match=r"its payoffs do not add up to nothing \(1 and 1\)"):
        solved(Friends())


# --- nothing is hidden ---


class Nim(SketchGame):
    """Whoever takes the last of seven matches wins; one or two are taken."""

    matches = 7

    def offers(self, told: list[int]) -> list[Move]:
        return [1, 2] if self.matches - sum(told) > 1 else [1]

    def decided(self, told: list[int], seat: Seat, move: Move, luck: Luck) -> list[int]:
        return [*told, move]

    def pays(self, told: list[int]) -> list[float] | None:
        if sum(told) < self.matches:
            return None
        won = 1.0 if len(told) % 2 else -1.0
        return [won, -won]


def test_an_open_game_is_solved_from_its_ends() -> None:
    solution = solved(Nim())
    assert (solution.payoffs, solution.rounds, solution.exploitability) == ([1.0, -1.0], 0, 0.0)
    assert solution.strategy[0].plain() == {
        "seat": 0,
        "knows": "decision 1 of the best line",
        "moves": {"take 1": 1.0, "take 2": 0.0},
        "worth": {"take 1": 1.0, "take 2": -1.0},
    }
    assert "Nothing is hidden, so it was solved from its ends backwards" in solution.sentences()[-1]

    class Nine(Nim):
        matches = 9

    assert solved(Nine()).payoffs == [-1.0, 1.0]


def test_ways_that_meet_are_looked_at_once() -> None:
    class Heaps(Nim):
        """What is left and whose turn it is: 2 × 40 positions at most, where the ways to them are millions."""

        matches = 40

        def decided(self, told: list[int], seat: Seat, move: Move, luck: Luck) -> list[int]:
            return [told[0] + move if told else move, 1 - seat]

        def asks(self, told: list[int]) -> list[Seat]:
            return [told[1] if told else 0]

        def offers(self, told: list[int]) -> list[Move]:
            return [1, 2] if not told or self.matches - told[0] > 1 else [1]

        def pays(self, told: list[int]) -> list[float] | None:
            if not told or told[0] < self.matches:
                return None
            return [1.0, -1.0] if told[1] else [-1.0, 1.0]

    solution = solved(Heaps())
    assert solution.payoffs == [1.0, -1.0]
    assert solution.positions < 90


def test_chance_and_three_seats_where_all_is_open() -> None:
    class Ladder(SketchGame):
        """Each may take what there is or roll: a roll is worth 0 to 1 evenly, to whoever rolls it."""

        players = 3

        def decided(self, told: list[int], seat: Seat, move: Move, luck: Luck) -> list[int]:
            return [*told, 1 if move == 0 else luck.below(5)]

        def pays(self, told: list[int]) -> list[float] | None:
            return None if len(told) < 3 else [number / 4 for number in told]

    assert solved(Ladder()).payoffs == [pytest.approx(0.5)] * 3


def test_a_game_that_can_go_round_is_refused() -> None:
    class Round(SketchGame):
        def begins(self, luck: Luck) -> list[int]:
            return [0]

        def asks(self, told: list[int]) -> list[Seat]:
            return [0]

        def decided(self, told: list[int], seat: Seat, move: Move, luck: Luck) -> list[int]:
            return [(told[0] + 1) % 3] if move else [9]

        def pays(self, told: list[int]) -> list[float] | None:
            return [1.0, -1.0] if told == [9] else None

    with pytest.raises(RumpusError, match="can come back to a position it was in, 3 of 4 positions lie on such rounds"):
        solved(Round())


SIEGE: dict[str, object] = {"stamina": 1, "enemies": 1, "stand_offs": 1, "idle_turns": 1}


@pytest.mark.parametrize("enemy", ["uniform", "brute"])
def test_it_agrees_with_a_solver_that_knows_its_game(enemy: str) -> None:
    city = find_game("defend_the_city")
    chance = SiegeSolver().solve_with(enemy, SIEGE).value
    solution = solve_tiny(city, city.options({**SIEGE, "enemy": enemy}))
    assert solution.payoffs[0] == pytest.approx(2 * chance - 1, abs=1e-6)


# --- too large ---


def test_what_is_too_large_says_so_with_the_number() -> None:
    with pytest.raises(TooLarge, match="more than 50 positions were reached; --limit allows more"):
        solve_tiny(kuhn, kuhn.options(), limit=50)
    puno = find_game("battle_puno")
    with pytest.raises(TooLarge, match="outcomes of one shuffle or roll would have to be visited"):
        solve_tiny(puno, puno.options())


def test_how_far_it_is_is_told() -> None:
    told: list[tuple[float, str]] = []
    solve_tiny(
        kuhn, kuhn.options(), precision=0.0, rounds=200, progress=lambda share, words: told.append((share, words))
    )
    assert told[-1][0] == 1.0
    assert told[-1][1].startswith("round 200: ")
