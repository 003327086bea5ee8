"""Information-set Monte-Carlo tree search with greedy rivals, generic over games.

One tree over the choices of the seat that searches; chance is drawn anew in every walk and has no nodes.
A walk deals again what the seat cannot see and goes down by upper confidence bounds among the choices that
are legal in this deal. The other seats each take the turn that promises them most (max-n, and they look no
further), so that the tree reaches the seat's own next turns. It adds one node, lets all play on greedily
for some turns and asks the game's estimate.

At the root the most promising choices are compared in sweeps: each gets a walk with the same deal and the
same dice, so that luck does not tell them apart. In every round the worse half of them drops out.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter

from mypy_extensions import i64

from serai.bots.greedy import Greedy
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State


class Node:
    """A choice of the searching seat. Children are a chain sorted by choice."""

    def __init__(self) -> None:
        self.choice: i64 = -1
        self.visits: i64 = 0
        self.available: i64 = 0
        self.total: float = 0.0
        self.prior: float = 0.0  # the share of the win that a greedy end of the turn promises
        self.first: Node | None = None
        self.next: Node | None = None


class Search:
    """A tree for the decisions of one seat. `base` is any position that the seat thinks possible."""

    def __init__(self, base: State, seat: i64, rng: Rng, turns: i64, width: i64, quick: bool = False) -> None:
        self.base = base
        self.seat: i64 = seat
        self.rng = rng
        self.turns: i64 = turns  # that are played on after a walk
        self.width: i64 = width  # choices that are compared at the root
        self.exploration: float = 0.05
        self.trust: float = 2.0  # how many visits a prior counts as
        self.samples: i64 = 4  # outcomes of chance for a prior at the root
        self.root = Node()
        self.greedy = Greedy()
        self.greedy.quick = quick
        self.out = Choices()
        self.open: list[Node] = []
        self.path: list[Node] = []

    def follow(self, choice: i64) -> None:
        """Go on from the position after a choice of the root, with what the tree knows of it."""
        self.base.apply_unchecked(choice)
        child = self.root.first
        while child is not None and child.choice != choice:
            child = child.next
        self.root = child if child is not None else Node()

    def run(self, work: i64, deadline: float) -> list[Node]:
        """Think for so many walks (0: any number), until the clock (`time.perf_counter`) shows the
        deadline (0: never), and give the choices of the root, best first."""
        field = self.candidates()
        ranking = field[self.width :]
        del field[self.width :]
        rounds: i64 = 0
        while 1 << rounds < len(field):
            rounds += 1
        while rounds > 0:
            size: i64 = len(field)
            sweeps = max(1, work // (rounds * size))
            now = perf_counter()
            until = now + (deadline - now) / float(rounds)
            done: i64 = 0
            while (work == 0 or done < sweeps) and (deadline == 0.0 or done == 0 or now < until):
                self.sweep(field)
                done += 1
                now = perf_counter()
            if work > 0:
                work = max(1, work - done * size)
            field.sort(key=self.order)
            half = (size + 1) // 2
            ranking = field[half:] + ranking
            del field[half:]
            rounds -= 1
        return field + ranking

    def candidates(self) -> list[Node]:
        """The choices of the root, most promising first."""
        values = self.greedy.values(self.base, self.seat, self.rng, self.samples)
        self.open_children(self.base, self.root)
        field = self.open.copy()
        for i in range(len(field)):
            field[i].prior = values[i]
        field.sort(key=self.order)
        return field

    def order(self, node: Node) -> tuple[float, int]:
        """Best first."""
        return -self.mean(node), node.choice

    def mean(self, node: Node) -> float:
        """What a node is worth: its walks, and the first guess as if it were some more."""
        return (node.total + self.trust * node.prior) / (float(node.visits) + self.trust)

    def sweep(self, field: list[Node]) -> None:
        """One walk for each choice, all with the same deal and the same dice."""
        deal = self.base.determinize(self.seat, self.rng)
        seed = self.rng.next()
        for child in field:
            self.walk(deal.clone(), child, Rng(seed))

    def walk(self, state: State, node: Node, rng: Rng) -> None:
        """Down the tree from a choice at the root, one node further, play on, and count the result."""
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
        """Gather the children that are legal now in `open`; who is met for the first time is made."""
        self.open.clear()
        out = self.out
        out.size = 0
        state.choices(out)
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
        """A node for what follows a choice."""
        child = Node()
        child.choice = choice
        self.greedy.turn_after(state, choice, self.seat)
        child.prior = self.greedy.shares[self.seat]
        return child
