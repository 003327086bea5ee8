"""The bots that come with Serai."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Final

from serai.bots.bot import Budget, Situation
from serai.bots.greedy import Greedy
from serai.bots.net_rater import NetRater
from serai.bots.nets import Evaluate
from serai.bots.netsearch import NetSearch
from serai.bots.search import Search
from serai.bots.search_helper import helper
from serai.kernel.game import Game, Level
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE

SECONDS: Final = 1.0  # per choice, by default
CHOICES: Final = 4.0  # a turn may take as long as this many choices
FOLLOWED: Final = 12  # choices that a net follows to the end of their turn
WON: Final = 0.97  # a share of the win that counts as certain
LOST: Final = 0.01
CIRCLING: Final = 600  # choices in a game, several times the usual: then random choices break the loop
ROLLED: Final = 1  # the same as FOLLOWED, inside walks
TRUST: Final = 8.0  # how many walks the net's first sight counts as
COMPARED: Final = 3  # choices that are always compared, because a caller wants their values
PROMPT: Final = 0.9  # the part of the time that is used; the rest is for sending the answer


def best_of(legal: list[int], values: list[float], blur: float, rng: Rng) -> int:
    """The choice of the highest value, the first of equals; with `blur`, give or take so much at random."""
    if blur:
        values = [value + blur * float(rng.below(1 << 20)) / (1 << 20) for value in values]
    return legal[values.index(max(values))]


class GreedyBot:
    """Takes what looks best to the game's estimate at the end of its own turn.

    `blur` makes it err: random noise of that size, a share of the win, is added to every choice's value.
    """

    def __init__(self, blur: float = 0.0, samples: int = 4) -> None:
        self.blur = blur
        self.samples = samples
        self.rng = Rng()
        self.greedy = Greedy()

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)

    def choose(self, situation: Situation, budget: Budget) -> int:
        legal = situation.legal
        if len(legal) == 1:
            return legal[0]
        values = self.greedy.values(situation.imagine(self.rng), situation.seat, self.rng, self.samples)
        return best_of(legal, values, self.blur, self.rng)


class NetBot:
    """Takes what looks best to a net, without search. The most promising choices are followed to the end of
    the turn. `blur` makes it err, as for `GreedyBot`."""

    def __init__(self, evaluate: Evaluate, follow: int = FOLLOWED, blur: float = 0.0) -> None:
        self.rater = NetRater(evaluate)
        self.finisher = GreedyBot()
        self.follow = follow
        self.blur = blur
        self.rng = Rng()
        self.asked = 0

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)
        self.finisher.reset(game, players, options, seat, seed)
        self.asked = 0

    def choose(self, situation: Situation, budget: Budget) -> int:
        legal = situation.legal
        if len(legal) == 1:
            return legal[0]
        self.asked += 1
        if self.asked > CIRCLING and self.rng.below(8) == 0:
            return legal[self.rng.below(len(legal))]
        self.rater.rate_all(situation.imagine(self.rng), situation.seat, self.follow)
        values = [self.rater.values[i] for i in range(len(legal))]
        if not WON > max(values) > LOST:
            # A net trained by self-play sees no difference then: the estimate finishes the game.
            return self.finisher.choose(situation, budget)
        return best_of(legal, values, self.blur, self.rng)


class NetSearchBot(NetBot):
    """Compares the net's favourite choices by many walks in which the net plays all seats: see
    `serai/bots/netsearch.py`. Limited by walks or by time, like `SearchBot`; the level says how many."""

    def __init__(self, evaluate: Evaluate, level: Level, helped: bool = False) -> None:
        super().__init__(evaluate)
        self.evaluate = evaluate
        self.helped = helped  # a second process makes half the walks
        self.work = level.work
        self.seconds = level.seconds or SECONDS
        self.turns = level.turns
        self.width = level.width
        self.near = level.near
        self.mixed = level.mixed
        self.calibration = level.calibration
        self.spent = 0.0  # seconds in this turn

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        super().reset(game, players, options, seat, seed)
        self.spent = 0.0
        if self.helped:
            helper()  # so that it is ready when it is needed

    def choose(self, situation: Situation, budget: Budget) -> int:
        legal = situation.legal
        choice = legal[0]
        if len(legal) > 1:
            choice, share = self.ranked(situation, budget, fewest=1)[0]
            self.asked += 1
            if not WON > share > LOST or self.asked > CIRCLING:
                choice = super().choose(situation, budget)
        if self.spent:
            after = situation.imagine(self.rng)
            after.apply_unchecked(choice)
            if after.actor not in (situation.seat, CHANCE):  # other seats move next
                self.spent = 0.0
        return choice

    def ranked(self, situation: Situation, budget: Budget, fewest: int = COMPARED) -> list[tuple[int, float]]:
        """The choices, best first, with the share of the win that each promises; at least `fewest` of them
        are compared by walks."""
        begun = perf_counter()
        base = situation.imagine(self.rng)
        search = NetSearch(
            self.evaluate,
            base,
            situation.seat,
            self.rng,
            self.turns,
            self.width,
            self.near,
            ROLLED,
            TRUST,
            self.mixed,
        )
        second = helper() if self.helped else None
        if second is not None and second.begin(base, situation.seat, self.turns, ROLLED, self.mixed):
            search.help_with(second.ask, second.answer)
        work, deadline = thinking(self, budget, begun)
        found = search.run(work, deadline, fewest)
        if deadline:
            self.spent += perf_counter() - begun
        return [(one.choice, min(1.0, max(0.0, search.mean(one)))) for one in found]


class SearchBot:
    """Information-set Monte-Carlo tree search with greedy playouts, limited by time or by walks.

    A choice takes `work` walks, or fewer if the budget says so; without `work`, it takes `seconds`, or the
    budget's. The tree is kept for the next choice if the position is one that the search expected.
    """

    def __init__(
        self,
        work: int | None = None,
        seconds: float | None = None,
        turns: int = 4,
        width: int = 6,
        quick: bool = False,
    ) -> None:
        self.work = work
        self.seconds = seconds or SECONDS
        self.turns = turns
        self.width = width
        self.quick = quick
        self.calibration = (0.0, 1.0)  # not measured
        self.rng = Rng()
        self.search: Search | None = None
        self.choice = -1
        self.spent = 0.0  # seconds in this turn

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)
        self.search = None
        self.spent = 0.0

    def choose(self, situation: Situation, budget: Budget) -> int:
        if len(situation.legal) == 1:
            self.search = self._continued(situation)
            self.choice = situation.legal[0]
        else:
            self.choice = self.ranked(situation, budget)[0][0]
        return self.choice

    def ranked(self, situation: Situation, budget: Budget) -> list[tuple[int, float]]:
        """The choices, best first, with the share of the win that each promises."""
        begun = perf_counter()
        search = self.search = self._continued(situation)
        found = search.run(*thinking(self, budget, begun))
        self.spent += perf_counter() - begun
        return [(node.choice, search.mean(node)) for node in found]

    def _continued(self, situation: Situation) -> Search:
        """The search of the last choice, if it expected this situation; otherwise a new one."""
        search = self.search
        seat = situation.seat
        if search is not None:
            search.advance(self.choice)
            actor = search.base.actor
            if actor == seat and search.base.observe(seat) == situation.observation:
                return search
            if actor not in (seat, CHANCE):  # other seats have moved since
                self.spent = 0.0
        return Search(situation.imagine(self.rng), seat, self.rng, self.turns, self.width, self.quick)


def thinking(bot: SearchBot | NetSearchBot, budget: Budget, begun: float) -> tuple[int, float]:
    """How many walks a choice may take (0: unlimited), and its deadline (0: none)."""
    works = [work for work in (budget.work, bot.work) if work is not None]
    seconds = bot.seconds if budget.seconds is None and not works else budget.seconds
    deadline = 0.0
    if seconds is not None:
        left_for_turn = CHOICES * seconds - bot.spent
        deadline = begun + PROMPT * min(seconds, left_for_turn / 2)
    return min(works, default=0), deadline
