"""Who is served next, where there is more to think about than processes that think.

What a person waits for comes first, then hints and tables that somebody looks on at, then tables at which
nobody is. Within that each owner has their turn, however much they ask for: sixty hints of one guest hold up
nobody but that guest. Once in a while the least urgent has its turn, so that nothing waits for ever.

Bots that think by the clock think shorter while others wait: rather shorter than later.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")

SELDOM: Final = 8  # every so many turns the least urgent is served
LEAST: Final = 0.1  # of its time, which a bot has at least


class Urgency(IntEnum):
    PERSON = 0  # somebody who plays there waits
    HINT = 1  # a hint, or somebody looks on
    NOBODY = 2  # nobody is there


class Priority(NamedTuple):
    """How urgent something is, and for whom it is done."""

    urgency: Urgency
    owner: str

    def __str__(self) -> str:
        return f"{int(self.urgency)} {self.owner}"


OWN: Final = Priority(Urgency.PERSON, "")  # what the server wants itself


class FairQueue(Generic[T]):
    """What waits, by urgency and owner.

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
        """How many owners wait, for each urgency."""
        return [len(owners) for owners in self.waiting]

    def put(self, priority: Priority, item: T) -> None:
        self.waiting[priority.urgency].setdefault(priority.owner, deque()).append(item)

    def discard(self, priority: Priority, item: T) -> None:
        """Who does not wait any more."""
        owners = self.waiting[priority.urgency]
        items = owners.get(priority.owner, ())
        if item in items:
            owners[priority.owner].remove(item)
            if not items:
                del owners[priority.owner]

    def take(self) -> T:
        """The next; there must be one."""
        self.taken += 1
        some = [owners for owners in self.waiting if owners]
        owners = some[-1 if self.taken % SELDOM == 0 else 0]
        owner, items = owners.popitem(last=False)
        item = items.popleft()
        if items:
            owners[owner] = items  # behind the others
        return item


def time_shares(owners: Sequence[int], processes: int) -> list[float]:
    """How much of its time a bot may think, for each urgency, while so many owners wait: for it count those
    that are as urgent, or more.

    >>> time_shares([0, 0, 0], 1), time_shares([1, 0, 2], 1)
    ([1.0, 1.0, 1.0], [0.5, 0.5, 0.25])
    """
    return [max(LEAST, processes / (processes + sum(owners[: urgency + 1]))) for urgency in Urgency]
