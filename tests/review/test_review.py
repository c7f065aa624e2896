"""A review says what happened: who was going to win, what decisions cost, and how much of it was luck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from pigeons import game as pigeons
from rumpus.cli.main import run
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.outcome import shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.record import Record, RecordStep
from rumpus.core.rng import Seeded
from rumpus.players import find_player
from rumpus.players.exact import solution_of
from rumpus.review import luck as fortune
from rumpus.review import report, review, verdicts
from rumpus.review import win_probability as gauges
from rumpus.review.win_probability import Gauge, PlayedGauge, SolvedGauge, gauge_of, outcomes
from rumpus.stats.estimates import Reckoning
from rumpus.table.match import Match
from tests.papers import put_papers

CITY = find_game("defend_the_city")
SMALL = {"stamina": 12, "enemies": 1, "stand_offs": 1}


@pytest.fixture(autouse=True)
def pigeons_are_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_papers(tmp_path, "pigeons", "pigeons")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.fixture(autouse=True)
def few_looks_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "LOOKS", 2)
    monkeypatch.setattr(fortune, "DREAMS", 3)
    monkeypatch.setattr(verdicts, "LOOKS", 3)
    monkeypatch.setattr(verdicts, "SOLVED", 1)
    monkeypatch.setattr(gauges, "MOST_OUTCOMES", 450)


def played(game: Game, options: Options, seed: str, bot: str = "random") -> Record:
    """A match of bots, with people's names."""
    match = Match(game, options, seed, ["Ann", "Ben", "Cid", "Dov"][: game.seats(options)])
    players = [find_player(bot, game, options, f"{seed} {seat}") for seat in range(game.seats(options))]
    luck = Seeded(seed)
    while seats := match.position.to_act():
        for seat in seats:
            match.play(seat, players[seat].decide(Chair(game, options, match.position, seat, luck)))
    return match.record


def siege(seed: str = "1") -> Record:
    return played(CITY, CITY.options(SMALL), seed)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    record = Match(CITY, CITY.options(SMALL), "on", ["Ann"]).record
    with pytest.raises(RumpusError, match="not over"):
        review.review(record)


def test_an_effort_without_end_is_refused() -> None:
    with pytest.raises(BadOption, match="1 to 100"):
        review.task(siege(), effort=101)


def test_luck_and_play_add_up_to_the_result() -> None:
    options = pigeons.options(seats=2)
    record = played(pigeons, options, "sum")
    start = next(iter(record.walk(pigeons))).position.copy()
    found = review.part_of(review.task(record, seats=[]), 0)
    gauge = gauge_of(pigeons, options)
    gauge.reseed("sum fortune 0")
    stood = gauge.glance(start)
    for seat, won in enumerate(shares(record.ranking)):
        side = report.seat_review(seat, record.players, record.ranking, found.curve, [], found.swings, 0)
        before_the_deal = stood[seat] - found.swings[0].luck[seat]
        assert side.luck + side.play + side.others == pytest.approx(won - before_the_deal)


def test_parts_make_the_same_whole() -> None:
    record = siege()
    parts = review.task(record, parts=3)
    found = [review.part_of(parts, part) for part in (2, 0, 1)]
    assert review.put_together(parts, found) == review.review(record)


def test_the_curve_ends_with_the_result() -> None:
    record = siege()
    curve = review.review(record).curve
    assert [point.number for point in curve] == list(range(len(record.moves) + 1))
    assert curve[-1].known == [curve[-1].open] == [shares(record.ranking)]
    assert curve[0].own(0) == pytest.approx(solution_of(CITY, CITY.options(SMALL)).value)


def test_a_long_game_has_a_short_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "MOST_POINTS", 2)
    record = siege()
    numbers = [point.number for point in review.review(record).curve]
    assert numbers[0] == 0
    assert numbers[-1] == len(record.moves)
    assert len(numbers) <= 4


def city_gauge() -> Gauge:
    options = CITY.options(SMALL)
    gauge = gauge_of(CITY, options)
    assert isinstance(gauge, SolvedGauge)
    return gauge


def worths(gauge: Gauge, chair: Chair) -> dict[Move, float]:
    """What every move is worth by the exact solution."""
    found: dict[Move, float] = {}
    for move in chair.moves():
        futures = outcomes(chair.imagine(Seeded("")), 0, move)
        assert futures is not None
        found[move] = sum(chance * gauge.look(future)[0] for chance, future in futures)
    return found


def test_verdicts_in_a_solved_game_are_those_of_the_solution() -> None:
    gauge = city_gauge()
    options = gauge.options
    chair = Chair(CITY, options, CITY.start(options, Seeded("deal")), 0, Seeded("chair"))
    true = worths(gauge, chair)
    best = max(true.values())
    assert best == pytest.approx(solution_of(CITY, options).value)
    words: set[str] = set()
    for move, worth in true.items():
        verdict = verdicts.judged(gauge, chair, move, 0, 1)
        if best - worth < verdicts.GOOD:
            assert verdict is None
            continue
        assert verdict is not None
        assert verdict.gain == pytest.approx(worth - best)
        assert verdict.error == 0.0
        lost = best - worth
        assert verdict.verdict == (
            verdicts.MISTAKEN
            if lost >= verdicts.MISTAKE
            else verdicts.DOUBT
            if lost >= verdicts.DOUBTFUL
            else verdicts.FINE
        )
        words.add(verdict.verdict)
    assert verdicts.MISTAKEN in words


def test_a_difference_within_its_error_is_no_verdict() -> None:
    assert verdicts.word_for(Reckoning(-0.2, 0.1), liked=False) == verdicts.UNCLEAR
    assert verdicts.word_for(Reckoning(-0.2, 0.02), liked=False) == verdicts.MISTAKEN
    assert verdicts.word_for(Reckoning(-0.07, 0.01), liked=False) == verdicts.DOUBT
    assert verdicts.word_for(Reckoning(-0.03, 0.02), liked=False) == verdicts.FINE
    assert verdicts.word_for(Reckoning(0.0, 0.01), liked=True) == verdicts.BEST
    assert verdicts.word_for(Reckoning(-0.03, 0.01), liked=True) == verdicts.FINE
    assert verdicts.word_for(Reckoning(-0.2, 0.02), liked=True) == verdicts.UNCLEAR
    assert verdicts.word_for(Reckoning(0.1, 0.01), liked=False) == verdicts.BEST


def test_what_is_unclear_is_looked_at_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """15 points behind on average, by dreams that differ much: that is a mistake, but not after the usual looks."""
    looked: list[int] = []

    def look(gauge: Gauge, chair: Chair, move: Move, seed: str) -> float:
        looked.append(int(seed.split()[-1]))
        return 0.5 if move else 0.8 if looked[-1] % 4 == 0 else 0.2

    monkeypatch.setattr(verdicts, "look", look)
    gauge = PlayedGauge(pigeons, pigeons.options(seats=2))
    chair = Chair(pigeons, gauge.options, pigeons.start(gauge.options, Seeded("")), 0, Seeded(""))
    usual = verdicts.LOOKS * verdicts.BATCHES
    monkeypatch.setattr(verdicts, "PATIENT", 1)
    assert verdicts.word_for(verdicts.compared(gauge, chair, 0, 1, "", 1).gain, liked=False) == verdicts.UNCLEAR
    assert max(looked) == usual - 1
    monkeypatch.setattr(verdicts, "PATIENT", 50)
    held = verdicts.compared(gauge, chair, 0, 1, "", 1)
    assert verdicts.word_for(held.gain, liked=False) in (verdicts.DOUBT, verdicts.MISTAKEN)
    assert usual < max(looked) < 20 * usual


def test_what_a_longer_search_likes_is_not_called_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    options = pigeons.options(seats=2)
    chair = Chair(pigeons, options, pigeons.start(options, Seeded("")), 0, Seeded(""))
    made, other = chair.moves()[:2]
    longer: list[int] = []
    likes = {1: other}

    def favourites(chair: Chair, seed: str, effort: int) -> list[Move]:
        longer.append(effort)
        return [likes[effort], made]

    monkeypatch.setattr(verdicts, "favourites", favourites)
    monkeypatch.setattr(verdicts, "look", lambda gauge, chair, move, seed: 0.2 if move == made else 0.7)
    gauge = PlayedGauge(pigeons, options)
    for liked, word in ((other, verdicts.MISTAKEN), (made, verdicts.UNCLEAR)):
        likes[verdicts.LONGER] = liked
        verdict = verdicts.judged(gauge, chair, made, 0, 1)
        assert verdict is not None
        assert verdict.verdict == word
    assert longer == [1, verdicts.LONGER] * 2


HIDING = ["cat_brawl", "battle_puno"]


@pytest.mark.parametrize("name", HIDING)
def test_an_estimate_knows_no_more_than_its_seat(name: str) -> None:
    """The same bytes come of every position that the seat cannot tell from the real one."""
    game = find_game(name)
    options = game.options()
    luck = Seeded("secrets")
    position = game.start(options, luck)
    while len(position.moves(seat := position.to_act()[0])) < 2:
        position.apply(seat, position.moves(seat)[0], luck)
    gauge = gauge_of(game, options)
    said: set[bytes] = set()
    for world in (position, position.imagine(seat, Seeded("a")), position.imagine(seat, Seeded("b"))):
        said.add(known(gauge, world, seat))
    assert len(said) == 1


def known(gauge: Gauge, position: Position, seat: Seat) -> bytes:
    chance = review.known_chance(gauge, position, seat, "secrecy", 3)
    chair = Chair(gauge.game, gauge.options, position, seat, Seeded("chair"))
    held = verdicts.compared(gauge, chair, chair.moves()[0], chair.moves()[1], "secrecy", 1)
    return msgspec.json.encode([chance.value, chance.error, held.chance.value, held.gain.value])


def test_luck_sums_up_to_nothing() -> None:
    """In the exact solution the luck of many random games is zero within its error, and play is what they lost by."""
    gauge = city_gauge()
    lucks: list[float] = []
    plays: list[float] = []
    for number in range(24):
        record = siege(str(number))
        before = None
        luck = play = 0.0
        for step in record.walk(CITY):
            if before is not None and step.seat is not None:
                swing = fortune.of_decisions(
                    gauge, before, [(0, step.move)], step.position, step.number, str(number), 1
                )
                luck += swing.luck[0]
                play += swing.play[0][0]
            before = step.position.copy()
        lucks.append(luck)
        plays.append(play)
    mean = sum(lucks) / len(lucks)
    error = (sum((one - mean) ** 2 for one in lucks) / len(lucks) / (len(lucks) - 1)) ** 0.5
    assert abs(mean) < 3 * error
    assert sum(plays) / len(plays) < -0.05


def test_a_game_without_a_judge_is_played_to_its_end() -> None:
    gauge = PlayedGauge(pigeons, pigeons.options(seats=2))
    gauge.reseed("to the end")
    chances = gauge.look(pigeons.start(gauge.options, gauge.luck))
    assert sorted(chances) in ([0.0, 1.0], [0.5, 0.5])


def test_the_terminal_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "siege.record"
    record = siege()
    record.write(path)
    assert run(["review", str(path), "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "Who was going to win" in told
    assert "by the exact solution" in told
    assert "Luck " in told
    assert run(["review", str(path), "--jobs", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["exact"] is True
    assert data == msgspec.to_builtins(review.review(record, [0]))
    assert run(["review", str(path), "--seat", "onlooker"]) == 2
    assert "an onlooker decides nothing" in capsys.readouterr().err


def nothing_of_luck(
    gauge: Gauge, position: Position, made: Sequence[tuple[Seat, Move]] | str, *_: object
) -> fortune.Swing:
    nothing = [0.0] * gauge.game.seats(gauge.options)
    seats = [] if isinstance(made, str) else [seat for seat, _ in made]
    return fortune.Swing(0, seats, [nothing for _ in seats], nothing, nothing)


@pytest.mark.parametrize("name", HIDING)
def test_the_review_of_a_seat_tells_nothing_that_it_never_knew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes, whatever the others held at any moment of the match."""
    game = find_game(name)
    record = played(game, game.options(seats=2), "secrets", "greedy")
    monkeypatch.setattr(review, "MOST_POINTS", 4)
    monkeypatch.setattr(review, "judged", lambda gauge, chair, move, number, effort: telling(chair, move, number))
    whole = review.review(record, [0])
    said = msgspec.json.encode(report.own_review(whole, whole.seats[0]))

    true = Record.walk
    others: list[bool] = []

    def dreamt(self: Record, game: Game) -> Iterator[RecordStep]:
        for step in true(self, game):
            dream = step.position.imagine(0, Seeded(f"dream {step.number}"))
            others.append(dream.save() != step.position.save())
            yield RecordStep(step.number, step.seat, step.move, step.words, dream, step.luck)

    monkeypatch.setattr(Record, "walk", dreamt)
    monkeypatch.setattr(fortune, "of_decisions", nothing_of_luck)
    monkeypatch.setattr(fortune, "of_the_deal", nothing_of_luck)
    monkeypatch.setattr(game.__class__, "say", lambda *_: "")
    other = review.review(record, [0])
    assert msgspec.json.encode(report.own_review(other, other.seats[0])) == said
    assert any(others)


def telling(chair: Chair, move: Move, number: int) -> verdicts.Judgement:
    """What a verdict could tell of: all that its chair knows, and dreams."""
    dream = chair.imagine(Seeded(f"{number}")).save()
    return verdicts.Judgement(number, chair.seat, verdicts.FINE, chair.write(move), str(dream), 0.5, 0.0, 0.0)


@pytest.mark.parametrize(("number", "when"), [(0, "at the start"), (7, "after move 7")])
def test_the_costliest_move_is_told_with_its_place(number: int, when: str) -> None:
    wrong = verdicts.Judgement(number, 0, verdicts.MISTAKEN, "a", "Strike", 0.2, -0.3, 0.01, "Guard", "b")
    assert report._costliest("You", [wrong], 3) == f"Costliest was “Strike” {when} (−30); “Guard” was better."
