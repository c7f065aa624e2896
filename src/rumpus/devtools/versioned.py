"""The game in development for the catalogue, with a version derived from its source."""

from __future__ import annotations

import os
from importlib import import_module

from rumpus.devtools.packages import TARGET, VERSION

_module, _, _attribute = os.environ[TARGET].partition(":")
game = getattr(import_module(_module), _attribute)
game.version = int(os.environ[VERSION])
