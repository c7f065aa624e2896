"""Sacred witches with spells that draw, make, move or remove cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import FIRE, FLED, NONE, PIRATE, SACRED, SKELETON, TRIBES, WOLF
from rumpus.games.creature_wars.rules.chance import one_of, some_of
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import (
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_PEEK,
    ASK_TRIBE,
    NOTHING,
    Frame,
    Timer,
)
from rumpus.games.creature_wars.rules.witches.base import Witch

SEVEN: Final = (1 << TRIBES) - 1


class PropheticWitch(Witch):
    clause = "S-05"
    name = "Prophetic Witch"
    text = "You see your opponent's hand."
    rulings = (
        "The cards that are there now stay visible to you while they are in that hand. What is inside gifts stays "
        "secret."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.show_hand(me.foe)


class FrostWitch(Witch):
    clause = "S-09"
    name = "Frost Witch"
    text = "All Fire creatures in both hands leave the game."
    rulings = "The cards in the duel are not touched. No damage."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.remove(d.of_type(me.you, FIRE) + d.of_type(me.foe, FIRE), rng)


class HecticWitch(Witch):
    clause = "S-10"
    name = "Hectic Witch"
    text = "15 random witches are shuffled into the deck."
    rulings = "By weight, then one shuffle."
    brings = 15

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.shuffle_in([d.random_witch(rng) for _ in range(15)], rng)


class FeigglehornesWitch(Witch):
    clause = "S-13"
    name = "Feigglehorne's Witch"
    text = "Your opponent's 2 weakest creatures in hand leave for the circus and never come back."
    rulings = "By base strength (CW-34); fewer if there are fewer."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        creatures = d.creatures(me.foe)
        first = d.weakest(creatures)
        second = d.weakest([c for c in creatures if c != first])
        d.remove([c for c in creatures if c in (first, second)], rng)


class GluttonousWitch(Witch):
    clause = "S-17"
    name = "Gluttonous Witch"
    text = "Both Empires gain 20 HP."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.heal(me.you, 20)
        d.heal(me.foe, 20)


class WishingWitch(Witch):
    clause = "S-21"
    name = "Wishing Witch"
    text = "The next card you draw is replaced by one that helps you towards a Rally."
    rulings = (
        "If you hold creatures: one of the Tribe and the Type that are most frequent there (in a tie, the earlier in "
        "table order), with a random level. Otherwise, if you hold a witch, a random witch. Otherwise the wish is "
        "wasted. The card from the deck is removed."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].wish += 1
        d.announce("wish", me.you)


class HallucinatingWitch(Witch):
    clause = "S-25"
    name = "Hallucinating Witch"
    text = "Half of each hand, rounded up, is replaced by random witches."
    rulings = "Any kind of card, yours first. Each hand is checked for Rallies when it is done."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.magic.ban:
            return
        for p in (me.you, me.foe):
            half = some_of(d.hand(p), (len(d.hand(p)) + 1) // 2, rng)
            d.replace_all(p, half, [d.random_witch(rng) for _ in half], rng)


class TheBigBadWitch(Witch):
    clause = "S-26"
    name = "The Big Bad Witch"
    text = "All Wolves in both hands and in the deck leave the game."
    rulings = "Not in the duel, sacks or the graveyard; Werewolves are no Wolves. The deck keeps its order."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        in_deck = [c for c in d.deck if d.card(c).tribe == WOLF]
        d.remove(d.of_tribe(me.you, WOLF) + d.of_tribe(me.foe, WOLF) + in_deck, rng)


class WitchOfTheEmperor(Witch):
    clause = "S-27"
    name = "Witch of the Emperor"
    text = "A random card in your opponent's hand is revealed; with a base strength of 4 or less it is yours."
    rulings = (
        "Any kind of card, shown to both; its present base counts. A gift counts as 0 and stays wrapped. Locks and "
        "cooldown travel."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        c = one_of(d.hand(me.foe), rng)
        if c == NONE:
            return
        d.show(c, me.you)
        if d.card(c).base <= 4:
            d.steal(me.you, [c], rng)


class WitchOfTheBoneLegion(Witch):
    clause = "S-28"
    name = "Witch of the Bone Legion"
    text = "6 random Skeletons are shuffled into the deck."
    rulings = "Random level and Type."
    brings = 6

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.shuffle_in([d.random_creature(rng, SKELETON) for _ in range(6)], rng)


class WitchOfTheHiredLegion(Witch):
    clause = "S-29"
    name = "Witch of the Hired Legion"
    text = "Name Wolf, Skeleton or Pirate: you get 2 random creatures of that Tribe."
    rulings = "Random level and Type. Your choice is open."
    brings = 2

    asks: Sequence[int] = (ASK_TRIBE,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask(me, ASK_TRIBE, [WOLF, SKELETON, PIRATE])

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        for _ in range(2):
            d.gain(me.you, d.random_creature(rng, me.pick), rng)


class JestingWitch(Witch):
    clause = "S-32"
    name = "Jesting Witch"
    text = "Her joke lands: 3 new cards are laid on the deck, and nobody knows which."
    rulings = "Each is a creature 42 times in 52 and a witch otherwise."
    brings = 3

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        new: list[int] = []
        for _ in range(3):
            witch = rng.below(52) >= 42 and not d.magic.ban
            new.append(d.random_witch(rng) if witch else d.random_creature(rng))
        d.put_on_top(new)


class ShadyWitch(Witch):
    clause = "S-34"
    name = "Shady Witch"
    text = (
        "You give your opponent your most powerful creature for the least powerful one there. If it is not played "
        "next turn, it drops to level 1."
    )
    rulings = (
        "Both are picked before the exchange (CW-34); nothing unless both sides have a creature. The deadline is the "
        "end of next turn, even for a card that rests or is locked; it lapses if the card has left that hand."
    )
    dates_card = True

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        given = d.most_powerful(d.creatures(me.you))
        taken = d.least_powerful(d.creatures(me.foe))
        if given == NONE or taken == NONE:
            return
        d.swap(me.you, [given], [taken], rng)
        d.set_deadline(given, d.turn + 1)
        d.after(me, 1, given)

    def due(self, d: Duel, timer: Timer, rng: Rng) -> None:
        if d.holder(timer.number) == 1 - timer.you and d.card(timer.number).deal_due == d.turn:
            d.set_level(timer.number, 1)
            d.set_deadline(timer.number, 0)


class QuestingWitch(Witch):
    clause = "S-35"
    name = "Questing Witch"
    text = (
        "If you have slain a creature of each of the seven Tribes, choose a potion: Deception (discard your 3 most "
        "powerful creatures), Ferocity (your creatures in hand gain 3 levels) or Endurance (heal 15)."
    )
    rulings = (
        "Slain in duels against you, by their Tribe at death; Skeletor counts as a Skeleton, special Tribes do not "
        "count. Deception hits yourself: useful just before Mayhem."
    )
    choices: Sequence[str] = ("Deception", "Ferocity", "Endurance")
    asks: Sequence[int] = (ASK_OPTION,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.empires[me.you].slain_tribes & SEVEN == SEVEN:
            d.ask(me, ASK_OPTION, [0, 1, 2])

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        if me.pick == 0:
            d.discard(d.most_powerful_of(d.creatures(me.you), 3), rng)
        elif me.pick == 1:
            for c in d.creatures(me.you):
                d.raise_level(c, 3)
        else:
            d.heal(me.you, 15)


class PandorasWitch(Witch):
    clause = "S-37"
    name = "Pandora's Witch"
    text = "All witches in your opponent's hand cast their spells for your opponent and then flee."
    rulings = (
        "From left to right, with your opponent as the caster who makes all choices; loss check after each. Witches "
        "who do nothing when cast, and the three imitators, do nothing. This is neither playing nor escaping "
        "(CW-81)."
    )
    meta = True
    asks: Sequence[int] = (NOTHING,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        me.cards = d.witches(me.foe)
        d.cast_one_by_one(me, me.cards, me.foe)

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.flee([c for c in me.cards if d.holder(c) != NONE], FLED)


class MinervasWitch(Witch):
    clause = "S-46"
    name = "Minerva's Witch"
    text = (
        "Choose a trade of two creatures each: your least powerful for your opponent's most powerful, or your most "
        "powerful for the least powerful there."
    )
    rulings = (
        "As many as both sides have, at most two. You choose without seeing the other hand; exchanged cards are "
        "known to both."
    )
    choices: Sequence[str] = ("my least for their most powerful", "my most for their least powerful")
    asks: Sequence[int] = (ASK_OPTION,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.creatures(me.you) and d.creatures(me.foe):
            d.ask(me, ASK_OPTION, [0, 1])

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        mine, theirs = d.creatures(me.you), d.creatures(me.foe)
        count = min(2, len(mine), len(theirs))
        if me.pick == 0:
            d.swap(me.you, d.least_powerful_of(mine, count), d.most_powerful_of(theirs, count), rng)
        else:
            d.swap(me.you, d.most_powerful_of(mine, count), d.least_powerful_of(theirs, count), rng)


class GreenWitch(Witch):
    clause = "S-51"
    name = "Green Witch"
    text = "Whoever holds fewer cards draws until both hands are the same size."
    rulings = "The difference is counted once, before the draws."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        ahead = len(d.hand(me.you)) - len(d.hand(me.foe))
        d.draw(me.foe if ahead > 0 else me.you, abs(ahead), rng)


class CovenCallingWitch(Witch):
    clause = "S-53"
    name = "Coven-Calling Witch"
    text = "13 random Sacred witches are shuffled into the deck."
    brings = 13
    brings_tier = SACRED

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.shuffle_in([d.random_witch(rng, SACRED) for _ in range(13)], rng)


class LenoresWitch(Witch):
    clause = "S-55"
    name = "Lenore's Witch"
    text = (
        "You see 3 creatures of your opponent's hand and send one to the quiet fields; a Raven that mourns its Tribe "
        "takes its place."
    )
    rulings = "Chance picks the three (fewer if there are fewer); you know them from then on."
    asks: Sequence[int] = (ASK_OFFER,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask_offer(me, some_of(d.creatures(me.foe), 3, rng))

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        raven = d.new_raven(d.card(me.pick).tribe)
        d.replace_all(me.foe, [me.pick], [raven], rng)
        d.show(raven, me.you)


class TheWitchOfTheCumaeanSibyl(Witch):
    clause = "S-56"
    name = "The Witch of the Cumaean Sibyl"
    text = (
        "Your opponent shows you the hand, 3 random cards of it are scattered into the deck, and as many are drawn "
        "in their place."
    )
    rulings = "You see the whole hand before the cards leave."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.show_hand(me.foe)
        scattered = some_of(d.hand(me.foe), 3, rng)
        d.shuffle_in(scattered, rng)
        d.draw(me.foe, len(scattered), rng)


class SantaWitch(Witch):
    clause = "S-60"
    name = "Santa Witch"
    text = (
        "Each player gets 2 Wrapped Gifts, each with a random creature or just coal inside. You may peek into two of "
        "the four."
    )
    rulings = "The contents are fixed at once, half and half by chance. Owners do not know what is inside."
    brings = 4

    asks: Sequence[int] = (ASK_PEEK,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        gifts: list[int] = []
        for p in (me.you, me.you, me.foe, me.foe):
            gift = d.new_gift(d.random_creature(rng) if rng.below(2) == 0 else d.new_coal())
            gifts.append(gift)
            d.gain(p, gift, rng, public=True)
        me.cards = gifts
        d.ask(me, ASK_PEEK, list(range(6)))

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        for gift in list(combinations(me.cards, 2))[me.pick]:
            for content in d.sack(gift):
                d.show(content, me.you)


class UncagingWitch(Witch):
    clause = "S-64"
    name = "Uncaging Witch"
    text = "You see 3 creatures of your opponent's hand and set one of them free: it leaves the game."
    rulings = "Chance picks the three (fewer if there are fewer); you know them from then on. No damage, not slain."
    asks: Sequence[int] = (ASK_OFFER,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask_offer(me, some_of(d.creatures(me.foe), 3, rng))

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.remove([me.pick], rng)


class BuriedWitch(Witch):
    clause = "S-65"
    name = "Buried Witch"
    text = "If you control a Pirate Rally, you get 3 Cannonballs."
    rulings = "Four eligible Pirates in hand at this moment."
    brings = 3

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.controls_rally(me.you, PIRATE):
            for _ in range(3):
                d.gain(me.you, d.new_cannonball(), rng, public=True)


class PilferingWitch(Witch):
    clause = "S-68"
    name = "Pilfering Witch"
    text = "You steal a random witch from your opponent's hand."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.steal(me.you, [one_of(d.witches(me.foe), rng)], rng)


class HaggelAndWitchel(Witch):
    clause = "S-74"
    name = "Haggel & Witchel"
    text = (
        "A trap: the next player to draw a witch takes 12 damage. Then both players draw in turns until they hold 8 "
        "cards."
    )
    rulings = (
        "These very draws may spring the trap. How many each needs is counted beforehand; one card at a time, the "
        "first player first. Only draws count. Several traps: one for each witch drawn."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.haggel += 1
        d.announce("haggel")
        wanted = [8 - len(d.hands[0]), 8 - len(d.hands[1])]
        for n in range(max(wanted)):
            for p in d.in_order:
                if n < wanted[p]:
                    d.draw(p, 1, rng)


class StorytimeWitch(Witch):
    clause = "S-75"
    name = "Storytime Witch"
    text = "Everybody listens to a story, and the random creature it tells of joins your hand."
    rulings = "Both players know that creature."
    brings = 1

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.you, d.random_creature(rng), rng, public=True)


class TheCovenOfBabel(Witch):
    clause = "S-77"
    name = "The Coven of Babel"
    text = "Each player shuffles one random creature of each Tribe in hand into the deck."
    rulings = "You first, Tribes as in S-70; one shuffle at the end."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        tribes = [(p, tribe) for p in (me.you, me.foe) for tribe in d.tribes_held(p)]
        d.shuffle_in([one_of(d.of_tribe(p, tribe), rng) for p, tribe in tribes], rng)


class ArnoldLaynesWitch(Witch):
    clause = "S-81"
    name = "Arnold Layne's Witch"
    text = (
        "A random creature of your hand is exchanged for a random creature of your opponent's; yours gains 2 levels "
        "and rests for 1 turn."
    )
    rulings = "Nothing unless both hold a creature. Both cards are known to both."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.creatures(me.you) and d.creatures(me.foe):
            given = one_of(d.creatures(me.you), rng)
            taken = one_of(d.creatures(me.foe), rng)
            d.swap(me.you, [given], [taken], rng)
            d.raise_level(taken, 2)
            d.rest(taken, 1)


class GoldenVeilWitch(Witch):
    clause = "S-83"
    name = "Golden Veil Witch"
    text = "You get a random creature of one of the seven Tribes that you do not hold."
    rulings = "Random level and Type. Nothing if you hold all seven."
    brings = 1

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        missing = [tribe for tribe in range(TRIBES) if not d.of_tribe(me.you, tribe)]
        if missing:
            d.gain(me.you, d.random_creature(rng, missing[rng.below(len(missing))]), rng)


class JugbandMarchingWitch(Witch):
    clause = "S-86"
    name = "Jugband Marching Witch"
    text = "You get 3 random creatures, which you have to play before everything else."
    rulings = "They bind you while one of them is playable. The order ends for a card when it leaves your hand."
    brings = 3

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for _ in range(3):
            recruit = d.random_creature(rng)
            d.gain(me.you, recruit, rng)
            d.writable(recruit).first = True


class ClockworkCrierWitch(Witch):
    clause = "S-93"
    name = "Clockwork Crier Witch"
    text = "Name a number from 1 to 3: after so many turns you draw so many cards and take twice as much damage."
    rulings = "At the end of that turn, first the cards, then the damage. The number is open."
    asks: Sequence[int] = (ASK_NUMBER,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask(me, ASK_NUMBER, [1, 2, 3])

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.after(me, me.pick, me.pick)

    def due(self, d: Duel, timer: Timer, rng: Rng) -> None:
        d.draw(timer.you, timer.number, rng)
        d.hurt(timer.you, 2 * timer.number)
