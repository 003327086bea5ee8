"""The jobs that worker processes are given."""

from __future__ import annotations

import logging

from serai.server.errors import Refusal
from serai.server.live.bots import worker
from serai.server.live.bots.pool import WorkerPool, WorkFailed
from serai.server.live.bots.reasons import reason_words
from serai.server.live.messages import Hint
from serai.server.live.scheduling import Priority, Urgency
from serai.server.tables.table import Table

log = logging.getLogger("serai.server")


async def play(workers: WorkerPool, turn: worker.Turn, table: str, owner: str) -> list[int]:
    """The choices of a bot. One that fails is replaced for this turn, so that no table is stuck."""
    for level in (turn.level, "random"):
        try:
            priority = Priority(turn.urgency, owner)
            return await workers.run(worker.play, turn.at(level), priority=priority, table=table)
        except WorkFailed:
            log.exception("the bot %s failed at %s", level, turn.state.game_name)
    return [turn.state.legal()[0]]


async def hint(workers: WorkerPool, table: Table, seat: int | None, number: int, language: str) -> list[Hint]:
    """What the strongest bot would do, and why, in words; not at tables with other people, nor at rated
    ones."""
    if seat is None:
        raise Refusal("not-yours")
    if table.state.actor != seat or table.shared or table.settings.rated:
        raise Refusal("no-hint")
    if number != table.number:
        raise Refusal("late")
    try:
        priority = Priority(Urgency.HINT, str(table.settings.occupants[seat].guest))
        found = await workers.run(worker.advise, table.state.clone(), seat, priority=priority)
    except WorkFailed as error:
        raise Refusal("no-hint") from error
    return [
        {
            "choice": advice.choice,
            "share": round(advice.share, 3),
            "reason": reason_words(table.game, advice.reasons, language),
        }
        for advice in found
    ]
