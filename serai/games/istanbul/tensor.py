"""What a seat of Istanbul knows, as numbers: the same facts as in `observe.py`."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64

from serai.games.istanbul import board, cards, dice
from serai.games.istanbul import state as at
from serai.games.istanbul.state import Position
from serai.kernel import piles
from serai.kernel.bits import at_most
from serai.kernel.tensor import (
    SPREAD,
    Feature,
    add,
    add_bytes,
    add_count,
    add_flag,
    add_flags,
    add_fours,
    add_if,
    add_one,
    fours,
    layout,
    put,
    seat_after,
    size,
    threes,
)

SEATS: Final = 5
PHASES: Final = 29
NEUTRALS: Final = 3  # merchants, with two players
STACK: Final = 12  # assistants under a merchant, an upper bound
RUBIES: Final = 8  # two players: one short of the end, then a ruby and two more by cards at one place
FEW: Final = 20  # lira are written twice: clipped to this, and in full
MANY: Final = 255
HUNDRED: Final = 100
UPPER: Final = 13  # cards in the upper half of the discards

PLACES: Final = ", ".join(board.PLACES)
KINDS: Final = ", ".join(cards.CARDS)
GOODS: Final = ", ".join(board.GOODS)

TABLE: Final = [
    Feature("players", 4, 1, "how many play: 2 to 5"),
    Feature("layout", 4, 1, f"how the places were laid: {', '.join(board.LAYOUTS)}"),
    Feature("variant", 1, 1, "neutral assistants take part"),
    Feature("phase", PHASES, 1, f"what is asked: {', '.join(at.PHASES)}"),
    Feature("round", 1, HUNDRED - 1, "the round, without its hundreds"),
    Feature("hundreds", 1, MANY, "the hundreds of the round"),
    Feature("row", board.NUM_PLACES, 4, f"the row of each place, 0: not laid yet: {PLACES}"),
    Feature("column", board.NUM_PLACES, 4, "its column"),
    Feature("governor", board.NUM_PLACES, 1, "the place where he stands"),
    Feature("smuggler", board.NUM_PLACES, 1, "the place where he stands"),
    Feature("neutral merchants", NEUTRALS * board.NUM_PLACES, 1, "the place of each, with two players"),
    Feature("neutral assistants", board.NUM_PLACES, 7, "how many lie at each place"),
    Feature("wainwright", 1, 5, "rubies there"),
    Feature("post", 1, 4, "indicators of the Post Office that are down"),
    Feature("small market", 20, 5, f"goods on its demand tiles from the top, 0: not seen: {GOODS}"),
    Feature("large market", 20, 5, "the same there"),
    Feature("sultan", 1, 11, "goods that the next ruby costs; 11: none left"),
    Feature("gemstone", 1, 24, "lira that the next ruby costs; 24: none left"),
    Feature("mosque rubies", 2, 4, "rubies at the Small and at the Great Mosque"),
    Feature(
        "mosque tiles", 4, 5, f"goods that the next tile asks for, 0: none left: {', '.join(board.TILES)}"
    ),
    Feature("hand", cards.NUM_KINDS, 4, f"own cards of each kind: {KINDS}"),
    Feature("top", cards.NUM_KINDS, 1, "the kind of the top card of the discards"),
    Feature("discards", 2 * UPPER, 10, "the discards from the top: 0 none, 1 the first kind, and so on"),
    Feature("deck", 1, 26, "cards in the draw pile"),
    Feature("site", board.NUM_PLACES, 1, "the place whose action is open or done"),
    Feature("done", 1, 1, "it was done, and no encounter came after it"),
    Feature("used", 3, 1, "used in this turn: governor, smuggler, yellow tile"),
    Feature("dice", 2, 6, "the throw that can still be changed, the lower die first"),
    Feature("named", 1, 12, "the number named at the Tea House"),
    Feature("good", board.NUM_GOODS, 1, "the good that is asked about or has to be paid for"),
    Feature("wanted", board.NUM_GOODS, 5, "goods that can be sold"),
    Feature("sold", 1, 5, "goods sold so far"),
    Feature("due", 1, 8, "goods still to be given, or cards still to be taken"),
]
SEAT: Final = [
    Feature("acts", 1, 1, "it is asked now"),
    Feature("turn", 1, 1, "it is its turn"),
    Feature("starter", 1, 1, "it started the game"),
    Feature("rubies", 1, RUBIES, "rubies"),
    Feature("lira", 1, MANY, f"lira; {MANY}: that or more"),
    Feature("few lira", 1, FEW, f"lira up to {FEW}"),
    Feature("goods", board.NUM_GOODS, 5, f"goods on its cart: {GOODS}"),
    Feature("capacity", 1, 5, "how many of each good the cart takes"),
    Feature("tiles", 4, 1, f"mosque tiles: {', '.join(board.TILES)}"),
    Feature("merchant", board.NUM_PLACES, 1, "the place of its merchant"),
    Feature("family", board.NUM_PLACES, 1, "the place of its family member"),
    Feature("assistants", board.NUM_PLACES, 1, "places with an assistant of its own"),
    Feature("stack", 1, STACK, "assistants under its merchant"),
    Feature("neutral", STACK, 1, "which of these, from the bottom, are neutral"),
    Feature("cards", 1, 26, "cards in its hand"),
    Feature("known", cards.NUM_KINDS, 4, "cards of each kind that it took openly"),
]
LAYOUT: Final = layout(TABLE, SEATS, SEAT)
NOBODY: Final = bytes(size(SEAT))
UNLAID: Final = bytes(2 * board.NUM_PLACES)


def write(p: Position, out: BytesWriter, looker: i64) -> None:
    """Add what a seat knows, in the order of `LAYOUT`."""
    _write_board(p, out)
    _write_offers(p, out)
    _write_pile(out, p.player[looker].hand)
    add_one(out, (p.discards & 15) - 1, cards.NUM_KINDS)
    _write_discards(out, p.discards)
    _write_discards(out, p.deep)
    add(out, piles.size(p.deck, cards.BITS))
    _write_turn(p, out)
    for step in range(p.players):
        _write_seat(p, out, seat_after(looker, step, p.players))
    out.write(NOBODY * (SEATS - p.players))


def _write_board(p: Position, out: BytesWriter) -> None:
    add_one(out, p.players - 2, 4)
    add_one(out, p.layout, 4)
    add(out, p.variant)
    add_one(out, p.phase, PHASES)
    add(out, p.round % HUNDRED)
    add_count(out, p.round // HUNDRED, MANY)
    rows: i64 = len(out)
    out.write(UNLAID)
    for field in range(board.NUM_PLACES):
        place = p.fields[field]
        if place >= 0:
            put(out, rows + place, field // 4 + 1)
            put(out, rows + board.NUM_PLACES + place, field % 4 + 1)
    add_one(out, p.governor, board.NUM_PLACES)
    add_one(out, p.smuggler, board.NUM_PLACES)
    for neutral in range(NEUTRALS):
        stands: i64 = -1
        if p.players == 2:
            stands = p.neutrals >> 4 * neutral & 15
        add_one(out, stands, board.NUM_PLACES)
    write_i64_le(out, threes(p.loose & 0xFFFFFF))
    write_i64_le(out, threes(p.loose >> 24))


def _write_offers(p: Position, out: BytesWriter) -> None:
    """What the places hold and require."""
    add(out, p.carts)
    add(out, p.post)
    _write_market(out, board.SMALL, p.small)
    _write_market(out, board.LARGE, p.large)
    add(out, p.sultan)
    add(out, p.gemstone)
    add(out, p.small_rubies)
    add(out, p.great_rubies)
    tiles: i64 = 0  # a byte each
    for tile in range(i64(4)):
        left = board.MOSQUE_TILES[p.players] >> 4 * (p.tiles_taken >> 4 * tile & 15) & 15
        tiles |= left << 8 * tile
    add_bytes(out, tiles, 4)


def _write_market(out: BytesWriter, market: i64, stack: i64) -> None:
    for _tile in range(board.NUM_DEMANDS):
        tile = stack & 15
        stack >>= 4
        wanted: i64 = 0
        if tile:
            wanted = board.DEMAND[board.NUM_DEMANDS * market + tile - 1]
        add_fours(out, wanted, board.NUM_GOODS)


def _write_pile(out: BytesWriter, pile: i64) -> None:
    write_i64_le(out, threes(pile & 0xFFFFFF))
    add_bytes(out, threes(pile >> 24), cards.NUM_KINDS - 8)


def _write_discards(out: BytesWriter, half: i64) -> None:
    write_i64_le(out, fours(half & 0xFFFFFFFF))
    add_bytes(out, fours(half >> 32), UPPER - 8)


def _write_turn(p: Position, out: BytesWriter) -> None:
    phase = p.phase
    rolled = phase == at.DICE
    selling = phase == at.SELL
    add_one(out, p.site, board.NUM_PLACES)
    add_flag(out, p.done != at.NOWHERE)
    add_flags(out, p.used, 3)
    add_if(out, rolled, dice.LOW[p.dice])
    add_if(out, rolled, dice.HIGH[p.dice])
    add_if(out, rolled or phase == at.ACTION_ROLL, p.named)
    good: i64 = -1
    if selling or phase == at.SMUGGLER:
        good = p.good
    add_one(out, good, board.NUM_GOODS)
    wanted: i64 = 0
    if selling:
        wanted = p.wanted
    add_fours(out, wanted, board.NUM_GOODS)
    add_if(out, selling, p.sold)
    add_if(out, phase == at.ANY or phase == at.CARAVAN or phase == at.CARAVAN_DEAL, p.due)


def _write_seat(p: Position, out: BytesWriter, seat: i64) -> None:
    """Small numbers are packed into words: writing each separately takes much longer."""
    player = p.player[seat]
    amounts = player.rubies << 24 | at_most(player.lira, MANY) << 32 | at_most(player.lira, FEW) << 40
    if p.actor == seat:
        amounts |= 1
    if p.seat == seat:
        amounts |= 1 << 8
    if p.starter == seat:
        amounts |= 1 << 16
    goods = fours(player.goods)
    write_i64_le(out, amounts | (goods & 0xFFFF) << 48)
    add_bytes(out, goods >> 16 | player.capacity << 16 | SPREAD[player.tiles] << 24, 7)
    add_one(out, player.place, board.NUM_PLACES)
    add_one(out, player.family, board.NUM_PLACES)
    add_flags(out, player.out, board.NUM_PLACES)
    add(out, player.stack)
    add_flags(out, player.neutral, STACK)
    add(out, piles.size(player.hand, cards.BITS))
    _write_pile(out, player.known)
