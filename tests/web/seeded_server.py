"""`python -m tests.web.seeded_server`: `rumpus serve` from one seed, for tests that are not about chance.

Every match is dealt from one seed, and bots decide by another; what keeps people apart, secrets and names of tables,
is as random as ever. All people of the tests come from one address, so that it may make many profiles.
"""

from __future__ import annotations

import hashlib
import runpy
import secrets

from rumpus.service.profiles import profiles


def token_hex(nbytes: int | None = None) -> str:
    return hashlib.sha512(b"the same every day").hexdigest()[: 2 * (nbytes or secrets.DEFAULT_ENTROPY)]


if __name__ == "__main__":
    secrets.token_hex = token_hex
    profiles.PROFILES_PER_ADDRESS = 100_000
    runpy.run_module("rumpus", run_name="__main__")
