"""Whether the estimate is informative: bots think with it."""

from __future__ import annotations

from math import isfinite
from typing import Final

from librt.vecs import vec

from serai.checks.walk import Effort, NothingToCheck, Setting, hold, located, plain_settings, some
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import OVER, State

EXACT: Final = 1e-6
SEATS: Final = 8
GAMES: Final = 6  # games whose estimates are compared with their ends
WORSE: Final = 0.1  # how much worse than a guess an estimate may be


def check_estimate(game: Game, effort: Effort) -> None:
    """Shares sum to 1, differ between positions, and do not favour the losers."""
    for setting in plain_settings(game):
        if setting.players == 1:  # a single player has the whole win
            continue
        told: set[tuple[float, ...]] = set()
        level = True  # no seat was ever ahead
        late: list[tuple[list[float], State]] = []
        for seed in range(effort.seed, effort.seed + max(effort.games, GAMES)):
            shares: list[float] = []
            last: State | None = None
            for where, state in some(game, setting, Effort(1, 12), seed):
                last = state
                if state.actor != OVER:
                    with located(where):
                        before = state.key()
                        shares = check_shares(state)
                        check_parts(state)
                        hold(state.key() == before, "estimating a position changed it")
                    told.add(tuple(round(share, 6) for share in shares))
                    level = level and len(set(state.scores())) == 1
            if last is not None and shares:
                late.append((shares, last))
        if level and type(game.empty()).estimate == State.estimate:
            raise NothingToCheck(
                "nobody is ahead in points before the end, so bots know good positions only by their end; "
                "State.estimate can tell them more"
            )
        where = f"{setting}, seeds {effort.seed} to {effort.seed + max(effort.games, GAMES) - 1}"
        hold(
            len(told) > 1,
            f"{where}: the estimate is {list(next(iter(told), ()))} in every position: it tells none apart",
        )
        with located(where):
            check_foresight(setting, late)


def check_shares(state: State) -> list[float]:
    """The estimate of a position.

    >>> import serai
    >>> len(check_shares(serai.game("yspahan").new(players=3)))
    3
    """
    out = vec[float]([-1.0] * SEATS)
    try:
        state.estimate(out)
    except NotImplementedError:
        hold(False, "there is no estimate (State.estimate)")
    shares = [float(out[seat]) for seat in range(state.players)]
    hold(all(map(isfinite, shares)), f"the estimate is {shares}")
    hold(
        all(-EXACT <= share <= 1 + EXACT for share in shares), f"the estimate {shares} has no shares of a win"
    )
    hold(abs(sum(shares) - 1) < 0.001, f"the estimate {shares} is {sum(shares):.3f} in sum, not 1")
    return shares


def check_parts(state: State) -> None:
    """The parts of the estimate, for hints, have the same names in every position."""
    for seat in range(state.players):
        for part in state.parts(seat):
            match part:
                case (str(), float() | int()):
                    pass
                case _:
                    hold(False, f"parts({seat}) has {part!r}, not a name and an amount")


def check_foresight(setting: Setting, late: list[tuple[list[float], State]]) -> None:
    """Shortly before the end, the estimate must not, on average, favour the losers."""
    given = sum(
        sum(shares[seat] for seat in state.winners()) / len(state.winners()) for shares, state in late
    )
    mean = given / len(late)
    hold(
        mean > 1 / setting.players - WORSE,
        f"shortly before the end the estimate gives those who win {mean:.0%}, less than chance would",
    )


def check_bots(game: Game, effort: Effort) -> None:
    """Every level plays, and gives a hint."""
    from serai.bots.bot import Budget, Situation
    from serai.bots.hint import hint
    from serai.bots.names import level_names, make_bot

    players = game.players[0]
    for level in (*level_names(game), "greedy", "search:20"):
        rng = Rng(f"bots {level}")
        state = game.new(players)
        asked = 0
        for number in range(1, 400):
            if state.actor == OVER or asked == 6:
                break
            with located(f"{players} players, bot {level}, choice {number}"):
                if state.actor < 0:
                    state.apply(state.sample(rng))
                    continue
                bot = make_bot(level, game)
                bot.reset(game, players, game.settings(players), state.actor, "check")
                choice = bot.choose(Situation(state, state.actor), Budget(work=8))
                if asked == 3 and level == "greedy":
                    hint(state, state.actor, Budget(work=8))
                state.apply(choice)
                asked += 1
