"""The priority of jobs when there are more than workers.

First comes what a person waits for, then hints and tables with spectators, then tables without viewers.
Within each of these, owners take turns however much they request: sixty hints of one guest delay nobody else.
Now and then the least urgent job gets a turn, so that nothing starves.

Bots that think by the clock think for a shorter time while others wait: better shorter than later.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")

SELDOM: Final = 8  # every this many turns the least urgent comes first
LEAST: Final = 0.1  # of its time, which a bot always gets


class Urgency(IntEnum):
    PERSON = 0  # a player waits
    HINT = 1  # a hint, or a table with spectators
    NOBODY = 2  # nobody is there


class Priority(NamedTuple):
    """How urgent work is, and for whom it is done."""

    urgency: Urgency
    owner: str

    def __str__(self) -> str:
        return f"{int(self.urgency)} {self.owner}"


OWN: Final = Priority(Urgency.PERSON, "")  # for the server itself


class FairQueue(Generic[T]):
    """Items that wait, by urgency and owner.

    >>> queue = FairQueue[str]()
    >>> for item in ("one", "two"):
    ...     queue.put(Priority(Urgency.PERSON, "greedy"), item)
    >>> queue.put(Priority(Urgency.PERSON, "modest"), "three")
    >>> queue.take(), queue.take(), queue.take()
    ('one', 'three', 'two')
    """

    def __init__(self) -> None:
        self.waiting: tuple[OrderedDict[str, deque[T]], ...] = tuple(OrderedDict() for _ in Urgency)
        self.taken = 0

    def __len__(self) -> int:
        return sum(len(items) for owners in self.waiting for items in owners.values())

    @property
    def owners(self) -> list[int]:
        """How many owners wait, by urgency."""
        return [len(owners) for owners in self.waiting]

    def put(self, priority: Priority, item: T) -> None:
        self.waiting[priority.urgency].setdefault(priority.owner, deque()).append(item)

    def discard(self, priority: Priority, item: T) -> None:
        """Remove an item that waits no more."""
        owners = self.waiting[priority.urgency]
        items = owners.get(priority.owner, ())
        if item in items:
            owners[priority.owner].remove(item)
            if not items:
                del owners[priority.owner]

    def take(self) -> T:
        """Take the next item; there must be one."""
        self.taken += 1
        some = [owners for owners in self.waiting if owners]
        owners = some[-1 if self.taken % SELDOM == 0 else 0]
        owner, items = owners.popitem(last=False)
        item = items.popleft()
        if items:
            owners[owner] = items  # behind the other owners
        return item


def time_shares(owners: Sequence[int], processes: int) -> list[float]:
    """The share of its time that a bot may think, by urgency, given how many owners wait. Less urgent ones do
    not count.

    >>> time_shares([0, 0, 0], 1), time_shares([1, 0, 2], 1)
    ([1.0, 1.0, 1.0], [0.5, 0.5, 0.25])
    """
    return [max(LEAST, processes / (processes + sum(owners[: urgency + 1]))) for urgency in Urgency]
