"""Positions to order. Seats are counted from 0 here, as everywhere in the code; fields, treasures, artifacts
and spells are called by their names."""

from __future__ import annotations

from typing import cast

import serai
from serai.games.morgenland import board, cards
from serai.games.morgenland import state as at
from serai.games.morgenland.rules import Morgenland
from serai.kernel.state import CHANCE, OVER, Event

OPEN = ("double", "carpet", "key", "scroll", "counterspell")  # on the piles from the left, in `scene`


def new(players: int = 4, game: str = "pro") -> Morgenland:
    return cast(Morgenland, serai.game("morgenland").new(players, {"game": game}))


def rich(players: int) -> Morgenland:
    """A game in which everybody begins with every artifact and four spells: much happens out of turn."""
    state = new(players)
    for seat, player in enumerate(state.player):
        player.owned = 0x111111
        player.spells = 0b1111 << 4 * seat
        state.draw_pile &= ~player.spells
    return state


def first_round(players: int = 4, game: str = "pro", card: int = 1) -> Morgenland:
    """Seat 0 starts, everybody has three crowns, and the vizier has done his work."""
    state = new(players, game)
    state.play("start 1")
    for _ in range(players):
        state.play("crown 3")
    state.play(f"card {card}")
    for artifact in OPEN[: players if game == "pro" else 0]:
        state.play(f"deal {artifact}")
    return state


def scene(*figures: str, players: int = 4, start: int = 0, game: str = "pro", card: int = 1) -> Morgenland:
    """The end of a placement, with these figures for each seat ("9 crowns, 2 room1"), all others out.

    Nobody has treasures, artifacts or spells. `resolve` continues from here.
    """
    state = first_round(players, game, card)
    state.moment = at.OWN_TURN
    state.start = start
    for seat, player in enumerate(state.player):
        player.owned = player.hand = 0
        for kind in range(board.NUM_KINDS):
            state.gain(seat, kind, -board.units(player.wealth, kind))
        put(state, seat, figures[seat] if seat < len(figures) else "")
    return state


def turn(*figures: str, players: int = 4, start: int = 0, game: str = "pro", card: int = 1) -> Morgenland:
    """The placement turn of the start player; the figures that are not named are in the hands."""
    state = scene(*figures, players=players, start=start, game=game, card=card)
    for seat, player in enumerate(state.player):
        player.hand = board.ALL_FIGURES
        for field in range(board.NUM_FIELDS):
            player.hand &= ~state.figures(seat, field)
    state._begin_placing()
    return state


def put(state: Morgenland, seat: int, figures: str, face_up: bool = False) -> None:
    """Figures from anywhere onto the board: "9 crowns, 2 room1"."""
    for figure in figures.split(","):
        if figure.strip():
            strength, field = figure.split()
            bit = 1 << board.STRENGTHS.index(int(strength))
            for place in range(board.NUM_FIELDS):
                state.lying[15 * seat + place] &= ~bit
            state.player[seat].hand &= ~bit
            state.lying[15 * seat + board.FIELDS.index(field)] |= bit
            if face_up:
                state.player[seat].open |= bit


def give(
    state: Morgenland,
    seat: int,
    treasures: str = "",
    artifacts: str = "",
    spells: str = "",
    lamp: bool = False,
) -> None:
    """Treasures ("crown 3, gem 2"), artifacts and spells ("key scroll"); `lamp`: an open Lamp besides."""
    player = state.player[seat]
    for heap in treasures.split(","):
        if heap.strip():
            kind, number = heap.split()
            state.gain(seat, board.KINDS.index(kind), int(number))
    for name in artifacts.split():
        player.owned += cards.ONE[cards.ARTIFACTS.index(name)]
    for name in spells.split():
        card = 1 << cards.SPELLS.index(name)
        assert state.draw_pile & card
        state.draw_pile &= ~card
        player.spells |= card
    if lamp:
        player.owned += 1
        player.played += 1
        player.plays += 1


def hold(state: Morgenland) -> None:
    """The last seat has a Lamp, so that he is asked in every moment, and the test can look around."""
    give(state, state.players - 1, artifacts="lamp")


def stack(state: Morgenland, room: int, *kinds: str, known: int = 0) -> None:
    """A pile of a room, from the top down; the first one lies open, the others are known to these seats."""
    state.sizes[room] = len(kinds)
    state.open_piles |= 1 << room
    for depth, name in enumerate(kinds):
        kind = cards.ARTIFACTS.index(name)
        state.pile[6 * room + len(kinds) - 1 - depth] = kind | (known if depth else cards.EVERYBODY) << 3
    if not kinds:
        state.open_piles &= ~(1 << room)


def resolve(state: Morgenland, field: str = "") -> Morgenland:
    """End the placement. With a field: continue until it is revealed and a seat is asked there."""
    state._end_placing()
    while field and not (state.resolving and board.FIELDS[state.current] == field):
        assert state.actor != OVER, f"{field} was not reached"
        idle(state)
    return state


def visit(field: str, *figures: str, start: int = 0, smuggler: int = 2) -> Morgenland:
    """A city field in which nothing was placed: one is smuggled in, these figures came there later."""
    state = scene(start=start)
    for seat in range(4):
        give(state, seat, "gem 3")
    hold(state)
    state._end_placing()
    state.smuggler = smuggler
    state.current = board.FIELDS.index(field)
    for seat, strength in enumerate(figures):
        if strength == "carpet":
            state.lay_carpet(seat, state.current)
        elif strength:
            put(state, seat, f"{strength} {field}", face_up=True)
    state.city_begun = 1
    state._next_field()
    pass_on(state)
    return state


def idle(state: Morgenland) -> None:
    """The least that the actor can do. The guard is weak."""
    texts = legal(state)
    state.play(next((text for text in ("pass", "leave") if text in texts), texts[0]))


def finish_round(state: Morgenland) -> None:
    number = state.round
    while state.round == number and state.actor != OVER:
        idle(state)


def pass_on(state: Morgenland) -> None:
    """Everybody passes until something else is asked."""
    while state.phase in (at.MOMENT, at.COUNTER):
        state.play("pass")


def play(state: Morgenland, *texts: str) -> list[Event]:
    """Play choices by notation; gives what happened."""
    events: list[Event] = []
    for text in texts:
        state.events = events
        state.play(text)
    state.events = None
    return events


def legal(state: Morgenland, start: str = "") -> list[str]:
    """The legal choices as text, those that begin with `start`, without it."""
    texts = [state.text(choice) for choice in state.legal()]
    return [text.removeprefix(start).strip() for text in texts if text.startswith(start)]


def wealth(state: Morgenland, seat: int) -> dict[str, int]:
    """A seat's treasures, without the kinds he has none of."""
    found = state.observe(None)["seats"][seat]["treasures"]
    return {kind: number for kind, number in found.items() if number}


def owned(state: Morgenland, seat: int) -> dict[str, int]:
    return cast(dict[str, int], state.observe(None)["seats"][seat]["artifacts"])


def spells(state: Morgenland, seat: int) -> list[str]:
    return cast(list[str], state.observe(seat)["spells"])


def lying(state: Morgenland, seat: int, field: str) -> list[int]:
    """The strengths of a seat's figures in a field; a Carpet is 3."""
    for group in state.observe(seat)["fields"][field]:
        if group["seat"] == seat:
            return [*group["figures"], *[3] * group["carpets"]]
    return []


def where(state: Morgenland, seat: int, strength: int) -> str | None:
    field = state.find(seat, board.STRENGTHS.index(strength))
    return board.FIELDS[field] if field >= 0 else None


def phase(state: Morgenland) -> str:
    return at.PHASES[state.phase]


__all__ = [
    "CHANCE",
    "OVER",
    "Morgenland",
    "finish_round",
    "first_round",
    "give",
    "hold",
    "idle",
    "legal",
    "lying",
    "new",
    "owned",
    "pass_on",
    "phase",
    "play",
    "put",
    "resolve",
    "rich",
    "scene",
    "spells",
    "stack",
    "turn",
    "visit",
    "wealth",
    "where",
]
