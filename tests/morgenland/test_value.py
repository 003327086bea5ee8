"""What a position is worth: not that the guess is right, but that it leans the right way."""

from __future__ import annotations

import pytest
from librt.vecs import vec

import serai
from serai.bots.greedy import Greedy
from serai.games.morgenland import board, cards, odds, value
from serai.games.morgenland import state as at
from serai.kernel.rng import Rng
from serai.kernel.state import Choices
from tests.morgenland import table as t


def shares(state: t.Morgenland) -> list[float]:
    out = vec[float]([0.0] * 8)
    state.outlook(out)
    return [out[seat] for seat in range(state.players)]


@pytest.mark.parametrize("game", ["pro", "basic"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_shares_sum_to_one_and_the_position_stays_as_it_is(players: int, game: str) -> None:
    rng = Rng(f"{players} {game}")
    state = t.rich(players) if game == "pro" else t.new(players, game)
    for _ in range(1500):
        if state.actor == t.OVER:
            break
        before = state.dump()
        found = shares(state)
        assert sum(found) == pytest.approx(1.0)
        assert all(0.0 <= share <= 1.0 for share in found)
        assert state.dump() == before
        if state.actor == t.CHANCE:
            state.apply(state.sample(rng))
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])


def test_all_are_worth_the_same_before_the_first_round() -> None:
    assert shares(t.new(4)) == pytest.approx([0.25] * 4)


@pytest.mark.parametrize("artifact", cards.ARTIFACTS)
def test_one_more_artifact_is_better(artifact: str) -> None:
    state = t.turn()
    before = shares(state)[1]
    t.give(state, 1, artifacts=artifact)
    assert shares(state)[1] > before + 0.05


def test_a_lead_means_more_when_few_artifacts_are_left() -> None:
    early, late = t.turn(), t.turn()
    t.stack(late, 0, "key")
    for room in (1, 2, 3):
        t.stack(late, room)
    for state in (early, late):
        t.give(state, 1, artifacts="scroll")
    assert shares(late)[1] > shares(early)[1]


def test_treasures_and_spells_are_worth_something_and_an_artifact_is_worth_more() -> None:
    bare, rich, magic, owner = t.turn(), t.turn(), t.turn(), t.turn()
    t.give(rich, 1, "gem 3")
    t.give(magic, 1, artifacts="lamp", spells="alms")
    t.give(bare, 1, artifacts="lamp")
    assert shares(magic)[1] > shares(bare)[1]
    t.give(owner, 1, artifacts="key")
    assert shares(t.turn())[1] < shares(rich)[1] < shares(owner)[1]


def test_parts_are_named_and_the_larger_sum_has_the_larger_share() -> None:
    state = t.scene("4 room1, 9 guard", "5 crowns", "6 tent")
    t.give(state, 0, "gem 5", artifacts="key scroll")
    t.give(state, 1, "gem 5")
    parts = [dict(value.parts(state, seat)) for seat in range(3)]
    assert list(parts[0]) == value.PARTS
    assert parts[0]["artifacts"] == parts[1]["artifacts"] + 2
    assert parts[0]["palace"] > 0.5 > parts[1]["palace"] == 0.0
    assert parts[1]["treasures"] > parts[0]["treasures"] > parts[2]["treasures"]
    assert parts[2]["city"] > parts[0]["city"] > 0.0 == parts[1]["city"], "seat 0 has the camel"
    sums = [sum(of_seat.values()) for of_seat in parts]
    assert sorted(range(3), key=sums.__getitem__) == sorted(range(3), key=shares(state).__getitem__)


@pytest.mark.parametrize("game", ["pro", "basic"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_placings_are_rated_together_as_one_by_one(players: int, game: str) -> None:
    rng = Rng(f"{players} {game}")
    state = t.rich(players) if game == "pro" else t.new(players, game)
    choices, buffer = Choices(), vec[float]([0.0] * 8)
    together, singly = vec[float]([0.0] * 256), vec[float]([0.0] * 256)
    compared = 0
    while state.actor != t.OVER and compared < 100:
        if state.actor == t.CHANCE:
            state.apply(state.sample(rng))
            continue
        choices.size = 0
        state.choices(choices)
        if state.phase == at.PLACE:
            compared += 1
            before = state.dump()
            state.rate(choices, state.actor, buffer, together)
            assert state.dump() == before
            state.rate_from(0, choices, state.actor, buffer, singly)
            size = choices.size
            assert [together[i] for i in range(size)] == pytest.approx([singly[i] for i in range(size)])
        state.apply(choices.items[rng.below(choices.size)])
    assert compared


def exceeds(hidden: int, hand: int, strength: int, room: bool = False) -> float:
    row = (odds.ROWS * hidden + hand) * odds.WIDTH + strength
    return float(odds.ODDS[row + (odds.CHEAP if room else 0)])


def test_odds_of_hidden_figures() -> None:
    assert exceeds(1, 0, 0) == pytest.approx(1.0)
    assert exceeds(1, 0, 8) == pytest.approx(9 / 42)  # the nine, among eight that are worth 42
    assert exceeds(1, 0, 9) == exceeds(8, 0, 42) == 0.0
    assert exceeds(8, 0, 41) == pytest.approx(1.0)
    assert exceeds(0, 8, 0) == pytest.approx(1.0 - (1.0 - odds.DRIFT) ** 8)
    for strength in range(odds.WIDTH):
        assert exceeds(2, 0, strength) <= exceeds(2, 3, strength) <= exceeds(3, 3, strength) + 1e-12
        assert exceeds(2, 0, strength, room=True) <= exceeds(2, 0, strength) + 1e-12


def test_a_second_figure_is_worth_more_if_the_first_does_not_win() -> None:
    alone, backed, spread = (
        t.scene(mine, "5 pearls") for mine in ("7 crowns", "7 crowns, 6 crowns", "7 crowns, 6 gems")
    )
    for state in (alone, backed, spread):
        assert board.total(state.player[0].wealth) == 0
    assert shares(spread)[0] > shares(backed)[0] == pytest.approx(shares(alone)[0])


def placed(*figures: str) -> float:
    """The share of seat 0 after placement, with five gems and these figures."""
    state = t.scene(*figures)
    t.give(state, 0, "gem 5")
    return shares(state)[0]


def test_a_room_is_worth_something_only_with_a_figure_before_the_guard() -> None:
    assert placed("4 room1") == placed("4 guard")
    assert placed("4 room1, 9 guard") > placed("4 room1, 2 guard") > placed("4 room1")


def test_a_room_is_worth_something_only_if_the_price_can_be_paid() -> None:
    assert placed("4 room1, 9 guard") > placed("8 room1, 9 guard")
    assert placed("4 room1, 9 guard") > placed("4 room1, 1 room1, 9 guard")  # no second kind


def test_a_key_opens_the_palace() -> None:
    state = t.resolve(t.scene("4 room1"))
    t.give(state, 0, "gem 5")
    before = shares(state)[0]
    t.give(state, 0, artifacts="key")
    state.player[0].key = 1
    with_key = shares(state)[0]
    state.player[0].key = 0
    state.player[0].owned = cards.ONE[cards.SCROLL]
    assert with_key > shares(state)[0] > before


def test_a_cave_is_worth_more_to_the_stronger_and_where_fewer_figures_lie() -> None:
    assert placed("9 crowns", "5 crowns, 4 crowns") > placed("2 crowns", "5 crowns, 4 crowns")
    assert placed("5 crowns", "5 pearls") > placed("5 crowns", "5 crowns, 4 crowns")


def test_hidden_figures_of_others_count_by_their_number() -> None:
    assert placed("6 crowns", "9 crowns") / placed("6 crowns", "1 crowns") == pytest.approx(1.0, abs=0.1)


def test_a_pending_play_counts_as_resolved() -> None:
    state = t.turn()
    t.hold(state)
    t.give(state, 0, spells="alms", lamp=True)
    state._end_placing()
    before = shares(state)[0]
    state.play("spell alms")
    assert state.announced
    assert shares(state)[0] > before


def test_greedy_beats_random_players() -> None:
    wins = 0
    for number in range(6):
        rng = Rng(f"greedy {number}")
        state = serai.game("morgenland").new(4, {})
        greedy = Greedy()
        seat = number % 4
        while state.actor != t.OVER:
            if state.actor == t.CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            legal = state.legal()
            choice = legal[0]
            if len(legal) > 1 and state.actor == seat:
                values = greedy.values(state.determinize(seat, rng), seat, rng, 2)
                choice = legal[values.index(max(values))]
            elif len(legal) > 1:
                choice = legal[rng.below(len(legal))]
            state.apply_unchecked(choice)
        wins += state.winners() == [seat]
    assert wins >= 5


@pytest.mark.parametrize("field", ["tent", "djinn", "caravanserai"])
@pytest.mark.parametrize("figures", [(), ("", "", "", "carpet")])
def test_m20_a_smuggler_is_better_off_with_what_the_field_gives(field: str, figures: tuple[str, ...]) -> None:
    state = t.visit(field, *figures)
    t.give(state, 2, artifacts="lamp carpet key")
    assert (t.phase(state), state.actor) == ("smuggle", 2)
    taken, declined = state.clone(), state.clone()
    taken.play("take")
    declined.play("pass")
    assert shares(taken)[2] > shares(declined)[2]


def test_m20_a_smuggler_counts_before_those_who_sit_further_from_the_start_player() -> None:
    """Seat 3 has a Carpet at the Djinn, where seat 2 is smuggled in."""
    for start, first, other in ((0, 2, 3), (3, 3, 2)):
        state = t.visit("djinn", "", "", "", "carpet", start=start)
        state.current, state.djinn = board.DJINN, at.NOBODY
        before = [dict(state.parts(seat))["city"] for seat in range(4)]
        for seat in (2, 3):
            t.give(state, seat, artifacts="lamp double")
        after = [dict(state.parts(seat))["city"] for seat in range(4)]
        assert after[first] > before[first], "now there is something for two plays"
        assert after[other] == before[other]


def test_not_all_bid_for_one_cave_in_the_first_round() -> None:
    """Each of three bidders sees that the others will keep bidding, so they try other fields too."""
    greedy = Greedy()
    for seed in (0, 1, 6, 10):
        rng = Rng(f"first {seed}")
        state = t.new(3)
        while state.moment != at.AFTER_PLACING:
            if state.actor == t.CHANCE:
                state.apply(state.sample(rng))
                continue
            values = greedy.values(state.determinize(state.actor, rng), state.actor, rng, 4)
            state.apply(state.legal()[values.index(max(values))])
        lying = [
            sum(board.SIZE_OF[state.lying[15 * seat + field]] for seat in range(3)) for field in range(5)
        ]
        assert max(lying) <= 16, f"of 24: {lying}"
