"""Puzzles: one move is much better than all others, which can be looked at again, and asked anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from rumpus.cli.commands.puzzles import PuzzleTable, Streak, _session
from rumpus.cli.main import run
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.content import puzzle as puzzles
from rumpus.core.content.puzzle import Puzzle, PuzzleKey, puzzle_names, puzzle_of, read_puzzles, write_puzzle
from rumpus.core.errors import BadRecord, IllegalMove, UnknownName
from rumpus.core.info_state import InfoState
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng, rng_for
from rumpus.review import puzzles as puzzle_maker
from rumpus.review.puzzles import exact_best, fault_in, only_move, puzzles_in
from rumpus.review.win_probability import ExactEstimator, win_estimator
from rumpus.table.entries import Began, Made, Place
from rumpus.table.lessons import lesson_at, opening_entries, puzzle_texts
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from rumpus.terminal.sessions import LocalSession

CITY = find_game("defend_the_city")
SMALL = CITY.options({"stamina": 8, "enemies": 1, "stand_offs": 1})


@pytest.fixture(scope="module")
def found() -> Puzzle:
    estimator = win_estimator(CITY, SMALL)
    assert isinstance(estimator, ExactEstimator)
    for number in range(50):
        record = Record(CITY.name, CITY.version, SMALL.changed(), f"game {number}", ["Player 1"])
        rng, deal = SeededRng(f"{number}"), rng_for(record.seed)
        position = CITY.start(SMALL, deal)
        while position.to_act():
            info = InfoState(CITY, SMALL, position, 0, rng)
            moves = info.moves()
            if len(moves) == 2:
                for best in moves:
                    only = only_move(estimator, info, best, "seed", 1)
                    if only is not None:
                        words = (info.format_move(best), info.format_move(only.second_best))
                        key = PuzzleKey(0, words[0], only.win_probability.value, only.gain.value, 0.0, words[1], "hard")
                        return Puzzle("001", record, key)
            move = moves[rng.below(len(moves))]
            record.moves.append((0, CITY.format_move(position, 0, move)))
            position.apply(0, move, deal)
    raise AssertionError("there is none")


@pytest.fixture
def brought(found: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Puzzle]:
    write_puzzle(tmp_path / puzzles.FILE, found)
    monkeypatch.setattr(puzzles, "_home", lambda _: tmp_path)
    puzzles._texts.cache_clear()
    puzzle_texts.cache_clear()
    yield found
    puzzles._texts.cache_clear()
    puzzle_texts.cache_clear()


def test_a_puzzle_is_a_record_and_comes_back_from_its_text(found: Puzzle) -> None:
    again = Puzzle.loads("001", found.dumps())
    assert again.key == found.key
    assert again.record.dumps() == found.record.dumps() == Record.loads(found.dumps()).dumps()
    assert again.level == 2
    with pytest.raises(BadRecord, match="no puzzle"):
        Puzzle.loads("002", found.record.dumps())


def test_a_file_of_lines_and_a_folder_of_files_hold_the_same(found: Puzzle, tmp_path: Path) -> None:
    file, folder = tmp_path / "puzzles.jsonl", tmp_path / "puzzles"
    folder.mkdir()
    second = Puzzle("002", found.record, found.key)
    for path in (file, folder):
        assert read_puzzles(path) == {}
        for puzzle in (found, second, found):
            write_puzzle(path, puzzle)
        texts = read_puzzles(path)
        assert list(texts) == ["001", "002"]
        assert [Puzzle.loads(name, text).dumps() for name, text in texts.items()] == [found.dumps()] * 2
    assert len(file.read_text().splitlines()) == 2
    assert sorted(path.name for path in folder.iterdir()) == ["001.json", "002.json"]
    file.write_text("{}\n")
    with pytest.raises(BadRecord, match="a line is no puzzle"):
        read_puzzles(file)


def test_a_package_may_have_a_folder_of_puzzles(found: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / puzzles.FOLDER).mkdir()
    write_puzzle(tmp_path / puzzles.FOLDER, Puzzle("002", found.record, found.key))
    write_puzzle(tmp_path / puzzles.FILE, found)
    monkeypatch.setattr(puzzles, "_home", lambda _: tmp_path)
    puzzles._texts.cache_clear()
    assert list(puzzle_names(CITY)) == ["001", "002"]
    assert puzzle_of(CITY, "2").dumps() == found.dumps()
    puzzles._texts.cache_clear()


def test_repeating_the_analysis_finds_the_same(found: Puzzle) -> None:
    estimator = win_estimator(CITY, SMALL)
    assert fault_in(estimator, found) == ""
    key = found.key
    wrong = PuzzleKey(0, key.next, key.chance, key.gain, 0.0, key.best, "hard")
    assert "not much better" in fault_in(estimator, Puzzle("001", found.record, wrong))


def test_puzzles_are_graded_anew(
    found: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzles.jsonl"
    write_puzzle(path, found)
    finders = {"easy": False, "normal": True}
    monkeypatch.setattr(puzzle_maker, "_bot_finds", lambda info, bot, best, seed, tries: finders[bot])
    assert run(["puzzles", "grade", str(path), "--jobs", "1"]) == 0
    assert "1 found by normal, 0 found by hard" in capsys.readouterr().out
    assert Puzzle.loads("001", read_puzzles(path)["001"]).level == 1
    finders["easy"] = True
    before = path.read_bytes()
    assert run(["puzzles", "grade", str(path), "--jobs", "1"]) != 0
    assert "`easy` solves these, so they are too easy for puzzles: 001" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert run(["puzzles", "grade", str(tmp_path / "none")]) != 0
    assert "no puzzles in" in capsys.readouterr().err


def test_every_day_has_its_puzzle(brought: Puzzle) -> None:
    assert puzzles.todays_puzzle(CITY, 7).name == "001"
    assert puzzle_of(CITY, "1").key == brought.key
    with pytest.raises(UnknownName, match="001 to 001"):
        puzzle_of(CITY, "9")


def test_days_in_a_row_are_counted() -> None:
    streak = Streak()
    for day in (5, 5, 6, 7):
        streak.solved(day)
    assert streak.days == 3
    streak.solved(9)
    assert streak.days == 1


def test_any_puzzle_of_a_game_counts_for_its_day(
    brought: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for words in ([], ["1"]):
        monkeypatch.setattr("sys.stdin", StringIO(f"{brought.key.best}\n"))
        assert run(["puzzles", "play", CITY.name, *words]) == 0
        assert "1 day in a row" in capsys.readouterr().out


def test_at_a_table_only_the_right_move_is_taken(brought: Puzzle) -> None:
    lesson = brought.lesson(CITY)
    places = [Place("person", "Ann", fingerprint("secret"))]
    made = Made(CITY.name, CITY.version, SMALL.changed(), lesson.deal.seed, places, "", puzzle="001")
    table = Table("abcdefgh", CITY, made, 1000)
    table.take(Began(), 2000)
    for entry in opening_entries(CITY, lesson):
        table.take(entry, 2000)
    at = lesson_at(table)
    assert at is not None
    assert table.match is not None
    page = at.lesson_info(0)
    assert (page.puzzle, page.level, len(page.allow)) == ("001", 2, 1)
    assert "tempting" in page.hint
    right = page.allow[0]
    others = [move for move in table.match.position.moves(0) if move != right]
    assert all("another move" in at.refusal(0, move) for move in others)
    assert at.refusal(0, right) == ""
    table.match.play(0, right)
    after = at.lesson_info(0)
    assert after.say == brought.reason(CITY)
    assert not after.hint


def solve(puzzle: Puzzle, typed: Sequence[str]) -> tuple[bool, str]:
    lines = iter(typed)
    console = Console(width=100, record=True, file=StringIO())
    host: LocalSession = _session(puzzle)
    done = PuzzleTable(puzzle, host, console, lambda _: next(lines)).run()
    return done, console.export_text()


def test_the_terminal_asks_it(found: Puzzle) -> None:
    solved, printed = solve(found, ["nonsense", found.key.next, "hint", found.key.best])
    assert solved
    for words in ("No. Another move wins much more often.", "It is one of these", "(proven)"):
        assert words in printed
    solved, printed = solve(found, ["solution"])
    assert not solved
    assert found.reason(CITY).split(" wins ")[0] in " ".join(printed.split())
    assert not solve(found, ["quit"])[0]


LIKELY = {
    "cat_brawl": r"^Likely held: @[01] [A-Z]",
    "battle_puno": r"^Likely held: @[01] a (red|yellow|green|blue) card \(\d+ %\) and .*; @[123] a",
    "creature_wars": r"^Likely held: @[01] [A-Z]",
}


@pytest.mark.parametrize("name", list(LIKELY))
def test_it_describes_the_likely_hands_of_others(name: str) -> None:
    """The text depends on the solver's information only."""
    game = find_game(name)
    asked = [puzzle_of(game, one) for one in puzzle_names(game)[:4]]
    told = [puzzle.likely_holdings(game) for puzzle in asked]
    assert any(re.match(LIKELY[name], one) for one in told)
    different = 0
    for puzzle, said in zip(asked, told, strict=True):
        true = puzzle.position(game)
        sampled = true.determinize(puzzle.key.seat, SeededRng("another world"))
        different += sampled.save() != true.save()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Puzzle, "position", lambda *_, sampled=sampled: sampled)
            assert puzzle.likely_holdings(game) == said
        assert puzzle.solution(game) == f"{puzzle.reason(game)} {said}".strip()
    assert different


def test_an_illegal_best_move_is_no_puzzle(found: Puzzle) -> None:
    key = PuzzleKey(0, "fly", 0.5, 0.2, 0.0, found.key.next, "hard")
    with pytest.raises(IllegalMove):
        Puzzle("001", found.record, key).reason(CITY)


@pytest.mark.parametrize("name", [name for name in game_names() if puzzle_names(find_game(name))])
def test_a_puzzle_of_every_game_is_still_one(name: str) -> None:
    """The clearest one, which takes the fewest looks; `rumpus puzzles check` looks at all of them."""
    game = find_game(name)
    names = puzzle_names(game)
    assert list(names) == [f"{number:03}" for number in range(1, len(names) + 1)]
    all_of_them = [puzzle_of(game, one) for one in names]
    clearest = max(all_of_them, key=lambda puzzle: puzzle.key.gain / (len(puzzle.record.moves) + 10))
    assert all(puzzle.key.gain >= 0.15 for puzzle in all_of_them)
    assert fault_in(win_estimator(game, clearest.record.options_of(game)), clearest) == ""


def test_puzzles_are_found_in_games_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same game again brings the same puzzle, and it is proven; what bots see is asked elsewhere."""
    monkeypatch.setattr(puzzle_maker, "_bot_finds", lambda *_: False)
    path = tmp_path / "puzzles.jsonl"
    number, changes = 11_000_167, ["versus=on", "stamina=6", "enemies=1", "stand_offs=3"]
    options = [word for change in changes for word in ("--option", change)]
    words = ["puzzles", "make", CITY.name, "--games", "1", "--first", str(number), "--jobs", "1", "--to", str(path)]
    assert run([*words, *options]) == 0
    assert "1 puzzle from 1 game" in capsys.readouterr().out
    made = Puzzle.loads("001", read_puzzles(path)["001"])
    estimator = win_estimator(CITY, made.record.options_of(CITY))
    assert estimator.exact
    assert made.key.error == 0.0
    assert fault_in(estimator, made) == ""
    info = made.info_state(CITY)
    assert info.format_move(exact_best(estimator, info, "seed") or 0) == made.key.best
    again = puzzles_in(estimator, number)
    assert [puzzle.dumps() for puzzle in again] == [made.dumps()]
