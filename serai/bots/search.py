"""Information-set Monte-Carlo tree search with greedy rivals, generic over games.

One tree over the choices of the searching seat; chance is redrawn in every walk and has no nodes. A walk
redeals what the seat cannot see and descends by upper confidence bounds among the choices that are legal in
this deal. Each other seat takes the turn that promises it most (max-n, one turn deep), so that the tree
reaches the seat's own next turns. The walk adds one node, plays on greedily for some turns and evaluates the
result by the game's estimate. At the root, choices are compared as in `serai/bots/halving.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt

from mypy_extensions import i64

from serai.bots.greedy import Greedy
from serai.bots.halving import Candidate, Halving
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State


class Node(Candidate):
    """A choice of the searching seat. Its children are a linked list sorted by choice."""

    def __init__(self) -> None:
        super().__init__()
        self.available: i64 = 0
        self.first: Node | None = None
        self.next: Node | None = None


# A stored node: choice, visits, total, prior, available, number of children. The children follow it.
Stored = tuple[int, int, float, float, int, int]


def store(node: Node, nodes: list[Stored]) -> None:
    """Append a node and all its descendants."""
    children: list[Node] = []
    child = node.first
    while child is not None:
        children.append(child)
        child = child.next
    nodes.append((node.choice, node.visits, node.total, node.prior, node.available, len(children)))
    for child in children:
        store(child, nodes)


def unstore(nodes: Iterator[Stored]) -> Node:
    """Read the next node with all its descendants."""
    node = Node()
    node.choice, node.visits, node.total, node.prior, node.available, size = next(nodes)
    last: Node | None = None
    for _ in range(size):
        child = unstore(nodes)
        if last is None:
            node.first = child
        else:
            last.next = child
        last = child
    return node


def restored(
    base: State, seat: int, rng: Rng, turns: int, width: int, quick: bool, nodes: list[Stored]
) -> Search:
    """A search that resumes where another one was stored."""
    search = Search(base, seat, rng, turns, width, quick)
    search.root = unstore(iter(nodes))
    return search


class Search(Halving[Node]):
    """A tree for the decisions of one seat; a choice's prior is the value of a greedy rest of the turn."""

    def __init__(self, base: State, seat: i64, rng: Rng, turns: i64, width: i64, quick: bool = False) -> None:
        super().__init__(base, seat, rng, width, 2.0)
        self.turns: i64 = turns  # played greedily at the end of a walk
        self.exploration: float = 0.05
        self.samples: i64 = 4  # outcomes of chance sampled for a prior at the root
        self.root = Node()
        self.greedy = Greedy(quick)
        self.out = Choices()
        self.open: list[Node] = []
        self.path: list[Node] = []

    def __reduce__(self) -> tuple[object, ...]:
        nodes: list[Stored] = []
        store(self.root, nodes)
        return restored, (self.base, self.seat, self.rng, self.turns, self.width, self.greedy.quick, nodes)

    def advance(self, choice: i64) -> None:
        """Make the position after a choice the new root, keeping its part of the tree."""
        self.base.apply_unchecked(choice)
        child = self.root.first
        while child is not None and child.choice != choice:
            child = child.next
        self.root = child if child is not None else Node()

    def candidates(self) -> list[Node]:
        """The choices of the root, most promising first."""
        values = self.greedy.values(self.base, self.seat, self.rng, self.samples)
        self.open_children(self.base, self.root)
        field = self.open.copy()
        for i in range(len(field)):
            field[i].prior = values[i]
        field.sort(key=self.order)
        return field

    def walk(self, state: State, node: Node, rng: Rng) -> None:
        """Descend from a choice at the root, add a node, play on, and back up the result."""
        path = self.path
        path.clear()
        path.append(node)
        state.apply_unchecked(node.choice)
        while node.visits > 0 and state.actor != OVER:
            if state.actor == CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            if state.actor != self.seat:
                state = self.greedy.best_turn(state, state.actor)
                continue
            node = self.select(state, node)
            path.append(node)
            state.apply_unchecked(node.choice)
        self.greedy.play_on(state, self.turns, rng)
        for node in path:
            node.visits += 1
            node.total += self.greedy.shares[self.seat]

    def select(self, state: State, node: Node) -> Node:
        """The legal child with the highest bound."""
        self.open_children(state, node)
        best = self.open[0]
        most = -1.0
        for child in self.open:
            child.available += 1
            weight = float(child.visits) + self.trust
            bound = self.mean(child) + self.exploration * sqrt(log(float(child.available) + 1.0) / weight)
            if bound > most:
                most = bound
                best = child
        return best

    def open_children(self, state: State, node: Node) -> None:
        """Collect the children that are legal now in `open`, creating those met for the first time."""
        self.open.clear()
        out = self.out
        out.refill(state)
        before: Node | None = None
        child = node.first
        for i in range(out.size):
            choice = out.items[i]
            while child is not None and child.choice < choice:
                before = child
                child = child.next
            if child is None or child.choice != choice:
                fresh = self.new_child(state, choice)
                fresh.next = child
                if before is None:
                    node.first = fresh
                else:
                    before.next = fresh
                child = fresh
            self.open.append(child)

    def new_child(self, state: State, choice: i64) -> Node:
        """Create the node of a choice."""
        child = Node()
        child.choice = choice
        self.greedy.turn_after(state, choice, self.seat)
        child.prior = self.greedy.shares[self.seat]
        return child
