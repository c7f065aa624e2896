"""What the lab counts in Cat Brawl."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Gifts, Lab
from rumpus.core.options import MadeOnce, Options
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Luck
from rumpus.games.cat_brawl.rules.abilities import ABILITIES, ATTACKER, BONUSES, GENTLEMAN, HUNTING
from rumpus.games.cat_brawl.rules.cards import CARDS
from rumpus.games.cat_brawl.rules.cats import BREEDS, Cat
from rumpus.games.cat_brawl.rules.movements import NO_CARD
from rumpus.games.cat_brawl.rules.moves import PICKS
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.position import as_brawl, new_brawl
from rumpus.games.cat_brawl.rules.reasons import WHY_ATTACKER, WHY_GENTLEMAN, WHY_START
from rumpus.games.cat_brawl.rules.ring import CAT

CAT_GIFT: Final = "cat"
BONUS_GIFT: Final = "bonus ability"
CARD_GIFT: Final = "card"
MOST_CARDS: Final = 2


class BrawlLab(Lab):
    looks = 16

    def __init__(self) -> None:
        self._numbers = MadeOnce(Numbers)

    def opening(self, position: Position) -> bool:
        return as_brawl(position).phase == CAT

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        brawl = as_brawl(position)
        return [] if brawl.phase == CAT else [("cat", BREEDS[brawl.cats[seat].breed])]

    def lots(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        brawl = as_brawl(position)
        return [(BONUS_GIFT, brawl.cats[seat].bonus.name)] if brawl.numbers.bonus else []

    def gifts(self, options: Options) -> list[Gifts]:
        """The cat one plays, the bonus ability that is dealt, and starting cards."""
        numbers = self._numbers.of(options)
        found = [Gifts(CAT_GIFT, BREEDS)]
        if numbers.bonus:
            found.append(Gifts(BONUS_GIFT, [ability.name for ability in BONUSES]))
        if numbers.starting_cards:
            names = [card.name for card in CARDS]
            found.append(Gifts(CARD_GIFT, names, min(MOST_CARDS, numbers.starting_cards)))
        return found

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], luck: Luck) -> Position:
        """Cats are picked by chance where they are not given, and a given card takes the place of a random one."""
        brawl = new_brawl(self._numbers.of(options))
        brawl.owing = []
        for cat in brawl.cats:
            pick = luck.below(len(PICKS))
            cat.answer = BREEDS.index(given[cat.seat][0]) if kind == CAT_GIFT else PICKS[pick]
        brawl.set_up(luck)
        for cat in brawl.cats:
            if kind == BONUS_GIFT:
                cat.bonus = next(ability for ability in BONUSES if ability.name == given[cat.seat][0])
            elif kind == CARD_GIFT:
                _exchange_cards(cat, given[cat.seat], luck)
        brawl.begin_round(luck)
        while not brawl.owing:
            brawl.go_on(luck)
        return brawl

    def standing(self, position: Position) -> list[float]:
        return [float(cat.hp) for cat in as_brawl(position).cats]

    def rounds(self, position: Position) -> int:
        return as_brawl(position).round

    def windfalls(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Cards dealt, drawn, hunted and recycled, the bonus ability, and who begins a round."""
        seen = event.whole()
        if seen.kind == "drew":
            kind = "card dealt" if seen.number(1) == WHY_START else "card drawn"
            return [(seen.number(0), kind, CARDS[seen.number(index)].name) for index in range(2, len(seen.args))]
        if seen.kind in ("hunted", "recycled"):
            return [(seen.number(0), f"card {seen.kind}", CARDS[seen.number(1)].name)]
        if seen.kind == "dealt":
            return [(seen.number(0), BONUS_GIFT, ABILITIES[seen.number(1)].name)]
        if seen.kind == "order":
            return [(seen.number(1), "turn order", "begins the round")]
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Cards drawn, found and shown, abilities used, passive ones included."""
        seen = event.whole()
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


def _exchange_cards(cat: Cat, names: Sequence[str], luck: Luck) -> None:
    """Random cards of the hand for these."""
    hand = [kind for kind, count in enumerate(cat.hand) for _ in range(count)]
    luck.shuffle(hand)
    for place, name in enumerate(names):
        hand[place] = next(card.card for card in CARDS if card.name == name)
    cat.hold([hand.count(kind) for kind in range(len(CARDS))])
