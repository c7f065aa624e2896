"""What a witch is: a name, a sentence, and a few methods named for the moments at which she acts.

A witch has no memory of her own: what lasts is written into the position by its verbs. A method that asks a question
does nothing else; the answer comes to `chosen`. In every method `me.you` is her player and `me.foe` the opponent,
and `luck` is lent to her for the move.
"""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import Frame, Timer


class Witch:
    """Subclass her, fill in the words, and override the moments at which she acts."""

    clause = ""
    name = ""
    slug = ""
    text = ""
    choices: Sequence[str] = ()
    """The named options of `ask_option`, in words."""
    asks: Sequence[int] = ()
    """The kinds of questions she may wait for; NOTHING if she waits for others to cast. A save is checked by it."""
    meta = False
    """She imitates others, so no other spell may run hers (CW-80)."""
    loses_every_fight = False
    cannot_be_attacked = False
    restrains = False
    """She has something to say about the other cards of her holder: `allows`."""

    def __init__(self) -> None:
        # Most witches in a hand do nothing at most moments: whoever asks can tell without making a frame for her.
        kind = type(self)
        self.stirs = kind.turn_starts is not Witch.turn_starts
        self.is_felt = kind.held is not Witch.held
        self.ends_turns = kind.turn_ends is not Witch.turn_ends
        self.may_refuse = kind.playable is not Witch.playable

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        """Played: her spell, before the fight (B-7)."""

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        """Her question is answered: `me.pick`; `me.stage` and `me.cards` are as she left them."""

    def avenges(self, d: Duel, me: Frame, luck: Luck) -> None:
        """Killed, still inside the damage step of her duel (B-10)."""

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        """Killed in her duel, after the cards have been put away (B-12)."""

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        """Escaped from her duel, after the cards have been put away (B-12)."""

    def turn_starts(self, d: Duel, me: Frame, luck: Luck) -> None:
        """In a hand at the start of a turn (B-1)."""

    def held(self, d: Duel, me: Frame, luck: Luck) -> None:
        """In a hand after the draw (B-3)."""

    def turn_ends(self, d: Duel, me: Frame, luck: Luck) -> None:
        """In a hand at the end of a turn (B-13)."""

    def playable(self, d: Duel, me: Frame) -> bool:
        """In a hand: may she herself be played, as far as she is concerned (CW-24)?"""
        return True

    def allows(self, d: Duel, me: Frame, other: int) -> bool:
        """In a hand: may her holder play this other card, as far as she is concerned (CW-24)?"""
        return True

    def due(self, d: Duel, timer: Timer, luck: Luck) -> None:
        """The date she set with `d.after` has come (B-13)."""
