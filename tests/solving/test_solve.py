"""Small games are solved through the contract alone; refusals say why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from kuhn import game as kuhn
from kuhn.game import BET, PASS
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Event, Json, Move, Position, Seat, SeenEvent, View
from rumpus.core.rng import Rng
from rumpus.core.words import Line
from rumpus.games.defend_the_city.solver.solution import SiegeSolver
from rumpus.solving.cfr import exploitability, find_equilibrium
from rumpus.solving.enumeration import GameTree, TooLarge
from rumpus.solving.solve import SmallGameSolution, solve_small

JACK, QUEEN, KING = "jack", "queen", "king"


class Sketch(Position):
    """A position that is a list of numbers, and a game made from four questions about it."""

    def __init__(self, rules: SketchGame, numbers: list[int]) -> None:
        super().__init__()
        self.rules = rules
        self.numbers = numbers

    def to_act(self) -> list[Seat]:
        return [] if self.result() is not None else self.rules.acting(self.numbers)

    def moves(self, seat: Seat) -> list[Move]:
        return self.rules.offers(self.numbers) if seat in self.to_act() else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.numbers = self.rules.after_move(self.numbers, seat, move, rng)

    def result(self) -> list[float] | None:
        return self.rules.payoffs_of(self.numbers)

    def copy(self) -> Sketch:
        twin = Sketch(self.rules, self.numbers)
        if self.events is not None:
            twin.listen()
        return twin

    def view(self, seat: Seat | None) -> View:
        return {"you": seat, "told": list[Json](self.rules.seen_by(self.numbers, seat))}

    def determinize(self, seat: Seat, rng: Rng) -> Sketch:
        return Sketch(self.rules, self.numbers)

    def save(self) -> dict[str, Json]:
        return {"told": list[Json](self.numbers)}


class SketchGame(Game):
    name = "sketch"
    title = "Sketch"
    players = 2

    def seats(self, options: Options) -> int:
        return self.players

    def first_numbers(self, rng: Rng) -> list[int]:
        return []

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Sketch:
        position = Sketch(self, self.first_numbers(rng))
        if listen:
            position.listen()
            assert position.events is not None
            position.events += self.first_events(position.numbers)
        return position

    def load(self, options: Options, plain: Mapping[str, Json]) -> Sketch:
        numbers = plain["told"]
        assert isinstance(numbers, list)
        return Sketch(self, [int(str(number)) for number in numbers])

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return f"take {move}"

    def first_events(self, numbers: list[int]) -> list[Event]:
        return []

    def acting(self, numbers: list[int]) -> list[Seat]:
        return [len(numbers) % self.players]

    def offers(self, numbers: list[int]) -> list[Move]:
        return [0, 1]

    def after_move(self, numbers: list[int], seat: Seat, move: Move, rng: Rng) -> list[int]:
        return [*numbers, move]

    def seen_by(self, numbers: list[int], seat: Seat | None) -> list[int]:
        return numbers

    def payoffs_of(self, numbers: list[int]) -> list[float] | None:
        raise NotImplementedError


def solved(game: Game) -> SmallGameSolution:
    return solve_small(game, game.options())


# --- something is hidden ---


def test_kuhn_poker_has_value_one_eighteenth() -> None:
    solution = solved(kuhn)
    scale, _ = kuhn.payoff_unit
    assert solution.payoffs[0] * scale == pytest.approx(-1 / 18, abs=1e-6)
    assert solution.payoffs == [solution.payoffs[0], -solution.payoffs[0]]
    assert solution.exploitability <= 1e-7
    assert (solution.positions, solution.information_sets) == (54, 12)
    assert "player 1 −0.055556 coins, player 2 +0.055556 coins." in solution.sentences()[0]
    bets = {row.knows: dict(row.moves)["bet"] for row in solution.strategy}
    bluff = bets["You are dealt jack. Player 2 is dealt a hand."]
    assert bluff <= 1 / 3 + 1e-3
    assert bets["You are dealt king. Player 2 is dealt a hand."] == pytest.approx(3 * bluff, abs=1e-2)
    assert bets["You are dealt queen. Player 2 is dealt a hand."] == pytest.approx(0, abs=1e-3)
    calls = bets["You are dealt queen. Player 2 is dealt a hand. You say “pass”. Player 2 says “bet”."]
    assert calls == pytest.approx(bluff + 1 / 3, abs=1e-2)
    assert bets["Player 1 is dealt a hand. You are dealt jack. Player 1 says “pass”."] == pytest.approx(1 / 3, abs=1e-3)


def test_exploitability_of_a_strategy() -> None:
    def equilibrium(info: InfoState) -> Mapping[Move, float]:
        """The one in which player 1 never bets first."""
        view = info.view()
        card, said = view["card"], view["said"]
        assert isinstance(card, list)
        assert isinstance(said, list)
        bets = {
            (JACK, 0): 0, (QUEEN, 0): 0, (KING, 0): 0,
            (JACK, 1): 1 / 3 if said == [PASS] else 0, (QUEEN, 1): 0 if said == [PASS] else 1 / 3, (KING, 1): 1,
            (JACK, 2): 0, (QUEEN, 2): 1 / 3, (KING, 2): 1,
        }  # fmt: skip
        bet = bets[str(card[0]), len(said)]
        return {PASS: 1 - bet, BET: bet}

    assert exploitability(kuhn, kuhn.options(), uniform) == pytest.approx(11 / 48, abs=1e-12)
    assert exploitability(kuhn, kuhn.options(), equilibrium) == pytest.approx(0, abs=1e-12)


def uniform(info: InfoState) -> Mapping[Move, float]:
    return dict.fromkeys(info.moves(), 1 / len(info.moves()))


@pytest.mark.parametrize("probabilities", [{0: 0.5}, {0: 0.5, 7: 0.5}, {0: 1.5, 1: -0.5}])
def test_a_strategy_that_is_none_is_refused(probabilities: Mapping[Move, float]) -> None:
    with pytest.raises(RumpusError, match="A strategy needs probabilities of"):
        exploitability(kuhn, kuhn.options(), lambda info: probabilities)


class Pennies(SketchGame):
    """Both choose at once; the same is player 1's, and two heads count twice: value 1/10."""

    def acting(self, numbers: list[int]) -> list[Seat]:
        return [0, 1][len(numbers) :]

    def seen_by(self, numbers: list[int], seat: Seat | None) -> list[int]:
        return numbers[:1] if seat == 0 else []

    def payoffs_of(self, numbers: list[int]) -> list[float] | None:
        if len(numbers) < 2:
            return None
        won = (1.0 if numbers == [1, 1] else 0.5) if numbers[0] == numbers[1] else -0.5
        return [won, -won]


def test_seats_that_decide_together_do_not_know_of_each_other() -> None:
    # Heads against heads 1, tails against tails 1/2, else -1/2: (1/2 - 1/4) / (3/2 + 1) = 1/10.
    assert solved(Pennies()).payoffs[0] == pytest.approx(0.1, abs=1e-6)


class Whispered(SketchGame):
    """One seat sees a coin once; with perfect recall it guesses right."""

    players = 1

    def first_numbers(self, rng: Rng) -> list[int]:
        return [rng.below(2)]

    def first_events(self, numbers: list[int]) -> list[Event]:
        return [Event("whispered", [numbers[0]], 1)]

    def acting(self, numbers: list[int]) -> list[Seat]:
        return [0]

    def seen_by(self, numbers: list[int], seat: Seat | None) -> list[int]:
        return numbers[1:]

    def payoffs_of(self, numbers: list[int]) -> list[float] | None:
        return None if len(numbers) < 2 else [1.0 if numbers[0] == numbers[1] else -1.0]

    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        return Line(f"It is {seen.number(0)}.")


class Unheard(Whispered):
    def first_events(self, numbers: list[int]) -> list[Event]:
        return []


def test_what_was_noticed_once_is_remembered() -> None:
    assert solved(Whispered()).payoffs == [pytest.approx(1.0, abs=1e-6)]
    assert solved(Unheard()).payoffs == [pytest.approx(0.0, abs=1e-6)]


def test_outcomes_that_nobody_can_tell_apart_are_one() -> None:
    class Dice(Unheard):
        def first_numbers(self, rng: Rng) -> list[int]:
            return [rng.below(60) % 2]

    assert solved(Dice()).positions == 60 + 4


def test_three_seats_and_payoffs_that_do_not_add_up_are_refused_where_something_is_hidden() -> None:
    class Three(Pennies):
        players = 3

    class Friends(Pennies):
        def payoffs_of(self, numbers: list[int]) -> list[float] | None:
            return None if len(numbers) < 2 else [1.0, 1.0]

    with pytest.raises(RumpusError, match="Sketch for 3 seats has hidden information"):
        solved(Three())
    with pytest.raises(RumpusError, match=r"payoffs that do not sum to 0 \(1 and 1\)"):
        solved(Friends())


# --- nothing is hidden ---


class Nim(SketchGame):
    """Nim with seven matches: take one or two; the last one wins."""

    matches = 7

    def offers(self, numbers: list[int]) -> list[Move]:
        return [1, 2] if self.matches - sum(numbers) > 1 else [1]

    def payoffs_of(self, numbers: list[int]) -> list[float] | None:
        if sum(numbers) < self.matches:
            return None
        won = 1.0 if len(numbers) % 2 else -1.0
        return [won, -won]


def test_an_open_game_is_solved_from_its_ends() -> None:
    solution = solved(Nim())
    assert (solution.payoffs, solution.rounds, solution.exploitability) == ([1.0, -1.0], 0, 0.0)
    assert solution.strategy[0].to_json() == {
        "seat": 0,
        "knows": "decision 1 of the best line",
        "moves": {"take 1": 1.0, "take 2": 0.0},
        "worth": {"take 1": 1.0, "take 2": -1.0},
    }
    assert "Nothing is hidden, so it was solved from its ends backwards" in solution.sentences()[-1]

    class Nine(Nim):
        matches = 9

    assert solved(Nine()).payoffs == [-1.0, 1.0]


def test_transpositions_are_visited_once() -> None:
    class Heaps(Nim):
        """What is left and whose turn it is: 2 × 40 positions at most, where the ways to them are millions."""

        matches = 40

        def after_move(self, numbers: list[int], seat: Seat, move: Move, rng: Rng) -> list[int]:
            return [numbers[0] + move if numbers else move, 1 - seat]

        def acting(self, numbers: list[int]) -> list[Seat]:
            return [numbers[1] if numbers else 0]

        def offers(self, numbers: list[int]) -> list[Move]:
            return [1, 2] if not numbers or self.matches - numbers[0] > 1 else [1]

        def payoffs_of(self, numbers: list[int]) -> list[float] | None:
            if not numbers or numbers[0] < self.matches:
                return None
            return [1.0, -1.0] if numbers[1] else [-1.0, 1.0]

    solution = solved(Heaps())
    assert solution.payoffs == [1.0, -1.0]
    assert solution.positions < 90


def test_chance_and_three_seats_where_all_is_open() -> None:
    class Ladder(SketchGame):
        """Each may take the payoff or roll for a uniform one from 0 to 1."""

        players = 3

        def after_move(self, numbers: list[int], seat: Seat, move: Move, rng: Rng) -> list[int]:
            return [*numbers, 1 if move == 0 else rng.below(5)]

        def payoffs_of(self, numbers: list[int]) -> list[float] | None:
            return None if len(numbers) < 3 else [number / 4 for number in numbers]

    assert solved(Ladder()).payoffs == [pytest.approx(0.5)] * 3


def test_a_game_that_can_go_round_is_refused() -> None:
    class Round(SketchGame):
        def first_numbers(self, rng: Rng) -> list[int]:
            return [0]

        def acting(self, numbers: list[int]) -> list[Seat]:
            return [0]

        def after_move(self, numbers: list[int], seat: Seat, move: Move, rng: Rng) -> list[int]:
            return [(numbers[0] + 1) % 3] if move else [9]

        def payoffs_of(self, numbers: list[int]) -> list[float] | None:
            return [1.0, -1.0] if numbers == [9] else None

    with pytest.raises(RumpusError, match="can repeat positions \\(3 of 4 positions"):
        solved(Round())


SIEGE: dict[str, object] = {"stamina": 1, "enemies": 1, "stand_offs": 1, "idle_turns": 1}


@pytest.mark.parametrize("enemy", ["uniform", "brute"])
def test_it_agrees_with_a_solver_that_knows_its_game(enemy: str) -> None:
    city = find_game("defend_the_city")
    solution = solve_small(city, city.options({**SIEGE, "enemy": enemy}))
    assert solution.payoffs[0] == pytest.approx(2 * SiegeSolver().solve_with(enemy, SIEGE).value - 1, abs=1e-6)


# --- too large ---


def test_what_is_too_large_says_so_with_the_number() -> None:
    with pytest.raises(TooLarge, match=r"more than 50 positions. Raise --limit"):
        solve_small(kuhn, kuhn.options(), limit=50)
    puno = find_game("battle_puno")
    with pytest.raises(TooLarge, match="outcomes of one shuffle or roll would have to be visited"):
        solve_small(puno, puno.options())


def test_progress_is_reported() -> None:
    reports: list[tuple[float, str]] = []
    solve_small(kuhn, kuhn.options(), precision=0.0, rounds=200, progress=lambda *report: reports.append(report))
    assert reports[-1][0] == 1.0
    assert reports[-1][1].startswith("round 200: ")


def test_an_equilibrium_needs_at_least_one_round() -> None:
    tree = GameTree(kuhn, kuhn.options(), 10_000)
    with pytest.raises(BadOption, match="in 0 rounds"):
        find_equilibrium(tree, rounds=0)
    assert find_equilibrium(tree, rounds=1).rounds == 1
