"""Any game line by line: through scripted lines, a pipe, and a terminal of the simplest kind."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from rumpus.core.record import Record
from rumpus.terminal.plain import PlainTable
from rumpus.terminal.sessions import TableSession
from tests.terminal.conftest import Outcome, environment
from tests.terminal.test_seats import pebble_in_hand, pigeon_session, whisper_session

Command = Callable[..., Outcome]


class Typist:
    """Types these lines, and nothing after them."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def play(session: TableSession, *lines: str) -> tuple[str, Typist, bool]:
    console = Console(file=io.StringIO(), width=80, markup=False, highlight=False)
    typist = Typist(*lines)
    ended = PlainTable(session, console, typist).run()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue(), typist, ended


def test_a_whole_game_by_numbers() -> None:
    text, _, ended = play(pigeon_session("you:Ann", "random"), "1", "1", "1", "1", "1")
    assert ended
    assert "Ann (you)" in text
    assert "You are dealt" in text
    assert "The crumbs are eaten." in text
    assert "Ann: " in text


def test_questions_are_answered_without_a_move() -> None:
    session = pigeon_session("you:Ann", "random")
    lines = ["?", "? crumb", "?PG-4", "? 1", "log", "table", "options", "rules PG-5", "rules", "help crumb", ""]
    text, _, ended = play(session, *lines)
    assert not ended
    assert session.match.record.moves == []
    explained = "You can look up: thing."
    for words in ("save FILE", explained, "Worth its number", "at the same time", "Chance: the deck"):
        assert words in text


def test_what_is_wrong_is_refused_in_a_sentence_and_asked_again() -> None:
    session = pigeon_session("you:Ann", "random")
    text, typist, _ = play(session, "coo", "77", "save", "save /none/x", "? blorb", "rules PG-77", "play 99")
    assert "'coo' is not among your options now." in text
    assert "There is no option 77" in text
    assert "Name a file: save FILE." in text
    assert "There is no folder /none to save to." in text
    assert "Nothing here is called 'blorb'." in text
    assert "have no clause PG-77" in text
    assert len(typist.prompts) == 8
    assert session.match.record.moves == []


def test_a_forbidden_move_is_refused_with_its_clause() -> None:
    text, _, _ = play(pebble_in_hand(), "eat")
    assert "A pebble cannot be eaten." in text


def test_save_and_quit(tmp_path: Path) -> None:
    path = tmp_path / "my game.record"
    text, _, ended = play(pigeon_session("you:Ann", "random"), "1", f"save {path}", "quit")
    assert not ended
    assert "Saved." in text
    assert "Left. It is not saved." in text
    assert len(Record.read(path).moves) == 2


def test_between_two_people_the_hand_is_covered() -> None:
    text, typist, ended = play(pigeon_session("you:Ann", "you:Bo"), *["", "1"] * 10)
    assert ended
    assert [prompt for prompt in typist.prompts if "Pass" in prompt][:2] == [
        "Pass the keyboard to Ann. Ann, press Enter: ",
        "Pass the keyboard to Bo. Bo, press Enter: ",
    ]
    assert typist.prompts[1] == "Ann> "
    shown_at_the_end = text[text.rindex("The crumbs are eaten") :]
    assert "(you)" not in shown_at_the_end


def test_on_a_terminal_the_cover_wipes_the_screen() -> None:
    file = io.StringIO()
    console = Console(
        file=file, width=80, height=24, force_terminal=True, color_system=None, _environ={"TERM": "xterm"}
    )
    PlainTable(pigeon_session("you:Ann", "you:Bo"), console, Typist("", "1")).run()
    hand = file.getvalue().index("hand")
    assert "\x1b[2J\x1b[3J" in file.getvalue()[hand:]


def test_whoever_is_not_asked_nods() -> None:
    session = whisper_session("you:Ann", "you:Bo")
    holder = session.match.position.to_act()[0]
    typed = ["", "keep", "", ""] if holder == 0 else ["", "", "", "keep"]
    _, typist, _ = play(session, *typed)
    other = session.names[1 - holder]
    assert f"{other} has nothing to decide now. Press Enter to continue: " in typist.prompts


def test_bots_alone_are_watched_to_the_end() -> None:
    text, typist, ended = play(pigeon_session("random", "random"))
    assert ended
    assert typist.prompts == []
    assert "Random is dealt five cards." in text
    assert "hand" not in text


# --- through a pipe ---


def test_a_pipe_plays_saves_resumes_and_replays(command: Command, tmp_path: Path) -> None:
    status, out, err = command(
        ["play", "pigeons", "--seats", "you:Ann,random", "--seed", "s", "--save", "a.record"], "1\nplay\n2\n"
    )
    assert (status, err) == (0, "")
    assert "saved in a.record" in out
    assert len(Record.read(tmp_path / "a.record").moves) == 4
    status, out, _ = command(["play", "--resume", "a.record"], "1\n1\n1\n")
    assert status == 0
    assert "Ann: " in out
    record = Record.read(tmp_path / "a.record")
    assert record.result is not None
    status, out, _ = command(["replay", "a.record"])
    assert status == 0
    assert "It still ends the same way" in out
    assert out.count("Move ") == len(record.moves)
    status, out, _ = command(["replay", "a.record", "--json"])
    data = json.loads(out)
    assert data["verified"] is True
    assert data["result"] == record.result
    assert len(data["moves"]) == len(record.moves) + 1
    status, out, _ = command(["replay", "a.record", "--step", "--seat", "onlooker"], "\nb\n3\n99\nq\n")
    assert status == 0
    assert "Move 3 of 10" in out
    assert "Choose a move from 0 (the deal) to 10." in out


def test_the_same_seed_and_answers_give_the_same_record(command: Command, tmp_path: Path) -> None:
    for name in ("a.record", "b.record"):
        command(["play", "pigeons", "--seats", "you,random", "--seed", "s", "--save", name], "1\n1\n1\n1\n1\n")
    assert (tmp_path / "a.record").read_text() == (tmp_path / "b.record").read_text()


def test_a_closed_reader_ends_it_quietly(shelf: Path) -> None:
    words = [sys.executable, "-m", "rumpus", "rules", "pigeons"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(shelf))
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.wait(30)
    process.stderr.close()


# --- on a terminal ---


def sit_down() -> None:
    """A new program gets the terminal, and Ctrl-C even where whoever runs the tests does not hear it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """A real terminal with our program in it."""

    def __init__(self, words: list[str], shelf: Path, folder: Path, term: str = "dumb") -> None:
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rumpus", *words],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**environment(shelf), "TERM": term, "LINES": "24"},
            cwd=folder,
            start_new_session=True,
            preexec_fn=sit_down,
        )
        os.close(follower)
        self.seen = ""

    def until(self, words: str, seconds: float = 30) -> str:
        """Wait until these words have been shown; what was shown before them is forgotten."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            ready, _, _ = select.select([self.leader], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{words!r} did not come; there is {self.seen[-2000:]!r}")
            try:
                chunk = os.read(self.leader, 65536)
            except OSError:
                chunk = b""
            if not chunk:
                raise AssertionError(f"{words!r} did not come before the end; there is {self.seen[-2000:]!r}")
            self.seen += chunk.decode(errors="replace")
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def end(self) -> int:
        while True:
            try:
                if not os.read(self.leader, 65536):
                    break
            except OSError:
                break
        os.close(self.leader)
        return self.process.wait(30)


@pytest.fixture
def terminal(shelf: Path, tmp_path: Path) -> Callable[..., Terminal]:
    def start(*words: str, term: str = "dumb") -> Terminal:
        return Terminal(list(words), shelf, tmp_path, term)

    return start


def test_on_a_dumb_terminal_it_is_plain_by_itself(terminal: Callable[..., Terminal]) -> None:
    at = terminal("play", "pigeons", "--seats", "you:Ann,random", "--seed", "s")
    at.until("> ")
    at.type("?\n")
    at.until("save FILE")
    at.until("> ")
    for _ in range(5):
        at.type("1\n")
    at.until("Ann: ")
    assert at.end() == 0


def test_ctrl_d_leaves_with_the_game_saved(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    at = terminal("play", "pigeons", "--plain", "--save", "a.record", "--seats", "you,random", term="xterm")
    at.until("> ")
    at.type("1\n")
    at.until("> ")
    at.type("\x04")
    at.until("saved in a.record")
    assert at.end() == 0
    assert len(Record.read(tmp_path / "a.record").moves) == 2


def test_ctrl_c_leaves_with_the_game_saved(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    at = terminal("play", "pigeons", "--plain", "--save", "a.record", "--seats", "you,random", term="xterm")
    at.until("> ")
    time.sleep(0.5)  # Python misses a signal that comes between the prompt and the reading
    at.type("\x03")
    at.until("saved in a.record")
    assert at.end() == 130
    assert Record.read(tmp_path / "a.record").moves == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.record"]


def test_killed_in_the_middle_nothing_is_half_written(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    at = terminal("play", "pigeons", "--plain", "--save", "a.record", "--seats", "you,random")
    at.until("> ")
    at.type("1\n")
    at.until("Round 2 of 5")
    at.process.send_signal(signal.SIGKILL)
    at.end()
    assert len(Record.read(tmp_path / "a.record").moves) == 2


def test_the_full_screen_comes_up_in_a_real_terminal(terminal: Callable[..., Terminal]) -> None:
    at = terminal("play", "pigeons", "--seats", "you,random", "--seed", "s", term="xterm-256color")
    at.until("your turn")
    at.type("\x11")
    at.until("Leave the game?")
    at.type("\r")
    assert at.end() == 0
