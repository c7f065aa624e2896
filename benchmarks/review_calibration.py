"""How right a review is: `python -m benchmarks.review_calibration GAME --games 10000`.

Bots play; at a few moments of each game the seat to act is given a chance, and at the end it is looked up how often it
won. The luck of the first seat is summed up, which must come to nothing. With `--blunders` it is tried out which
planted moves are flagged: bad ones (by a search with ten times the budget), and those that this search likes best.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.chair import Chair
from rumpus.core.contract import Move, Position, Seat
from rumpus.core.luck import Seeded
from rumpus.core.outcome import shares
from rumpus.lab.workers import working
from rumpus.players import find_player
from rumpus.players.catalogue import strength
from rumpus.review import fortune, review, verdicts
from rumpus.review.gauge import Gauge, gauge_of

MOMENTS = 6
"""Of each game, at random among its decisions."""
STRONGER = 10
"""Times the usual budget: what is bad or good by that is called so."""
BAD = 0.15


class GameChecked(Struct):
    """What one game showed."""

    given: list[tuple[float, float]]
    """Chances that were given, and what came of it (1 won, a half drew)."""
    luck: float
    bad: int = 0
    caught: int = 0
    good: int = 0
    accused: int = 0


def check_game(name: str, bot: str, blunders: bool, number: int) -> GameChecked:
    """A game by this bot at every seat, the same in any process."""
    game = find_game(name)
    options = game.options()
    gauge = gauge_of(game, options)
    seats = range(game.seats(options))
    players = [find_player(bot, game, options, f"{bot} {number} {seat}", timed=False) for seat in seats]
    deal, chairs, dice = Seeded(f"deal {number}"), Seeded(f"chairs {number}"), Seeded(f"moments {number}")
    position = game.start(options, deal)
    luck = fortune.of_the_deal(gauge, position, 1).luck[0]
    kept: list[tuple[Position, Seat]] = []
    seen = made = 0
    while together := position.to_act():
        before = position.copy()
        decided: list[tuple[Seat, Move]] = []
        for seat in together:
            chair = Chair(game, options, position, seat, chairs)
            if len(chair.moves()) > 1:
                # So many at random of however many there will be.
                seen += 1
                place = len(kept) if len(kept) < MOMENTS else dice.below(seen)
                if place < MOMENTS:
                    kept[place : place + 1] = [(before, seat)]
            decided.append((seat, players[seat].decide(chair)))
            position.apply(*decided[-1], deal)
        made += len(decided)
        luck += fortune.of_decisions(gauge, before, decided, position, made, 1).luck[0]
    won = shares(position.ranking())
    found = GameChecked([], luck)
    for number_of, (moment, seat) in enumerate(kept):
        chance = review.known_chance(gauge, moment, seat, f"calibration {number} {number_of}", review.LOOKS)
        found.given.append((chance.value, won[seat]))
        if blunders:
            _plant(gauge, moment, seat, f"{number} {number_of}", found)
    return found


def _plant(gauge: Gauge, moment: Position, seat: Seat, seed: str, found: GameChecked) -> None:
    chair = Chair(gauge.game, gauge.options, moment, seat, Seeded(f"planted {seed}"))
    usual = strength("hard", gauge.game, timed=False).simulations
    best = find_player(f"search:{(usual or 1) * STRONGER}", gauge.game, gauge.options, f"strong {seed}").decide(chair)
    others = [move for move in chair.moves() if move != best]
    planted = others[Seeded(f"which {seed}").below(len(others))]
    gain = verdicts.compared(gauge, chair, planted, best, f"truth {seed}", STRONGER).gain
    if gain.value < -BAD and gain.value + verdicts.SURE * gain.error < 0.0:
        found.bad += 1
        found.caught += _flagged(gauge, chair, planted)
    found.good += 1
    found.accused += _flagged(gauge, chair, best)


def _flagged(gauge: Gauge, chair: Chair, move: Move) -> bool:
    verdict = verdicts.judged(gauge, chair, move, 0, 1)
    return verdict is not None and verdict.verdict in (verdicts.DOUBT, verdicts.MISTAKEN)


def table(name: str, bot: str, games: Sequence[GameChecked]) -> list[str]:
    """As markdown: for every tenth what was said and what came, then luck and planted moves."""
    lines = [f"### {find_game(name).title}: {len(games):,} games of `{bot}`", ""]
    lines += ["| given | moments | mean given | won | difference |", "|---|---|---|---|---|"]
    given = [pair for game in games for pair in game.given]
    for tenth in range(10):
        some = [pair for pair in given if min(9, int(pair[0] * 10)) == tenth]
        if not some:
            continue
        said = sum(chance for chance, _ in some) / len(some)
        came = sum(won for _, won in some) / len(some)
        error = (max(came * (1 - came), 0.01) / len(some)) ** 0.5
        lines.append(
            f"| {10 * tenth} – {10 * tenth + 10} % | {len(some):,} | {100 * said:.1f} % | {100 * came:.1f} % "
            f"| {100 * (came - said):+.1f} ± {100 * error:.1f} |"
        )
    mean = sum(game.luck for game in games) / len(games)
    spread = sum((game.luck - mean) ** 2 for game in games) / max(1, len(games) - 1)
    lines += [
        "",
        f"Luck of the first seat: {100 * mean:+.2f} ± {100 * (spread / len(games)) ** 0.5:.2f} points a game.",
    ]
    bad, good = sum(game.bad for game in games), sum(game.good for game in games)
    if bad:
        caught = sum(game.caught for game in games)
        lines.append(f"Planted bad moves that are flagged: {caught} of {bad} ({100 * caught / bad:.0f} %).")
    if good:
        accused = sum(game.accused for game in games)
        lines.append(f"Strong moves that are flagged: {accused} of {good} ({100 * accused / good:.0f} %).")
    return [*lines, ""]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review_calibration", description=__doc__)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="easy")
    parser.add_argument("--blunders", action="store_true")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--keep", metavar="FILE", help="every chance given and what came of it, as JSON")
    asked = parser.parse_args(arguments)
    job = partial(check_game, asked.game, asked.bot, asked.blunders)
    with working(asked.jobs) as workers:
        found = sorted(workers.map(job, range(asked.games)), key=lambda pair: pair[0])
    games = [checked for _, checked in found]
    print("\n".join(table(asked.game, asked.bot, games)))
    if asked.keep:
        with open(asked.keep, "w", encoding="utf-8") as file:
            json.dump([[game.given, game.luck] for game in games], file)


if __name__ == "__main__":
    main(sys.argv[1:])
