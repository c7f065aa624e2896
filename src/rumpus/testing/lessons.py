"""Checks a game's lesson by playing it, so that changed rules cannot break it."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.core.content.lesson import ANYTHING, Lesson, LessonStep
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.table.lessons import LessonMatch
from rumpus.table.match import Match

MAX_WORDS = 40
"""Maximum number of words per step: people read it while playing."""


def lesson_faults(game: Game, lesson: Lesson) -> list[str]:
    """Returns all problems in sentences; empty if every path leads to the end."""
    faults = [
        fault
        for number, step in enumerate(lesson.step, 1)
        for fault in _text_faults(f"step {number}, {step.title!r}", step)
    ]
    if not all(step.allow for step in lesson.step):
        return faults
    for number, step in enumerate(lesson.step):
        for choice in range(len(step.allow)):
            try:
                faults.extend(_play_faults(game, lesson, number, choice))
            except RumpusError as error:
                faults.append(f"step {number + 1}, {step.title!r}, with {step.allow[choice]!r}: {error}")
    return list(dict.fromkeys(faults))


def _text_faults(where: str, step: LessonStep) -> Iterator[str]:
    if not step.allow:
        yield f"{where} allows nothing"
    if len(step.say.split()) > MAX_WORDS:
        yield f"{where} says more than {MAX_WORDS} words at once"
    if "**" not in step.say:
        yield f"{where} does not set off what is to be done in **bold**"


def _play_faults(game: Game, lesson: Lesson, deviant: int, choice: int) -> Iterator[str]:
    """Plays one path: this choice in this step, the first choice in all others."""
    options = game.options(lesson.deal.options)
    names = [f"Seat {seat + 1}" for seat in range(game.seats(options))]
    match = Match(game, options, lesson.deal.seed, names, lesson.opening)
    course = LessonMatch(lesson, match)
    while course.step is not None:
        step, number = course.step, course.done
        where = f"step {number + 1}, {step.title!r}"
        if match.over:
            yield f"{where}: the game is over before it"
            return
        others = [seat for seat in match.position.to_act() if seat != lesson.deal.seat]
        if others:
            move = course.scripted(others[0])
            if move is None:
                yield f"{where}: there is no reply for seat {others[0] + 1}"
                return
            match.play(others[0], move)
            continue
        if number == deviant:
            yield from _move_faults(game, course, step, where)
        first = number != deviant or ANYTHING in step.allow
        match.play(lesson.deal.seat, course.allowed(lesson.deal.seat)[0 if first else choice])
    if match.over:
        yield "the game is over with the lesson, so that nothing is left to play on"


def _move_faults(game: Game, course: LessonMatch, step: LessonStep, where: str) -> Iterator[str]:
    seat = course.lesson.deal.seat
    position = course.match.position
    legal = position.moves(seat)
    allowed = course.allowed(seat)
    for move in allowed:
        if move not in legal:
            yield f"{where}: {game.format_move(position, seat, move)!r} is allowed there and illegal here"
    for words in step.wrong_for:
        move = game.parse_move(position, seat, words)
        if move not in legal:
            yield f"{where}: {words!r} has a word of its own but is illegal here"
        elif move in allowed:
            yield f"{where}: {words!r} is both allowed and wrong"
        elif game.format_move(position, seat, move) != words:
            yield f"{where}: {words!r} is written {game.format_move(position, seat, move)!r}"
