"""The duel itself: who wins (B-8), who slips out of it (B-9), what it costs (B-10) and where the cards go (B-11)."""

from __future__ import annotations

from rumpus.core.rng import Luck
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
    NOBODY,
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
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import Frame
from rumpus.games.creature_wars.rules.places import bury, drop_rings, into_slot, leave, take_out, vanish
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of


def beats(mine: int, theirs: int) -> bool:
    """Ancient beats Fire beats Nightmare beats Holy beats Ancient (CW-30); no type beats nothing (CW-31)."""
    return mine != NO_TYPE and theirs != NO_TYPE and (mine + 1) % 4 == theirs


# --- power (CW-29) ---


def power(d: Duel, p: int) -> int:
    """The power of the card in p's slot against the card in the other."""
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
    if facing != NOBODY and beats(card.type, d.cards[facing].type):
        foe = d.cards[facing]
        total += 6 if d.magic.juno and (card.tribe == GIANT or foe.tribe == GIANT) else 3
    return total


# --- B-8 ---


def compare(d: Duel) -> None:
    """Find the winner, the losers and the fate of both cards: the first rule that fits decides."""
    d.winner = NOBODY
    d.losers = 0
    d.clash = False
    d.bizarre = False
    d.fought = False
    d.blow_to = NOBODY
    f = d.first
    a = d.empires[f].slot
    b = d.empires[1 - f].slot
    d.compared[f] = a
    d.compared[1 - f] = b
    d.empires[f].fate = NO_FATE
    d.empires[1 - f].fate = NO_FATE
    if a == NOBODY or b == NOBODY:
        _void(d, f)
        _void(d, 1 - f)
        return
    _use_up_charges(d, d.cards[a], d.cards[b])
    if d.cards[a].kind == ODDITY or d.cards[b].kind == ODDITY:
        _meet_oddity(d, f)
        _meet_oddity(d, 1 - f)
        return
    d.fought = True
    if d.cards[a].tribe == SCARECROW or d.cards[b].tribe == SCARECROW:
        _set_fate(d, f, DISCARDED)
        _set_fate(d, 1 - f, DISCARDED)
        return
    if _automatic_loss(d, f) or _unassailable(d, f) or _automatic_win(d, f):
        return
    _measure(d, f)


def _set_fate(d: Duel, p: int, fate: int) -> None:
    """A Militia vanishes whatever happens (CW-26)."""
    vanishes = d.cards[d.empires[p].slot].name == MILITIA
    d.empires[p].fate = VANISHED if vanishes else fate


def _void(d: Duel, p: int) -> None:
    c = d.empires[p].slot
    if c == NOBODY:
        return
    kind = d.cards[c].kind
    _set_fate(d, p, BACK if kind == CREATURE else (FLED if kind == WITCH else OUT))


def _use_up_charges(d: Duel, a: Card, b: Card) -> None:
    """Goliath's and the Berserker's charges are spent by the first duel they fit, once (B-8)."""
    if d.magic.goliath and not d.inverted and a.kind == CREATURE and b.kind == CREATURE:
        d.magic.goliath -= 1
        d.inverted = True
    if d.magic.berserk and not d.berserk:
        d.magic.berserk -= 1
        d.berserk = True


def _meet_oddity(d: Duel, p: int) -> None:
    """What becomes of p's card when at least one of the two does not fight (B-8.2)."""
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
    return card.doomed != NOBODY


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


def _cannot_be_attacked(d: Duel, p: int) -> bool:
    card = d.cards[d.empires[p].slot]
    return card.kind == WITCH and witch_of(card.witch).cannot_be_attacked


def _unassailable(d: Duel, f: int) -> bool:
    for p in d.in_order:
        if _cannot_be_attacked(d, p):
            _escape(d, p)
            return True
    return False


def _escape(d: Duel, p: int) -> None:
    """A witch flees: from a creature that is a win without a loser, from another witch both flee (CW-47, CW-49)."""
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


def _measure(d: Duel, f: int) -> None:
    """Power decides (B-8.7)."""
    mine = power(d, f)
    theirs = power(d, 1 - f)
    if d.events is not None:
        d.tell("powers", [f, mine, theirs])
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
    """One side has lost, the other has won."""
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


def twist(d: Duel, luck: Luck) -> None:
    """Baden's switches, each followed by a new comparison, then Skeletor's trick."""
    f = d.first
    while _baden(d, f, luck) or _baden(d, 1 - f, luck):
        compare(d)
    _skeletor(d, f, luck)
    _skeletor(d, 1 - f, luck)


def _baden(d: Duel, p: int, luck: Luck) -> bool:
    empire = d.empires[p]
    if not (d.losers >> p & 1) or not empire.baden or empire.switched:
        return False
    rescuer = d.most_powerful([c for c in d.creatures(p) if d.cards[c].locks == 0])
    if rescuer == NOBODY:
        return False
    empire.baden -= 1
    empire.switched = True
    old = empire.slot
    if d.events is not None:
        d.tell("steps in", [p, d.text(rescuer), d.text(old)])
    d.mine(rescuer).cooldown = 0
    _step_in(d, p, rescuer, old, luck)
    empire.surging = False
    empire.fortunate = False
    empire.doubled = False
    if d.cards[old].name == MILITIA:
        d.fail_quests(old)
    else:
        d.mine(old).doomed = NOBODY
        d.enter(p, old, luck, EVERYBODY)
    return True


def _step_in(d: Duel, p: int, c: int, old: int, luck: Luck) -> None:
    leave(d, old)
    into_slot(d, p, c)
    if d.cards[c].tribe == GRINCH:
        d.release(c, p, luck)


def _skeletor(d: Duel, p: int, luck: Luck) -> None:
    c = d.empires[p].slot
    if c == NOBODY or d.cards[c].name != SKELETOR:
        return
    fate = d.empires[p].fate
    if fate not in (SLAIN, RETIRED) or not d.fought:
        return
    facing = d.empires[1 - p].slot
    if facing == NOBODY or d.cards[facing].kind != CREATURE:
        return
    stand_in = one_of([s for s in d.of_tribe(p, SKELETON) if d.cards[s].name != SKELETOR], luck)
    if stand_in == NOBODY:
        return
    if d.events is not None:
        d.tell("steps in", [p, d.text(stand_in), d.text(c)])
    d.fail_quests(stand_in)
    _step_in(d, p, stand_in, c, luck)
    d.enter(p, c, luck, EVERYBODY)


# --- B-10 ---


def deal_damage(d: Duel, luck: Luck) -> None:
    """The losers pay, then vengeance, backlash and the Cannonball's price; remembers what each lost."""
    mine = d.empires[0].hp
    theirs = d.empires[1].hp
    for p in d.in_order:
        if d.losers >> p & 1:
            _pay(d, p, luck)
    for p in d.in_order:
        if d.empires[p].fate == KILLED:
            card = d.cards[d.empires[p].slot]
            witch_of(card.witch).avenges(d, Frame(card.witch, d.empires[p].slot, p), luck)
    if d.magic.backlash and d.winner != NOBODY:
        c = d.empires[d.winner].slot
        if d.cards[c].kind == CREATURE and d.cards[c].level >= 6:
            d.hurt(d.winner, d.harm(c))
    if d.blow_to != NOBODY:
        d.hurt(d.blow_to, d.blow)
    if d.fought:
        d.last_duel = [
            d.empires[0].slot,
            d.empires[1].slot,
            mine - d.empires[0].hp,
            theirs - d.empires[1].hp,
        ]
    else:
        d.last_duel = []


def _pay(d: Duel, p: int, luck: Luck) -> None:
    empire = d.empires[p]
    c = empire.slot
    card = d.cards[c]
    damage = 0
    if not (card.kind == CREATURE and card.name != MILITIA and _takes_the_guilt(d, p, luck)):
        damage = card.base if card.kind == WITCH else d.harm(c)
        if empire.doubled:
            damage *= 2
        if empire.proud:
            damage *= 2
        damage += 3 * d.magic.wrath
        if d.berserk and d.winner != NOBODY:
            damage += d.cards[d.empires[d.winner].slot].level
    if empire.proud:
        empire.proud -= 1
    d.hurt(p, damage)


def _takes_the_guilt(d: Duel, p: int, luck: Luck) -> bool:
    """A Sin-Eater charge lays the loss on a random creature in hand, an outcast from now on (B-10.1)."""
    if not d.empires[p].sin_eater:
        return False
    guilty = one_of(d.creatures(p), luck)
    if guilty == NOBODY:
        return False
    d.empires[p].sin_eater -= 1
    d.lock(guilty, OUTCAST)
    return True


# --- B-11 ---


def dispose(d: Duel, luck: Luck) -> None:
    """Tallies, then both cards go where their fates send them."""
    for p in d.in_order:
        _count(d, p)
    for p in d.in_order:
        empire = d.empires[p]
        if empire.fate in (SLAIN, KILLED):
            empire.rings_left = drop_rings(d, empire.slot)
    for p in d.in_order:
        if d.empires[p].slot != NOBODY:
            _put_away(d, p, d.empires[p].slot, d.empires[p].fate, luck)


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
        tribe = d.cards[empire.slot].tribe
        if 0 <= tribe < TRIBES:
            d.empires[1 - p].slain_tribes |= 1 << tribe
    if empire.fate == FLED and d.cards[empire.slot].witch not in empire.escaped:
        empire.escaped = [*empire.escaped, d.cards[empire.slot].witch]


def _put_away(d: Duel, p: int, c: int, fate: int, luck: Luck) -> None:
    if fate in (BACK, BACK_TIRED):
        d.give_back(p, c, 1 if fate == BACK_TIRED else 0, luck)
        return
    if d.events is not None:
        d.tell("fate", [p, d.text(c), fate])
    if fate == VANISHED:
        vanish(d, c)
    elif fate == OUT or (d.empires[p].banished and d.cards[c].kind == WITCH):
        take_out(d, c)
    else:
        bury(d, c, fate, p)


def eaten(d: Duel, p: int) -> None:
    """The winner's cannibals eat the defeated card and heal its base strength (B-12.4)."""
    foe = 1 - p
    c = d.last_duel[foe] if d.last_duel else NOBODY
    if c == NOBODY or d.empires[foe].fate not in (SLAIN, KILLED):
        return
    base = d.cards[c].base
    if d.cards[c].zone == GRAVEYARD:
        take_out(d, c)
    if d.events is not None:
        d.tell("eaten", [p, d.text(c)])
    d.heal(p, base)
