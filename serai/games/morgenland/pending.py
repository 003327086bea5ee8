"""Plays that are announced and not yet resolved, looked at as if they were (for `value.py`).

What they do to figures and caves is done to the position itself and undone afterwards; what they bring
otherwise is a credit.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import board, cards
from serai.games.morgenland import state as at
from serai.games.morgenland.table import Table

# What a spell card in the hand is worth, in artifacts.
IN_HAND: Final[vec[float]] = vec[float](
    [
        0.50,  # abracadabra
        0.20,  # alms
        0.10,  # eye-for-an-eye
        0.10,  # baksheesh
        0.08,  # last-first
        0.10,  # dragon-flight
        0.10,  # smuggled-in
        0.03,  # mirage
        0.10,  # lunar-eclipse
        0.14,  # latecomer
        0.07,  # open-secret
        0.10,  # sacrifice
        0.08,  # dragon-return
        0.08,  # dwindling
        0.04,  # close-sesame
        0.10,  # solar-eclipse
        0.09,  # sultans-tax
        0.07,  # barter
        0.10,  # teleportation
        0.06,  # free-rider
        0.04,  # apprentice
    ]
)

# To pass can end a moment, and what then turns up is worth more or less than was hoped. So that nobody plays
# something only to put that off, a play that cannot help now costs something while it waits.
IDLE_LAMP: Final = 0.4
EARLY_KEY: Final = 0.15


def keep(p: Table) -> vec[i64]:
    """All that `foresee` may change, for `restore`."""
    kept = vec[i64]([0] * (p.players * (board.NUM_FIELDS + 2) + board.NUM_CAVES + 2))
    place: i64 = 0
    for i in range(p.players * board.NUM_FIELDS):
        kept[place] = p.lying[i]
        place += 1
    for cave in range(board.NUM_CAVES):
        kept[place] = p.groups[cave]
        place += 1
    for player in p.player:
        kept[place] = player.doubled
        kept[place + 1] = player.key
        place += 2
    kept[place] = p.reversed
    kept[place + 1] = p.smuggler
    return kept


def foresee(p: Table) -> vec[float]:
    """Carry out, on the position, what waits. Returns what it brings each seat besides: artifacts, units."""
    credit = vec[float]([0.0] * (2 * p.players))
    for index in range(len(p.announced)):
        play: i64 = p.announced[index]
        _carry_out(
            p,
            credit,
            play & 31,
            play >> 5 & 7,
            (play >> 8 & 7) - 1,
            (play >> 11 & 15) - 1,
            (play >> 15 & 7) - 1,
            (play >> 18 & 15) - 1,
            (play >> 22 & 15) - 1,
        )
    if p.what >= 0 and p.caster >= 0:
        if p.effecting:
            _finish(p, credit)
        elif p.phase == at.TARGET or p.phase == at.DISC:
            if p.what >= cards.FIRST_SPELL:  # not wholly announced: as good as in the hand
                credit[2 * p.caster] += 1.1 * IN_HAND[p.what - cards.FIRST_SPELL]
        elif p.rider < 0:
            _carry_out(p, credit, p.what, p.caster, p.copied, p.field, p.who, p.figure, p.goal)
    return credit


def restore(p: Table, kept: vec[i64]) -> None:
    place: i64 = 0
    for i in range(p.players * board.NUM_FIELDS):
        p.lying[i] = kept[place]
        place += 1
    for cave in range(board.NUM_CAVES):
        p.groups[cave] = kept[place]
        place += 1
    for player in p.player:
        player.doubled = kept[place]
        player.key = kept[place + 1]
        place += 2
    p.reversed = kept[place]
    p.smuggler = kept[place + 1]


def _finish(p: Table, credit: vec[float]) -> None:
    """The rest of a play that is resolving."""
    card = p.what - cards.FIRST_SPELL
    if card == cards.ABRACADABRA and p.step < 3:
        credit[2 * p.caster] += 0.95
    elif card == cards.TELEPORTATION and p.figure >= 0 and p.goal >= 0:
        _move(p, p.who, p.figure, p.goal)


def _carry_out(
    p: Table,
    credit: vec[float],
    what: i64,
    caster: i64,
    copied: i64,
    field: i64,
    who: i64,
    figure: i64,
    goal: i64,
) -> None:
    if what == cards.FIRST_SPELL + cards.FREE_RIDER:
        what = copied
    if what >= cards.FIRST_SPELL:
        _cast(p, credit, what - cards.FIRST_SPELL, caster, field, who, figure, goal)
        return
    player = p.player[caster]
    if what == cards.LAMP:
        if not player.spells:
            credit[2 * caster] -= IDLE_LAMP
    elif what == cards.KEY:
        player.key = 1
        if p.current < board.GUARD:
            credit[2 * caster] -= EARLY_KEY
    elif what == cards.DOUBLE:
        if figure >= 0:
            player.doubled |= 1 << figure
    elif what == cards.CARPET and field >= 0:
        p.lying[caster * board.NUM_FIELDS + field] |= 1 << board.FIRST_CARPET + player.carpets


def _cast(
    p: Table, credit: vec[float], card: i64, caster: i64, field: i64, who: i64, figure: i64, goal: i64
) -> None:
    """A spell card."""
    player = p.player[caster]
    artifacts = 2 * caster
    units = 2 * caster + 1
    if card == cards.ABRACADABRA:
        credit[artifacts] += 0.95
    elif card == cards.ALMS:
        credit[units] += 3.3
    elif card == cards.EYE_FOR_AN_EYE:
        _take_away(p, who, figure)
    elif card == cards.BAKSHEESH:
        _tax(p, credit, caster, board.TENT, board.GUARD, 1.3)
    elif card == cards.LAST_FIRST:
        p.reversed = 1
    elif card == cards.DRAGON_FLIGHT:
        if field >= 0 and not p.groups[field]:
            p.groups[field] = 4 | 2 << 5
            credit[artifacts] += 0.02
    elif card == cards.SMUGGLED_IN:
        p.smuggler = caster
    elif card == cards.LUNAR_ECLIPSE:
        _eclipse(p, field, board.ODD)
    elif card == cards.SOLAR_ECLIPSE:
        _eclipse(p, field, board.EVEN)
    elif card == cards.LATECOMER:
        _move(p, caster, figure, goal)
    elif card == cards.OPEN_SECRET:
        credit[artifacts] += 0.015 * float(board.SIZE_OF[player.hand])
    elif card == cards.SACRIFICE:
        _shrink(p, credit, 7)
    elif card == cards.DWINDLING:
        _shrink(p, credit, 5)
    elif card == cards.DRAGON_RETURN:
        p.groups[p.current] = 0
    elif card == cards.SULTANS_TAX:
        _tax(p, credit, caster, board.FIRST_ROOM, board.NUM_FIELDS, 0.9)
    elif card == cards.BARTER:
        credit[artifacts] += 0.01 * _scattered(player.wealth)
    elif card == cards.TELEPORTATION:
        _move(p, who, figure, goal)
        credit[units] -= 3.0


def _place_of(p: Table, seat: i64, figure: i64) -> i64:
    """Where a figure lies in the list of all fields, or -1."""
    if seat >= 0 and figure >= 0:
        field = p.find(seat, figure)
        if field >= 0:
            return seat * board.NUM_FIELDS + field
    return -1


def _take_away(p: Table, seat: i64, figure: i64) -> None:
    place = _place_of(p, seat, figure)
    if place >= 0:
        p.lying[place] &= ~(1 << figure)


def _move(p: Table, seat: i64, figure: i64, goal: i64) -> None:
    place = _place_of(p, seat, figure)
    if place >= 0 and goal >= 0:
        p.lying[place] &= ~(1 << figure)
        p.lying[seat * board.NUM_FIELDS + goal] |= 1 << figure
        p.player[seat].doubled &= ~(1 << figure)


def _eclipse(p: Table, field: i64, figures: i64) -> None:
    """The open ones of these figures leave a field."""
    if field >= 0:
        for seat in range(p.players):
            p.lying[seat * board.NUM_FIELDS + field] &= ~(figures & p.player[seat].open)


def _tax(p: Table, credit: vec[float], caster: i64, first: i64, last: i64, each: float) -> None:
    """The others pay for each figure in some fields, or lose it."""
    for seat in range(p.players):
        if seat != caster:
            for field in range(first if first > p.current else p.current, last):
                credit[2 * seat + 1] -= each * float(p.count(seat, field))


def _shrink(p: Table, credit: vec[float], number: i64) -> None:
    """Everybody gives back so many treasures, or all."""
    for seat in range(p.players):
        have = board.total(p.player[seat].wealth)
        credit[2 * seat + 1] -= float(number if number < have else have)


def _scattered(wealth: i64) -> float:
    """Treasures beside the largest heap."""
    largest: i64 = 0
    for kind in range(board.NUM_KINDS):
        have = board.units(wealth, kind)
        if have > largest:
            largest = have
    rest = float(board.total(wealth) - largest)
    return rest if rest < 9.0 else 9.0
