"""Plays a game's lesson through, so that a change of the rules cannot break it unnoticed."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.core.content.lesson import ANYTHING, Lesson, LessonStep
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Move, Seat
from rumpus.table.lessons import LessonMatch
from rumpus.table.match import Match

LONGEST = 40
"""Words that a step may say: it is read while one plays."""


def lesson_faults(game: Game, lesson: Lesson) -> list[str]:
    """What is wrong with it, in sentences; nothing if every way through it leads to its end."""
    faults = [
        fault for number, step in enumerate(lesson.step, 1) for fault in _said(f"step {number}, {step.title!r}", step)
    ]
    if not all(step.allow for step in lesson.step):
        return faults
    for number, step in enumerate(lesson.step):
        for choice in range(len(step.allow)):
            try:
                faults.extend(_played(game, lesson, number, choice))
            except RumpusError as error:
                faults.append(f"step {number + 1}, {step.title!r}, with {step.allow[choice]!r}: {error}")
    return list(dict.fromkeys(faults))


def _said(where: str, step: LessonStep) -> Iterator[str]:
    if not step.allow:
        yield f"{where} allows nothing"
    if len(step.say.split()) > LONGEST:
        yield f"{where} says more than {LONGEST} words at once"
    if "**" not in step.say:
        yield f"{where} does not set off what is to be done in **bold**"


def _played(game: Game, lesson: Lesson, deviant: int, choice: int) -> Iterator[str]:
    """One way through: this choice in this step, the first one in all others."""
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
            yield from _wrongs(game, course, step, where)
        match.play(lesson.deal.seat, _choice(course, lesson.deal.seat, step, choice if number == deviant else 0))
    if match.over:
        yield "the game is over with the lesson, so that nothing is left to play on"


def _choice(course: LessonMatch, seat: Seat, step: LessonStep, choice: int) -> Move:
    return course.allowed(seat)[0 if ANYTHING in step.allow else choice]


def _wrongs(game: Game, course: LessonMatch, step: LessonStep, where: str) -> Iterator[str]:
    seat = course.lesson.deal.seat
    position = course.match.position
    legal = position.moves(seat)
    allowed = course.allowed(seat)
    for move in allowed:
        if move not in legal:
            yield f"{where}: {game.write(position, seat, move)!r} is allowed there and illegal here"
    for words in step.wrong_for:
        move = game.read(position, seat, words)
        if move not in legal:
            yield f"{where}: {words!r} has a word of its own but is illegal here"
        elif move in allowed:
            yield f"{where}: {words!r} is both allowed and wrong"
        elif game.write(position, seat, move) != words:
            yield f"{where}: {words!r} is written {game.write(position, seat, move)!r}"
