"""Rules of Creature Wars. `d` is a position (Duel), `p` a player, `c` a card number."""
