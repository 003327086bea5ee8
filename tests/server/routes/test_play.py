"""Whole games over the socket."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

import serai
from serai import CHANCE
from serai.cli import app
from serai.kernel.fair import COMMITMENT, SEED
from tests.games import OURS
from tests.server.databases import once
from tests.server.server_process import Player, ServerProcess, new_table

# What a database stores of a game does not depend on how many play.
EVERY = [
    pytest.param(name, players, marks=[once()] if players > serai.game(name).players[0] else [])
    for name in serai.game_names()
    for players in range(serai.game(name).players[0], serai.game(name).players[1] + 1)
]


def shown_settings(client: httpx.Client, path: str) -> dict[str, object]:
    page = client.get(path).text
    data = page.split('<script type="application/json" id="first">')[1].split("</script>")[0]
    settings: dict[str, object] = json.loads(data)["settings"]
    return settings


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_a_person_and_bots_play_to_the_end(
    client: httpx.Client, tmp_path: Path, game: str, players: int
) -> None:
    bots = {f"level_{seat}": "greedy" for seat in range(5)}  # who end their games soon
    path = new_table(client, game, players=players, **bots)
    published = shown_settings(client, path)["commitment"]
    player = Player(client, path)
    assert client.get(f"{path}/record").status_code == 409
    assert player.play_on(serai.Rng(f"{game} {players}")) > 0
    player.close()
    text = client.get(f"{path}/record").text
    record = serai.Record.read(text)
    assert record.players == players
    assert len(record.choices) == player.number
    assert record.tags[COMMITMENT] == published
    assert SEED in record.tags
    file = tmp_path / "record.txt"
    file.write_text(text)
    done = CliRunner().invoke(app, ["verify", str(file)])
    assert done.exit_code == 0, done.output
    assert "draws follow from the seed" in done.output


@pytest.mark.parametrize("game", serai.game_names())
def test_a_page_may_ask_for_a_warning_before_the_turn_ends(client: httpx.Client, game: str) -> None:
    player = Player(client, new_table(client, game))
    ended = went_on = 0
    while not ended or (game in OURS and not went_on):  # others may have turns of one choice
        assert player.wait_for_turn()
        before, choice = player.number, player.options[-1]
        player.send(choose=choice, number=before, sure=False)
        answer = player.hear_until(lambda message: "patch" in message or "unsure" in message)
        if "unsure" in answer:
            assert answer == {"unsure": choice, "number": before}
            ended += 1
            player.choose(choice)
            assert player.scene["actor"] != player.seat  # chance may follow, and give it back
        else:
            went_on += 1
            assert player.scene["actor"] in (player.seat, CHANCE)
    assert player.wait_for_turn()
    assert player.refused(choose=player.options[0], number=0, sure=False) == "late"


@once()
@pytest.mark.parametrize("game", serai.game_names())
def test_bots_play_alone_while_watched(client: httpx.Client, game: str) -> None:
    player = Player(client, new_table(client, game, seat="watch"))
    assert player.seat is None
    player.hear_until(lambda _: player.over)
    assert len(player.scenes) > (30 if game in OURS else 3)
    assert {line["number"] for line in player.log} <= set(range(player.number + 1))
    player.close()


def test_a_choice_counts_after_its_player_disconnects(server: ServerProcess, client: httpx.Client) -> None:
    """The connection breaks right after a choice: others see the choice, and the bots continue."""
    path = new_table(client, players=3)
    with server.client() as other:
        watching = Player(other, path)
        for _ in range(12):
            player = Player(client, path)
            if not player.wait_for_turn():
                break
            number = player.number
            player.send(choose=player.options[0], number=number)
            player.socket.socket.close()
            while watching.number <= number:
                watching.hear()
        player = Player(client, path)
        assert player.wait_for_turn()
        watching.close()


@pytest.mark.parametrize("game", serai.game_names())
def test_a_hint_has_legal_choices_and_is_private(
    server: ServerProcess, client: httpx.Client, game: str
) -> None:
    path = new_table(client, game)
    player = Player(client, path)
    with server.client() as other:
        watching = Player(other, path)
        player.wait_for_turn()
        player.send(hint=player.number)
        told = player.hear_until(lambda message: "hint" in message or "refused" in message)
        assert told["number"] == player.number
        assert 1 <= len(told["hint"]) <= 3
        for row in told["hint"]:
            assert row["choice"] in player.options
            assert 0 <= row["share"] <= 1
        assert player.refused(hint=player.number - 1) == "late"
        player.choose(player.options[0])
        while watching.number < player.number:
            watching.hear()
        assert not any("hint" in message for message in watching.heard)
        watching.close()
    player.close()


def test_the_reply_repeats_the_messages_id(client: httpx.Client) -> None:
    """Two devices of one player choose at once: each gets the result of its own choice."""
    path = new_table(client, players=2)
    one, two = Player(client, path), Player(client, path)
    assert one.wait_for_turn()
    assert two.wait_for_turn()
    number, options = one.number, sorted(set(one.options))
    one.send(choose=options[0], number=number, id=7)
    two.send(choose=options[-1], number=number, id=8)
    answers = [player.hear_until(lambda message: "id" in message) for player in (one, two)]
    assert [answer["id"] for answer in answers] == [7, 8]
    made = [answer for answer in answers if "patch" in answer]
    refused = [answer for answer in answers if "refused" in answer]
    assert [answer["number"] for answer in made] == [number + 1]
    assert [answer["refused"]["code"] in ("late", "not-your-turn") for answer in refused] == [True]
    # The other device was shown the choice that was made, and not as an answer.
    late = (one, two)["refused" in answers[1]]
    seen = next(message for message in late.heard if message.get("number") == number + 1)
    assert "patch" in seen
    assert "id" not in seen
    one.close()
    two.close()


def test_every_message_with_an_id_is_answered_once(client: httpx.Client) -> None:
    player = Player(client, new_table(client, players=2))
    while not player.undo:
        assert player.wait_for_turn()
        player.choose(player.options[0])
    messages: list[tuple[dict[str, object], str]] = [
        ({"undo": player.number}, "scene"),
        ({"explain": "nothing"}, "explain"),
        ({"standing": {}}, "standing"),
        ({"language": "de"}, "done"),
        ({"choose": 1 << 30, "number": 1 << 30}, "refused"),
        ({"fly": "to the moon"}, "refused"),
    ]
    for number, (message, answer) in enumerate(messages):
        player.send(**message, id=number)
        told = player.hear_until(lambda heard: "id" in heard or "done" in heard)
        assert answer in told
        assert told.get("id", told.get("done")) == number
    for wrong in (-1, "7", None, 1.5, True, 1 << 31):
        player.send(choose=0, number=0, id=wrong)
        told = player.hear_until(lambda heard: "refused" in heard)
        assert told["refused"]["code"] == "bad-request"
        assert "id" not in told
    player.close()
