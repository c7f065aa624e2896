"""Base class of the witches.

Witches have no state: lasting effects live in the position. A method that asks a question does nothing else; the
answer comes to `chosen`. `me.you` is her player, `me.foe` the opponent.
"""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import ANY
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import Frame, Timer


class Witch:
    """A witch: override the moments at which she acts."""

    clause = ""
    name = ""
    text = ""
    rulings = ""
    """Finer points, for the rulebook and the docs."""
    choices: Sequence[str] = ()
    """Options of `ask_option`, in words."""
    asks: Sequence[int] = ()
    """Kinds of her questions; NOTHING if she waits for casts. Loading checks saves by it."""
    dates_card = False
    """True if the number of her date is a card. Loading checks saves by it."""
    brings = 0
    """Most new cards that one cast adds to hands and deck. Options are checked by it (CW-96)."""
    brings_tier = ANY
    """Tier of the witches she brings, if not rolled."""
    meta = False
    """True if she imitates others; no other spell runs hers (CW-80)."""
    loses_every_fight = False
    cannot_be_attacked = False

    def __init__(self) -> None:
        # Most witches ignore most moments: these flags avoid making a frame and a call for each.
        kind = type(self)
        self.acts_at_turn_start = kind.turn_starts is not Witch.turn_starts
        self.acts_after_draw = kind.after_draw is not Witch.after_draw
        self.acts_at_turn_end = kind.turn_ends is not Witch.turn_ends
        self.checks_playable = kind.playable is not Witch.playable
        self.restrains = kind.allows is not Witch.allows

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Runs her spell, before the fight (B-7)."""

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Resumes with the answer `me.pick`; `me.stage` and `me.cards` are kept."""

    def avenges(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Acts on her death, within the damage step (B-10)."""

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Acts on her death, after disposal (B-12)."""

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Acts on her escape, after disposal (B-12)."""

    def turn_starts(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Acts from the hand at the start of a turn (B-1)."""

    def after_draw(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Acts from the hand after the draw (B-3)."""

    def turn_ends(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Acts from the hand at the end of a turn (B-13)."""

    def playable(self, d: Duel, me: Frame) -> bool:
        """True if she allows playing herself (CW-24)."""
        return True

    def allows(self, d: Duel, me: Frame, other: int) -> bool:
        """True if she, in hand, allows playing `other` (CW-24)."""
        return True

    def due(self, d: Duel, timer: Timer, rng: Rng) -> None:
        """Acts at the date set with `d.after` (B-13)."""
