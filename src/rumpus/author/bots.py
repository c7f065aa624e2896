"""Bots of a game: search settings, evaluators and feature vectors."""

from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, SearchConfig, WinModel
from rumpus.core.features import EntityGroup, FeatureGroup, FeatureLayout, Features

__all__ = [
    "Bots",
    "EntityGroup",
    "Evaluator",
    "FeatureGroup",
    "FeatureLayout",
    "Features",
    "SearchConfig",
    "WinModel",
]
