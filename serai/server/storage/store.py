"""The database: one thread writes, many read.

Writes that queue up while the writer is busy go into the next transaction, so many tables share one disk
flush. Callers await a write until it is safe on disk.

SQLite allows one writer at a time, and so do we among processes that share a PostgreSQL database: a job may
read first and rely on what it saw. Only appending to the log of a table does not wait for the others: there
the unique pair of table and number decides.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Any, Final, NamedTuple, TypeVar

import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.storage.engines import SQLITE, WRITE_LOCK, engines_of, translate_errors
from serai.server.storage.log import Job, LogAppend
from serai.server.storage.migration import migrate

T = TypeVar("T")

BIG_BATCH: Final = 12  # jobs: after a batch of this size, the writer waits GATHER seconds for more
GATHER: Final = 0.01


class QueuedJob(NamedTuple):
    """A job that waits to be written."""

    job: Job | LogAppend
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Store:
    """A database, with its one writing thread."""

    def __init__(self, url: str, synchronous: str = "FULL") -> None:
        self.engine, self.reading = engines_of(url, synchronous)
        sqlite = self.engine.dialect.name == SQLITE
        # Without a transaction, where PostgreSQL needs none.
        at_once = {"isolation_level": "AUTOCOMMIT"}
        self.reading_autocommit = self.reading if sqlite else self.reading.execution_options(**at_once)
        self.writing_autocommit = None if sqlite else self.engine.execution_options(**at_once)
        self.jobs: queue.SimpleQueue[QueuedJob | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self.kept: sql.Connection | None = None  # the writer's connection to SQLite, between two batches
        self.outage: str | None = None  # why the last job could not be written
        self.outages = 0  # how often the database has failed

    def open(self) -> None:
        """Migrate the database, and start the writer."""
        migrate(self.engine)
        self.thread.start()

    def close(self) -> None:
        """Write what is queued, and stop."""
        if self.thread.is_alive():
            self.jobs.put(None)
            self.thread.join()
        self.engine.dispose()
        self.reading.dispose()

    # Writing

    def write(self, job: Callable[[sql.Connection], T]) -> asyncio.Future[T]:
        """Run a job in a transaction; the future is done once it is safe on disk."""
        return self._put(job)

    def append(self, new: LogAppend) -> asyncio.Future[None]:
        """Append to the log of a table. It is written even if nobody waits for it any more."""
        return self._put(new)

    def _put(self, job: Job | LogAppend) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self.jobs.put(QueuedJob(job, done, loop))
        return done

    def _write_all(self) -> None:
        many = False
        while True:
            waiting = [self.jobs.get()]
            if many:
                sleep(GATHER)
            with suppress(queue.Empty):
                while True:
                    waiting.append(self.jobs.get_nowait())
            # From here on it is too late to cancel a job. What was cancelled before is not written, except
            # for what is appended to a log: more may follow from it.
            jobs = [item for item in waiting if item is not None]
            batch = [item for item in jobs if isinstance(item.job, LogAppend) or not item.done.cancelled()]
            many = len(batch) >= BIG_BATCH
            self._write(batch)
            if None in waiting:
                if self.kept is not None:
                    self.kept.close()
                return

    def _write(self, batch: list[QueuedJob]) -> None:
        """Write a batch in one transaction. If it fails, each job gets its own, so that none affects the
        others."""
        if not batch:
            return
        results: list[Any] = [None] * len(batch)
        appends = [item.job for item in batch if isinstance(item.job, LogAppend)]
        exclusive = len(appends) < len(batch)
        try:
            if self.writing_autocommit is not None and not exclusive and all(one.plain for one in appends):
                with translate_errors(), self.writing_autocommit.connect() as connection:
                    LogAppend.append_played(connection, appends)
            else:
                with translate_errors(), self._writing() as connection, connection.begin():
                    self._lock(connection, exclusive)
                    LogAppend.store(connection, appends)
                    for place, item in enumerate(batch):
                        if not isinstance(item.job, LogAppend):
                            results[place] = item.job(connection)
        except Exception as error:
            self._note(error)
            hopeless = isinstance(error, Refusal) and error.is_outage
            if hopeless or len(batch) == 1:  # it may have been written after all, so it is not repeated
                _resolve([(item, None, error) for item in batch])
            else:
                for item in batch:
                    self._write([item])
            return
        self.outage = None
        _resolve([(item, result, None) for item, result in zip(batch, results, strict=True)])

    def _note(self, error: Exception) -> None:
        if isinstance(error, Refusal) and error.is_outage:
            self.outage = error.code
            self.outages += 1

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        """The writer's connection. SQLite's stays open between batches: taking it from the pool and giving it
        back is more work than writing a choice. After an error it goes back all the same, which rolls back
        what is left. PostgreSQL's may be lost at any time, so it is taken, and checked, every time."""
        connection, self.kept = self.kept or self.engine.connect(), None
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if self.engine.dialect.name == SQLITE:
            self.kept = connection
        else:
            connection.close()

    @contextmanager
    def transaction(self, exclusive: bool = True) -> Iterator[sql.Connection]:
        """A transaction in this thread; `exclusive`: no other job that reads first runs at the same time."""
        with translate_errors(), self.engine.begin() as connection:
            self._lock(connection, exclusive)
            yield connection

    def _lock(self, connection: sql.Connection, exclusive: bool) -> None:
        """Wait until no other job that reads first runs. SQLite is locked since the transaction began."""
        if exclusive and self.engine.dialect.name != SQLITE:
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(WRITE_LOCK)))

    # Reading

    async def read(self, job: Callable[[sql.Connection], T], autocommit: bool = False) -> T:
        """Run queries in another thread, off the event loop. They see one snapshot of the database, unless
        `autocommit`: then PostgreSQL needs no transaction."""
        engine = self.reading_autocommit if autocommit else self.reading

        def ask() -> T:
            try:
                with translate_errors(), engine.connect() as connection:
                    return job(connection)
            except Refusal as refusal:
                self._note(refusal)
                raise

        return await asyncio.to_thread(ask)


def _resolve(done: list[tuple[QueuedJob, Any, Exception | None]]) -> None:
    """Resolve the futures, by one call to each event loop."""

    def tell(loop: asyncio.AbstractEventLoop) -> None:
        for item, result, error in done:
            if item.loop is loop and not item.done.done():
                if error is not None:
                    item.done.set_exception(error)
                else:
                    item.done.set_result(result)

    for loop in {item.loop for item, _, _ in done}:
        with suppress(RuntimeError):  # the loop has ended, and nobody waits
            loop.call_soon_threadsafe(tell, loop)
