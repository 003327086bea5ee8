"""Score sheets at the end of a week and of the game, on a running server."""

from __future__ import annotations

import httpx

import serai
from tests.server.server_process import Player, ServerProcess, new_table


def test_points_by_source_add_up_at_each_end(server: ServerProcess, client: httpx.Client) -> None:
    """Yspahan has a sheet after the first two weeks and at the end; its rows come from all that happened."""
    path = new_table(client, "yspahan", players=3, level_1="greedy", level_2="greedy")
    player = Player(client, path)
    player.play_on(serai.Rng("sheets"))
    player.close()
    sheets = {}
    for number in sorted(player.scenes):
        sheet = player.scenes[number].get("sheet")
        if sheet is not None:
            sheets[sheet["title"]] = sheet
    assert list(sheets) == ["End of week 1", "End of week 2", "Final points"]
    for sheet in sheets.values():
        assert sheet["total"] == [str(sum(int(row[1][seat]) for row in sheet["rows"])) for seat in range(3)]
    for week in ("End of week 1", "End of week 2"):
        assert sheets[week]["winners"] == []
        assert sheets[week]["note"]
    final = sheets["Final points"]
    assert final["rows"]
    assert final["total"] == [panel["score"] for panel in player.scene["panels"].values()]
    best = max(int(score) for score in final["total"])
    assert final["winners"] == [seat for seat, score in enumerate(final["total"]) if int(score) == best]
    # Late viewers and spectators get the same.
    with server.client() as other:
        later = Player(other, path)
        later.close()
    assert later.scene["sheet"] == final
