"""Players that learn a game from its rules alone, by playing against themselves."""

import os

# Every process here is one core's worth of work: matrices of this size gain nothing from more threads. Read by numpy's
# libraries when they are loaded, and handed on to the processes that play.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
