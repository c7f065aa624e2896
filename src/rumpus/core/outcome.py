"""Places and payoffs: the single definition of who has won.

A game returns payoffs (`Position.result`, -1 to 1 per seat) and places (`Position.ranking`, 1 for the best). Places
decide who has won; players maximise payoffs.
"""

from __future__ import annotations

from collections.abc import Sequence


def places(result: Sequence[float]) -> list[int]:
    """Ranks seats by payoff: 1 is best, ties share the better place. Alone: 1 if positive, else 2."""
    if len(result) == 1:
        return [1 if result[0] > 0 else 2]
    best_first: dict[float, int] = {}
    for place, value in enumerate(sorted(result, reverse=True), 1):
        best_first.setdefault(value, place)
    return [best_first[value] for value in result]


def winners(ranking: Sequence[int]) -> list[int]:
    """Returns the seats in first place: one winner, several that drew, or none in a lost solo game."""
    return [seat for seat, place in enumerate(ranking) if place == 1]


def win_shares(ranking: Sequence[int]) -> list[float]:
    """Divides one win among the seats in first place: 1 for a sole winner, ½ each for two."""
    best = winners(ranking)
    return [1.0 / len(best) if seat in best else 0.0 for seat in range(len(ranking))]


def result_words(ranking: Sequence[int], seat: int) -> str:
    """Describes a seat's result: "won", "drew" (shared first place), "2nd", "3rd" …, "lost" (last)."""
    place = ranking[seat]
    if place == 1:
        return "won" if winners(ranking) == [seat] else "drew"
    return "lost" if place == max(ranking) else ordinal(place)


def ordinal(place: int) -> str:
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def payoffs_add_information(result: Sequence[float], ranking: Sequence[int]) -> bool:
    """True if the payoffs differ from the usual: 1 for a sole first, -1 for the last, 0 if all drew."""
    first, last = winners(ranking), max(ranking)
    for seat, value in enumerate(result):
        if first == [seat]:
            usual = 1.0
        elif last == 1:
            usual = 0.0
        elif ranking[seat] == last:
            usual = -1.0
        else:
            continue
        if value != usual:
            return True
    return False


def payoff_words(
    result: Sequence[float], ranking: Sequence[int], payoff_unit: tuple[float, str] = (1.0, "")
) -> list[str]:
    """Formats each seat's payoff ("+1 coin"); empty texts if the places already say it."""
    if not payoffs_add_information(result, ranking):
        return [""] * len(result)
    return [format_payoff(value, payoff_unit) for value in result]


def format_payoff(value: float, payoff_unit: tuple[float, str], digits: int = 3) -> str:
    """Formats a payoff: "+1 coin", "−2 coins", "+0.333"."""
    scale, coin = payoff_unit
    number = f"{value * scale:+.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")
    if float(number.replace("−", "-")) == 0:
        number = "0"
    if not coin:
        return number
    return f"{number} {coin}" if number in ("+1", "−1") else f"{number} {coin}s"
