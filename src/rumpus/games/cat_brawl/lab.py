"""The lab's view of Cat Brawl: treatments, luck and ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Lab, Treatments
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.abilities import ABILITIES, ATTACKER, BONUSES, GENTLEMAN, HUNTING
from rumpus.games.cat_brawl.rules.cards import CARDS
from rumpus.games.cat_brawl.rules.cats import BREEDS, Cat
from rumpus.games.cat_brawl.rules.movements import NO_CARD
from rumpus.games.cat_brawl.rules.moves import CAT_MOVES
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.position import as_brawl, start
from rumpus.games.cat_brawl.rules.reasons import WHY_ATTACKER, WHY_GENTLEMAN, WHY_START
from rumpus.games.cat_brawl.rules.ring import CAT

CAT_TREATMENT: Final = "cat"
BONUS_TREATMENT: Final = "bonus ability"
CARD_TREATMENT: Final = "card"
MAX_CARDS: Final = 2


class BrawlLab(Lab):
    luck_rollouts = 16

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    def in_setup(self, position: Position) -> bool:
        return as_brawl(position).phase == CAT

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        brawl = as_brawl(position)
        return [] if brawl.phase == CAT else [("cat", BREEDS[brawl.cats[seat].breed])]

    def random_setup(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        brawl = as_brawl(position)
        return [(BONUS_TREATMENT, brawl.cats[seat].bonus.name)] if brawl.numbers.bonus else []

    def treatments(self, options: Options) -> list[Treatments]:
        numbers = self._numbers.of(options)
        found = [Treatments(CAT_TREATMENT, BREEDS)]
        if numbers.bonus:
            found.append(Treatments(BONUS_TREATMENT, [ability.name for ability in BONUSES]))
        if numbers.starting_cards:
            names = [card.name for card in CARDS]
            found.append(Treatments(CARD_TREATMENT, names, min(MAX_CARDS, numbers.starting_cards)))
        return found

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], rng: Rng) -> Position:
        """Picks random cats unless given. A given card replaces a random one."""
        brawl = start(self._numbers.of(options))
        brawl.owing = []
        for cat in brawl.cats:
            pick = rng.below(len(CAT_MOVES))
            cat.answer = BREEDS.index(given[cat.seat][0]) if kind == CAT_TREATMENT else CAT_MOVES[pick]
        brawl.set_up(rng)
        for cat in brawl.cats:
            if kind == BONUS_TREATMENT:
                cat.bonus = next(ability for ability in BONUSES if ability.name == given[cat.seat][0])
            elif kind == CARD_TREATMENT:
                _exchange_cards(cat, given[cat.seat], rng)
        brawl.begin_round(rng)
        while not brawl.owing:
            brawl.advance(rng)
        return brawl

    def standing(self, position: Position) -> list[float]:
        return [float(cat.hp) for cat in as_brawl(position).cats]

    def rounds(self, position: Position) -> int:
        return as_brawl(position).round

    def chance_gains(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        seen = event.full()
        if seen.kind == "drew":
            kind = "card dealt" if seen.number(1) == WHY_START else "card drawn"
            return [(seen.number(0), kind, CARDS[seen.number(index)].name) for index in range(2, len(seen.args))]
        if seen.kind in ("hunted", "recycled"):
            return [(seen.number(0), f"card {seen.kind}", CARDS[seen.number(1)].name)]
        if seen.kind == "dealt":
            return [(seen.number(0), BONUS_TREATMENT, ABILITIES[seen.number(1)].name)]
        if seen.kind == "order":
            return [(seen.number(1), "turn order", "begins the round")]
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        seen = event.full()
        if seen.kind == "drew":
            seat, why = seen.number(0), seen.number(1)
            drawn = [(seat, "drew", CARDS[seen.number(index)].name) for index in range(2, len(seen.args))]
            if why == WHY_ATTACKER:
                return [(seat, "used", ATTACKER.name), *drawn]
            if why == WHY_GENTLEMAN:
                return [(seat, "used", GENTLEMAN.name), *drawn]
            return drawn
        if seen.kind == "hunted":
            return [(seen.number(0), "used", HUNTING.name), (seen.number(0), "drew", CARDS[seen.number(1)].name)]
        if seen.kind == "recycled":
            return [(seen.number(0), "drew", CARDS[seen.number(1)].name)]
        if seen.kind == "used":
            return [(seen.number(0), "used", ABILITIES[seen.number(1)].name)]
        if seen.kind == "showed" and seen.number(3) != NO_CARD:
            return [(seen.number(0), "played", CARDS[seen.number(3)].name)]
        if seen.kind == "dealt":
            return [(seen.number(0), "was dealt", ABILITIES[seen.number(1)].name)]
        return []


def _exchange_cards(cat: Cat, names: Sequence[str], rng: Rng) -> None:
    hand = [kind for kind, count in enumerate(cat.hand) for _ in range(count)]
    rng.shuffle(hand)
    for place, name in enumerate(names):
        hand[place] = next(card.card for card in CARDS if card.name == name)
    cat.set_hand([hand.count(kind) for kind in range(len(CARDS))])
