"""The estimate: seats nearer to the last ruby are worth more, also in the middle of a turn."""

from __future__ import annotations

import pytest
from librt.vecs import vec

import serai
from serai.bots.greedy import Greedy
from serai.games.istanbul import value
from serai.games.istanbul.rules import Istanbul
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER
from tests.istanbul.table import figures, give, new, play, start, step_to


def shares(state: Istanbul) -> list[float]:
    out = vec[float]([0.0] * 8)
    state.outlook(out)
    return [out[seat] for seat in range(state.players)]


def after(state: Istanbul, *texts: str) -> float:
    """The share of seat 0 when it has played this."""
    twin = state.clone()
    play(twin, *texts)
    return shares(twin)[0]


@pytest.mark.parametrize("variant", ["none", "neutral-assistants"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_shares_always_sum_to_one(players: int, variant: str) -> None:
    if players == 5 and variant != "none":
        pytest.skip("there is no such game")
    rng = Rng("sum")
    state = new(players, "random", variant)
    for _ in range(3000):
        if state.actor == OVER:
            break
        found = shares(state)
        assert sum(found) == pytest.approx(1.0)
        assert min(found) >= 0.0
        legal = state.legal()
        state.apply(state.sample(rng) if state.actor == CHANCE else legal[rng.below(len(legal))])


@pytest.mark.parametrize(
    "gift",
    [
        {"rubies": 1},
        {"lira": 12},
        {"goods": "2-0-0-0"},
        {"goods": "0-0-0-2"},
        {"capacity": 3},
        {"tiles": "red"},
        {"tiles": "blue"},
        {"hand": "far"},
        {"hand": "lira"},
        {"stack": 5},
    ],
    ids=str,
)
def test_more_possessions_mean_a_larger_share(gift: dict[str, object]) -> None:
    state = start(4)
    before = shares(state)
    give(state, 2, **gift)  # type: ignore[arg-type]
    now = shares(state)
    assert now[2] > before[2]
    assert now[0] < before[0]


def test_one_more_ruby_is_always_better() -> None:
    state = start(4)
    found = []
    for rubies in range(6):
        give(state, 1, rubies=rubies)
        found.append(shares(state)[1])
    assert found == sorted(set(found))


def test_the_last_ruby_at_hand_is_nearly_the_win() -> None:
    state = start(4)
    give(state, 0, rubies=4, lira=state.gemstone, merchant="police-station")
    assert shares(state)[0] > 0.8
    assert after(state, "move gemstone-dealer", "leave", "act") > 0.9


def test_assistants_on_the_board_are_worth_less_than_in_the_stack() -> None:
    state = start(4)
    full = shares(state)[1]
    give(state, 1, stack=0, out="wainwright tea-house black-market caravanserai")
    assert shares(state)[1] < full


def test_an_open_action_counts() -> None:
    state = start(4)
    give(state, 0, lira=state.gemstone)
    step_to(state, "gemstone-dealer")
    assert after(state, "leave") > after(state, "stop") + 0.01
    play(state, "leave")
    assert after(state, "act") > after(state, "pass") + 0.01


def test_an_unaffordable_action_does_not_count() -> None:
    state = start(4)
    give(state, 0, lira=0, hand="far")
    step_to(state, "gemstone-dealer")
    assert after(state, "leave") <= after(state, "stop")


def test_the_family_member_is_sent_where_it_can_do_something() -> None:
    state = start(4)
    give(state, 0, lira=state.gemstone, hand="far")
    step_to(state, "police-station")
    play(state, "leave")
    nothing = after(state, "send sultans-palace")
    assert after(state, "send gemstone-dealer") > nothing + 0.05
    assert after(state, "send tea-house") > nothing + 0.05


def test_a_sale_in_progress_counts_its_proceeds() -> None:
    state = start(4)
    give(state, 0, goods="2-2-1-2", hand="far")
    step_to(state, "large-market")
    play(state, "leave")
    assert after(state, "act") > after(state, "pass")
    assert after(state, "act", "sell 1 fabric") > after(state, "pass")


def test_a_named_number_counts_by_its_probability() -> None:
    state = start(4)
    step_to(state, "tea-house")
    play(state, "leave")
    assert after(state, "name 7") > after(state, "name 3")
    assert after(state, "name 7") > after(state, "name 12")


def test_a_good_of_the_smuggler_is_not_free() -> None:
    state = start(4)
    give(state, 0, lira=2, goods="2-0-0-0")
    figures(state, smuggler="tea-house")
    step_to(state, "tea-house")
    play(state, "leave", "name 3", "roll 1 2")
    unpaid = after(state, "smuggler spice")
    paid = max(after(state, "smuggler spice", "pay"), after(state, "smuggler spice", "give fabric"))
    assert abs(unpaid - paid) < 0.05


def test_the_last_turn_counts_while_its_action_is_open() -> None:
    state = start(4)
    give(state, 3, rubies=5)
    give(state, 0, rubies=4, lira=state.gemstone + 10, hand="far")
    step_to(state, "gemstone-dealer")
    play(state, "leave")
    assert shares(state)[0] > 0.2
    assert after(state, "pass") < 0.05


@pytest.mark.parametrize(
    ("gift", "part"),
    [
        ({"rubies": 1}, "rubies"),
        ({"capacity": 3}, "cart"),
        ({"tiles": "red"}, "tiles"),
        ({"goods": "2-0-0-0"}, "goods"),
        ({"lira": 12}, "lira"),
        ({"hand": "lira"}, "cards"),
        ({"stack": 5}, "assistants"),
    ],
    ids=str,
)
def test_a_gift_shows_in_its_part(gift: dict[str, object], part: str) -> None:
    state = start(4)
    give(state, 2, lira=0, hand="")
    before = dict(value.parts(state, 2))
    give(state, 2, **gift)  # type: ignore[arg-type]
    now = dict(value.parts(state, 2))
    gains = {name: now[name] - before[name] for name in now}
    assert max(gains, key=lambda name: gains[name]) == part


def test_the_parts_are_the_whole() -> None:
    state = start(4)
    give(
        state,
        1,
        rubies=2,
        lira=9,
        goods="1-2-0-1",
        capacity=3,
        tiles="blue",
        hand="far",
        merchant="tea-house",
    )
    found = value.parts(state, 1)
    assert [name for name, _ in found] == list(value.PARTS)
    assert sum(worth for _, worth in found) == pytest.approx(value.worth_of(state, state.player[1]))


def test_the_estimate_changes_nothing() -> None:
    state = start(3)
    before = state.dump()
    shares(state)
    value.parts(state, 1)
    assert state.dump() == before


def test_unseen_cards_do_not_matter() -> None:
    """The draw pile has no order, and its content does not affect the estimate."""
    state = start(3)
    before = shares(state)
    state.deck -= 1
    assert shares(state) == before


def greedy_game(seed: str, greedy_seats: set[int]) -> Istanbul:
    rng = Rng(seed)
    greedy = Greedy()
    state = serai.game("istanbul").new(3, {})
    assert isinstance(state, Istanbul)
    while state.actor != OVER and state.round < 60:
        if state.actor == CHANCE:
            state.apply_unchecked(state.sample(rng))
            continue
        legal = state.legal()
        if state.actor in greedy_seats:
            values = greedy.values(state.determinize(state.actor, rng), state.actor, rng, 1)
            state.apply_unchecked(legal[values.index(max(values))])
        else:
            state.apply_unchecked(legal[rng.below(len(legal))])
    return state


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_greedy_beats_random_clearly(seat: int) -> None:
    state = greedy_game(f"beats {seat}", {seat})
    assert state.winners() == [seat]
    assert max(score for other, score in enumerate(state.scores()) if other != seat) <= 2
