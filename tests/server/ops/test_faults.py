"""Parts of a server are killed while people play, or asked to end: nothing is lost, nothing comes twice, all
go on without a reload. `make bench-faults` does the same for a quarter of an hour."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.event_loops import run_alone
from tests.server import databases
from tests.server.killable_servers import RESTART, ManyProcesses, SingleProcess, kill_parts


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SingleProcess | ManyProcesses]:
    folder = tmp_path_factory.mktemp("server")
    running = SingleProcess(folder) if databases.kind == "sqlite" else ManyProcesses(folder)
    yield running
    running.close()


def test_killed_while_people_play(server: SingleProcess | ManyProcesses) -> None:
    rng = Random(1)
    plan = list(server.kinds) * (3 if databases.kind == "sqlite" else 1)
    rng.shuffle(plan)
    kills, figures = run_alone(kill_parts(server, plan, rng))
    assert [kill.kind for kill in kills] == plan
    assert figures["acknowledged"] > 20
    assert figures["people's choices"] >= figures["acknowledged"]


@pytest.mark.skipif(databases.kind == "sqlite", reason="about PostgreSQL and Redis")
def test_a_server_without_database_and_redis_still_stops(server: SingleProcess | ManyProcesses) -> None:
    assert isinstance(server, ManyProcesses)
    away, ending = ("PostgreSQL", "Redis"), ("web", "worker")
    server.wait()
    for kind in away:
        server.kill(kind, 0)
    for kind in ending:
        server.part(kind, 0).stop()
    for kind in (*away, *ending):
        server.start(kind, 0)


def test_a_rolling_restart_refuses_and_loses_nothing(server: SingleProcess | ManyProcesses) -> None:
    kinds = [f"{RESTART}web"] * len(server.addresses)
    if databases.kind != "sqlite":
        kinds.append(f"{RESTART}worker")
    _, figures = run_alone(kill_parts(server, kinds, Random(2), ("yspahan", "morgenland")))
    assert figures["people's choices"] == figures["acknowledged"] > 10
    assert not [name for name in figures if name.startswith("refused")]
