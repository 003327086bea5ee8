"""Parts of a server are killed while people play, or asked to end: nothing is lost, nothing comes twice, all
go on without a reload. `make bench-faults` does the same for a quarter of an hour."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.loops import run_alone
from tests.server import databases
from tests.server.world import RESTART, Alone, Many, killing


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone | Many]:
    folder = tmp_path_factory.mktemp("world")
    running = Alone(folder) if databases.kind == "sqlite" else Many(folder)
    yield running
    running.close()


def test_killed_while_people_play(world: Alone | Many) -> None:
    rng = Random(1)
    plan = list(world.kinds) * (3 if databases.kind == "sqlite" else 1)
    rng.shuffle(plan)
    kills, figures = run_alone(killing(world, plan, rng))
    assert [kill.kind for kill in kills] == plan
    assert figures["acknowledged"] > 20
    assert figures["people's choices"] >= figures["acknowledged"]


@pytest.mark.skipif(databases.kind == "sqlite", reason="about PostgreSQL and Redis")
def test_a_server_without_database_and_redis_still_stops(world: Alone | Many) -> None:
    assert isinstance(world, Many)
    away, ending = ("PostgreSQL", "Redis"), ("web", "worker")
    world.wait()
    for kind in away:
        world.kill(kind, 0)
    for kind in ending:
        world.part(kind, 0).stop()
    for kind in (*away, *ending):
        world.start(kind, 0)


def test_a_rolling_restart_refuses_and_loses_nothing(world: Alone | Many) -> None:
    kinds = [f"{RESTART}web"] * len(world.addresses)
    if databases.kind != "sqlite":
        kinds.append(f"{RESTART}worker")
    _, figures = run_alone(killing(world, kinds, Random(2), ("yspahan", "morgenland")))
    assert figures["people's choices"] == figures["acknowledged"] > 10
    assert not [name for name in figures if name.startswith("refused")]
