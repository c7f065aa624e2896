"""The lab on a real Ray cluster of two nodes: the same rows, also when a node is lost on the way."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import ray
from ray.cluster_utils import Cluster

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.lab.simulation.deals import PlayRows
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow
from rumpus.lab.simulation.workers import Ray, workers_for
from tests.lab.helpers import rows_of


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    settings = {"num_cpus": 1, "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args=settings)
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level=logging.ERROR)
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_cluster_of_two_nodes_gives_the_same_rows_and_survives_the_loss_of_one(cluster: Cluster) -> None:
    plan = Plan(find_game("defend_the_city"), {}, ["random"], 600, "cluster")
    alone = rows_of(plan)
    assert len(ray.nodes()) == 2
    workers = Ray("")
    found: list[GameRow] = []
    lost = False
    for _, rows in workers.map(PlayRows(plan), plan.chunks()):
        found += rows
        if not lost:
            lost = True
            cluster.remove_node(cluster.list_all_nodes()[1], allow_graceful=False)
    assert sorted(found, key=lambda row: row.number) == alone


@pytest.mark.cluster
def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(RumpusError, match="There is no Ray cluster at"):
        workers_for("ray://127.0.0.1:1", 0)
