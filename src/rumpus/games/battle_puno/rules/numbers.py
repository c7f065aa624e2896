"""The options of the rulebook, and their values in one match."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Field, Options, choice, number, switch
from rumpus.games.battle_puno.rules.cards import CARDS

TRADITIONAL: Final = "traditional"
BATTLE: Final = "battle puno"
DEATH_MATCH: Final = "death match"
MODES: Final = (TRADITIONAL, BATTLE, DEATH_MATCH)

BY_MODE: Final = "by mode"
BY_TABLE: Final = "by table"
OVERLOAD_PLAYERS: Final = 7
"""Players from which a Death Match uses `overload` by default (BP-34)."""


def _fields() -> list[Field]:
    return [
        choice(
            "mode",
            BATTLE,
            MODES,
            "a single round, rounds for points, or to the last one standing",
            "BP-30",
            True,
            "Mode",
            {
                TRADITIONAL: "Traditional: one round",
                BATTLE: "Battle Puno: rounds for points",
                DEATH_MATCH: "Death Match: last one standing",
            },
        ),
        number("players", 4, 2, 8, "how many sit at the table", "BP-3", True),
        number("hand", 7, 4, 10, "cards dealt to each player", "BP-3", True, "Starting cards"),
        switch(
            "extra_cards",
            False,
            "Traditional only: Trade, Wild Chaos and Discard All are in the deck",
            "BP-21",
            True,
            "More black cards",
        ),
        choice("play_drawn", BY_MODE, (BY_MODE, "on", "off"), "a card just drawn may be played at once", "BP-7"),
        switch(
            "stack_draws", False, "draw cards may answer a penalty and add to it", "BP-10", True, "Penalties add up"
        ),
        number("hp", 200, 50, 1000, "HP at the start of a round or of a Death Match", "BP-22", True, "Starting HP"),
        number("goal", 500, 100, 5000, "the score that wins Battle Puno", "BP-26", True, "Score to win"),
        number("max_rounds", 50, 1, 1000, "rounds after which Battle Puno ends", "BP-26"),
        number("max_turns", 2000, 1, 100_000, "turns after which a Death Match ends", "BP-29"),
        choice("overload", BY_TABLE, (BY_TABLE, "on", "off"), "Death Match only: too many cards cost HP", "BP-34"),
        number("overload_cards", 2, 1, 20, "cards above the starting hand that count as overload", "BP-34"),
        number("overload_percent", 1, 0, 100, "step of the overload's loss, in percent of the starting HP", "BP-34"),
        number("draw_two", 2, 1, 10, "cards a Draw 2 makes the next player draw", "BP-10"),
        number("wild_draw_four", 4, 1, 10, "cards a Wild Draw 4 makes the next player draw", "BP-13"),
        number("hit_all", 2, 1, 10, "cards a Wild Hit All makes everyone else draw", "BP-14"),
        number("zero_bonus", 10, 0, 100, "what a 0 may add to the pool", "BP-23"),
        number("skip_points", 20, 0, 200, "points of a Skip left in hand", "BP-2"),
        number("reverse_points", 20, 0, 200, "points of a Reverse left in hand", "BP-2"),
        number("draw_two_points", 20, 0, 200, "points of a Draw 2 left in hand", "BP-2"),
        number("wild_points", 50, 0, 200, "points of a Wild left in hand", "BP-2"),
        number("wild_draw_four_points", 50, 0, 200, "points of a Wild Draw 4 left in hand", "BP-2"),
        number("trade_points", 30, 0, 200, "points of a Trade left in hand", "BP-2"),
        number("hit_all_points", 50, 0, 200, "points of a Wild Hit All left in hand", "BP-2"),
        number("chaos_points", 50, 0, 200, "points of a Wild Chaos left in hand", "BP-2"),
        number("discard_all_points", 30, 0, 200, "points of a Discard All left in hand", "BP-2"),
        number("skips", 2, 0, 4, "Skips of each colour in the deck", "BP-1"),
        number("reverses", 2, 0, 4, "Reverses of each colour in the deck", "BP-1"),
        number("draw_twos", 2, 0, 4, "Draw 2s of each colour in the deck", "BP-1"),
        number("wilds", 4, 0, 8, "Wilds in the deck", "BP-1"),
        number("wild_draw_fours", 4, 0, 8, "Wild Draw 4s in the deck", "BP-1"),
        number("trades", 2, 0, 8, "Trades in the deck", "BP-1"),
        number("hit_alls", 2, 0, 8, "Wild Hit Alls in the deck", "BP-1"),
        number("chaoses", 2, 0, 8, "Wild Chaoses in the deck", "BP-1"),
        number("discard_alls", 2, 0, 8, "Discard Alls in the deck", "BP-1"),
    ]


FIELDS: Final = _fields()


class Numbers:
    """The values of one match, constant and shared by all its positions."""

    def __init__(self, options: Options) -> None:
        mode = options.choice("mode")
        self.options = options
        self.players = options.number("players")
        self.hand = options.number("hand")
        self.traditional = mode == TRADITIONAL
        self.death_match = mode == DEATH_MATCH
        self.has_pool = not self.traditional
        self.play_drawn = _chosen(options.choice("play_drawn"), self.traditional)
        self.stack_draws = options.switch("stack_draws")
        self.hp = options.number("hp")
        self.goal = options.number("goal")
        self.max_rounds = options.number("max_rounds")
        self.max_turns = options.number("max_turns")
        self.overload = self.death_match and _chosen(options.choice("overload"), self.players >= OVERLOAD_PLAYERS)
        self.overload_from = self.hand + options.number("overload_cards")
        self.overload_step = max(1, self.hp * options.number("overload_percent") // 100)
        self.draw_two = options.number("draw_two")
        self.wild_draw_four = options.number("wild_draw_four")
        self.hit_all = options.number("hit_all")
        self.zero_bonus = options.number("zero_bonus")
        self.points = [card.points(options) for card in CARDS]
        """Points of each face (BP-2)."""
        self.cards = _deck(options)

    def points_of(self, faces: list[int]) -> int:
        """Returns the points of these cards when left in hand (BP-2)."""
        points = self.points
        total = 0
        for face in faces:
            total += points[face]
        return total


def _chosen(choice: str, otherwise: bool) -> bool:
    return choice == "on" or (choice != "off" and otherwise)


def _deck(options: Options) -> list[int]:
    """Returns all cards of the match in the order of BP-37."""
    extra = options.choice("mode") != TRADITIONAL or options.switch("extra_cards")
    cards: list[int] = []
    for card in CARDS:
        if extra or not card.extra:
            cards += [card.face] * card.copies(options)
    return cards
