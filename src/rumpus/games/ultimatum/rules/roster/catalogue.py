"""The roster. A character's index is its number in saved games, so only append."""

from __future__ import annotations

from typing import Final

from rumpus.games.ultimatum.rules.roster.amity import Amity
from rumpus.games.ultimatum.rules.roster.bram import Bram
from rumpus.games.ultimatum.rules.roster.corvin import Corvin
from rumpus.games.ultimatum.rules.roster.halla import Halla
from rumpus.games.ultimatum.rules.roster.isk import Isk
from rumpus.games.ultimatum.rules.roster.lys import Lys
from rumpus.games.ultimatum.rules.roster.nyx import Nyx
from rumpus.games.ultimatum.rules.roster.orrin import Orrin
from rumpus.games.ultimatum.rules.roster.sable import Sable
from rumpus.games.ultimatum.rules.roster.tamsin import Tamsin
from rumpus.games.ultimatum.rules.roster.ursa import Ursa
from rumpus.games.ultimatum.rules.roster.wren import Wren

ROSTER: Final = [Bram(), Wren(), Amity(), Nyx(), Orrin(), Sable(), Isk(), Tamsin(), Ursa(), Lys(), Corvin(), Halla()]
