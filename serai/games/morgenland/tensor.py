"""What a seat of Morgenland knows, as numbers: the same facts as in `observe.py`."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i32_le, write_i64_le
from mypy_extensions import i32, i64

from serai.games.morgenland import board, cards, observe
from serai.games.morgenland import state as at
from serai.games.morgenland.table import Table
from serai.kernel.bits import count
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
    layout,
    size,
)

SEATS: Final = 5
PHASES: Final = 21
MOMENTS: Final = 5
GROUPS: Final = 5  # in a cave, at most
PILE: Final = 6  # artifacts in a room, at most
PLAYS: Final = 27
PLAY_SIZE: Final = 8  # numbers for a play that waits
WAITING: Final = 12  # plays that are written; random games have seldom five, never twelve
STRONGEST: Final = 120
MANY: Final = 255
IN_HAND: Final = 16  # where a figure is, besides the fields 1 to 15
OUT: Final = 17
WORD: Final = 8  # bytes
CARPET: Final = 9  # as the figure of a play, besides 1 to 8
HIDDEN: Final = 10

FIELDS: Final = ", ".join(board.FIELDS)
SPELLS: Final = ", ".join(cards.SPELLS)
ARTIFACTS: Final = ", ".join(cards.ARTIFACTS)
FIGURES: Final = ", ".join(board.FIGURE_NAMES[: board.NUM_FIGURES])

TABLE: Final = [
    Feature("players", 3, 1, "how many play: 3, 4 or 5"),
    Feature("pro", 1, 1, "the full game, with magic"),
    Feature("phase", PHASES, 1, f"what is asked: {', '.join(at.PHASES)}"),
    Feature("moment", MOMENTS, 1, f"when plays are announced: {', '.join(at.MOMENTS)}"),
    Feature("round", 1, MANY, "the round"),
    Feature("round limit", 1, MANY, "the game ends after so many rounds; 0: no limit"),
    Feature("current", board.NUM_FIELDS, 1, f"the first field not yet resolved: {FIELDS}"),
    Feature("resolving", 1, 1, "it is being resolved"),
    Feature("bank", board.NUM_KINDS, 29, f"treasures in the bank: {', '.join(board.KINDS)}"),
    Feature("caves", board.NUM_CAVES * GROUPS, 29, "treasures in the groups of each cave, from the top"),
    Feature("piles", board.NUM_ROOMS, 6, "artifacts in each room of the palace"),
    Feature("open", board.NUM_ROOMS * cards.NUM_ARTIFACTS, 1, f"the one that lies open there: {ARTIFACTS}"),
    Feature(
        "below", board.NUM_ROOMS * PILE, 6, "those under it from the top: 0 not seen, 1 the first kind …"
    ),
    Feature("guard", 1, 10, "his strength; 0: not revealed"),
    Feature(
        "smuggled",
        4,
        1,
        "city fields in which nothing was placed, and not declined: tent, djinn, market, caravanserai",
    ),
    Feature("sealed", board.NUM_FIELDS, 1, "fields that are closed"),
    Feature("emptied", board.NUM_CAVES, 1, "caves to which the dragon returned"),
    Feature("reversed", 1, 1, "the last are the first"),
    Feature("spells", cards.NUM_SPELLS, 1, f"own spell cards: {SPELLS}"),
    Feature("drawn", 1, 21, "spell cards drawn at the Tent, from which one is kept"),
    Feature("drawn spells", cards.NUM_SPELLS, 1, "these, for the one who drew them"),
    Feature("draw pile", 1, 21, "spell cards in the draw pile"),
    Feature("discards", cards.NUM_SPELLS, 1, "spell cards on the discards"),
    Feature("cards left", 15, 1, "treasure cards that have not turned up"),
    Feature("bill", 1, 145, "treasures that the actor has still to choose"),
    Feature("bill kinds", 1, 6, "one more than the kinds in which; 0: as he likes"),
    Feature("play", PLAYS, 1, f"the play in hand: {ARTIFACTS}, {SPELLS}"),
    Feature("play seat", SEATS, 1, "whose it is, the looker first"),
    Feature("play copies", cards.NUM_ARTIFACTS, 1, "the artifact that it uses"),
    Feature("play field", board.NUM_FIELDS, 1, "the field that it aims at, or that of its figure"),
    Feature("play owner", SEATS, 1, "the seat that it aims at"),
    Feature("play figure", HIDDEN, 1, f"the figure: {FIGURES}, carpet, hidden"),
    Feature("play goal", board.NUM_FIELDS, 1, "where it moves that"),
    Feature("play gives", cards.NUM_ARTIFACTS, 1, "the artifact that it gives"),
    Feature(
        "announced",
        WAITING * PLAY_SIZE,
        27,
        "plays that wait, the first announced first, eight numbers each, as above, 0: none, 1: the first, "
        "and so on: play, seat, copies, field, owner, figure, goal, gives",
    ),
]
SEAT: Final = [
    Feature("acts", 1, 1, "it is asked now"),
    Feature("start", 1, 1, "it has the camel"),
    Feature("admitted", 1, 1, "the guard let it in"),
    Feature("djinn", 1, 1, "it may play two artifacts"),
    Feature("smuggler", 1, 1, "it is smuggled in"),
    Feature("openly", 1, 1, "it places openly"),
    Feature("rider", 1, 1, "it counters with a Free Rider"),
    Feature("buyer", 1, 1, "it buys an artifact not yet seen"),
    Feature("key", 1, 1, "it enters the palace by a Key"),
    Feature("treasures", board.NUM_KINDS, 29, "treasures of each kind"),
    Feature("artifacts", cards.NUM_ARTIFACTS, 6, f"artifacts: {ARTIFACTS}"),
    Feature("played", cards.NUM_ARTIFACTS, 6, "those of them that lie open this round"),
    Feature("plays left", 1, 3, "one more than the artifacts that it may still play; 0 without magic"),
    Feature("hand", 1, 8, "figures not placed"),
    Feature("where", board.NUM_FIGURES, OUT, f"where each figure is, 0 unknown, {IN_HAND} hand, {OUT} gone"),
    Feature("seen", board.NUM_FIGURES, 1, f"everybody sees it: {FIGURES}"),
    Feature("doubled", board.NUM_FIGURES, 1, "it counts twice"),
    Feature("spell cards", 1, 21, "spell cards in its hand"),
    Feature("known spells", cards.NUM_SPELLS, 1, "those that the looker gave it"),
    Feature(
        "strength", board.NUM_FIELDS, STRONGEST, "of its known figures in each field, as they count there"
    ),
    Feature("hidden", board.NUM_FIELDS, 8, "its unknown figures in each field"),
    Feature("carpets", board.NUM_FIELDS, 6, "its Carpets in each field"),
]
LAYOUT: Final = layout(TABLE, SEATS, SEAT)
NOBODY: Final = bytes(size(SEAT))
NO_PLAY: Final = bytes(PLAYS + 2 * SEATS + 2 * cards.NUM_ARTIFACTS + 2 * board.NUM_FIELDS + HIDDEN)
NO_WAITING: Final = bytes(PLAY_SIZE)
NONE_WAITING: Final = bytes(WAITING * PLAY_SIZE)


def write(t: Table, out: BytesWriter, looker: i64) -> None:
    _write_round(t, out)
    _write_piles(t, out, looker)
    _write_cards(t, out, looker)
    if t.what >= 0:
        _write_play(t, out, t.pack(), looker)
    else:
        out.write(NO_PLAY)
    _write_waiting(t, out, looker)
    for step in range(SEATS):
        if step >= t.players:
            out.write(NOBODY)
        else:
            seat = looker + step
            _write_seat(t, out, seat if seat < t.players else seat - t.players, looker)


def _write_round(t: Table, out: BytesWriter) -> None:
    add_one(out, t.players - 3, 3)
    add(out, t.magic)
    add_one(out, t.phase, PHASES)
    add_one(out, t.moment, MOMENTS)
    add_count(out, t.round, MANY)
    add_count(out, t.round_limit, MANY)
    add_one(out, t.current, board.NUM_FIELDS)
    add_flag(out, t.resolving != 0)
    _write_heap(out, t.bank)
    for cave in range(board.NUM_CAVES):
        groups = t.groups[cave]  # five bits each
        spread = groups & 31 | groups << 3 & 0x1F00 | groups << 6 & 0x1F0000 | groups << 9 & 0x1F000000
        add_bytes(out, spread | groups << 12 & 0x1F00000000, GROUPS)


def _write_heap(out: BytesWriter, heap: i64) -> None:
    """A heap has a byte for each of its five kinds already."""
    write_i32_le(out, i32(heap & 0xFFFFFFFF))
    add(out, heap >> 32)


def _write_piles(t: Table, out: BytesWriter, looker: i64) -> None:
    for room in range(board.NUM_ROOMS):
        add(out, t.sizes[room])
    for room in range(board.NUM_ROOMS):
        shown: i64 = -1
        if t.open_piles >> room & 1:
            shown = t.kind_at(t.top(room))
        add_one(out, shown, cards.NUM_ARTIFACTS)
    pile = t.pile
    for room in range(board.NUM_ROOMS):
        below = t.sizes[room] - (t.open_piles >> room & 1)
        kinds: i64 = 0  # a byte each, the topmost lowest
        for place in range(PILE * room, PILE * room + below):
            kinds = kinds << 8 | ((pile[place] & 7) + 1) * (pile[place] >> 3 + looker & 1)
        add_bytes(out, kinds, PILE)
    add(out, t.guard)
    add_flags(out, t.empty_city >> board.TENT, 4)
    add_flags(out, t.sealed, board.NUM_FIELDS)
    add_flags(out, t.emptied, board.NUM_CAVES)
    add_flag(out, t.reversed != 0)


def _write_cards(t: Table, out: BytesWriter, looker: i64) -> None:
    add_flags(out, t.player[looker].spells, cards.NUM_SPELLS)
    add(out, count(t.drawn))
    drawn = t.drawn
    if drawn and looker != observe.drawer(t):
        drawn = 0
    add_flags(out, drawn, cards.NUM_SPELLS)
    add(out, count(t.draw_pile))
    add_flags(out, t.discards, cards.NUM_SPELLS)
    add_flags(out, t.cards_left, 15)
    paying = t.phase == at.PAY or t.phase == at.GAIN
    add_if(out, paying, t.owed)
    add_if(out, paying, t.kinds + 1)


def _write_play(t: Table, out: BytesWriter, play: i64, looker: i64) -> None:
    """The play in hand, a number for each thing that a part of it can be."""
    owner = (play >> 15 & 7) - 1
    figure = (play >> 18 & 15) - 1
    add_one(out, play & 31, PLAYS)
    add_one(out, _step(t, play >> 5 & 7, looker), SEATS)
    add_one(out, (play >> 8 & 7) - 1, cards.NUM_ARTIFACTS)
    add_one(out, t.find(owner, figure) if figure >= 0 else (play >> 11 & 15) - 1, board.NUM_FIELDS)
    add_one(out, _step(t, owner, looker), SEATS)
    add_one(out, _figure(t, owner, figure, looker) - 1, HIDDEN)
    add_one(out, (play >> 22 & 15) - 1, board.NUM_FIELDS)
    add_one(out, (play >> 26 & 7) - 1, cards.NUM_ARTIFACTS)


def _write_waiting(t: Table, out: BytesWriter, looker: i64) -> None:
    """The plays that wait, a number for each part of one."""
    if not t.announced:
        out.write(NONE_WAITING)
        return
    for index in range(WAITING):
        if index >= len(t.announced):
            out.write(NO_WAITING)
            continue
        play: i64 = t.announced[index]
        owner = (play >> 15 & 7) - 1
        figure = (play >> 18 & 15) - 1
        add(out, (play & 31) + 1)
        add(out, _step(t, play >> 5 & 7, looker) + 1)
        add(out, play >> 8 & 7)
        add(out, t.find(owner, figure) + 1 if figure >= 0 else play >> 11 & 15)
        add(out, _step(t, owner, looker) + 1)
        add(out, _figure(t, owner, figure, looker))
        add(out, play >> 22 & 15)
        add(out, play >> 26 & 7)


def _step(t: Table, seat: i64, looker: i64) -> i64:
    """How far after the looker a seat sits; -1 for nobody."""
    if seat < 0:
        return -1
    return seat - looker if seat >= looker else seat - looker + t.players


def _figure(t: Table, owner: i64, figure: i64, looker: i64) -> i64:
    """The figure of a play: 0 none, 1 to 8 by strength, a Carpet, a hidden one."""
    if figure < 0:
        return 0
    if figure >= board.FIRST_CARPET:
        return CARPET
    return figure + 1 if owner == looker or t.player[owner].open >> figure & 1 else HIDDEN


def _write_seat(t: Table, out: BytesWriter, seat: i64, looker: i64) -> None:
    player = t.player[seat]
    write_i64_le(out, SPREAD[_standing(t, seat)])
    add_flag(out, player.key != 0)
    _write_heap(out, player.wealth)
    add_fours(out, player.owned, cards.NUM_ARTIFACTS)
    add_fours(out, player.played, cards.NUM_ARTIFACTS)
    plays: i64 = 2
    if t.djinn == seat:
        plays = 3
    add_if(out, t.magic != 0, plays - player.plays)
    add(out, board.SIZE_OF[player.hand])
    known: i64 = board.ALL_FIGURES
    if seat != looker:
        known &= player.open
    where: i64 = 0  # the words hold a byte for each figure or field, the first lowest
    placed: i64 = 0
    strengths: i64 = 0
    hidden: i64 = 0
    carpets: i64 = 0
    first_strengths: i64 = 0
    first_hidden: i64 = 0
    first_carpets: i64 = 0
    all_lying = t.lying
    spread = SPREAD  # names of this function: those of a module are looked at each time
    size_of = board.SIZE_OF
    strength_of = board.STRENGTH_OF
    doubled = player.doubled
    unknown = board.ALL_FIGURES & ~known
    backwards = t.reversed
    place = seat * board.NUM_FIELDS
    shift: i64 = 0
    for field in range(i64(board.NUM_FIELDS)):  # without an `if` for empty ones, which would be slower
        if field == WORD:
            first_strengths, first_hidden, first_carpets = strengths, hidden, carpets
            strengths = hidden = carpets = shift = 0
        lying = all_lying[place + field]
        seen = lying & known
        twice = seen & doubled
        woven = size_of[lying >> board.FIRST_CARPET]
        strength = strength_of[seen] + strength_of[twice] + board.CARPET_STRENGTH * woven
        if backwards != 0 and field != board.GUARD:
            strength = 10 * (size_of[seen] + size_of[twice] + woven) - strength
        strengths |= strength << shift
        hidden |= size_of[lying & unknown] << shift
        carpets |= woven << shift
        where |= spread[seen] * (field + 1)
        placed |= seen
        shift += 8
    where |= spread[known & player.hand] * IN_HAND
    write_i64_le(out, where | spread[known & ~player.hand & ~placed] * OUT)
    write_i64_le(out, spread[player.open & board.ALL_FIGURES])
    write_i64_le(out, spread[doubled & board.ALL_FIGURES])
    add(out, count(player.spells))
    add_flags(out, t.player[looker].knows & player.spells, cards.NUM_SPELLS)
    write_i64_le(out, first_strengths)
    add_bytes(out, strengths, board.NUM_FIELDS - WORD)
    write_i64_le(out, first_hidden)
    add_bytes(out, hidden, board.NUM_FIELDS - WORD)
    write_i64_le(out, first_carpets)
    add_bytes(out, carpets, board.NUM_FIELDS - WORD)


def _standing(t: Table, seat: i64) -> i64:
    """What holds of a seat, a bit each, in the order of the layout."""
    flags: i64 = 0
    if t.actor == seat:
        flags = 1
    if t.start == seat:
        flags |= 2
    flags |= (t.admitted >> seat & 1) << 2
    if t.djinn == seat:
        flags |= 8
    if t.smuggler == seat:
        flags |= 16
    flags |= (t.openly >> seat & 1) << 5
    if t.rider == seat:
        flags |= 64
    if t.phase == at.PRIZE and t.questioned == seat:
        flags |= 128
    return flags
