"""What the kernel requires of every game, for every number of players and every option."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, product

import pytest

import serai
from serai._source import compiled
from serai.games.istanbul import cards as istanbul
from serai.games.istanbul import ids as istanbul_ids
from serai.games.istanbul.rules import Istanbul
from serai.games.morgenland import cards as morgenland
from serai.games.morgenland import ids as morgenland_ids
from serai.games.morgenland.rules import Morgenland
from serai.games.yspahan import cards as yspahan
from serai.games.yspahan import ids as yspahan_ids
from serai.games.yspahan.rules import Yspahan
from serai.kernel import check
from serai.kernel.check import (
    CheckFailed,
    Told,
    check_game,
    check_odds,
    check_secrets,
    fingerprint,
    random_choice,
    told_to,
)
from serai.kernel.state import CHANCE, OVER, Event, State
from tests.morgenland.table import rich

SEEDS = 120


def settings() -> list[tuple[str, int, dict[str, str]]]:
    """Every game, number of players and set of options that can be played."""
    found = []
    for name in serai.game_names():
        game = serai.game(name)
        for players in range(game.players[0], game.players[1] + 1):
            values = [option.values or (option.default,) for option in game.options.values()]
            for chosen in product(*values):
                options = dict(zip(game.options, chosen, strict=True))
                try:
                    game.settings(players, options)
                except serai.BadOption:
                    continue
                found.append((name, players, options))
    return found


@pytest.mark.parametrize(("name", "players", "options"), settings(), ids=str)
def test_the_generic_checks(
    name: str, players: int, options: dict[str, str], request: pytest.FixtureRequest
) -> None:
    several = ((1, 41), (2, 83), (3, 23), (4, 29))
    for seed, every in several if request.config.getoption("--long") else several[:2]:
        check_game(serai.game(name), players, options, seed=seed, every=every)


# The events of which others may not know what they are about.
SECRET = {
    "yspahan": {"draw"},
    "istanbul": {"card"},
    "morgenland": {"aim", "draw", "figure", "search", "spell"},
}
# What chance is asked, but for the nine dice of Yspahan, which are too many outcomes to list.
DRAWS = {
    "yspahan": {"start", "deal"},
    "istanbul": {
        *("start", "start-governor", "start-smuggler", "demand", "start-deal", "action-roll", "caravan-deal"),
        *("reward-deal", "governor-deal", "governor-roll", "smuggler-roll"),
    },
    "morgenland": {"start", "card", "turn-up", "disc", "search", "draw", "guard"},
}


def busy_games(name: str, events: list[Event] | None = None) -> Iterator[State]:
    """The positions of random games, in Morgenland with all artifacts and some spells from the start."""
    rng = serai.Rng(f"busy {name}")
    while True:
        state: State = rich(4) if name == "morgenland" else serai.game(name).new()
        state.events = events
        while state.actor != OVER:
            yield state
            state.apply(random_choice(state, rng))


@pytest.mark.parametrize("name", SECRET)
def test_these_events_are_secret(name: str) -> None:
    events: list[Event] = []
    for _ in islice(busy_games(name, events), 6000):
        pass
    assert {event.kind for event in events if event.secret} == SECRET[name]


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in SECRET for kind in sorted(SECRET[name])])
def test_a_secret_event_made_public_is_found(name: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def told_to_all(seat: int | None, events: list[Event]) -> list[Told]:
        return told_to(seat, [open_event(event) if event.kind == kind else event for event in events])

    def look_through() -> None:
        for state in islice(busy_games(name), 6000):
            check_secrets(state, None, serai.Rng(1))

    monkeypatch.setattr(check, "told_to", told_to_all)
    with pytest.raises(CheckFailed, match="tell seat None"):
        look_through()


def open_event(event: Event) -> Event:
    return Event(event.kind, event.seat, event.amount, event.about, False)


@pytest.mark.parametrize("name", DRAWS)
def test_chance_is_fair(name: str) -> None:
    seen: set[str] = set()
    for state in islice(busy_games(name), 6000):
        phase = state.observe(None)["phase"]
        if state.actor == CHANCE and phase not in seen and phase != "roll":
            expected = odds(state)
            check_odds(state, expected, serai.Rng(phase))
            told = dict(state.odds())
            assert list(told) == state.legal()
            assert told == pytest.approx({one: odd / sum(expected.values()) for one, odd in expected.items()})
            seen.add(phase)
    assert seen == DRAWS[name]


def odds(state: State) -> dict[int, float]:
    """Cards by how many of them are in the pile, two dice by how many throws show them, all else evenly."""
    found: dict[int, float] = {}
    for choice in state.legal():
        what, *about = state.text(choice).split()
        if what == "roll":
            found[choice] = 1 if about[0] == about[1] else 2
        else:
            found[choice] = in_pile(state, choice) if what == "deal" else 1
    return found


def in_pile(state: State, choice: int) -> int:
    if isinstance(state, Yspahan):
        return yspahan.held(state.deck, choice - yspahan_ids.DEAL)
    if isinstance(state, Istanbul):
        return istanbul.held(state.deck, choice - istanbul_ids.DEAL)
    assert isinstance(state, Morgenland)
    return morgenland.held(state.pool, choice - morgenland_ids.DEAL)


@pytest.mark.parametrize("name", serai.game_names())
def test_a_fingerprint_is_of_the_whole_game(name: str) -> None:
    game = serai.game(name)
    players = game.players[0]
    assert fingerprint(game, players, None, 1) == fingerprint(game, players, None, 1)
    assert len({fingerprint(game, players, None, seed) for seed in range(5)}) == 5


@pytest.mark.skipif(not compiled(), reason="there is no compiled engine to compare")
@pytest.mark.parametrize("name", serai.game_names())
def test_compiled_and_interpreted_engine_play_the_same_games(name: str) -> None:
    tables = [(players, options) for game, players, options in settings() if game == name]
    games = [(*tables[seed % len(tables)], seed) for seed in range(SEEDS)]
    code = (
        "import json, sys, serai; from serai._source import compiled;"
        "from serai.kernel.check import fingerprint as f; assert not compiled();"
        f"print(json.dumps([f(serai.game({name!r}), *game) for game in json.load(sys.stdin)]))"
    )
    interpreted = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(games),
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    assert interpreted.returncode == 0, interpreted.stderr
    here = [fingerprint(serai.game(name), players, options, seed) for players, options, seed in games]
    assert here == json.loads(interpreted.stdout)
