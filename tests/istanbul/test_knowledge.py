"""What a seat may know: I23."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import serai
from serai.games.istanbul import cards
from serai.games.istanbul import state as at
from serai.kernel import piles
from serai.kernel.check import random_choice
from tests.istanbul.table import empty_piles, figures, give, hand_of, legal, new, play, start, visit


def test_i23_hands_are_hidden_from_others_and_spectators() -> None:
    state = start()
    give(state, 0, hand="stay any-goods")
    give(state, 1, hand="far")
    assert state.observe(0)["hand"] == ["stay", "any-goods"]
    assert state.observe(1)["hand"] == ["far"]
    assert state.observe(None)["hand"] is None
    for looker in (1, 2, None):
        seen = state.observe(looker)
        assert [seat["cards"] for seat in seen["seats"]] == [2, 1, 0]
        assert "any-goods" not in json.dumps(seen)


def test_i23_another_hand_changes_nothing_that_others_see() -> None:
    one, other = start(), start()
    give(one, 0, hand="stay lira")
    give(other, 0, hand="far home")
    for looker in (1, 2, None):
        assert one.observe(looker) == other.observe(looker)


@pytest.mark.parametrize("seat", [serai.CHANCE, serai.OVER, 3])
def test_i23_a_seat_that_does_not_exist_sees_nothing(seat: int) -> None:
    state = start()
    give(state, 2, hand="stay")
    with pytest.raises(IndexError):
        state.observe(seat)
    with pytest.raises(IndexError):
        state.determinize(seat, serai.Rng(1))


def test_chance_draws_only_where_it_is_to_move() -> None:
    state = start()
    with pytest.raises(serai.IllegalMove, match="chance is not to move"):
        state.sample(serai.Rng(1))


def test_i23_of_the_draw_pile_only_the_size_is_shown() -> None:
    one, other = start(), start()
    give(one, 2, hand="stay")
    give(other, 2, hand="far")
    assert one.deck != other.deck
    assert one.observe(0) == other.observe(0)
    assert one.observe(0)["deck"] == 25


def test_i23_a_drawn_card_is_told_to_its_owner_alone() -> None:
    state = start()
    give(state, 1, family="gemstone-dealer")
    visit(state, "gemstone-dealer")
    events = play(state, "catch card", "deal stay")
    drawn = next(event for event in events if event.kind == "card")
    assert drawn.seen_by(0).about == "stay"
    for looker in (1, 2, None):
        assert drawn.seen_by(looker).about == ""


def test_i23_played_and_openly_taken_cards_are_told_to_all() -> None:
    state = start()
    give(state, 0, hand="lira")
    played = next(event for event in play(state, "card lira") if event.kind == "card")
    visit(state, "caravanserai")
    taken = next(event for event in play(state, "act", "draw open") if event.kind == "card")
    assert (played.seen_by(1).about, taken.seen_by(1).about) == ("lira", "lira")


def test_i23_an_openly_taken_card_is_known_until_it_is_gone() -> None:
    state = start()
    give(state, 0, hand="lira lira")
    play(state, "card lira")
    visit(state, "caravanserai")
    play(state, "act", "draw open", "deal stay")
    assert state.observe(1)["seats"][0]["known"] == ["lira"]
    play(state, "discard stay")
    # Of the two in the hand, the publicly known one goes first; the other stays unknown.
    play(state, "card lira")
    assert hand_of(state) == ["lira"]
    assert state.observe(1)["seats"][0]["known"] == []


@pytest.mark.parametrize("seat", [0, 1, None])
def test_i23_determinize_deals_what_the_seat_cannot_see(seat: int | None) -> None:
    state = start()
    give(state, 0, hand="stay lira")
    give(state, 1, hand="far far far")
    give(state, 2, hand="home")
    state.player[1].known = cards.ONE[cards.FAR]
    rng = serai.Rng(4)
    hands: Counter[tuple[str, ...]] = Counter()
    for _ in range(400):
        other = state.determinize(seat, rng)
        assert [piles.size(player.hand, cards.BITS) for player in other.player] == [2, 3, 1]
        assert other.deck + sum(player.hand for player in other.player) == cards.ALL_CARDS
        assert "far" in hand_of(other, 1)
        assert other.observe(seat) == state.observe(seat)
        if seat is not None:
            assert hand_of(other, seat) == hand_of(state, seat)
        hands[tuple(hand_of(other, 2))] += 1
    assert len(hands) == 10, "every kind that is not wholly seen can be in a hidden hand"


def test_i23_determinize_is_as_likely_as_the_cards_left() -> None:
    state = start()
    empty_piles(state, 0, keep="lira lira lira good")
    state.player[0].hand -= cards.ONE[cards.STAY]
    state.player[1].hand += cards.ONE[cards.STAY]
    rng = serai.Rng(9)
    dealt = Counter(hand_of(state.determinize(0, rng), 1)[0] for _ in range(5000))
    assert sorted(dealt) == ["good", "lira", "stay"]
    assert dealt["lira"] == pytest.approx(3000, rel=0.1)
    assert dealt["good"] == pytest.approx(1000, rel=0.15)


def test_i23_only_tiles_that_turned_up_are_shown() -> None:
    state = start()
    market = state.observe(None)["small_market"]
    assert list(market["demand"].values()) == [1, 2, 1, 1]
    assert market["below"] == [None] * 4
    give(state, goods="0-2-0-0")
    visit(state, "small-market")
    play(state, "act", "sell 1 spice", "demand small 1-3-1-0")
    market = state.observe(None)["small_market"]
    assert list(market["demand"].values()) == [1, 3, 1, 0]
    assert market["below"][:3] == [None] * 3
    assert list(market["below"][3].values()) == [1, 2, 1, 1]


def test_i23_before_the_tiles_turned_up_nothing_is_shown() -> None:
    assert new().observe(None)["small_market"] == {"demand": None, "below": [None] * 4}


def test_i23_what_is_open_in_the_middle_of_a_turn() -> None:
    state = start()
    give(state, tiles="red", lira=0)
    visit(state, "tea-house")
    play(state, "name 9", "roll 2 5")
    seen = state.observe(1)
    assert (seen["phase"], seen["site"], seen["named"], seen["dice"]) == ("dice", "tea-house", 9, [2, 5])
    state = start()
    figures(state, smuggler="gemstone-dealer")
    give(state, goods="1-0-0-0")
    visit(state, "gemstone-dealer")
    state.play("smuggler fruit")
    assert (state.observe(1)["good"], state.observe(1)["used"]) == ("fruit", ["smuggler"])
    state = start()
    give(state, goods="1-2-0-0")
    visit(state, "small-market")
    play(state, "act", "sell 1 fabric")
    assert (state.observe(1)["good"], state.observe(1)["sold"]) == ("spice", 1)
    assert state.observe(1)["wanted"] == {"fabric": 1, "spice": 2, "fruit": 1, "jewellery": 1}
    assert legal(state) == ["sell 0 spice", "sell 1 spice", "sell 2 spice"]


def test_i14_i20_all_see_that_any_goods_are_sold() -> None:
    state = start()
    give(state, goods="2-2-0-0", hand="any-goods")
    visit(state, "small-market")
    state.play("card any-goods")
    assert state.observe(1)["wanted"] == {"fabric": 5, "spice": 5, "fruit": 5, "jewellery": 5}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_i23_what_happens_next_depends_on_hidden_cards_only_where_they_are_laid_down(players: int) -> None:
    """If only cards that a seat cannot see differ, the game continues identically from its point of view."""
    state = new(players)
    rng = serai.Rng(players)
    while state.actor != serai.OVER:
        choice = random_choice(state, rng)
        seat = rng.below(players)
        twin = state.determinize(seat, rng)
        drawn = state.text(choice).startswith("deal ") and seat != state.seat
        same = twin.legal()[0] if drawn else choice
        comparable = state.round > 0 and seat != state.seat and twin.is_legal(same)
        state.apply(choice)
        if comparable and state.actor != serai.OVER:
            twin.apply(same)
            seen, other = dict(state.observe(seat)), dict(twin.observe(seat))
            if drawn and state.phase == at.GOVERNOR_ROLL:  # the only card was handed back, open to all
                del seen["discards"], other["discards"]
            assert seen == other


def test_the_last_turn_leaves_nothing_but_the_table() -> None:
    keys = set()
    for name, roll in (("name 9", "roll 2 5"), ("name 10", "roll 1 1")):
        state = start()
        visit(state, "tea-house")
        play(state, name, roll)  # two lira either way
        assert state.actor == 1
        keys.add(state.key())
    assert len(keys) == 1
