"""After a database outage: when everything goes on, and who sees to it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from serai.server.errors import UNAVAILABLE, Refusal
from serai.server.live import recovery
from serai.server.live.hub import Hub
from serai.server.live.pubsub import LocalPubSub
from serai.server.live.recovery import LEAD, probe_write
from serai.server.storage.people_schema import orders
from serai.server.tasks import end
from tests.server.hub_setup import new_hub
from tests.server.live.test_hub import at_a_hub
from tests.server.live.test_hub import steps as steps_of_the_loop


class SeveralProcesses(LocalPubSub):
    """One of several processes; the test says whether it leads."""

    multi_process = True

    def __init__(self, leads: bool) -> None:
        super().__init__()
        self.leads = leads
        self.asked: list[tuple[str, float]] = []

    async def lead(self, what: str, seconds: float) -> bool:
        if what == "clocks":
            self.asked.append((what, seconds))
        return self.leads


class Steps:
    """What a recovery does, in order."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub = hub
        self.done: list[object] = []

        check, resume = hub.replication.check, hub.resume

        async def noted_check(still: float) -> None:
            self.done.append(("compare", still))
            await check(still)

        async def noted_resume() -> None:
            self.done.append("resume")
            await resume()

        monkeypatch.setattr(hub.replication, "check", noted_check)
        monkeypatch.setattr(hub, "resume", noted_resume)
        hub.recovered.append(self._hook)

    async def _hook(self) -> None:
        self.done.append("hook")

    async def after_outage(self) -> list[object]:
        self.done.clear()
        self.hub.store.outages += 1
        assert self.hub.recovery.pending
        await self.hub.recovery.attempt()
        return self.done


def test_one_process_sees_to_the_clocks_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        alone = Steps(hub, monkeypatch)
        assert not hub.recovery.pending
        assert await alone.after_outage() == ["resume", "hook"]
        for leads, expected in ((True, ["resume", "hook"]), (False, [])):
            pubsub = SeveralProcesses(leads)
            steps = Steps(new_hub(hub.store, hub.workers, pubsub=pubsub), monkeypatch)
            steps.hub.recovery.known = hub.store.outages
            assert await steps.after_outage() == [("compare", 0.0), *expected]
            assert not steps.hub.recovery.pending
            assert pubsub.asked == [("clocks", LEAD)]

    at_a_hub(tmp_path, test)


def test_a_recovery_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(hub: Hub) -> None:
        steps = Steps(hub, monkeypatch)

        async def refuse() -> None:
            raise Refusal(UNAVAILABLE)

        hub.recovered.append(refuse)
        assert await steps.after_outage() == ["resume", "hook"]
        assert hub.recovery.pending
        assert "answers again" not in caplog.text

        async def fail_again() -> None:
            hub.store.outages += 1

        hub.recovered[-1] = fail_again
        await steps.after_outage()
        assert hub.recovery.pending  # there was another outage meanwhile
        assert "answers again" not in caplog.text
        hub.recovered.pop()
        await steps.after_outage()
        assert not hub.recovery.pending
        assert [record.getMessage() for record in caplog.records] == ["the database answers again"]

    with caplog.at_level(logging.WARNING, "serai.server"):
        at_a_hub(tmp_path, test)


def test_a_hook_that_fails_holds_up_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(hub: Hub) -> None:
        async def fail() -> None:
            raise ZeroDivisionError

        steps = Steps(hub, monkeypatch)
        hub.recovered.insert(0, fail)
        assert await steps.after_outage() == ["resume"]
        assert not hub.recovery.pending

    with caplog.at_level(logging.ERROR, "serai.server"):
        at_a_hub(tmp_path, test)
    assert "the recovery is incomplete" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_outages_are_watched_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "EVERY", 0.0)

    async def test(hub: Hub) -> None:
        steps = Steps(hub, monkeypatch)
        watching = asyncio.create_task(hub.recovery.watch())
        await steps_of_the_loop()
        assert steps.done == []
        hub.store.outages += 1
        while hub.recovery.pending:
            await asyncio.sleep(0)
        await steps_of_the_loop()
        assert steps.done == ["resume", "hook"]
        await end([watching])

    at_a_hub(tmp_path, test)


def test_the_probe_leaves_nothing_behind(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        for _ in range(2):
            await hub.store.write(probe_write)
        rows = await hub.store.read(lambda connection: connection.execute(orders.select()).all())
        assert rows == []

    at_a_hub(tmp_path, test)
