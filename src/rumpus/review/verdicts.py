"""What a decision was worth, from nothing but what its seat knew: the move made, beside the best other one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from msgspec import Struct

from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Seeded
from rumpus.players.catalogue import strength
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget
from rumpus.review.win_probability import Gauge, futures_of
from rumpus.stats.estimates import Reckoning, estimate

GOOD = 0.02
"""Moves closer than this are as good as each other."""
DOUBTFUL = 0.05
MISTAKE = 0.12
SURE = 2.5
"""A difference counts where it is more than so many of its standard errors."""
VAGUE = 0.1
"""A difference that may be larger than this, and may be none, is called unclear."""
RIVALS = 3
"""So many of the moves that the search liked are compared before one of them is held against the move made."""
LOOKS = 24
"""Dreams in a batch; after each it is asked whether more are needed,"""
BATCHES = 4
"""and after so many it is left at what was found; times the effort,"""
PATIENT = 5
"""and times this, as long as it is unclear."""
LONGER = 4
"""Times the budget has a search that is asked once more before a move is called wrong."""
SOLVED = 8
"""In a solved game a look is quick: so many times as many."""

BEST, FINE, DOUBT, MISTAKEN, UNCLEAR = "best", "fine", "doubtful", "mistake", "unclear"


class Judgement(Struct, omit_defaults=True):
    """Of one decision: in chances to win, as its seat could know them then."""

    number: int
    """Moves made before it: a replay or a retry begins there."""
    seat: Seat
    verdict: str
    words: str
    says: str
    chance: float
    """To win with the move made;"""
    gain: float
    """and how much better it was than the best other move: less than nothing where that one was better,"""
    error: float
    """give or take so much (a standard error)."""
    other: str = ""
    """The best other move, as one says it."""
    other_words: str = ""


class Compared:
    """Two moves in the same dreams: the chance with the first, and how much better it is than the second."""

    def __init__(self, chance: Reckoning, gain: Reckoning) -> None:
        self.chance = chance
        self.gain = gain


def judged(gauge: Gauge, chair: Chair, move: Move, number: int, effort: int) -> Judgement | None:
    """None where there is nothing to say: it was what everybody would do, proven the best, or nothing was at stake."""
    seed = f"review {number} {chair.seat}"
    rivals, liked = _rivals(gauge, chair, move, seed, effort)
    if not rivals:
        return None
    other = _best_of(gauge, chair, rivals, seed) if len(rivals) > 1 else rivals[0]
    held = compared(gauge, chair, move, other, seed, effort)
    gain = held.gain
    if abs(gain.value) + SURE * gain.error < GOOD:
        return None
    word = word_for(gain, liked)
    if word in (DOUBT, MISTAKEN) and not gauge.exact:
        # Before it is called wrong, a longer search is asked whether it likes it after all.
        liked = favourites(chair, f"{seed} once more", effort * LONGER)[0] == move
        word = word_for(gain, liked)
    return Judgement(
        number,
        chair.seat,
        word,
        chair.write(move),
        chair.say(move),
        held.chance.value,
        gain.value,
        gain.error,
        chair.say(other),
        chair.write(other),
    )


def word_for(gain: Reckoning, liked: bool) -> str:
    """A verdict only where the difference exceeds its uncertainty; `liked`: by the strongest player too.

    What that player would have done is not called wrong: where dreams say otherwise, one of the two is mistaken.
    """
    if gain.value + SURE * gain.error < 0.0:
        if liked and -gain.value >= DOUBTFUL:
            return UNCLEAR
        lost = -gain.value
        return MISTAKEN if lost >= MISTAKE else DOUBT if lost >= DOUBTFUL else FINE
    if gain.value - SURE * gain.error > 0.0 or (liked and gain.value >= -GOOD):
        return BEST
    return UNCLEAR if gain.value - SURE * gain.error < -VAGUE else FINE


def favourites(chair: Chair, seed: str, effort: int) -> list[Move]:
    """Of a search with so many times the budget of the strongest bot, the one that it looked at most first.

    Where seats decide together a search varies its choice; here it is the favourite that counts.
    """
    usual = strength("hard", chair.game, timed=False).simulations
    assert usual is not None
    search = SearchPlayer("review", chair.game, chair.options, seed, Budget(usual * effort))
    search.decide(chair)
    explanation = search.explanation()
    assert explanation is not None
    return [choice.move for choice in sorted(explanation.choices, key=lambda choice: -choice.looks)]


def _rivals(gauge: Gauge, chair: Chair, made: Move, seed: str, effort: int) -> tuple[list[Move], bool]:
    """The moves to hold against the one made, and whether that one is the strongest player's choice too.

    None of them where it was what everybody would do (the search's choice and, at a glance, the judge's), or where the
    solution says the same.
    """
    if gauge.exact:
        gauge.reseed(seed)
        best = gauge.answer(chair.imagine(gauge.luck), chair.seat)
        return [best] if best != made else [], best == made
    order = favourites(chair, f"{seed} search", effort)
    liked = order[0] == made
    glance = GreedyPlayer("glance", chair.game, chair.options, f"{seed} glance")
    if liked and glance.decide(chair) == made:
        return [], True
    return [move for move in order if move != made][:RIVALS], liked


def _best_of(gauge: Gauge, chair: Chair, moves: Sequence[Move], seed: str) -> Move:
    """By a first batch of dreams; what it is worth is found out in others, since the luckiest looks best here."""
    worths = [0.0] * len(moves)
    for again in range(LOOKS):
        for place, move in enumerate(moves):
            worths[place] += look(gauge, chair, move, f"{seed} first {again}")
    return moves[worths.index(max(worths))]


def compared(gauge: Gauge, chair: Chair, move: Move, other: Move, seed: str, effort: int) -> Compared:
    """Both in the same dreams with the same luck: what differs is the move. Proven, where the game is solved."""
    if gauge.exact:
        mine, its = proven(gauge, chair, move, seed), proven(gauge, chair, other, seed)
        if mine is not None and its is not None:
            return Compared(Reckoning(mine, 0.0), Reckoning(mine - its, 0.0))
        effort *= SOLVED
    chances: list[float] = []
    gains: list[float] = []
    usual = LOOKS * BATCHES * effort
    for again in range(usual * PATIENT):
        mine_now = look(gauge, chair, move, f"{seed} {again}")
        gains.append(mine_now - look(gauge, chair, other, f"{seed} {again}"))
        chances.append(mine_now)
        if (again + 1) % LOOKS == 0:
            gain = estimate(gains)
            if abs(gain.value) + SURE * gain.error < GOOD or gain.value - SURE * gain.error > 0.0:
                break
            if again + 1 >= usual and word_for(gain, False) != UNCLEAR:
                break
    return Compared(estimate(chances), estimate(gains))


def look(gauge: Gauge, chair: Chair, move: Move, seed: str) -> float:
    """One dream in which this move is made."""
    gauge.reseed(seed)
    dream = chair.imagine(gauge.luck)
    gauge.decide(dream, chair.seat, move)
    return gauge.look(dream)[chair.seat]


def proven(gauge: Gauge, chair: Chair, move: Move, seed: str) -> float | None:
    """The true chance with this move in a solved game; None where too much can come of it.

    Whoever decides together with this seat follows the solution, each of its moves by its share.
    """
    dream = chair.imagine(Seeded(seed))
    others = [one for one in dream.to_act() if one != chair.seat]
    answers = [gauge.answers(dream, one) for one in others]
    total = 0.0
    for together in product(*answers):
        share = prod(share for _, share in together)
        decisions = sorted([(chair.seat, move), *zip(others, (its for its, _ in together), strict=True)])
        futures = futures_of(dream, decisions) if share else []
        if futures is None:
            return None
        total += share * sum(chance * gauge.look(future)[chair.seat] for chance, future in futures)
    return total if all(answers) else None
