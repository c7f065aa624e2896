"""Sacred witches, the second half: S-50 to S-97."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import (
    ANCIENT,
    CREATURE,
    DRAGON,
    GRAVEYARD,
    HOLY,
    NIGHTMARE,
    NO_TYPE,
    PETRIFIED,
    PIRATE,
    SACRED,
    SERPENT,
    SKELETON,
    SOURED,
    TRIBES,
    TYPES,
)
from rumpus.games.creature_wars.rules.chance import one_of, some_of
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import (
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OWN_CARD,
    ASK_PEEK,
    ASK_TYPE,
    Frame,
    Timer,
)
from rumpus.games.creature_wars.rules.witches.base import Witch


class TheSandWitch(Witch):
    clause = "S-50"
    name = "The Sand Witch"
    slug = "the-sand-witch"
    text = "From now on Nightmare creatures fight with 2 more power, on both sides."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.add_sand()


class GreenWitch(Witch):
    clause = "S-51"
    name = "Green Witch"
    slug = "green-witch"
    text = "Whoever holds fewer cards draws until both hands are the same size."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        ahead = len(d.hand(me.you)) - len(d.hand(me.foe))
        if ahead > 0:
            d.draw(me.foe, ahead, luck)
        else:
            d.draw(me.you, -ahead, luck)


class WiccanLittle(Witch):
    clause = "S-52"
    name = "Wiccan Little"
    slug = "wiccan-little"
    text = (
        "She panics when she is played, and again if she is killed: each time there is an even chance that the sky "
        "falls and both Empires take 4 damage."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        self.panic(d, me, luck)

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        self.panic(d, me, luck)

    def panic(self, d: Duel, me: Frame, luck: Luck) -> None:
        """Either the sky falls or it was only an acorn."""
        if luck.below(2) == 0:
            d.hurt(me.you, 4)
            d.hurt(me.foe, 4)


class CovenCallingWitch(Witch):
    clause = "S-53"
    name = "Coven-Calling Witch"
    slug = "coven-calling-witch"
    text = "13 random Sacred witches are shuffled into the deck."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.shuffle_in([d.random_witch(luck, SACRED) for _ in range(13)], luck)


class WraithWitch(Witch):
    clause = "S-54"
    name = "Wraith Witch"
    slug = "wraith-witch"
    text = "If she is killed, you get a Wraith."

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.you, d.new_wraith(), luck, public=True)


class LenoresWitch(Witch):
    clause = "S-55"
    name = "Lenore's Witch"
    slug = "lenores-witch"
    text = (
        "You see 3 creatures of your opponent's hand and send one to the quiet fields; a Raven that mourns its "
        "Tribe takes its place."
    )
    asks: Sequence[int] = (ASK_OFFER,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_offer(me, some_of(d.creatures(me.foe), 3, luck))

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        raven = d.new_raven(d.card(me.pick).tribe)
        d.replace_all(me.foe, [me.pick], [raven], luck)
        d.show(raven, me.you)


class TheWitchOfTheCumaeanSibyl(Witch):
    clause = "S-56"
    name = "The Witch of the Cumaean Sibyl"
    slug = "the-witch-of-the-cumaean-sibyl"
    text = (
        "Your opponent shows you the hand, 3 random cards of it are scattered into the deck, and as many are drawn "
        "in their place."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.show_hand(me.foe)
        scattered = some_of(d.hand(me.foe), 3, luck)
        d.shuffle_in(scattered, luck)
        d.draw(me.foe, len(scattered), luck)


class MedusasWitch(Witch):
    clause = "S-57"
    name = "Medusa's Witch"
    slug = "medusas-witch"
    text = "If she escapes from a creature, it is petrified: it can never be played again and counts for no Rally."

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.lock(d.came_back(me.foe), PETRIFIED)
        d.bar(d.came_back(me.foe))


class ChiquitaWitch(Witch):
    clause = "S-58"
    name = "Chiquita Witch"
    slug = "chiquita-witch"
    text = (
        "While you hold her, at the end of every turn your creatures gain 1 level; those that are then level 5 or "
        "more go sour, deal you the damage they would cost in a duel, and leave."
    )

    def turn_ends(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you):
            d.raise_level(c, 1)
        d.waste(me.you, [c for c in d.creatures(me.you) if d.card(c).level >= 5], SOURED, luck)


class MidasWitch(Witch):
    clause = "S-59"
    name = "Midas Witch"
    slug = "midas-witch"
    text = (
        "From now on every card that arrives in your hand turns to gold: its base strength rises by 2, once per card."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_midas(me.you)


class SantaWitch(Witch):
    clause = "S-60"
    name = "Santa Witch"
    slug = "santa-witch"
    text = (
        "Each player gets 2 Wrapped Gifts, each with a random creature or just coal inside. You may peek into two "
        "of the four."
    )
    asks: Sequence[int] = (ASK_PEEK,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        gifts: list[int] = []
        for p in (me.you, me.you, me.foe, me.foe):
            gift = d.new_gift(d.random_creature(luck) if luck.below(2) == 0 else d.new_coal())
            gifts.append(gift)
            d.gain(p, gift, luck, public=True)
        d.ask_peek(me, gifts)

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        for gift in d.peek_pair(me):
            for content in d.sack(gift):
                d.show(content, me.you)


class DavidsWitch(Witch):
    clause = "S-61"
    name = "David's Witch"
    slug = "davids-witch"
    text = (
        "For the rest of the game, when a Giant duels a creature that is no Giant, the less powerful of the two wins."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.set_david()


class GoliathWitch(Witch):
    clause = "S-62"
    name = "Goliath Witch"
    slug = "goliath-witch"
    text = "In the next duel of two creatures, from next turn on, the less powerful one wins."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.add_goliath()


class JunosWitch(Witch):
    clause = "S-63"
    name = "Juno's Witch"
    slug = "junos-witch"
    text = (
        "For the rest of the game type advantage counts double (+6) for a Giant that has it, and for a creature "
        "that has it against a Giant."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.set_juno()


class UncagingWitch(Witch):
    clause = "S-64"
    name = "Uncaging Witch"
    slug = "uncaging-witch"
    text = "You see 3 creatures of your opponent's hand and set one of them free: it leaves the game."
    asks: Sequence[int] = (ASK_OFFER,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_offer(me, some_of(d.creatures(me.foe), 3, luck))

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.remove([me.pick], luck)


class BuriedWitch(Witch):
    clause = "S-65"
    name = "Buried Witch"
    slug = "buried-witch"
    text = "If you control a Pirate Rally, you get 3 Cannonballs."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.controls_rally(me.you, PIRATE):
            for _ in range(3):
                d.gain(me.you, d.new_cannonball(), luck, public=True)


class SkeletalWitch(Witch):
    clause = "S-66"
    name = "Skeletal Witch"
    slug = "skeletal-witch"
    text = (
        "If you hold an enhanced Skeleton, all your other creatures become Skeletons that cost you only 3 damage, "
        "however strong they are."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if any(d.card(c).bonus > 0 for c in d.of_tribe(me.you, SKELETON)):
            for c in d.creatures(me.you):
                if d.card(c).tribe != SKELETON:
                    d.retribe(c, SKELETON, printed=d.card(c).printed, harm=3)
            d.scan(me.you, luck)


class OssuaryWitch(Witch):
    clause = "S-67"
    name = "Ossuary Witch"
    slug = "ossuary-witch"
    text = "All Skeletons slain so far are shuffled into the deck, each a level higher."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        bones = [c for c in d.slain() if d.card(c).tribe == SKELETON]
        for c in bones:
            d.raise_level(c, 1)
        d.shuffle_in(bones, luck)


class PilferingWitch(Witch):
    clause = "S-68"
    name = "Pilfering Witch"
    slug = "pilfering-witch"
    text = "You steal a random witch from your opponent's hand."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.steal(me.you, [one_of(d.witches(me.foe), luck)], luck)


class BacklashWitch(Witch):
    clause = "S-69"
    name = "Backlash Witch"
    slug = "backlash-witch"
    text = "For the rest of the game a creature of level 6 or more that wins a duel also hurts the Empire that sent it."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.set_backlash()


class BenevolentWitch(Witch):
    clause = "S-70"
    name = "Benevolent Witch"
    slug = "benevolent-witch"
    text = "For each Tribe in your hand, one random creature of it gains 2 levels."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for tribe in d.tribes_held(me.you):
            d.raise_level(one_of(d.of_tribe(me.you, tribe), luck), 2)


class PrehistoricWitch(Witch):
    clause = "S-71"
    name = "Prehistoric Witch"
    slug = "prehistoric-witch"
    text = "All creatures in your hand become Ancient, except those without a Power Type."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you):
            d.retype(c, ANCIENT)
        d.scan(me.you, luck)


class WyrmHatchingWitch(Witch):
    clause = "S-72"
    name = "Wyrm-Hatching Witch"
    slug = "wyrm-hatching-witch"
    text = "Every Serpent in both hands is replaced by a random Dragon."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for p in (me.you, me.foe):
            serpents = d.of_tribe(p, SERPENT)
            d.replace_all(p, serpents, [d.random_creature(luck, DRAGON) for _ in serpents], luck)


class HaughtyWitch(Witch):
    clause = "S-73"
    name = "Haughty Witch"
    slug = "haughty-witch"
    text = "If her level is higher than that of the card she faces, you steal a random card from your opponent's hand."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.card(me.card).level > d.level_faced(me.you):
            d.steal(me.you, [one_of(d.hand(me.foe), luck)], luck)


class HaggelAndWitchel(Witch):
    clause = "S-74"
    name = "Haggel & Witchel"
    slug = "haggel-and-witchel"
    text = (
        "A trap: the next player to draw a witch takes 12 damage. Then both players draw in turns until they hold "
        "8 cards."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.set_haggel()
        first = d.first
        wanted = 8 - len(d.hand(first))
        wanted_too = 8 - len(d.hand(1 - first))
        for n in range(max(wanted, wanted_too)):
            if n < wanted:
                d.draw(first, 1, luck)
            if n < wanted_too:
                d.draw(1 - first, 1, luck)


class StorytimeWitch(Witch):
    clause = "S-75"
    name = "Storytime Witch"
    slug = "storytime-witch"
    text = "Everybody listens to a story, and the random creature it tells of joins your hand."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.gain(me.you, d.random_creature(luck), luck, public=True)


class OndusWitch(Witch):
    clause = "S-76"
    name = "Ondu's Witch"
    slug = "ondus-witch"
    text = (
        "The previous duel is undone: its damage is given back, and its cards return from the graveyard to their "
        "players with a rest of 1 turn."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        duel = d.last_duel
        if not duel:
            return
        d.last_duel = []
        d.heal(me.you, duel[2 + me.you])
        d.heal(me.foe, duel[2 + me.foe])
        for p in d.in_order:
            if duel[p] >= 0 and d.card(duel[p]).zone == GRAVEYARD:
                d.give_back(p, duel[p], 1, luck)


class TheCovenOfBabel(Witch):
    clause = "S-77"
    name = "The Coven of Babel"
    slug = "the-coven-of-babel"
    text = "Each player shuffles one random creature of each Tribe in hand into the deck."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        scattered: list[int] = []
        for p in (me.you, me.foe):
            for tribe in d.tribes_held(p):
                scattered.append(one_of(d.of_tribe(p, tribe), luck))
        d.shuffle_in(scattered, luck)


class ScarecrowWitch(Witch):
    clause = "S-78"
    name = "Scarecrow Witch"
    slug = "scarecrow-witch"
    text = "A random creature in your opponent's hand is replaced by a Scarecrow."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.creatures(me.foe):
            d.replace_all(me.foe, [one_of(d.creatures(me.foe), luck)], [d.new_scarecrow()], luck)


class VegetableMaskWitch(Witch):
    clause = "S-79"
    name = "Vegetable Mask Witch"
    slug = "vegetable-mask-witch"
    text = (
        "She loses a level in every turn you hold her; at level 0 you draw 2 cards and she is discarded. If she "
        "escapes from a duel, you discard your whole hand."
    )

    def held(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.raise_level(me.card, -1)
        if d.card(me.card).level == 0:
            d.draw(me.you, 2, luck)
            d.discard([me.card], luck)

    def survives(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.discard(d.hand(me.you), luck)


class AbsolvingWitch(Witch):
    clause = "S-80"
    name = "Absolving Witch"
    slug = "absolving-witch"
    text = (
        "Nightmare creatures in both hands become Holy. For the rest of the game Holy creatures deal double damage "
        "to Empires."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.double_holy()
        for p in (me.you, me.foe):
            for c in d.of_type(p, NIGHTMARE):
                d.retype(c, HOLY)
            d.scan(p, luck)


class ArnoldLaynesWitch(Witch):
    clause = "S-81"
    name = "Arnold Layne's Witch"
    slug = "arnold-laynes-witch"
    text = (
        "A random creature of your hand is exchanged for a random creature of your opponent's; yours gains 2 "
        "levels and rests for 1 turn."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if d.creatures(me.you) and d.creatures(me.foe):
            given = one_of(d.creatures(me.you), luck)
            taken = one_of(d.creatures(me.foe), luck)
            d.swap(me.you, [given], [taken], luck)
            d.raise_level(taken, 2)
            d.rest(taken, 1)


class EmilysHidingWitch(Witch):
    clause = "S-82"
    name = "Emily's Hiding Witch"
    slug = "emilys-hiding-witch"
    text = "Choose a creature in your hand: from now on its level is rolled anew, 1 to 6, at the start of every turn."
    asks: Sequence[int] = (ASK_OWN_CARD,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_card(me, d.creatures(me.you))

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.make_shifty(me.pick)


class GoldenVeilWitch(Witch):
    clause = "S-83"
    name = "Golden Veil Witch"
    slug = "golden-veil-witch"
    text = "You get a random creature of one of the seven Tribes that you do not hold."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        missing = [tribe for tribe in range(TRIBES) if not d.of_tribe(me.you, tribe)]
        if missing:
            d.gain(me.you, d.random_creature(luck, missing[luck.below(len(missing))]), luck)


class DarkGlobeWitch(Witch):
    clause = "S-84"
    name = "Dark Globe Witch"
    slug = "dark-globe-witch"
    text = "Every creature in both hands loses its Power Type for good."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for p in (me.you, me.foe):
            for c in d.creatures(p):
                d.retype(c, NO_TYPE)
            d.scan(p, luck)


class GnomeWitch(Witch):
    clause = "S-85"
    name = "Gnome Witch"
    slug = "gnome-witch"
    text = "Your creatures in hand are scrambled: each gets a new level, 1 to 6, and a new Power Type."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you):
            d.set_level(c, 1 + luck.below(6))
            if d.card(c).type != NO_TYPE:
                d.retype(c, luck.below(TYPES))
        d.scan(me.you, luck)


class JugbandMarchingWitch(Witch):
    clause = "S-86"
    name = "Jugband Marching Witch"
    slug = "jugband-marching-witch"
    text = "You get 3 random creatures, which you have to play before everything else."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        for _ in range(3):
            recruit = d.random_creature(luck)
            d.gain(me.you, recruit, luck)
            d.put_in_line(recruit)


class JugbandEncoreWitch(Witch):
    clause = "S-87"
    name = "Jugband Encore Witch"
    slug = "jugband-encore-witch"
    text = (
        "Choose a card in your hand to discard, and draw 3. If all three win their duels, the discarded card comes "
        "back with 7 levels more."
    )
    asks: Sequence[int] = (ASK_OWN_CARD,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_card(me, d.hand(me.you))

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.discard([me.pick], luck)
        d.begin_quest(me.you, me.pick, d.draw(me.you, 3, luck))


class JugbandUnderstudyWitch(Witch):
    clause = "S-88"
    name = "Jugband Understudy Witch"
    slug = "jugband-understudy-witch"
    text = (
        "A random creature of your hand is discarded and its Lvl.1 Stand-In takes over; when the Stand-In is "
        "slain, you draw 2 cards."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        star = one_of(d.creatures(me.you), luck)
        if star >= 0:
            d.discard([star], luck)
            d.gain(me.you, d.new_stand_in(star), luck, public=True)


class ScientificWitch(Witch):
    clause = "S-89"
    name = "Scientific Witch"
    slug = "scientific-witch"
    text = "Choose one of your creatures in hand that has a Power Type and give it another one."
    asks: Sequence[int] = (
        ASK_OWN_CARD,
        ASK_TYPE,
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_card(me, [c for c in d.creatures(me.you) if d.card(c).type != NO_TYPE])

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        if me.stage == 0:
            me.stage = 1
            me.cards = [me.pick]
            d.ask_type(me, [type_ for type_ in range(TYPES) if type_ != d.card(me.pick).type])
        else:
            d.retype(me.cards[0], me.pick)
            d.scan(me.you, luck)


class OverdriveWitch(Witch):
    clause = "S-90"
    name = "Overdrive Witch"
    slug = "overdrive-witch"
    text = "Your opponent takes as much damage as your latest run of duel wins is long."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.hurt(me.foe, d.empires[me.you].run)


class StraightWitch(Witch):
    clause = "S-91"
    name = "Straight Witch"
    slug = "straight-witch"
    text = "If you hold cards of at least 5 levels in a row, all cards of those levels gain 3 levels."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
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


class TheMadcapsWitch(Witch):
    clause = "S-92"
    name = "The Madcap's Witch"
    slug = "the-madcaps-witch"
    text = (
        "You shuffle your hand into the deck and draw as many cards plus one. If she is killed, you discard 3 "
        "random cards."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        hand = d.hand(me.you)
        d.shuffle_in(hand, luck)
        d.draw(me.you, len(hand) + 1, luck)

    def dies(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.discard(some_of(d.hand(me.you), 3, luck), luck)


class ClockworkCrierWitch(Witch):
    clause = "S-93"
    name = "Clockwork Crier Witch"
    slug = "clockwork-crier-witch"
    text = "Name a number from 1 to 3: after so many turns you draw so many cards and take twice as much damage."
    asks: Sequence[int] = (ASK_NUMBER,)

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.ask_number(me, 1, 3)

    def chosen(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.after(me, me.pick, me.pick)

    def due(self, d: Duel, timer: Timer, luck: Luck) -> None:
        d.draw(timer.you, timer.number, luck)
        d.hurt(timer.you, 2 * timer.number)


class CrowLaughingWitch(Witch):
    clause = "S-94"
    name = "Crow-Laughing Witch"
    slug = "crow-laughing-witch"
    text = (
        "From now on, whenever a witch escapes, a random creature in the hand of her player's opponent loses 2 levels."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.add_crow()


class CrackedCeremonyWitch(Witch):
    clause = "S-95"
    name = "Cracked Ceremony Witch"
    slug = "cracked-ceremony-witch"
    text = (
        "From now on every witch that is played costs her player's opponent a random card from hand, beginning "
        "with this one."
    )

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.add_ceremony()
        d.discard([one_of(d.hand(me.foe), luck)], luck)


class NoGoodTryingWitch(Witch):
    clause = "S-96"
    name = "No Good Trying Witch"
    slug = "no-good-trying-witch"
    text = "You skip your next turn and draw 3 cards at its end."

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        d.grant_skip(me.you)


class ScarecrowsKeeper(Witch):
    clause = "S-97"
    name = "Scarecrow's Keeper"
    slug = "scarecrows-keeper"
    text = (
        "While you hold her you may not play creatures, and at the end of every turn the creatures in your hand "
        "gain 1 level."
    )
    restrains = True

    def allows(self, d: Duel, me: Frame, other: int) -> bool:
        return d.card(other).kind != CREATURE

    def turn_ends(self, d: Duel, me: Frame, luck: Luck) -> None:
        for c in d.creatures(me.you):
            d.raise_level(c, 1)


SACRED_B: list[Witch] = [
    TheSandWitch(),
    GreenWitch(),
    WiccanLittle(),
    CovenCallingWitch(),
    WraithWitch(),
    LenoresWitch(),
    TheWitchOfTheCumaeanSibyl(),
    MedusasWitch(),
    ChiquitaWitch(),
    MidasWitch(),
    SantaWitch(),
    DavidsWitch(),
    GoliathWitch(),
    JunosWitch(),
    UncagingWitch(),
    BuriedWitch(),
    SkeletalWitch(),
    OssuaryWitch(),
    PilferingWitch(),
    BacklashWitch(),
    BenevolentWitch(),
    PrehistoricWitch(),
    WyrmHatchingWitch(),
    HaughtyWitch(),
    HaggelAndWitchel(),
    StorytimeWitch(),
    OndusWitch(),
    TheCovenOfBabel(),
    ScarecrowWitch(),
    VegetableMaskWitch(),
    AbsolvingWitch(),
    ArnoldLaynesWitch(),
    EmilysHidingWitch(),
    GoldenVeilWitch(),
    DarkGlobeWitch(),
    GnomeWitch(),
    JugbandMarchingWitch(),
    JugbandEncoreWitch(),
    JugbandUnderstudyWitch(),
    ScientificWitch(),
    OverdriveWitch(),
    StraightWitch(),
    TheMadcapsWitch(),
    ClockworkCrierWitch(),
    CrowLaughingWitch(),
    CrackedCeremonyWitch(),
    NoGoodTryingWitch(),
    ScarecrowsKeeper(),
]
