"""Training of networks by self-play."""

import os

# One thread per process: matrices of this size gain nothing from more. numpy's libraries read this when loaded, and
# actor processes inherit it.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
