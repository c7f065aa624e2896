"""The laws that every game keeps, ours or a stranger's: each plays random games and raises where one is broken.

from rumpus.testing.laws import LAWS
for law in LAWS:
    law(game, game.options(), games=20)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.testing.law import BrokenLaw, Law
from rumpus.testing.laws.determinization import (
    a_dream_listens_to_nothing,
    a_dream_looks_real,
    dreams_reach_every_deal,
    dreams_vary,
    onlookers_know_no_more,
)
from rumpus.testing.laws.events import (
    alike_deals_sound_alike,
    alike_play_sounds_alike,
    sealed_answers_show_nothing,
    who_is_waited_for_is_unheard,
)
from rumpus.testing.laws.features import features_tell_all
from rumpus.testing.laws.play import (
    all_else_is_refused,
    no_card_gets_lost,
    nothing_is_missing,
    playing_out_is_playing_on,
    random_play_ends,
    same_in_another_process,
    same_luck_same_events,
)
from rumpus.testing.laws.saving import (
    a_copy_is_the_original,
    a_copy_shares_nothing,
    a_damaged_save_is_refused,
    a_saved_position_goes_on,
    fields_are_kept,
    what_is_handed_out_stays,
)
from rumpus.testing.laws.words import events_are_named, notation_reads_back

__all__ = ["LAWS", "BrokenLaw", "Law"]

LAWS: Final[Sequence[Law]] = (
    nothing_is_missing,
    random_play_ends,
    a_copy_shares_nothing,
    a_copy_is_the_original,
    what_is_handed_out_stays,
    a_saved_position_goes_on,
    fields_are_kept,
    a_damaged_save_is_refused,
    same_luck_same_events,
    same_in_another_process,
    playing_out_is_playing_on,
    no_card_gets_lost,
    notation_reads_back,
    events_are_named,
    all_else_is_refused,
    a_dream_looks_real,
    a_dream_listens_to_nothing,
    dreams_vary,
    dreams_reach_every_deal,
    onlookers_know_no_more,
    alike_deals_sound_alike,
    alike_play_sounds_alike,
    sealed_answers_show_nothing,
    who_is_waited_for_is_unheard,
    features_tell_all,
)
"""In the order in which an author should mend them: without copies and saves that hold, nothing else can be trusted."""
