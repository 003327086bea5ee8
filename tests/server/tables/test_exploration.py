"""Explorations: one person plays on for all seats, from a position of a finished game."""

from __future__ import annotations

from pathlib import Path

import pytest

import serai
from serai.kernel.state import CHANCE
from serai.server.errors import Refusal
from serai.server.live.live_table import LiveTable
from serai.server.people.accounts import rename
from serai.server.routes.study.explore import read_record
from serai.server.tables.exploration import MOST_CHOICES, branch_settings
from tests.server.hub_setup import HubSetup, run_with_hub


async def finished(setup: HubSetup, **wanted: str) -> tuple[LiveTable, int]:
    """A game that is over; who played it, alone against bots."""
    (guest,) = await setup.guests(1)
    fields = {"game": "yspahan", "players": "3", "seat": "0", "level": "random"}
    live_table = await setup.hub.get(await setup.hub.new_table(guest, fields | wanted))
    await setup.settle()
    while not live_table.table.over:
        await setup.choose(live_table)
    return live_table, guest.id


def chances(live_table: LiveTable, since: int) -> list[str]:
    """What chance gave after so many choices."""
    state = live_table.table.played.position_after(since)
    found = []
    for choice in live_table.table.choices[since:]:
        if state.actor == CHANCE:
            found.append(state.text(choice))
        state.apply_unchecked(choice)
    return found


def test_a_running_game_cannot_be_explored(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, (guest, _) = await setup.table()
        with pytest.raises(Refusal, match="not-over"):
            await setup.hub.explore(guest, live_table.table.settings.id, 0, {})

    run_with_hub(tmp_path, test)


def test_one_person_chooses_for_all_seats_and_sees_the_table_from_each(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        source, guest = await finished(setup)
        (other,) = await setup.guests(1)
        key = await setup.hub.explore(other, source.table.settings.id, 40, {})
        live_table = await setup.hub.get(key)
        table = live_table.table
        assert table.choices[:40] == source.table.choices[:40]
        assert not set(table.names) & {source.table.settings.occupants[0].name}  # the player's is theirs
        assert table.seat_of(guest) is None
        page, watcher = await setup.page(live_table, table.person_due), await setup.page(live_table, None)
        for _ in range(12):
            assert page.seat == table.person_due
            await setup.choose(live_table)
        turns = [message["scene"]["seat"] for message in page.heard() if message.get("turn")]
        assert len(set(turns)) > 1
        assert not any("turn" in message for message in watcher.heard())
        with pytest.raises(Refusal, match="not-yours"):
            await setup.hub.choose(live_table, watcher.seat, table.state.legal()[0], table.number, None)
        # All of it can be taken back, dice too, down to where it began, by a table read from its log as well.
        table = (live_table := await setup.again(live_table)).table
        while table.can_undo(seat := table.seat_of(other.id)):
            await setup.hub.undo(live_table, seat, table.number, None)
        assert table.person_due is not None
        assert 40 <= table.number < 46
        assert "ChanceSeed" not in table.record().tags

    run_with_hub(tmp_path, test)


def test_the_dice_are_kept_or_redrawn(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        source, _ = await finished(setup)
        old = chances(source, 30)
        bots = {f"seat_{seat}": "random" for seat in range(3)}
        kept = []
        for dice in ("same", "new"):
            (other,) = await setup.guests(1)
            wanted = {"dice": dice, **bots}
            live_table = await setup.hub.get(
                await setup.hub.explore(other, source.table.settings.id, 30, wanted)
            )
            await setup.settle()
            assert live_table.table.over
            rolls = [text for text in chances(live_table, 30) if text.startswith("roll")]
            was = [text for text in old if text.startswith("roll")]
            kept.append(sum(now == then for now, then in zip(rolls, was, strict=False)))
        assert kept[0] > 8 > 2 >= kept[1]  # extra dice that somebody bought make a roll another one

    run_with_hub(tmp_path, test)


def test_a_record_is_loaded_and_branched_again(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        record = serai.Record("istanbul", 2, tags={"Seat1": "Sindbad"})
        state, rng = record.replay(), serai.Rng("record")
        for _ in range(60):
            choices = [state.sample(rng)] if state.actor == CHANCE else state.legal()
            record.play(state, choices[rng.below(len(choices))])
        guest, other = await setup.guests(2)
        first = await setup.hub.load_record(guest, record, ["Sindbad", None])
        loaded = (await setup.hub.get(first)).table
        assert loaded.choices[:60] == record.choices
        assert loaded.names[0] == "Sindbad" != loaded.names[1]
        second = await setup.hub.explore(other, first, 30, {"seat_0": "random"})
        assert (await setup.hub.get(second)).table.settings.branch_of == first
        await rename(setup.store, guest, "Scheherazade")  # none of these seats has their name
        assert (await setup.again(await setup.hub.get(first))).table.names == loaded.names

    run_with_hub(tmp_path, test)


def test_a_new_name_is_never_one_that_stays(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        source, player = await finished(setup)
        (other,) = await setup.guests(1)
        names = source.table.names
        assert source.table.seat_of(player) == 0
        for number in range(60):
            settings = branch_settings(source.table, other, 0, {}, bytes([number]) * 32, setup.now)
            own, *kept = [one.name for one in settings.occupants]
            assert kept == names[1:]  # those of bots
            assert own not in names

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("number", "wanted", "code"),
    [(-1, {}, "no-position"), (1, {}, "no-position"), (0, {"dice": "loaded"}, "bad-option")],
)
def test_what_cannot_be_explored(tmp_path: Path, number: int, wanted: dict[str, str], code: str) -> None:
    async def test(setup: HubSetup) -> None:
        source, _ = await finished(setup)
        (other,) = await setup.guests(1)
        place = source.table.number + number if number > 0 else number
        with pytest.raises(Refusal, match=code):
            branch_settings(source.table, other, place, wanted, bytes(32), setup.now)

    run_with_hub(tmp_path, test)


def test_explorations_per_guest_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serai.server.live.hub.EXPLORATIONS", 2)

    async def test(setup: HubSetup) -> None:
        source, _ = await finished(setup)
        (guest,) = await setup.guests(1)
        over = source.table.number  # it costs one request, not a game
        for _ in range(2):
            await setup.hub.explore(guest, source.table.settings.id, over, {})
        with pytest.raises(Refusal, match="too-many-tables"):
            await setup.hub.explore(guest, source.table.settings.id, over, {})

    run_with_hub(tmp_path, test)


def test_an_exploration_is_not_a_game_between_people(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        source, _ = await finished(setup)
        (guest,) = await setup.guests(1)
        for number in (40, source.table.number):
            key = await setup.hub.explore(guest, source.table.settings.id, number, {})
            live_table = await setup.hub.get(key)
            with pytest.raises(Refusal, match="illegal"):
                await setup.table_acts.ask(live_table, 0, "rematch")
        live_table = await setup.hub.get(await setup.hub.explore(guest, source.table.settings.id, 40, {}))
        for act in (setup.table_acts.leave, setup.table_acts.concede):
            with pytest.raises(Refusal, match="illegal"):
                await act(live_table, 0)

    run_with_hub(tmp_path, test)


def test_a_truncated_record_is_not_loaded() -> None:
    record = serai.Record("istanbul", 2)
    state, rng = record.replay(), serai.Rng("stall")
    while len(record.choices) <= MOST_CHOICES:
        record.play(state, state.sample(rng) if state.actor == CHANCE else state.legal()[0])
    with pytest.raises(Refusal, match="bad-record"):
        read_record(record.to_text())
