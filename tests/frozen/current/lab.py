"""Today's names behind the frozen tests of the lab, the players, the records and the command line."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import rumpus
from rumpus.cli.main import run as run_command
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.content.puzzle import Puzzle, puzzle_names, puzzle_of
from rumpus.core.errors import RumpusError
from rumpus.core.info_state import InfoState
from rumpus.core.position import Position
from rumpus.core.record import Record, digest
from rumpus.core.rng import SeededRng
from rumpus.envs.arrays import feature_vector
from rumpus.envs.episode import Episode
from rumpus.envs.vector import VectorEnv
from rumpus.lab.experiments.live import LiveExperiment, live_experiment_for
from rumpus.lab.experiments.saved import ExperimentState, SavedExperiment, games_in
from rumpus.lab.simulation.manifest import Manifest, part_in, parts_in
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import read_part, write_part
from rumpus.lab.simulation.runs import Run
from rumpus.lab.simulation.workers import working
from rumpus.lab.strength.exploits import keep_exploit, read_exploits
from rumpus.lab.strength.ladder import Rung, letters, read_json, write_json
from rumpus.players.catalogue import find_player
from rumpus.players.player import Choice, Player
from rumpus.players.search import SearchPlayer
from rumpus.players.weights import shipped_weights
from rumpus.review.puzzles import key_of, only_move, puzzles_in
from rumpus.review.win_probability import win_estimator
from rumpus.solving.backward_induction import backward_solution
from rumpus.terminal.seating import seat_people
from rumpus.terminal.sessions import LocalSession
from rumpus.training.actors import Actor
from rumpus.training.exploited import Exploited
from rumpus.training.messages import EvalRequest, EvalResult, Opponent, PlayBatch, PlayRequest, TrainingTables
from rumpus.training.trainer import Trainer, TrainingPlan, sample_random_play, varying_columns

SEED = "frozen"


games = game_names


# --- runs ---

RUNS: dict[str, tuple[dict[str, object], list[str], int]] = {
    "battle_puno": ({"players": 2}, ["greedy", "random"], 2),
    "cat_brawl": ({}, ["greedy", "random"], 3),
    "creature_wars": ({}, ["greedy", "random"], 1),
    "defend_the_city": ({}, ["greedy"], 12),
    "ultimatum": ({}, ["random", "greedy"], 1),
}


def play_run(game: str, folder: Path) -> None:
    changes, players, count = RUNS[game]
    _play(Plan(find_game(game), changes, players, count, SEED), folder)


def play_bot_run(folder: Path) -> None:
    """Plays a run of bots that choose their own openings, with search settings in the manifest."""
    players = ["search:8/hindsight=0/depth=3", "search:8/care=2/regret=0"]
    _play(Plan(find_game("cat_brawl"), {"persian.hp": 7}, players, 1, SEED, random_openings=False), folder)


def _play(plan: Plan, folder: Path) -> None:
    with working(1) as workers:
        Run.begin(folder, plan).play(workers, lambda done, total: None)


def copy_run(source: Path, target: Path) -> None:
    run = Run.open(source)
    target.mkdir()
    Manifest.read(source).write(target)
    for chunk, part in parts_in(source):
        write_part(part_in(target, chunk), read_part(part))
    assert len(run.rows()) == run.plan.games


# --- saved experiments ---

EXPERIMENTS: dict[str, tuple[dict[str, Any], int]] = {
    "compare": ({"kind": "compare", "game": "cat_brawl", "changes": {"persian.hp": 6}, "base": {"ragdoll.hp": 9}}, 8),
    "effects": ({"kind": "effects", "game": "defend_the_city"}, 30),
    "worth": ({"kind": "worth", "game": "cat_brawl", "of": "cat"}, 6),
}


def play_experiment(kind: str, folder: Path) -> None:
    asked, count = EXPERIMENTS[kind]
    plain = {**asked, "version": 1, "strengths": ["greedy"], "most": count, "seed": SEED, "asked": 1.0, "title": "T"}
    experiment = msgspec.convert({**plain, "kept": True, "wanted": False}, SavedExperiment)
    live = live_experiment_for(experiment, 0)
    _write_experiment(experiment, live, [(range(count), live.play(range(count)))], folder)


def copy_experiment(source: Path, target: Path) -> None:
    experiment = SavedExperiment.read(source)
    live = live_experiment_for(experiment, 0)
    parts = [(deals, live.read(part)) for deals, part in parts_in(games_in(source, 0))]
    _write_experiment(experiment, live, parts, target)
    assert ExperimentState.read(source, 0).done == live.done


def _write_experiment(
    experiment: SavedExperiment, live: LiveExperiment, parts: list[tuple[range, list[Any]]], folder: Path
) -> None:
    games_in(folder, 0).mkdir(parents=True)
    experiment.write(folder)
    for deals, played in parts:
        live.write(part_in(games_in(folder, 0), deals), played)
        live.add(played)
    live.fewest = 2
    state = ExperimentState(done=live.done, pace=2.0, fewest=live.fewest)
    state.found = live.update(state)
    state.write(folder, 0)


# --- the ladder and exploits ---


def play_ladder(path: Path) -> None:
    rungs = [
        Rung("cat_brawl", {}, "random", "greedy", 6),
        Rung("defend_the_city", {"versus": True}, "greedy", "search:4/hindsight=0/exploration=0.5", 4),
    ]
    with working(1) as workers:
        for rung in rungs:
            rung.outcomes = letters(rung.play(rung.games, workers, lambda done, total: None))
    write_json(path, rungs)


def copy_ladder(source: Path, target: Path) -> None:
    write_json(target, read_json(source))


def write_exploits(folder: Path) -> None:
    found = Exploited(
        "cat_brawl", "hard", {"persian.hp": 7}, 0.5, 0.4, 0.6, 100, 2, 1.5, 4, 1000, "2025-01-01", "greedy"
    )
    keep_exploit(folder, found)


def copy_exploits(source: Path, target: Path) -> None:
    for found in read_exploits(source):
        keep_exploit(target, found)


# --- records, saves and puzzles ---

SEATS = {
    "battle_puno": "greedy,random",
    "cat_brawl": "search:8,random",
    "creature_wars": "greedy,random",
    "defend_the_city": "greedy",
    "ultimatum": "random,greedy",
}


def play_record(game: str, path: Path) -> None:
    _play_match(game, SEATS[game], path)


def play_short_record(path: Path) -> None:
    """Plays a short match, in which chances are estimated and not known."""
    hit_points = [field.name for field in find_game("cat_brawl").fields if field.name.endswith(".hp")]
    _play_match("cat_brawl", "random,greedy", path, *(f"--option={name}=2" for name in hit_points))


def _play_match(game: str, seats: str, path: Path, *more: str) -> None:
    _command(["play", game, "--seats", seats, "--seed", SEED, "--plain", "--save", str(path), *more])


def resume_record(path: Path) -> None:
    _command(["play", "--resume", str(path), "--plain"])


def copy_record(source: Path, target: Path) -> None:
    Record.read(source).write(target)


def end_of(path: Path) -> dict[str, Any]:
    record = Record.read(path)
    position = _replayed(record)
    return {
        "digest": digest(position),
        "result": position.result(),
        "ranking": list(position.ranking()) if position.result() is not None else None,
        "acting": list(position.to_act()),
    }


def _replayed(record: Record) -> Position:
    *_, last = (step.position.copy() for step in record.walk(find_game(record.game)))
    return last


def save_position(path: Path) -> Any:
    return _replayed(Record.read(path)).save()


def load_position(path: Path, saved: Any) -> Any:
    record = Record.read(path)
    game = find_game(record.game)
    return game.load(record.options_of(game), saved).save()


def read_puzzle(name: str, text: str) -> dict[str, Any]:
    """Reads a puzzle, and says where it stands and what is likely held there."""
    puzzle = Puzzle.loads(name, text)
    game = find_game(puzzle.record.game)
    info = puzzle.info_state(game)
    position = puzzle.position(game)
    return {
        "again": puzzle.dumps() == text,
        "level": puzzle.level,
        "digest": digest(position),
        "best": game.parse_move(position, info.seat, puzzle.key.best),
        "dream": digest(info.sample(SeededRng(SEED))),
        "order": list(info.moves()),
        "said": list(puzzle.best_moves_in_words(game)),
        "likely": _numbers(puzzle.likely_holdings(game)),
    }


def shipped_puzzle(game: str) -> tuple[str, str]:
    found = find_game(game)
    name = puzzle_names(found)[0]
    return name, puzzle_of(found, name).dumps()


def golden_names() -> list[str]:
    return sorted(path.name for path in (Path(__file__).parents[2] / "laws" / "golden").iterdir())


# --- players ---


def search_decision(text: str) -> list[Any]:
    """The move, visits and chances by which a search with these settings decides."""
    found: list[Any] = []
    for name, changes in (("cat_brawl", {}), ("battle_puno", {"players": 2}), ("creature_wars", {})):
        info = _info_after(6, name, changes)
        player = find_player(text, info.game, info.options, SEED, timed=False)
        assert isinstance(player, SearchPlayer)
        move = player.decide(info)
        found.append([move, [[one.move, one.visits, _round(one.win_probability)] for one in _choices(player)[:6]]])
    return found


def _info_after(moves: int, name: str, changes: Mapping[str, object] | None = None) -> InfoState:
    game = find_game(name)
    options = game.options(changes)
    rng = SeededRng(SEED)
    position = game.start(options, rng)
    for _ in range(moves):
        seat = position.to_act()[0]
        position.apply(seat, position.random_move(seat, rng), rng)
    return InfoState(game, options, position, position.to_act()[0], SeededRng(f"{SEED} chair"))


def _choices(player: Player) -> list[Choice]:
    told = player.explanation()
    return [] if told is None else told.choices


def search_settings(text: str) -> list[float]:
    """The settings of a search by position, whatever they are called."""
    game = find_game("battle_puno")
    player = find_player(text, game, game.options(), SEED, timed=False)
    assert isinstance(player, SearchPlayer)
    own = player._config
    first = [own.exploration, own.rollout_candidates, own.rollout_depth, own.sims_per_world, own.prior_weight]
    return [*first, own.tree_depth, own.regret_exploration, own.opponent_greedy, own.prior_penalty, own.resamples]


def decision(text: str, game: str) -> int:
    info = _info_after(4, game)
    return find_player(text, info.game, info.options, SEED, timed=False).decide(info)


def weight_arrays() -> dict[str, dict[str, list[Any]]]:
    found: dict[str, dict[str, list[Any]]] = {}
    for name in game_names():
        for path in resources.files(find_game(name).package).iterdir():
            if not path.name.endswith(".npz"):
                continue
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                one = {key: [str(array.dtype), list(array.shape)] for key, array in arrays.items() if key != "head"}
                if "head" in arrays.files:
                    head = json.loads(arrays["head"].tobytes())
                    one["head"] = [sorted(head), sorted(head["nets"][0])]
            found[f"{name} {path.name}"] = one
    return found


def weight_values() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in game_names():
        game = find_game(name)
        weights = shipped_weights(game)
        for number, net in enumerate([] if weights is None else weights.nets):
            options = game.options(net.changes)
            position = game.start(options, SeededRng(SEED))
            row = np.asarray([feature_vector(game.bots().features(options), position, 0)], dtype=np.float64)
            hidden = net.net.hidden(row)
            scores = net.net.policy_head(hidden)[0] if net.net.space else np.zeros(1)
            found[f"{name} {number}"] = {
                "method": net.method,
                "decisions": net.rollout_depth,
                "options": sorted(net.changes),
                "value": round(float(net.net.value_head(hidden)[0]), 6),
                "scores": round(float(np.abs(scores).sum()), 4),
                "best": int(scores.argmax()),
                "knows": net.fits(game, options),
            }
    found["exact"] = _exact()
    return found


def _exact() -> list[Any]:
    game = find_game("defend_the_city")
    options = game.options({"versus": True})
    player = find_player("exact", game, options, SEED)
    position = game.start(options, SeededRng(SEED))
    move = player.decide(InfoState(game, options, position, position.to_act()[0], SeededRng(SEED)))
    return [move, [[one.move, _round(one.win_probability)] for one in _choices(player)]]


# --- seeds ---


def environment_draws() -> dict[str, Any]:
    from rumpus.envs.gym import RumpusEnv

    found: dict[str, Any] = {"episode": digest(Episode("battle_puno", None).deal(7))}
    batch = VectorEnv("battle_puno", {"players": 2}, num_envs=3, seed=7)
    found["lanes"] = [_hash(batch.observe()[0].tolist()), batch.sample().tolist()]
    env = RumpusEnv("cat_brawl", opponents="random")
    observation, _ = env.reset(seed=7)
    told: list[Any] = [_hash(observation["observation"].tolist())]
    for _ in range(6):
        action = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, over, _, _ = env.step(action)
        told.append([_hash(observation["observation"].tolist()), float(reward)])
        if over:
            break
    found["opponents"] = told
    return found


def training_draws() -> dict[str, Any]:
    found: dict[str, Any] = {}
    game = find_game("defend_the_city")
    practised = Actor(game.name, _tables({}), "afterstates", SEED, Opponent("random", 0.5)).handle(
        PlayRequest(None, 0.2, 1000.0)
    )
    assert isinstance(practised, PlayBatch)
    found["practised"] = {key: [list(one.shape), _hash(one.tolist())] for key, one in sorted(practised.batch.items())}
    found["columns"] = _hash(varying_columns(game, game.options()).tolist())
    look = sample_random_play(game, game.options())
    found["look"] = [look.simultaneous, look.endless]
    found["learner"] = Trainer(game, {}, TrainingPlan(0.01, SEED, 1)).np_rng.integers(1 << 30, size=3).tolist()
    walker = Actor(game.name, _tables({"versus": True}), "afterstates", SEED, Opponent("random", 1.0))._actor(0)
    mixer = Actor("cat_brawl", _tables({}), "policy", SEED, Opponent("random", 1.0))._actor(0)
    found["rivals"] = [_first_draws(actor._opponent("random", 0, 1)) for actor in (walker, mixer)]
    weights = shipped_weights(find_game("cat_brawl"))
    assert weights is not None
    exam = EvalRequest(0, weights.nets[0].method, weights.nets[0].arrays, range(2), 1000.0)
    examined = Actor("cat_brawl", _tables(weights.nets[0].changes), "policy", SEED, Opponent("random")).handle(exam)
    assert isinstance(examined, EvalResult)
    found["exam"] = examined.points
    return found


def _tables(changes: Mapping[str, object]) -> TrainingTables:
    return TrainingTables([dict(changes)], dict(changes), relative_moves=False)


def _first_draws(player: Player) -> list[int]:
    game = find_game("cat_brawl")
    info = InfoState(game, game.options(), game.start(game.options(), SeededRng(SEED)), 0, SeededRng(SEED))
    return [player.decide(info) for _ in range(8)]


def puzzle_draws() -> list[Any]:
    game = find_game("defend_the_city")
    puzzle = Puzzle.loads(*shipped_puzzle(game.name))
    estimator = win_estimator(game, puzzle.record.options_of(game))
    key = key_of(estimator, puzzle.info_state(game), SEED)
    return [None if key is None else msgspec.to_builtins(key), [one.dumps() for one in puzzles_in(estimator, 1)]]


def list_positions() -> None:
    """Begins to list the positions of a match whose seats know everything."""
    game = find_game("defend_the_city")
    with suppress(RumpusError):
        backward_solution(game, game.options({"enemies": 1, "stamina": 2}), 100)


def gauge_draws() -> list[Any]:
    puzzle = Puzzle.loads(*shipped_puzzle("cat_brawl"))
    game = find_game("cat_brawl")
    info, estimator = puzzle.info_state(game), win_estimator(game, puzzle.record.options_of(game))
    only = only_move(estimator, info, game.parse_move(puzzle.position(game), info.seat, puzzle.key.best), SEED, 1)
    return [] if only is None else [_round(only.win_probability.value), _round(only.gain.value), only.second_best]


def seed_strings() -> dict[str, list[str]] | None:
    """The texts of all seeds that some flows use, digits as N; None in a compiled build, where none can be seen."""
    if rumpus.compiled():
        return None
    command = [sys.executable, "-c", "from tests.frozen.current import lab; lab.print_seed_strings()"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3])
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


UNUSED = {"", "check", "opponents", "a first look"}
"""Seeds from which nothing is kept: they may come and go."""


def print_seed_strings() -> None:
    """Prints the seeds of some flows, in a process of its own."""
    heard: set[str] = set()
    plain = SeededRng.__init__

    def spy(rng: SeededRng, seed: str) -> None:
        heard.add(re.sub(r"\d+", "N", seed))
        plain(rng, seed)

    setattr(SeededRng, "__init__", spy)  # noqa: B010
    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for flow, play in _flows(folder).items():
            heard.clear()
            play()
            found[flow] = sorted(heard - UNUSED)
    print(json.dumps(found))


def _flows(folder: Path) -> dict[str, Callable[[], object]]:
    record, short = folder / "record.json", folder / "short.json"
    return {
        "run": lambda: play_run("cat_brawl", folder / "run"),
        "worth": lambda: play_experiment("worth", folder / "worth"),
        "forbid": lambda: json_output(argv_of("forbid", folder)),
        "tournament": lambda: json_output(argv_of("tournament", folder)),
        "solve": lambda: json_output(argv_of("solve", folder)),
        "expose": lambda: json_output(argv_of("expose", folder)),
        "play": lambda: play_record("defend_the_city", record),
        "review": lambda: json_output(["review", str(record), "--seat", "all", "--jobs", "1", "--json"]),
        "short play": lambda: play_short_record(short),
        "review of looks": lambda: json_output(argv_of("review of looks", folder, short)),
        "puzzle": lambda: read_puzzle(*shipped_puzzle("cat_brawl")),
        "puzzles": puzzle_draws,
        "open positions": list_positions,
        "gauge": gauge_draws,
        "coach": coach_draws,
        "environments": environment_draws,
        "training": training_draws,
    }


def coach_draws() -> list[Any]:
    game = find_game("defend_the_city")
    options = game.options()
    host = LocalSession.start(game, options, SEED, seat_people(["you"], game, options, SEED), None)
    hint = host.ask_hint(0)()
    seat = host.info_state(0)
    return [_numbers(hint), digest(seat.sample(SeededRng(SEED))), list(seat.moves())]


# --- the command line ---

COMMANDS = {
    "run": "lab run defend_the_city --games 12 --out FOLDER/run",
    "report": "lab report FOLDER/run",
    "compare": "lab compare cat_brawl --change persian.hp=6 --games 12 --players greedy",
    "worth": "lab value cat_brawl --deals 4",
    "pairs": "lab value ultimatum --deals 3 --pairs 1 --pair-deals 2 --strengths random",
    "forbid": "lab restrict cat_brawl 'Double Scratch' --deals 20",
    "effects": "lab effects defend_the_city --deals 30",
    "proposals": "lab effects cat_brawl --deals 20 --target 'length 8 to 12' --propose 1 "
    "--numbers persian.hp,ragdoll.hp",
    "tune": "lab tune cat_brawl --target 'length 8 to 12' --may-change persian.hp --games 6 --tables 3",
    "tournament": "tournament cat_brawl --players random,greedy,search:4 --games 6",
    "replay": "replay RECORD",
    "review": "review RECORD --seat all",
    "review of looks": "review RECORD --seat all",
    "games": "games",
    "game": "games defend_the_city",
    "rules": "rules defend_the_city",
    "rules short": "rules defend_the_city --short",
    "cards": "cards cat_brawl",
    "cards seen": "cards cat_brawl 'Double Scratch'",
    "names without rules": "cards creature_wars --not-in-play",
    "solve": "solve defend_the_city uniform --simulate 20",
    "expose": "exploit random defend_the_city -o enemies=1 -o stamina=2 --samples 2",
    "laws": "laws defend_the_city --law copy --games 1",
}
"""Today's command lines, by a key that never changes."""
SEEDED = {"run", "compare", "worth", "pairs", "forbid", "effects", "proposals", "tune", "tournament", "solve", "expose"}
PARALLEL = (SEEDED | {"review", "review of looks", "report"}) - {"solve", "expose"}


def argv_of(key: str, folder: Path, record: Path | None = None) -> list[str]:
    words = [word.replace("FOLDER", str(folder)).replace("RECORD", str(record)) for word in shlex.split(COMMANDS[key])]
    words += ["--seed", SEED] if key in SEEDED else []
    words += ["--jobs", "1"] if key in PARALLEL else []
    return [*words, "--json"]


def json_output(argv: list[str]) -> Any:
    return json.loads(_command(argv))


def _command(argv: list[str]) -> str:
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = run_command(argv)
    assert status == 0, errors.getvalue()
    return out.getvalue()


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 9)


def _hash(data: object) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in "".join(sign if sign.isdigit() else " " for sign in text).split()]
