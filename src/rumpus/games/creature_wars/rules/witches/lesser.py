"""Lesser witches: L-01 to L-27."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import FIRE, NIGHTMARE, SACRED, SERPENT, SKELETON, TRIBES
from rumpus.games.creature_wars.rules.chance import one_of
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import ASK_OFFER, Frame
from rumpus.games.creature_wars.rules.witches.base import Witch

SICK: Final = 13
FLYING: Final = 18
WILBUR: Final = 19
ORVILLE: Final = 20


class BlindWitch(Witch):
    clause = "L-01"
    name = "Blind Witch"
    text = "She loses every fight, however strong she is."
    rulings = (
        "Even a Militia kills her. Two Blind Witches kill each other: both Empires take 3 and nobody wins. She flees "
        "from an empty slot, a Cannonball or a Wraith."
    )
    loses_every_fight = True


class InvisibleWitch(Witch):
    clause = "L-02"
    name = "Invisible Witch"
    text = "Nobody can attack her, and she attacks nobody: she always gets away."
    rulings = (
        "Stronger than luck and venom. Against a creature you have won and nobody has lost; against a witch both "
        "flee. Only a Blind Witch still dies, and then you have won."
    )
    cannot_be_attacked = True


class AngryWitch(Witch):
    clause = "L-03"
    name = "Angry Witch"
    text = "If she is killed, your opponent discards a random card."
    rulings = "The creature that killed her is back in hand by then and may be the one."

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.discard([one_of(d.hand(me.foe), rng)], rng)


class MagicWitch(Witch):
    clause = "L-04"
    name = "Magic Witch"
    text = "A random card in your opponent's hand is replaced by a random Serpent."
    rulings = (
        "Any kind of card, locked ones too; all its marks are gone with it. You learn neither the old nor the new face."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.hand(me.foe):
            victim = one_of(d.hand(me.foe), rng)
            d.replace_all(me.foe, [victim], [d.random_creature(rng, SERPENT)], rng)


class VoodooWitch(Witch):
    clause = "L-05"
    name = "Voodoo Witch"
    text = "If she is killed, your opponent takes twice her base strength as damage at the same moment."
    rulings = (
        "Twice her base, normally 6: Wrath, pride and the like do not raise it, a ward of your opponent halves it. "
        "Your own 3 come in the same step, so both may fall at once (CW-86)."
    )

    def avenges(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.hurt(me.foe, 2 * d.card(me.card).base)


class GreedyWitch(Witch):
    clause = "L-06"
    name = "Greedy Witch"
    text = "You draw 2 cards."
    rulings = "An empty deck gives fewer."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.draw(me.you, 2, rng)


class WhichWitch(Witch):
    clause = "L-07"
    name = "Which Witch"
    text = "When she is revealed she turns into a random other witch, and acts and fights as that one."
    rulings = (
        "By weight, never one of the three imitators (CW-80). The new level is rolled for the new tier, plus 2 if "
        "she was enhanced and 2 for each ring. The change is for good."
    )
    meta = True


class Witcheroo(Witch):
    clause = "L-08"
    name = "Witcheroo"
    text = "You and your opponent exchange your whole hands."
    rulings = (
        "The two cards in the duel stay out of it. Cooldowns, locks, dooms, fuses and rings travel; first-in-line, "
        "deadlines and quests fall off; a beguilement lapses. All exchanged cards are known to both."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.swap(me.you, d.hand(me.you), d.hand(me.foe), rng)


class KindWitch(Witch):
    clause = "L-09"
    name = "Kind Witch"
    text = "Every creature in both hands gains 1 level."
    rulings = "Resting, locked and special creatures too."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you) + d.creatures(me.foe):
            d.raise_level(c, 1)


class CocksureWitch(Witch):
    clause = "L-10"
    name = "Cocksure Witch"
    text = "If she survives, you draw a card; if she is killed, your opponent does."
    rulings = (
        "Fleeing from a drawn fight of witches or an empty slot is escaping. Discarded with a Scarecrow, nobody draws."
    )

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.draw(me.you, 1, rng)

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.draw(me.foe, 1, rng)


class FlamboyantWitch(Witch):
    clause = "L-11"
    name = "Flamboyant Witch"
    text = "The underworld sends delegates: each player gets a Lvl.1 Nightmare Skeleton."
    rulings = "You get yours first."
    brings = 2

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for p in (me.you, me.foe):
            d.gain(p, d.new_creature(SKELETON, 1, NIGHTMARE), rng, public=True)


class EnviousWitch(Witch):
    clause = "L-12"
    name = "Envious Witch"
    text = "You get a copy of the strongest creature (by base strength) in your opponent's hand."
    rulings = "Highest base, then level, then further left. A copy by CW-72; you know that card from then on."
    brings = 1

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        best = d.strongest(d.creatures(me.foe))
        if best >= 0:
            d.show(best, me.you)
            d.gain(me.you, d.new_copy(best), rng, public=True)


class CursedWitch(Witch):
    clause = "L-13"
    name = "Cursed Witch"
    text = "Whoever holds her takes 1 damage every turn."
    rulings = "After the draw, already in the turn she arrives. Several of them hurt one after the other."

    def after_draw(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.hurt(me.you, 1)


class SickWitch(Witch):
    clause = "L-14"
    name = "Sick Witch"
    text = "If she survives, all witches in your opponent's hand become Sick Witches."
    rulings = "They change in place: levels, rally bonus, cooldown, locks and rings stay."

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.witches(me.foe):
            d.turn_into_witch(c, SICK)


class SacrificialWitch(Witch):
    clause = "L-15"
    name = "Sacrificial Witch"
    text = "If she is killed, every creature in your hand gains 2 levels."
    rulings = "Resting, locked and special creatures too."

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.creatures(me.you):
            d.raise_level(c, 2)


class SnakeEyedWitch(Witch):
    clause = "L-16"
    name = "Snake-Eyed Witch"
    text = "If you hold at least 2 Serpents, you draw a card."
    rulings = "Resting and locked ones count. One card, not one per pair."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if len(d.of_tribe(me.you, SERPENT)) >= 2:
            d.draw(me.you, 1, rng)


class TheWitchCollector(Witch):
    clause = "L-17"
    name = "The Witch Collector"
    text = "Your opponent takes 3 damage and you heal 3."
    rulings = "First the damage, then the healing, and only then is anybody's loss checked."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.hurt(me.foe, 3)
        d.heal(me.you, 3)


class DrenchedWitch(Witch):
    clause = "L-18"
    name = "Drenched Witch"
    text = "She drips on everything: every Fire creature in both hands loses 1 level."
    rulings = "Never below level 0."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.of_type(me.you, FIRE) + d.of_type(me.foe, FIRE):
            d.raise_level(c, -1)


class FlyingWitch(Witch):
    clause = "L-19"
    name = "Flying Witch"
    text = "If she survives, you get 2 random Sacred witches."
    rulings = "Made new, levels 4 to 6."

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.you, d.random_witch(rng, SACRED), rng)
        d.gain(me.you, d.random_witch(rng, SACRED), rng)


class WilburWitch(Witch):
    clause = "L-20"
    name = "Wilbur Witch"
    text = "If she survives, you get an Orville Witch, or a Flying Witch if an Orville of yours has escaped before."
    rulings = "Only escapes from duels count, over the whole game. The new witch has a random level of 1 to 3."

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.you, d.named_witch(FLYING if ORVILLE in d.empires[me.you].escaped else ORVILLE, rng), rng)


class OrvilleWitch(Witch):
    clause = "L-21"
    name = "Orville Witch"
    text = "If she survives, you get a Wilbur Witch, or a Flying Witch if a Wilbur of yours has escaped before."
    rulings = "Only escapes from duels count, over the whole game. The new witch has a random level of 1 to 3."

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.you, d.named_witch(FLYING if WILBUR in d.empires[me.you].escaped else WILBUR, rng), rng)


class TheEarlyWitch(Witch):
    clause = "L-22"
    name = "The Early Witch"
    text = "In turns 1 to 6 she brings you 3 random Serpents; later she brings nothing."
    rulings = "Random level and Type each."
    brings = 3

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.turn <= 6:
            for _ in range(3):
                d.gain(me.you, d.random_creature(rng, SERPENT), rng)


class PickAWitch(Witch):
    clause = "L-23"
    name = "Pick a Witch"
    text = "You see 3 random witches and keep one of them."
    rulings = "By weight, repeats possible. Only you see them; the two others never existed."
    brings = 1

    asks: Sequence[int] = (ASK_OFFER,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        offers = [d.random_witch(rng), d.random_witch(rng), d.random_witch(rng)]
        d.ask_offer(me, [c for c in offers if c >= 0])

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.you, me.pick, rng)
        d.decline_offers(me)


class WitchInTime(Witch):
    clause = "L-24"
    name = "Witch in Time"
    text = "If she survives, the next card you play has 3 more power in its duel."
    rulings = "Creature or witch, for that duel only; a Militia does not use it. Lost if there is nothing to compare."

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].surge += 1
        d.announce("surge", me.you)


class OvereagerWitch(Witch):
    clause = "L-25"
    name = "Overeager Witch"
    text = "At the start of every turn there is an even chance that she jumps out and has to be your card this turn."
    rulings = (
        "She rolls only if she is playable, you do not skip, and no other has jumped out for you. Your opponent "
        "learns of it at the reveal. Otherwise you may play her at will."
    )

    def turn_starts(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.can_spring(me.card, me.you) and rng.below(2) == 0:
            d.spring(me.card)


class SlumberingWitch(Witch):
    clause = "L-26"
    name = "Slumbering Witch"
    text = "She cannot be played until you have formed a Rally in this game."
    rulings = "Any Rally at any earlier time, of witches and at the deal too."

    def playable(self, d: Duel, me: Frame) -> bool:
        return d.empires[me.you].rally_formed


class McWitch(Witch):
    clause = "L-27"
    name = "McWitch"
    text = "You heal 4 and get a random Lvl.1 creature of a Tribe whose base strength is 4 or less."
    rulings = "Serpent, Wolf, Skeleton, Pirate or Giant, with a random Type. The healing comes first."
    brings = 1

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.heal(me.you, 4)
        small = [tribe for tribe in range(TRIBES) if d.numbers.strengths[tribe] <= 4]
        if small:
            d.gain(me.you, d.random_creature(rng, small[rng.below(len(small))], 1), rng)
