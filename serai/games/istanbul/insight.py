"""A net's input for Istanbul besides the features: what is near, what can be paid, and the estimate.

Distances between places differ in every layout. What a seat can reach, and which rubies it could take there,
would be hard to learn from where the places lie.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64

from serai.games.istanbul import board, value
from serai.games.istanbul.state import Player, Position
from serai.games.istanbul.tensor import SEATS
from serai.kernel.bits import bit
from serai.kernel.tensor import Feature, add, add_count, add_flags, add_outlook, layout, size

RUBY: Final = 5  # places that have rubies
COST: Final = 24
PRICE: Final = 25
SEAT: Final = [
    Feature("reach", board.NUM_PLACES, 1, "places that its merchant reaches with the next move"),
    Feature("near", board.NUM_PLACES, 1, "those of them where it has an assistant to leave or to call"),
    Feature("ruby", RUBY, 1, "can take a ruby: Wainwright, Palace, Gemstone Dealer, Small and Great Mosque"),
    Feature("ruby near", RUBY, 1, "the same, and with the next move"),
    Feature("tiles", 4, 1, "mosque tiles that it could take"),
    Feature("lack", 1, 11, "goods that it lacks for the Palace; 11: no ruby is left there"),
    Feature("short", 1, COST, "lira that it lacks at the Gemstone Dealer"),
    Feature("small sale", 1, PRICE, "lira that the Small Market would pay"),
    Feature("large sale", 1, PRICE, "lira that the Large Market would pay"),
]
INSIGHT: Final = layout([], SEATS, SEAT)
NOBODY: Final = bytes(size(SEAT))
OPINIONS: Final = 1 + SEATS


def write(p: Position, out: BytesWriter, looker: i64) -> None:
    """Add the net's input for a seat, see `State.write_insight`."""
    for step in range(SEATS):
        if step >= p.players:
            out.write(NOBODY)
        else:
            seat = looker + step
            _write_seat(p, out, p.player[seat if seat < p.players else seat - p.players])
    shares = vec[float]([0.0] * SEATS)
    value.estimate(p, shares)
    add_outlook(out, shares, p.players, looker, SEATS)


def _write_seat(p: Position, out: BytesWriter, player: Player) -> None:
    reach = p.reach[player.place]
    near = reach
    if not player.stack:
        near &= player.out | bit(board.FOUNTAIN)
    goods = player.goods
    tiles: i64 = 0
    for tile in range(board.NUM_GOODS):
        need = board.MOSQUE_TILES[p.players] >> 4 * (p.tiles_taken >> 4 * tile & 15) & 15
        if need and not player.tiles >> tile & 1 and goods >> 4 * tile & 15 >= need:
            tiles |= bit(tile)
    lack: i64 = board.NUM_SYMBOLS + 1
    index = value.stock_index(goods)
    if p.sultan <= board.NUM_SYMBOLS:
        lack = value.LACKS[value.STOCKS * p.sultan + index]
    short = p.gemstone - player.lira
    if short < 0:
        short = 0
    ruby: i64 = 0
    at_hand: i64 = 0
    if player.capacity == board.MOST_CAPACITY - 1 and player.lira >= board.EXTENSION and p.carts:
        ruby |= 1
        at_hand |= near >> board.WAINWRIGHT & 1
    if not lack:
        ruby |= 2
        at_hand |= (near >> board.SULTANS_PALACE & 1) << 1
    if p.gemstone <= board.LAST_GEMSTONE and not short:
        ruby |= 4
        at_hand |= (near >> board.GEMSTONE_DEALER & 1) << 2
    if p.small_rubies and tiles & 3 and player.tiles & 3:
        ruby |= 8
        at_hand |= (near >> board.SMALL_MOSQUE & 1) << 3
    if p.great_rubies and tiles >> 2 and player.tiles >> 2:
        ruby |= 16
        at_hand |= (near >> board.GREAT_MOSQUE & 1) << 4
    add_flags(out, reach, board.NUM_PLACES)
    add_flags(out, near, board.NUM_PLACES)
    add_flags(out, ruby, RUBY)
    add_flags(out, at_hand, RUBY)
    add_flags(out, tiles, 4)
    add(out, lack)
    add_count(out, short, COST)
    small: i64 = 0
    large: i64 = 0
    if p.small & 15:
        small = value.SALES[value.STOCKS * ((p.small & 15) - 1) + index]
    if p.large & 15:
        large = value.SALES[value.STOCKS * ((p.large & 15) + board.NUM_DEMANDS - 1) + index]
    add(out, small)
    add(out, large)
