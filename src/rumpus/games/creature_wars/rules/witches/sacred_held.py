"""Sacred witches that change held cards: Tribe, Type, level, locks."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import (
    ANCIENT,
    CREATURE,
    DRAGON,
    EXPLODED,
    FIRE,
    HOLY,
    NIGHTMARE,
    NO_TYPE,
    NONE,
    PHANTOM,
    PIRATE,
    SERPENT,
    SKELETON,
    SLOTHED,
    SOURED,
    TRIBES,
    TYPES,
    WEBBED,
    WEREWOLF,
    WITCH,
    WOLF,
)
from rumpus.games.creature_wars.rules.chance import one_of, some_of
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import ASK_OWN_CARD, ASK_TYPE, Frame, Timer
from rumpus.games.creature_wars.rules.witches.base import Witch


class WitchOfTheHesperus(Witch):
    clause = "S-02"
    name = "Witch of the Hesperus"
    text = "All Pirates everywhere drown and become Phantoms: 2 base strength less, 5 levels more, no Power Type."
    rulings = (
        "In hands, deck, slots, sacks and gifts, but not those made later. A Pirate opposite fights as a Phantom at "
        "once. Both hands are checked for Rallies."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.everywhere():
            if d.card(c).tribe == PIRATE:
                d.retribe(c, PHANTOM, printed=max(0, d.card(c).printed - 2))
                d.retype(c, NO_TYPE)
                d.raise_level(c, 5)
        d.scan(me.you, rng)
        d.scan(me.foe, rng)


class MoonCharmWitch(Witch):
    clause = "S-04"
    name = "Moon Charm Witch"
    text = "All Wolves everywhere become Werewolves: base strength 8, Nightmare."
    rulings = (
        "In hands, deck, slots, sacks and gifts, but not those made later. They are Wolves no longer and keep their "
        "levels; a typeless one stays typeless."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.everywhere():
            if d.card(c).tribe == WOLF:
                d.retribe(c, WEREWOLF, printed=8)
                d.retype(c, NIGHTMARE)
        d.scan(me.you, rng)
        d.scan(me.foe, rng)


class DemocraticWitch(Witch):
    clause = "S-07"
    name = "Democratic Witch"
    text = (
        "All Rallies in your opponent's hand are dissolved: the cards lose what they gained and can never rally again."
    )
    rulings = (
        "Every card there that is enhanced or in an active Rally, witches too: it loses the levels of its bonus and "
        "its marks and is barred."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        rallied = d.in_rally(me.foe)
        for c in d.hand(me.foe):
            if c in rallied or d.card(c).bonus:
                d.disband(c)


class ScaryWitch(Witch):
    clause = "S-08"
    name = "Scary Witch"
    text = "Your opponent's Holy creatures in hand are discarded; the others become Nightmare."
    rulings = "First the discards, then the change; typeless ones are passed over."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.discard(d.of_type(me.foe, HOLY), rng)
        for c in d.creatures(me.foe):
            d.retype(c, NIGHTMARE)
        d.scan(me.foe, rng)


class SunWitch(Witch):
    clause = "S-16"
    name = "Sun Witch"
    text = (
        "Nightmare creatures and witches in both hands are shuffled into the deck. Fire creatures there climb 3 "
        "levels and get a fuse: unplayed after 2 turns they explode and hurt their holder."
    )
    rulings = (
        "A fuse lit in turn t burns down at the end of turn t + 2. Playing the card puts it out for good. An "
        "explosion deals the card's harm to whoever holds it then; the card goes to the graveyard, but not as slain. "
        "Locked ones explode too. A second Sun Witch adds levels, but the earlier fuse counts."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        leavers = [
            c for p in (me.you, me.foe) for c in d.hand(p) if d.card(c).type == NIGHTMARE or d.card(c).kind == WITCH
        ]
        d.shuffle_in(leavers, rng)
        for c in d.of_type(me.you, FIRE) + d.of_type(me.foe, FIRE):
            d.raise_level(c, 3)
            d.light_fuse(c, d.turn + 2)
        d.after(me, 2)

    def due(self, d: Duel, timer: Timer, rng: Rng) -> None:
        for p in d.in_order:
            burnt = [c for c in d.hand(p) if d.card(c).fuse == d.turn]
            if burnt:
                d.waste(p, burnt, EXPLODED, rng)


class WitchOfSlothing(Witch):
    clause = "S-18"
    name = "Witch of Slothing"
    text = (
        "2 random cards in your opponent's hand lose heart: they can never be played again and take no part in Rallies."
    )
    rulings = "Any kind of card without a permanent lock; fewer if there are fewer. You do not learn their faces."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in some_of([c for c in d.hand(me.foe) if not d.card(c).locks], 2, rng):
            d.lock(c, SLOTHED)
            d.bar(c)


class ShamanicWitch(Witch):
    clause = "S-22"
    name = "Shamanic Witch"
    text = "Every creature in both hands gets a random Power Type."
    rulings = "It may stay the same. Typeless ones are passed over."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you) + d.creatures(me.foe):
            if d.card(c).type != NO_TYPE:
                d.retype(c, rng.below(TYPES))
        d.scan(me.you, rng)
        d.scan(me.foe, rng)


class VortexWitch(Witch):
    clause = "S-23"
    name = "Vortex Witch"
    text = "Every creature in both hands gets another Tribe, at random."
    rulings = (
        "One of the seven, never its present one; the base follows, level and Type stay. Fixed shapes are passed over."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you) + d.creatures(me.foe):
            if not d.card(c).fixed_shape:
                others = [tribe for tribe in range(TRIBES) if tribe != d.card(c).tribe]
                d.retribe(c, others[rng.below(len(others))])
        d.scan(me.you, rng)
        d.scan(me.foe, rng)


class WitchOfTheFirehawks(Witch):
    clause = "S-39"
    name = "Witch of the Firehawks"
    text = (
        "Your own hand catches fire: Nightmare creatures and witches in it leave the game, all other creatures "
        "become Fire."
    )
    rulings = "Typeless creatures are passed over."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.remove([c for c in d.hand(me.you) if d.card(c).type == NIGHTMARE or d.card(c).kind == WITCH], rng)
        for c in d.creatures(me.you):
            d.retype(c, FIRE)
        d.scan(me.you, rng)


class CircesWitch(Witch):
    clause = "S-44"
    name = "Circe's Witch"
    text = "Pirates in both hands become Wolves."
    rulings = "Base 2; level, Type and rally bonus stay. Both hands are checked for Rallies."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.of_tribe(me.you, PIRATE) + d.of_tribe(me.foe, PIRATE):
            d.retribe(c, WOLF)
        d.scan(me.you, rng)
        d.scan(me.foe, rng)


class ChangelingWitch(Witch):
    clause = "S-47"
    name = "Changeling Witch"
    text = (
        "You discard a random Nightmare creature; a random creature in your opponent's hand drops by 3 levels, and a "
        "Changeling that does double harm joins that hand."
    )
    rulings = (
        "Nothing, not even the discard, without a Nightmare creature of yours or a creature there. The Changeling "
        "has the victim's base and Type and level 1."
    )
    brings = 1

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        nightmares = d.of_type(me.you, NIGHTMARE)
        if not nightmares or not d.creatures(me.foe):
            return
        d.discard([one_of(nightmares, rng)], rng)
        victim = one_of(d.creatures(me.foe), rng)
        changeling = d.new_changeling(victim)
        d.raise_level(victim, -3)
        d.gain(me.foe, changeling, rng)


class CharlottesWitch(Witch):
    clause = "S-49"
    name = "Charlotte's Witch"
    text = "A random card in your opponent's hand is webbed and can never be played."
    rulings = "Any kind of card without a permanent lock. It still counts for Rallies. You do not learn its face."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        c = one_of([c for c in d.hand(me.foe) if not d.card(c).locks], rng)
        if c != NONE:
            d.lock(c, WEBBED)


class ChiquitaWitch(Witch):
    clause = "S-58"
    name = "Chiquita Witch"
    text = (
        "While you hold her, at the end of every turn your creatures gain 1 level; those that are then level 5 or "
        "more go sour, deal you the damage they would cost in a duel, and leave."
    )
    rulings = (
        "All gain first; then all of level 5 or more leave together as one blow, not as slain. Already at the end of "
        "the turn she arrives. Two act one after the other."
    )

    def turn_ends(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you):
            d.raise_level(c, 1)
        d.waste(me.you, [c for c in d.creatures(me.you) if d.card(c).level >= 5], SOURED, rng)


class MidasWitch(Witch):
    clause = "S-59"
    name = "Midas Witch"
    text = (
        "From now on every card that arrives in your hand turns to gold: its base strength rises by 2, once per card."
    )
    rulings = (
        "Creatures, witches and oddities, however they arrive, returning from a duel too. Cards already in hand must "
        "leave and come back first."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].midas = True
        d.announce("midas", me.you)


class SkeletalWitch(Witch):
    clause = "S-66"
    name = "Skeletal Witch"
    text = (
        "If you hold an enhanced Skeleton, all your other creatures become Skeletons that cost you only 3 damage, "
        "however strong they are."
    )
    rulings = (
        "Their base for power stays; a Serpent then costs 3 too. Skeletons already there and fixed shapes stay as "
        "they are."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if any(d.card(c).bonus > 0 for c in d.of_tribe(me.you, SKELETON)):
            for c in d.creatures(me.you):
                if d.card(c).tribe != SKELETON:
                    d.retribe(c, SKELETON, printed=d.card(c).printed, harm=3)
            d.scan(me.you, rng)


class BenevolentWitch(Witch):
    clause = "S-70"
    name = "Benevolent Witch"
    text = "For each Tribe in your hand, one random creature of it gains 2 levels."
    rulings = "Tribes in table order, then the special ones by name."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for tribe in d.tribes_held(me.you):
            d.raise_level(one_of(d.of_tribe(me.you, tribe), rng), 2)


class PrehistoricWitch(Witch):
    clause = "S-71"
    name = "Prehistoric Witch"
    text = "All creatures in your hand become Ancient, except those without a Power Type."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you):
            d.retype(c, ANCIENT)
        d.scan(me.you, rng)


class WyrmHatchingWitch(Witch):
    clause = "S-72"
    name = "Wyrm-Hatching Witch"
    text = "Every Serpent in both hands is replaced by a random Dragon."
    rulings = "Random level and Type."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for p in (me.you, me.foe):
            serpents = d.of_tribe(p, SERPENT)
            d.replace_all(p, serpents, [d.random_creature(rng, DRAGON) for _ in serpents], rng)


class ScarecrowWitch(Witch):
    clause = "S-78"
    name = "Scarecrow Witch"
    text = "A random creature in your opponent's hand is replaced by a Scarecrow."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.creatures(me.foe):
            d.replace_all(me.foe, [one_of(d.creatures(me.foe), rng)], [d.new_scarecrow()], rng)


class VegetableMaskWitch(Witch):
    clause = "S-79"
    name = "Vegetable Mask Witch"
    text = (
        "She loses a level in every turn you hold her; at level 0 you draw 2 cards and she is discarded. If she "
        "escapes from a duel, you discard your whole hand."
    )
    rulings = "After the draw, already in the turn she arrives."

    def after_draw(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.raise_level(me.card, -1)
        if d.card(me.card).level == 0:
            d.draw(me.you, 2, rng)
            d.discard([me.card], rng)

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.discard(d.hand(me.you), rng)


class EmilysHidingWitch(Witch):
    clause = "S-82"
    name = "Emily's Hiding Witch"
    text = "Choose a creature in your hand: from now on its level is rolled anew, 1 to 6, at the start of every turn."
    rulings = "In whichever hand it is, and after it returns from a duel. The roll overwrites earlier gains."
    asks: Sequence[int] = (ASK_OWN_CARD,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask(me, ASK_OWN_CARD, d.creatures(me.you))

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.writable(me.pick).shifty = True


class DarkGlobeWitch(Witch):
    clause = "S-84"
    name = "Dark Globe Witch"
    text = "Every creature in both hands loses its Power Type for good."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for p in (me.you, me.foe):
            for c in d.creatures(p):
                d.retype(c, NO_TYPE)
            d.scan(p, rng)


class GnomeWitch(Witch):
    clause = "S-85"
    name = "Gnome Witch"
    text = "Your creatures in hand are scrambled: each gets a new level, 1 to 6, and a new Power Type."
    rulings = "Typeless ones get a level only. The roll overwrites earlier gains."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you):
            d.set_level(c, 1 + rng.below(6))
            if d.card(c).type != NO_TYPE:
                d.retype(c, rng.below(TYPES))
        d.scan(me.you, rng)


class ScientificWitch(Witch):
    clause = "S-89"
    name = "Scientific Witch"
    text = "Choose one of your creatures in hand that has a Power Type and give it another one."
    asks: Sequence[int] = (ASK_OWN_CARD, ASK_TYPE)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask(me, ASK_OWN_CARD, [c for c in d.creatures(me.you) if d.card(c).type != NO_TYPE])

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        if me.stage == 0:
            me.stage = 1
            me.cards = [me.pick]
            d.ask(me, ASK_TYPE, [type_ for type_ in range(TYPES) if type_ != d.card(me.pick).type])
        else:
            d.retype(me.cards[0], me.pick)
            d.scan(me.you, rng)


class StraightWitch(Witch):
    clause = "S-91"
    name = "Straight Witch"
    text = "If you hold cards of at least 5 levels in a row, all cards of those levels gain 3 levels."
    rulings = "Creatures and witches; doubles gain too. Of two equally long rows the higher one."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        held = sorted({d.card(c).level for c in d.levelled(me.you)})
        straight: list[int] = []
        row: list[int] = []
        for level in held:
            row = [*row, level] if level - 1 in row else [level]
            if len(row) >= len(straight):
                straight = row
        if len(straight) >= 5:
            for c in d.levelled(me.you):
                if d.card(c).level in straight:
                    d.raise_level(c, 3)


class ScarecrowsKeeper(Witch):
    clause = "S-97"
    name = "Scarecrow's Keeper"
    text = (
        "While you hold her you may not play creatures, and at the end of every turn the creatures in your hand gain "
        "1 level."
    )
    rulings = (
        "Witches, gifts, Cannonballs, Wraiths and she herself may be played. The ban is off while she is locked or "
        "barred by Lilith, not while she rests."
    )

    def allows(self, d: Duel, me: Frame, other: int) -> bool:
        return d.card(other).kind != CREATURE

    def turn_ends(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you):
            d.raise_level(c, 1)
