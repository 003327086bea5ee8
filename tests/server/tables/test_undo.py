"""Undo: back to the last draw, another's choice, or a choice that revealed something hidden."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

import serai
from serai.bots.bot import Budget, Situation
from serai.bots.names import make_bot
from serai.kernel.check import random_choice
from serai.kernel.errors import BadRecord
from serai.kernel.fair import COMMITMENT, TAKEN_BACK, check_fair, commitment
from serai.kernel.fair import SEED as SEED_TAG
from serai.kernel.state import CHANCE
from serai.server.errors import Refusal
from serai.server.storage.log import Entry
from serai.server.tables.participants import LEFT, ActKind
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import Table
from tests.server.hub_setup import HeldBots, HubSetup, run_with_hub
from tests.server.server_process import Player, new_table

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
            assert whole["refused"]["code"] in ("no-undo", "late")
            continue
        assert (player.number, player.scene, player.log) == (number, scene, log)
        assert player.entry == entry + 1
        taken_back += 1
        player.choose(options[rng.below(len(options))])
    assert taken_back == 5
    player.close()


@pytest.mark.parametrize("game", serai.game_names())
def test_how_far_undo_goes(game: str) -> None:
    """With several persons at a table, in random games: nobody takes back chance or another's choice."""
    played = serai.game(game)
    players = played.players[1]
    for seed in range(3):
        rng = serai.Rng(f"undo {seed}")
        occupants = tuple(
            Occupant(f"{seat}", guest=seat) if seat < 2 else Occupant(f"{seat}", level="random")
            for seat in range(players)
        )
        settings = Settings("x", game, players, played.settings(players), "normal", SEED, occupants, 0.0)
        table = Table(settings)
        actors: list[int] = []
        for _ in range(250):
            table.make_automatic_choices()
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
        copy.load(table.take_unsaved().entries)
        assert copy.choices == table.choices
        assert copy.state.key() == table.state.key()
        assert copy.open_undo == table.open_undo
        assert copy.entry == table.entry


def _actors(table: Table) -> list[int]:
    return [state.actor for state, choice in table.record().states() if choice is not None]


def test_a_choice_that_revealed_something_cannot_be_undone() -> None:
    """In every game: an undo leads to a position in which the player knows no more than before."""
    for game in serai.game_names():
        played = serai.game(game)
        players = played.players[1]
        occupants = tuple(Occupant(f"{seat}", guest=seat) for seat in range(players))
        settings = Settings("x", game, players, played.settings(players), "normal", SEED, occupants, 0.0)
        table = Table(settings)
        rng = serai.Rng(f"{game} hidden")
        for _ in range(400):
            table.make_automatic_choices()
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


def test_only_the_player_who_chose_may_undo() -> None:
    played = serai.game("yspahan")
    occupants = (Occupant("a", guest=1), Occupant("b", guest=2))
    table = Table(Settings("x", "yspahan", 2, played.settings(2), "normal", SEED, occupants, 0.0))
    table.make_automatic_choices()
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


@pytest.mark.parametrize("leaves", [ActKind.AWAY, ActKind.CONCEDE])
def test_after_a_restart_a_bots_choice_cannot_be_undone_by_its_person(leaves: ActKind) -> None:
    played = serai.game("yspahan")
    occupants = (Occupant("a", guest=1), Occupant("b", guest=2))
    settings = Settings("x", "yspahan", 2, played.settings(2), "normal", SEED, occupants, 0.0)

    def loaded() -> Table:
        """The table as its logs give it."""
        copy = Table(settings)
        copy.load(lines, acts)
        return copy

    table = Table(settings)
    table.make_automatic_choices()
    seat = table.state.actor
    table.make(table.state.legal()[0], asked=True)
    table.make_automatic_choices()
    lines, acts, _ = table.take_unsaved()
    assert table.open_undo == loaded().open_undo
    while table.state.actor == seat:
        table.make(table.state.legal()[0], asked=True)
    lines += table.take_unsaved().entries
    assert table.can_undo(seat)
    assert loaded().can_undo(seat)  # what they chose themselves
    table.undo(seat, table.number, None)
    table.add_act(leaves, seat, LEFT)
    while table.state.actor == seat:
        table.make(table.state.legal()[0], asked=True)
    if leaves == ActKind.AWAY:
        table.add_act(ActKind.BACK, seat)
    fresh = table.take_unsaved()
    lines, acts = lines + fresh.entries, fresh.acts
    assert not table.can_undo(seat)
    assert not loaded().can_undo(seat)
    assert loaded().state.key() == table.state.key()


def test_a_bot_thinks_again_after_an_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are as many choices as before, but not the same."""

    async def test(setup: HubSetup) -> None:
        bots = HeldBots(monkeypatch)
        live_table, _ = await setup.table(1, players="2")
        table = live_table.table

        async def choose(choice: int) -> None:
            await setup.hub.choose(live_table, 0, choice, table.number, None)

        while True:
            bots.free.set()
            await setup.settle()
            bots.free.clear()
            bots.thought.clear()
            number, legal = table.number, table.state.legal()
            await choose(legal[0])
            if table.bot_due is not None and table.can_undo(0) and len(legal) > 1:
                break
        await bots.thought.wait()
        asked = len(bots.asked)
        await setup.hub.undo(live_table, 0, table.number, None)
        assert table.number == number
        await choose(legal[1])
        assert table.bot_due is not None
        position = table.state.key()
        bots.free.set()
        await setup.settle()
        assert position in bots.asked[asked:]
        assert table.choices[number] == legal[1]
        assert table.record().replay().key() == table.state.key()

    run_with_hub(tmp_path, test)


# Past chance


def test_in_rated_games_nothing_is_undone_past_chance(tmp_path: Path) -> None:
    """Alone among bots, and when all others are away: what came after dice or another seat stays."""

    async def test(setup: HubSetup) -> None:
        for people, players in ((1, 3), (2, 2)):
            live_table, _ = await setup.table(people, players=str(players), rated="1")
            table = live_table.table
            assert table.settings.rated
            for seat in range(1, people):
                await setup.table_acts.leave(live_table, seat)
            await setup.settle()
            free = kept = 0
            for step in range(40):
                await setup.choose(live_table)
                before = list(table.choices)
                if table.can_undo(0):
                    if step % 4 == 0:
                        await setup.table_acts.ask(live_table, 0, "undo")
                        free += 1
                else:
                    kept += 1
                    with pytest.raises(Refusal, match="no-undo"):
                        await setup.table_acts.ask(live_table, 0, "undo")
                    assert table.choices == before
            assert free
            assert kept
            assert not table.redraws

    run_with_hub(tmp_path, test)


def test_an_absent_player_has_not_agreed(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        seat = live_table.table.person_due
        assert seat is not None
        await setup.until_other(live_table, seat)
        await setup.table_acts.leave(live_table, 1 - seat)
        await setup.settle()
        with pytest.raises(Refusal, match="no-undo"):
            await setup.table_acts.ask(live_table, seat, "undo")
        await setup.table_acts.concede(live_table, 1 - seat)  # then it is among bots
        await setup.table_acts.ask(live_table, seat, "undo")

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize("game", serai.game_names())
def test_draws_after_an_undo_are_new_and_still_verifiable(game: str) -> None:
    """In games with many of them: nothing that was seen comes again, and the record is verified."""
    played = serai.game(game)
    players = played.players[0]
    occupants = (Occupant("a", guest=1), *(Occupant("bot", level="random") for _ in range(players - 1)))
    settings = Settings("x", game, players, played.settings(players), "normal", SEED, occupants, 0.0)
    table = Table(settings)
    rng = serai.Rng(f"{game} redraw")
    new = 0
    for _ in range(150):
        table.make_automatic_choices()
        if table.over:
            break
        seat = table.state.actor
        table.make(random_choice(table.state, rng), asked=True)
        table.make_automatic_choices()
        left = table.number - 1
        if seat != 0 or not (seen := _draws(table, left)):
            continue
        while not table.choices[left:] or table.deciders[left] != 0:
            left -= 1
        choice = table.choices[left]
        assert table.undo_agreed(0) == left
        table.make(choice, asked=True)
        table.make_automatic_choices()
        drawn = _draws(table, left)
        assert drawn.keys() & seen.keys()
        new += any(drawn.get(number) != outcome for number, outcome in seen.items())
    assert table.redraws
    assert new > len(table.redraws) / 4  # some have few outcomes
    while not table.over:
        table.make_automatic_choices()
        if not table.over:
            bot = make_bot("greedy", table.game)
            bot.reset(table.game, players, settings.options, table.state.actor, "x")
            table.make(bot.choose(Situation(table.state, table.state.actor), Budget()), asked=True)
    record = serai.Record.from_text(table.record().to_text())
    assert (check_fair(record) or 0) > 10
    copy = Table(settings)
    copy.load(table.take_unsaved().entries)
    assert (copy.choices, copy.redraws) == (table.choices, table.redraws)
    record.tags.pop(TAKEN_BACK)
    with pytest.raises(BadRecord, match="not drawn from the seed"):
        check_fair(record)


def _draws(table: Table, left: int) -> dict[int, int]:
    """What chance gave, by number, from one on."""
    return {
        number: choice
        for number, (state, choice) in enumerate(table.record().states())
        if choice is not None and number >= left and state.actor == CHANCE
    }


def test_logs_with_repeated_draws_stay_valid() -> None:
    """Before, an undo past chance was a plain one, and the same draws came."""
    played = serai.game("yspahan")
    occupants = (Occupant("a", guest=1), Occupant("bot", level="random"))
    settings = Settings("x", "yspahan", 2, played.settings(2), "normal", SEED, occupants, 0.0)
    table = Table(settings)
    rng = serai.Rng("old")
    for _ in range(30):
        table.make_automatic_choices()
        table.make(random_choice(table.state, rng), asked=True)
    table.make_automatic_choices()
    lines = table.take_unsaved().entries
    choices = list(table.choices)
    lines.append(Entry(len(lines), "undo", 0, True, 0.0))
    lines += [Entry(len(lines) + more, "choice", one, True, 0.0) for more, one in enumerate(choices)]
    copy = Table(settings)
    copy.load(lines)
    assert copy.choices == choices
    tags = {COMMITMENT: commitment(SEED), SEED_TAG: SEED.hex()}
    assert check_fair(serai.Record("yspahan", 2, settings.options, choices, copy.record().tags | tags))
