"""Taking back: up to the last chance, another's choice, or what showed something hidden."""

from __future__ import annotations

import httpx
import pytest

import serai
from serai.kernel.check import random_choice
from serai.kernel.state import CHANCE
from serai.server.errors import Refusal
from serai.server.settings import Chair, Settings
from serai.server.table import Table
from tests.server.house import Player, new_table

SEED = bytes(range(32))


def test_undo_over_the_socket(client: httpx.Client) -> None:
    player = Player(client, new_table(client, players=2))
    rng = serai.Rng(3)
    taken_back = 0
    while taken_back < 5 and player.wait_for_turn():
        number, scene, log = player.number, player.scene, list(player.log)
        options = player.options
        player.choose(options[rng.below(len(options))])
        while player.scene["actor"] == CHANCE:
            player.hear()
        if not player.undo:
            assert player.refused(undo=player.number) in ("no-undo", "late")
            continue
        entry = player.entry
        player.send(undo=player.number, entry=entry)
        whole = player.hear_until(lambda message: "scene" in message)
        if "refused" in whole:  # a bot was faster
            assert whole["refused"]["code"] == "late"
            continue
        assert (player.number, player.scene, player.log) == (number, scene, log)
        assert player.entry == entry + 1
        taken_back += 1
        player.choose(options[rng.below(len(options))])
    assert taken_back == 5
    player.close()


@pytest.mark.parametrize("game", serai.game_names())
def test_how_far_it_goes(game: str) -> None:
    """With several persons at a table, in random games: nobody takes back chance or another's choice."""
    played = serai.game(game)
    players = played.players[1]
    for seed in range(3):
        rng = serai.Rng(f"undo {seed}")
        chairs = tuple(
            Chair(f"{seat}", guest=seat) if seat < 2 else Chair(f"{seat}", level="random")
            for seat in range(players)
        )
        settings = Settings("x", game, players, played.settings(players), "normal", SEED, chairs, 0.0)
        table = Table(settings)
        actors: list[int] = []
        for _ in range(250):
            table.follow()
            if table.over:
                break
            table.make(random_choice(table.state, rng), asked=True)
            if table.over:  # what is decided among people stays decided
                assert not any(table.can_undo(seat) for seat in range(players))
            elif table.open_undo and rng.below(4) == 0:
                seat = table.open_undo[-1][1]
                actors = _actors(table)
                left = table.undo(seat, table.number, None)
                assert set(actors[left:]) == {seat}
                assert table.number == left
                assert table.state.actor == seat
            for other in (*range(2, players), None):
                assert not table.can_undo(other)
        copy = Table(settings)
        copy.load(table.take_fresh().entries)
        assert copy.choices == table.choices
        assert copy.state.key() == table.state.key()
        assert copy.open_undo == table.open_undo
        assert copy.entry == table.entry


def _actors(table: Table) -> list[int]:
    return [state.actor for state, choice in table.record().states() if choice is not None]


def test_what_showed_something_hidden_stays() -> None:
    """In every game: an undo leads to a position in which the player knows no more than before."""
    for game in serai.game_names():
        played = serai.game(game)
        players = played.players[1]
        chairs = tuple(Chair(f"{seat}", guest=seat) for seat in range(players))
        settings = Settings("x", game, players, played.settings(players), "normal", SEED, chairs, 0.0)
        table = Table(settings)
        rng = serai.Rng(f"{game} hidden")
        for _ in range(400):
            table.follow()
            if table.over:
                break
            if (made := table.automatic()) is not None:  # a moment later, by the server
                table.make(made, asked=False)
                continue
            seat = table.state.actor
            before = table.state.clone()
            choice = random_choice(table.state, rng)
            table.make(choice, asked=True)
            if table.can_undo(seat):
                for deal in range(3):
                    other = before.determinize(seat, serai.Rng(f"other {deal}"))
                    other.apply(choice)
                    assert other.observe(seat) == table.state.observe(seat)


def test_undo_is_for_the_one_who_chose() -> None:
    played = serai.game("yspahan")
    chairs = (Chair("a", guest=1), Chair("b", guest=2))
    table = Table(Settings("x", "yspahan", 2, played.settings(2), "normal", SEED, chairs, 0.0))
    table.follow()
    seat = table.state.actor
    with pytest.raises(Refusal, match="no-undo"):
        table.undo(seat, table.number, None)
    table.make(table.state.legal()[0], asked=True)
    assert table.can_undo(seat)
    for wrong in (1 - seat, None):
        with pytest.raises(Refusal):
            table.undo(wrong, table.number, None)
    with pytest.raises(Refusal, match="late"):
        table.undo(seat, table.number - 1, None)
    table.undo(seat, table.number, None)
    assert not table.can_undo(seat)
