"""Cat Brawl: two to six cats, three movements, one winner."""

from rumpus.games.cat_brawl.game import CatBrawl

game = CatBrawl()
