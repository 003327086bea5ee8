"""Information-set Monte-Carlo tree search, generic over games.

One tree over the choices of seats; chance is drawn anew in every iteration and has no nodes. Each
iteration deals again what the searching seat cannot see, walks down by upper confidence bounds among
the choices that are legal in this deal, adds one node and asks the game's estimate. Every seat
maximizes its own share of the win (max-n).
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State


class Node:
    """A choice that was tried. Children are a chain sorted by choice, as `choices` gives them."""

    def __init__(self) -> None:
        self.choice: i64 = -1
        self.actor: i64 = -1
        self.visits: i64 = 0
        self.available: i64 = 0
        self.total: float = 0.0
        self.prior: float = 0.0  # the estimate right after the choice
        self.first: Node | None = None
        self.next: Node | None = None


class Search:
    """A tree for the decision of one seat. `base` is any position that the seat thinks possible."""

    def __init__(self, base: State, seat: i64, rng: Rng) -> None:
        self.base = base
        self.seat: i64 = seat
        self.rng = rng
        self.root = Node()
        self.exploration: float = 0.1
        self.trust: float = 5.0  # how many visits an estimate counts as
        self.out = Choices()
        self.shares: vec[float] = vec[float]([0.0] * 8)
        self.path: list[Node] = []

    def run(self, iterations: i64) -> None:
        """So many walks down the tree."""
        for _ in range(iterations):
            self.walk()

    def run_until(self, deadline: float) -> None:
        """Walk until the clock (`time.perf_counter`) shows the deadline."""
        while perf_counter() < deadline:
            for _ in range(8):
                self.walk()

    def walk(self) -> None:
        """One iteration: deal, select, add a node, estimate, and count the result."""
        state = self.base.determinize(self.seat, self.rng)
        node = self.root
        path = self.path
        path.clear()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply_unchecked(state.sample(self.rng))
                continue
            child = self.select(state, node)
            path.append(child)
            state.apply_unchecked(child.choice)
            node = child
            if child.visits == 0:
                break
        state.outlook(self.shares)
        self.root.visits += 1
        for node in path:
            node.visits += 1
            node.total += self.shares[node.actor]

    def select(self, state: State, node: Node) -> Node:
        """The legal child with the highest bound. A choice met for the first time gets a node whose
        value is the game's estimate right after it, counted as `trust` visits."""
        out = self.out
        out.size = 0
        state.choices(out)
        best: Node | None = None
        most = -1.0
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
            child.available += 1
            weight = float(child.visits) + self.trust
            bound = (child.total + self.trust * child.prior) / weight + self.exploration * sqrt(
                log(float(child.available) + 1.0) / weight
            )
            if bound > most:
                most = bound
                best = child
        assert best is not None
        return best

    def new_child(self, state: State, choice: i64) -> Node:
        child = Node()
        child.choice = choice
        child.actor = state.actor
        after = state.clone()
        after.apply_unchecked(choice)
        after.outlook(self.shares)
        child.prior = self.shares[child.actor]
        return child

    def children(self) -> list[Node]:
        """The choices tried at the root, most visited first."""
        found: list[Node] = []
        child = self.root.first
        while child is not None:
            found.append(child)
            child = child.next
        found.sort(key=lambda node: (-node.visits, node.choice))
        return found
