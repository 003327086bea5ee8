"""Positions to order. Seats are counted from 0 here, as everywhere in the code; shops, cards and
buildings are called by their names."""

from __future__ import annotations

from typing import cast

import serai
from serai.games.yspahan import board, cards
from serai.games.yspahan.rules import Yspahan
from serai.kernel.state import Event

NINE = "roll 111 2 33 555"  # camels 3 of 1, sack 1 of 2, barrel 2 of 3, gold 3 of 5
SIX_GROUPS = "roll 11 22 3 44 5 6"  # one group on every field
EIGHT = "roll 11 2 33 555"


def new(players: int = 4) -> Yspahan:
    return cast(Yspahan, serai.game("yspahan").new(players))


def day(players: int = 4, roll: str = SIX_GROUPS, yellow: int = 0, gold: int = 2) -> Yspahan:
    """The first day after the roll; seat 0 starts and has `gold` left."""
    state = new(players)
    state.play("start 1")
    state.player[0].gold = gold + yellow
    if state.player[0].gold:
        if "dice" not in str(state.observe(0)["phase"]):
            state.phase, state.actor = 1, 0
        state.play(f"yellow {yellow}")
    else:
        state.phase, state.actor = 2, serai.CHANCE
    state.play(roll)
    return state


def give(
    state: Yspahan,
    seat: int,
    *,
    gold: int | None = None,
    camels: int | None = None,
    score: int | None = None,
    hand: str = "",
    built: str = "",
    shops: str = "",
) -> None:
    """Change what a seat has. Names are separated by spaces; cards come from the draw pile."""
    player = state.player[seat]
    if gold is not None:
        player.gold = gold
    if camels is not None:
        player.camels = camels
    if score is not None:
        player.score = score
    for name in hand.split():
        card = cards.ONE[cards.CARDS.index(name)]
        state.deck -= card
        player.hand += card
    for name in built.split():
        player.buildings |= 1 << board.BUILDINGS.index(name)
    for name in shops.split():
        player.shops |= 1 << board.SHOPS.index(name)


def bazaar(name: str) -> str:
    """All shops of a bazaar, e.g. 'chest.A'."""
    return " ".join(shop for shop in board.SHOPS if shop[:-1] == name)


def load_caravan(state: Yspahan, *owners: int) -> None:
    """Put cubes of these seats on the caravan, in order, without points."""
    for owner in owners:
        state.player[owner].caravan |= 1 << state.loaded
        state.loaded += 1


def legal(state: Yspahan, start: str = "") -> list[str]:
    """The legal choices as text, those that begin with `start`, without it."""
    texts = [state.text(choice) for choice in state.legal()]
    return [text.removeprefix(start).strip() for text in texts if text.startswith(start)]


def play(state: Yspahan, *texts: str) -> list[Event]:
    """Play choices by notation; gives what happened."""
    events: list[Event] = []
    for text in texts:
        state.events = events
        state.play(text)
    state.events = None
    return events


def points(events: list[Event]) -> list[tuple[int, int, str]]:
    return [(event.seat, event.amount, event.about) for event in events if event.kind == "points"]


def shops_of(state: Yspahan, seat: int) -> list[str]:
    return [shop for i, shop in enumerate(board.SHOPS) if state.player[seat].shops >> i & 1]


def hand_of(state: Yspahan, seat: int) -> list[str]:
    return cast(list[str], state.observe(seat)["hand"])


def finish_day(state: Yspahan) -> None:
    """Everybody left collects, or draws, and ends; chance deals what comes first."""
    today = (state.week, state.day)
    while (state.week, state.day) == today and state.actor != serai.OVER:
        if state.actor == serai.CHANCE:
            state.apply(state.legal()[0])
            continue
        texts = legal(state)
        for wanted in ("end", "collect", "draw", "let go"):
            if wanted in texts:
                state.play(wanted)
                break
        else:
            state.play(texts[0])


def at_day(state: Yspahan, week: int, day: int) -> None:
    """Pretend that it is another day; the order of the day stays."""
    state.week = week
    state.day = day


def skip_to_last_turn(state: Yspahan) -> None:
    """Let the day's last player be the one to move, with a group to take."""
    state.step = state.turns - 1
    state._begin_turn()
