"""What a position of Yspahan is worth: points to come, guessed by hand.

For each seat the points it has are added to what its cubes, goods, cards and buildings should still
bring; who leads that sum is likely to win, the more surely the fewer days are left.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.yspahan import board, cards
from serai.games.yspahan import state as at
from serai.games.yspahan.state import Player, Position
from serai.kernel.bits import count

# Points a day that a building should bring by its effect.
DAILY: Final[vec[float]] = vec[float]([0.30, 0.30, 0.20, 0.30, 0.30, 0.45])
# For each number of buildings, what the points of the next ones are worth already.
TRACK: Final[vec[float]] = vec[float]([0.0, 1.0, 2.5, 2.5, 3.0, 4.0, 0.0])
CARD: Final = 2.0
DIE: Final = 0.35  # a yellow die before the roll
CAMEL: Final = 0.9
COIN: Final = 0.7
SPARE: Final = 0.35  # a camel or coin beyond what the next building costs
SURELY: Final = 0.95  # that a complete bazaar stays complete


def estimate(p: Position, out: vec[float]) -> None:
    """The share of the win of each seat."""
    days = days_left(p)
    spread = 2.5 + 2.0 * sqrt(days)
    best = -1000.0
    for seat in range(p.players):
        worth = points_to_come(p, p.player[seat], days)
        if seat == p.seat:
            if p.phase == at.ACT:
                worth += _group(p, p.player[seat], days)
            elif p.phase == at.ROLL:
                worth += DIE * float(p.bought)
        if p.phase == at.DEAL and seat == p.drawer:
            worth += CARD
        out[seat] = worth
        if worth > best:
            best = worth
    total = 0.0
    for seat in range(p.players):
        share = exp((out[seat] - best) / spread)
        out[seat] = share
        total += share
    for seat in range(p.players):
        out[seat] /= total


def points_to_come(p: Position, player: Player, days: float) -> float:
    """The points of a seat at the end of the game, as far as this position shows."""
    return (
        float(player.score)
        + _city(p, player)
        + _caravan(p, player)
        + _buildings(player, days)
        + _goods(player, days)
        + _cards(player, days)
    )


def parts(p: Position, seat: int) -> list[tuple[str, float]]:
    """What the points to come of a seat are made of."""
    days = days_left(p)
    player = p.player[seat]
    return [
        ("points", float(player.score)),
        ("city", _city(p, player)),
        ("caravan", _caravan(p, player)),
        ("buildings", _buildings(player, days)),
        ("goods", _goods(player, days)),
        ("cards", _cards(player, days)),
    ]


def days_left(p: Position) -> float:
    """With this one, of which turns are over."""
    return float(7 * (3 - p.week) + 8 - p.day) - float(p.step) / float(p.turns)


def _group(p: Position, player: Player, days: float) -> float:
    """What the dice taken should bring: camels, gold, or the best bazaar they can serve, or a card."""
    if p.group == board.CAMELS:
        worth = CAMEL * float(p.dice + (1 if player.has(board.PASTURE) else 0))
    elif p.group == board.GOLD:
        worth = COIN * float(p.dice + (2 if player.has(board.STORE) else 0))
    else:
        cubes = p.dice + (1 if player.has(board.HOIST) else 0)
        worth = 0.0
        open_shops = open_to(p, player, p.group)
        for bazaar in range(board.FIRST_BAZAAR[p.group], board.FIRST_BAZAAR[p.group + 1]):
            shops = board.BAZAAR_SHOPS[bazaar]
            free = count(open_shops & shops)
            if free:
                missing = count(shops & ~player.shops)
                left = missing - cubes if missing > cubes else 0
                gain = _hope(p, player, bazaar, left)
                if missing < count(shops):
                    gain -= _hope(p, player, bazaar, missing)
                if gain > worth:
                    worth = gain
    if days > 1.0 and worth < CARD:
        return CARD
    return worth


def open_to(p: Position, player: Player, quarter: i64) -> i64:
    """The shops of a quarter whose bazaar nobody else has a cube in."""
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


def _hope(p: Position, player: Player, bazaar: i64, missing: i64) -> float:
    """The points of a bazaar, times the chance that it is complete at the week's end."""
    points = float(board.BAZAAR_POINTS[bazaar]) + (2.0 if player.has(board.MARKET) else 0.0)
    if missing == 0:
        return SURELY * points
    hope = 1.0 - float(missing) / (float(7 - p.day) + 1.5)
    return 0.85 * hope * points if hope > 0.0 else 0.0


def _city(p: Position, player: Player) -> float:
    """Complete bazaars, and the others by how likely they will be complete at the week's end."""
    worth = 0.0
    for bazaar in range(board.NUM_BAZAARS):
        shops = board.BAZAAR_SHOPS[bazaar]
        if player.shops & shops:
            worth += _hope(p, player, bazaar, count(shops & ~player.shops))
    return worth


def _caravan(p: Position, player: Player) -> float:
    """Cubes times row, for this week's end and, less surely, the later ones."""
    cubes = player.caravan
    if not cubes:
        return 0.0
    highest = 1.0
    if cubes >> 2 * p.width:
        highest = 3.0
    elif cubes >> p.width:
        highest = 2.0
    weeks = 1.0 + 0.6 * float(3 - p.week)
    return float(count(cubes)) * (highest + 0.25) * weeks


def _buildings(player: Player, days: float) -> float:
    worth = 0.0
    for building in range(board.NUM_BUILDINGS):
        if player.has(building):
            worth += DAILY[building] * days
    if days > 2.0:
        worth += TRACK[count(player.buildings)]
    return worth


def _goods(player: Player, days: float) -> float:
    """Camels and gold are worth most while they still build something."""
    wanted: i64 = 5 if player.buildings != 63 else 0
    camels = player.camels if player.camels < wanted else wanted
    coins = player.gold if player.gold < wanted else wanted
    worth = CAMEL * float(camels) + COIN * float(coins)
    worth += SPARE * float(player.camels - camels + player.gold - coins)
    return worth * (days / 5.0 if days < 5.0 else 1.0)


def _cards(player: Player, days: float) -> float:
    return (CARD if days > 1.0 else 0.5 * CARD) * float(cards.size(player.hand))
