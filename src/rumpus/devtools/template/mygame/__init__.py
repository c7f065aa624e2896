"""My Game: hidden hands for two to four, in a package of its own."""

from mygame.game import MyGame

game = MyGame()
