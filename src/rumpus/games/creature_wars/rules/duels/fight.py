"""The fight: result (B-8), switches (B-9), damage (B-10), disposal (B-11)."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import (
    BACK,
    BACK_TIRED,
    CANNONBALL,
    CREATURE,
    DISCARDED,
    EVERYBODY,
    FLED,
    GIANT,
    GRAVEYARD,
    GRINCH,
    KILLED,
    MILITIA,
    NIGHTMARE,
    NO_FATE,
    NO_TRIBE,
    NO_TYPE,
    NONE,
    ODDITY,
    OUT,
    OUTCAST,
    RETIRED,
    SCARECROW,
    SERPENT,
    SKELETON,
    SKELETOR,
    SLAIN,
    TRIBES,
    VANISHED,
    WITCH,
    Card,
)
from rumpus.games.creature_wars.rules.chance import one_of
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import Frame
from rumpus.games.creature_wars.rules.places import bury, drop_rings, into_slot, leave, take_out, vanish
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of


def beats(mine: int, theirs: int) -> bool:
    """Ancient beats Fire beats Nightmare beats Holy beats Ancient (CW-30, CW-31)."""
    return mine != NO_TYPE and theirs != NO_TYPE and (mine + 1) % 4 == theirs


# --- power (CW-29) ---


def power(d: Duel, p: int) -> int:
    """Power of p's card against the card opposite."""
    empire = d.empires[p]
    card = d.cards[empire.slot]
    total = card.base + card.level
    if empire.surging:
        total += 3
    if card.kind != CREATURE:
        return total
    if card.type == NIGHTMARE:
        total += 2 * d.magic.sand
    facing = d.empires[1 - p].slot
    if facing != NONE and beats(card.type, d.cards[facing].type):
        foe = d.cards[facing]
        total += 6 if d.magic.juno and (card.tribe == GIANT or foe.tribe == GIANT) else 3
    return total


# --- B-8 ---


def compare(d: Duel) -> None:
    """Sets winner, losers and fates; the first matching rule decides."""
    d.winner = NONE
    d.losers = 0
    d.clash = False
    d.bizarre = False
    d.fought = False
    d.blow_to = NONE
    f = d.first
    a = d.empires[f].slot
    b = d.empires[1 - f].slot
    d.compared[f] = a
    d.compared[1 - f] = b
    d.empires[f].fate = NO_FATE
    d.empires[1 - f].fate = NO_FATE
    if a == NONE or b == NONE:
        _void(d, f)
        _void(d, 1 - f)
        return
    _use_up_charges(d, d.cards[a], d.cards[b])
    if d.cards[a].kind == ODDITY or d.cards[b].kind == ODDITY:
        _face_oddity(d, f)
        _face_oddity(d, 1 - f)
        return
    d.fought = True
    if d.cards[a].tribe == SCARECROW or d.cards[b].tribe == SCARECROW:
        _set_fate(d, f, DISCARDED)
        _set_fate(d, 1 - f, DISCARDED)
        return
    if _automatic_loss(d, f) or _unassailable(d) or _automatic_win(d, f):
        return
    _compare_power(d, f)


def _set_fate(d: Duel, p: int, fate: int) -> None:
    """Sets the card's fate; a Militia always vanishes (CW-26)."""
    vanishes = d.cards[d.empires[p].slot].name == MILITIA
    d.empires[p].fate = VANISHED if vanishes else fate


def _void(d: Duel, p: int) -> None:
    c = d.empires[p].slot
    if c == NONE:
        return
    kind = d.cards[c].kind
    _set_fate(d, p, BACK if kind == CREATURE else (FLED if kind == WITCH else OUT))


def _use_up_charges(d: Duel, a: Card, b: Card) -> None:
    """Spends Goliath's and Berserker's charges in the first matching duel (B-8)."""
    if d.magic.goliath and not d.inverted and a.kind == CREATURE and b.kind == CREATURE:
        d.magic.goliath -= 1
        d.inverted = True
    if d.magic.berserk and not d.berserk:
        d.magic.berserk -= 1
        d.berserk = True


def _face_oddity(d: Duel, p: int) -> None:
    """Sets the fate of p's card if either card is an oddity (B-8.2)."""
    c = d.empires[p].slot
    card = d.cards[c]
    if card.kind == ODDITY:
        _set_fate(d, p, OUT)
    elif card.kind == WITCH:
        _set_fate(d, p, FLED)
    elif d.cards[d.empires[1 - p].slot].name == CANNONBALL:
        d.blow_to = 1 - p
        d.blow = d.harm(c)
        _set_fate(d, p, RETIRED)
    else:
        _set_fate(d, p, BACK_TIRED)


def _loses_anyway(d: Duel, p: int) -> bool:
    card = d.cards[d.empires[p].slot]
    if card.kind == WITCH:
        return witch_of(card.witch).loses_every_fight
    return card.doomed != NONE


def _automatic_loss(d: Duel, f: int) -> bool:
    first = _loses_anyway(d, f)
    second = _loses_anyway(d, 1 - f)
    if first and second:
        for p in d.in_order:
            d.losers |= 1 << p
            _set_fate(d, p, KILLED if d.cards[d.empires[p].slot].kind == WITCH else SLAIN)
        return True
    if first or second:
        _defeat(d, f if first else 1 - f)
        return True
    return False


def _unassailable(d: Duel) -> bool:
    for p in d.in_order:
        card = d.cards[d.empires[p].slot]
        if card.kind == WITCH and witch_of(card.witch).cannot_be_attacked:
            _escape(d, p)
            return True
    return False


def _escape(d: Duel, p: int) -> None:
    """Lets a witch flee: a win over a creature, no winner among witches (CW-47, CW-49)."""
    _set_fate(d, p, FLED)
    if d.cards[d.empires[1 - p].slot].kind == WITCH:
        _set_fate(d, 1 - p, FLED)
    else:
        d.winner = p
        _set_fate(d, 1 - p, BACK)


def _wins_anyway(d: Duel, p: int) -> bool:
    if d.empires[p].fortunate:
        return True
    return d.magic.venom and d.cards[d.empires[p].slot].tribe == SERPENT


def _automatic_win(d: Duel, f: int) -> bool:
    first = _wins_anyway(d, f)
    second = _wins_anyway(d, 1 - f)
    if first == second:
        return False
    _defeat(d, 1 - f if first else f)
    return True


def _compare_power(d: Duel, f: int) -> None:
    """Decides by power (B-8.7)."""
    mine = power(d, f)
    theirs = power(d, 1 - f)
    if d.events is not None:
        d.emit("powers", [f, mine, theirs])
    a = d.cards[d.empires[f].slot]
    b = d.cards[d.empires[1 - f].slot]
    if a.kind == CREATURE and b.kind == CREATURE:
        if mine == theirs:
            _set_fate(d, f, BACK_TIRED)
            _set_fate(d, 1 - f, BACK_TIRED)
            return
        david = d.magic.david and (a.tribe == GIANT) != (b.tribe == GIANT)
        lower_wins = d.inverted or david
        _defeat(d, f if (mine < theirs) != lower_wins else 1 - f)
    elif a.kind == WITCH and b.kind == WITCH:
        if mine == theirs:
            _escape(d, f)
        else:
            _defeat(d, f if mine < theirs else 1 - f)
    else:
        hunter = f if a.kind == CREATURE else 1 - f
        strength = mine if hunter == f else theirs
        if strength > mine + theirs - strength:
            _defeat(d, 1 - hunter)
        else:
            _escape(d, 1 - hunter)


def _defeat(d: Duel, loser: int) -> None:
    winner = 1 - loser
    d.winner = winner
    d.losers = 1 << loser
    lost = d.cards[d.empires[loser].slot]
    won = d.cards[d.empires[winner].slot]
    _set_fate(d, loser, KILLED if lost.kind == WITCH else SLAIN)
    if won.kind == WITCH:
        _set_fate(d, winner, FLED)
    elif lost.kind == WITCH:
        _set_fate(d, winner, BACK)
    else:
        _set_fate(d, winner, RETIRED)
        d.clash = won.tribe != NO_TRIBE and won.tribe == lost.tribe
        d.bizarre = beats(lost.type, won.type)


# --- B-9 ---


def switch_cards(d: Duel, rng: Rng) -> None:
    """Applies Baden's switches, comparing anew after each, then Skeletor's."""
    f = d.first
    while _baden(d, f, rng) or _baden(d, 1 - f, rng):
        compare(d)
    _skeletor(d, f, rng)
    _skeletor(d, 1 - f, rng)


def _baden(d: Duel, p: int, rng: Rng) -> bool:
    empire = d.empires[p]
    if not (d.losers >> p & 1) or not empire.baden or empire.switched:
        return False
    rescuer = d.most_powerful([c for c in d.creatures(p) if d.cards[c].locks == 0])
    if rescuer == NONE:
        return False
    empire.baden -= 1
    empire.switched = True
    old = empire.slot
    if d.events is not None:
        d.emit("steps in", [p, d.text(rescuer), d.text(old)])
    d.writable(rescuer).cooldown = 0
    _step_in(d, p, rescuer, old, rng)
    empire.surging = False
    empire.fortunate = False
    empire.doubled = False
    if d.cards[old].name == MILITIA:
        d.fail_quests(old)
    else:
        d.writable(old).doomed = NONE
        d.enter(p, old, rng, EVERYBODY)
    return True


def _step_in(d: Duel, p: int, c: int, old: int, rng: Rng) -> None:
    leave(d, old)
    into_slot(d, p, c)
    if d.cards[c].tribe == GRINCH:
        d.release(c, p, rng)


def _skeletor(d: Duel, p: int, rng: Rng) -> None:
    c = d.empires[p].slot
    if c == NONE or d.cards[c].name != SKELETOR:
        return
    fate = d.empires[p].fate
    if fate not in (SLAIN, RETIRED) or not d.fought:
        return
    facing = d.empires[1 - p].slot
    if facing == NONE or d.cards[facing].kind != CREATURE:
        return
    stand_in = one_of([s for s in d.of_tribe(p, SKELETON) if d.cards[s].name != SKELETOR], rng)
    if stand_in == NONE:
        return
    if d.events is not None:
        d.emit("steps in", [p, d.text(stand_in), d.text(c)])
    d.fail_quests(stand_in)
    _step_in(d, p, stand_in, c, rng)
    d.enter(p, c, rng, EVERYBODY)


# --- B-10 ---


def deal_damage(d: Duel, rng: Rng) -> None:
    """Applies the losers' damage, vengeance, backlash and the Cannonball's price."""
    mine = d.empires[0].hp
    theirs = d.empires[1].hp
    for p in d.in_order:
        if d.losers >> p & 1:
            _pay(d, p, rng)
    for p in d.in_order:
        if d.empires[p].fate == KILLED:
            card = d.cards[d.empires[p].slot]
            witch_of(card.witch).avenges(d, Frame(card.witch, d.empires[p].slot, p), rng)
    if d.magic.backlash and d.winner != NONE:
        c = d.empires[d.winner].slot
        if d.cards[c].kind == CREATURE and d.cards[c].level >= 6:
            d.hurt(d.winner, d.harm(c))
    if d.blow_to != NONE:
        d.hurt(d.blow_to, d.blow)
    if d.fought:
        d.last_duel = [d.empires[0].slot, d.empires[1].slot, mine - d.empires[0].hp, theirs - d.empires[1].hp]
    else:
        d.last_duel = []


def _pay(d: Duel, p: int, rng: Rng) -> None:
    empire = d.empires[p]
    c = empire.slot
    card = d.cards[c]
    damage = 0
    if not (card.kind == CREATURE and card.name != MILITIA and _use_sin_eater(d, p, rng)):
        damage = card.base if card.kind == WITCH else d.harm(c)
        if empire.doubled:
            damage *= 2
        if empire.proud:
            damage *= 2
        damage += 3 * d.magic.wrath
        if d.berserk and d.winner != NONE:
            damage += d.cards[d.empires[d.winner].slot].level
    if empire.proud:
        empire.proud -= 1
    d.hurt(p, damage)


def _use_sin_eater(d: Duel, p: int, rng: Rng) -> bool:
    """Makes a random creature in hand an outcast instead of damage (B-10.1)."""
    if not d.empires[p].sin_eater:
        return False
    guilty = one_of(d.creatures(p), rng)
    if guilty == NONE:
        return False
    d.empires[p].sin_eater -= 1
    d.lock(guilty, OUTCAST)
    return True


# --- B-11 ---


def dispose(d: Duel, rng: Rng) -> None:
    """Counts results, then moves both cards by their fates."""
    for p in d.in_order:
        _count(d, p)
    for p in d.in_order:
        empire = d.empires[p]
        if empire.fate in (SLAIN, KILLED):
            empire.rings_left = drop_rings(d, empire.slot)
    for p in d.in_order:
        if d.empires[p].slot != NONE:
            _put_away(d, p, d.empires[p].slot, d.empires[p].fate, rng)


def _count(d: Duel, p: int) -> None:
    empire = d.empires[p]
    if d.winner == p:
        empire.won += 1
        empire.run = empire.run + 1 if empire.run_alive else 1
        empire.run_alive = True
    if d.losers >> p & 1:
        empire.lost += 1
        empire.run_alive = False
    if empire.fate == SLAIN:
        tribe: int = d.cards[empire.slot].tribe
        if 0 <= tribe < TRIBES:
            d.empires[1 - p].slain_tribes |= 1 << tribe
    if empire.fate == FLED and d.cards[empire.slot].witch not in empire.escaped:
        empire.escaped = [*empire.escaped, d.cards[empire.slot].witch]


def _put_away(d: Duel, p: int, c: int, fate: int, rng: Rng) -> None:
    if fate in (BACK, BACK_TIRED):
        d.give_back(p, c, 1 if fate == BACK_TIRED else 0, rng)
        return
    if d.events is not None:
        d.emit("fate", [p, d.text(c), fate])
    if fate == VANISHED:
        vanish(d, c)
    elif fate == OUT or (d.empires[p].banished and d.cards[c].kind == WITCH):
        take_out(d, c)
    else:
        bury(d, c, fate, p)


def eat_defeated(d: Duel, p: int) -> None:
    """Removes the defeated card and heals the winner by its base (B-12.4)."""
    foe = 1 - p
    c = d.last_duel[foe] if d.last_duel else NONE
    if c == NONE or d.empires[foe].fate not in (SLAIN, KILLED):
        return
    base = d.cards[c].base
    if d.cards[c].zone == GRAVEYARD:
        take_out(d, c)
    if d.events is not None:
        d.emit("eaten", [p, d.text(c)])
    d.heal(p, base)
