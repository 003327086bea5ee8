"""Over complete games of all three: everything that is sent to a seat follows from what it may know.

The game is played, and at many positions everything that a seat cannot know is redealt. Whatever the
server would send must be the same in both worlds. (`serai.kernel.check` shows that positions are redealt
without regard to the true one.)
"""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from functools import cache, partial
from typing import Any

import pytest

import serai
from serai.bots.bot import Budget
from serai.bots.hint import hint
from serai.kernel.check import random_choice
from serai.scene.patch import merge
from serai.scene.say import LANGUAGES
from serai.server.live.live_table import LiveTable
from serai.server.live.scenes import Scenes, SeenPosition
from serai.server.routes.api.routes import position
from serai.server.tables.games import game_words, view_of
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import Table
from tests.event_loops import run_alone
from tests.games import OURS, allowed_players
from tests.server.databases import once
from tests.server.records import replayed
from tests.server.server_process import Player, ServerProcess, new_table, shown

LOOKS = 16  # positions of a game that are looked at closely
CHOICES = 150  # that are made in both worlds
# All kinds of things that messages hold. What is new here must be shown below to depend on nothing hidden.
KNOWN = {
    *(
        "scene",
        "patch",
        "log",
        "number",
        "entry",
        "actor",
        "undo",
        "decided",
        "standing",
        "thinking",
        "people",
    ),
    *("id", "done", "unsure", "explain", "hint", "refused", "chat", "muted", "said", "reported"),
}


@cache
def played(game: str) -> serai.Record:
    """A complete game with as many players as there can be."""
    record = serai.Record(game, serai.game(game).players[1])
    rng = serai.Rng(f"hidden {game}")
    state = record.replay()
    while state.actor != serai.OVER:
        record.play(state, random_choice(state, rng))
    return record


def scenes_of(record: serai.Record) -> Scenes:
    names, bots = [f"Seat {seat}" for seat in range(record.players)], [False] * record.players
    return Scenes(replayed(record), names, bots)


def words_in(value: Any) -> set[str]:
    """All keys and texts of a scene: among them the things that can be asked about."""
    if isinstance(value, dict):
        return {key for key in value if " " not in key}.union(*(words_in(one) for one in value.values()))
    if isinstance(value, list):
        return set().union(*(words_in(one) for one in value))
    return {value} if isinstance(value, str) and " " not in value else set()


def positions(record: serai.Record) -> list[tuple[int, serai.State]]:
    last = len(record.choices)
    chosen = {*range(0, last, max(1, last // LOOKS)), last - 1, last}
    return [(number, state.clone()) for number, (state, _) in enumerate(record.states()) if number in chosen]


@pytest.mark.parametrize("game", serai.game_names())
def test_current_and_past_scenes_use_only_the_viewers_knowledge(game: str) -> None:
    """Scenes with prompts, previews and final sheets; what ends a turn; notes; the chart; standing ones."""
    record = played(game)
    scenes = scenes_of(record)
    view, say = view_of(game), game_words(record.game, "en")
    differ = 0
    for seat in (None, 0, record.players - 1):
        perspective = run_alone(scenes.perspective(seat, "en"))
        chart = dict(scenes.chart(seat, say)["points"])
        for number, state in positions(record):
            dealt = state.determinize(seat, serai.Rng(f"{number} {seat}"))
            differ += dealt.key() != state.key()
            history = partial(scenes.history, seat, number)
            worlds = [
                SeenPosition(one, seat, say, scenes.names, scenes.bots, history) for one in (state, dealt)
            ]
            shown = [view.scene(world.look) for world in worlds]
            assert shown[0] == shown[1] == scenes.past_snapshot(perspective, number)["scene"]
            assert worlds[0].look.legal == worlds[1].look.legal
            for choice in worlds[0].look.legal:
                assert worlds[0].lookahead.ends_turn(choice) == worlds[1].lookahead.ends_turn(choice)
            if number in chart:
                assert chart[number] == view.measure(dealt.observe(seat))
            for thing in sorted(words_in(json.loads(json.dumps(shown[0], default=dict)))):
                assert view.explain(worlds[0].look, thing) == view.explain(worlds[1].look, thing)
            if seat is not None:
                given = [view.standing(world.look, frozenset()) for world in worlds]
                assert given[0] == given[1]
                chosen = frozenset(given[0])
                if worlds[0].asked and chosen:
                    assert view.answer(worlds[0].look, chosen) == view.answer(worlds[1].look, chosen)
    assert differ > 10


@pytest.mark.parametrize("game", serai.game_names())
def test_what_the_log_says(game: str) -> None:
    """If a choice leads to the same view in both worlds, its words and events are the same."""
    record = played(game)
    compared = 0
    for number, (state, choice) in enumerate(record.states()):
        if choice is None or number % max(1, len(record.choices) // CHOICES):
            continue
        for seat in (None, *range(record.players)):
            dealt = state.determinize(seat, serai.Rng(f"{number} {seat}"))
            before = state.clone()
            possible = dealt.legal() if dealt.actor != serai.CHANCE else [choice]
            # What was chosen in secret may be another choice in the other world.
            own = state.actor == seat or not state.is_secret(choice, seat)
            for other in [choice] if own else possible[:4]:
                if other not in possible:
                    continue
                told = []
                for world, made in ((before.clone(), choice), (dealt.clone(), other)):
                    text = world.seen_text(made, seat)
                    events: list[serai.Event] = []
                    world.events = events
                    world.apply_unchecked(made)
                    told.append((world.observe(seat), text, [str(event.seen_by(seat)) for event in events]))
                if told[0][0] == told[1][0]:
                    compared += 1
                    assert told[0] == told[1]
    assert compared > min(200, len(record.choices))


@pytest.mark.parametrize("game", serai.game_names())
def test_what_programs_receive(game: str) -> None:
    """The stream of the API: a line of it is the same in both worlds."""
    record = played(game)
    occupants = tuple(Occupant(f"Seat {seat}", guest=seat + 1) for seat in range(record.players))
    for number, state in positions(record):
        settings = Settings(
            "key", game, record.players, record.options, "normal", bytes(32), occupants, 0.0, started_at=0.0
        )
        table = Table(settings)
        live_table = LiveTable(table)
        table.played.choices = record.choices[:number]
        for seat in (None, *range(record.players)):
            table.played.state = state
            told = position(live_table, seat)
            table.played.state = state.determinize(seat, serai.Rng(f"{number} {seat}"))
            assert told == position(live_table, seat)
            assert not told.legal or told.actor == seat
            if not told.over:
                assert told.scores is None
                assert told.winners is None


@pytest.mark.parametrize("game", serai.game_names())
def test_hints_use_only_the_seats_knowledge(game: str) -> None:
    record = played(game)
    compared = 0
    for number, state in positions(record)[1::3]:
        seat = int(state.actor)
        if seat < 0 or len(state.legal()) < 2:
            continue
        dealt = state.determinize(seat, serai.Rng(number))
        advice = [hint(world, seat, Budget(work=20)) for world in (state.clone(), dealt)]
        assert advice[0] == advice[1]
        compared += 1
    assert compared


def test_nothing_else_is_sent(server: ServerProcess) -> None:
    """All kinds of messages of a complete game between two persons are known here."""
    with server.client() as one, server.client() as two, server.client() as watching:
        path = new_table(one, players=2, level_1="open", public=1)
        assert two.post(f"{path}/sit").status_code == 303
        pages = [Player(client, path) for client in (one, two, watching)]
        pages[0].send(say="Hello!")
        rng = serai.Rng("kinds")
        for _ in range(60):
            for page in pages[:2]:
                if page.asked:
                    assert "refused" not in page.choose(page.options[rng.below(len(page.options))])
                    page.send(explain="x")
                    page.send(hint=page.number)
            for page in pages:
                while page.number < max(other.number for other in pages):
                    page.hear()
        for page in pages:
            assert {kind for message in page.heard for kind in message} <= KNOWN
            page.close()
        assert not any("unsure" in message for message in pages[2].heard)


@once()
@pytest.mark.parametrize("game", serai.game_names())
def test_hidden_information_never_reaches_the_other_player(server: ServerProcess, game: str) -> None:
    """Everything that the page of a player receives, over HTTP and its socket, is what they would see if all
    that is hidden from them were redealt, so it reveals nothing of it."""
    languages = tuple(LANGUAGES)[: allowed_players(game)]  # each player speaks another language
    players = len(languages)
    with ExitStack() as stack:
        clients = [stack.enter_context(server.client()) for _ in languages]
        for client, language in zip(clients, languages, strict=True):
            client.post("/language", data={"language": language, "back": "/"})
        others = {f"level_{seat}": "open" for seat in range(1, players)}
        path = new_table(clients[0], game, players=players, public=1, **others)
        for client in clients[1:]:
            assert client.post(f"{path}/sit").status_code == 303
        pages = [client.get(path).text for client in clients]
        people = [Player(client, path) for client in clients]
        for player in people:
            stack.callback(player.close)
        for made in range(12 if game in OURS else 3):
            if asked := to_choose(people):
                assert "refused" not in asked.choose(asked.options[made * 7 % len(asked.options)])
        for seat in reversed(range(players)):
            people[seat].send(concede=True)
            people[seat].hear_until(partial(conceded, seat))
        while not people[0].over:  # bots play on
            people[0].hear()
        record = serai.Record.read(clients[0].get(f"{path}/record").text)
    names = [record.tags[f"Seat{seat + 1}"] for seat in range(players)]
    scenes = [received_scenes(*received) for received in zip(pages, people, strict=True)]
    compared, differing = [0] * players, 0
    replay = Scenes(replayed(record), names, [False] * players)
    for number, (state, _) in enumerate(record.states()):
        for seat, language in enumerate(languages):
            dealt = state.determinize(seat, serai.Rng(f"{number}"))
            history = partial(replay.history, seat, number)
            for scene in scenes[seat].get(number, []):
                seen = SeenPosition(
                    dealt, seat, game_words(record.game, language), names, [False] * players, history
                )
                expected = view_of(game).scene(seen.look)
                assert scene == json.loads(json.dumps(shown(expected), default=dict))
                compared[seat] += 1
                differing += dealt.observe(1 - min(seat, 1)) != state.observe(1 - min(seat, 1))
    if game in OURS:  # long games, in which there is much to hide
        assert sum(compared) > 60
        assert min(compared) > 12
        assert differing > 20


def to_choose(people: list[Player]) -> Player | None:
    """Who has a decision to make, once all know the same; None when the game is over."""
    while True:
        for player in people:
            while player.number < max(other.number for other in people):
                player.hear()
        if asked := [player for player in people if player.asked]:
            return asked[0]
        if people[0].over:
            return None
        people[0].hear()


def conceded(seat: int, message: dict[str, Any]) -> bool:
    return "people" in message and bool(message["people"]["seats"][str(seat)]["conceded"])


def received_scenes(page: str, player: Player) -> dict[int, list[dict[str, Any]]]:
    """Every scene that came to a player, in the page and in messages, by the number of choices."""
    first = re.search(r'id="first">(.*?)</script>', page)
    assert first
    found: dict[int, list[dict[str, Any]]] = {}
    scene: dict[str, Any] = {}
    for message in (json.loads(first[1]), *player.heard):
        if "scene" in message:
            scene = shown(message["scene"])
        elif "patch" in message:
            scene = merge(scene, message["patch"])
        else:
            continue
        found.setdefault(message["number"], []).append(scene)
    return found
