"""Sacred witches that change fights and damage."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import GRAVEYARD, HOLY, NIGHTMARE, NONE
from rumpus.games.creature_wars.rules.chance import one_of
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import ASK_OWN_CARD, Frame
from rumpus.games.creature_wars.rules.witches.base import Witch


class ShiftingWitch(Witch):
    clause = "S-06"
    name = "Shifting Witch"
    text = "At the reveal she becomes an exact copy of the card your opponent plays."
    rulings = (
        "After gifts have opened and Which Witch has changed. She keeps her rings, and the change is for good: from "
        "a creature both usually return tied, and you have gained a copy. Opposite another Shifting Witch or nobody "
        "she does nothing."
    )
    meta = True


class VenomWitch(Witch):
    clause = "S-12"
    name = "Venom Witch"
    text = "From now on Serpents win every duel, on both sides."
    rulings = (
        "From now on: a Serpent opposite kills her already. Between Serpents power decides. They beat witches of any "
        "power, but not the Invisible one; doom and Scarecrow come first."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.venom = True
        d.announce("venom")


class MatchmakingWitch(Witch):
    clause = "S-15"
    name = "Matchmaking Witch"
    text = (
        "Your largest creature meets your opponent's smallest behind the scenes: you take damage equal to the small "
        "one's base strength, your opponent equal to the large one's. Both are shown."
    )
    rulings = (
        "By base strength (CW-34). Both blows fall before the loss check, yours first. Both creatures stay in hand. "
        "Nothing if either side has none."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        large = d.strongest(d.creatures(me.you))
        small = d.weakest(d.creatures(me.foe))
        if large == NONE or small == NONE:
            return
        d.show(large, me.foe)
        d.show(small, me.you)
        d.hurt(me.you, d.card(small).base)
        d.hurt(me.foe, d.card(large).base)


class LuckyWitch(Witch):
    clause = "S-20"
    name = "Lucky Witch"
    text = "The next creature you play wins its duel."
    rulings = (
        "A witch or a Militia does not use it. It is spent even if it could not help. Lucky against lucky or "
        "venomous: power decides. It kills a witch of any level."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].lucky += 1
        d.announce("lucky", me.you)


class GrimWitch(Witch):
    clause = "S-24"
    name = "Grim Witch"
    text = (
        "A random creature in your opponent's hand is marked for death: it loses its duel when it is played. Only "
        "you see which one."
    )
    rulings = (
        "It is slain and costs its harm; the enemy card wins. The mark follows the card from hand to hand and ends "
        "in deck or graveyard."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.doom(one_of([c for c in d.creatures(me.foe) if d.card(c).doomed == NONE], rng), me.you)


class RageWitch(Witch):
    clause = "S-31"
    name = "Rage Witch"
    text = "You discard a random card; for it, your opponent takes 1 damage for every duel you have lost."
    rulings = "You must discard, even with no losses. With an empty hand there is no damage."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        c = one_of(d.hand(me.you), rng)
        if c != NONE:
            d.discard([c], rng)
            d.hurt(me.foe, d.empires[me.you].lost)


class TheHighWitch(Witch):
    clause = "S-33"
    name = "The High Witch"
    text = "The next card your opponent plays gains 3 levels, but costs double if it loses."
    rulings = "Witches too, no Militia. The levels stay, the doubling is for that duel."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.foe].high += 1
        d.announce("high", me.foe)


class BerserkerWitch(Witch):
    clause = "S-36"
    name = "Berserker Witch"
    text = "Whoever loses the next duel also takes damage equal to the level of the card that won it."
    rulings = "Either player, from next turn on; used by the next duel that is not void, even if nobody loses."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.berserk_next += 1
        d.announce("berserk")


class TalismanicWitch(Witch):
    clause = "S-40"
    name = "Talismanic Witch"
    text = "A ward: the next damage your Empire takes is halved, rounded down."
    rulings = "Any damage above 0 uses it, Mayhem too; 1 becomes 0. It does not help against destruction (CW-83)."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].ward += 1
        d.announce("ward", me.you)


class SinEaterWitch(Witch):
    clause = "S-48"
    name = "Sin-Eater Witch"
    text = (
        "The next time one of your creatures is slain, a random creature in your hand takes the guilt: no damage, "
        "but the guilty one is an outcast for good."
    )
    rulings = (
        "Creatures only. Without a creature in hand the charge waits. It spares you the damage of that duel with all "
        "its additions, nothing else."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].sin_eater += 1
        d.announce("sin eater", me.you)


class TheSandWitch(Witch):
    clause = "S-50"
    name = "The Sand Witch"
    text = "From now on Nightmare creatures fight with 2 more power, on both sides."
    rulings = "Against witches too. Adds up with each cast."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.sand += 1
        d.announce("sand")


class DavidsWitch(Witch):
    clause = "S-61"
    name = "David's Witch"
    text = (
        "For the rest of the game, when a Giant duels a creature that is no Giant, the less powerful of the two wins."
    )
    rulings = (
        "Between two Giants and against witches nothing changes. Together with Goliath it is still the less powerful."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.david = True
        d.announce("david")


class GoliathWitch(Witch):
    clause = "S-62"
    name = "Goliath Witch"
    text = "In the next duel of two creatures, from next turn on, the less powerful one wins."
    rulings = "Power with all bonuses; equal is a tie."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.goliath_next += 1
        d.announce("goliath")


class JunosWitch(Witch):
    clause = "S-63"
    name = "Juno's Witch"
    text = (
        "For the rest of the game type advantage counts double (+6) for a Giant that has it, and for a creature that "
        "has it against a Giant."
    )
    rulings = "Between two Giants +6 too, not +12."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.juno = True
        d.announce("juno")


class BacklashWitch(Witch):
    clause = "S-69"
    name = "Backlash Witch"
    text = "For the rest of the game a creature of level 6 or more that wins a duel also hurts the Empire that sent it."
    rulings = (
        "Its harm, in the damage step, without doublings or additions. Beating a witch counts. Once, however often "
        "cast."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.backlash = True
        d.announce("backlash")


class HaughtyWitch(Witch):
    clause = "S-73"
    name = "Haughty Witch"
    text = "If her level is higher than that of the card she faces, you steal a random card from your opponent's hand."
    rulings = "The level of the enemy card in the duel; none or an oddity counts as 0."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        if d.card(me.card).level > d.level_faced(me.you):
            d.steal(me.you, [one_of(d.hand(me.foe), rng)], rng)


class OndusWitch(Witch):
    clause = "S-76"
    name = "Ondu's Witch"
    text = (
        "The previous duel is undone: its damage is given back, and its cards return from the graveyard to their "
        "players with a rest of 1 turn."
    )
    rulings = (
        "The duel of the turn before. HP come back as they were lost in the damage step; of the two cards, those now "
        "in the graveyard return, witches too. Casts, draws and counts stay. A duel can be undone once; after a void "
        "one there is nothing to undo."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        duel = d.last_duel
        if not duel:
            return
        d.last_duel = []
        d.heal(me.you, duel[2 + me.you])
        d.heal(me.foe, duel[2 + me.foe])
        for p in d.in_order:
            if duel[p] >= 0 and d.card(duel[p]).zone == GRAVEYARD:
                d.give_back(p, duel[p], 1, rng)


class AbsolvingWitch(Witch):
    clause = "S-80"
    name = "Absolving Witch"
    text = (
        "Nightmare creatures in both hands become Holy. For the rest of the game Holy creatures deal double damage "
        "to Empires."
    )
    rulings = "In duels, Mayhem, explosions, souring and backlash (CW-74), now and later. Once, however often cast."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.holy_doubled = True
        d.announce("holy")
        for p in (me.you, me.foe):
            for c in d.of_type(p, NIGHTMARE):
                d.retype(c, HOLY)
            d.scan(p, rng)


class JugbandEncoreWitch(Witch):
    clause = "S-87"
    name = "Jugband Encore Witch"
    text = (
        "Choose a card in your hand to discard, and draw 3. If all three win their duels, the discarded card comes "
        "back with 7 levels more."
    )
    rulings = (
        "Fewer if the deck runs short. Escaping is winning; ties, void duels and failing against a witch leave it "
        "open. It fails for good if one of them loses or leaves your hand without being played, stepping in for "
        "Skeletor too, or vanishes as a copy of a Militia. A gift among them passes the quest on to its content. The "
        "discarded card must still be in the graveyard; a Wrapped Gift comes back with its content, and an oddity "
        "gains no levels."
    )
    asks: Sequence[int] = (ASK_OWN_CARD,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.ask(me, ASK_OWN_CARD, d.hand(me.you))

    def chosen(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.discard([me.pick], rng)
        d.begin_quest(me.you, me.pick, d.draw(me.you, 3, rng))


class OverdriveWitch(Witch):
    clause = "S-90"
    name = "Overdrive Witch"
    text = "Your opponent takes as much damage as your latest run of duel wins is long."
    rulings = "The run that goes on, or the last one if it has ended (CW-53). The present duel does not count."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.hurt(me.foe, d.empires[me.you].run)


class CrackedCeremonyWitch(Witch):
    clause = "S-95"
    name = "Cracked Ceremony Witch"
    text = (
        "From now on every witch that is played costs her player's opponent a random card from hand, beginning with "
        "this one."
    )
    rulings = (
        "Before each later witch casts, already for one of your opponent's in the same turn. Adds up with each cast."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.ceremony += 1
        d.announce("ceremony")
        d.discard([one_of(d.hand(me.foe), rng)], rng)


class NoGoodTryingWitch(Witch):
    clause = "S-96"
    name = "No Good Trying Witch"
    text = "You skip your next turn and draw 3 cards at its end."
    rulings = "Nobody fights for you (CW-28). Several skips follow one another, 3 cards each."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.you].skip += 1
        d.announce("skip", me.you)
