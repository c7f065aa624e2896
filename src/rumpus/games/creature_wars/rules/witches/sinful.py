"""Sinful witches: X-01 to X-17."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import ANCIENT, DRAGON, GIANT, SKELETON, TYPES, WITCH, WOLF
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import ASK_PLAYER, Frame, Timer
from rumpus.games.creature_wars.rules.witches.base import Witch


class CataclysmicWitch(Witch):
    clause = "X-01"
    name = "Cataclysmic Witch"
    text = "The upper half of the deck, rounded up, is wiped out for all to see."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.remove(d.deck[: (len(d.deck) + 1) // 2], rng)


class TitanomachyWitch(Witch):
    clause = "X-02"
    name = "Titanomachy Witch"
    text = "If you hold at least 3 Giants, the 3 least powerful ones are discarded and your opponent takes 10 damage."
    rulings = "Once per cast; you cannot refuse."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        giants = d.of_tribe(me.you, GIANT)
        if len(giants) >= 3:
            d.discard(d.least_powerful_of(giants, 3), rng)
            d.hurt(me.foe, 10)


class TiamatsWitch(Witch):
    clause = "X-03"
    name = "Tiamat's Witch"
    text = "If you hold a Dragon of each of the four Power Types, your opponent's Empire is destroyed."
    rulings = "Resting and locked ones count (CW-83)."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        heads = {d.card(c).type for c in d.of_tribe(me.you, DRAGON)}
        if all(type_ in heads for type_ in range(TYPES)):
            d.destroy(me.foe)


class WitchOfEndor(Witch):
    clause = "X-04"
    name = "Witch of Endor"
    text = "After 3 more turns all cards in your opponent's hand become level 1."
    rulings = (
        "At the end of turn t + 3: creatures and witches that are there then; level 0 rises to 1. The date is open."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.after(me, 3)

    def due(self, d: Duel, timer: Timer, rng: Rng) -> None:
        for c in d.levelled(1 - timer.you):
            d.set_level(c, 1)


class LycaonsWitch(Witch):
    clause = "X-05"
    name = "Lycaon's Witch"
    text = (
        "The Wolves in your opponent's hand go feral: each is discarded and deals its level to the Empire that held it."
    )
    rulings = "One blow for all. Werewolves are no Wolves."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        wolves = d.of_tribe(me.foe, WOLF)
        bites = sum([d.card(c).level for c in wolves])
        d.discard(wolves, rng)
        d.hurt(me.foe, bites)


class WitchOfTheAncientCall(Witch):
    clause = "X-06"
    name = "Witch of the Ancient Call"
    text = "All Ancient creatures in your opponent's hand come over to yours."
    rulings = "Stolen from left to right, with cooldowns and locks."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.steal(me.you, d.of_type(me.foe, ANCIENT), rng)


class WitchOfWrath(Witch):
    clause = "X-07"
    name = "Witch of Wrath"
    text = "For the rest of the game every lost duel costs its loser 3 more damage."
    rulings = "Already in her own duel. Added after doublings; adds up with each cast."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.wrath += 1
        d.announce("wrath")


class SkeletorsPersonalWitch(Witch):
    clause = "X-08"
    name = "Skeletor's Personal Witch"
    text = "If no Skeleton is left in the deck, you get Skeletor."
    rulings = "Hands and sacks do not count. The answer is open."
    brings = 1

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if all(d.card(c).tribe != SKELETON for c in d.deck):
            d.gain(me.you, d.new_skeletor(), rng, public=True)


class TheBeastsWitch(Witch):
    clause = "X-09"
    name = "The Beast's Witch"
    text = "If you hold at least 6 creatures of exactly level 6, your opponent's Empire is destroyed."
    rulings = "Resting and locked ones count (CW-83)."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if sum(d.card(c).level == 6 for c in d.creatures(me.you)) >= 6:
            d.destroy(me.foe)


class ApocalypticWitch(Witch):
    clause = "X-10"
    name = "Apocalyptic Witch"
    text = "The Four Horsemen, Conquest, War, Famine and Death, are shuffled into the deck."
    rulings = "Each cast adds four new ones (SC-15)."
    brings = 4

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.shuffle_in(d.new_horsemen(), rng)


class LilithsWitch(Witch):
    clause = "X-11"
    name = "Lilith's Witch"
    text = "From now on nobody can play a card of level 6 or more; such cards wait in hand for Mayhem."
    rulings = (
        "Both players, creatures and witches, by their level when cards are chosen. Gifts are free, and Baden's and "
        "Skeletor's switches too."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.lilith = True
        d.announce("lilith")


class CannibalisticWitch(Witch):
    clause = "X-12"
    name = "Cannibalistic Witch"
    text = "From now on every duel you win is a meal: the defeated card is eaten and you heal its base strength."
    rulings = (
        "Slain creatures and killed witches, already in the duel of this turn; they leave the game. Once, however "
        "often cast."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].cannibal = True
        d.announce("cannibal", me.you)


class RichardWitchson(Witch):
    clause = "X-13"
    name = "Richard Witchson"
    text = (
        "He declares war on his own kind: every witch leaves the game, he himself after his duel, and no new ones "
        "appear."
    )
    rulings = (
        "From hands, deck, sacks and the slot opposite: a witch there who has not cast never does. A witch whose own "
        "cast is running, he or Pandora's, finishes her duel first. What earlier witches left behind stays in force."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        p = me.you if d.slot(me.you) == me.card else me.foe
        d.magic.ban = True
        d.announce("ban")
        d.remove([c for c in d.everywhere() if d.card(c).kind == WITCH and c != d.slot(p)], rng)
        d.empires[p].banished = True


class TheWitchWhoStoleGrinch(Witch):
    clause = "X-14"
    name = "The Witch Who Stole Grinch"
    text = "You decide who receives the Grinch."
    rulings = "Open to both (SC-6)."
    brings = 1

    asks: Sequence[int] = (ASK_PLAYER,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask(me, ASK_PLAYER, [me.you, me.foe])

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.pick, d.new_grinch(), rng, public=True)


class TheWitchOfTantalus(Witch):
    clause = "X-15"
    name = "The Witch of Tantalus"
    text = "For the rest of the game your opponent takes 1 damage for every card drawn."
    rulings = "Each single draw. Adds up with each cast."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.foe].thirst += 1
        d.announce("thirst", me.foe)


class BadensWitch(Witch):
    clause = "X-16"
    name = "Baden's Witch"
    text = (
        "From next turn on, the next time you are about to lose a duel, the most powerful creature in your hand "
        "changes places with the card you played, and the duel is fought again."
    )
    rulings = (
        "It may still be lost. She cannot rescue herself by her own charge. Rescued witches go back to hand. Without "
        "a creature in hand the charge waits. One per duel."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].baden_next += 1
        d.announce("baden", me.you)


class WitchOfTheLongReprieve(Witch):
    clause = "X-17"
    name = "Witch of the Long Reprieve"
    text = "Nobody can lose before Mayhem."
    rulings = (
        "HP may fall below 0 and rise again; Mayhem decides (CW-89). An Empire that would be destroyed falls to 0 "
        "and plays on."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.reprieve = True
        d.announce("reprieve")
