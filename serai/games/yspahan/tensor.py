"""What a seat of Yspahan knows, as numbers: the same facts as in `observe.py`."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64

from serai.games.yspahan import board, cards, ids
from serai.games.yspahan import state as at
from serai.games.yspahan.state import Position
from serai.kernel import piles
from serai.kernel.bits import at_most, bit
from serai.kernel.tensor import (
    SPREAD,
    Feature,
    add,
    add_bytes,
    add_flag,
    add_flags,
    add_if,
    add_one,
    layout,
    seat_after,
    size,
    twos,
)

SEATS: Final = 4
PHASES: Final = 13
CAMELS: Final = 12  # of the caravan, at most
DAYS: Final = 7
FEW: Final = 15  # gold and camels are written twice: clipped to this, and in full
MANY: Final = 255

TABLE: Final = [
    Feature("players", 3, 1, "how many play: 2, 3 or 4"),
    Feature("phase", PHASES, 1, f"what is asked: {', '.join(at.PHASES)}"),
    Feature("week", 3, 1, "which of the three weeks"),
    Feature("day", DAYS, 1, "which of the seven days"),
    Feature("step", SEATS, 1, "which of the day's turns"),
    Feature("supervisor", board.NUM_STREET, 1, f"where he stands: {', '.join(board.STREET)}"),
    Feature("value", 6, 6, f"what the dice on a field of the tower show: {', '.join(board.FIELDS)}"),
    Feature("white", 6, 9, "white dice on each of these fields"),
    Feature("yellow", 6, 3, "yellow dice on each of these fields"),
    Feature("taken", 6, 1, "the field whose dice the turn has taken"),
    Feature("taken value", 1, 6, "what they show"),
    Feature("taken dice", 1, 13, "how many they are, with a card discarded for one more"),
    Feature("bought", 1, 3, "yellow dice that will be rolled"),
    Feature("built", 1, 1, "the turn's building is raised"),
    Feature("swapping", 2, 1, "a swap goes on that hands in: gold, camels"),
    Feature("cubes", 1, 10, "still to be placed, the hoist's too"),
    Feature("sending", 2, 1, "the cube of which shop beside the supervisor is on its way: first, second"),
    Feature("waiting", 2, 1, "which of these follows it"),
    Feature("hand", cards.NUM_KINDS, 2, f"own cards of each kind: {', '.join(cards.CARDS)}"),
    Feature("discards", cards.NUM_KINDS, 2, "cards of each kind on the discards"),
    Feature("deck", 1, 18, "cards in the draw pile"),
]
SEAT: Final = [
    Feature("acts", 1, 1, "it is asked now"),
    Feature("turn", 1, 1, "it is its turn"),
    Feature("starter", 1, 1, "it starts the day"),
    Feature("drawer", 1, 1, "it gets the card that chance deals"),
    Feature("steps", SEATS, 1, "the turns of the day that are its own"),
    Feature("score", 1, MANY, "points"),
    Feature("gold", 1, MANY, "gold"),
    Feature("few gold", 1, FEW, f"gold up to {FEW}"),
    Feature("camels", 1, MANY, "camels"),
    Feature("few camels", 1, FEW, f"camels up to {FEW}"),
    Feature("cards", 1, 18, "cards in its hand"),
    Feature("buildings", board.NUM_BUILDINGS, 1, f"raised: {', '.join(board.BUILDINGS)}"),
    Feature("shops", board.NUM_SHOPS, 1, f"a cube of its own in: {', '.join(board.SHOPS)}"),
    Feature("caravan", CAMELS, 1, "a cube of its own on each camel of the caravan, from the first"),
]
LAYOUT: Final = layout(TABLE, SEATS, SEAT)
NOBODY: Final = bytes(size(SEAT))


def write(p: Position, out: BytesWriter, looker: i64) -> None:
    """Add what a seat knows, in the order of `LAYOUT`."""
    _write_table(p, out)
    _write_turn(p, out)
    _write_pile(out, p.player[looker].hand)
    _write_pile(out, p.discards)
    add(out, piles.size(p.deck, cards.BITS))
    for step in range(p.players):
        _write_seat(p, out, seat_after(looker, step, p.players))
    out.write(NOBODY * (SEATS - p.players))


def _write_table(p: Position, out: BytesWriter) -> None:
    add_one(out, p.players - 2, 3)
    add_one(out, p.phase, PHASES)
    add_one(out, p.week - 1, 3)
    add_one(out, p.day - 1, DAYS)
    add_one(out, p.step, SEATS)
    add_one(out, p.supervisor, board.NUM_STREET)
    shown: i64 = 0  # one byte per field, the first lowest
    white: i64 = 0
    yellow: i64 = 0
    for field in range(i64(6)):
        if p.white[field] or p.yellow[field]:
            shown |= p.values[field] << 8 * field
            white |= p.white[field] << 8 * field
            yellow |= p.yellow[field] << 8 * field
    add_bytes(out, shown, 6)
    add_bytes(out, white, 6)
    add_bytes(out, yellow, 6)


def _write_turn(p: Position, out: BytesWriter) -> None:
    add_one(out, p.group, 6)
    add_if(out, p.group >= 0, p.value)
    add_if(out, p.group >= 0, p.dice)
    add(out, p.bought)
    add_flag(out, p.built != 0)
    add_flag(out, p.swapped == ids.SWAP_GOLD)
    add_flag(out, p.swapped == ids.SWAP_CAMELS)
    add(out, p.cubes + p.extra)
    _write_shop(p, out, p.sending)
    _write_shop(p, out, p.waiting)


def _write_shop(p: Position, out: BytesWriter, shop: i64) -> None:
    """One-hot: which of the shops beside the supervisor it is, if any."""
    add_flag(out, shop >= 0 and shop == board.FIRST_TOUCHING[p.supervisor])
    add_flag(out, shop >= 0 and shop == board.SECOND_TOUCHING[p.supervisor])


def _write_pile(out: BytesWriter, pile: i64) -> None:
    write_i64_le(out, twos(pile & 0xFFFF))
    add(out, pile >> 16)  # the ninth kind


def _write_seat(p: Position, out: BytesWriter, seat: i64) -> None:
    """Small numbers are packed into words: writing each separately takes much longer."""
    player = p.player[seat]
    flags = _steps(p, seat) << 4
    if p.actor == seat:
        flags |= 1
    if p.seat == seat:
        flags |= 2
    if p.starter == seat:
        flags |= 4
    if p.drawer == seat:
        flags |= 8
    write_i64_le(out, SPREAD[flags])
    amounts = at_most(player.score, MANY) | at_most(player.gold, MANY) << 8
    amounts |= at_most(player.gold, FEW) << 16 | at_most(player.camels, MANY) << 24
    amounts |= at_most(player.camels, FEW) << 32 | piles.size(player.hand, cards.BITS) << 40
    add_bytes(out, amounts, 6)
    add_flags(out, player.buildings, board.NUM_BUILDINGS)
    add_flags(out, player.shops, board.NUM_SHOPS)
    add_flags(out, player.caravan, CAMELS)


def _steps(p: Position, seat: i64) -> i64:
    """The turns of the day that belong to a seat."""
    steps: i64 = 0
    if p.phase != at.START:
        for step in range(p.turns):
            if p.order >> 2 * step & 3 == seat:
                steps |= bit(step)
    return steps
