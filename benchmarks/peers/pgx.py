"""Pgx on one CPU core: whole batches of random games inside one compiled loop."""

from __future__ import annotations

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx

from benchmarks.clock import guarded, rate

NAME = "Pgx"
BATCH = 1000


def game_task(name: str) -> None:
    env = pgx.make(name)
    keys = [jax.random.PRNGKey(0)]

    def step(state: Any, key: Any) -> tuple[Any, Any]:
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        alive = ~(state.terminated | state.truncated)
        return jax.vmap(env.step)(state, jax.random.categorical(key, logits, axis=-1)), alive.sum()

    @jax.jit
    def whole(key: Any) -> Any:
        first, second = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(first, BATCH))

        def going(carry: Any) -> Any:
            return ~(carry[0].terminated | carry[0].truncated).all()

        def on(carry: Any) -> Any:
            state, key, made = carry
            key, now = jax.random.split(key)
            state, alive = step(state, now)
            return state, key, made + alive

        return jax.lax.while_loop(going, on, (state, second, jnp.int32(0)))[2]

    def work() -> int:
        keys[0], key = jax.random.split(keys[0])
        return int(whole(key))

    rate(NAME, f"{name}, batch {BATCH}, loop inside", "moves/s", work, "one jit over a whole batch, CPU")


for task in ("tic_tac_toe", "connect_four", "leduc_holdem"):
    guarded(partial(game_task, task), NAME)
