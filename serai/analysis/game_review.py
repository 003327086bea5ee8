"""The review of a finished game: the win chances at every moment, what luck did, and what the choices cost.

`quick_review` asks the net once about the whole game. `examine` plays on from a choice that looks costly, and
from better ones, many times; `Review.deepened` adds the results. `review` does both.

A choice is judged by what its seat could see: by random deals of what was hidden from it, never by the actual
cards. The win chances over the game are those of an observer who sees everything.

The effect of a step is measured by comparison: a roll with the other possible rolls, a choice with the best
one, each followed by a well-played rest of the turn. So what the net notices too late counts as neither luck
nor error. The chances follow these effects, and drift towards the net's values in between (`MEMORY`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from serai.analysis.judge import Judge, Shares, judge_of
from serai.bots.hint import WORTH_TELLING, Reason
from serai.kernel.errors import BadRecord, TooMany
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State

FORMAT: Final = "serai-review"
VERSION: Final = 1
DIGITS: Final = 5
SEED: Final = "review"
DEALS: Final = 3  # random deals of what a seat cannot see, for a first judgement
OUTCOMES: Final = 8  # of chance: more than this are sampled
MEMORY: Final = 0.75  # how much of a deviation from the net is carried over to the next step
WORK: Final = 48  # continuations from each of the compared choices
TURNS: Final = 2  # of the seat itself, in a continuation
RIVALS: Final = 3  # alternatives that a costly choice is compared with
EXAMINED: Final = 6  # costly choices of each seat
WORTH_EXAMINING: Final = 0.005  # share of the win
COSTLIEST: Final = 3
COSTLY: Final = 0.01  # share of the win: less than this is not a mistake
TURNING: Final = 5  # turning points, at most
SWING: Final = 0.02  # the smallest turning point
PHASES: Final = 3  # thirds of the game
OTHERS: Final = "rivals"  # a reason: what it costs the others
MOST_REASONS: Final = 2

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Step:
    """A choice of the record. `number` counts those before it; `actor` is a seat, or `serai.CHANCE`."""

    number: int
    actor: int
    choice: int
    text: str
    free: bool = False  # whether the seat had an alternative
    error: float = 0.0  # the share of the win it gave away, judged by what the seat could see
    stake: float = 0.0  # the mean error of a random choice
    best: int = -1  # the best-looking choice; -1 if it was chance
    effect: Shares = ()  # the change in all win chances, against the best choice or the mean outcome


@dataclass(frozen=True)
class Judgement:
    """A choice that looks costly, compared with a better one. `share` and `best_share` are what the seat
    could expect after each; `reasons` say what the better one has more (or less) of. If `walks` is not 0,
    all of this comes from that many continuations of each, and `ahead` is how often the better one came out
    ahead."""

    number: int
    seat: int
    choice: int
    text: str
    best: int
    best_text: str
    share: float
    best_share: float
    reasons: tuple[Reason, ...] = ()
    walks: int = 0
    ahead: float = 0.0
    stake: float = 0.0  # the mean error of a random choice
    others: tuple[int, ...] = ()  # choices worth comparing, best first

    @property
    def error(self) -> float:
        """The share of the win that was given away."""
        return max(0.0, self.best_share - self.share)


@dataclass(frozen=True)
class TurningPoint:
    """A step that moved the win chances, and by how much for each seat."""

    number: int
    actor: int
    text: str
    effect: Shares

    @property
    def seat(self) -> int:
        """The seat whose chances moved most."""
        return max(range(len(self.effect)), key=lambda seat: abs(self.effect[seat]))


@dataclass(frozen=True)
class Review:
    """The review of a game. `chances` has the win chances of all seats before each step, and after the last.

    >>> import serai
    >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
    >>> round(abs(found.luck(0) + found.luck(1)), 6), found.steps[0].text
    (0.0, 'start 1')
    """

    game: str
    version: int
    players: int
    chances: tuple[Shares, ...]
    steps: tuple[Step, ...]
    judgements: tuple[Judgement, ...]
    seed: str = SEED
    net: bool = True  # judged by a net rather than the estimate
    work: int = 0  # continuations per choice; 0: none yet
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    names: tuple[str, ...] = field(default=())

    # Luck and play

    def _sum(self, seat: int, counts: Callable[[Step], bool]) -> float:
        return sum(step.effect[seat] for step in self.steps if counts(step))

    def luck(self, seat: int) -> float:
        """What dice and cards did to a seat's win chance; over all seats it sums to 0.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> abs(found.luck(0) + found.luck(1)) < 1e-6
        True
        """
        return self._sum(seat, lambda step: step.actor == CHANCE)

    def play(self, seat: int) -> float:
        """What a seat's own choices did to its win chance: 0 if all were the best ones.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.play(0)  # chance alone has chosen so far
        0
        """
        return self._sum(seat, lambda step: step.actor == seat)

    def rivals(self, seat: int) -> float:
        """What the others' choices did to a seat's win chance.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.rivals(0)
        0
        """
        return self._sum(seat, lambda step: step.actor not in (seat, CHANCE))

    def rest(self, seat: int) -> float:
        """The unexplained part of the change from first to last win chance: what the net saw too late.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> way = found.chances[-1][0] - found.chances[0][0]
        >>> abs(way - found.luck(0) - found.rest(0)) < 1e-9
        True
        """
        way = self.chances[-1][seat] - self.chances[0][seat]
        return way - self.luck(seat) - self.play(seat) - self.rivals(seat)

    def luckiest(self, seat: int, worst: bool = False) -> Step | None:
        """The best (or worst) that chance did for a seat.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.luckiest(0).text
        'start 1'
        """
        drawn = [step for step in self.steps if step.actor == CHANCE]
        sign = -1 if worst else 1
        return max(drawn, key=lambda step: sign * step.effect[seat], default=None)

    # Errors

    def phase(self, number: int) -> int:
        """The third of the game that a step belongs to, from 0.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.phase(0)
        0
        """
        return min(PHASES - 1, PHASES * number // max(1, len(self.steps)))

    def decisions(self, seat: int, phase: int | None = None) -> list[Step]:
        """The steps at which a seat had a real choice.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.decisions(0)
        []
        """
        return [
            step
            for step in self.steps
            if step.actor == seat and step.free and phase in (None, self.phase(step.number))
        ]

    def error(self, seat: int, phase: int | None = None) -> float:
        """The total share of the win that a seat's choices gave away.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.error(0)
        0
        """
        return sum(step.error for step in self.decisions(seat, phase))

    def accuracy(self, seat: int, phase: int | None = None) -> float | None:
        """How much of what was at stake a seat kept: 100 is the best choice every time, 0 is random play.
        None if nothing was at stake.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.accuracy(0) is None
        True
        """
        stake = sum(step.stake for step in self.decisions(seat, phase))
        return max(0.0, 100 * (1 - self.error(seat, phase) / stake)) if stake > 0 else None

    def costliest(self, seat: int, most: int = COSTLIEST) -> list[Judgement]:
        """The seat's choices that gave away most, worst first.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.costliest(0)
        []
        """
        found = [one for one in self.judgements if one.seat == seat and one.error >= COSTLY]
        return sorted(found, key=lambda one: -one.error)[:most]

    def turning_points(self, most: int = TURNING) -> list[TurningPoint]:
        """The steps that moved the win chances most, in game order.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> all(abs(point.effect[point.seat]) >= SWING for point in found.turning_points())
        True
        """
        found = [
            TurningPoint(step.number, step.actor, step.text, step.effect)
            for step in self.steps
            if step.effect
        ]
        found = [one for one in found if abs(one.effect[one.seat]) >= SWING]
        found.sort(key=lambda one: -abs(one.effect[one.seat]))
        return sorted(found[:most], key=lambda one: one.number)

    # Deeper

    @property
    def open(self) -> list[Judgement]:
        """What has not been examined yet.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.open
        []
        """
        return [one for one in self.judgements if not one.walks]

    def deepened(self, examined: Iterable[Judgement], work: int = WORK) -> Review:
        """This review with the judgements of examined choices added.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> found.deepened([], work=100).work
        100
        """
        found = {one.number: one for one in examined}
        steps = tuple(
            replace(step, error=one.error, best=one.best) if (one := found.get(step.number)) else step
            for step in self.steps
        )
        judgements = tuple(found.get(one.number, one) for one in self.judgements)
        done = all(one.walks for one in judgements)
        return replace(self, steps=steps, judgements=judgements, work=work if done else 0)

    # As data

    def summary(self) -> list[dict[str, Any]]:
        """The main figures of the review, per seat.

        >>> import serai
        >>> record = serai.Record("yspahan", 2)
        >>> [seat["decisions"] for seat in quick_review(record).summary()]
        [0, 0]
        """
        phases = range(PHASES)
        return [
            {
                "seat": seat,
                "name": self.names[seat] if self.names else f"seat {seat + 1}",
                "begin": self.chances[0][seat],
                "end": self.chances[-1][seat],
                "luck": self.luck(seat),
                "play": self.play(seat),
                "rivals": self.rivals(seat),
                "rest": self.rest(seat),
                "decisions": len(self.decisions(seat)),
                "error": self.error(seat),
                "accuracy": self.accuracy(seat),
                "phases": [self.accuracy(seat, phase) for phase in phases],
                "costliest": [one.number for one in self.costliest(seat)],
            }
            for seat in range(self.players)
        ]

    def to_json(self) -> str:
        """As JSON, with the summary and the turning points; `from_json` reads it.

        >>> import serai
        >>> found = quick_review(serai.Record("yspahan", 2, choices=[227]))
        >>> Review.from_json(found.to_json()).steps[0].text
        'start 1'
        """
        data = asdict(self) | {
            "format": FORMAT,
            "format_version": VERSION,
            "chances": [[round(share, DIGITS) for share in shares] for shares in self.chances],
            "steps": [_plain(step) for step in self.steps],
            "summary": self.summary(),
            "turning_points": [asdict(point) for point in self.turning_points()],
        }
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Review:
        """Read what `to_json` wrote. Raises `BadRecord`.

        >>> Review.from_json("{}")
        Traceback (most recent call last):
        serai.kernel.errors.BadRecord: no review: 'format'
        """
        try:
            data = json.loads(text)
            if data["format"] != FORMAT or data["format_version"] != VERSION:
                raise BadRecord(f"no {FORMAT} of version {VERSION}")
            return cls(
                game=data["game"],
                version=data["version"],
                players=data["players"],
                chances=tuple(tuple(shares) for shares in data["chances"]),
                steps=tuple(
                    Step(**{**step, "effect": tuple(step.get("effect", ()))}) for step in data["steps"]
                ),
                judgements=tuple(_judgement(one) for one in data["judgements"]),
                seed=data["seed"],
                net=data["net"],
                work=data["work"],
                scores=tuple(data["scores"]),
                winners=tuple(data["winners"]),
                names=tuple(data["names"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise BadRecord(f"no review: {error}") from error


def _plain(step: Step) -> dict[str, Any]:
    """A step as data, without the fields that have their default value."""
    data = {name: value for name, value in vars(step).items() if value != getattr(Step, name, None)}
    for name in ("error", "stake"):
        if name in data:
            data[name] = round(data[name], DIGITS)
    if "effect" in data:
        data["effect"] = [round(share, DIGITS) for share in step.effect]
    return data


def _judgement(data: dict[str, Any]) -> Judgement:
    reasons = tuple(Reason(**reason) for reason in data.pop("reasons"))
    others = tuple(data.pop("others"))
    return Judgement(**data, reasons=reasons, others=others)


def review(
    record: Record,
    *,
    deep: bool = True,
    work: int = WORK,
    seed: str = SEED,
    progress: Progress = lambda done, whole: None,
) -> Review:
    """Review a game. The same record, work and seed give the same review.

    `work` continuations are played from each of the costliest choices and from their alternatives; without
    `deep`, only the net judges, which is fast. `progress` is called with the number of choices examined so
    far and the total.

    >>> import serai
    >>> record = serai.Record("yspahan", 2)
    >>> state, rng = record.replay(), serai.Rng(1)
    >>> for _ in range(9):
    ...     record.play(state, state.sample(rng) if state.actor == serai.CHANCE else state.legal()[0])
    >>> len(review(record, deep=False).chances)
    10
    """
    found = quick_review(record, seed)
    if not deep:
        return found
    judge = judge_of(record.game)
    left = found.open
    positions = dict(_positions(record, {one.number for one in left}))
    examined: list[Judgement] = []
    progress(0, len(left))
    for one in left:
        examined.append(examine(positions[one.number], one, work, seed, judge))
        progress(len(examined), len(left))
    return found.deepened(examined, work)


def _positions(record: Record, numbers: set[int]) -> Iterable[tuple[int, State]]:
    for number, (state, _) in enumerate(record.states()):
        if number in numbers:
            yield number, state.clone()


# At once


def quick_review(record: Record, seed: str = SEED, judge: Judge | None = None) -> Review:
    """Review a game by the net alone; this takes a fraction of a second.

    >>> import serai
    >>> quick_review(serai.Record("yspahan", 2, choices=[227])).steps[0].actor == serai.CHANCE
    True
    """
    judge = judge or judge_of(record.game)
    positions: list[State] = []
    steps: list[Step] = []
    judgements: list[Judgement] = []
    batch = _Batch()
    for number, (state, choice) in enumerate(record.states()):
        positions.append(here := state.clone())
        if choice is None:
            batch.add([(here, 1.0)], here)
            break
        text, actor = here.text(choice), int(here.actor)
        if actor == CHANCE:
            steps.append(Step(number, actor, choice, text))
            outcomes = _outcomes(here, Rng(f"{seed} chance {number}"))
            batch.add(
                [(_after(here, one, judge), weight) for one, weight in outcomes], _after(here, choice, judge)
            )
        elif len(here.legal()) == 1:
            steps.append(Step(number, actor, choice, text, best=choice))
            batch.add([], here)  # valued like the next position
        else:
            judged = judge_choice(here, choice, number, seed, judge)
            steps.append(Step(number, actor, choice, text, True, judged.error, judged.stake, judged.best))
            judgements.append(judged)
            ends = judge.rate(here, actor, (judged.best, choice)).ends
            batch.add([(ends[judged.best], 1.0)], ends[choice])
    chances, effects = batch.evaluate(judge)
    final = positions[-1]
    over = final.actor == OVER
    names = tuple(record.tags.get(f"Seat{seat + 1}", "") for seat in range(record.players))
    return Review(
        game=record.game.name,
        version=record.game.version,
        players=record.players,
        chances=chances,
        steps=tuple(replace(step, effect=effect) for step, effect in zip(steps, effects, strict=True)),
        judgements=tuple(_with_reasons(positions, _worst(judgements), seed, judge)),
        seed=seed,
        net=hasattr(judge, "evaluate"),
        scores=tuple(final.scores()) if over else (),
        winners=tuple(final.winners()) if over else (),
        names=names if all(names) else (),
    )


def judge_choice(
    state: State, choice: int, number: int = 0, seed: str = SEED, judge: Judge | None = None
) -> Judgement:
    """What a choice is worth compared with the best one, judged by what its seat could see. Takes about a
    millisecond.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=2)
    >>> state.play("start 1")
    >>> judged = judge_choice(state, state.legal()[0])
    >>> judged.best_share >= judged.share
    True
    """
    judge = judge or judge_of_state(state)
    seat = int(state.actor)
    total: dict[int, float] = {}
    used = 0
    for deal in _deals(state, seat, number, seed):
        used += 1
        for one, value in judge.rate(deal, seat, (choice,)).values.items():
            total[one] = total.get(one, 0.0) + _share(value)
        if total[choice] >= max(total.values()):
            break  # as good as the best so far: no need to search for an error
    total = {one: value / used for one, value in total.items()}
    ranked = sorted(total, key=lambda one: (-total[one], one != choice, one))
    best = ranked[0]
    return Judgement(
        number,
        seat,
        choice,
        state.text(choice),
        best,
        state.text(best),
        total[choice],
        total[best],
        stake=total[best] - sum(total.values()) / len(total),
        others=tuple(one for one in ranked if one != choice)[:RIVALS],
    )


def judge_of_state(state: State) -> Judge:
    """The best judge for the game of a position."""
    from serai.kernel.registry import game

    return judge_of(game(state.game_name))


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))


def _deals(state: State, seat: int, number: int, seed: str) -> list[State]:
    """Sample positions that are possible from the seat's point of view; one if it sees everything."""
    rng = Rng(f"{seed} deal {number}")
    deals = [state.determinize(seat, rng) for _ in range(DEALS)]
    first = deals[0].dump()
    return deals[:1] if all(deal.dump() == first for deal in deals[1:]) else deals


def _outcomes(state: State, rng: Rng) -> list[tuple[int, float]]:
    """The outcomes of chance with their probabilities; a sample if there are many."""
    try:
        odds = state.odds()
    except TooMany:
        odds = []
    if 0 < len(odds) <= OUTCOMES:
        return odds
    return [(state.sample(rng), 1 / OUTCOMES) for _ in range(OUTCOMES)]


def _after(state: State, choice: int, judge: Judge) -> State:
    """Where an outcome of chance leads: to the end of a well-played turn if a seat is next to choose."""
    after = state.clone()
    after.apply_unchecked(choice)
    if after.actor < 0:
        return after
    rated = judge.rate(after, int(after.actor))
    return rated.ends[max(rated.ends, key=lambda one: rated.values[one])]


class _Batch:
    """All positions of a game that the net must evaluate, batched into one call."""

    def __init__(self) -> None:
        self.states: list[State] = []
        # For each position, the weights of the states whose mean is its value; the actual state follows them.
        self.weights: list[list[float]] = []

    def add(self, worth: list[tuple[State, float]], actual: State) -> None:
        """Add a position, valued as a weighted mean of states; without any, like the position after it."""
        self.weights.append([weight for _, weight in worth])
        self.states += [state for state, _ in worth]
        if worth:
            self.states.append(actual)

    def evaluate(self, judge: Judge) -> tuple[tuple[Shares, ...], list[Shares]]:
        """The win chances in each position, and the effect of each step on them."""
        outlooks = iter(judge.outlooks(self.states))
        seats = range(self.states[0].players)
        nets: list[Shares] = []
        effects: list[Shares] = []
        for weights in self.weights:
            parts = [(next(outlooks), weight / sum(weights)) for weight in weights]
            mean = tuple(sum(shares[seat] * weight for shares, weight in parts) for seat in seats)
            actual = next(outlooks) if weights else mean
            nets.append(mean if weights else ())
            effects.append(tuple(actual[seat] - mean[seat] for seat in seats))
        for number in reversed(range(len(nets) - 1)):
            nets[number] = nets[number] or nets[number + 1]
        chances = [nets[0]]
        for net, effect in zip(nets[1:], effects, strict=False):
            moved = [share + by for share, by in zip(chances[-1], effect, strict=True)]
            followed = [
                max(0.0, MEMORY * now + (1 - MEMORY) * there) for now, there in zip(moved, net, strict=True)
            ]
            chances.append(tuple(share / sum(followed) for share in followed))
        chances[-1] = nets[-1]
        return tuple(chances), effects[:-1]


def _worst(judgements: list[Judgement]) -> list[Judgement]:
    """The judgements of each seat that deserve a closer look, in game order."""
    found: list[Judgement] = []
    for seat in {one.seat for one in judgements}:
        costly = [one for one in judgements if one.seat == seat and one.error >= WORTH_EXAMINING]
        found += sorted(costly, key=lambda one: (-one.error, one.number))[:EXAMINED]
    return sorted(found, key=lambda one: one.number)


# Why


def _with_reasons(
    positions: list[State], judgements: list[Judgement], seed: str, judge: Judge
) -> Iterable[Judgement]:
    """The same judgements with reasons, from how the turn ends after either choice."""
    for one in judgements:
        changes: dict[str, float] = {}
        for deal in _deals(positions[one.number], one.seat, one.number, seed):
            ends = judge.rate(deal, one.seat, (one.best, one.choice)).ends
            _add_changes(changes, ends[one.choice], ends[one.best], one.seat)
        yield replace(one, reasons=_reasons(changes))


def _add_changes(changes: dict[str, float], chosen: State, better: State, seat: int) -> None:
    """Add what the better position has more of, by the parts of the game's estimate."""
    before = dict(chosen.parts(seat))
    for kind, amount in better.parts(seat):
        changes[kind] = changes.get(kind, 0.0) + amount - before.get(kind, 0.0)
    others = [other for other in range(chosen.players) if other != seat]
    taken = sum(_total(chosen, other) - _total(better, other) for other in others) / max(1, len(others))
    changes[OTHERS] = changes.get(OTHERS, 0.0) + taken


def _total(state: State, seat: int) -> float:
    return sum(amount for _, amount in state.parts(seat))


def _reasons(changes: dict[str, float]) -> tuple[Reason, ...]:
    """The weightiest differences; at least one is in favour of the better choice."""
    ranked = sorted(changes.items(), key=lambda item: -abs(item[1]))
    least = WORTH_TELLING * abs(ranked[0][1]) if ranked else 0.0
    reasons = [Reason(kind, amount) for kind, amount in ranked if abs(amount) > least]
    gains = [reason for reason in reasons if reason.amount > 0][:MOST_REASONS]
    costs = [reason for reason in reasons if reason.amount < 0][: MOST_REASONS - 1]
    return tuple(gains + costs)


# Deeper


def examine(
    state: State, one: Judgement, work: int = WORK, seed: str = SEED, judge: Judge | None = None
) -> Judgement:
    """Examine a choice that was made in a position: play on from it and from its alternatives, with the same
    deals and dice, and see how the seat fares. Uses only what the seat could see."""
    judge = judge or judge_of_state(state)
    rng = Rng(f"{seed} examine {one.number}")
    choices = (one.choice, *one.others)
    results: dict[int, list[float]] = {choice: [] for choice in choices}
    ends: dict[int, list[State]] = {choice: [] for choice in choices}
    for _ in range(work):
        deal = state.determinize(one.seat, rng)
        dice = rng.next()
        for choice in choices:
            after = deal.clone()
            after.apply_unchecked(choice)
            end, share = judge.play_on(after, one.seat, TURNS, Rng(dice))
            results[choice].append(share)
            ends[choice].append(end)
    worth = {choice: sum(results[choice]) / max(1, work) for choice in choices}
    best = max(choices, key=lambda choice: (worth[choice], choice == one.choice))
    changes: dict[str, float] = {}
    for chosen, better in zip(ends[one.choice], ends[best], strict=True):
        _add_changes(changes, chosen, better, one.seat)
    pairs = list(zip(results[one.choice], results[best], strict=True))
    ahead = sum((better > chosen) + (better == chosen) / 2 for chosen, better in pairs) / max(1, len(pairs))
    return replace(
        one,
        best=best,
        best_text=state.text(best),
        share=worth[one.choice],
        best_share=worth[best],
        reasons=_reasons(changes) if best != one.choice else (),
        walks=work,
        ahead=ahead,
    )
