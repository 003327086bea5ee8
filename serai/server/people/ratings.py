"""Ratings: one per game, for people and bots alike, by the arena's model.

A finished table is rated if it was created as rated, at least one person played, nobody held two seats, and
there was an opponent. Every seat of such a game has a row that never changes, so all ratings can be
recomputed.

What a game is worth, so that sock puppets are useless (`/ratings` tells players the same):

- A person has **left** if they conceded, if a bot played for them at the end, or if they made less than half
  of their seat's choices. Those who left rank last, and lose in full to all who did not.
- Nobody gains from an opponent who made fewer than `ENOUGH` choices, nor with fewer choices of their own.
- A person counts as an opponent once they are **known**: by games that counted for them, `SETTLED` of them in
  full. Bots are known. Newcomers count nothing, so puppets that play each other stay worthless.
- The same opponent counts half as much with each game in `AGAIN` days, down to a tenth.
- No game lifts anyone more than `LEAD` points above the best opponent who counted.
- At most `A_DAY` games of a person count in 24 hours; leaving always does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from time import time
from typing import Any, Final, NamedTuple

import sqlalchemy as sql

import serai
from serai.arena.ratings import Rating, first_rating, rate_game
from serai.kernel.state import OVER
from serai.server.storage.people_schema import ratings
from serai.server.storage.schema import CHOICE, acts, entries, guests, seats, tables
from serai.server.storage.store import Store
from serai.server.tables.participants import LEAVING, ActKind, places_among

SCALE: Final = 40  # points for one of the arena's: everybody starts at 1000
SETTLED: Final = 10  # games after which a rating is no longer provisional
ENOUGH: Final = 10  # choices with an alternative that make a game real
AGAIN: Final = 30 * 86400.0  # seconds in which meeting the same opponent again counts less
LEAST: Final = 0.1  # the least that such an opponent counts
A_DAY: Final = 20
LEAD: Final = 200  # points
DAY: Final = 86400.0


def points(mean: float) -> int:
    """A rating as people read it.

    >>> points(25.0)
    1000
    """
    return round(mean * SCALE)


def player_of(guest: int | None, level: str | None) -> str:
    """Who is rated: a person, or all bots of a level."""
    return f"guest {guest}" if guest is not None else f"bot {level}"


class Conduct(NamedTuple):
    """What a person did at a table."""

    own: int  # choices with an alternative that they made themselves
    left: bool


@dataclass(frozen=True)
class RatedSeat:
    """A seat of a rated game."""

    player: str
    rank: int
    own: int | None  # None: not known
    left: bool

    @property
    def person(self) -> bool:
        return number_of(self.player) is not None

    @property
    def real(self) -> bool:
        return self.own is None or self.own >= ENOUGH


def conduct_of(connection: sql.Connection, key: str) -> dict[int, Conduct]:
    """What each person at a table did, by its two logs."""
    table = connection.execute(tables.select().where(tables.c.id == key)).one()
    log = connection.execute(entries.select().where(entries.c.table_id == key).order_by(entries.c.number))
    done = connection.execute(acts.select().where(acts.c.table_id == key).order_by(acts.c.number)).all()
    occupants = connection.execute(seats.select().where(seats.c.table_id == key)).all()
    people = [occupant.seat for occupant in occupants if occupant.guest_id is not None]
    choices: list[tuple[int, bool]] = []  # those that were not undone, and whether a player decided them
    marks: list[frozenset[int]] = []  # the seats for which bots played at the time
    away: set[int] = set()
    waiting = list(done)
    for entry in log:
        while waiting and waiting[0].entry <= entry.number:
            _note_absence(away, waiting.pop(0))
        if entry.kind == CHOICE:
            choices.append((entry.value, entry.asked))
            marks.append(frozenset(away))
        else:
            del choices[entry.value :], marks[entry.value :]
    for act in waiting:
        _note_absence(away, act)
    own, all_made = Counter[int](), Counter[int]()
    state = serai.game(table.game).new(table.players, table.options)
    for (choice, asked), gone in zip(choices, marks, strict=True):
        seat = state.actor
        if seat >= 0 and asked and len(state.legal()) > 1:
            all_made[seat] += 1
            own[seat] += seat not in gone
        state.apply_unchecked(choice)
    return {seat: Conduct(own[seat], seat in away or 2 * own[seat] < all_made[seat]) for seat in people}


def _note_absence(away: set[int], act: Any) -> None:
    if act.kind in LEAVING:
        away.add(act.seat)
    elif act.kind == ActKind.BACK:
        away.discard(act.seat)


async def rate(store: Store, key: str) -> bool:
    """Rate a finished table; its log is read outside the writing thread."""
    conduct = await store.read(lambda connection: conduct_of(connection, key))
    return await store.write(lambda connection: rate_table(connection, key, conduct))


def rate_table(connection: sql.Connection, key: str, conduct: Mapping[int, Conduct]) -> bool:
    """Rate a finished table, if it is to be rated and is not yet. Returns whether it was."""
    row = connection.execute(tables.select().where(tables.c.id == key)).one()
    if not row.rated or row.actor != OVER or row.scores is None or row.closed_at is not None:
        return False
    if connection.execute(sql.select(ratings.c.id).where(ratings.c.table_id == key)).first() is not None:
        return False
    asked = seats.select().where(seats.c.table_id == key).order_by(seats.c.seat)
    occupants = connection.execute(asked).all()
    people = [occupant.guest_id for occupant in occupants if occupant.guest_id is not None]
    players = [player_of(occupant.guest_id, occupant.level) for occupant in occupants]
    if not people or len(set(people)) < len(people) or len(set(players)) < 2:
        return False
    left = {seat for seat, one in conduct.items() if one.left} | {c.seat for c in occupants if c.conceded}
    ranks = places_among(row.scores, row.winners, left)
    found = [
        RatedSeat(player, rank, conduct[seat].own if seat in conduct else None, seat in left)
        for seat, (player, rank) in enumerate(zip(players, ranks, strict=True))
    ]
    now = time()
    events = [
        {
            "table_id": key,
            "seat": seat,
            "game": row.game,
            "player": one.player,
            "rank": one.rank,
            "own": one.own,
            "left": one.left,
            "mean": rating.mean,
            "deviation": rating.deviation,
            "weight": weight,
            "made_at": now,
        }
        for seat, (one, (rating, weight)) in enumerate(
            zip(found, RatingHistory(connection, row.game, now).judge(found), strict=True)
        )
    ]
    connection.execute(ratings.insert(), events)
    return True


class RatingHistory:
    """What was before a game: ratings, who is known, who met whom. Rows from `last` on are later."""

    def __init__(self, connection: sql.Connection, game: str, now: float, last: int | None = None) -> None:
        self.connection = connection
        self.now = now
        self.all = ratings.c.game == game
        if last is not None:
            self.all &= ratings.c.id < last

    def judge(self, seated: Sequence[RatedSeat]) -> list[tuple[Rating, float]]:
        """Each seat's rating after a game, and how much it counted. A bot at several seats has one rating."""
        before = {one.player: self.rating(one.player) for one in seated}
        after = [self._judge(seat, seated, before) for seat in range(len(seated))]
        found = []
        for one in seated:
            own = [judged for other, judged in zip(seated, after, strict=True) if other.player == one.player]
            rating = Rating(fmean(new.mean for new, _ in own), fmean(new.deviation for new, _ in own))
            found.append((rating, fmean(weight for _, weight in own)))
        return found

    def _judge(
        self, seat: int, seated: Sequence[RatedSeat], before: Mapping[str, Rating]
    ) -> tuple[Rating, float]:
        own = seated[seat]
        others = [one for number, one in enumerate(seated) if number != seat]
        weight = 1.0
        if own.left:
            others = [one for one in others if not one.left]
        else:
            worth = {one.player: self.worth(own, one) for one in others if one.real}
            others = [one for one in others if worth.get(one.player)]
            weight = min((worth[one.player] for one in others if one.player != own.player), default=0.0)
            if not own.real or (own.person and self.today(own.player) >= A_DAY):
                weight = 0.0
        old = before[own.player]
        if not weight or not others:
            return old, 0.0
        game = [own, *others]
        names = [str(number) for number in range(len(game))]
        new = rate_game(names, [one.rank for one in game], [before[one.player] for one in game])["0"]
        mean = old.mean + weight * (new.mean - old.mean)
        highest = max(before[one.player].mean for one in others) + LEAD / SCALE
        deviation = old.deviation + weight * (new.deviation - old.deviation)
        return Rating(min(mean, max(old.mean, highest)), deviation), weight

    def worth(self, own: RatedSeat, other: RatedSeat) -> float:
        """How much an opponent counts."""
        if not other.person:
            return 1.0
        known = min(1.0, self.known(other.player) / SETTLED)
        return known * max(LEAST, 0.5 ** self.met(own.player, other.player))

    def rating(self, player: str) -> Rating:
        own = ratings.select().where(self.all, ratings.c.player == player)
        row = self.connection.execute(own.order_by(ratings.c.id.desc()).limit(1)).first()
        return Rating(row.mean, row.deviation) if row else first_rating()

    def known(self, player: str) -> float:
        """How many games of a player have counted; those that they left do not."""
        asked = sql.select(sql.func.sum(ratings.c.weight))
        own = asked.where(self.all, ratings.c.player == player, ~ratings.c.left)
        return float(self.connection.scalar(own) or 0.0)

    def met(self, player: str, other: str) -> int:
        """In how many games two have met lately."""
        theirs = ratings.alias("theirs")
        lately = ratings.c.made_at > self.now - AGAIN
        asked = (
            sql.select(sql.func.count(sql.distinct(ratings.c.table_id)))
            .join(theirs, (theirs.c.table_id == ratings.c.table_id) & (theirs.c.player == other))
            .where(self.all, ratings.c.player == player, lately)
        )
        return self.connection.scalar(asked) or 0

    def today(self, player: str) -> int:
        """How many games of a person have counted in the last 24 hours."""
        lately = (ratings.c.made_at > self.now - DAY) & (ratings.c.weight > 0) & ~ratings.c.left
        asked = sql.select(sql.func.count()).where(self.all, ratings.c.player == player, lately)
        return self.connection.scalar(asked) or 0


async def catch_up(store: Store) -> None:
    """Rate what was finished during an outage, in the order in which it was finished."""
    done = sql.select(ratings.c.table_id)
    installed = tables.c.game.in_(serai.game_names())  # or nobody knows who decided what
    asked = (
        sql.select(tables.c.id)
        .where(tables.c.rated, tables.c.actor == OVER, tables.c.id.not_in(done), installed)
        .order_by(tables.c.changed_at)
    )
    for key in await store.read(lambda connection: connection.scalars(asked).all()):
        await rate(store, key)


def rate_again(connection: sql.Connection) -> int:
    """Compute all ratings from the ranks, game by game. Returns how many rows have changed."""
    changed = 0
    rows = connection.execute(ratings.select().order_by(ratings.c.id)).all()
    for _, game in groupby(rows, key=lambda row: row.table_id):
        events = sorted(game, key=lambda row: int(row.seat))
        seated = [RatedSeat(row.player, row.rank, row.own, row.left) for row in events]
        past = RatingHistory(connection, events[0].game, events[0].made_at, min(row.id for row in events))
        for row, (new, weight) in zip(events, past.judge(seated), strict=True):
            if (row.mean, row.deviation, row.weight) != (new.mean, new.deviation, weight):
                values = {"mean": new.mean, "deviation": new.deviation, "weight": weight}
                connection.execute(ratings.update().where(ratings.c.id == row.id).values(values))
                changed += 1
    return changed


@dataclass(frozen=True)
class LeaderboardRow:
    """A row of the leaderboard."""

    player: str
    guest: int | None
    name: str
    points: int
    games: int
    known: float = 0.0  # how many of them counted

    @property
    def provisional(self) -> bool:
        return self.known < SETTLED

    @property
    def level(self) -> str | None:
        return self.player.removeprefix("bot ") if self.guest is None else None


# What the levels of our games are worth on the scale of ratings, by the arena (`benchmarks/bots.json`): from
# how often each wins against the one below it. The third is set to where everybody starts.
ARENA: Final[dict[str, tuple[int, ...]]] = {
    "yspahan": (502, 857, 1000, 1070, 1178),
    "istanbul": (506, 869, 1000, 1089, 1212),
    "morgenland": (671, 871, 1000, 1065, 1180),
}


def ordered(rows: Iterable[LeaderboardRow]) -> list[LeaderboardRow]:
    """Those with a settled rating first, the best of them at the top."""
    return sorted(rows, key=lambda one: (one.provisional, -one.points, one.player))


def with_bots(game: str, rows: list[LeaderboardRow]) -> list[LeaderboardRow]:
    """Bots that nobody has met in a rated game here have their rating from the arena."""
    known = {one.player for one in rows}
    bots = ((f"bot level{number}", worth) for number, worth in enumerate(ARENA.get(game, ()), 1))
    return ordered(
        [
            *rows,
            *(LeaderboardRow(bot, None, "", worth, 0, SETTLED) for bot, worth in bots if bot not in known),
        ]
    )


def leaderboard(connection: sql.Connection, game: str, most: int = 100) -> list[LeaderboardRow]:
    """The best at a game among accounts and bots, those with a settled rating first."""
    last = sql.func.max(ratings.c.id).label("last")
    number = sql.func.count(sql.distinct(ratings.c.table_id)).label("games")
    counted = sql.case((ratings.c.left, 0.0), else_=ratings.c.weight)
    known = sql.func.sum(counted).label("known")
    newest = (
        sql.select(last, number, known).where(ratings.c.game == game).group_by(ratings.c.player).subquery()
    )
    asked = sql.select(ratings.c.player, ratings.c.mean, newest.c.games, newest.c.known).join(
        newest, newest.c.last == ratings.c.id
    )
    rows = connection.execute(asked).all()
    names = _names(connection, (row.player for row in rows))
    found = [
        LeaderboardRow(
            row.player,
            number_of(row.player),
            names.get(row.player, ""),
            points(row.mean),
            row.games,
            round(row.known, 6),
        )
        for row in rows
        if row.player in names or row.player.startswith("bot ")
    ]
    return ordered(found)[:most]


def number_of(player: str) -> int | None:
    """The number of the guest that a player is; None for a bot."""
    kind, _, number = player.partition(" ")
    return int(number) if kind == "guest" else None


def _names(connection: sql.Connection, players: Iterable[str]) -> dict[str, str]:
    """The names of players with an account: no other name is unique."""
    wanted = {number for player in players if (number := number_of(player)) is not None}
    asked = sql.select(guests.c.id, guests.c.name).where(guests.c.id.in_(wanted), guests.c.login.is_not(None))
    return {player_of(row.id, None): row.name for row in connection.execute(asked)}


def history(connection: sql.Connection, guest: int) -> dict[str, list[Any]]:
    """A person's ratings by game, oldest first."""
    own = ratings.c.player == player_of(guest, None)
    found: dict[str, list[Any]] = {}
    for row in connection.execute(ratings.select().where(own).order_by(ratings.c.id)):
        found.setdefault(row.game, []).append(row)
    return found
