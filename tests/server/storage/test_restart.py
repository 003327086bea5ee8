"""A crash in mid-game loses nothing."""

from __future__ import annotations

from pathlib import Path

import serai
from serai.kernel.fair import check_fair
from tests.server.databases import children, wait_until_gone
from tests.server.server_process import Player, ServerProcess, new_table, shown


def test_killed_mid_game_and_restarted(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--workers", "1")
    rng = serai.Rng(1)
    try:
        with server.client() as client:
            path = new_table(client, players=3)
            player = Player(client, path)
            for _ in range(3):
                player.play_on(rng, 7)
                # The choice was sent to the player, so it must survive the crash.
                number, scene, log = player.number, player.scene, player.log
                workers = children(server.process.pid)
                server.kill()
                player.close()
                wait_until_gone(workers)
                server.start()
                client.base_url = server.url
                again = Player(client, path)
                assert again.number >= number
                past = client.get(f"{path}/scenes/{number}").json()
                assert shown(past["scene"]) == scene
                assert [line["text"] for line in past["log"]] == [line["text"] for line in log]
                player = again
            player.play_on(rng)
            assert player.over
            record = client.get(f"{path}/record").text
            check_fair(serai.Record.read(record))
    finally:
        server.stop()


def test_agreements_and_chat_survive_a_crash(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--workers", "1")
    try:
        with server.client() as client, server.client() as friend:
            path = new_table(client, players=2, level_1="open", public=1, clock="15+20")
            friend.post(f"{path}/sit")
            one, two = Player(client, path), Player(friend, path)
            one.send(say="do not forget this")
            two.hear_until(lambda message: "said" in message)
            one.send(ask="pause")
            two.hear_until(lambda message: "people" in message and message["people"]["ask"])
            two.send(answer=True)
            told = one.hear_until(lambda message: "people" in message and message["people"]["paused"])
            workers = children(server.process.pid)
            server.kill()
            one.close()
            two.close()
            wait_until_gone(workers)
            server.start()
            client.base_url = server.url
            again = Player(client, path)
            people = again.heard[0]["people"]
            assert people["paused"]
            left = {seat: person["left"] for seat, person in told["people"]["seats"].items()}
            assert {seat: person["left"] for seat, person in people["seats"].items()} == left
            chat = again.hear_until(lambda message: "chat" in message)["chat"]
            assert [line["text"] for line in chat] == ["do not forget this"]
            again.close()
    finally:
        server.stop()
