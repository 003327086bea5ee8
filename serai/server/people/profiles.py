"""Profiles: a person's games, ratings and opponents. Others see only rated tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any, Final

import sqlalchemy as sql
from markupsafe import Markup, escape

import serai
from serai.kernel.state import OVER
from serai.scene.say import Say
from serai.server.errors import Refusal
from serai.server.people.ratings import SETTLED, history, number_of, player_of, points
from serai.server.people.statistics import person_statistics
from serai.server.storage.people_schema import ratings
from serai.server.storage.schema import guests, seats, tables
from serai.server.tables.games import title_of
from serai.server.tables.levels import level_label

LATELY: Final = 10  # games that are listed
MET: Final = 12  # opponents that are listed
WIDTH: Final = 560
HEIGHT: Final = 150
EDGE: Final = 44  # for the numbers on the left


@dataclass
class OpponentRecord:
    """How often two met, and who came out better."""

    name: str
    guest: int | None
    games: int = 0
    better: int = 0
    worse: int = 0


@dataclass
class Profile:
    id: int
    name: str
    since: float
    played: int
    won: int
    games: list[dict[str, Any]] = field(default_factory=list)
    met: list[OpponentRecord] = field(default_factory=list)
    lately: list[dict[str, Any]] = field(default_factory=list)


def profile(connection: sql.Connection, guest: int, own: bool, say: Say) -> Profile:
    """A person's profile; to themselves it lists all their games. Raises `Refusal`."""
    row = connection.execute(guests.select().where(guests.c.id == guest)).first()
    if row is None or row.gone_at is not None:
        raise Refusal("no-person")
    finished = _finished(connection, guest)
    wins = [one for one in finished if one.seat in (one.winners or [])]
    found = Profile(guest, row.name, row.made_at, len(finished), len(wins))
    played = Counter(one.game for one in finished)
    won = Counter(one.game for one in wins)
    rated = history(connection, guest)
    for game, number in played.most_common():
        events = rated.get(game, [])
        found.games.append(
            {
                "name": game,
                "title": title_of(game),
                "played": number,
                "won": won[game],
                "rated": len(events),
                "points": points(events[-1].mean) if events else None,
                "provisional": sum(event.weight for event in events if not event.left) < SETTLED,
                "statistics": person_statistics(connection, guest, game, own),
                "chart": chart([points(event.mean) for event in events], say),
            }
        )
    found.met = _met(connection, guest, say)
    found.lately = _lately(connection, [one for one in finished if own or one.rated][:LATELY])
    return found


def _finished(connection: sql.Connection, guest: int) -> list[Any]:
    """A person's finished games, the latest first."""
    asked = (
        sql.select(tables, seats.c.seat)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.guest_id == guest, tables.c.actor == OVER, tables.c.closed_at.is_(None))
        .where(tables.c.branch_at.is_(None))
        .order_by(tables.c.changed_at.desc())
    )
    return list(connection.execute(asked).all())


def _lately(connection: sql.Connection, finished: list[Any]) -> list[dict[str, Any]]:
    """Games as lists of tables show them (`pages.py`)."""
    asked = seats.select().where(seats.c.table_id.in_([row.id for row in finished])).order_by(seats.c.seat)
    names = defaultdict(list)
    for occupant in connection.execute(asked):
        names[occupant.table_id].append(occupant.name)
    return [
        {
            "url": f"/tables/{row.id}",
            "game": row.game,
            "title": title_of(row.game),
            "names": names[row.id],
            "choices": row.number,
            "over": True,
            "yours": False,
            "waiting": False,
            "scores": row.scores,
            "won": row.seat in (row.winners or []),
        }
        for row in finished
    ]


def _met(connection: sql.Connection, guest: int, say: Say) -> list[OpponentRecord]:
    """A person's opponents in rated games, the most frequent first."""
    mine, other = ratings.alias("mine"), ratings.alias("other")
    asked = (
        sql.select(mine.c.rank.label("own"), other.c.rank, other.c.player, mine.c.game)
        .join(other, (other.c.table_id == mine.c.table_id) & (other.c.seat != mine.c.seat))
        .where(mine.c.player == player_of(guest, None))
    )
    rows = connection.execute(asked).all()
    wanted = {number for row in rows if (number := number_of(row.player)) is not None}
    here = sql.select(guests.c.id, guests.c.name).where(guests.c.id.in_(wanted), guests.c.gone_at.is_(None))
    names = {row.id: row.name for row in connection.execute(here)}
    met: dict[str, OpponentRecord] = {}
    for row in rows:
        number = number_of(row.player)
        if number is not None and number not in names:
            continue
        if number is not None:
            name = names[number]
        else:
            installed = serai.game(row.game) if row.game in serai.game_names() else None
            name = level_label(row.player.removeprefix("bot "), installed, say)
        one = met.setdefault(row.player, OpponentRecord(name, number))
        one.games += 1
        one.better += row.own < row.rank
        one.worse += row.own > row.rank
    return sorted(met.values(), key=lambda one: (-one.games, one.name))[:MET]


def chart(values: list[int], say: Say) -> Markup | None:
    """The course of a rating, game by game, as SVG; dashed while it is provisional."""
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    margin = max(10, (high - low) // 8)
    low, high = low - margin, high + margin

    def at(number: int) -> tuple[float, float]:
        x = EDGE + (WIDTH - EDGE - 8) * number / (len(values) - 1)
        y = 8 + (HEIGHT - 16) * (high - values[number]) / (high - low)
        return round(x, 1), round(y, 1)

    def line(first: int, last: int, kind: str) -> str:
        places = " ".join(f"{x},{y}" for x, y in map(at, range(first, last)))
        return f'<polyline class="{kind}" points="{places}"/>' if last - first > 1 else ""

    settled = min(SETTLED - 1, len(values) - 1)
    x, y = at(len(values) - 1)
    rows = []
    for value in (min(values), max(values)):
        level = 8 + (HEIGHT - 16) * (high - value) / (high - low)
        rows.append(f'<path class="grid" d="M{EDGE} {level:.1f}H{WIDTH - 8}"/>')
        rows.append(f'<text x="{EDGE - 8}" y="{level + 4:.1f}" text-anchor="end">{value}</text>')
    label = escape(
        say("Rating from {first} to {last} over {n} games", first=values[0], last=values[-1], n=len(values))
    )
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(rows)}'
        f"{line(0, settled + 1, 'early')}{line(settled, len(values), 'line')}"
        f'<circle cx="{x}" cy="{y}" r="4.5"/></svg>'
    )
