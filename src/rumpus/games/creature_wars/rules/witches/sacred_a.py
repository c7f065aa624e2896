"""Sacred witches, the first half: S-01 to S-49."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import (
    EXPLODED,
    FIRE,
    FLED,
    HOLY,
    NIGHTMARE,
    NO_TYPE,
    NOBODY,
    PHANTOM,
    PIRATE,
    SERPENT,
    SKELETON,
    SLOTHED,
    TRIBES,
    TYPES,
    WEBBED,
    WEREWOLF,
    WITCH,
    WOLF,
)
from rumpus.games.creature_wars.rules.chance import one_of, some_of
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import ASK_OPTION, ASK_TRIBE, NOTHING, Frame, Timer
from rumpus.games.creature_wars.rules.witches.base import Witch

SEVEN: Final = (1 << TRIBES) - 1
"""All seven Tribes, as a set."""


def most_powerful_of(d: Duel, cards: Sequence[int], count: int) -> list[int]:
    """The most powerful of these cards, up to so many, in the order of the hand (CW-34, R-7)."""
    left = list(cards)
    best: list[int] = []
    while left and len(best) < count:
        c = d.most_powerful(left)
        left.remove(c)
        best.append(c)
    return [c for c in cards if c in best]


def least_powerful_of(d: Duel, cards: Sequence[int], count: int) -> list[int]:
    """The least powerful of these cards, up to so many, in the order of the hand (CW-34, R-7)."""
    left = list(cards)
    worst: list[int] = []
    while left and len(worst) < count:
        c = d.least_powerful(left)
        left.remove(c)
        worst.append(c)
    return [c for c in cards if c in worst]


class WitchOfDespair(Witch):
    clause = "S-01"
    name = "Witch of Despair"
    slug = "witch-of-despair"
    text = "Both players discard their whole hands."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.discard(d.hand(me.you) + d.hand(me.foe), luck)


class WitchOfTheHesperus(Witch):
    clause = "S-02"
    name = "Witch of the Hesperus"
    slug = "witch-of-the-hesperus"
    text = "All Pirates everywhere drown and become Phantoms: 2 base strength less, 5 levels more, no Power Type."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.everywhere():
            if d.card(c).tribe == PIRATE:
                d.retribe(c, PHANTOM, printed=max(0, d.card(c).printed - 2))
                d.retype(c, NO_TYPE)
                d.raise_level(c, 5)
        d.scan(me.you, luck)
        d.scan(me.foe, luck)


class VengefulWitch(Witch):
    clause = "S-03"
    name = "Vengeful Witch"
    slug = "vengeful-witch"
    text = "If she is killed, you get a Primordial Butterfly."

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.you, d.new_butterfly(), luck, public=True)


class MoonCharmWitch(Witch):
    clause = "S-04"
    name = "Moon Charm Witch"
    slug = "moon-charm-witch"
    text = "All Wolves everywhere become Werewolves: base strength 8, Nightmare."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.everywhere():
            if d.card(c).tribe == WOLF:
                d.retribe(c, WEREWOLF, printed=8)
                d.retype(c, NIGHTMARE)
        d.scan(me.you, luck)
        d.scan(me.foe, luck)


class PropheticWitch(Witch):
    clause = "S-05"
    name = "Prophetic Witch"
    slug = "prophetic-witch"
    text = "You see your opponent's hand."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.show_hand(me.foe)


class ShiftingWitch(Witch):
    clause = "S-06"
    name = "Shifting Witch"
    slug = "shifting-witch"
    text = "At the reveal she becomes an exact copy of the card your opponent plays."
    meta = True


class DemocraticWitch(Witch):
    clause = "S-07"
    name = "Democratic Witch"
    slug = "democratic-witch"
    text = (
        "All Rallies in your opponent's hand are dissolved: the cards lose what they gained and can never rally again."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        rallied = d.in_rally(me.foe)
        for c in d.hand(me.foe):
            if c in rallied or d.card(c).bonus:
                d.disband(c)


class ScaryWitch(Witch):
    clause = "S-08"
    name = "Scary Witch"
    slug = "scary-witch"
    text = "Your opponent's Holy creatures in hand are discarded; the others become Nightmare."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.discard(d.of_type(me.foe, HOLY), luck)
        for c in d.creatures(me.foe):
            d.retype(c, NIGHTMARE)
        d.scan(me.foe, luck)


class FrostWitch(Witch):
    clause = "S-09"
    name = "Frost Witch"
    slug = "frost-witch"
    text = "All Fire creatures in both hands leave the game."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.remove(d.of_type(me.you, FIRE) + d.of_type(me.foe, FIRE), luck)


class HecticWitch(Witch):
    clause = "S-10"
    name = "Hectic Witch"
    slug = "hectic-witch"
    text = "15 random witches are shuffled into the deck."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.shuffle_in([d.random_witch(luck) for _ in range(15)], luck)


class WickedWitch(Witch):
    clause = "S-11"
    name = "Wicked Witch"
    slug = "wicked-witch"
    text = (
        "Once she has died or fled, a random card in your hand gets the enchanted ring: 2 levels more while "
        "it bears it. When a bearer is defeated, the ring moves on to a card of the victor."
    )

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.give_ring(one_of(d.levelled(me.you), luck))

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.give_ring(one_of(d.levelled(me.you), luck))


class VenomWitch(Witch):
    clause = "S-12"
    name = "Venom Witch"
    slug = "venom-witch"
    text = "From now on Serpents win every duel, on both sides."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.set_venom()


class FeigglehornesWitch(Witch):
    clause = "S-13"
    name = "Feigglehorne's Witch"
    slug = "feigglehornes-witch"
    text = "Your opponent's 2 weakest creatures in hand leave for the circus and never come back."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        creatures = d.creatures(me.foe)
        first = d.weakest(creatures)
        second = d.weakest([c for c in creatures if c != first])
        d.remove([c for c in creatures if c in (first, second)], luck)


class ForebodingWitch(Witch):
    clause = "S-14"
    name = "Foreboding Witch"
    slug = "foreboding-witch"
    text = "If she is killed, you get 2 random Wolves."

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        for _ in range(2):
            d.gain(me.you, d.random_creature(luck, WOLF), luck)


class MatchmakingWitch(Witch):
    clause = "S-15"
    name = "Matchmaking Witch"
    slug = "matchmaking-witch"
    text = (
        "Your largest creature meets your opponent's smallest behind the scenes: you take damage equal to the "
        "small one's base strength, your opponent equal to the large one's. Both are shown."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        large = d.strongest(d.creatures(me.you))
        small = d.weakest(d.creatures(me.foe))
        if large == NOBODY or small == NOBODY:
            return
        d.show(large, me.foe)
        d.show(small, me.you)
        d.hurt(me.you, d.card(small).base)
        d.hurt(me.foe, d.card(large).base)


class SunWitch(Witch):
    clause = "S-16"
    name = "Sun Witch"
    slug = "sun-witch"
    text = (
        "Nightmare creatures and witches in both hands are shuffled into the deck. Fire creatures there climb "
        "3 levels and get a fuse: unplayed after 2 turns they explode and hurt their holder."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        leavers = [
            c for p in (me.you, me.foe) for c in d.hand(p) if d.card(c).type == NIGHTMARE or d.card(c).kind == WITCH
        ]
        d.shuffle_in(leavers, luck)
        for c in d.of_type(me.you, FIRE) + d.of_type(me.foe, FIRE):
            d.raise_level(c, 3)
            d.light_fuse(c, d.turn + 2)
        d.after(me, 2)

    def due(self, d: Duel, timer: Timer, luck: Luck) -> None:
        for p in d.in_order:
            burnt = [c for c in d.hand(p) if d.card(c).fuse == d.turn]
            if burnt:
                d.waste(p, burnt, EXPLODED, luck)


class GluttonousWitch(Witch):
    clause = "S-17"
    name = "Gluttonous Witch"
    slug = "gluttonous-witch"
    text = "Both Empires gain 20 HP."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.heal(me.you, 20)
        d.heal(me.foe, 20)


class WitchOfSlothing(Witch):
    clause = "S-18"
    name = "Witch of Slothing"
    slug = "witch-of-slothing"
    text = (
        "2 random cards in your opponent's hand lose heart: they can never be played again and take no part in Rallies."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in some_of([c for c in d.hand(me.foe) if not d.card(c).locks], 2, luck):
            d.lock(c, SLOTHED)
            d.bar(c)


class ProudWitch(Witch):
    clause = "S-19"
    name = "Proud Witch"
    slug = "proud-witch"
    text = "If she escapes, your opponent's next loss costs double."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_pride(me.foe)


class LuckyWitch(Witch):
    clause = "S-20"
    name = "Lucky Witch"
    slug = "lucky-witch"
    text = "The next creature you play wins its duel."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_luck(me.you)


class WishingWitch(Witch):
    clause = "S-21"
    name = "Wishing Witch"
    slug = "wishing-witch"
    text = "The next card you draw is replaced by one that helps you towards a Rally."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_wish(me.you)


class ShamanicWitch(Witch):
    clause = "S-22"
    name = "Shamanic Witch"
    slug = "shamanic-witch"
    text = "Every creature in both hands gets a random Power Type."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you) + d.creatures(me.foe):
            if d.card(c).type != NO_TYPE:
                d.retype(c, luck.below(TYPES))
        d.scan(me.you, luck)
        d.scan(me.foe, luck)


class VortexWitch(Witch):
    clause = "S-23"
    name = "Vortex Witch"
    slug = "vortex-witch"
    text = "Every creature in both hands gets another Tribe, at random."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you) + d.creatures(me.foe):
            if not d.card(c).fixed_shape:
                others = [tribe for tribe in range(TRIBES) if tribe != d.card(c).tribe]
                d.retribe(c, others[luck.below(len(others))])
        d.scan(me.you, luck)
        d.scan(me.foe, luck)


class GrimWitch(Witch):
    clause = "S-24"
    name = "Grim Witch"
    slug = "grim-witch"
    text = (
        "A random creature in your opponent's hand is marked for death: it loses its duel when it is played. "
        "Only you see which one."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.doom(one_of([c for c in d.creatures(me.foe) if d.card(c).doomed == NOBODY], luck), me.you)


class HallucinatingWitch(Witch):
    clause = "S-25"
    name = "Hallucinating Witch"
    slug = "hallucinating-witch"
    text = "Half of each hand, rounded up, is replaced by random witches."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.magic.ban:
            return
        for p in (me.you, me.foe):
            half = some_of(d.hand(p), (len(d.hand(p)) + 1) // 2, luck)
            d.replace_all(p, half, [d.random_witch(luck) for _ in half], luck)


class TheBigBadWitch(Witch):
    clause = "S-26"
    name = "The Big Bad Witch"
    slug = "the-big-bad-witch"
    text = "All Wolves in both hands and in the deck leave the game."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        in_deck = [c for c in d.deck if d.card(c).tribe == WOLF]
        d.remove(d.of_tribe(me.you, WOLF) + d.of_tribe(me.foe, WOLF) + in_deck, luck)


class WitchOfTheEmperor(Witch):
    clause = "S-27"
    name = "Witch of the Emperor"
    slug = "witch-of-the-emperor"
    text = "A random card in your opponent's hand is revealed; with a base strength of 4 or less it is yours."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        c = one_of(d.hand(me.foe), luck)
        if c == NOBODY:
            return
        d.show(c, me.you)
        if d.card(c).base <= 4:
            d.steal(me.you, [c], luck)


class WitchOfTheBoneLegion(Witch):
    clause = "S-28"
    name = "Witch of the Bone Legion"
    slug = "witch-of-the-bone-legion"
    text = "6 random Skeletons are shuffled into the deck."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.shuffle_in([d.random_creature(luck, SKELETON) for _ in range(6)], luck)


class WitchOfTheHiredLegion(Witch):
    clause = "S-29"
    name = "Witch of the Hired Legion"
    slug = "witch-of-the-hired-legion"
    text = "Name Wolf, Skeleton or Pirate: you get 2 random creatures of that Tribe."
    asks: Sequence[int] = (ASK_TRIBE,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_tribe(me, [WOLF, SKELETON, PIRATE])

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        for _ in range(2):
            d.gain(me.you, d.random_creature(luck, me.pick), luck)


class BeguilingWitch(Witch):
    clause = "S-30"
    name = "Beguiling Witch"
    slug = "beguiling-witch"
    text = "If she escapes from a creature, your opponent must play that same creature next turn."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        pursuer = d.came_back(me.foe)
        if pursuer != NOBODY:
            d.beguile(me.foe, pursuer)


class RageWitch(Witch):
    clause = "S-31"
    name = "Rage Witch"
    slug = "rage-witch"
    text = "You discard a random card; for it, your opponent takes 1 damage for every duel you have lost."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        c = one_of(d.hand(me.you), luck)
        if c != NOBODY:
            d.discard([c], luck)
            d.hurt(me.foe, d.empires[me.you].lost)


class JestingWitch(Witch):
    clause = "S-32"
    name = "Jesting Witch"
    slug = "jesting-witch"
    text = "Her joke lands: 3 new cards are laid on the deck, and nobody knows which."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        new: list[int] = []
        for _ in range(3):
            witch = luck.below(52) >= 42 and not d.magic.ban
            new.append(d.random_witch(luck) if witch else d.random_creature(luck))
        d.put_on_top(new)


class TheHighWitch(Witch):
    clause = "S-33"
    name = "The High Witch"
    slug = "the-high-witch"
    text = "The next card your opponent plays gains 3 levels, but costs double if it loses."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_high(me.foe)


class ShadyWitch(Witch):
    clause = "S-34"
    name = "Shady Witch"
    slug = "shady-witch"
    text = (
        "You give your opponent your most powerful creature for the least powerful one there. If it is not "
        "played next turn, it drops to level 1."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        given = d.most_powerful(d.creatures(me.you))
        taken = d.least_powerful(d.creatures(me.foe))
        if given == NOBODY or taken == NOBODY:
            return
        d.swap(me.you, [given], [taken], luck)
        d.set_deadline(given, d.turn + 1)
        d.after(me, 1, given)

    def due(self, d: Duel, timer: Timer, luck: Luck) -> None:
        if d.holder(timer.number) == 1 - timer.you and d.card(timer.number).deal_due == d.turn:
            d.set_level(timer.number, 1)
            d.set_deadline(timer.number, 0)


class QuestingWitch(Witch):
    clause = "S-35"
    name = "Questing Witch"
    slug = "questing-witch"
    text = (
        "If you have slain a creature of each of the seven Tribes, choose a potion: Deception (discard your 3 "
        "most powerful creatures), Ferocity (your creatures in hand gain 3 levels) or Endurance (heal 15)."
    )
    choices: Sequence[str] = ("Deception", "Ferocity", "Endurance")
    asks: Sequence[int] = (ASK_OPTION,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.empires[me.you].slain_tribes & SEVEN == SEVEN:
            d.ask_option(me, 3)

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        if me.pick == 0:
            d.discard(most_powerful_of(d, d.creatures(me.you), 3), luck)
        elif me.pick == 1:
            for c in d.creatures(me.you):
                d.raise_level(c, 3)
        else:
            d.heal(me.you, 15)


class BerserkerWitch(Witch):
    clause = "S-36"
    name = "Berserker Witch"
    slug = "berserker-witch"
    text = "Whoever loses the next duel also takes damage equal to the level of the card that won it."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.add_berserk()


class PandorasWitch(Witch):
    clause = "S-37"
    name = "Pandora's Witch"
    slug = "pandoras-witch"
    text = "All witches in your opponent's hand cast their spells for your opponent and then flee."
    meta = True
    asks: Sequence[int] = (NOTHING,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        me.cards = d.witches(me.foe)
        d.cast_one_by_one(me, me.cards, me.foe)

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.flee([c for c in me.cards if d.holder(c) != NOBODY], FLED)


class OddWitch(Witch):
    clause = "S-38"
    name = "Odd Witch"
    slug = "odd-witch"
    text = "Both players discard every card of even level in hand."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        held = d.levelled(me.you) + d.levelled(me.foe)
        d.discard([c for c in held if d.card(c).level % 2 == 0], luck)


class WitchOfTheFirehawks(Witch):
    clause = "S-39"
    name = "Witch of the Firehawks"
    slug = "witch-of-the-firehawks"
    text = (
        "Your own hand catches fire: Nightmare creatures and witches in it leave the game, all other "
        "creatures become Fire."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.remove([c for c in d.hand(me.you) if d.card(c).type == NIGHTMARE or d.card(c).kind == WITCH], luck)
        for c in d.creatures(me.you):
            d.retype(c, FIRE)
        d.scan(me.you, luck)


class TalismanicWitch(Witch):
    clause = "S-40"
    name = "Talismanic Witch"
    slug = "talismanic-witch"
    text = "A ward: the next damage your Empire takes is halved, rounded down."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_ward(me.you)


class ChthonicWitch(Witch):
    clause = "S-41"
    name = "Chthonic Witch"
    slug = "chthonic-witch"
    text = "You get the creature that was slain last, with 1 level less."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        fallen = d.slain()
        if fallen:
            d.raise_level(fallen[-1], -1)
            d.give_back(me.you, fallen[-1], 0, luck)


class NecromancingWitch(Witch):
    clause = "S-42"
    name = "Necromancing Witch"
    slug = "necromancing-witch"
    text = "All Skeletons slain in battle rise with 3 levels more and join your hand."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.slain():
            if d.card(c).tribe == SKELETON:
                d.raise_level(c, 3)
                d.give_back(me.you, c, 0, luck)


class SepulchralWitch(Witch):
    clause = "S-43"
    name = "Sepulchral Witch"
    slug = "sepulchral-witch"
    text = "A random creature that your Empire lost in a duel returns to your hand and rests for a turn."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        c = one_of([c for c in d.slain() if d.card(c).fate_of == me.you], luck)
        if c != NOBODY:
            d.give_back(me.you, c, 1, luck)


class CircesWitch(Witch):
    clause = "S-44"
    name = "Circe's Witch"
    slug = "circes-witch"
    text = "Pirates in both hands become Wolves."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.of_tribe(me.you, PIRATE) + d.of_tribe(me.foe, PIRATE):
            d.retribe(c, WOLF)
        d.scan(me.you, luck)
        d.scan(me.foe, luck)


class AngitiasWitch(Witch):
    clause = "S-45"
    name = "Angitia's Witch"
    slug = "angitias-witch"
    text = "All Serpents in your hand are eaten; you heal 5 for each."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        eaten = d.of_tribe(me.you, SERPENT)
        d.discard(eaten, luck)
        d.heal(me.you, 5 * len(eaten))


class MinervasWitch(Witch):
    clause = "S-46"
    name = "Minerva's Witch"
    slug = "minervas-witch"
    text = (
        "Choose a trade of two creatures each: your least powerful for your opponent's most powerful, or your "
        "most powerful for the least powerful there."
    )
    choices: Sequence[str] = ("my least for their most powerful", "my most for their least powerful")
    asks: Sequence[int] = (ASK_OPTION,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.creatures(me.you) and d.creatures(me.foe):
            d.ask_option(me, 2)

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        mine, theirs = d.creatures(me.you), d.creatures(me.foe)
        count = min(2, len(mine), len(theirs))
        if me.pick == 0:
            d.swap(me.you, least_powerful_of(d, mine, count), most_powerful_of(d, theirs, count), luck)
        else:
            d.swap(me.you, most_powerful_of(d, mine, count), least_powerful_of(d, theirs, count), luck)


class ChangelingWitch(Witch):
    clause = "S-47"
    name = "Changeling Witch"
    slug = "changeling-witch"
    text = (
        "You discard a random Nightmare creature; a random creature in your opponent's hand drops by 3 "
        "levels, and a Changeling that does double harm joins that hand."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        nightmares = d.of_type(me.you, NIGHTMARE)
        if not nightmares or not d.creatures(me.foe):
            return
        d.discard([one_of(nightmares, luck)], luck)
        victim = one_of(d.creatures(me.foe), luck)
        changeling = d.new_changeling(victim)
        d.raise_level(victim, -3)
        d.gain(me.foe, changeling, luck)


class SinEaterWitch(Witch):
    clause = "S-48"
    name = "Sin-Eater Witch"
    slug = "sin-eater-witch"
    text = (
        "The next time one of your creatures is slain, a random creature in your hand takes the guilt: no "
        "damage, but the guilty one is an outcast for good."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_sin_eater(me.you)


class CharlottesWitch(Witch):
    clause = "S-49"
    name = "Charlotte's Witch"
    slug = "charlottes-witch"
    text = "A random card in your opponent's hand is webbed and can never be played."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        c = one_of([c for c in d.hand(me.foe) if not d.card(c).locks], luck)
        if c != NOBODY:
            d.lock(c, WEBBED)


SACRED_A: list[Witch] = [
    WitchOfDespair(),
    WitchOfTheHesperus(),
    VengefulWitch(),
    MoonCharmWitch(),
    PropheticWitch(),
    ShiftingWitch(),
    DemocraticWitch(),
    ScaryWitch(),
    FrostWitch(),
    HecticWitch(),
    WickedWitch(),
    VenomWitch(),
    FeigglehornesWitch(),
    ForebodingWitch(),
    MatchmakingWitch(),
    SunWitch(),
    GluttonousWitch(),
    WitchOfSlothing(),
    ProudWitch(),
    LuckyWitch(),
    WishingWitch(),
    ShamanicWitch(),
    VortexWitch(),
    GrimWitch(),
    HallucinatingWitch(),
    TheBigBadWitch(),
    WitchOfTheEmperor(),
    WitchOfTheBoneLegion(),
    WitchOfTheHiredLegion(),
    BeguilingWitch(),
    RageWitch(),
    JestingWitch(),
    TheHighWitch(),
    ShadyWitch(),
    QuestingWitch(),
    BerserkerWitch(),
    PandorasWitch(),
    OddWitch(),
    WitchOfTheFirehawks(),
    TalismanicWitch(),
    ChthonicWitch(),
    NecromancingWitch(),
    SepulchralWitch(),
    CircesWitch(),
    AngitiasWitch(),
    MinervasWitch(),
    ChangelingWitch(),
    SinEaterWitch(),
    CharlottesWitch(),
]
