"""Who sees what: a scene is made from what the viewer may know, and from nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import serai
from serai.kernel.check import random_choice
from serai.scene.plain import PlainView
from serai.scene.scene import Happening, Line, Look, Standing
from serai.server.live.hub import Hub
from serai.server.live.live_table import Viewer
from serai.server.live.scenes import Scenes, SeenPosition, UpdateExtras
from serai.server.people.guests import Guest
from serai.server.tables.games import game_words, view_of
from serai.server.tables.settings import make_settings, new_key
from serai.server.tables.table import Table
from tests.event_loops import run_alone
from tests.server.databases import once
from tests.server.live.test_hub import at_a_hub, seated
from tests.server.records import replayed
from tests.server.server_process import Player, ServerProcess, new_table, shown


@once()
@pytest.mark.parametrize("game", serai.game_names())
def test_messages_do_not_depend_on_hidden_information(
    server: ServerProcess, client: httpx.Client, game: str
) -> None:
    """Every scene sent is also the scene of a position in which everything hidden is redealt."""
    bots = {f"level_{seat}": "greedy" for seat in range(5)}
    path = new_table(client, game, seat=1, **bots)
    player = Player(client, path)
    with server.client() as other:
        watching = Player(other, path)
        player.play_on(serai.Rng(f"seen {game}"), 60)
        player.wait_for_turn()
        watching.hear_until(lambda _: watching.number >= player.number)
    player.play_on(serai.Rng(f"seen {game} on"))
    watching.close()
    player.close()
    record = serai.Record.read(client.get(f"{path}/record").text)
    names = [record.tags[f"Seat{seat + 1}"] for seat in range(record.players)]
    bots_at = [f"Bot{seat + 1}" in record.tags for seat in range(record.players)]
    say = game_words(record.game, "en")
    compared = 0
    scenes = Scenes(replayed(record), names, bots_at)
    for number, (state, _) in enumerate(record.states()):
        for seat, told in ((1, player), (None, watching)):
            if number in told.scenes and number % 7 == 0:
                dealt = state.determinize(seat, serai.Rng(f"{number}"))
                scene = view_of(game).scene(
                    SeenPosition(dealt, seat, say, names, bots_at, partial(scenes.history, seat, number)).look
                )
                assert told.scenes[number] == json.loads(json.dumps(shown(scene), default=dict))
                compared += 1
    assert compared > min(10, len(record.choices) // 10)
    if game != "istanbul":  # where the seats' own scenes differ from a spectator's
        assert player.scenes != watching.scenes


class Listening(PlainView):
    """Records everything that a view is given."""

    def __init__(self, game: serai.Game) -> None:
        super().__init__(game)
        self.heard: list[tuple[Happening, Look]] = []

    def lines(self, happening: Happening, look: Look, /) -> list[Line]:
        self.heard.append((happening, look))
        return super().lines(happening, look)


@pytest.mark.parametrize("game", serai.game_names())
def test_the_log_uses_only_the_viewers_knowledge(game: str) -> None:
    """A view hears a choice as the seat may know it: secrets of notation and events are gone."""
    played = serai.game(game)
    players = played.players[1]
    record = serai.Record(game, players)
    rng = serai.Rng(f"{game} log")
    state = record.replay()
    while state.actor != serai.OVER and len(record.choices) < 600:
        record.play(state, random_choice(state, rng))
    hidden = 0
    secret = any(at.is_secret(choice, None) for at, choice in record.states() if choice is not None)
    for seat in (None, 0, players - 1):
        view = Listening(played)
        scenes = Scenes(replayed(record), ["x"] * players, [False] * players)
        scenes.view = view
        run_alone(scenes.perspective(seat, "en"))
        assert len(view.heard) == len(record.choices)
        for (happening, look), (at, choice) in zip(view.heard, record.states(), strict=False):
            assert choice is not None
            assert happening.before == at.observe(seat)
            assert happening.actor == at.actor
            if at.is_secret(choice, seat):
                hidden += 1
                assert happening.text.split()[1] == "?"
            for event in happening.events:
                assert not event.secret or event.seat == seat or event.about == ""
            assert look.seen == happening.after
            if look.legal:
                assert look.seen["actor"] == seat
    assert bool(hidden) == secret


@pytest.mark.parametrize("game", serai.game_names())
def test_an_undone_choice_leaves_no_trace(game: str) -> None:
    """Another choice is made instead: what is told of it, and what it was made from, is the same as at a
    table at which the first one never was."""
    played = serai.game(game)
    players = played.players[0]
    record = serai.Record(game, players)
    rng = serai.Rng(f"{game} back")
    state = record.replay()
    seats = (None, *range(players))

    async def told(first: int | None, choice: int) -> tuple[object, ...]:
        table_game = replayed(record)
        scenes = Scenes(table_game, ["x"] * players, [False] * players)
        scenes.view = view = Listening(played)
        perspectives = [await scenes.perspective(seat, "en") for seat in seats]
        if first is not None:
            scenes.forward([table_game.apply(first)], perspectives, UpdateExtras(0, 0))
            table_game.rewind(len(record.choices))
            scenes.rewind(len(record.choices))
            perspectives = [await scenes.perspective(seat, "en") for seat in seats]
        snapshots = [json.dumps(scenes.snapshot(perspective), default=dict) for perspective in perspectives]
        view.heard.clear()
        messages = scenes.forward([table_game.apply(choice)], perspectives, UpdateExtras(0, 0))
        before = [(happening.number, happening.before, look.seen) for happening, look in view.heard]
        return (
            snapshots,
            messages,
            before,
            [perspective.lines for perspective in perspectives],
            table_game.state.dump(),
        )

    compared = 0
    while compared < 3 and state.actor != serai.OVER:
        legal = state.legal() if state.actor >= 0 else []
        if len(legal) > 1 and rng.below(4) == 0:
            assert run_alone(told(legal[0], legal[-1])) == run_alone(told(None, legal[-1]))
            compared += 1
        record.play(state, random_choice(state, rng))
    assert compared == 3


# Languages


def test_every_viewer_has_their_own_language(client: httpx.Client) -> None:
    path = new_table(client, players=2)
    english = Player(client, path)
    client.post("/language", data={"language": "de"})
    german = Player(client, path)
    english.wait_for_turn()
    german.hear_until(lambda _: german.number == english.number) if german.number < english.number else None
    refused = german.refused(choose=0, number=0)
    assert refused == "late"
    assert german.heard[-1]["refused"]["text"] == "Am Tisch ging es schon weiter. So steht es jetzt."
    assert english.refused(choose=0, number=0) == "late"
    assert english.heard[-1]["refused"]["text"] == "The game has moved on. This is how it stands."
    german.send(language="nl")
    german.hear_until(lambda message: "scene" in message)
    assert german.refused(choose=0, number=0) == "late"
    assert german.heard[-1]["refused"]["text"].startswith("Aan tafel")
    assert german.options == english.options


@pytest.mark.parametrize(
    ("asked", "language"),
    [("de-AT,de;q=0.9,en;q=0.5", "de"), ("tlh, nl;q=0.4, en;q=0.3", "nl"), ("tlh", "en"), (";;q=x,", "en")],
)
def test_the_browsers_language_is_used(client: httpx.Client, asked: str, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": asked}).text
    assert f'<html lang="{language}"' in page


# Standing answers


class Standing1(PlainView):
    """Lets a player say "the first" once and for all, until ten choices are made."""

    def standing(self, look: Look, chosen: frozenset[str], /) -> dict[str, Standing]:
        return {"first": {"label": "the first", "on": "first" in chosen}}

    def answer(self, look: Look, chosen: frozenset[str], /) -> int | None:
        return look.legal[0] if "first" in chosen else None

    def lapsed(self, seen: Mapping[str, Any], chosen: frozenset[str], /) -> frozenset[str]:
        return chosen if seen["day"] > 1 else frozenset()


def heard(viewer: Viewer) -> list[dict[str, Any]]:
    messages = []
    while not viewer.waiting.empty():
        message = viewer.waiting.get_nowait()
        messages.append(json.loads(message) if message else {})
    return messages


def test_standing_answers_are_given_kept_private_and_end(tmp_path: Path) -> None:
    at_a_hub(tmp_path, standing_answers)


async def standing_answers(hub: Hub) -> None:
    live_table = await seated(hub)
    table = live_table.table
    view = Standing1(table.game)
    table.view = view
    live_table.scenes.view = view
    viewers = [Viewer(0, "en"), Viewer(1, "en"), Viewer(None, "en")]
    for viewer in viewers:
        await hub.join(live_table, viewer)
    firsts = [heard(viewer) for viewer in viewers]
    assert firsts[0][0]["standing"] == {"first": {"label": "the first", "on": False}}
    assert firsts[2][0]["standing"] == {}
    due = table.state.actor
    waiting = 1 - due
    # A player who is not to move gives a standing answer, which no one else sees.
    await hub.set_standing_answers(live_table, waiting, {"first": True})
    told = heard(viewers[waiting])
    assert told == [{"standing": {"first": {"label": "the first", "on": True}}, "number": table.number}]
    assert heard(viewers[due]) == heard(viewers[2]) == []
    # It is stored, for them alone.
    hub.live_tables.clear()
    again = await hub.get("table")
    assert again.table.standing == {waiting: frozenset({"first"})}
    hub.live_tables["table"] = live_table
    # The other plays; the answer is given until it ends.
    made = table.number
    while waiting in table.standing:
        await hub.choose(live_table, due, table.state.legal()[0], table.number, None)
        await asyncio.gather(*hub.bot_driver.tasks)  # the automatic choice comes a moment later
        assert table.state.actor == due or waiting not in table.standing
    assert table.number > made
    own = heard(viewers[waiting])
    assert own[-1]["standing"] == {"first": {"label": "the first", "on": False}}
    for other in (viewers[due], viewers[2]):
        assert all(
            message.get("standing", {}) in ({}, firsts[due][0]["standing"]) for message in heard(other)
        )
    hub.live_tables.clear()
    again = await hub.get("table")
    assert again.table.standing == {}
    assert again.table.choices == table.choices


# Replay, chart, rematch


def test_past_scenes_equal_those_sent(client: httpx.Client) -> None:
    path = new_table(client, players=3)
    player = Player(client, path)
    player.play_on(serai.Rng(8), 12)
    player.wait_for_turn()
    for number, scene in sorted(player.scenes.items())[:: max(1, len(player.scenes) // 8)]:
        past = client.get(f"{path}/scenes/{number}").json()
        assert past["number"] == number
        assert shown(past["scene"]) == scene
        assert past["log"] == [line for line in player.log if line["number"] <= number]
    first = client.get(f"{path}/scenes/0").json()
    assert first["log"] == []
    chart = client.get(f"{path}/chart").json()
    assert chart["points"][0][0] == 0
    assert chart["points"][-1][0] == player.number
    assert len(chart["names"]) == 3


def test_a_rematch_has_the_same_players(client: httpx.Client) -> None:
    path = new_table(client, "istanbul", players=3, option_layout="long", speed="fast")
    again = client.post(f"{path}/rematch")
    assert again.status_code == 303
    assert again.headers["location"] != path
    player = Player(client, again.headers["location"])
    assert player.seat == 1  # everybody moves one seat on
    page = client.get(again.headers["location"]).text
    assert '"layout":"long"' in page
    assert '"speed":"fast"' in page


def test_seats_and_defaults() -> None:
    guest = Guest(1, "Amber Falcon")
    for name in serai.game_names():
        game = serai.game(name)
        plain = make_settings(game, guest, {})
        assert plain.players == min(4, game.players[1])
        assert [occupant.guest for occupant in plain.occupants] == [1] + [None] * (plain.players - 1)
        assert len({occupant.name for occupant in plain.occupants}) == plain.players
        assert all(occupant.level for occupant in plain.occupants[1:])
        assert len(plain.seed) == 32
        seats = {Table(make_settings(game, guest, {"seat": "random"})).seat_of(1) for _ in range(60)}
        assert seats == set(range(plain.players))
        assert Table(make_settings(game, guest, {"seat": "watch"})).seat_of(1) is None


@pytest.mark.parametrize("game", serai.game_names())
def test_standing_answers_of_the_games_are_sent_to_their_player_alone(
    server: ServerProcess, client: httpx.Client, game: str
) -> None:
    path = new_table(client, game)
    player = Player(client, path)
    player.wait_for_turn()
    with server.client() as other:
        watching = Player(other, path)
        for key in list(player.standing):
            for on in (True, False):
                player.send(standing={key: on})
                player.hear_until(lambda message: "standing" in message)
                assert player.standing[key]["on"] is on
                assert client.get(path).status_code == 200
        player.wait_for_turn()
        player.choose(player.options[0])
        while watching.number < player.number:
            watching.hear()
        assert all(message.get("standing", {}) == {} for message in watching.heard)
        watching.close()
    player.close()


def test_names_of_tables_can_be_given_to_commands() -> None:
    assert not any(new_key().startswith("-") for _ in range(2000))  # one in 64 would, by chance
