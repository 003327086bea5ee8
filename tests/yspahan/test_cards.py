"""The cards: Y21 and Y22."""

import pytest

import serai
from serai.games.yspahan import cards
from serai.kernel import piles
from tests.yspahan.table import NINE, SIX_GROUPS, bazaar, day, give, hand_of, legal, load_caravan, new, play
from tests.yspahan.table import points as scored


def test_y21_eighteen_cards_two_of_each_kind() -> None:
    state = new()
    assert state.deck == cards.ALL_CARDS
    assert piles.size(state.deck, cards.BITS) == 18
    assert [cards.held(state.deck, kind) for kind in range(9)] == [2] * 9


def test_y21_cards_before_the_group_before_the_action_and_before_the_end() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="camels gold caravan")
    assert set(legal(state, "card")) == {"camels", "gold", "caravan"}
    play(state, "card camels", "take gold")
    assert set(legal(state, "card")) == {"gold", "caravan"}
    play(state, "card gold", "collect")
    assert legal(state, "card") == ["caravan"]
    play(state, "card caravan", "end")
    assert (state.player[0].camels, state.player[0].gold, state.player[0].score) == (3, 6, 2)


def test_y21_any_number_of_cards_in_a_turn() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="camels camels gold gold caravan caravan")
    play(state, *[f"card {kind}" for kind in ("camels", "camels", "gold", "gold", "caravan", "caravan")])
    assert hand_of(state, 0) == []
    assert state.actor == 0


def test_y21_not_before_the_roll() -> None:
    state = new()
    give(state, 0, hand="gold")
    state.play("start 1")
    assert legal(state) == ["yellow 0", "yellow 1", "yellow 2"]


def test_y21_not_in_the_middle_of_an_action() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="gold", built="hoist")
    play(state, "take barrel", "place barrel.D1")
    assert not legal(state, "card")
    state.play("place barrel.D2")
    assert not legal(state, "card"), "the hoist's cube"


def test_y13_y21_not_between_the_two_cubes_of_a_supervisor() -> None:
    state = day(roll=NINE)
    give(state, 0, shops="barrel.A1", built="caravanserai", hand="gold")
    give(state, 1, shops="amphora.A1")
    play(state, "take camels", "supervisor E1")
    assert legal(state) == ["send barrel.A1", "send amphora.A1"]
    play(state, "send barrel.A1", "deal camels")
    assert state.observe(None)["caravan"] == [0, 1], "the second follows at once"
    assert (state.actor, legal(state, "card")) == (0, ["camels", "gold"]), "and then cards can be played"


def test_y21_not_in_the_turn_of_another() -> None:
    state = day(roll=NINE)
    give(state, 1, hand="gold", shops="sack.C2", camels=1)
    play(state, "take camels", "supervisor W1")
    assert state.actor == 1
    assert legal(state) == ["pay camel", "let go"]


def test_y21_discards_are_shuffled_when_the_pile_is_empty() -> None:
    state = day(roll=NINE, gold=0)
    state.discards = cards.ONE[cards.SHOP] + cards.ONE[cards.SWAP]
    state.deck = 0
    play(state, "take camels", "draw")
    assert legal(state, "deal") == ["swap", "shop"]
    state.play("deal shop")
    assert (state.deck, state.discards) == (cards.ONE[cards.SWAP], 0)


def test_y21_the_discards_stay_while_the_pile_lasts() -> None:
    state = day(roll=NINE, gold=0)
    state.discards = cards.ONE[cards.SHOP]
    state.deck = cards.ONE[cards.SWAP]
    play(state, "take camels", "draw")
    assert legal(state, "deal") == ["swap"]


def test_y21_the_card_drawn_is_as_likely_as_its_copies() -> None:
    state = day(roll=NINE)
    state.deck = 2 * cards.ONE[cards.SWAP] + cards.ONE[cards.CARAVAN]
    play(state, "take camels", "draw")
    rng = serai.Rng(3)
    drawn = [state.text(state.sample(rng)) for _ in range(3000)]
    assert drawn.count("deal swap") == pytest.approx(2000, rel=0.05)
    assert drawn.count("deal caravan") == pytest.approx(1000, rel=0.1)


def test_y21_without_any_card_the_draw_action_is_not_offered() -> None:
    state = day(roll=NINE)
    state.deck = state.discards = 0
    state.play("take camels")
    assert "draw" not in legal(state)


def test_y21_a_card_without_effect_cannot_be_played() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="swap camels-for-points gold-for-points build-without-camels build-without-gold")
    assert legal(state, "card") == ["build-without-camels pasture"], "pasture costs no gold"
    give(state, 0, built="pasture")
    assert legal(state, "card") == []


def test_y21_the_shop_card_needs_an_open_shop() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="shop")
    for quarter, names in (("sack", "ABCD"), ("barrel", "ABCD"), ("chest", "ABC"), ("amphora", "ABC")):
        give(state, 1, shops=" ".join(f"{quarter}.{name}1" for name in names))
    assert not legal(state, "card")


def test_y21_who_holds_a_card_is_asked_at_the_end_whatever_it_is() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="camels-for-points", camels=0)
    play(state, "take gold", "collect")
    assert state.actor == 0
    assert legal(state) == ["end"]


def test_y22_swap_any_number_either_way() -> None:
    state = day(roll=NINE, gold=2)
    give(state, 0, hand="swap", camels=3)
    assert legal(state, "card swap") == ["camels 1", "camels 2", "camels 3", "gold 1", "gold 2"]
    other = state.clone()
    state.play("card swap camels 2")
    assert (state.player[0].camels, state.player[0].gold) == (1, 4)
    other.play("card swap gold 2")
    assert (other.player[0].camels, other.player[0].gold) == (5, 0)
    for after in (state, other):
        assert hand_of(after, 0) == []
        assert after.observe(1)["discards"] == ["swap"]
        assert legal(after, "take")


@pytest.mark.parametrize(("kind", "other"), [("gold", "camels"), ("camels", "gold")])
def test_y22_a_swap_of_more_than_twenty_goes_on(kind: str, other: str) -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="swap")
    setattr(state.player[0], kind, 47)
    play(state, "take camels", f"card swap {kind} 20")
    assert legal(state) == [*(f"card swap {kind} {n}" for n in range(1, 21)), "enough"]
    stopped = state.clone()
    stopped.play("enough")
    assert (getattr(stopped.player[0], kind), getattr(stopped.player[0], other)) == (27, 20)
    assert "collect" in legal(stopped)
    play(state, f"card swap {kind} 20")
    assert legal(state) == [*(f"card swap {kind} {n}" for n in range(1, 8)), "enough"]
    state.play(f"card swap {kind} 7")
    assert (getattr(state.player[0], kind), getattr(state.player[0], other)) == (0, 47)
    assert "collect" in legal(state)


def test_y22_a_swap_of_exactly_all_is_one_choice() -> None:
    state = day(roll=NINE, gold=20)
    give(state, 0, hand="swap")
    state.play("card swap gold 20")
    assert legal(state, "take")


def test_y22_a_long_swap_at_the_end_of_the_turn_returns_there() -> None:
    state = day(roll=NINE, gold=30)
    give(state, 0, hand="swap", built="pasture store bathhouse caravanserai market hoist")
    play(state, "take camels", "collect", "card swap gold 20", "enough")
    assert state.actor == 1, "nothing is left to do, so the turn ends"
    state = day(roll=NINE, gold=30)
    give(state, 0, hand="swap")
    play(state, "take camels", "collect", "card swap gold 20", "card swap gold 10")
    assert "end" in legal(state)
    assert state.player[0].camels == 33


@pytest.mark.parametrize(("kind", "wealth"), [("camels", (3, 2)), ("gold", (0, 5))])
def test_y22_three_camels_three_gold(kind: str, wealth: tuple[int, int]) -> None:
    state = day(roll=NINE, gold=2)
    give(state, 0, hand=kind)
    state.play(f"card {kind}")
    assert (state.player[0].camels, state.player[0].gold) == wealth


def test_y22_shop_card_in_any_quarter_under_y9() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="shop", shops=f"chest.B1 amphora.A1 {bazaar('sack.C')}")
    give(state, 1, shops="barrel.A1 barrel.B1 barrel.C1 sack.A1 amphora.C2")
    open_shops = {"chest.B2", *f"{bazaar('amphora.B')} {bazaar('barrel.D')}".split()}
    open_shops |= set(f"{bazaar('sack.B')} {bazaar('sack.D')}".split())
    assert set(legal(state, "card shop")) == open_shops
    state.play("card shop amphora.B2")
    assert "amphora.B2" in state.observe(None)["seats"][0]["shops"]


def test_y22_caravan_card_next_free_camel_points_at_once() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="caravan")
    load_caravan(state, 1, 1, 1, 1)
    events = play(state, "card caravan")
    assert scored(events) == [(0, 1, "camel")]
    assert state.observe(None)["caravan"] == [1, 1, 1, 1, 0]


@pytest.mark.parametrize(("camels", "most"), [(1, 1), (4, 4), (9, 4)])
def test_y22_camels_for_points_two_each_up_to_four(camels: int, most: int) -> None:
    state = day(roll=NINE)
    give(state, 0, hand="camels-for-points", camels=camels)
    assert legal(state, "card camels-for-points") == [str(n) for n in range(1, most + 1)]
    state.play(f"card camels-for-points {most}")
    assert (state.player[0].camels, state.player[0].score) == (camels - most, 2 * most)


@pytest.mark.parametrize(("gold", "most"), [(1, 1), (10, 10), (13, 10)])
def test_y22_gold_for_points_one_each_up_to_ten(gold: int, most: int) -> None:
    state = day(roll=NINE, gold=gold)
    give(state, 0, hand="gold-for-points")
    assert legal(state, "card gold-for-points") == [str(n) for n in range(1, most + 1)]
    state.play(f"card gold-for-points {most}")
    assert (state.player[0].gold, state.player[0].score) == (gold - most, most)


def test_y22_build_without_camels_costs_the_gold() -> None:
    state = day(roll=NINE, gold=4)
    give(state, 0, hand="build-without-camels")
    state.play("card build-without-camels hoist")
    assert (state.player[0].camels, state.player[0].gold) == (0, 0)
    assert state.observe(None)["seats"][0]["buildings"] == ["hoist"]


def test_y22_build_without_gold_costs_the_camels() -> None:
    state = day(roll=NINE, gold=4)
    give(state, 0, hand="build-without-gold", camels=3)
    assert set(legal(state, "card build-without-gold")) == {"pasture", "store", "bathhouse", "caravanserai"}
    state.play("card build-without-gold caravanserai")
    assert (state.player[0].camels, state.player[0].gold) == (0, 4)


@pytest.mark.parametrize("card", ["build-without-camels", "build-without-gold"])
def test_y22_build_cards_score_as_usual(card: str) -> None:
    state = day(roll=SIX_GROUPS, gold=4)
    give(state, 0, hand=card, camels=4, built="pasture store")
    state.play(f"card {card} market")
    assert state.player[0].score == 5


def test_y23_camels_gold_and_cubes_are_not_limited() -> None:
    state = day(roll=NINE, gold=60)
    give(state, 0, camels=60, shops=" ".join(bazaar(b) for b in ("sack.A", "sack.B", "barrel.D", "barrel.B")))
    give(state, 0, shops=" ".join(bazaar(b) for b in ("chest.A", "chest.C", "barrel.C", "sack.D")))
    play(state, "take sack", "place sack.C1", "end")
    assert len(state.observe(None)["seats"][0]["shops"]) == 35
    play(state, "take camels", "collect")
    assert state.player[1].camels == 3
