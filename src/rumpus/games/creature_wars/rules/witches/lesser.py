"""Lesser witches: L-01 to L-27."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import FIRE, NIGHTMARE, SACRED, SERPENT, SKELETON, TRIBES
from rumpus.games.creature_wars.rules.chance import one_of
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import ASK_OFFER, Frame
from rumpus.games.creature_wars.rules.witches.base import Witch

SICK: Final = 13
FLYING: Final = 18
WILBUR: Final = 19
ORVILLE: Final = 20


class BlindWitch(Witch):
    clause = "L-01"
    name = "Blind Witch"
    slug = "blind-witch"
    text = "She loses every fight, however strong she is."
    loses_every_fight = True


class InvisibleWitch(Witch):
    clause = "L-02"
    name = "Invisible Witch"
    slug = "invisible-witch"
    text = "Nobody can attack her, and she attacks nobody: she always gets away."
    cannot_be_attacked = True


class AngryWitch(Witch):
    clause = "L-03"
    name = "Angry Witch"
    slug = "angry-witch"
    text = "If she is killed, your opponent discards a random card."

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.discard([one_of(d.hand(me.foe), luck)], luck)


class MagicWitch(Witch):
    clause = "L-04"
    name = "Magic Witch"
    slug = "magic-witch"
    text = "A random card in your opponent's hand is replaced by a random Serpent."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.hand(me.foe):
            victim = one_of(d.hand(me.foe), luck)
            d.replace_all(me.foe, [victim], [d.random_creature(luck, SERPENT)], luck)


class VoodooWitch(Witch):
    clause = "L-05"
    name = "Voodoo Witch"
    slug = "voodoo-witch"
    text = "If she is killed, your opponent takes twice her base strength as damage at the same moment."

    def avenges(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.hurt(me.foe, 2 * d.card(me.card).base)


class GreedyWitch(Witch):
    clause = "L-06"
    name = "Greedy Witch"
    slug = "greedy-witch"
    text = "You draw 2 cards."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.draw(me.you, 2, luck)


class WhichWitch(Witch):
    clause = "L-07"
    name = "Which Witch"
    slug = "which-witch"
    text = "When she is revealed she turns into a random other witch, and acts and fights as that one."
    meta = True


class Witcheroo(Witch):
    clause = "L-08"
    name = "Witcheroo"
    slug = "witcheroo"
    text = "You and your opponent exchange your whole hands."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.swap(me.you, d.hand(me.you), d.hand(me.foe), luck)


class KindWitch(Witch):
    clause = "L-09"
    name = "Kind Witch"
    slug = "kind-witch"
    text = "Every creature in both hands gains 1 level."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you) + d.creatures(me.foe):
            d.raise_level(c, 1)


class CocksureWitch(Witch):
    clause = "L-10"
    name = "Cocksure Witch"
    slug = "cocksure-witch"
    text = "If she survives, you draw a card; if she is killed, your opponent does."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.draw(me.you, 1, luck)

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.draw(me.foe, 1, luck)


class FlamboyantWitch(Witch):
    clause = "L-11"
    name = "Flamboyant Witch"
    slug = "flamboyant-witch"
    text = "The underworld sends delegates: each player gets a Lvl.1 Nightmare Skeleton."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for p in (me.you, me.foe):
            d.gain(p, d.new_creature(SKELETON, 1, NIGHTMARE), luck, public=True)


class EnviousWitch(Witch):
    clause = "L-12"
    name = "Envious Witch"
    slug = "envious-witch"
    text = "You get a copy of the strongest creature (by base strength) in your opponent's hand."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        best = d.strongest(d.creatures(me.foe))
        if best >= 0:
            d.show(best, me.you)
            d.gain(me.you, d.new_copy(best), luck, public=True)


class CursedWitch(Witch):
    clause = "L-13"
    name = "Cursed Witch"
    slug = "cursed-witch"
    text = "Whoever holds her takes 1 damage every turn."

    def held(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.hurt(me.you, 1)


class SickWitch(Witch):
    clause = "L-14"
    name = "Sick Witch"
    slug = "sick-witch"
    text = "If she survives, all witches in your opponent's hand become Sick Witches."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.witches(me.foe):
            d.turn_into_witch(c, SICK)


class SacrificialWitch(Witch):
    clause = "L-15"
    name = "Sacrificial Witch"
    slug = "sacrificial-witch"
    text = "If she is killed, every creature in your hand gains 2 levels."

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you):
            d.raise_level(c, 2)


class SnakeEyedWitch(Witch):
    clause = "L-16"
    name = "Snake-Eyed Witch"
    slug = "snake-eyed-witch"
    text = "If you hold at least 2 Serpents, you draw a card."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if len(d.of_tribe(me.you, SERPENT)) >= 2:
            d.draw(me.you, 1, luck)


class TheWitchCollector(Witch):
    clause = "L-17"
    name = "The Witch Collector"
    slug = "the-witch-collector"
    text = "Your opponent takes 3 damage and you heal 3."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.hurt(me.foe, 3)
        d.heal(me.you, 3)


class DrenchedWitch(Witch):
    clause = "L-18"
    name = "Drenched Witch"
    slug = "drenched-witch"
    text = "She drips on everything: every Fire creature in both hands loses 1 level."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.of_type(me.you, FIRE) + d.of_type(me.foe, FIRE):
            d.raise_level(c, -1)


class FlyingWitch(Witch):
    clause = "L-19"
    name = "Flying Witch"
    slug = "flying-witch"
    text = "If she survives, you get 2 random Sacred witches."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.you, d.random_witch(luck, SACRED), luck)
        d.gain(me.you, d.random_witch(luck, SACRED), luck)


class WilburWitch(Witch):
    clause = "L-20"
    name = "Wilbur Witch"
    slug = "wilbur-witch"
    text = "If she survives, you get an Orville Witch, or a Flying Witch if an Orville of yours has escaped before."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.you, d.named_witch(FLYING if ORVILLE in d.empires[me.you].escaped else ORVILLE, luck), luck)


class OrvilleWitch(Witch):
    clause = "L-21"
    name = "Orville Witch"
    slug = "orville-witch"
    text = "If she survives, you get a Wilbur Witch, or a Flying Witch if a Wilbur of yours has escaped before."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.you, d.named_witch(FLYING if WILBUR in d.empires[me.you].escaped else WILBUR, luck), luck)


class TheEarlyWitch(Witch):
    clause = "L-22"
    name = "The Early Witch"
    slug = "the-early-witch"
    text = "In turns 1 to 6 she brings you 3 random Serpents; later she brings nothing."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.turn <= 6:
            for _ in range(3):
                d.gain(me.you, d.random_creature(luck, SERPENT), luck)


class PickAWitch(Witch):
    clause = "L-23"
    name = "Pick a Witch"
    slug = "pick-a-witch"
    text = "You see 3 random witches and keep one of them."
    asks: Sequence[int] = (ASK_OFFER,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        offers = [d.random_witch(luck), d.random_witch(luck), d.random_witch(luck)]
        d.ask_offer(me, [c for c in offers if c >= 0])

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.you, me.pick, luck)
        d.decline_offers(me)


class WitchInTime(Witch):
    clause = "L-24"
    name = "Witch in Time"
    slug = "witch-in-time"
    text = "If she survives, the next card you play has 3 more power in its duel."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_surge(me.you)


class OvereagerWitch(Witch):
    clause = "L-25"
    name = "Overeager Witch"
    slug = "overeager-witch"
    text = "At the start of every turn there is an even chance that she jumps out and has to be your card this turn."

    def turn_starts(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.can_spring(me.card, me.you) and luck.below(2) == 0:
            d.spring(me.card)


class SlumberingWitch(Witch):
    clause = "L-26"
    name = "Slumbering Witch"
    slug = "slumbering-witch"
    text = "She cannot be played until you have formed a Rally in this game."

    def playable(self, d: Duel, me: Frame) -> bool:
        return d.empires[me.you].rally_formed


class McWitch(Witch):
    clause = "L-27"
    name = "McWitch"
    slug = "mcwitch"
    text = "You heal 4 and get a random Lvl.1 creature of a Tribe whose base strength is 4 or less."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.heal(me.you, 4)
        small = [tribe for tribe in range(TRIBES) if d.numbers.strengths[tribe] <= 4]
        if small:
            d.gain(me.you, d.random_creature(luck, small[luck.below(len(small))], 1), luck)


LESSER_WITCHES: list[Witch] = [
    BlindWitch(),
    InvisibleWitch(),
    AngryWitch(),
    MagicWitch(),
    VoodooWitch(),
    GreedyWitch(),
    WhichWitch(),
    Witcheroo(),
    KindWitch(),
    CocksureWitch(),
    FlamboyantWitch(),
    EnviousWitch(),
    CursedWitch(),
    SickWitch(),
    SacrificialWitch(),
    SnakeEyedWitch(),
    TheWitchCollector(),
    DrenchedWitch(),
    FlyingWitch(),
    WilburWitch(),
    OrvilleWitch(),
    TheEarlyWitch(),
    PickAWitch(),
    WitchInTime(),
    OvereagerWitch(),
    SlumberingWitch(),
    McWitch(),
]
