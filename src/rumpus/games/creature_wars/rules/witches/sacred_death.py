"""Sacred witches of death: they act when killed or escaping, discard, or raise the dead."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import NONE, PETRIFIED, SERPENT, SKELETON, WOLF
from rumpus.games.creature_wars.rules.chance import one_of, some_of
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import Frame
from rumpus.games.creature_wars.rules.witches.base import Witch


class WitchOfDespair(Witch):
    clause = "S-01"
    name = "Witch of Despair"
    text = "Both players discard their whole hands."
    rulings = (
        "Locked cards and oddities too; the two cards in the duel stay. A Grinch's sack is emptied afterwards and "
        "survives."
    )

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.discard(d.hand(me.you) + d.hand(me.foe), rng)


class VengefulWitch(Witch):
    clause = "S-03"
    name = "Vengeful Witch"
    text = "If she is killed, you get a Primordial Butterfly."

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.you, d.new_butterfly(), rng, public=True)


class WickedWitch(Witch):
    clause = "S-11"
    name = "Wicked Witch"
    text = (
        "Once she has died or fled, a random card in your hand gets the enchanted ring: 2 levels more while it bears "
        "it. When a bearer is defeated, the ring moves on to a card of the victor."
    )
    rulings = (
        "Creatures and witches can bear it, several rings too. With no victor or no possible bearer the ring is "
        "lost; so it is when its bearer reaches the graveyard in any other way or is replaced. It stays on in the "
        "deck and from hand to hand. Discarded with a Scarecrow she leaves no ring."
    )

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.give_ring(one_of(d.levelled(me.you), rng))

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.give_ring(one_of(d.levelled(me.you), rng))


class ForebodingWitch(Witch):
    clause = "S-14"
    name = "Foreboding Witch"
    text = "If she is killed, you get 2 random Wolves."
    rulings = "Ordinary Wolves, random level and Type."

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        for _ in range(2):
            d.gain(me.you, d.random_creature(rng, WOLF), rng)


class ProudWitch(Witch):
    clause = "S-19"
    name = "Proud Witch"
    text = "If she escapes, your opponent's next loss costs double."
    rulings = "Used up by the next loss, even one that costs nothing."

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.empires[me.foe].proud += 1
        d.announce("proud", me.foe)


class BeguilingWitch(Witch):
    clause = "S-30"
    name = "Beguiling Witch"
    text = "If she escapes from a creature, your opponent must play that same creature next turn."
    rulings = (
        "It lapses if that card is gone or unplayable, if an Overeager Witch jumps out, or if the turn is skipped."
    )

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        pursuer = d.came_back(me.foe)
        if pursuer != NONE:
            d.beguile(me.foe, pursuer)


class OddWitch(Witch):
    clause = "S-38"
    name = "Odd Witch"
    text = "Both players discard every card of even level in hand."
    rulings = "Creatures and witches; 0 is even. Oddities stay."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        held = d.levelled(me.you) + d.levelled(me.foe)
        d.discard([c for c in held if d.card(c).level % 2 == 0], rng)


class ChthonicWitch(Witch):
    clause = "S-41"
    name = "Chthonic Witch"
    text = "You get the creature that was slain last, with 1 level less."
    rulings = "The latest one still in the graveyard, whoever sent it, without cooldown."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        fallen = d.slain()
        if fallen:
            d.raise_level(fallen[-1], -1)
            d.give_back(me.you, fallen[-1], 0, rng)


class NecromancingWitch(Witch):
    clause = "S-42"
    name = "Necromancing Witch"
    text = "All Skeletons slain in battle rise with 3 levels more and join your hand."
    rulings = "From both sides, the one slain first comes first."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        for c in d.slain():
            if d.card(c).tribe == SKELETON:
                d.raise_level(c, 3)
                d.give_back(me.you, c, 0, rng)


class SepulchralWitch(Witch):
    clause = "S-43"
    name = "Sepulchral Witch"
    text = "A random creature that your Empire lost in a duel returns to your hand and rests for a turn."
    rulings = "Only creatures that were slain in your own slot."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        c = one_of([c for c in d.slain() if d.card(c).fate_of == me.you], rng)
        if c != NONE:
            d.give_back(me.you, c, 1, rng)


class AngitiasWitch(Witch):
    clause = "S-45"
    name = "Angitia's Witch"
    text = "All Serpents in your hand are eaten; you heal 5 for each."
    rulings = "Resting and locked ones too. You cannot refuse."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        eaten = d.of_tribe(me.you, SERPENT)
        d.discard(eaten, rng)
        d.heal(me.you, 5 * len(eaten))


class WiccanLittle(Witch):
    clause = "S-52"
    name = "Wiccan Little"
    text = (
        "She panics when she is played, and again if she is killed: each time there is an even chance that the sky "
        "falls and both Empires take 4 damage."
    )
    rulings = "You are hurt first; both blows fall before the loss check."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        self.panic(d, me, rng)

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        self.panic(d, me, rng)

    def panic(self, d: Duel, me: Frame, rng: Rng) -> None:
        """Hurts both Empires with probability 1/2."""
        if rng.below(2) == 0:
            d.hurt(me.you, 4)
            d.hurt(me.foe, 4)


class WraithWitch(Witch):
    clause = "S-54"
    name = "Wraith Witch"
    text = "If she is killed, you get a Wraith."

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.gain(me.you, d.new_wraith(), rng, public=True)


class MedusasWitch(Witch):
    clause = "S-57"
    name = "Medusa's Witch"
    text = "If she escapes from a creature, it is petrified: it can never be played again and counts for no Rally."
    rulings = "Only a creature that came back to hand. It still hurts in Mayhem."

    def survives(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.lock(d.came_back(me.foe), PETRIFIED)
        d.bar(d.came_back(me.foe))


class OssuaryWitch(Witch):
    clause = "S-67"
    name = "Ossuary Witch"
    text = "All Skeletons slain so far are shuffled into the deck, each a level higher."
    rulings = "From both sides; one shuffle."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        bones = [c for c in d.slain() if d.card(c).tribe == SKELETON]
        for c in bones:
            d.raise_level(c, 1)
        d.shuffle_in(bones, rng)


class JugbandUnderstudyWitch(Witch):
    clause = "S-88"
    name = "Jugband Understudy Witch"
    text = (
        "A random creature of your hand is discarded and its Lvl.1 Stand-In takes over; when the Stand-In is slain, "
        "you draw 2 cards."
    )
    brings = 1

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        star = one_of(d.creatures(me.you), rng)
        if star >= 0:
            d.discard([star], rng)
            d.gain(me.you, d.new_stand_in(star), rng, public=True)


class TheMadcapsWitch(Witch):
    clause = "S-92"
    name = "The Madcap's Witch"
    text = (
        "You shuffle your hand into the deck and draw as many cards plus one. If she is killed, you discard 3 random "
        "cards."
    )
    rulings = "A Grinch's sack is emptied after the shuffle and before the draws."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        hand = d.hand(me.you)
        d.shuffle_in(hand, rng)
        d.draw(me.you, len(hand) + 1, rng)

    def dies(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.discard(some_of(d.hand(me.you), 3, rng), rng)


class CrowLaughingWitch(Witch):
    clause = "S-94"
    name = "Crow-Laughing Witch"
    text = (
        "From now on, whenever a witch escapes, a random creature in the hand of her player's opponent loses 2 levels."
    )
    rulings = "Counts for herself too. Adds up with each cast."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.magic.crow += 1
        d.announce("crow")
