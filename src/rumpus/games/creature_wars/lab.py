"""Measures and treatments of Creature Wars for the lab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Lab, Treatments
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import TIER, TRIBES
from rumpus.games.creature_wars.rules.chance import roll_level
from rumpus.games.creature_wars.rules.duels.turn import deal, open_hands, run
from rumpus.games.creature_wars.rules.lettering import TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.names import witch_name, witch_number
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.position import War, as_war

WITCH_TREATMENT: Final = "witch"
CREATURE_TREATMENT: Final = "creature"
MAX_TREATMENTS: Final = 2
CHANCE_EVENTS: Final = {"dealt": "card dealt", "draws": "card drawn", "gains": "card gained"}
LEDGER_VERBS: Final = {"draws": "drew", "dealt": "drew", "plays": "played", "casts": "cast"}


class WarLab(Lab):
    round_word = "turn"
    luck_rollouts = 16

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    def standing(self, position: Position) -> list[float]:
        war = as_war(position)
        return [float(war.empires[p].hp) for p in (0, 1)]

    def rounds(self, position: Position) -> int:
        return as_war(position).turn

    def random_setup(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        return [("turn order", "is the starter" if as_war(position).starter == seat else "is not the starter")]

    def treatments(self, options: Options) -> list[Treatments]:
        """Offers each witch of the deck, and each Tribe at a random level."""
        numbers = self._numbers.of(options)
        found: list[Treatments] = []
        witches = [
            witch_name(witch) for tier, pool in enumerate(numbers.pools) for witch in pool if numbers.weights[tier]
        ]
        most = min(MAX_TREATMENTS, numbers.hand, numbers.witch_cards // 2)
        if most and len(witches) > 1:
            found.append(Treatments(WITCH_TREATMENT, witches, most))
        most = min(MAX_TREATMENTS, numbers.hand)
        if most and numbers.creature_sets:
            found.append(Treatments(CREATURE_TREATMENT, TRIBE_NAMES[:TRIBES], most))
        return found

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], rng: Rng) -> Position:
        """Deals, then exchanges the first cards of each hand for the treatments."""
        war = War(self._numbers.of(options))
        deal(war, rng)
        free = [c for c in range(len(war.cards)) if (war.cards[c].tribe < 0) == (kind == WITCH_TREATMENT)]
        for seat, names in enumerate(given):
            for place, name in enumerate(names):
                if kind == WITCH_TREATMENT:
                    c = free[0]
                    witch = witch_number(name)
                    war.writable(c).witch = witch
                    war.writable(c).level = roll_level(witch // TIER, rng)
                else:
                    likely = [c for c in free if war.cards[c].tribe == TRIBE_NAMES.index(name)]
                    c = likely[rng.below(len(likely))]
                free.remove(c)
                exchange(war, c, seat, place)
        open_hands(war, rng)
        run(war, rng)
        return war

    def unseen_cards(self, position: Position) -> int:
        war = as_war(position)
        return sum(not war.cards[c].seen for c in war.deck)

    def shuffle_unseen(self, position: Position, rng: Rng) -> None:
        """Shuffles the deck; cards seen by anybody keep their places."""
        war = as_war(position)
        places = [place for place, c in enumerate(war.deck) if not war.cards[c].seen]
        cards = [war.deck[place] for place in places]
        rng.shuffle(cards)
        deck = war.deck[:]
        for place, c in zip(places, cards, strict=True):
            deck[place] = c
        war.deck = deck

    def chance_gains(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Cards dealt, drawn and gained by name, and granted wishes."""
        seen = event.full()
        if seen.kind in CHANCE_EVENTS:
            return [(seen.number(0), CHANCE_EVENTS[seen.kind], plain_name(seen.text(1)))]
        if seen.kind == "wish" and isinstance(seen.args[1], int):
            return [(seen.number(0), "wish", "granted" if seen.number(1) else "not granted")]
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Cards drawn, played and cast, by seat."""
        seen = event.full()
        if seen.kind not in LEDGER_VERBS:
            return []
        return [(seen.number(0), LEDGER_VERBS[seen.kind], plain_name(seen.text(1)))]


def exchange(war: War, wanted: int, seat: Seat, place: int) -> None:
    """Exchanges the wanted card with the one at this place of a hand."""
    old = war.hands[seat][place]
    for pile in (war.deck, *war.hands):
        if wanted in pile:
            pile[pile.index(wanted)] = old
            break
    war.hands[seat][place] = wanted
    new_card, old_card = war.writable(wanted), war.writable(old)
    new_card.zone, old_card.zone = old_card.zone, new_card.zone
    new_card.seen, old_card.seen = old_card.seen, new_card.seen


def plain_name(text: str) -> str:
    """Strips level, Type and marks: `Lvl.4 Fire! Wolf {2}: (1)` gives `Wolf`."""
    words = text.split(" {")[0].replace("!", "").split()
    if words and words[0].startswith("Lvl."):
        words = words[1:]
    if words and words[0] in TYPE_NAMES:
        words = words[1:]
    return " ".join(words)
