"""What the lab counts and plots of Battle Puno."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Gifts, Lab
from rumpus.core.options import MadeOnce, Options
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Luck
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import COLOURS
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.position import Puno, as_puno, new_match
from rumpus.games.battle_puno.rules.state import OVER

ORDER: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CARD_GIFT: Final = "card"
MOST_GIFTS: Final = 2
FALLS: Final = {"dealt": "card dealt", "drew": "card drawn"}


class PunoLab(Lab):
    looks = 16

    def __init__(self) -> None:
        self._numbers = MadeOnce(Numbers)

    def lots(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """Who decides when in the first round, by the cards drawn for it and the card turned up."""
        puno = as_puno(position)
        return [("turn order", f"decides {ORDER[(seat - puno.on) * puno.direction % puno.numbers.players]}")]

    def gifts(self, options: Options) -> list[Gifts]:
        """Any kind of card of which there is one for everybody."""
        numbers = self._numbers.of(options)
        counts: dict[str, int] = {}
        for face in numbers.cards:
            counts[CARDS[face].name] = counts.get(CARDS[face].name, 0) + 1
        return [Gifts(CARD_GIFT, [name for name, count in counts.items() if count > 1], MOST_GIFTS)]

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], luck: Luck) -> Position:
        """The gifts change places with the first cards of the first hands."""
        puno = new_match(self._numbers.of(options), luck, False)
        for place in range(len(given[0])):
            for seat, names in enumerate(given):
                _exchange(puno, seat, place, names[place], luck)
        puno.listed = None
        return puno

    def standing(self, position: Position) -> list[float]:
        """Who is ahead for all to see: fewest cards in Traditional, score and HP in Battle Puno, HP in Death Match."""
        state = as_puno(position)
        numbers = state.numbers
        if numbers.traditional:
            return [-float(len(hand)) for hand in state.hands]
        if numbers.death_match:
            return [float(hp) for hp in state.hp]
        if state.phase == OVER:
            return [float(score) for score in state.scores]
        return [float(score + hp) for score, hp in zip(state.scores, state.hp, strict=True)]

    def unseen(self, position: Position) -> int:
        puno = as_puno(position)
        return len(puno.deck) - puno.top

    def shuffle_unseen(self, position: Position, luck: Luck) -> None:
        """Nobody ever looks into the deck."""
        puno = as_puno(position)
        rest = puno.deck[puno.top :]
        luck.shuffle(rest)
        puno.deck = puno.deck[: puno.top] + rest

    def windfalls(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Cards dealt and drawn, by their kind, what Chaos names, and who begins."""
        whole = event.whole()
        if event.kind in FALLS:
            seat = whole.number(0)
            return [(seat, FALLS[event.kind], CARDS[whole.number(at)].name) for at in range(2, len(whole.args))]
        if event.kind == "chaos":
            return [(whole.number(0), "what Chaos names", COLOURS[whole.number(1)])]
        if event.kind == "starts":
            return [(whole.number(0), "turn order", "draws the highest card")]
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Every card played, by its kind, and what befell the players."""
        whole = event.whole()
        if event.kind == "played":
            return [(whole.number(0), "played", CARDS[whole.number(1)].name)]
        if event.kind == "penalty":
            return [(whole.number(0), "faced", "penalty")]
        if event.kind == "hurt":
            return [(whole.number(0), "paid", "pool")]
        if event.kind == "overload":
            return [(whole.number(0), "suffered", "overload")]
        if event.kind == "puno":
            return [(whole.number(0), "called", "puno")]
        return []


def _exchange(puno: Puno, seat: Seat, place: int, name: str, luck: Luck) -> None:
    """A card of this name from the deck, else from somebody's hand; none is left where others were given them all."""
    found = [(puno.deck, at) for at in range(puno.top, len(puno.deck)) if CARDS[puno.deck[at]].name == name]
    if not found:
        for other, hand in enumerate(puno.hands):
            settled = place + 1 if other < seat else place
            found += [(hand, at) for at in range(settled, len(hand)) if CARDS[hand[at]].name == name]
    dice = luck.below(1_000_000)
    if not found:
        return
    pile, at = found[dice * len(found) // 1_000_000]
    back = puno.memory.back
    if pile is puno.deck and back and back[pile[at]]:
        back[pile[at]] -= 1  # it may be the one that everybody saw going back
    hand = puno.hands[seat]
    pile[at], hand[place] = hand[place], pile[at]
