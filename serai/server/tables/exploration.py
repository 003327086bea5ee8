"""Explorations, "what if": tables at which one person plays on from a position of a game that is over.

An exploration is a table of its own. Its log begins with the first choices of the other game; from there on
one person chooses for every seat that no bot has, and may take back whatever they like. It is never listed or
rated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from serai.bots.names import default_level
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.state import CHANCE
from serai.server.errors import Refusal
from serai.server.tables.settings import DEFAULT_SPEED, Occupant, Person, Settings, bot_occupant, new_key
from serai.server.tables.table import Table

BY_HAND: Final = "hand"
SAME: Final = "same"  # dice as they were
NEW: Final = "new"
# Choices of a game that is loaded or reviewed. Random games have fewer than 6,000; one at which everybody
# only passes the time has no end.
MOST_CHOICES: Final = 8_000


def check_explorable(table: Table) -> None:
    """Raises `Refusal` for a game that is being played: nobody may try out there what to do."""
    if not table.over and not table.settings.explores:
        raise Refusal("not-over")


def branch_settings(
    source: Table, guest: Person, number: int, wanted: Mapping[str, str], seed: bytes, now: float
) -> Settings:
    """An exploration from the position after a number of choices, as requested by a form: `seat_0` … is a
    level or "hand", `dice` is "same" or "new". Raises `Refusal`."""
    check_explorable(source)
    if not 0 <= number <= source.number:
        raise Refusal("no-position")
    dice = wanted.get("dice") or SAME
    if dice not in (SAME, NEW):
        raise Refusal("bad-option", f"no dice {dice!r}")
    old = source.settings
    # The names of others are theirs: nothing of them stays in a table that is not theirs.
    names = [one.name if one.level is not None or one.guest == guest.id else None for one in old.occupants]
    levels = [wanted.get(f"seat_{seat}") or BY_HAND for seat in range(old.players)]
    return replace(
        _settings(source.game, old.players, old.options, guest, names, levels, seed, now),
        branch_at=number,
        branch_of=old.id,
        fate=_fate(source, number) if dice == SAME else (),
    )


def record_settings(
    record: Record, guest: Person, names: Sequence[str | None], seed: bytes, now: float
) -> Settings:
    """An exploration that continues where a record ends, with all seats played by hand; `names`: those of the
    record that may stand here."""
    levels = [BY_HAND] * record.players
    settings = _settings(record.game, record.players, record.options, guest, names, levels, seed, now)
    return replace(settings, branch_at=len(record.choices))


def _settings(
    game: Game,
    players: int,
    options: Mapping[str, str],
    guest: Person,
    names: Sequence[str | None],
    levels: Sequence[str],
    seed: bytes,
    now: float,
) -> Settings:
    common = default_level(game)
    occupants = [Occupant(name or "") for name in names]
    for seat, level in enumerate(levels):
        bot = bot_occupant(common if level == BY_HAND else level, game, occupants, seed)
        name = names[seat] or bot.name
        by_hand = level == BY_HAND
        occupants[seat] = Occupant(name, guest=guest.id) if by_hand else Occupant(name, level=bot.level)
    return Settings(
        new_key(), game.name, players, options, DEFAULT_SPEED, seed, tuple(occupants), now, level=common
    )


def _fate(source: Table, number: int) -> tuple[str, ...]:
    """What chance gave after a number of choices."""
    state = source.played.position_after(number)
    found = []
    for choice in source.choices[number:]:
        if state.actor == CHANCE:
            found.append(state.text(choice))
        state.apply_unchecked(choice)
    return tuple(found)
