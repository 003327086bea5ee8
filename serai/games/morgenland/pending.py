"""Treats plays that are announced but not yet resolved as if they were (for `value.py`).

Their effects on figures and caves are applied to the position itself and undone afterwards; everything else
they bring is a credit. Each play says what it will do (`Play.foresee`).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import board, cards
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.games.morgenland.plays import Aim
from serai.games.morgenland.spells import PLAYS


def keep(p: Mechanics) -> vec[i64]:
    """Save everything that `foresee` may change, for `restore`."""
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


def foresee(p: Mechanics) -> vec[float]:
    """Apply the pending plays to the position. Returns each seat's credit: artifacts, units."""
    credit = vec[float]([0.0] * (2 * p.players))
    for index in range(len(p.announced)):
        play: i64 = p.announced[index]
        _carry_out(p, credit, play & 31, (play >> 8 & 7) - 1, Aim(play))
    if p.what >= 0 and p.caster >= 0:
        if p.effecting:
            PLAYS[p.what].foresee_rest(p, credit)
        elif p.phase == at.TARGET or p.phase == at.DISC:
            if p.what >= cards.FIRST_SPELL:  # not completely announced: counts as still in the hand
                credit[2 * p.caster] += 1.1 * PLAYS[p.what].worth()
        elif p.rider < 0:
            _carry_out(p, credit, p.what, p.copied, Aim(p.pack()))
    return credit


def restore(p: Mechanics, kept: vec[i64]) -> None:
    """Undo what `foresee` changed."""
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


def _carry_out(p: Mechanics, credit: vec[float], what: i64, copied: i64, aim: Aim) -> None:
    if what == cards.FIRST_SPELL + cards.FREE_RIDER:
        what = copied
    if what >= 0:
        PLAYS[what].foresee(p, credit, aim)
