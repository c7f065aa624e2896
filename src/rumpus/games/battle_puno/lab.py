"""The lab's view of Battle Puno: treatments, luck and ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Lab, Treatments
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import COLOURS
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.position import Puno, as_puno, start
from rumpus.games.battle_puno.rules.state import OVER

ORDER: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CARD_TREATMENT: Final = "card"
MAX_CARDS: Final = 2
CHANCE_KINDS: Final = {"dealt": "card dealt", "drew": "card drawn"}
LEDGER: Final = {
    "penalty": ("faced", "penalty"),
    "hurt": ("paid", "pool"),
    "overload": ("suffered", "overload"),
    "puno": ("called", "puno"),
}


class PunoLab(Lab):
    luck_rollouts = 16

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    def moment(self, position: Position) -> str:
        state = as_puno(position)
        turn = f"turn {state.turn}"
        one_round = state.numbers.traditional or state.numbers.death_match
        return turn if one_round else f"round {state.round}, {turn}"

    def random_setup(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        puno = as_puno(position)
        return [("turn order", f"decides {ORDER[(seat - puno.on) * puno.direction % puno.numbers.players]}")]

    def treatments(self, options: Options) -> list[Treatments]:
        numbers = self._numbers.of(options)
        counts: dict[str, int] = {}
        for face in numbers.cards:
            counts[CARDS[face].name] = counts.get(CARDS[face].name, 0) + 1
        return [Treatments(CARD_TREATMENT, [name for name, count in counts.items() if count > 1], MAX_CARDS)]

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], rng: Rng) -> Position:
        """Swaps the given cards with the first cards of the hands."""
        puno = start(self._numbers.of(options), rng, False)
        for place in range(len(given[0])):
            for seat, names in enumerate(given):
                _exchange(puno, seat, place, names[place], rng)
        puno.listed = None
        return puno

    def standing(self, position: Position) -> list[float]:
        """Returns the public lead: fewest cards, score plus HP, or HP, by mode."""
        state = as_puno(position)
        numbers = state.numbers
        if numbers.traditional:
            return [-float(len(hand)) for hand in state.hands]
        if numbers.death_match:
            return [float(hp) for hp in state.hp]
        if state.phase == OVER:
            return [float(score) for score in state.scores]
        return [float(score + hp) for score, hp in zip(state.scores, state.hp, strict=True)]

    def unseen_cards(self, position: Position) -> int:
        puno = as_puno(position)
        return len(puno.deck) - puno.top

    def shuffle_unseen(self, position: Position, rng: Rng) -> None:
        puno = as_puno(position)
        rest = puno.deck[puno.top :]
        rng.shuffle(rest)
        puno.deck = puno.deck[: puno.top] + rest

    def chance_gains(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        full = event.full()
        if event.kind in CHANCE_KINDS:
            seat = full.number(0)
            return [(seat, CHANCE_KINDS[event.kind], CARDS[full.number(at)].name) for at in range(2, len(full.args))]
        if event.kind == "chaos":
            return [(full.number(0), "what Chaos names", COLOURS[full.number(1)])]
        if event.kind == "starts":
            return [(full.number(0), "turn order", "draws the highest card")]
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        full = event.full()
        if event.kind == "played":
            return [(full.number(0), "played", CARDS[full.number(1)].name)]
        return [(full.number(0), *LEDGER[event.kind])] if event.kind in LEDGER else []


def _exchange(puno: Puno, seat: Seat, place: int, name: str, rng: Rng) -> None:
    """Swaps in a random card of this name, from the deck or else a hand, if any is left."""
    found = [(puno.deck, at) for at in range(puno.top, len(puno.deck)) if CARDS[puno.deck[at]].name == name]
    if not found:
        for other, hand in enumerate(puno.hands):
            settled = place + 1 if other < seat else place
            found += [(hand, at) for at in range(settled, len(hand)) if CARDS[hand[at]].name == name]
    draw = rng.below(1_000_000)
    if not found:
        return
    pile, at = found[draw * len(found) // 1_000_000]
    back = puno.memory.back
    if pile is puno.deck and back and back[pile[at]]:
        back[pile[at]] -= 1  # it may be the one that everybody saw going back
    hand = puno.hands[seat]
    pile[at], hand[place] = hand[place], pile[at]
