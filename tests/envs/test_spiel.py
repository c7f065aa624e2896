"""OpenSpiel's own suite and algorithms on every game: simulations, clones, pickles, searches, regrets."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts, outcome_sampling_mccfr

from rumpus.core.catalogue import game_names
from rumpus.core.errors import BadOption, ScriptExhausted
from rumpus.core.game import Game
from rumpus.core.rng import Rng
from rumpus.envs import spiel
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons

each_game = pytest.mark.parametrize("game", GAMES, ids=title)
each_name = pytest.mark.parametrize("name", game_names())

SMALLEST: dict[str, object] = {
    "max_rounds": 1,
    "win_hp": 2,
    "bonus_ability": "none",
    "starting_cards": 0,
    "loneliness.cards": 0,
    **{f"{breed}.hp": 1 for breed in ("persian", "ragdoll", "maine_coon", "exotic_shorthair", "siamese", "abyssinian")},
}
"""A Cat Brawl of one round: 3,529 states, small enough to be solved as a tree."""
RANDOMLY = 23 / 36
"""Exploitability of the uniform strategy."""


def moved(state: Any, steps: int, seed: int = 3) -> Any:
    rng = random.Random(seed)
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        steps -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


# --- the suite ---


@each_name
def test_random_simulation_with_everything_written_down_and_read_again(name: str) -> None:
    random.seed(3)
    np.random.seed(3)
    short = {"battle_puno": {"mode": "traditional", "players": 2}, "ultimatum": {"phase_limit": 2}}
    game = pyspiel.load_game(f"rumpus_{name}", short.get(name, {}))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = moved(game.new_initial_state(), 12)
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(game)
    assert str(same) == str(state)


@each_game
def test_a_clone_goes_its_own_way(game: Game) -> None:
    state, twin = spiel.load(game).new_initial_state(), None
    for step in range(60):
        if state.is_terminal():
            break
        if step % 12 == 0:
            for twin in (state.clone(), copy.deepcopy(state)):
                told = str(state)
                assert str(twin) == told
                assert twin.history() == state.history()
                twin.apply_action(twin.legal_actions()[-1])
                assert str(state) == told
        actions = state.legal_actions()
        state.apply_action(actions[step % len(actions)])
    assert twin is not None


@each_name
def test_a_state_comes_out_of_a_pickle(name: str) -> None:
    state = moved(pyspiel.load_game(f"rumpus_{name}").new_initial_state(), 8)
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state)
    for seat in range(state.num_players()):
        assert twin.information_state_string(seat) == state.information_state_string(seat)


def test_openspiel_knows_the_options_of_a_game() -> None:
    game = pyspiel.load_game("rumpus_cat_brawl(players=3,max_rounds=2)")
    assert (game.num_players(), game.max_game_length()) == (3, 21)
    game = pyspiel.load_game("rumpus_creature_wars", {"witches": "Kind Witch, Greedy Witch"})
    assert str(game) == "rumpus_creature_wars(witches=Kind Witch, Greedy Witch)"
    assert game.episode.options.names("witches") == ["Kind Witch", "Greedy Witch"]


def test_a_program_that_has_registered_the_games_ends_in_peace() -> None:
    words = "import rumpus.envs.spiel, pyspiel; print(pyspiel.load_game('rumpus_cat_brawl').num_players())"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


def test_zero_sum_games_say_so() -> None:
    kinds = pyspiel.GameType.Utility
    for name, changes, utility in (
        ("cat_brawl", {}, kinds.ZERO_SUM), ("cat_brawl", {"players": 3}, kinds.GENERAL_SUM),
        ("defend_the_city", {"versus": True}, kinds.ZERO_SUM), ("defend_the_city", {}, kinds.GENERAL_SUM),
    ):  # fmt: skip
        assert spiel.load(name, changes).get_type().utility == utility
    assert spiel.load("creature_wars").utility_sum() == 0


def test_more_outcomes_than_promised_are_refused() -> None:
    rng: Rng = spiel.ReplayedRng([])
    with pytest.raises(ScriptExhausted, match="1,000,000 outcomes"):
        rng.below(spiel.MAX_CHANCE_OUTCOMES + 1)


# --- resampled states ---


@each_game
def test_a_resampled_state_is_the_same_to_its_player(game: Game) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = spiel.load(game).new_initial_state()
    for step in range(30):
        moved(state, 1, step)
        if state.is_terminal():
            break
        player = state.current_player()
        world = state.resample_from_infostate(player, sampler)
        assert world.current_player() == player
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string() == state.information_state_string()
        told = str(state)
        moved(world, 3, step)
        assert str(state) == told


def test_a_resampled_state_reveals_nothing_hidden() -> None:
    """What seat 1 remembers in a state resampled for seat 0 is public: the bids, once they are shown."""
    state = moved(spiel.load(pigeons, {"players": 2}).new_initial_state(), 2)
    assert state.current_player() == 0
    world = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert "decided" in state.information_state_string(1)
    assert "decided" not in world.information_state_string(1)
    assert "showed" in world.information_state_string(1)


def test_a_chance_node_is_not_resampled() -> None:
    state = spiel.load("creature_wars").new_initial_state()
    assert state.is_chance_node()
    with pytest.raises(BadOption, match="A chance node cannot be resampled"):
        state.resample_from_infostate(0, lambda: 0.5)


# --- algorithms ---


@each_game
def test_information_set_search(game: Game) -> None:
    state = moved(spiel.load(game).new_initial_state(), 1)
    rng, evaluator = np.random.RandomState(1), StaticEvaluator()
    bot = ismcts.ISMCTSBot(spiel.load(game), evaluator, uct_c=2.0, max_simulations=6, random_state=rng)
    assert bot.step(state) in state.legal_actions()
    assert evaluator.evaluations > 0


class StaticEvaluator(mcts.Evaluator):  # type: ignore[misc]
    """Sees no difference between positions: what is tried here is the search itself."""

    evaluations = 0

    def evaluate(self, state: Any) -> Any:
        self.evaluations += 1
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


NODES, SAMPLED = "", "any seed"


@pytest.mark.parametrize(
    ("name", "changes", "sampled"),
    [
        ("cat_brawl", {}, NODES),
        ("cat_brawl", {}, SAMPLED),
        ("creature_wars", {}, NODES),
        ("creature_wars", {}, SAMPLED),
        ("defend_the_city", {}, NODES),
        ("defend_the_city", {"versus": True}, NODES),
        ("defend_the_city", {"versus": True}, SAMPLED),
        ("ultimatum", {"squad": 1, "phase_limit": 2}, NODES),
        ("ultimatum", {"squad": 1, "phase_limit": 2}, SAMPLED),
        # With nodes, shuffles of 116 cards leave probabilities below the smallest float, as the docs say.
        ("battle_puno", {"mode": "death match", "max_turns": 20}, SAMPLED),
    ],
)
def test_regrets_by_samples(name: str, changes: dict[str, object], sampled: str) -> None:
    np.random.seed(4)
    game = spiel.load(name, changes, sampled)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        for _ in range(3):
            solver.iteration()
    state = moved(game.new_initial_state(), 0)
    chances = solver.average_policy().action_probabilities(state)
    assert sum(chances.values()) == pytest.approx(1)


@each_game
def test_a_sampled_game_has_no_chance_nodes_and_repeats_by_its_seed(game: Game) -> None:
    def lengths(seed: str) -> list[str]:
        sampled = spiel.load(game, sampled=seed)
        assert sampled.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
        state = sampled.new_initial_state()
        for _ in range(30):
            assert not state.is_chance_node()
            if not state.is_terminal():
                state.apply_action(state.legal_actions()[-1])
        return [str(state), str(state.clone())]

    assert lengths("a") == lengths("a")


@each_game
def test_clones_of_a_sampled_game_draw_no_chance(game: Game) -> None:
    def played(clones: bool) -> str:
        state = spiel.load(game, sampled="a").new_initial_state()
        for step in range(20):
            if not state.is_terminal():
                twin = state.clone() if clones else state
                assert str(twin) == str(state)
                state.apply_action(state.legal_actions()[step % len(state.legal_actions())])
        return str(state)

    assert played(clones=True) == played(clones=False)


def test_successors_are_kept_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spiel, "MAX_KEPT", 2)
    state = spiel.load(import_module("kuhn").game).new_initial_state()
    assert state.clone().progress is state.progress
    first = state.child(0)
    assert state.child(0).progress is first.progress
    assert state.child(1).progress is state.child(1).progress
    assert state.child(2).progress is not state.child(2).progress
    assert str(state.child(2)) == str(state.child(2))
    assert first.child(0).progress is not first.child(0).progress


def test_information_states_of_kuhn_poker_are_tensors() -> None:
    game = spiel.load(import_module("kuhn").game)
    assert game.get_type().provides_information_state_tensor
    assert not spiel.load("cat_brawl").get_type().provides_information_state_tensor
    states: dict[tuple[float, ...], str] = {}
    stack = [game.new_initial_state()]
    while stack:
        state = stack.pop()
        if not (state.is_chance_node() or state.is_terminal()):
            tensor = tuple(state.information_state_tensor())
            assert len(tensor) == game.information_state_tensor_size()
            assert states.setdefault(tensor, state.information_state_string()) == state.information_state_string()
        stack += [state.child(action) for action in state.legal_actions()]
    assert len(states) == len(set(states.values())) == 12


def test_openspiel_finds_the_value_of_kuhn_poker() -> None:
    game = spiel.load(import_module("kuhn").game)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    worth = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert worth[0] == pytest.approx(-1 / 36, abs=0.01), "a coin is half of what can be won"


@pytest.mark.long
def test_regrets_and_exploitability_of_a_whole_tree() -> None:
    game = spiel.load("cat_brawl", SMALLEST)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    left = exploitability.exploitability(game, solver.average_policy())
    assert 0 <= left < RANDOMLY, "no better than choosing at random"
