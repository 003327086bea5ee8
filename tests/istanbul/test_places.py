"""The actions of the places: I7 to I19, and the mosque tiles."""

from __future__ import annotations

import pytest

import serai
from serai.games.istanbul import board
from tests.istanbul.table import (
    discards_of,
    empty_piles,
    figures,
    give,
    goods_of,
    hand_of,
    legal,
    out_of,
    phase_of,
    place_of,
    play,
    send,
    stack_of,
    start,
    step_to,
    visit,
)

# I7 Wainwright


def test_i7_seven_lira_make_the_cart_larger() -> None:
    state = start()
    give(state, lira=8, goods="2-0-0-0")
    visit(state, "wainwright")
    state.play("act")
    assert (state.player[0].lira, state.player[0].capacity, state.player[0].rubies) == (1, 3, 0)
    assert state.observe(None)["wainwright"] == 3


def test_i7_six_lira_do_not() -> None:
    state = start()
    give(state, lira=6)
    visit(state, "wainwright")
    assert state.actor == 1


def test_i7_the_third_extension_brings_a_ruby() -> None:
    state = start()
    give(state, lira=7, capacity=4)
    visit(state, "wainwright")
    state.play("act")
    assert (state.player[0].lira, state.player[0].capacity, state.player[0].rubies) == (0, 5, 1)
    assert state.observe(None)["wainwright"] == 2


def test_i7_three_times_at_most() -> None:
    state = start()
    give(state, lira=20, capacity=5)
    visit(state, "wainwright")
    assert state.actor == 1


# I8 Warehouses


@pytest.mark.parametrize(
    ("good", "filled"), [("fabric", "4-1-1-1"), ("spice", "1-4-1-1"), ("fruit", "1-1-4-1")]
)
def test_i8_a_warehouse_fills_one_good(good: str, filled: str) -> None:
    state = start()
    give(state, goods="1-1-1-1", capacity=4)
    visit(state, f"{good}-warehouse")
    state.play("act")
    assert goods_of(state) == filled
    assert state.actor == 1


def test_i8_the_green_tile_buys_one_more_good() -> None:
    state = start()
    give(state, lira=3, tiles="green")
    visit(state, "spice-warehouse")
    state.play("act")
    assert legal(state) == ["done", "buy fabric", "buy fruit", "buy jewellery"]
    state.play("buy jewellery")
    assert (goods_of(state), state.player[0].lira) == ("0-2-0-1", 1)
    assert state.actor == 1


def test_i8_the_green_purchase_can_be_declined() -> None:
    state = start()
    give(state, lira=2, tiles="green")
    visit(state, "spice-warehouse")
    play(state, "act", "done")
    assert (goods_of(state), state.player[0].lira) == ("0-2-0-0", 2)


def test_i8_no_purchase_without_lira_room_or_tile() -> None:
    for lira, goods, tiles in (
        (1, "0-0-0-0", "green"),
        (9, "2-0-2-2", "green"),
        (9, "0-0-0-0", "red blue yellow"),
    ):
        state = start()
        give(state, lira=lira, goods=goods, tiles=tiles)
        visit(state, "spice-warehouse")
        state.play("act")
        assert state.actor == 1


def test_i8_at_a_full_warehouse_the_purchase_is_the_action() -> None:
    state = start()
    give(state, lira=2, goods="0-2-0-0", tiles="green")
    visit(state, "spice-warehouse")
    assert legal(state) == ["pass", "buy fabric", "buy fruit", "buy jewellery"]
    state.play("buy fruit")
    assert (goods_of(state), state.player[0].lira) == ("0-2-1-0", 0)


@pytest.mark.parametrize(
    ("good", "goods"), [("fabric", "2-0-0-0"), ("spice", "0-2-0-0"), ("fruit", "0-0-2-0")]
)
def test_i8_a_full_cart_makes_a_warehouse_useless(good: str, goods: str) -> None:
    state = start()
    give(state, goods=goods, lira=9)
    visit(state, f"{good}-warehouse")
    assert state.actor == 1


# I9 Post Office


@pytest.mark.parametrize(
    ("down", "goods", "lira", "then"),
    [
        (0, "0-1-1-0", 2, 1),
        (1, "1-0-1-0", 2, 2),
        (2, "1-0-1-0", 3, 3),
        (3, "1-0-0-1", 3, 4),
        (4, "1-0-0-1", 4, 0),
    ],
)
def test_i9_four_visible_fields_then_an_indicator_moves(down: int, goods: str, lira: int, then: int) -> None:
    state = start()
    give(state, lira=0)
    state.post = down
    visit(state, "post-office")
    state.play("act")
    assert (goods_of(state), state.player[0].lira, state.post) == (goods, lira, then)


def test_i9_the_rulebooks_example() -> None:
    """3 lira, one red and one yellow good; the indicator then moves from the blue good to the yellow one."""
    state = start()
    state.post = 2
    give(state, lira=0)
    visit(state, "post-office")
    state.play("act")
    assert (state.player[0].lira, goods_of(state)) == (3, "1-0-1-0")
    visit(state, "post-office")
    play(state, "pay", "act")
    assert goods_of(state, 1) == "1-0-0-1"


# I10 Caravanserai


def test_i10_two_cards_from_the_draw_pile_then_one_back() -> None:
    state = start()
    visit(state, "caravanserai")
    play(state, "act", "deal stay", "deal far")
    assert legal(state) == ["discard stay", "discard far"]
    state.play("discard stay")
    assert hand_of(state) == ["far"]
    assert discards_of(state) == ["stay"]


def test_i10_cards_from_the_open_pile_top_first() -> None:
    state = start()
    give(state, 0, hand="home lira")
    state.player[0].place = place_of("wainwright")
    play(state, "card lira")
    give(state, 0, hand="stay")
    play(state, "card stay", "stop")  # top: stay, under it: lira
    assert discards_of(state) == ["stay", "lira"]
    give(state, 1, hand="assistant")
    visit(state, "caravanserai")
    state.play("act")
    assert legal(state) == ["draw", "draw open"]
    state.play("draw open")
    assert discards_of(state) == ["lira"]
    assert legal(state) == ["draw", "draw open"]
    state.play("draw open")
    assert hand_of(state, 1) == ["lira", "stay", "assistant"]
    state.play("discard assistant")
    assert hand_of(state, 1) == ["lira", "stay"]


def test_i10_one_from_each_pile_chosen_one_after_the_other() -> None:
    state = start()
    give(state, 0, hand="lira")
    play(state, "card lira")
    visit(state, "caravanserai")
    play(state, "act", "draw", "deal far")
    assert legal(state) == ["draw", "draw open"]  # knows the first before choosing the second
    state.play("draw open")
    assert hand_of(state) == ["lira", "far"]


def test_i10_the_open_pile_is_not_asked_about_when_it_is_empty() -> None:
    state = start()
    visit(state, "caravanserai")
    state.play("act")
    assert (state.actor, phase_of(state)) == (serai.CHANCE, "caravan-deal")


def test_i10_only_here_discards_can_be_taken() -> None:
    state = start()
    give(state, 0, hand="lira")
    play(state, "card lira")
    figures(state, governor="gemstone-dealer")
    give(state, 1, family="gemstone-dealer")
    visit(state, "gemstone-dealer")
    state.play("catch card")
    assert phase_of(state) == "reward-deal"
    play(state, "deal stay", "governor")
    assert phase_of(state) == "governor-deal"


def test_i10_i20_the_draw_pile_is_refilled_between_two_draws() -> None:
    state = start()
    give(state, 0, hand="lira")
    play(state, "card lira")
    empty_piles(state, 2, keep="stay")
    visit(state, "caravanserai")
    play(state, "act", "draw", "deal stay")
    # The discards were shuffled at once: no open pile is left, and the lira can only be drawn.
    assert discards_of(state) == []
    assert legal(state) == ["deal lira"]


def test_i10_i20_the_caravanserai_gives_what_there_is() -> None:
    state = start()
    empty_piles(state, 2, keep="stay")
    give(state, 1, hand="")
    state.player[2].hand -= 1 << 3 * 7  # one "far" less
    state.player[0].hand += 1 << 3 * 7
    visit(state, "caravanserai")
    play(state, "act", "deal stay")
    assert legal(state) == ["discard stay", "discard far"]
    state.play("discard far")
    assert (hand_of(state), state.observe(None)["deck"], discards_of(state)) == (["stay"], 1, [])


def test_i10_i20_a_single_card_is_taken_and_laid_back_unasked() -> None:
    state = start()
    empty_piles(state, 2, keep="stay")
    visit(state, "caravanserai")
    play(state, "act", "deal stay")
    assert (hand_of(state), state.observe(None)["deck"]) == ([], 1)
    assert state.actor == 1


def test_i10_i20_without_any_card_there_is_no_action() -> None:
    state = start()
    empty_piles(state, 2)
    visit(state, "caravanserai")
    assert state.actor == 1


def test_i10_i20_with_both_piles_empty_a_card_played_before_can_be_taken_back() -> None:
    state = start()
    give(state, 0, hand="lira good", lira=0)
    empty_piles(state, 2)
    visit(state, "caravanserai")
    assert "act" not in legal(state)
    play(state, "card lira", "act")
    assert (state.actor, legal(state)) == (serai.CHANCE, ["deal lira"])
    play(state, "deal lira")
    assert legal(state) == ["discard good", "discard lira"], "there is no second card to take"
    play(state, "discard good")
    assert (hand_of(state), state.deck) == (["lira"], 1)


# I11 Fountain


def test_i11_all_assistants_return() -> None:
    state = start()
    give(state, stack=1, out="wainwright tea-house gemstone-dealer")
    step_to(state, "fountain")
    state.play("return all")
    assert (len(stack_of(state)), out_of(state)) == (4, [])
    assert state.actor == 1


def test_i11_any_number_one_by_one_in_the_order_of_the_places() -> None:
    state = start()
    give(state, stack=0, out="wainwright post-office tea-house gemstone-dealer")
    step_to(state, "fountain")
    assert legal(state, "return") == ["all", "wainwright", "post-office", "tea-house", "gemstone-dealer"]
    state.play("return post-office")
    assert legal(state) == ["return tea-house", "return gemstone-dealer", "done"]
    state.play("return gemstone-dealer")
    assert (len(stack_of(state)), out_of(state)) == (2, ["wainwright", "tea-house"])
    assert state.actor == 1


def test_i11_done_ends_it() -> None:
    state = start()
    give(state, stack=1, out="wainwright post-office tea-house")
    step_to(state, "fountain")
    play(state, "return wainwright", "done")
    assert out_of(state) == ["post-office", "tea-house"]
    assert state.actor == 1


def test_i11_all_of_them_is_one_choice_not_two_ways() -> None:
    state = start()
    give(state, stack=2, out="wainwright tea-house")
    step_to(state, "fountain")
    state.play("return wainwright")  # the second one would make it all
    assert out_of(state) == ["tea-house"]
    assert state.actor == 1


def test_i11_a_single_assistant_is_all() -> None:
    state = start()
    give(state, stack=3, out="tea-house")
    step_to(state, "fountain")
    assert legal(state) == ["pass", "return all"]


def test_i11_i15_the_family_member_brings_them_to_the_merchant_wherever_they_lie() -> None:
    state = start()
    give(state, stack=2, out="tea-house small-market")
    send(state, "fountain")
    state.play("return all")
    assert (len(stack_of(state)), out_of(state)) == (4, [])
    assert state.player[0].place == place_of("police-station")


# I12 Black Market


@pytest.mark.parametrize(
    ("dice", "jewellery"),
    [("1 1", 0), ("2 4", 0), ("1 6", 1), ("4 4", 1), ("3 6", 2), ("5 5", 2), ("5 6", 3), ("6 6", 3)],
)
def test_i12_jewellery_by_the_dice_and_one_other_good(dice: str, jewellery: int) -> None:
    state = start()
    give(state, capacity=5)
    visit(state, "black-market")
    play(state, "act", f"roll {dice}")
    assert legal(state) == ["take fabric", "take spice", "take fruit"]
    state.play("take spice")
    assert goods_of(state) == f"0-1-0-{jewellery}"
    assert state.actor == 1


def test_i12_i19_jewellery_above_capacity_is_lost() -> None:
    state = start()
    give(state, goods="0-0-0-1")
    visit(state, "black-market")
    play(state, "act", "roll 6 6", "take fruit")
    assert goods_of(state) == "0-0-1-2"


def test_i12_only_goods_with_room_are_asked_about() -> None:
    state = start()
    give(state, goods="2-0-0-0")
    visit(state, "black-market")
    play(state, "act", "roll 1 1")
    assert legal(state) == ["take spice", "take fruit"]
    for goods, after in (("2-2-0-0", "2-2-1-0"), ("2-2-2-0", "2-2-2-0")):
        state = start()
        give(state, goods=goods)
        visit(state, "black-market")
        play(state, "act", "roll 1 1")
        assert (goods_of(state), state.actor) == (after, 1)


def test_i12_red_tile_turns_one_die_to_four() -> None:
    """The rulebook's example: 2 and 5, the 2 is turned: 9, two jewellery and one other good."""
    state = start()
    give(state, tiles="red", capacity=3)
    visit(state, "black-market")
    play(state, "act", "roll 2 5")
    assert legal(state) == ["keep", "turn 2", "turn 5", "reroll"]
    play(state, "turn 2", "take fabric")
    assert goods_of(state) == "1-0-0-2"


@pytest.mark.parametrize(
    ("dice", "turn", "jewellery"),
    [("2 5", "turn 5", 0), ("2 5", "keep", 1), ("3 3", "turn 3", 1), ("1 6", "turn 1", 2)],
)
def test_i12_red_tile_turns_the_named_die(dice: str, turn: str, jewellery: int) -> None:
    state = start()
    give(state, tiles="red", capacity=3)
    visit(state, "black-market")
    play(state, "act", f"roll {dice}", turn, "take fabric")
    assert goods_of(state) == f"1-0-0-{jewellery}"


def test_i12_a_die_is_not_turned_for_nothing() -> None:
    for dice, turns in (("3 3", ["3"]), ("4 6", ["6"]), ("1 4", ["1"]), ("4 4", [])):
        state = start()
        give(state, tiles="red")
        visit(state, "black-market")
        play(state, "act", f"roll {dice}")
        assert legal(state, "turn") == turns


def test_i12_red_tile_rolls_again_once_and_then_nothing_is_turned() -> None:
    state = start()
    give(state, tiles="red")
    visit(state, "black-market")
    play(state, "act", "roll 1 1", "reroll", "roll 2 5")
    assert phase_of(state) == "good"
    state.play("take fabric")
    assert goods_of(state) == "1-0-0-1"


def test_i12_without_the_red_tile_the_dice_stand() -> None:
    state = start()
    give(state, tiles="green yellow blue")
    visit(state, "black-market")
    play(state, "act", "roll 2 5")
    assert phase_of(state) == "good"


# I13 Tea House


@pytest.mark.parametrize(
    ("named", "dice", "won"), [(7, "3 4", 7), (7, "1 5", 2), (12, "6 6", 12), (3, "1 2", 3), (3, "1 1", 2)]
)
def test_i13_the_number_named_or_two_lira(named: int, dice: str, won: int) -> None:
    state = start()
    give(state, lira=0)
    visit(state, "tea-house")
    assert legal(state, "name") == [str(number) for number in range(3, 13)]
    play(state, f"name {named}", f"roll {dice}")
    assert state.player[0].lira == won
    assert state.actor == 1


def test_i13_the_red_tile_helps_here_too() -> None:
    state = start()
    give(state, lira=0, tiles="red")
    visit(state, "tea-house")
    play(state, "name 10", "roll 2 6", "turn 2")
    assert state.player[0].lira == 10


@pytest.mark.parametrize(("turn", "lira"), [("turn 5", 10), ("turn 6", 2)])
def test_i13_the_red_tile_turns_a_high_die_down(turn: str, lira: int) -> None:
    state = start()
    give(state, lira=0, tiles="red")
    visit(state, "tea-house")
    play(state, "name 10", "roll 5 6", turn)
    assert state.player[0].lira == lira
    assert state.observe(None)["named"] is None


def test_i13_the_red_tile_rolls_again() -> None:
    state = start()
    give(state, lira=0, tiles="red")
    visit(state, "tea-house")
    play(state, "name 10", "roll 5 6", "reroll", "roll 1 1")
    assert state.player[0].lira == 2
    assert state.actor == 1


# I14 Markets


def test_i14_small_market_one_fabric_one_spice_two_fruit_for_fourteen() -> None:
    """The rulebook's example."""
    state = start()
    state.small = 2  # 1-2-2-0
    give(state, lira=0, goods="1-1-2-2")
    visit(state, "small-market")
    play(state, "act", "sell 1 fabric", "sell 1 spice", "sell 2 fruit")
    assert (state.player[0].lira, goods_of(state)) == (14, "0-0-0-2")


@pytest.mark.parametrize(
    ("market", "prices"), [("small-market", [2, 5, 9, 14, 20]), ("large-market", [3, 7, 12, 18, 25])]
)
def test_i14_prices_for_one_to_five(market: str, prices: list[int]) -> None:
    for number, price in enumerate(prices, 1):
        state = start()
        state.small = 1  # 1-2-1-1
        state.large = 1  # 1-1-1-2
        give(state, lira=0, goods="3-3-3-3", capacity=3)
        visit(state, market)
        state.play("act")
        left = number
        while phase_of(state) == "sell":
            amounts = [int(text.split()[0]) for text in legal(state, "sell")]
            amount = min(left, max(amounts))
            left -= amount
            play(state, next(text for text in legal(state) if text.startswith(f"sell {amount} ")))
        assert left == 0
        assert state.player[0].lira == price


@pytest.mark.parametrize(("market", "tiles"), list(enumerate(board.DEMANDS)))
def test_i14_every_tile_asks_for_its_goods(market: int, tiles: tuple[tuple[int, ...], ...]) -> None:
    for index, tile in enumerate(tiles):
        assert sum(tile) == 5
        state = start()
        state.small = state.large = index + 1
        give(state, goods="5-5-5-5", capacity=5, lira=0)
        visit(state, "large-market" if market else "small-market")
        state.play("act")
        while phase_of(state) == "sell":
            state.play(legal(state)[-1])
        assert state.player[0].lira == (25 if market else 20)
        assert goods_of(state) == "-".join(str(5 - number) for number in tile)


def test_i14_only_goods_on_the_tile_that_one_has() -> None:
    state = start()
    state.small = 5  # 1-3-1-0
    give(state, goods="1-2-0-3", capacity=3)
    visit(state, "small-market")
    state.play("act")
    assert legal(state) == ["sell 0 fabric", "sell 1 fabric"]
    state.play("sell 0 fabric")
    assert legal(state) == ["sell 1 spice", "sell 2 spice"]  # at least one good in all


def test_i14_a_forced_sale_is_not_asked() -> None:
    state = start()
    state.small = 5  # 1-3-1-0
    give(state, goods="0-0-2-3", capacity=3, lira=0)
    visit(state, "small-market")
    state.play("act")
    assert (state.player[0].lira, goods_of(state)) == (2, "0-0-1-3")


def test_i14_nothing_to_sell_no_action() -> None:
    state = start()
    state.small = 5  # 1-3-1-0
    give(state, goods="0-0-0-2")
    visit(state, "small-market")
    assert state.actor == 1


def test_i14_i23_the_tile_goes_under_the_stack_and_the_order_shows_by_and_by() -> None:
    state = start(2)
    state.neutrals = 0
    seen = []
    tiles = ["1-2-1-1", "0-2-2-1", "1-1-2-1", "1-3-1-0", "1-2-2-0"]
    for turn in range(12):
        demand = state.observe(None)["small_market"]["demand"]
        seen.append("-".join(str(number) for number in demand.values()))
        seat = state.actor
        give(state, seat, goods="0-1-0-0", stack=4, out="", lira=9)
        give(state, 1 - seat, merchant="fountain")
        visit(state, "small-market")
        state.play("act")
        if turn < 3:
            assert phase_of(state) == "demand"
            assert legal(state, "demand small") == [
                tile
                for tile in ("1-2-1-1", "1-2-2-0", "0-2-2-1", "1-1-2-1", "1-3-1-0")
                if tile not in tiles[: turn + 1]
            ]
            state.play(f"demand small {tiles[turn + 1]}")
        assert (goods_of(state, seat), state.player[seat].lira) == ("0-0-0-0", 11)
        # The fifth tile is the one that is left, and from then on the order is known.
        assert phase_of(state) == "move"
    assert seen == [tiles[turn % 5] for turn in range(12)]


def test_i14_selling_at_one_market_leaves_the_other_tile() -> None:
    state = start()
    before = state.observe(None)["small_market"]
    give(state, goods="1-0-0-0")
    visit(state, "large-market")
    play(state, "act", "demand large 1-1-0-3")
    assert state.observe(None)["small_market"] == before
    assert state.observe(None)["large_market"]["demand"]["jewellery"] == 3


# I15 Police Station


def test_i15_the_family_member_goes_to_the_spice_warehouse() -> None:
    """The rulebook's example: it pays no merchant and does not meet the governor."""
    state = start()
    give(state, 0, lira=2)
    give(state, 1, merchant="spice-warehouse", lira=0)
    figures(state, governor="spice-warehouse")
    send(state, "spice-warehouse")
    state.play("act")
    assert goods_of(state) == "0-2-0-0"
    assert (state.player[0].lira, state.player[1].lira) == (2, 0)
    assert state.actor == 1
    assert state.observe(None)["seats"][0]["family"] == "spice-warehouse"
    assert out_of(state) == ["police-station"]


def test_i15_to_any_other_place_also_where_nothing_can_be_done() -> None:
    state = start()
    visit(state, "police-station")
    assert legal(state)[0] == "pass"
    assert sorted(legal(state, "send")) == sorted(set(board.PLACES) - {"police-station"})
    state.play("send gemstone-dealer")
    assert state.player[0].family == place_of("gemstone-dealer")
    assert state.actor == 1


def test_i15_its_action_can_be_declined() -> None:
    state = start()
    send(state, "post-office")
    assert legal(state) == ["act", "pass"]
    assert not state.observe(None)["done"]
    state.play("pass")
    assert goods_of(state) == "0-0-0-0"
    assert state.player[0].family == place_of("post-office")


def test_i15_only_while_it_is_there() -> None:
    state = start()
    give(state, family="tea-house")
    visit(state, "police-station")
    assert state.actor == 1


@pytest.mark.parametrize("place", [name for name in board.PLACES if name != "police-station"])
def test_i15_every_action_works_for_the_family_member(place: str) -> None:
    state = start()
    give(state, lira=30, goods="4-4-4-4", capacity=5, out="tea-house", stack=3)
    state.player[0].capacity = 4 if place == "wainwright" else 5
    send(state, place)
    before = state.key()
    assert len(legal(state)) >= 2
    play(state, next(text for text in legal(state) if text != "pass"))
    while state.seat == 0:
        state.apply(state.legal()[-1])
    assert state.key() != before
    changed = (state.player[0].lira, goods_of(state), state.player[0].hand, len(stack_of(state)))
    assert changed != (30, "4-4-4-4", 0, 2)


# I16 Sultan's Palace


def test_i16_seven_symbols() -> None:
    """The rulebook's example: 2 jewellery, 2 fabric, 1 fruit, 1 spice, 1 of any kind."""
    state = start()
    state.sultan = 7
    give(state, goods="2-1-2-2", capacity=5)
    visit(state, "sultans-palace")
    state.play("act")
    assert (goods_of(state), state.player[0].rubies, state.sultan) == ("0-0-0-0", 1, 8)


@pytest.mark.parametrize(
    ("price", "named", "free"),
    [
        (4, "1-1-1-1", 0),
        (5, "1-1-1-1", 1),
        (6, "1-1-1-2", 1),
        (7, "2-1-1-2", 1),
        (8, "2-2-1-2", 1),
        (9, "2-2-2-2", 1),
        (10, "2-2-2-2", 2),
    ],
)
def test_i16_each_price(price: int, named: str, free: int) -> None:
    numbers = [int(number) for number in named.split("-")]
    for extra in range(4):
        stock = list(numbers)
        stock[extra] += free
        state = start()
        state.sultan = price
        give(state, goods="-".join(map(str, stock)), capacity=5)
        visit(state, "sultans-palace")
        state.play("act")
        assert (goods_of(state), state.player[0].rubies) == ("0-0-0-0", 1)
        if free:
            state = start()
            state.sultan = price
            stock[extra] -= 1
            give(state, goods="-".join(map(str, stock)), capacity=5)
            visit(state, "sultans-palace")
            assert state.actor == 1, "one good less is not enough"
    for missing in range(4):
        stock = [5] * 4
        stock[missing] = numbers[missing] - 1
        state = start()
        state.sultan = price
        give(state, goods="-".join(map(str, stock)), capacity=5)
        visit(state, "sultans-palace")
        assert state.actor == 1, "the goods named must be there"


def test_i16_any_good_is_chosen_in_the_order_of_the_goods() -> None:
    state = start()
    state.sultan = 10
    give(state, goods="3-2-4-3", capacity=5)
    visit(state, "sultans-palace")
    state.play("act")
    assert legal(state) == ["give fabric", "give fruit"]  # after jewellery nothing would be left to give
    state.play("give fruit")
    assert legal(state) == ["give fruit", "give jewellery"]
    state.play("give jewellery")
    assert (goods_of(state), state.player[0].rubies) == ("1-0-1-0", 1)


def test_i16_the_last_ruby_ends_it() -> None:
    state = start()
    state.sultan = 10
    give(state, goods="5-5-5-5", capacity=5)
    visit(state, "sultans-palace")
    play(state, "act", "give fabric", "give fabric")
    assert state.observe(None)["sultan"]["rubies"] == 0
    give(state, 1, goods="5-5-5-5", capacity=5, lira=9)
    visit(state, "sultans-palace")
    state.play("pay")
    assert state.actor == 2


# I17 Mosques


def test_i17_great_mosque_with_three_jewellery() -> None:
    """The rulebook's example: the blue tile for 3 jewellery, 1 of them paid; the fifth assistant comes."""
    state = start()
    state.tiles_taken = 0x1000
    give(state, goods="0-0-0-3", capacity=3)
    visit(state, "great-mosque")
    assert legal(state) == ["pass", "tile blue"]
    state.play("tile blue")
    assert goods_of(state) == "0-0-0-2"
    assert len(stack_of(state)) == 4  # one was left here
    assert state.observe(None)["seats"][0]["supply"] == 0
    assert state.observe(None)["great_mosque"]["tiles"] == {"yellow": 2, "blue": 4}


def test_i17_too_few_goods() -> None:
    state = start()
    state.tiles_taken = 0x1000
    give(state, goods="3-3-1-2", capacity=3)
    visit(state, "great-mosque")
    assert state.actor == 1


@pytest.mark.parametrize(
    ("mosque", "colour", "goods", "after"),
    [
        ("small-mosque", "red", "2-0-0-0", "1-0-0-0"),
        ("small-mosque", "green", "0-2-0-0", "0-1-0-0"),
        ("great-mosque", "yellow", "0-0-2-0", "0-0-1-0"),
        ("great-mosque", "blue", "0-0-0-2", "0-0-0-1"),
    ],
)
def test_i17_each_colour_asks_for_its_good(mosque: str, colour: str, goods: str, after: str) -> None:
    state = start()
    give(state, goods=goods)
    visit(state, mosque)
    assert legal(state) == ["pass", f"tile {colour}"]
    state.play(f"tile {colour}")
    assert goods_of(state) == after
    assert state.observe(None)["seats"][0]["tiles"] == [colour]
    assert state.player[0].rubies == 0


def test_i17_each_colour_once() -> None:
    state = start()
    give(state, goods="2-2-0-0", tiles="red")
    visit(state, "small-mosque")
    assert legal(state) == ["pass", "tile green"]


def test_i17_a_stack_can_run_out() -> None:
    state = start(2)
    state.neutrals = 0
    state.tiles_taken = 0x0002
    give(state, goods="5-0-0-0", capacity=5)
    visit(state, "small-mosque")
    assert state.actor == 1


@pytest.mark.parametrize(
    ("mosque", "has", "takes", "rubies"),
    [
        ("small-mosque", "red", "green", "small_rubies"),
        ("small-mosque", "green", "red", "small_rubies"),
        ("great-mosque", "yellow", "blue", "great_rubies"),
        ("great-mosque", "blue", "yellow", "great_rubies"),
    ],
)
def test_i17_both_colours_of_a_mosque_bring_a_ruby(mosque: str, has: str, takes: str, rubies: str) -> None:
    state = start(3)
    give(state, goods="2-2-2-2", tiles=has)
    visit(state, mosque)
    state.play(f"tile {takes}")
    assert state.player[0].rubies == 1
    assert getattr(state, rubies) == 2
    assert state.small_rubies + state.great_rubies == 5


def test_i17_colours_of_two_mosques_bring_none() -> None:
    state = start()
    give(state, goods="2-2-2-2", tiles="blue yellow")
    visit(state, "small-mosque")
    state.play("tile red")
    assert state.player[0].rubies == 0


@pytest.mark.parametrize(
    ("mosque", "has", "takes"), [("small-mosque", "red", "green"), ("great-mosque", "blue", "yellow")]
)
def test_i17_a_mosque_without_rubies_gives_none(mosque: str, has: str, takes: str) -> None:
    state = start(5)
    state.small_rubies = state.great_rubies = 0
    give(state, goods="2-2-2-2", tiles=has)
    visit(state, mosque)
    state.play(f"tile {takes}")
    assert state.player[0].rubies == 0
    assert (state.small_rubies, state.great_rubies) == (0, 0)


# I17 The yellow tile


def test_i17_yellow_before_moving() -> None:
    state = start()
    give(state, tiles="yellow", lira=2, stack=2, out="tea-house fountain")
    # The merchant stands at the Fountain: the assistant there is not at another place.
    assert legal(state, "yellow") == ["tea-house"]
    state.play("yellow tea-house")
    assert (state.player[0].lira, len(stack_of(state)), out_of(state)) == (0, 3, ["fountain"])
    assert phase_of(state) == "move"


def test_i17_yellow_after_moving_saves_the_turn_of_an_empty_stack() -> None:
    state = start()
    give(state, tiles="yellow", lira=2, stack=0, out="tea-house wainwright")
    step_to(state, "post-office")
    assert legal(state) == ["stop", "yellow wainwright", "yellow tea-house"]
    state.play("yellow wainwright")
    assert legal(state) == ["leave", "stop"]
    state.play("leave")
    assert out_of(state) == ["post-office", "tea-house"]
    assert phase_of(state) == "action"


def test_i17_yellow_before_the_turn_ends() -> None:
    state = start()
    give(state, tiles="yellow", lira=2, stack=3, out="wainwright")
    visit(state, "gemstone-dealer")
    assert legal(state) == ["yellow wainwright", "end"]
    state.play("yellow wainwright")
    assert out_of(state) == ["gemstone-dealer"]
    assert state.actor == 1


def test_i17_yellow_once_a_turn_and_again_in_the_next() -> None:
    state = start(2)
    state.neutrals = 0
    give(state, tiles="yellow", lira=9, stack=1, out="wainwright tea-house post-office")
    play(state, "yellow wainwright")
    assert legal(state, "yellow") == []
    visit(state, "gemstone-dealer")
    assert state.actor == 1
    step_to(state, "fountain")
    assert state.actor == 0
    assert legal(state, "yellow") == ["post-office", "tea-house"]


@pytest.mark.parametrize(("tiles", "lira"), [("yellow", 1), ("red green blue", 9)])
def test_i17_yellow_needs_the_tile_and_two_lira(tiles: str, lira: int) -> None:
    state = start()
    give(state, tiles=tiles, lira=lira, stack=2, out="wainwright tea-house")
    assert legal(state, "yellow") == []


def test_i17_yellow_at_the_fountain() -> None:
    state = start()
    give(state, tiles="yellow", lira=2, stack=2, out="wainwright tea-house")
    step_to(state, "fountain")
    assert legal(state, "yellow") == ["wainwright", "tea-house"]
    state.play("yellow wainwright")
    assert legal(state) == ["pass", "return all"]


def test_i17_yellow_not_before_the_action_elsewhere_nor_for_the_family_member() -> None:
    state = start()
    give(state, tiles="yellow", lira=2, stack=2, out="wainwright tea-house")
    visit(state, "police-station")
    assert legal(state, "yellow") == []
    state.play("send fountain")
    assert legal(state, "yellow") == []


# I18 Gemstone Dealer


def test_i18_a_ruby_for_fifteen() -> None:
    """The rulebook's example."""
    state = start(2)
    state.neutrals = 0
    give(state, lira=16)
    visit(state, "gemstone-dealer")
    state.play("act")
    assert (state.player[0].lira, state.player[0].rubies, state.gemstone) == (1, 1, 16)


def test_i18_not_for_less() -> None:
    state = start(2)
    state.neutrals = 0
    give(state, lira=14)
    visit(state, "gemstone-dealer")
    assert state.actor == 1


def test_i18_the_last_one_costs_twenty_three() -> None:
    state = start()
    state.gemstone = 23
    give(state, lira=50)
    visit(state, "gemstone-dealer")
    state.play("act")
    assert (state.player[0].lira, state.observe(None)["gemstone"]["rubies"]) == (27, 0)
    give(state, 1, lira=50)
    visit(state, "gemstone-dealer")
    state.play("pay")
    assert state.actor == 2


# I19 Capacity


def test_i19_goods_above_capacity_are_lost() -> None:
    state = start()
    give(state, goods="0-2-1-0", lira=0)
    visit(state, "post-office")
    state.play("act")
    assert (goods_of(state), state.player[0].lira) == ("0-2-2-0", 2)
