"""Games from other packages: one with a broken page gets the default view, a broken one is not listed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

import serai
from serai.server.storage.people_schema import ratings
from serai.server.storage.store import Store
from tests.game_packages import install, install_pebbles
from tests.server.databases import looked_at, url_of
from tests.server.server_process import Player, ServerProcess, new_table

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which both packages are installed."""
    site = tmp_path_factory.mktemp("site")
    install_pebbles(site)
    (site / "pebbles" / "view.py").write_text("def art():\n    raise ZeroDivisionError('no ink')\n")
    (site / "pebbles" / "lessons").mkdir()
    (site / "pebbles" / "lessons" / "1-odd.toml").write_text(
        "title = 1\nabout = 2\nminutes = 3\nplayers = []\nsteps = 4"
    )
    install(site, "odd-games", {"odd": "odd"}, {"odd.py": "raise SystemExit('I am the server now')"})
    return {"PYTHONPATH": os.pathsep.join((str(site), str(ROOT)))}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, packages: dict[str, str]) -> Iterator[ServerProcess]:
    errors = tmp_path_factory.mktemp("errors") / "stderr"
    running = ServerProcess(tmp_path_factory.mktemp("data"), environment=packages, stderr=errors)
    yield running
    running.stop()


def test_the_server_keeps_running_and_reports_the_problem(server: ServerProcess) -> None:
    with server.client() as client:
        home = client.get("/").text
        assert 'action="/play/pebbles"' in home
        assert 'action="/play/odd"' not in home
        assert client.post("/play/odd").status_code == 404
        assert client.get("/learn/pebbles/1-odd").status_code == 404
    assert server.stderr is not None
    told = server.stderr.read_text("utf-8")
    assert "the game 'odd' of the package 'odd-games' is left out: odd does not load: SystemExit" in told
    assert "the view of pebbles is broken" in told


def test_a_game_with_a_broken_view_gets_the_plain_one(server: ServerProcess) -> None:
    with server.client() as client:
        assert client.get("/games/pebbles/table.css").status_code == 200
        path = new_table(client, "pebbles", players=2)
        player = Player(client, path)
        assert player.play_on(serai.Rng("foreign")) > 0
        player.close()
        assert "Game of Pebbles" in client.get(path).text
        assert '[Game "pebbles"]' in client.get(f"{path}/record").text


def wait_until_rated(server: ServerProcess, keys: set[str]) -> None:
    """A game that has ended is rated a moment later."""
    found: set[str] = set()
    while not keys <= found:
        with looked_at(server.data) as connection:
            found = set(connection.scalars(sql.select(ratings.c.table_id)))


def test_tables_of_an_uninstalled_game_are_kept(tmp_path: Path, packages: dict[str, str]) -> None:
    """The package is uninstalled: lists show its tables by their name, a table itself says why not, and
    nothing else is in the way, not even a game that could not be rated in time."""
    server = ServerProcess(tmp_path, environment=packages)
    with server.client() as client:
        path = new_table(client, "pebbles", players=2)
        waiting = new_table(client, "pebbles", players=2, level_1="open", public="1")
        rated = [new_table(client, "pebbles", players=2, rated="1") for _ in range(2)]
        for number, one in enumerate(rated):
            player = Player(client, one)
            player.play_on(serai.Rng(number))
            player.close()
        cookies = dict(client.cookies)
        assert client.get("/tables").text.count("Game of Pebbles")
        wait_until_rated(server, {one.rpartition("/")[2] for one in rated})
        own = client.get("/account/export").json()
    server.stop()
    store = Store(url_of(server.data))
    late = ratings.delete().where(ratings.c.table_id == rated[1].rpartition("/")[2])
    with store.engine.begin() as connection:
        connection.execute(late)
    store.close()
    server.environment = {}
    server.start()
    with server.client() as again:
        again.cookies.update(cookies)
        for page in ("/", "/tables", "/lobby", "/account", f"/people/{own['person']['id']}"):
            assert again.get(page).status_code == 200
        assert path in again.get("/tables").text
        for gone in (path, waiting, *rated):
            assert again.get(gone).status_code == 404
        assert again.post(f"{waiting}/start").status_code == 404
        assert len(again.get("/account/export").json()["tables"]) == 4
        assert again.post("/account/delete", data={"sure": "1"}).status_code == 303
    server.stop()
