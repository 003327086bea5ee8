"""The table before the first turn, and how the places can lie: I1, I2, I23."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

import serai
from serai.games.istanbul import board, ids
from serai.games.istanbul.rules import Istanbul
from serai.kernel.check import random_choice
from tests.istanbul.table import (
    LARGE_TILE,
    SMALL_TILE,
    legal,
    new,
    phase_of,
    play,
    start,
)

LAYOUTS = {
    "short": [15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16],
    "long": [16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13],
    "order": list(range(1, 17)),
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("starter", [0, 1])
def test_i1_lira_rise_from_the_start_player(players: int, starter: int) -> None:
    state = new(players)
    state.play(f"start {starter + 1}")
    lira = [state.player[(starter + i) % players].lira for i in range(players)]
    assert lira == [2, 3, 4, 5, 6][:players]


def test_i1_chance_places_the_figures_the_tiles_and_the_cards() -> None:
    state = new(3)
    assert legal(state) == ["start 1", "start 2", "start 3"]
    play(state, "start 2", "roll 1 6", "roll 5 6")
    assert state.observe(None)["governor"] == "fountain"
    assert state.observe(None)["smuggler"] == "small-market"
    assert len(legal(state, "demand small")) == 5
    state.play(SMALL_TILE)
    assert len(legal(state, "demand large")) == 5
    play(state, LARGE_TILE, "deal stay", "deal far")
    assert state.actor == serai.CHANCE
    state.play("deal home")
    assert state.actor == 1
    assert [state.observe(seat)["hand"] for seat in (1, 2, 0)] == [["stay"], ["far"], ["home"]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_i1_what_everybody_begins_with(players: int) -> None:
    seen = start(players).observe(None)
    for seat in seen["seats"]:
        assert (seat["merchant"], seat["family"]) == ("fountain", "police-station")
        assert seat["stack"] == ["own"] * 4
        assert (seat["supply"], seat["capacity"], seat["rubies"]) == (1, 2, 0)
        assert not any(seat["goods"].values())
        assert not seat["assistants"]
        assert not seat["tiles"]
    assert seen["post"] == 0


@pytest.mark.parametrize(
    ("players", "sultan", "gemstone", "mosque", "tiles"),
    [
        (2, (5, 6), (15, 9), 2, [2, 4]),
        (3, (5, 6), (14, 10), 3, [2, 3, 4]),
        (4, (4, 7), (12, 12), 4, [2, 3, 4, 5]),
        (5, (4, 7), (12, 12), 4, [2, 3, 4, 5]),
    ],
)
def test_i1_prices_rubies_and_tiles_by_number_of_players(
    players: int, sultan: tuple[int, int], gemstone: tuple[int, int], mosque: int, tiles: list[int]
) -> None:
    state = start(players)
    seen = state.observe(None)
    assert (seen["sultan"]["price"], seen["sultan"]["rubies"]) == sultan
    assert (seen["gemstone"]["price"], seen["gemstone"]["rubies"]) == gemstone
    assert seen["wainwright"] == players
    assert seen["small_mosque"]["rubies"] == seen["great_mosque"]["rubies"] == mosque
    stacks = []
    for taken in range(5):
        state.tiles_taken = 0x1111 * taken
        asked = {
            **state.observe(None)["small_mosque"]["tiles"],
            **state.observe(None)["great_mosque"]["tiles"],
        }
        assert len(asked) == 4
        assert len(set(asked.values())) == 1
        stacks.append(asked["red"])
    assert stacks == [*tiles, *[None] * (5 - len(tiles))]


def test_i1_neutral_merchants_stand_in_the_two_player_game_only() -> None:
    assert start(2).observe(None)["neutral_merchants"] == ["small-mosque", "great-mosque", "gemstone-dealer"]
    assert start(3).observe(None)["neutral_merchants"] == []


@pytest.mark.parametrize("layout", ["short", "long", "order"])
def test_i1_fixed_layouts(layout: str) -> None:
    fields = new(2, layout).observe(None)["fields"]
    assert fields == [board.PLACES[number - 1] for number in LAYOUTS[layout]]


@pytest.mark.parametrize("layout", ["short", "long", "order"])
@pytest.mark.parametrize(("row", "least", "most"), [(0, 1, 2), (16, 3, 4)])
def test_i2_i20_reach_is_grid_distance(layout: str, row: int, least: int, most: int) -> None:
    state = new(2, layout)
    numbers = LAYOUTS[layout]
    for here, place in enumerate(numbers):
        for there, other in enumerate(numbers):
            steps = abs(here // 4 - there // 4) + abs(here % 4 - there % 4)
            can_go = state.reach[row + place - 1] >> other - 1 & 1 == 1
            assert can_go == (least <= steps <= most)


def test_i1_the_variant_is_not_for_five() -> None:
    with pytest.raises(serai.BadOption, match="2, 3, 4"):
        new(5, variant="neutral-assistants")


def test_i1_as_many_play_as_the_options_allow() -> None:
    game = serai.game("istanbul")
    assert len(game.new().scores()) == 5
    assert len(game.new(options={"variant": "none", "layout": "long"}).scores()) == 5
    assert len(game.new(options={"variant": "neutral-assistants"}).scores()) == 4


def laid(state: Istanbul) -> dict[str, int]:
    """Each place and its field."""
    return {name: field for field, name in enumerate(state.observe(None)["fields"]) if name is not None}


def steps(here: int, there: int) -> int:
    return abs(here // 4 - there // 4) + abs(here % 4 - there % 4)


def test_i1_a_random_layout_keeps_both_conditions() -> None:
    for seed in range(300):
        state = new(2, "random")
        rng = serai.Rng(seed)
        while phase_of(state) == "layout":
            choice = random_choice(state, rng)
            assert choice in state.legal()
            state.apply(choice)
        where = laid(state)
        assert len(where) == 16
        assert where["fountain"] in (5, 6, 9, 10)
        assert steps(where["black-market"], where["tea-house"]) >= 3
        assert state.reach == board.reach(state.fields)


def test_i1_a_random_layout_is_legal_exactly_where_it_can_be_completed() -> None:
    state = new(2, "random")
    assert legal(state, "lay fountain") == ["b2", "c2", "b3", "c3"]
    state.play("lay fountain c3")
    assert len(legal(state, "lay black-market")) == 15
    state.play("lay black-market b2")
    away = [board.FIELDS[field] for field in range(16) if steps(5, field) >= 3]
    assert legal(state, "lay tea-house") == [field for field in away if field != "c3"]
    state.play("lay tea-house d4")
    assert len(legal(state, "lay wainwright")) == 13


def all_random_starts() -> list[tuple[Istanbul, int, int]]:
    """Fountain, Black Market and Tea House on every legal triple of fields: the position, and its
    probability as a fraction in lowest steps: chosen ways and all ways, multiplied up."""
    found = []

    def go(state: Istanbul, part: int, whole: int, depth: int) -> None:
        if depth == 3:
            found.append((state, part, whole))
            return
        ways = {field: state._completions(field) for field in range(16)}
        assert [choice % 16 for choice in state.legal()] == [field for field in ways if ways[field]]
        for choice in state.legal():
            after = state.clone()
            after.apply(choice)
            go(after, part * ways[choice % 16], whole * sum(ways.values()), depth + 1)

    go(new(2, "random"), 1, 1, 0)
    return found


def test_i1_every_allowed_layout_is_equally_likely() -> None:
    found = all_random_starts()
    allowed = [
        (fountain, black, tea)
        for fountain in (5, 6, 9, 10)
        for black in range(16)
        for tea in range(16)
        if fountain not in (black, tea) and steps(black, tea) >= 3
    ]
    assert len(found) == len(allowed)
    assert {part * len(allowed) == whole for _, part, whole in found} == {True}
    # The other thirteen places lie anywhere, evenly.
    state = found[0][0]
    ways = 1
    while phase_of(state) == "layout":
        open_fields = [state._completions(field) for field in range(16)]
        assert set(open_fields) == {0, 1}
        ways *= sum(open_fields)
        state.apply(state.legal()[0])
    assert ways == factorial(13)


def test_i1_sampled_layouts_follow_those_weights() -> None:
    rng = serai.Rng(11)
    seen: Counter[tuple[int, int]] = Counter()
    number = 20_000
    for _ in range(number):
        state = new(2, "random")
        for _ in range(3):
            state.apply(state.sample(rng))
        where = laid(state)
        seen[where["black-market"], where["tea-house"]] += 1
    pairs = [(black, tea) for black in range(16) for tea in range(16) if steps(black, tea) >= 3]
    # A pair is possible with four places of the Fountain, less those it takes itself.
    ways = {pair: 4 - len({5, 6, 9, 10} & set(pair)) for pair in pairs}
    expected = {pair: number * ways[pair] / sum(ways.values()) for pair in pairs}
    chi = sum((seen[pair] - expected[pair]) ** 2 / expected[pair] for pair in pairs)
    assert set(seen) == set(pairs)
    assert chi < len(pairs) + 4 * (2 * len(pairs)) ** 0.5


def test_i1_the_last_place_needs_no_chance() -> None:
    state = new(2, "random")
    rng = serai.Rng(3)
    for _ in range(15):
        assert phase_of(state) == "layout"
        state.apply(state.sample(rng))
    assert phase_of(state) == "start"


def test_i1_dice_of_two_and_all_starts_are_evenly_likely() -> None:
    rng = serai.Rng(5)
    state = new(5)
    starts = Counter(state.sample(rng) - ids.START for _ in range(5000))
    assert sorted(starts) == [0, 1, 2, 3, 4]
    assert all(number == pytest.approx(1000, rel=0.15) for number in starts.values())
    state.play("start 1")
    sums: Counter[str] = Counter()
    for _ in range(7200):
        after = state.clone()
        after.apply(state.sample(rng))
        sums[str(after.observe(None)["governor"])] += 1
    for number in range(2, 13):
        expected = 200 * (6 - abs(7 - number))
        assert sums[board.PLACES[number - 1]] == pytest.approx(expected, rel=0.3)
    assert sums["wainwright"] == 0


def test_i23_unseen_demand_tiles_are_evenly_likely() -> None:
    state = new(3)
    play(state, "start 1", "roll 1 1", "roll 1 1")
    rng = serai.Rng(8)
    tiles = Counter(state.sample(rng) for _ in range(5000))
    assert sorted(tiles) == state.legal()
    assert all(number == pytest.approx(1000, rel=0.15) for number in tiles.values())
