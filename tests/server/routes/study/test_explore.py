"""Exploring and sharing over HTTP: who may see what, and how requests are refused."""

from __future__ import annotations

import re

import httpx

import serai
from tests.server.server_process import Player, ServerProcess, new_table


def game_over(server: ServerProcess) -> tuple[httpx.Client, str]:
    """A finished game, and who played it."""
    client = server.client()
    path = new_table(client, players=2)
    player = Player(client, path)
    player.play_on(serai.Rng("over"))
    player.close()
    return client, path


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_nothing_of_a_running_game_is_explored_or_shown_from_another_seat(client: httpx.Client) -> None:
    path = new_table(client, players=2)
    assert refusal(client.get(f"{path}/explore?number=0")) == (409, "not-over")
    assert refusal(client.post(f"{path}/explore", data={"number": "0"})) == (409, "not-over")
    for address in ("replay?at=0&seat=1", "scenes/0?seat=1", "picture.png?at=0&seat=1"):
        assert refusal(client.get(f"{path}/{address}")) == (409, "not-over")
    assert client.get(f"{path}/scenes/0?seat=watch").json()["scene"]["seat"] is None


def test_a_moment_of_a_finished_game_is_shared_explored_and_drawn(server: ServerProcess) -> None:
    client, path = game_over(server)
    stranger = server.client()
    page = stranger.get(f"{path}/replay?at=9&seat=1").text
    assert f'content="{server.url}{path}/picture.png?at=9&amp;seat=1"' in page
    assert stranger.get(f"{path}/scenes/9?seat=1").json()["scene"]["seat"] == 1
    picture = stranger.get(f"{path}/picture.png?at=9&seat=1")
    assert picture.content.startswith(b"\x89PNG")
    assert refusal(stranger.get(f"{path}/picture.png?at=99999")) == (404, "no-position")
    made = client.post(f"{path}/explore", data={"number": "9", "dice": "new", "seat_1": "random"})
    branch = made.headers["location"]
    assert f'href="{path}/replay?at=9"' in client.get(branch).text
    # A stranger looks on, and may branch it, but not choose in it.
    watcher = Player(stranger, branch)
    assert watcher.seat is None
    assert watcher.refused(choose=0, number=watcher.number) == "not-yours"
    watcher.close()
    assert stranger.post(f"{branch}/explore", data={"number": "9"}).status_code == 303
    assert refusal(client.post(f"{path}/explore", data={"number": "9", "seat_0": "nobody"})) == (
        400,
        "bad-option",
    )


def test_records_are_loaded_and_bad_ones_refused_with_the_reason(server: ServerProcess) -> None:
    client, path = game_over(server)
    text = client.get(f"{path}/record").text
    bad = text.replace("[Players", "[Playes")
    assert refusal(client.post("/explore", data={"record": bad})) == (400, "bad-record")
    wrong = client.post("/explore", data={"record": text + "fly 3\n"}, headers={"Accept": "text/html"})
    assert wrong.status_code == 400
    assert "fly 3" in wrong.text
    assert "line " in wrong.text
    assert refusal(client.post("/explore", data={"record": "x" * 300_000})) == (413, "too-big")
    wrong = client.post("/explore", data={"record": "x" * 300_000}, headers={"Accept": "text/html"})
    assert wrong.status_code == 413
    assert '<textarea name="record"' in wrong.text  # to try another
    head, *_ = text.split("\n\n")

    def fault(line: str) -> str:
        answer = client.post("/explore", data={"record": f"{head}\n\n{line}\n"})
        said: str = answer.json()["error"]["text"]
        return said.partition(f"line {head.count(chr(10)) + 3}: ")[2]

    assert fault("fly 3") == "'fly 3' is no choice of Yspahan."
    assert fault("start 9") == "'start 9' is no choice of Yspahan; did you mean 'start 4'?"
    assert len(fault("y" * 9_000)) < 500
    opened = client.post("/explore", data={"record": text})
    assert opened.status_code == 303
    assert opened.headers["location"].endswith("/replay")
    again = client.get(opened.headers["location"].removesuffix("replay") + "record").text
    assert serai.Record.read(again).choices == serai.Record.read(text).choices
    # Anybody can write anybody's name into a record.
    forged = re.sub(r'\[Seat1 "[^"]*"]', '[Seat1 "Sindbad"]', text)
    assert '[Seat1 "Sindbad"]' in forged
    opened = client.post("/explore", data={"record": forged})
    assert "Sindbad" not in client.get(opened.headers["location"]).text


def test_results_are_on_the_page_of_the_game_and_of_the_person(server: ServerProcess) -> None:
    client, path = game_over(server)
    client.get(f"{path}/record")  # waits until all that follows from the end is done
    own = client.get("/account/export").json()["person"]["id"]
    assert "Points by source" in client.get(f"/people/{own}").text
    assert "Points by source" not in server.client().get(f"/people/{own}").text  # it was not rated
    german = client.get("/statistics/yspahan?players=3", headers={"Accept-Language": "de"}).text
    assert "Punkte nach Herkunft" in german
    assert "Basare" in german
    assert ">Kamele</th>" in german  # an opening
    assert "100 Partien" in german  # of bots
    assert refusal(client.get("/statistics/yspahan?players=9")) == (400, "bad-option")
