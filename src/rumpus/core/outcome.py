"""Places and payoffs: the one place that decides who has won, for tables, tournaments, the lab and every screen.

A game pays (`Position.result`, -1 to 1 per seat) and places (`Position.ranking`, 1 for the best). Whoever asks who has
won asks the places; whoever wants as much as possible asks the payoffs.
"""

from __future__ import annotations

from collections.abc import Sequence


def places(result: Sequence[float]) -> list[int]:
    """The place of every seat by its payoff: 1 for the best, equals share the better place.

    Whoever plays alone has won (1) with more than nothing, and has lost (2) otherwise.
    """
    if len(result) == 1:
        return [1 if result[0] > 0 else 2]
    best_first: dict[float, int] = {}
    for place, value in enumerate(sorted(result, reverse=True), 1):
        best_first.setdefault(value, place)
    return [best_first[value] for value in result]


def winners(ranking: Sequence[int]) -> list[int]:
    """The seat that has won, or the seats that drew for the first place; none where whoever played alone has lost."""
    return [seat for seat, place in enumerate(ranking) if place == 1]


def shares(ranking: Sequence[int]) -> list[float]:
    """The win, divided among those who are first: 1 for a sole one, a half each for two who drew."""
    best = winners(ranking)
    return [1.0 / len(best) if seat in best else 0.0 for seat in range(len(ranking))]


def fared(ranking: Sequence[int], seat: int) -> str:
    """How it went for this seat, in a word: "won", "drew" (a shared first place), "2nd", "3rd" …, "lost" (last)."""
    place = ranking[seat]
    if place == 1:
        return "won" if winners(ranking) == [seat] else "drew"
    return "lost" if place == max(ranking) else ordinal(place)


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th …"""
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def says_more(result: Sequence[float], ranking: Sequence[int]) -> bool:
    """Whether payoffs say more than the places: the usual is 1 for a sole first, -1 for the last, 0 if all drew."""
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


def payoffs(result: Sequence[float], ranking: Sequence[int], stake: tuple[float, str] = (1.0, "")) -> list[str]:
    """What each seat gets, in the game's own coin ("+1 coin"); empty words where the places have said it all."""
    if not says_more(result, ranking):
        return [""] * len(result)
    return [in_coin(value, stake) for value in result]


def in_coin(value: float, stake: tuple[float, str], digits: int = 3) -> str:
    """A payoff as people count it: "+1 coin", "−2 coins", "+0.333"."""
    scale, coin = stake
    number = f"{value * scale:+.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")
    if float(number.replace("−", "-")) == 0:
        number = "0"
    if not coin:
        return number
    return f"{number} {coin}" if number in ("+1", "−1") else f"{number} {coin}s"
