"""A brawl set up in the notation, and played with scripted random draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from rumpus.core.errors import BadRecord
from rumpus.core.position import Event
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.abilities import BONUSES, NO_ABILITY
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import PRELUDE, STRATEGY, UNDECIDED
from rumpus.testing.kit import Kit

CLOCKWISE = 0
COUNTER = 1


def counts(cards: Sequence[str]) -> list[int]:
    return [cards.count(card) for card in CARD_NAMES]


class Ringside(Kit):
    """`Ringside("Persian", "Ragdoll", hp=[1, 1])` stands at the first question of a round.

    Nobody has a bonus ability unless `bonus` says so. `all` gives the answers of everybody who is asked, seats upwards,
    and the random draws that they use up.
    """

    position: Brawl

    def __init__(
        self,
        *cats: str,
        hp: Sequence[int] | None = None,
        hands: Mapping[int, Sequence[str]] | None = None,
        bonus: Mapping[int, str] | None = None,
        shown: Sequence[int] = (),
        pile: Sequence[str] = (),
        out: Sequence[int] = (),
        round: int = 1,
        **changes: Any,
    ) -> None:
        super().__init__(game, (), players=len(cats), **changes)
        hands = hands or {}
        bonus = bonus or {}
        breeds = [BREEDS.index(cat) for cat in cats]
        hp = hp or [self.position.numbers.starting_hp[breed] for breed in breeds]
        saved: dict[str, Any] = self.position.save()
        saved["round"] = round
        saved["pile"] = [CARD_NAMES.index(card) for card in pile]
        saved["living"] = [seat for seat in range(len(cats)) if seat not in out]
        for seat, cat in enumerate(saved["cats"]):
            cat["breed"] = breeds[seat]
            cat["hp"] = cat["before"] = 0 if seat in out else hp[seat]
            cat["hand"] = counts(hands.get(seat, ()))
            dealt = [ability.number for ability in BONUSES if ability.name == bonus.get(seat)]
            cat["bonus"] = dealt[0] if seat in bonus else NO_ABILITY.number
            cat["shown"] = seat not in bonus or seat in shown
        self.at(self._at_a_question(saved))

    def _at_a_question(self, saved: dict[str, Any]) -> Brawl:
        """In the prelude if anybody has an ability for it, else at the strategies."""
        try:
            return game.load(self.options, {**saved, "phase": PRELUDE})
        except BadRecord:
            return game.load(self.options, {**saved, "phase": STRATEGY})

    def then(self, *answers: str, rng: Sequence[int] = ()) -> Self:
        self.all(*answers, rng=rng)
        return self

    def decide(self, *answers: str, rng: Sequence[int] = ()) -> list[Event]:
        self.all(*answers, rng=rng)
        return self.heard

    def log_texts(self, events: Sequence[Event], seat: int | None = None) -> list[str]:
        people = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]
        seen = [event.seen_by(seat) for event in events]
        return [str(game.describe_event(one, people)) for one in seen if one is not None]

    @property
    def phase(self) -> str:
        return str(self.position.view(None)["stage"])

    @property
    def hp(self) -> list[int]:
        return [cat.hp for cat in self.position.cats]

    def hand(self, seat: int) -> list[str]:
        hand = self.position.view(seat)["hand"]
        assert isinstance(hand, list)
        return [str(card) for card in hand]

    @property
    def sizes(self) -> list[int]:
        return [cat.size for cat in self.position.cats]

    @property
    def pile(self) -> list[str]:
        return [CARD_NAMES[card] for card in self.position.pile]

    @property
    def order(self) -> list[int]:
        return self.position.order

    @property
    def round(self) -> int:
        return self.position.round

    @property
    def winner(self) -> int | None:
        """The seat that has won, -1 for a draw, None while it goes on."""
        return None if self.position.winner == UNDECIDED else self.position.winner

    @property
    def living(self) -> list[int]:
        return self.position.living


def seen(position: Brawl, seat: int | None) -> dict[str, Any]:
    return position.view(seat)
