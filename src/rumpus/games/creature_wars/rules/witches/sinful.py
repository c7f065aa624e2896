"""Sinful witches: X-01 to X-17."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import ANCIENT, DRAGON, GIANT, SKELETON, TYPES, WITCH, WOLF
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import ASK_PLAYER, Frame, Timer
from rumpus.games.creature_wars.rules.witches.base import Witch


class CataclysmicWitch(Witch):
    clause = "X-01"
    name = "Cataclysmic Witch"
    slug = "cataclysmic-witch"
    text = "The upper half of the deck, rounded up, is wiped out for all to see."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.remove(d.deck[: (len(d.deck) + 1) // 2], luck)


class TitanomachyWitch(Witch):
    clause = "X-02"
    name = "Titanomachy Witch"
    slug = "titanomachy-witch"
    text = "If you hold at least 3 Giants, the 3 least powerful ones are discarded and your opponent takes 10 damage."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        giants = d.of_tribe(me.you, GIANT)
        if len(giants) >= 3:
            fallen: list[int] = []
            for _ in range(3):
                fallen.append(d.least_powerful([c for c in giants if c not in fallen]))
            d.discard([c for c in giants if c in fallen], luck)
            d.hurt(me.foe, 10)


class TiamatsWitch(Witch):
    clause = "X-03"
    name = "Tiamat's Witch"
    slug = "tiamats-witch"
    text = "If you hold a Dragon of each of the four Power Types, your opponent's Empire is destroyed."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        heads = {d.card(c).type for c in d.of_tribe(me.you, DRAGON)}
        if all(type_ in heads for type_ in range(TYPES)):
            d.destroy(me.foe)


class WitchOfEndor(Witch):
    clause = "X-04"
    name = "Witch of Endor"
    slug = "witch-of-endor"
    text = "After 3 more turns all cards in your opponent's hand become level 1."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.after(me, 3)

    def due(self, d: Duel, timer: Timer, luck: Luck) -> None:
        for c in d.levelled(1 - timer.you):
            d.set_level(c, 1)


class LycaonsWitch(Witch):
    clause = "X-05"
    name = "Lycaon's Witch"
    slug = "lycaons-witch"
    text = (
        "The Wolves in your opponent's hand go feral: each is discarded and deals its level to the Empire that held it."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        wolves = d.of_tribe(me.foe, WOLF)
        bites = sum([d.card(c).level for c in wolves])
        d.discard(wolves, luck)
        d.hurt(me.foe, bites)


class WitchOfTheAncientCall(Witch):
    clause = "X-06"
    name = "Witch of the Ancient Call"
    slug = "witch-of-the-ancient-call"
    text = "All Ancient creatures in your opponent's hand come over to yours."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.steal(me.you, d.of_type(me.foe, ANCIENT), luck)


class WitchOfWrath(Witch):
    clause = "X-07"
    name = "Witch of Wrath"
    slug = "witch-of-wrath"
    text = "For the rest of the game every lost duel costs its loser 3 more damage."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.add_wrath()


class SkeletorsPersonalWitch(Witch):
    clause = "X-08"
    name = "Skeletor's Personal Witch"
    slug = "skeletors-personal-witch"
    text = "If no Skeleton is left in the deck, you get Skeletor."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if all(d.card(c).tribe != SKELETON for c in d.deck):
            d.gain(me.you, d.new_skeletor(), luck, public=True)


class TheBeastsWitch(Witch):
    clause = "X-09"
    name = "The Beast's Witch"
    slug = "the-beasts-witch"
    text = "If you hold at least 6 creatures of exactly level 6, your opponent's Empire is destroyed."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if len([c for c in d.creatures(me.you) if d.card(c).level == 6]) >= 6:
            d.destroy(me.foe)


class ApocalypticWitch(Witch):
    clause = "X-10"
    name = "Apocalyptic Witch"
    slug = "apocalyptic-witch"
    text = "The Four Horsemen, Conquest, War, Famine and Death, are shuffled into the deck."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.shuffle_in(d.new_horsemen(), luck)


class LilithsWitch(Witch):
    clause = "X-11"
    name = "Lilith's Witch"
    slug = "liliths-witch"
    text = "From now on nobody can play a card of level 6 or more; such cards wait in hand for Mayhem."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.set_lilith()


class CannibalisticWitch(Witch):
    clause = "X-12"
    name = "Cannibalistic Witch"
    slug = "cannibalistic-witch"
    text = "From now on every duel you win is a meal: the defeated card is eaten and you heal its base strength."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_cannibal(me.you)


class RichardWitchson(Witch):
    clause = "X-13"
    name = "Richard Witchson"
    slug = "richard-witchson"
    text = (
        "He declares war on his own kind: every witch leaves the game, he himself after his duel, and no new ones "
        "appear."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        p = me.you if d.slot(me.you) == me.card else me.foe
        d.ban_witches()
        d.remove([c for c in d.everywhere() if d.card(c).kind == WITCH and c != d.slot(p)], luck)
        d.banish_after_duel(p)


class TheWitchWhoStoleGrinch(Witch):
    clause = "X-14"
    name = "The Witch Who Stole Grinch"
    slug = "the-witch-who-stole-grinch"
    text = "You decide who receives the Grinch."
    asks: Sequence[int] = (ASK_PLAYER,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_player(me)

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.pick, d.new_grinch(), luck, public=True)


class TheWitchOfTantalus(Witch):
    clause = "X-15"
    name = "The Witch of Tantalus"
    slug = "the-witch-of-tantalus"
    text = "For the rest of the game your opponent takes 1 damage for every card drawn."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.add_thirst(me.foe)


class BadensWitch(Witch):
    clause = "X-16"
    name = "Baden's Witch"
    slug = "badens-witch"
    text = (
        "From next turn on, the next time you are about to lose a duel, the most powerful creature in your hand "
        "changes places with the card you played, and the duel is fought again."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_baden(me.you)


class WitchOfTheLongReprieve(Witch):
    clause = "X-17"
    name = "Witch of the Long Reprieve"
    slug = "witch-of-the-long-reprieve"
    text = "Nobody can lose before Mayhem."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_reprieve()


SINFUL_WITCHES: list[Witch] = [
    CataclysmicWitch(),
    TitanomachyWitch(),
    TiamatsWitch(),
    WitchOfEndor(),
    LycaonsWitch(),
    WitchOfTheAncientCall(),
    WitchOfWrath(),
    SkeletorsPersonalWitch(),
    TheBeastsWitch(),
    ApocalypticWitch(),
    LilithsWitch(),
    CannibalisticWitch(),
    RichardWitchson(),
    TheWitchWhoStoleGrinch(),
    TheWitchOfTantalus(),
    BadensWitch(),
    WitchOfTheLongReprieve(),
]
