"""What the lab counts in Creature Wars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Gifts, Lab
from rumpus.core.options import MadeOnce, Options
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import TIER, TRIBES
from rumpus.games.creature_wars.rules.chance import roll_level
from rumpus.games.creature_wars.rules.lettering import TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.names import witch_name, witch_number
from rumpus.games.creature_wars.rules.numbers import numbers_of
from rumpus.games.creature_wars.rules.position import War, as_war
from rumpus.games.creature_wars.rules.turn import deal, open_hands, run

WITCH_GIFT: Final = "witch"
TRIBE_GIFT: Final = "creature"
MOST_GIFTS: Final = 2
FALLS: Final = {"dealt": "card dealt", "draws": "card drawn", "gains": "card gained"}
DEEDS: Final = {"draws": "drew", "dealt": "drew", "plays": "played", "casts": "cast"}


class WarLab(Lab):
    round_word = "turn"
    looks = 16

    def __init__(self) -> None:
        self._numbers = MadeOnce(numbers_of)

    def standing(self, position: Position) -> list[float]:
        war = as_war(position)
        return [float(war.empires[p].hp) for p in (0, 1)]

    def rounds(self, position: Position) -> int:
        return as_war(position).turn

    def lots(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        return [("turn order", "is the starter" if as_war(position).starter == seat else "is not the starter")]

    def gifts(self, options: Options) -> list[Gifts]:
        """A witch of the deck, rolled as this one; a creature of the first deck, of any level."""
        numbers = self._numbers.of(options)
        found: list[Gifts] = []
        witches = [
            witch_name(witch) for tier, pool in enumerate(numbers.pools) for witch in pool if numbers.weights[tier]
        ]
        most = min(MOST_GIFTS, numbers.hand, numbers.witch_cards // 2)
        if most and len(witches) > 1:
            found.append(Gifts(WITCH_GIFT, witches, most))
        most = min(MOST_GIFTS, numbers.hand)
        if most and numbers.creature_sets:
            found.append(Gifts(TRIBE_GIFT, TRIBE_NAMES[:TRIBES], most))
        return found

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], luck: Luck) -> Position:
        """The gifts change places with the first cards of the hands they go to."""
        war = War(self._numbers.of(options))
        deal(war, luck)
        free = [c for c in range(len(war.cards)) if (war.cards[c].tribe < 0) == (kind == WITCH_GIFT)]
        for seat, names in enumerate(given):
            for place, name in enumerate(names):
                if kind == WITCH_GIFT:
                    c = free[0]
                    witch = witch_number(name)
                    war.mine(c).witch = witch
                    war.mine(c).level = roll_level(witch // TIER, luck)
                else:
                    likely = [c for c in free if war.cards[c].tribe == TRIBE_NAMES.index(name)]
                    c = likely[luck.below(len(likely))]
                free.remove(c)
                change_places(war, c, seat, place)
        open_hands(war, luck)
        run(war, luck)
        return war

    def unseen(self, position: Position) -> int:
        war = as_war(position)
        return sum(not war.cards[c].seen for c in war.deck)

    def shuffle_unseen(self, position: Position, luck: Luck) -> None:
        """Cards of the deck that somebody has seen stay where they are."""
        war = as_war(position)
        places = [place for place, c in enumerate(war.deck) if not war.cards[c].seen]
        cards = [war.deck[place] for place in places]
        luck.shuffle(cards)
        deck = war.deck[:]
        for place, c in zip(places, cards, strict=True):
            deck[place] = c
        war.deck = deck

    def windfalls(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Cards dealt, drawn and gained, by their name, and whether a wish was granted."""
        seen = event.whole()
        if seen.kind in FALLS:
            return [(seen.number(0), FALLS[seen.kind], plain_name(seen.text(1)))]
        if seen.kind == "wish" and isinstance(seen.args[1], int):
            return [(seen.number(0), "wish", "granted" if seen.number(1) else "not granted")]
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Who drew, played and cast which witch or creature."""
        seen = event.whole()
        if seen.kind not in DEEDS:
            return []
        return [(seen.number(0), DEEDS[seen.kind], plain_name(seen.text(1)))]


def change_places(war: War, wanted: int, seat: Seat, place: int) -> None:
    """The wanted card, wherever it was dealt, and the one at this place of a hand."""
    old = war.hands[seat][place]
    for pile in (war.deck, *war.hands):
        if wanted in pile:
            pile[pile.index(wanted)] = old
            break
    war.hands[seat][place] = wanted
    new_card, old_card = war.mine(wanted), war.mine(old)
    new_card.zone, old_card.zone = old_card.zone, new_card.zone
    new_card.seen, old_card.seen = old_card.seen, new_card.seen


def plain_name(text: str) -> str:
    """`Lvl.4 Fire! Wolf {2}: (1)` is a Wolf, `Lvl.2 Kind Witch! {3}` the Kind Witch."""
    words = text.split(" {")[0].replace("!", "").split()
    if words and words[0].startswith("Lvl."):
        words = words[1:]
    if words and words[0] in TYPE_NAMES:
        words = words[1:]
    return " ".join(words)
