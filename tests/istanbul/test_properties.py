"""What holds in every game, whatever is played. `--long` plays many more."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import serai
from serai.games.istanbul import board, cards, ids, notation, observe
from serai.games.istanbul import state as at
from serai.games.istanbul.rules import Istanbul
from serai.kernel import piles
from serai.kernel.bits import count
from serai.kernel.check import random_choice
from serai.kernel.playout import play_random
from serai.kernel.state import Event
from tests.istanbul.table import new

TABLES = [(players, variant) for players in (2, 3, 4) for variant in ("none", "neutral-assistants")]
TABLES += [(5, "none")]
MOST_DECISIONS = 60_000  # of a million random games the longest had 23,305
GAMES = (settings.default or settings()).max_examples // 40  # they are long


class Tally:
    """What the events say that everybody has."""

    def __init__(self, players: int) -> None:
        self.lira = [0] * players
        self.goods: list[Counter[str]] = [Counter() for _ in range(players)]
        self.rubies: Counter[tuple[int, str]] = Counter()
        self.cards = [0] * players
        self.capacity = [2] * players
        self.tiles: list[set[str]] = [set() for _ in range(players)]
        self.places = ["fountain"] * players
        self.families = ["police-station"] * players
        self.assistants: list[Counter[str]] = [Counter() for _ in range(players)]
        self.neutral: Counter[str] = Counter()
        self.figures: dict[str, str | None] = {"governor": None, "smuggler": None}
        self.neutral_merchants = ["small-mosque", "great-mosque", "gemstone-dealer"]
        self.demand = {"small": -1, "large": -1}
        self.post = 0

    def add(self, event: Event) -> None:
        seat, amount, about = event.seat, event.amount, event.about
        if event.kind == "lira":
            self.lira[seat] += amount
        elif event.kind == "goods":
            self.goods[seat][about] += amount
        elif event.kind == "ruby":
            self.rubies[seat, about] += amount
        elif event.kind == "card":
            self.cards[seat] += amount
        elif event.kind == "capacity":
            self.capacity[seat] += amount
        elif event.kind == "tile":
            assert about not in self.tiles[seat]
            self.tiles[seat].add(about)
        elif event.kind == "merchant":
            self.places[seat] = about
        elif event.kind == "family":
            self.families[seat] = about
        elif event.kind == "assistant":
            self.assistants[seat][about] -= amount
        elif event.kind == "neutral-assistant":
            self.neutral[about] -= amount
        elif event.kind in self.figures:
            self.figures[event.kind] = about
        elif event.kind == "neutral-merchant":
            self.neutral_merchants[amount] = about
        elif event.kind == "demand":
            self.demand[about] = amount
        elif event.kind == "post":
            self.post = amount


@pytest.mark.parametrize(("players", "variant"), TABLES)
@settings(max_examples=GAMES)
@given(seed=st.integers(0, 2**64), layout=st.sampled_from(board.LAYOUTS))
def test_pieces_are_conserved_and_only_events_change_them(
    players: int, variant: str, seed: int, layout: str
) -> None:
    state = new(players, layout, variant)
    rng = serai.Rng(seed)
    tally = Tally(players)
    choices = 0
    while state.actor != serai.OVER:
        choice = random_choice(state, rng)
        events: list[Event] = []
        state.events = events
        state.apply(choice)
        choices += 1
        for event in events:
            tally.add(event)
        check_tally(state, tally)
        check_cards(state)
        check_assistants(state, variant)
        check_rubies(state, tally)
    assert choices < 2 * MOST_DECISIONS
    goal = 6 if players == 2 else 5
    assert max(state.scores()) >= goal
    assert state.winners()


def check_tally(state: Istanbul, tally: Tally) -> None:
    """Everything a player has is the sum of the events."""
    for seat, player in enumerate(state.player):
        assert player.lira == tally.lira[seat] >= 0
        assert player.capacity == tally.capacity[seat] <= 5
        for good in range(4):
            assert 0 <= player.stock(good) == tally.goods[seat][board.GOODS[good]] <= player.capacity
        assert player.goods < 1 << 16
        assert {board.TILES[tile] for tile in range(4) if player.has(tile)} == tally.tiles[seat]
        assert board.PLACES[player.place] == tally.places[seat]
        assert board.PLACES[player.family] == tally.families[seat]
        assert piles.size(player.hand, cards.BITS) == tally.cards[seat]
        for place in range(16):
            assert player.out >> place & 1 == tally.assistants[seat][board.PLACES[place]]
    for place in range(16):
        assert state.loose_at(place) == tally.neutral[board.PLACES[place]]
    for figure, name in tally.figures.items():
        place = getattr(state, figure)
        assert (board.PLACES[place] if place >= 0 else None) == name
    if state.players == 2:
        assert observe.neutral_merchants(state) == tally.neutral_merchants
    assert state.post == tally.post
    if state.phase != at.DEMAND:
        assert {"small": state.small % 16 - 1, "large": state.large % 16 - 1} == tally.demand


def check_cards(state: Istanbul) -> None:
    """Every card is in one place; the draw pile is empty only when there are no discards."""
    pile = state.deck + cards.pile_of(state.discards) + cards.pile_of(state.deep)
    assert pile + sum(player.hand for player in state.player) == cards.ALL_CARDS
    assert state.deck or not state.discards
    for player in state.player:
        for kind in range(cards.NUM_KINDS):
            assert cards.held(player.known, kind) <= cards.held(player.hand, kind)
    for stack in (state.small, state.large):
        seen = [stack >> 4 * i & 15 for i in range(5) if stack >> 4 * i & 15]
        assert len(seen) == len(set(seen))
        assert max(seen, default=0) <= 5


def check_assistants(state: Istanbul, variant: str) -> None:
    """Five own assistants each (four, and one neutral, with the variant)."""
    neutral = sum(state.loose_at(place) for place in range(16))
    for player in state.player:
        assert player.neutral < 1 << player.stack
        strangers = count(player.neutral)
        neutral += strangers
        own = player.stack - strangers + count(player.out) + (0 if player.has(board.BLUE) else 1)
        assert own == (5 if variant == "none" else 4)
        assert not player.out >> board.FOUNTAIN & 1
    assert neutral == (0 if variant == "none" else state.players)


def check_rubies(state: Istanbul, tally: Tally) -> None:
    """What a place gave away is what it lacks."""
    players = state.players
    given: Counter[str] = Counter()
    for (_, place), number in tally.rubies.items():
        given[place] += number
    assert given["wainwright"] + state.carts == players
    assert given["small-mosque"] + state.small_rubies == min(players, 4)
    assert given["great-mosque"] + state.great_rubies == min(players, 4)
    assert given["sultans-palace"] == state.sultan - (5 if players < 4 else 4) <= 7
    assert given["gemstone-dealer"] == state.gemstone - {2: 15, 3: 14}.get(players, 12) <= 12
    for seat, score in enumerate(state.scores()):
        assert score == sum(number for (owner, _), number in tally.rubies.items() if owner == seat)
    for tile in range(4):
        assert state.tiles_taken >> 4 * tile & 15 == sum(player.has(tile) for player in state.player)


@pytest.mark.parametrize(("players", "variant"), TABLES)
@pytest.mark.parametrize("layout", board.LAYOUTS)
def test_random_games_end(players: int, variant: str, layout: str) -> None:
    for seed in range(100):
        state = new(players, layout, variant)
        assert play_random(state, serai.Rng(seed), MOST_DECISIONS) < MOST_DECISIONS
        assert state.actor == serai.OVER


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_only_players_with_a_choice_or_a_card_are_asked(players: int, variant: str) -> None:
    for seed in range(4):
        state = new(players, "random", variant)
        rng = serai.Rng(seed)
        while state.actor != serai.OVER:
            if state.actor >= 0:
                player = state.player[state.actor]
                assert player.hand or len(state.legal()) > 1
            state.apply(random_choice(state, rng))


def test_every_choice_of_a_seat_comes_up_in_some_game() -> None:
    """All but four that no rule can offer, and the rarest sales, which the tests of I14 make."""
    seen: set[int] = set()
    for seed in range(40):
        state = new(2 + seed % 3, "random", "neutral-assistants" if seed % 2 else "none")
        rng = serai.Rng(seed)
        while state.actor != serai.OVER:
            seen.update(state.legal())
            state.apply(random_choice(state, rng))
    texts = {notation.text(choice) for choice in range(ids.NUM_SEAT_ACTIONS) if choice not in seen}
    never = {text for text in texts if not text.startswith("sell 5")}
    assert never == {"send police-station", "return fountain", "yellow fountain", "card assistant fountain"}
