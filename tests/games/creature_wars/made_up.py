"""Positions no deal leads to: all special cards, full sacks, gifts, quests, dates, charges, empty decks, huge hands."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Rng, SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules import cards as c
from rumpus.games.creature_wars.rules.chance import some_of
from rumpus.games.creature_wars.rules.duels.frames import NOTHING, Frame, Quest
from rumpus.games.creature_wars.rules.duels.turn import TURN_START, run
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.places import bury, put_inside, take_out
from rumpus.games.creature_wars.rules.position import War, start
from rumpus.games.creature_wars.rules.state import UNDECIDED
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches

FAVOURITES = (
    "Pandora's Witch",
    "Shifting Witch",
    "Jugband Encore Witch",
    "Santa Witch",
    "Witcheroo",
    "The Madcap's Witch",
    "Richard Witchson",
    "The Witch Who Stole Grinch",
    "Baden's Witch",
    "Lenore's Witch",
    "Scientific Witch",
    "Pick a Witch",
)
CHARGES = ["surge", "lucky", "high", "proud", "ward", "sin_eater", "baden", "wish", "skip", "thirst"]
FACTS = ["venom", "david", "juno", "backlash", "holy_doubled", "lilith", "reprieve"]
NUMBERS = ["sand", "goliath", "berserk", "wrath", "crow", "ceremony", "haggel"]
DATED = ("Sun Witch", "Clockwork Crier Witch", "Witch of Endor")
OPTIONS: Sequence[dict[str, object]] = (
    {},
    {"creature_sets": 0, "witch_cards": 0, "hand": 0},
    {"creature_sets": 0, "witch_cards": 30, "witches": list(FAVOURITES)},
    {"witch_cards": 60, "hp": 200},
)


def chance(rng: Rng, n: int) -> bool:
    return rng.below(n) == 0


def any_card(war: War, rng: Rng) -> int:
    kind = rng.below(14)
    if kind < 3:
        made = war.random_creature(rng)
    elif kind < 6:
        witches = FAVOURITES if chance(rng, 2) else [witch.name for witch in all_witches()]
        made = war.new_witch(witch_number(witches[rng.below(len(witches))]), rng.below(12))
    elif kind == 6:
        made = war.new_grinch()
    elif kind == 7:
        made = war.new_gift(war.random_creature(rng) if chance(rng, 2) else war.new_coal())
    elif kind == 8:
        made = war.new_raven(rng.below(c.TRIBES))
    elif kind == 9:
        made = war.new_horsemen()[rng.below(4)]
    elif kind == 10:
        made = war.new_stand_in(war.random_creature(rng))
    elif kind == 11:
        made = war.new_changeling(war.random_creature(rng))
    elif kind == 12:
        made = war.new_cannonball() if chance(rng, 2) else war.new_wraith()
    else:
        made = (war.new_skeletor, war.new_scarecrow, war.new_butterfly, war.new_coal)[rng.below(4)]()
    card = war.cards[made]
    if card.kind == c.CREATURE and chance(rng, 3):
        card.level = rng.below(15)
    return made


def mark(war: War, rng: Rng, card: c.Card) -> None:
    if chance(rng, 6):
        card.cooldown = 1 + rng.below(3)
    if chance(rng, 8):
        card.locks |= c.WEBBED
    if chance(rng, 8):
        card.barred = True
    if card.kind == c.ODDITY:
        return
    if chance(rng, 6):
        card.rings = 1 + rng.below(2)
        card.level += 2 * card.rings
    if card.kind == c.CREATURE:
        if chance(rng, 8):
            card.doomed = rng.below(2)
        if chance(rng, 8):
            card.fuse = war.turn + 2
        if chance(rng, 8):
            card.shifty = True
        if chance(rng, 8):
            card.first = True


def fill_hand(war: War, rng: Rng, p: int, size: int) -> None:
    for _ in range(size):
        made = any_card(war, rng)
        card = war.cards[made]
        card.zone = c.HAND + p
        card.seen = (1 << p, c.BOTH, c.EVERYBODY)[rng.below(3)]
        war.hands[p].append(made)
        mark(war, rng, card)
        if card.tribe == c.GRINCH:
            for _ in range(rng.below(4)):
                put_inside(war, made, any_card(war, rng))


def make_up(seed: str) -> War:
    rng = SeededRng(seed)
    war = start(Numbers(game.options(OPTIONS[rng.below(len(OPTIONS))])), rng, listen=True)
    war.victor, war.mayhem, war.asking, war.asked = UNDECIDED, False, NOTHING, c.NONE
    war.options, war.choices, war.frames = [], [[], []], []
    war.turn = rng.below(98)
    war.step = TURN_START
    for _ in range(rng.below(25)):
        war.put_on_top([any_card(war, rng)])
    if chance(rng, 4):
        for card in war.deck[:]:
            take_out(war, card)
    for _ in range(rng.below(12)):
        made = any_card(war, rng)
        bury(war, made, c.SLAIN if war.cards[made].kind == c.CREATURE else c.DISCARDED, rng.below(2))
    for p in (0, 1):
        fill_hand(war, rng, p, 150 if chance(rng, 25) else rng.below(9))
        _give_charges(war, rng, p)
        if war.graveyard and war.hands[p] and chance(rng, 3):
            prize = war.graveyard[rng.below(len(war.graveyard))]
            if war.cards[prize].keeper == c.NONE:
                war.quests.append(Quest(p, prize, some_of(war.hands[p], 1 + rng.below(3), rng)))
    for name in FACTS:
        setattr(war.magic, name, chance(rng, 6))
    for name in NUMBERS:
        setattr(war.magic, name, rng.below(3) if chance(rng, 4) else 0)
    for name in DATED:
        if chance(rng, 3):
            war.after(Frame(witch_number(name), c.NONE, rng.below(2)), 1 + rng.below(3), 1)
    run(war, rng)
    return war


def _give_charges(war: War, rng: Rng, p: int) -> None:
    empire = war.empires[p]
    empire.hp = 1 + rng.below(60)
    for name in CHARGES:
        setattr(empire, name, 1 + rng.below(2) if chance(rng, 5) else 0)
    empire.midas = chance(rng, 5)
    empire.cannibal = chance(rng, 5)
    empire.slain_tribes = 127 if chance(rng, 3) else 0
    empire.rally_formed = chance(rng, 2)
