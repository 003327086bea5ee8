"""What a seat of Morgenland knows, as numbers: the same facts as in `observe.py`."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from serai.games.morgenland import board, cards, observe
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.games.morgenland.state import Player
from serai.kernel.tensor import (
    SPREAD,
    Feature,
    add,
    add_count,
    add_one,
    fours,
    layout,
    size,
)

SEATS: Final = 5
PHASES: Final = 21
MOMENTS: Final = 5
GROUPS: Final = 5  # in a cave, at most
PILE: Final = 6  # artifacts in a room, at most
PLAYS: Final = 27
PLAY_SIZE: Final = 8  # numbers for a pending play
WAITING: Final = 12  # plays that are written; random games rarely have five, never twelve
STRONGEST: Final = 120
MANY: Final = 255
IN_HAND: Final = 16  # where a figure is, besides the fields 1 to 15
OUT: Final = 17
FIRST: Final = 7  # fields in the first of two words; a byte each
HALF: Final = 0x1111111111111111  # the first of every four figures
EACH: Final = 0x0101010101010101  # times a set of figures: that set in each of eight fields
CARPET: Final = 9  # the figure of a play, besides 1 to 8
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
NOBODY: Final = [bytes(size(SEAT) * missing) for missing in range(SEATS)]
NO_PLAY: Final = bytes(PLAYS + 2 * SEATS + 2 * cards.NUM_ARTIFACTS + 2 * board.NUM_FIELDS + HIDDEN)
NONE_WAITING: Final = [bytes((WAITING - waiting) * PLAY_SIZE) for waiting in range(WAITING + 1)]
NOT_PLAYED: Final = NO_PLAY + NONE_WAITING[0]
NONE_BELOW: Final = bytes(board.NUM_ROOMS * PILE)
NONE_DRAWN: Final = bytes(1 + cards.NUM_SPELLS)


# Numbers are packed into words, eight bits each, the first lowest: writing each separately takes much longer.
# So do calls into another library, which is why the words are written here.


def write(t: Mechanics, out: BytesWriter, looker: i64) -> None:
    """Add what a seat knows, in the order of `LAYOUT`."""
    _write_round(t, out)
    _write_piles(t, out, looker)
    _write_cards(t, out, looker)
    if t.what < 0 and not t.announced:
        out.write(NOT_PLAYED)
    else:
        if t.what >= 0:
            _write_play(t, out, t.pack(), looker)
        else:
            out.write(NO_PLAY)
        _write_waiting(t, out, looker)
    players = t.players
    knows = t.player[looker].knows
    for seat in range(looker, players):
        _write_seat(t, out, seat, looker, knows)
    for seat in range(looker):
        _write_seat(t, out, seat, looker, knows)
    if players < SEATS:
        out.write(NOBODY[SEATS - players])


def _write_round(t: Mechanics, out: BytesWriter) -> None:
    spread = SPREAD  # a local: globals would be looked up each time
    flags = 1 << t.players - 3 | t.magic << 3 | 1 << 4 + t.phase | 1 << 25 + t.moment
    write_i64_le(out, spread[flags & 255])
    write_i64_le(out, spread[flags >> 8 & 255])
    write_i64_le(out, spread[flags >> 16 & 255])
    _write_six(out, spread[flags >> 24])
    add_count(out, t.round, MANY)
    add_count(out, t.round_limit, MANY)
    flags = 1 << t.current & board.ALL_FIELDS  # none, when all are resolved
    if t.resolving:
        flags |= 1 << board.NUM_FIELDS
    write_i64_le(out, spread[flags & 255])
    write_i64_le(out, spread[flags >> 8])
    _write_five(out, t.bank)  # a heap already has a byte per kind
    all_groups = t.groups
    for cave in range(i64(board.NUM_CAVES)):
        groups = all_groups[cave]  # five bits each
        numbers = groups & 31 | groups << 3 & 0x1F00 | groups << 6 & 0x1F0000 | groups << 9 & 0x1F000000
        _write_five(out, numbers | groups << 12 & 0x1F00000000)


def _write_five(out: BytesWriter, numbers: i64) -> None:
    write_i32_le(out, i32(numbers & 0xFFFFFFFF))
    out.append(u8(numbers >> 32))


def _write_six(out: BytesWriter, numbers: i64) -> None:
    write_i32_le(out, i32(numbers & 0xFFFFFFFF))
    write_i16_le(out, i16(numbers >> 32))


def _write_piles(t: Mechanics, out: BytesWriter, looker: i64) -> None:
    spread = SPREAD
    sizes = t.sizes
    pile = t.pile
    opened = t.open_piles
    numbers: i64 = 0
    for room in range(i64(board.NUM_ROOMS)):
        numbers |= sizes[room] << 8 * room
    _write_five(out, numbers)
    below: i64 = 0  # bits that apply to any artifact under an open one
    for room in range(i64(board.NUM_ROOMS)):
        top = PILE * room + sizes[room]
        shown: i64 = 0
        if opened >> room & 1:
            top -= 1
            shown = spread[1 << (pile[top] & 7)]
        _write_six(out, shown)
        for place in range(PILE * room, top):
            below |= pile[place]
    if below >> 3 + looker & 1:
        _write_below(t, out, looker)
    else:
        out.write(NONE_BELOW)
    out.append(u8(t.guard))
    flags = t.empty_city >> board.TENT & 15 | t.sealed << 4 | t.emptied << 19
    if t.reversed:
        flags |= 1 << 24
    write_i64_le(out, spread[flags & 255])
    write_i64_le(out, spread[flags >> 8 & 255])
    write_i64_le(out, spread[flags >> 16 & 255])
    out.append(u8(flags >> 24))


def _write_below(t: Mechanics, out: BytesWriter, looker: i64) -> None:
    """What the observer has seen of the artifacts under the open ones."""
    pile = t.pile
    for room in range(i64(board.NUM_ROOMS)):
        below = t.sizes[room] - (t.open_piles >> room & 1)
        kinds: i64 = 0  # the topmost lowest
        for place in range(PILE * room, PILE * room + below):
            kinds = kinds << 8 | ((pile[place] & 7) + 1) * (pile[place] >> 3 + looker & 1)
        _write_six(out, kinds)


def _write_cards(t: Mechanics, out: BytesWriter, looker: i64) -> None:
    spread = SPREAD
    _write_spells(out, t.player[looker].spells)
    drawn = t.drawn
    if drawn:
        out.append(u8(_number(drawn)))
        if looker != observe.drawer(t):
            drawn = 0
        _write_spells(out, drawn)
    else:
        out.write(NONE_DRAWN)
    out.append(u8(_number(t.draw_pile)))
    _write_spells(out, t.discards)
    left = t.cards_left
    owed: i64 = 0
    kinds: i64 = 0
    if t.phase == at.PAY or t.phase == at.GAIN:
        owed = t.owed
        kinds = t.kinds + 1
    write_i64_le(out, spread[left & 255])
    _write_six(out, spread[left >> 8 & 63])
    out.append(u8(left >> 14))
    out.append(u8(owed))
    out.append(u8(kinds))


def _write_spells(out: BytesWriter, spells: i64) -> None:
    spread = SPREAD
    write_i64_le(out, spread[spells & 255])
    write_i64_le(out, spread[spells >> 8 & 255])
    _write_five(out, spread[spells >> 16])


def _number(spells: i64) -> i64:
    """The number of spell cards in a set."""
    size_of = board.SIZE_OF
    return size_of[spells & 255] + size_of[spells >> 8 & 255] + size_of[spells >> 16]


def _write_play(t: Mechanics, out: BytesWriter, play: i64, looker: i64) -> None:
    """The play in hand, with one-hot parts."""
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


def _write_waiting(t: Mechanics, out: BytesWriter, looker: i64) -> None:
    """The pending plays, one number per part."""
    waiting = len(t.announced)
    if waiting > WAITING:
        waiting = WAITING
    for index in range(waiting):
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
    out.write(NONE_WAITING[waiting])


def _step(t: Mechanics, seat: i64, looker: i64) -> i64:
    """A seat's distance after the observer; -1 for none."""
    if seat < 0:
        return -1
    return seat - looker if seat >= looker else seat - looker + t.players


def _figure(t: Mechanics, owner: i64, figure: i64, looker: i64) -> i64:
    """The figure of a play: 0 for none, 1 to 8 by strength, then a Carpet, a hidden one."""
    if figure < 0:
        return 0
    if figure >= board.FIRST_CARPET:
        return CARPET
    return figure + 1 if owner == looker or t.player[owner].open >> figure & 1 else HIDDEN


def _write_seat(t: Mechanics, out: BytesWriter, seat: i64, looker: i64, knows: i64) -> None:
    """What a seat has. `knows` are the spell cards that the observer has given away."""
    player = t.player[seat]
    owned = fours(player.owned)
    played: i64 = 0
    if player.played:
        played = fours(player.played)
    plays: i64 = 0
    if t.magic:
        plays = 2 - player.plays
        if t.djinn == seat:
            plays += 1
    key: i64 = 0
    if player.key:
        key = 1
    write_i64_le(out, SPREAD[_flags(t, seat)])
    write_i64_le(out, key | player.wealth << 8 | (owned & 0xFFFF) << 48)  # wealth has a byte per kind already
    write_i64_le(out, owned >> 16 | (played & 0xFFFFFFFF) << 32)
    write_i32_le(out, i32(played >> 32 | plays << 16 | board.SIZE_OF[player.hand] << 24))
    _write_figures(t, out, seat, looker, player, knows)


def _write_figures(
    t: Mechanics, out: BytesWriter, seat: i64, looker: i64, player: Player, knows: i64
) -> None:
    """Where a seat's figures are, and its spell cards."""
    known: i64 = board.ALL_FIGURES
    if seat != looker:
        known &= player.open
    fields: i64 = 0
    more_fields: i64 = 0
    if player.hand != board.ALL_FIGURES:
        fields, more_fields = _figures(t, seat)
    where: i64 = 0
    placed: i64 = 0
    strengths: i64 = 0  # in the first fields, and in the others
    more_strengths: i64 = 0
    if known:
        seen = fields & known * EACH
        more_seen = more_fields & known * EACH
        where, placed = _where(seen, more_seen)
        strengths = _sums(seen)
        more_strengths = _sums(more_seen)
        fields &= ~seen
        more_fields &= ~more_seen
    hidden: i64 = 0
    more_hidden: i64 = 0
    if known != board.ALL_FIGURES:
        hidden = _numbers(fields)
        more_hidden = _numbers(more_fields)
    woven: i64 = 0
    more_woven: i64 = 0
    if player.doubled or player.carpets or t.reversed:
        strengths, more_strengths = _strengths(t, seat, known)
        woven, more_woven = _carpets(t, seat)
    spread = SPREAD
    where |= spread[known & player.hand] * IN_HAND
    write_i64_le(out, where | spread[known & ~player.hand & ~placed] * OUT)
    write_i64_le(out, spread[player.open & board.ALL_FIGURES])
    write_i64_le(out, spread[player.doubled & board.ALL_FIGURES])
    spells = player.spells
    number: i64 = 0
    if spells:
        number = _number(spells)
    given = knows & spells
    write_i64_le(out, number | spread[given & 127] << 8)
    write_i64_le(out, spread[given >> 7 & 255])
    write_i64_le(out, spread[given >> 15] | (strengths & 0xFFFF) << 48)
    write_i64_le(out, strengths >> 16 | (more_strengths & 0xFFFFFF) << 40)
    write_i64_le(out, more_strengths >> 24 | (hidden & 0xFFFFFF) << 40)
    write_i64_le(out, hidden >> 24 | (more_hidden & 0xFFFFFFFF) << 32)
    write_i64_le(out, more_hidden >> 32 | (woven & 0xFFFFFFFF) << 32)
    write_i64_le(out, woven >> 32 | (more_woven & 0xFFFFFFFFFF) << 24)
    write_i16_le(out, i16(more_woven >> 40 & 0xFFFF))
    out.append(u8(more_woven >> 56))


def _figures(t: Mechanics, seat: i64) -> tuple[i64, i64]:
    """A seat's wooden figures in the first fields and in the others, a set of eight bits for each field."""
    lying = t.lying
    place = seat * board.NUM_FIELDS
    others = place + FIRST
    return _seven(lying, place), _seven(lying, others) | (lying[others + 7] & 255) << 56


def _seven(lying: vec[i64], place: i64) -> i64:
    """The sets of seven fields. Unrolled: most are empty, so that a loop would cost more than its body."""
    return (
        lying[place] & 255
        | (lying[place + 1] & 255) << 8
        | (lying[place + 2] & 255) << 16
        | (lying[place + 3] & 255) << 24
        | (lying[place + 4] & 255) << 32
        | (lying[place + 5] & 255) << 40
        | (lying[place + 6] & 255) << 48
    )


def _where(first: i64, others: i64) -> tuple[i64, i64]:
    """The number of the field in which each figure is, from 1, and the set of these figures.

    Each bit of the number is computed separately: the figures in all fields that have this bit. The other
    fields are those from 8 on, so the low three bits are those of the byte, if the first fields begin at 1.
    """
    spread = SPREAD
    fields = first << 8 | others
    one = _all(fields >> 8 & 0x00FF00FF00FF00FF)
    two = _all(fields >> 16 & 0x0000FFFF0000FFFF)
    four = _all(fields >> 32 & 0xFFFFFFFF)
    eight = _all(others)
    where = spread[one] | spread[two] << 1 | spread[four] << 2 | spread[eight] << 3
    return where, one | two | four | eight


def _all(fields: i64) -> i64:
    """The union of the figures of all fields."""
    fields |= fields >> 32
    fields |= fields >> 16
    return (fields | fields >> 8) & 255


def _sums(fields: i64) -> i64:
    """The total strength in each field at face value, as in `board.STRENGTHS`. The first three figures have
    the strengths 1, 2 and 4, which are already the values of their bits."""
    return (
        (fields & 7 * EACH)
        + (fields >> 3 & EACH) * 5
        + (fields >> 4 & EACH) * 6
        + (fields >> 5 & EACH) * 7
        + (fields >> 6 & EACH) * 8
        + (fields >> 7 & EACH) * 9
    )


def _numbers(fields: i64) -> i64:
    """The number of figures in each field: first of each four figures, then of all eight.

    Not counted in twos, because a number of more than 62 bits would be boxed.
    """
    halves = (fields & HALF) + (fields >> 1 & HALF) + (fields >> 2 & HALF) + (fields >> 3 & HALF)
    return (halves & 0x0F * EACH) + (halves >> 4 & 0x0F * EACH)


def _strengths(t: Mechanics, seat: i64, known: i64) -> tuple[i64, i64]:
    """The effective strength of a seat's known figures in the first fields and in the others."""
    strengths: i64 = 0
    first: i64 = 0
    shift: i64 = 0
    doubled = t.player[seat].doubled
    for field in range(i64(board.NUM_FIELDS)):
        if field == FIRST:
            first = strengths
            strengths = shift = 0
        figures = t.lying[seat * board.NUM_FIELDS + field]
        seen = figures & known
        twice = seen & doubled
        woven = board.SIZE_OF[figures >> board.FIRST_CARPET]
        strength = board.STRENGTH_OF[seen] + board.STRENGTH_OF[twice] + board.CARPET_STRENGTH * woven
        if t.reversed != 0 and field != board.GUARD:
            strength = 10 * (board.SIZE_OF[seen] + board.SIZE_OF[twice] + woven) - strength
        strengths |= strength << shift
        shift += 8
    return first, strengths


def _carpets(t: Mechanics, seat: i64) -> tuple[i64, i64]:
    """A seat's Carpets in the first fields and in the others."""
    woven: i64 = 0
    first: i64 = 0
    shift: i64 = 0
    if t.player[seat].carpets:
        for field in range(i64(board.NUM_FIELDS)):
            if field == FIRST:
                first = woven
                woven = shift = 0
            figures = t.lying[seat * board.NUM_FIELDS + field]
            woven |= board.SIZE_OF[figures >> board.FIRST_CARPET] << shift
            shift += 8
    return first, woven


def _flags(t: Mechanics, seat: i64) -> i64:
    """The flags of a seat, one bit each, in the order of the layout."""
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
