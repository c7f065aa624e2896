"""A review says what happened: winning chances, what decisions cost, and how much of it was luck."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from pigeons import game as pigeons
from rumpus.cli.main import run
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.outcome import win_shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.record import Record, RecordStep
from rumpus.core.rng import SeededRng
from rumpus.core.system.pausable import Pausable, complete
from rumpus.players import find_player
from rumpus.players.exact import solution_of
from rumpus.review import luck, report, review, verdicts, win_probability
from rumpus.review.moments import moment_of, moments_of
from rumpus.review.win_probability import ExactEstimator, RolloutEstimator, WinEstimator, outcomes, win_estimator
from rumpus.stats.estimates import MeanEstimate
from rumpus.table.match import Match
from tests.package_metadata import write_metadata

CITY = find_game("defend_the_city")
SMALL = {"stamina": 12, "enemies": 1, "stand_offs": 1}


@pytest.fixture(autouse=True)
def few_rollouts_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_metadata(tmp_path, "pigeons", "pigeons")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(review, "ROLLOUTS", 2)
    monkeypatch.setattr(luck, "WORLDS", 3)
    monkeypatch.setattr(verdicts, "ROLLOUTS", 3)
    monkeypatch.setattr(verdicts, "EXACT_FACTOR", 1)
    monkeypatch.setattr(win_probability, "MAX_OUTCOMES", 450)


def played(game: Game, options: Options, seed: str, bot: str = "random") -> Record:
    match = Match(game, options, seed, ["Ann", "Ben", "Cid", "Dov"][: game.seats(options)])
    players = [find_player(bot, game, options, f"{seed} {seat}") for seat in range(game.seats(options))]
    rng = SeededRng(seed)
    while seats := match.position.to_act():
        for seat in seats:
            match.play(seat, players[seat].decide(InfoState(game, options, match.position, seat, rng)))
    return match.record


def siege(seed: str = "1") -> Record:
    return played(CITY, CITY.options(SMALL), seed)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    record = Match(CITY, CITY.options(SMALL), "on", ["Ann"]).record
    with pytest.raises(RumpusError, match="not over"):
        review.review_record(record)


def test_an_effort_without_end_is_refused() -> None:
    with pytest.raises(BadOption, match="1 to 100"):
        review.review_task(siege(), effort=101)


def test_luck_and_play_add_up_to_the_result() -> None:
    options = pigeons.options(seats=2)
    record = played(pigeons, options, "sum")
    start = next(iter(record.walk(pigeons))).position.copy()
    found = review.review_part(review.review_task(record, seats=[]), 0)
    estimator = win_estimator(pigeons, options)
    estimator.reseed("sum fortune 0")
    at_start = estimator.static(start)
    for seat, won in enumerate(win_shares(record.ranking)):
        side = report.seat_review(seat, record.players, record.ranking, found.curve, [], found.swings, 0, [])
        before_the_deal = at_start[seat] - found.swings[0].luck[seat]
        assert side.luck + side.play + side.others == pytest.approx(won - before_the_deal)


def test_parts_make_the_same_whole() -> None:
    record = siege()
    parts = review.review_task(record, parts=3)
    found = [review.review_part(parts, part) for part in (2, 0, 1)]
    assert review.merge_parts(parts, found) == review.review_record(record)


def test_slices_of_time_make_the_same_whole() -> None:
    record = siege()
    task = review.review_task(record)
    run = review.ReviewRun(task, 0)
    found: list[review.ReviewPart] = []
    pauses = 0
    while len(found) <= len(record.moves):
        some = run.work(0.0)
        pauses += not some
        found += some
        assert run.next == len(found)
        if len(found) == 3 and some:
            run = review.ReviewRun(task, len(found))  # the process was lost, and another one goes on
    assert pauses > len(found)
    assert review.merge_parts(task, found) == review.review_record(record)


def test_the_work_between_two_pauses_does_not_grow_with_the_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("cat_brawl")
    record = played(game, game.options(seats=2), "pauses", "greedy")
    samples = [0]
    reseed = RolloutEstimator.reseed

    def counted(estimator: RolloutEstimator, seed: str) -> None:
        samples[-1] += 1
        reseed(estimator, seed)

    def pause() -> float:
        samples.append(0)
        return 0.0

    monkeypatch.setattr(RolloutEstimator, "reseed", counted)
    monkeypatch.setattr(review, "perf_counter", pause)
    for effort in (1, 3):
        samples.clear()
        found = review.ReviewRun(review.review_task(record, effort=effort), 4).work(1.0)
        assert len(found) == len(record.moves) - 3
        assert sum(samples) > 100 * effort
        assert max(samples) <= 6


def test_the_curve_ends_with_the_result() -> None:
    record = siege()
    curve = review.review_record(record).curve
    assert [point.number for point in curve] == list(range(len(record.moves) + 1))
    assert curve[-1].known == [curve[-1].open] == [win_shares(record.ranking)]
    assert curve[0].own(0) == pytest.approx(solution_of(CITY, CITY.options(SMALL)).value)


def test_a_long_game_has_a_short_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "MAX_CURVE_POINTS", 2)
    record = siege()
    numbers = [point.number for point in review.review_record(record).curve]
    assert (numbers[0], numbers[-1]) == (0, len(record.moves))
    assert len(numbers) <= 4


def city_estimator() -> WinEstimator:
    estimator = win_estimator(CITY, CITY.options(SMALL))
    assert isinstance(estimator, ExactEstimator)
    return estimator


def exact_values(estimator: WinEstimator, info: InfoState) -> dict[Move, float]:
    found: dict[Move, float] = {}
    for move in info.moves():
        futures = outcomes(info.sample(SeededRng("")), 0, move)
        assert futures is not None
        found[move] = sum(chance * estimator.rollout(future)[0] for chance, future in futures)
    return found


def test_verdicts_in_a_solved_game_are_those_of_the_solution() -> None:
    estimator = city_estimator()
    options = estimator.options
    info = InfoState(CITY, options, CITY.start(options, SeededRng("deal")), 0, SeededRng("chair"))
    true = exact_values(estimator, info)
    best = max(true.values())
    assert best == pytest.approx(solution_of(CITY, options).value)
    words: set[str] = set()
    for move, value in true.items():
        verdict, lost = complete(verdicts.verdict_on(estimator, info, move, 0, 1)), best - value
        if lost < verdicts.EQUAL_WITHIN:
            assert verdict is None
            continue
        assert verdict is not None
        assert verdict.gain == pytest.approx(-lost)
        assert verdict.error == 0.0
        mild = verdicts.DOUBT if lost >= verdicts.DOUBTFUL_LOSS else verdicts.FINE
        assert verdict.verdict == (verdicts.MISTAKE_VERDICT if lost >= verdicts.MISTAKE_LOSS else mild)
        words.add(verdict.verdict)
    assert verdicts.MISTAKE_VERDICT in words


def test_a_difference_within_its_error_is_no_verdict() -> None:
    for gain, error, preferred, verdict in (
        (-0.2, 0.1, False, verdicts.UNCLEAR), (-0.2, 0.02, False, verdicts.MISTAKE_VERDICT),
        (-0.07, 0.01, False, verdicts.DOUBT), (-0.03, 0.02, False, verdicts.FINE), (0.0, 0.01, True, verdicts.BEST),
        (-0.03, 0.01, True, verdicts.FINE), (-0.2, 0.02, True, verdicts.UNCLEAR), (0.1, 0.01, False, verdicts.BEST),
    ):  # fmt: skip
        assert verdicts.classify(MeanEstimate(gain, error), preferred) == verdict


def test_unclear_verdicts_get_more_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """15 points behind with a high variance: a mistake, but not after the usual rollouts."""
    rollouts: list[int] = []

    def sample(estimator: WinEstimator, info: InfoState, move: Move, seed: str) -> float:
        rollouts.append(int(seed.split()[-1]))
        return 0.5 if move else 0.8 if rollouts[-1] % 4 == 0 else 0.2

    monkeypatch.setattr(verdicts, "rollout_after", sample)
    estimator = RolloutEstimator(pigeons, pigeons.options(seats=2))
    info = InfoState(pigeons, estimator.options, pigeons.start(estimator.options, SeededRng("")), 0, SeededRng(""))
    usual = verdicts.ROLLOUTS * verdicts.BATCHES
    monkeypatch.setattr(verdicts, "UNCLEAR_FACTOR", 1)
    found = complete(verdicts.compare_moves(estimator, info, 0, 1, "", 1))
    assert verdicts.classify(found.gain, preferred=False) == verdicts.UNCLEAR
    assert max(rollouts) == usual - 1
    monkeypatch.setattr(verdicts, "UNCLEAR_FACTOR", 50)
    found = complete(verdicts.compare_moves(estimator, info, 0, 1, "", 1))
    assert verdicts.classify(found.gain, preferred=False) in (verdicts.DOUBT, verdicts.MISTAKE_VERDICT)
    assert usual < max(rollouts) < 20 * usual


def test_what_a_longer_search_likes_is_not_called_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    options = pigeons.options(seats=2)
    info = InfoState(pigeons, options, pigeons.start(options, SeededRng("")), 0, SeededRng(""))
    made, other = info.moves()[:2]
    longer: list[int] = []
    likes = {1: other}

    def favourites(info: InfoState, seed: str, effort: int) -> Pausable[list[Move]]:
        longer.append(effort)
        yield
        return [likes[effort], made]

    monkeypatch.setattr(verdicts, "moves_by_visits", favourites)
    monkeypatch.setattr(verdicts, "rollout_after", lambda estimator, info, move, seed: 0.2 if move == made else 0.7)
    estimator = RolloutEstimator(pigeons, options)
    for liked, word in ((other, verdicts.MISTAKE_VERDICT), (made, verdicts.UNCLEAR)):
        likes[verdicts.RECHECK_FACTOR] = liked
        verdict = complete(verdicts.verdict_on(estimator, info, made, 0, 1))
        assert verdict is not None
        assert verdict.verdict == word
    assert longer == [1, verdicts.RECHECK_FACTOR] * 2


HIDING = ["cat_brawl", "battle_puno"]


@pytest.mark.parametrize("name", HIDING)
def test_an_estimate_knows_no_more_than_its_seat(name: str) -> None:
    """The same bytes come of every position that the seat cannot tell from the real one."""
    game = find_game(name)
    options = game.options()
    rng = SeededRng("secrets")
    position = game.start(options, rng)
    while len(position.moves(seat := position.to_act()[0])) < 2:
        position.apply(seat, position.moves(seat)[0], rng)
    estimator = win_estimator(game, options)
    found: set[bytes] = set()
    for world in (position, position.determinize(seat, SeededRng("a")), position.determinize(seat, SeededRng("b"))):
        own = review.win_probability_for_seat(estimator, world, seat, "secrecy", 3)
        info = InfoState(game, options, world, seat, SeededRng("chair"))
        pair = complete(verdicts.compare_moves(estimator, info, info.moves()[0], info.moves()[1], "secrecy", 1))
        found.add(msgspec.json.encode([own.value, own.error, pair.win_probability.value, pair.gain.value]))
    assert len(found) == 1


def test_luck_sums_up_to_nothing() -> None:
    """In the exact solution the luck of many random games is zero within its error, and play is what they lost by."""
    estimator = city_estimator()
    lucks, plays = [0.0] * 24, [0.0] * 24
    for number in range(24):
        before = None
        for step in siege(str(number)).walk(CITY):
            if before is not None and step.seat is not None:
                made = [(step.seat, step.move)]
                split = luck.luck_of_decisions(estimator, before, made, step.position, step.number, str(number), 1)
                swing = complete(split)
                lucks[number] += swing.luck[0]
                plays[number] += swing.play[0][0]
            before = step.position.copy()
    mean = sum(lucks) / len(lucks)
    error = (sum((one - mean) ** 2 for one in lucks) / len(lucks) / (len(lucks) - 1)) ** 0.5
    assert abs(mean) < 3 * error
    assert sum(plays) / len(plays) < -0.05


def test_a_game_without_evaluator_is_rolled_out_to_its_end() -> None:
    estimator = RolloutEstimator(pigeons, pigeons.options(seats=2))
    estimator.reseed("to the end")
    chances = estimator.rollout(pigeons.start(estimator.options, estimator.rng))
    assert sorted(chances) in ([0.0, 1.0], [0.5, 0.5])


def test_the_terminal_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "siege.record"
    record = siege()
    record.write(path)
    assert run(["review", str(path), "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    assert all(words in printed for words in ("Winning chances", ", exact.", ": luck "))
    assert printed.index("Key moments") < printed.index("Winning chances")
    assert re.search(r"^ *turn [1-9]\d* +(best|good|inaccuracy|mistake|blunder) ", printed, re.MULTILINE)
    assert "after move" not in printed.lower()
    assert run(["review", str(path), "--jobs", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["exact"] is True
    assert data == msgspec.to_builtins(review.review_record(record, [0]))
    assert run(["review", str(path), "--seat", "onlooker"]) == 2
    assert "A spectator makes no decisions" in capsys.readouterr().err


def no_luck(
    estimator: WinEstimator, position: Position, made: Sequence[tuple[Seat, Move]] | str, *_: object
) -> Pausable[luck.Swing]:
    yield
    nothing = [0.0] * estimator.game.seats(estimator.options)
    seats = [] if isinstance(made, str) else [seat for seat, _ in made]
    return luck.Swing(0, seats, [nothing for _ in seats], nothing, nothing)


@pytest.mark.parametrize("name", HIDING)
def test_the_review_of_a_seat_tells_nothing_that_it_never_knew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The review does not depend on the others' hidden cards."""
    game = find_game(name)
    record = played(game, game.options(seats=2), "secrets", "greedy")
    monkeypatch.setattr(review, "MAX_CURVE_POINTS", 4)
    monkeypatch.setattr(review, "verdict_on", telling)
    whole = review.review_record(record, [0])
    said = msgspec.json.encode(report.own_review(whole, whole.seats[0], []))

    true = Record.walk
    others: list[bool] = []

    def sampled(self: Record, game: Game) -> Iterator[RecordStep]:
        for step in true(self, game):
            world = step.position.determinize(0, SeededRng(f"dream {step.number}"))
            others.append(world.save() != step.position.save())
            yield RecordStep(step.number, step.seat, step.move, step.words, world, step.rng)

    monkeypatch.setattr(Record, "walk", sampled)
    monkeypatch.setattr(luck, "luck_of_decisions", no_luck)
    monkeypatch.setattr(luck, "luck_of_deal", no_luck)
    monkeypatch.setattr(game.__class__, "describe_move", lambda *_: "")
    other = review.review_record(record, [0])
    assert msgspec.json.encode(report.own_review(other, other.seats[0], [])) == said
    assert any(others)


def telling(
    estimator: WinEstimator, info: InfoState, move: Move, number: int, effort: int
) -> Pausable[verdicts.Verdict]:
    yield
    world = info.sample(SeededRng(f"{number}")).save()
    return verdicts.Verdict(number, info.seat, verdicts.FINE, info.format_move(move), str(world), 0.5, 0.0, 0.0)


@pytest.mark.parametrize(("number", "when"), [(0, "at the start"), (7, "round 3")])
def test_the_biggest_mistake_is_told_with_the_round_of_the_table(number: int, when: str) -> None:
    wrong = verdicts.Verdict(number, 0, verdicts.MISTAKE_VERDICT, "a", "Strike", 0.2, -0.15, 0.01, "Guard", "b")
    moments = ["", *["round 1"] * 6, "round 3"]
    told = report.describe_worst("You", [wrong], 3, moments)
    assert told == f"Biggest mistake, {when}: “Strike” (−15 %); “Guard” was better."


@pytest.mark.parametrize(
    ("ranking", "parts", "told"),
    [
        ([2, 1], (0.06, -0.3, -0.25),
         "Mostly your own play cost you this game: luck +6 %, your choices −30 %, opponent −25 %."),
        ([1, 2], (0.4, -0.1, 0.2),
         "Mostly luck won you this game: luck +40 %, your choices −10 %, opponent +20 %."),
        ([2, 1, 3], (0.0, 0.01, -0.3),
         "You came 2nd: luck 0 %, your choices +1 %, the others −30 %."),
        ([2, 1, 2], (-0.3, 0.0, 0.0),
         "Mostly bad luck cost you this game: luck −30 %, your choices 0 %, the others 0 %."),
        ([1], (0.01, 0.02, 0.0), "You won: luck +1 %, your choices +2 %."),
        ([1, 1], (0.1, 0.0, -0.1), "You drew: luck +10 %, your choices 0 %, opponent −10 %."),
    ],
)  # fmt: skip
def test_luck_and_skill_are_one_sentence(ranking: list[int], parts: tuple[float, float, float], told: str) -> None:
    assert report.describe_result(ranking, 0, *parts) == told


@pytest.mark.parametrize(
    ("verdict", "gain", "word"),
    [
        (verdicts.BEST, 0.1, "best"), (verdicts.FINE, -0.03, "good"), (verdicts.DOUBT, -0.07, "inaccuracy"),
        (verdicts.MISTAKE_VERDICT, -0.15, "mistake"), (verdicts.MISTAKE_VERDICT, -0.2, "blunder"),
        (verdicts.UNCLEAR, -0.3, "unclear"),
    ],
)  # fmt: skip
def test_verdicts_are_told_in_words_of_chess_sites(verdict: str, gain: float, word: str) -> None:
    assert verdicts.verdict_word(verdicts.Verdict(0, 0, verdict, "a", "Strike", 0.5, gain, 0.0)) == word


def test_browser_and_terminal_have_the_same_words() -> None:
    script = (Path(report.__file__).parents[1] / "web/static/js/table/review.js").read_text(encoding="utf-8")
    words = re.search(r"const VERDICTS = \{ (.*) \};", script)
    loss = re.search(r"const BLUNDER_LOSS = (.*);", script)
    assert words is not None
    assert dict(re.findall(r'(\w+): "(\w+)"', words[1])) == verdicts.WORDS
    assert loss is not None
    assert float(loss[1]) == verdicts.BLUNDER_LOSS


COUNTED = {
    "battle_puno": r"round 1, turn \d+", "cat_brawl": r"round \d+", "creature_wars": r"turn \d+",
    "defend_the_city": r"turn \d+", "ultimatum": r"phase \d+", "pigeons": r"round \d",
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTED)
def test_moments_are_counted_as_the_table_counts(name: str) -> None:
    game = pigeons if name == "pigeons" else find_game(name)
    position, rng = game.start(game.options(), SeededRng("count")), SeededRng("count")
    moments: list[str] = []
    while position.to_act() and len(moments) < 120:
        moments.append(moment_of(game, position))
        seat = position.to_act()[0]
        moves = position.moves(seat)
        position.apply(seat, moves[rng.below(len(moves))], rng)
    counted = [moment for moment in moments if moment]
    assert counted == moments[len(moments) - len(counted) :], "only the setup is not counted"
    assert all(re.fullmatch(COUNTED[name], moment) for moment in counted)
    numbers = [[int(number) for number in re.findall(r"\d+", moment)] for moment in counted]
    assert numbers == sorted(numbers)
    assert numbers[0] < numbers[-1]


def test_every_number_of_moves_has_its_moment() -> None:
    record = siege()
    moments = moments_of(record, CITY)
    assert len(moments) == len(record.moves) + 1
    assert moments[0] == "turn 1"
