"""The finer points of single witches, for the rules and the docs: what her sentence on the card leaves open."""

from __future__ import annotations

from typing import Final

RULINGS: Final[dict[str, str]] = {
    "L-01": (
        "Even a Militia kills her. Two Blind Witches kill each other: both Empires take 3 and nobody wins. She "
        "flees from an empty slot, a Cannonball or a Wraith."
    ),
    "L-02": (
        "Stronger than luck and venom. Against a creature you have won and nobody has lost; against a witch both "
        "flee. Only a Blind Witch still dies, and then you have won."
    ),
    "L-03": "The creature that killed her is back in hand by then and may be the one.",
    "L-04": (
        "Any kind of card, locked ones too; all its marks are gone with it. You learn neither the old nor the new face."
    ),
    "L-05": (
        "Twice her base, normally 6: Wrath, pride and the like do not raise it, a ward of your opponent halves "
        "it. Your own 3 come in the same step, so both may fall at once (CW-86)."
    ),
    "L-06": "An empty deck gives fewer.",
    "L-07": (
        "By weight, never one of the three imitators (CW-80). The new level is rolled for the new tier, plus 2 if "
        "she was enhanced and 2 for each ring. The change is for good."
    ),
    "L-08": (
        "The two cards in the duel stay out of it. Cooldowns, locks, dooms, fuses and rings travel; first-in- "
        "line, deadlines and quests fall off; a beguilement lapses. All exchanged cards are known to both."
    ),
    "L-09": "Resting, locked and special creatures too.",
    "L-10": (
        "Fleeing from a drawn fight of witches or an empty slot is escaping. Discarded with a Scarecrow, nobody draws."
    ),
    "L-11": "You get yours first.",
    "L-12": "Highest base, then level, then further left. A copy by CW-72; you know that card from then on.",
    "L-13": "After the draw, already in the turn she arrives. Several of them hurt one after the other.",
    "L-14": "They change in place: levels, rally bonus, cooldown, locks and rings stay.",
    "L-15": "Resting, locked and special creatures too.",
    "L-16": "Resting and locked ones count. One card, not one per pair.",
    "L-17": "First the damage, then the healing, and only then is anybody's loss checked.",
    "L-18": "Never below level 0.",
    "L-19": "Made new, levels 4 to 6.",
    "L-20": "Only escapes from duels count, over the whole game. The new witch has a random level of 1 to 3.",
    "L-21": "Only escapes from duels count, over the whole game. The new witch has a random level of 1 to 3.",
    "L-22": "Random level and Type each.",
    "L-23": "By weight, repeats possible. Only you see them; the two others never existed.",
    "L-24": "Creature or witch, for that duel only; a Militia does not use it. Lost if there is nothing to compare.",
    "L-25": (
        "She rolls only if she is playable, you do not skip, and no other has jumped out for you. Your opponent "
        "learns of it at the reveal. Otherwise you may play her at will."
    ),
    "L-26": "Any Rally at any earlier time, of witches and at the deal too.",
    "L-27": "Serpent, Wolf, Skeleton, Pirate or Giant, with a random Type. The healing comes first.",
    "S-01": (
        "Locked cards and oddities too; the two cards in the duel stay. A Grinch's sack is emptied afterwards and "
        "survives."
    ),
    "S-02": (
        "In hands, deck, slots, sacks and gifts, but not those made later. A Pirate opposite fights as a Phantom "
        "at once. Both hands are checked for Rallies."
    ),
    "S-04": (
        "In hands, deck, slots, sacks and gifts, but not those made later. They are Wolves no longer and keep "
        "their levels; a typeless one stays typeless."
    ),
    "S-05": (
        "The cards that are there now stay visible to you while they are in that hand. What is inside gifts stays "
        "secret."
    ),
    "S-06": (
        "After gifts have opened and Which Witch has changed. She keeps her rings, and the change is for good: "
        "from a creature both usually return tied, and you have gained a copy. Opposite another Shifting Witch or "
        "nobody she does nothing."
    ),
    "S-07": (
        "Every card there that is enhanced or in an active Rally, witches too: it loses the levels of its bonus "
        "and its marks and is barred."
    ),
    "S-08": "First the discards, then the change; typeless ones are passed over.",
    "S-09": "The cards in the duel are not touched. No damage.",
    "S-10": "By weight, then one shuffle.",
    "S-11": (
        "Creatures and witches can bear it, several rings too. With no victor or no possible bearer the ring is "
        "lost; so it is when its bearer reaches the graveyard in any other way or is replaced. It stays on in the "
        "deck and from hand to hand. Discarded with a Scarecrow she leaves no ring."
    ),
    "S-12": (
        "From now on: a Serpent opposite kills her already. Between Serpents power decides. They beat witches of "
        "any power, but not the Invisible one; doom and Scarecrow come first."
    ),
    "S-13": "By base strength (CW-34); fewer if there are fewer.",
    "S-14": "Ordinary Wolves, random level and Type.",
    "S-15": (
        "By base strength (CW-34). Both blows fall before the loss check, yours first. Both creatures stay in "
        "hand. Nothing if either side has none."
    ),
    "S-16": (
        "A fuse lit in turn t burns down at the end of turn t + 2. Playing the card puts it out for good. An "
        "explosion deals the card's harm to whoever holds it then; the card goes to the graveyard, but not as "
        "slain. Locked ones explode too. A second Sun Witch adds levels, but the earlier fuse counts."
    ),
    "S-18": "Any kind of card without a permanent lock; fewer if there are fewer. You do not learn their faces.",
    "S-19": "Used up by the next loss, even one that costs nothing.",
    "S-20": (
        "A witch or a Militia does not use it. It is spent even if it could not help. Lucky against lucky or "
        "venomous: power decides. It kills a witch of any level."
    ),
    "S-21": (
        "If you hold creatures: one of the Tribe and the Type that are most frequent there (in a tie, the earlier "
        "in table order), with a random level. Otherwise, if you hold a witch, a random witch. Otherwise the wish "
        "is wasted. The card from the deck is removed."
    ),
    "S-22": "It may stay the same. Typeless ones are passed over.",
    "S-23": (
        "One of the seven, never its present one; the base follows, level and Type stay. Fixed shapes are passed over."
    ),
    "S-24": (
        "It is slain and costs its harm; the enemy card wins. The mark follows the card from hand to hand and "
        "ends in deck or graveyard."
    ),
    "S-25": "Any kind of card, yours first. Each hand is checked for Rallies when it is done.",
    "S-26": "Not in the duel, sacks or the graveyard; Werewolves are no Wolves. The deck keeps its order.",
    "S-27": (
        "Any kind of card, shown to both; its present base counts. A gift counts as 0 and stays wrapped. Locks "
        "and cooldown travel."
    ),
    "S-28": "Random level and Type.",
    "S-29": "Random level and Type. Your choice is open.",
    "S-30": (
        "It lapses if that card is gone or unplayable, if an Overeager Witch jumps out, or if the turn is skipped."
    ),
    "S-31": "You must discard, even with no losses. With an empty hand there is no damage.",
    "S-32": "Each is a creature 42 times in 52 and a witch otherwise.",
    "S-33": "Witches too, no Militia. The levels stay, the doubling is for that duel.",
    "S-34": (
        "Both are picked before the exchange (CW-34); nothing unless both sides have a creature. The deadline is "
        "the end of next turn, even for a card that rests or is locked; it lapses if the card has left that hand."
    ),
    "S-35": (
        "Slain in duels against you, by their Tribe at death; Skeletor counts as a Skeleton, special Tribes do "
        "not count. Deception hits yourself: useful just before Mayhem."
    ),
    "S-36": "Either player, from next turn on; used by the next duel that is not void, even if nobody loses.",
    "S-37": (
        "From left to right, with your opponent as the caster who makes all choices; loss check after each. "
        "Witches who do nothing when cast, and the three imitators, do nothing. This is neither playing nor "
        "escaping (CW-81)."
    ),
    "S-38": "Creatures and witches; 0 is even. Oddities stay.",
    "S-39": "Typeless creatures are passed over.",
    "S-40": "Any damage above 0 uses it, Mayhem too; 1 becomes 0. It does not help against destruction (CW-83).",
    "S-41": "The latest one still in the graveyard, whoever sent it, without cooldown.",
    "S-42": "From both sides, the one slain first comes first.",
    "S-43": "Only creatures that were slain in your own slot.",
    "S-44": "Base 2; level, Type and rally bonus stay. Both hands are checked for Rallies.",
    "S-45": "Resting and locked ones too. You cannot refuse.",
    "S-46": (
        "As many as both sides have, at most two. You choose without seeing the other hand; exchanged cards are "
        "known to both."
    ),
    "S-47": (
        "Nothing, not even the discard, without a Nightmare creature of yours or a creature there. The Changeling "
        "has the victim's base and Type and level 1."
    ),
    "S-48": (
        "Creatures only. Without a creature in hand the charge waits. It spares you the damage of that duel with "
        "all its additions, nothing else."
    ),
    "S-49": "Any kind of card without a permanent lock. It still counts for Rallies. You do not learn its face.",
    "S-50": "Against witches too. Adds up with each cast.",
    "S-51": "The difference is counted once, before the draws.",
    "S-52": "You are hurt first; both blows fall before the loss check.",
    "S-55": "Chance picks the three (fewer if there are fewer); you know them from then on.",
    "S-56": "You see the whole hand before the cards leave.",
    "S-57": "Only a creature that came back to hand. It still hurts in Mayhem.",
    "S-58": (
        "All gain first; then all of level 5 or more leave together as one blow, not as slain. Already at the end "
        "of the turn she arrives. Two act one after the other."
    ),
    "S-59": (
        "Creatures, witches and oddities, however they arrive, returning from a duel too. Cards already in hand "
        "must leave and come back first."
    ),
    "S-60": "The contents are fixed at once, half and half by chance. Owners do not know what is inside.",
    "S-61": (
        "Between two Giants and against witches nothing changes. Together with Goliath it is still the less powerful."
    ),
    "S-62": "Power with all bonuses; equal is a tie.",
    "S-63": "Between two Giants +6 too, not +12.",
    "S-64": "Chance picks the three (fewer if there are fewer); you know them from then on. No damage, not slain.",
    "S-65": "Four eligible Pirates in hand at this moment.",
    "S-66": (
        "Their base for power stays; a Serpent then costs 3 too. Skeletons already there and fixed shapes stay as "
        "they are."
    ),
    "S-67": "From both sides; one shuffle.",
    "S-69": (
        "Its harm, in the damage step, without doublings or additions. Beating a witch counts. Once, however "
        "often cast."
    ),
    "S-70": "Tribes in table order, then the special ones by name.",
    "S-72": "Random level and Type.",
    "S-73": "The level of the enemy card in the duel; none or an oddity counts as 0.",
    "S-74": (
        "These very draws may spring the trap. How many each needs is counted beforehand; one card at a time, the "
        "first player first. Only draws count. Several traps: one for each witch drawn."
    ),
    "S-75": "Both players know that creature.",
    "S-76": (
        "The duel of the turn before. HP come back as they were lost in the damage step; of the two cards, those "
        "now in the graveyard return, witches too. Casts, draws and counts stay. A duel can be undone once; after "
        "a void one there is nothing to undo."
    ),
    "S-77": "You first, Tribes as in S-70; one shuffle at the end.",
    "S-79": "After the draw, already in the turn she arrives.",
    "S-80": "In duels, Mayhem, explosions, souring and backlash (CW-74), now and later. Once, however often cast.",
    "S-81": "Nothing unless both hold a creature. Both cards are known to both.",
    "S-82": "In whichever hand it is, and after it returns from a duel. The roll overwrites earlier gains.",
    "S-83": "Random level and Type. Nothing if you hold all seven.",
    "S-85": "Typeless ones get a level only. The roll overwrites earlier gains.",
    "S-86": "They bind you while one of them is playable. The order ends for a card when it leaves your hand.",
    "S-87": (
        "Fewer if the deck runs short. Escaping is winning; ties, void duels and failing against a witch leave it "
        "open. It fails for good if one of them loses or leaves your hand without being played, stepping in for "
        "Skeletor too, or vanishes as a copy of a Militia. A gift among them passes the quest on to its content. The "
        "discarded card must still be in the graveyard; a Wrapped Gift comes back with its content, and an oddity "
        "gains no levels."
    ),
    "S-90": "The run that goes on, or the last one if it has ended (CW-53). The present duel does not count.",
    "S-91": "Creatures and witches; doubles gain too. Of two equally long rows the higher one.",
    "S-92": "A Grinch's sack is emptied after the shuffle and before the draws.",
    "S-93": "At the end of that turn, first the cards, then the damage. The number is open.",
    "S-94": "Counts for herself too. Adds up with each cast.",
    "S-95": (
        "Before each later witch casts, already for one of your opponent's in the same turn. Adds up with each cast."
    ),
    "S-96": "Nobody fights for you (CW-28). Several skips follow one another, 3 cards each.",
    "S-97": (
        "Witches, gifts, Cannonballs, Wraiths and she herself may be played. The ban is off while she is locked "
        "or barred by Lilith, not while she rests."
    ),
    "X-02": "Once per cast; you cannot refuse.",
    "X-03": "Resting and locked ones count (CW-83).",
    "X-04": (
        "At the end of turn t + 3: creatures and witches that are there then; level 0 rises to 1. The date is open."
    ),
    "X-05": "One blow for all. Werewolves are no Wolves.",
    "X-06": "Stolen from left to right, with cooldowns and locks.",
    "X-07": "Already in her own duel. Added after doublings; adds up with each cast.",
    "X-08": "Hands and sacks do not count. The answer is open.",
    "X-09": "Resting and locked ones count (CW-83).",
    "X-10": "Each cast adds four new ones (SC-15).",
    "X-11": (
        "Both players, creatures and witches, by their level when cards are chosen. Gifts are free, and Baden's "
        "and Skeletor's switches too."
    ),
    "X-12": (
        "Slain creatures and killed witches, already in the duel of this turn; they leave the game. Once, however "
        "often cast."
    ),
    "X-13": (
        "From hands, deck, sacks and the slot opposite: a witch there who has not cast never does. A witch whose "
        "own cast is running, he or Pandora's, finishes her duel first. What earlier witches left behind stays in "
        "force."
    ),
    "X-14": "Open to both (SC-6).",
    "X-15": "Each single draw. Adds up with each cast.",
    "X-16": (
        "It may still be lost. She cannot rescue herself by her own charge. Rescued witches go back to hand. "
        "Without a creature in hand the charge waits. One per duel."
    ),
    "X-17": (
        "HP may fall below 0 and rise again; Mayhem decides (CW-89). An Empire that would be destroyed falls to 0 "
        "and plays on."
    ),
}
