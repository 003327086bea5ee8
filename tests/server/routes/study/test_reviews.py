"""The page of a review: for those who may see the table, once the game is over."""

from __future__ import annotations

import httpx
import pytest

from serai.kernel.rng import Rng
from tests.server.routes.test_refusals import code
from tests.server.server_process import Player, ServerProcess, new_table

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def path(server: ServerProcess) -> str:
    """A finished game."""
    with server.client() as client:
        path = new_table(client, players=2)
        player = Player(client, path)
        player.play_on(Rng("review"))
        player.close()
    return path


def test_a_running_game_is_not_reviewed(client: httpx.Client) -> None:
    path = new_table(client, players=2)
    for page in ("review", "review/progress"):
        assert code(client.get(f"{path}/{page}")) == "not-over"
    assert client.get(f"{path}/review").status_code == 409
    assert code(client.get(f"{path}/scenes/1?seat=1")) == "not-over"  # nor seen from another seat
    assert code(client.get("/tables/nowhere/review")) == "no-table"


def test_a_review_is_as_visible_as_its_table(client: httpx.Client, path: str) -> None:
    while client.get(f"{path}/review/progress").json()["state"] == "loading":
        pass
    for seat in ("", "?seat=0", "?seat=1"):
        page = client.get(f"{path}/review{seat}", headers=HTML)
        assert page.status_code == 200
        assert page.text.count("review-chart") == 2
        assert "judged by what the seat could see" in page.text
        assert f'content="{client.base_url}{path}/picture.png?at=' in page.text  # for messengers
    assert client.get(f"{path}/review?seat=x").status_code == 400
    assert code(client.get(f"{path}/review?seat=2")) == "no-position"
    progress = client.get(f"{path}/review/progress").json()
    assert progress["state"] in ("working", "done")
    assert 0 <= progress["done"] <= progress["of"]


def test_a_finished_game_can_be_seen_from_every_seat(client: httpx.Client, path: str) -> None:
    for seat in (0, 1):
        assert client.get(f"{path}/scenes/9?seat={seat}").json()["scene"]["seat"] == seat
    assert client.get(f"{path}/scenes/9").json()["scene"]["seat"] is None
    assert code(client.get(f"{path}/scenes/9?seat=2")) == "no-position"
