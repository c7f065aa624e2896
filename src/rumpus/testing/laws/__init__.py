"""The laws of all games: each plays random games and raises BrokenLaw.

from rumpus.testing.laws import LAWS
for law in LAWS:
    law(game, game.options(), games=20)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.testing.law import BrokenLaw, Law
from rumpus.testing.laws import determinization, events, features, play, presets, saving, seats, words

__all__ = ["LAWS", "BrokenLaw", "Law"]

LAWS: Final[Sequence[Law]] = (
    play.nothing_is_missing,
    play.random_play_ends,
    presets.presets_can_be_played,
    saving.a_copy_shares_nothing,
    saving.a_copy_is_the_original,
    saving.returned_data_never_changes,
    saving.a_saved_position_goes_on,
    saving.fields_are_kept,
    saving.a_damaged_save_is_refused,
    seats.seats_are_equal,
    play.same_seed_same_events,
    play.same_in_another_process,
    play.rollouts_play_the_same_game,
    play.no_card_gets_lost,
    words.notation_reads_back,
    words.events_are_named,
    play.illegal_moves_are_refused,
    determinization.determinization_is_consistent,
    determinization.determinization_does_not_listen,
    determinization.determinizations_vary,
    determinization.determinizations_reach_every_deal,
    determinization.determinizations_reach_every_position,
    determinization.spectators_know_no_more,
    events.deal_events_reveal_nothing,
    events.events_reveal_nothing,
    events.sealed_moves_reveal_nothing,
    events.sealing_is_not_announced,
    features.features_cover_the_view,
)
"""All laws, in the order to fix them: the later ones rely on working copies and saves."""
