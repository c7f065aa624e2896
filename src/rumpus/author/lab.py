"""Groups, counters and treatments of a game for the lab."""

from rumpus.core.extensions import Lab, Treatments

__all__ = ["Lab", "Treatments"]
