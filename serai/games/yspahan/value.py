"""The hand-written estimate for Yspahan: the points that each seat should have at the end.

What a seat's cubes, goods, cards and buildings should still bring is added to its points. The tables were
fitted to the results of games between greedy players (by linear least squares): what was a cube in a bazaar
with two shops open, three turns before the week's end, worth in the end? The leader is likely to win, and the
more surely the fewer turns are left.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.yspahan import board, cards
from serai.games.yspahan import state as at
from serai.games.yspahan.state import Player, Position
from serai.kernel.bits import at_most, count
from serai.kernel.softmax import softmax

# fmt: off
# Rows are indexed by the turns that a seat has left: in the week (0 to 7), or in the game, in STAGES.
TURNS: Final = 8
STAGES: Final = 6
STAGE: Final[vec[i64]] = vec[i64](
    [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5]
)
# For each number of missing shops (0 to 5): the share of a bazaar's points that its cubes are worth.
HOPE: Final[vec[float]] = vec[float](
    [
        1.19, -0.08, -0.10, -0.10, -0.05, -0.10,
        1.24, 0.21, -0.02, -0.03, -0.06, -0.10,
        1.28, 0.32, 0.18, 0.11, 0.01, -0.10,
        1.30, 0.62, 0.30, 0.31, 0.01, -0.10,
        1.33, 0.63, 0.44, 0.44, 0.19, -0.10,
        1.36, 0.57, 0.45, 0.54, 0.32, -0.10,
        1.32, 0.62, 0.50, 0.55, 0.40, -0.10,
        1.32, 0.62, 0.50, 0.55, 0.40, -0.10,
    ]
)
# For each number of further weeks and each highest row: the points of a cube in the caravan.
RIDER: Final[vec[float]] = vec[float](
    [
        1.85, 2.69, 3.17,
        4.88, 5.35, 5.30,
        8.26, 8.86, 10.33,
    ]
)
# For each building: points per turn left, and at once.
DAILY: Final[vec[float]] = vec[float](
    [
        1.30, 0.85, 0.36, 0.75, 1.48, 1.36,
    ]
)
READY: Final[vec[float]] = vec[float](
    [
        -1.18, -0.88, -0.71, -1.04, -2.96, -1.78,
    ]
)
# In each stage, for each number of buildings: the value of progress towards the next ones.
TRACK: Final[vec[float]] = vec[float](
    [
        0.00, -0.57, 0.70, 0.89, 1.31, 2.31, 3.17,
        0.00, -0.99, -0.31, -0.03, 0.16, 0.80, 0.20,
        0.00, -1.06, -1.20, -1.11, -0.70, -0.04, -1.58,
        0.00, -5.03, -4.86, -5.73, -5.10, -4.20, -7.65,
        0.00, -9.87, -9.92, -10.85, -10.13, -9.87, -15.00,
        0.00, -11.90, -11.81, -11.77, -14.49, -16.85, -21.40,
    ]
)
# In each stage, for each number of camels (0 to 7) and coins (0 to 9).
CAMELS: Final[vec[float]] = vec[float](
    [
        0.00, 0.86, 0.78, 1.07, 0.98, 0.96, 1.02, 1.44,
        0.00, 1.40, 1.57, 1.88, 1.61, 1.54, 1.57, 2.10,
        0.00, 1.25, 2.27, 2.70, 2.69, 3.36, 2.64, 3.46,
        0.00, 1.23, 2.68, 3.81, 5.32, 5.47, 7.09, 5.74,
        0.00, 1.73, 2.46, 6.37, 7.69, 8.54, 8.03, 8.05,
        0.00, 2.38, 2.05, 6.30, 10.64, 10.29, 12.08, 12.59,
    ]
)
COINS: Final[vec[float]] = vec[float](
    [
        0.00, 0.12, 0.20, 0.42, 0.36, 0.31, 0.39, 0.46, 0.53, 0.60,
        0.00, 0.60, 0.92, 0.52, 1.22, 1.36, 2.19, 2.67, 1.59, 1.60,
        0.00, 1.06, 1.17, 1.64, 2.89, 3.63, 3.48, 3.42, 3.92, 2.71,
        0.00, 0.77, 1.77, 3.35, 4.86, 4.64, 5.60, 6.07, 6.23, 6.23,
        0.00, 2.00, 2.39, 4.74, 5.70, 8.98, 8.41, 10.61, 8.86, 11.91,
        0.00, 2.30, 4.61, 7.06, 8.98, 12.57, 12.00, 12.00, 12.00, 11.50,
    ]
)
# In each stage, for each kind of card.
CARDS: Final[vec[float]] = vec[float](
    [
        0.13, 0.10, 0.09, 0.93, 1.00, 0.33, -0.15, 0.16, 0.17,
        0.65, 1.47, 1.80, 1.65, 2.59, 1.67, 1.14, 0.81, 0.77,
        1.39, 2.88, 3.21, 2.24, 1.72, 2.13, 2.24, 1.97, 1.80,
        1.77, 1.75, 1.87, 3.47, 0.95, 1.93, 2.59, 3.71, 3.87,
        2.47, 2.09, 2.13, 3.34, -0.88, 2.45, 4.29, 6.93, 6.12,
        4.26, 3.66, 1.89, 1.71, -0.19, 5.02, 5.79, 10.56, 7.08,
    ]
)
# In each stage: a card still to be dealt.
CARD: Final[vec[float]] = vec[float]([0.31, 1.39, 2.17, 2.44, 3.22, 4.42])
DIE: Final = 0.35  # a yellow die before the roll
# The spread of the final points around the sum: at the end, and its growth with the turns left.
SPREAD: Final[vec[float]] = vec[float]([1, 2.25])
# fmt: on


def estimate(p: Position, out: vec[float]) -> None:
    """The share of the win of each seat."""
    days = float(7 * (3 - p.week) + 8 - p.day) - float(p.step) / float(p.turns)
    spread = SPREAD[0] + SPREAD[1] * sqrt(days)
    for seat in range(p.players):
        player = p.player[seat]
        turns = turns_left(p, seat)
        stage = STAGE[turns + 7 * (3 - p.week)]
        worth = (
            float(player.score)
            + _city(player, turns)
            + _caravan(p, player)
            + _buildings(p, player, turns, stage)
            + _goods(player, stage)
            + _cards(player, stage)
        )
        if seat == p.seat:
            if p.phase == at.ACT:
                worth += _group(p, player, turns, stage)
            elif p.phase == at.ROLL:
                worth += DIE * float(p.bought)
        if p.phase == at.DEAL and seat == p.drawer:
            worth += CARD[stage]
        out[seat] = worth
    softmax(out, p.players, spread)


def parts(p: Position, seat: int) -> list[tuple[str, float]]:
    """The parts of a seat's expected points."""
    player = p.player[seat]
    turns = turns_left(p, seat)
    stage = STAGE[turns + 7 * (3 - p.week)]
    return [
        ("points", float(player.score)),
        ("city", _city(player, turns)),
        ("caravan", _caravan(p, player)),
        ("buildings", _buildings(p, player, turns, stage)),
        ("goods", _goods(player, stage)),
        ("cards", _cards(player, stage)),
    ]


def turns_left(p: Position, seat: i64) -> i64:
    """The days of this week on which the seat still has a turn to begin."""
    days = 7 - p.day
    for i in range(p.step, p.turns):
        if p.order >> 2 * i & 3 == seat:
            begun = seat == p.seat and p.phase > at.TAKE
            return days if begun else days + 1
    return days


def _group(p: Position, player: Player, turns: i64, stage: i64) -> float:
    """What the taken dice should bring: camels, gold, the best bazaar they can fill, or a card."""
    number = p.dice + board.bonus(p.group, player.buildings)
    if p.group == board.CAMELS:
        worth = _camels(player.camels + number, stage) - _camels(player.camels, stage)
    elif p.group == board.GOLD:
        worth = _coins(player.gold + number, stage) - _coins(player.gold, stage)
    else:
        worth = 0.0
        open_shops = open_to(p, player, p.group)
        for bazaar in range(board.FIRST_BAZAAR[p.group], board.FIRST_BAZAAR[p.group + 1]):
            shops = board.BAZAAR_SHOPS[bazaar]
            if open_shops & shops:
                missing = count(shops & ~player.shops)
                left = missing - at_most(number, missing)
                gain = _hope(player, bazaar, left, turns)
                if missing < count(shops):
                    gain -= _hope(player, bazaar, missing, turns)
                if gain > worth:
                    worth = gain
    return worth if worth > CARD[stage] else CARD[stage]


def open_to(p: Position, player: Player, quarter: i64) -> i64:
    """The shops of a quarter whose bazaar has no other player's cube."""
    others: i64 = 0
    for other in p.player:
        others |= other.shops
    others &= ~player.shops
    found: i64 = 0
    for bazaar in range(board.FIRST_BAZAAR[quarter], board.FIRST_BAZAAR[quarter + 1]):
        shops = board.BAZAAR_SHOPS[bazaar]
        if not others & shops:
            found |= shops & ~player.shops
    return found


def _hope(player: Player, bazaar: i64, missing: i64, turns: i64) -> float:
    """What a bazaar with cubes in it should bring at the week's end."""
    points = float(board.BAZAAR_POINTS[bazaar]) + (
        float(board.MARKET_POINTS) if player.has(board.MARKET) else 0.0
    )
    return points * HOPE[6 * turns + at_most(missing, 5)]


def _city(player: Player, turns: i64) -> float:
    """The bazaars in which the player has cubes."""
    worth = 0.0
    if player.shops:
        for bazaar in range(board.NUM_BAZAARS):
            shops = board.BAZAAR_SHOPS[bazaar]
            if player.shops & shops:
                worth += _hope(player, bazaar, count(shops & ~player.shops), turns)
    return worth


def _caravan(p: Position, player: Player) -> float:
    """Cubes by the highest row, which counts for all of them at every week's end."""
    cubes = player.caravan
    if not cubes:
        return 0.0
    highest: i64 = 0
    if cubes >> 2 * p.width:
        highest = 2
    elif cubes >> p.width:
        highest = 1
    return float(count(cubes)) * RIDER[3 * (3 - p.week) + highest]


def _buildings(p: Position, player: Player, turns: i64, stage: i64) -> float:
    """What buildings do every turn, and the points of those that they bring closer."""
    left = float(turns + 7 * (3 - p.week))
    worth = TRACK[7 * stage + count(player.buildings)]
    for building in range(board.NUM_BUILDINGS):
        if player.has(building):
            worth += READY[building] + DAILY[building] * left
    return worth


def _goods(player: Player, stage: i64) -> float:
    return _camels(player.camels, stage) + _coins(player.gold, stage)


def _camels(number: i64, stage: i64) -> float:
    return CAMELS[8 * stage + at_most(number, 7)]


def _coins(number: i64, stage: i64) -> float:
    return COINS[10 * stage + at_most(number, 9)]


def _cards(player: Player, stage: i64) -> float:
    """The cards in hand, by kind."""
    worth = 0.0
    hand = player.hand
    kind = cards.NUM_KINDS * stage
    while hand:
        if hand & 3:
            worth += float(hand & 3) * CARDS[kind]
        hand >>= 2
        kind += 1
    return worth
