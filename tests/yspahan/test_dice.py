"""Setup, dice and tower: Y1 to Y5."""

import pytest

import serai
from serai.games.yspahan import dice, ids
from tests.yspahan.table import SIX_GROUPS, day, finish_day, give, legal, new, play


def tower(state: serai.State) -> dict[str, tuple[int, int, int]]:
    groups = state.observe(None)["tower"]
    return {g["field"]: (g["value"], g["white"], g["yellow"]) for g in groups}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_y1_setup(players: int) -> None:
    state = new(players)
    seen = state.observe(0)
    assert (seen["week"], seen["day"], seen["supervisor"]) == (1, 1, "centre")
    assert len(seen["seats"]) == players
    for seat in seen["seats"]:
        assert (seat["gold"], seat["camels"], seat["cards"], seat["score"]) == (2, 0, 0, 0)
        assert seat["buildings"] == seat["shops"] == []
    assert seen["deck"] == 18
    assert seen["discards"] == seen["caravan"] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_y1_the_start_player_is_chosen_at_random(players: int) -> None:
    state = new(players)
    assert state.actor == serai.CHANCE
    assert legal(state, "start") == [str(seat + 1) for seat in range(players)]
    rng = serai.Rng(1)
    drawn = [state.sample(rng) - ids.START for _ in range(3000)]
    for seat in range(players):
        assert drawn.count(seat) == pytest.approx(3000 / players, rel=0.1)
    state.play("start 2")
    assert state.actor == 1


@pytest.mark.parametrize(("gold", "most"), [(1, 1), (2, 2), (3, 3), (9, 3)])
def test_y2_up_to_three_yellow_dice_for_one_gold_each(gold: int, most: int) -> None:
    state = new()
    state.player[0].gold = gold
    state.play("start 1")
    assert legal(state, "yellow") == [str(number) for number in range(most + 1)]
    state.play(f"yellow {most}")
    assert state.player[0].gold == gold - most
    assert state.bought == most


def test_y2_without_gold_the_roll_comes_at_once() -> None:
    state = new()
    state.player[0].gold = 0
    state.play("start 1")
    assert state.actor == serai.CHANCE
    state.play(SIX_GROUPS)
    assert state.actor == 0


@pytest.mark.parametrize(("players", "white"), [(2, 8), (3, 9), (4, 9)])
@pytest.mark.parametrize("yellow", [0, 1, 2, 3])
def test_y2_the_right_number_of_dice_is_rolled(players: int, white: int, yellow: int) -> None:
    state = new(players)
    state.player[0].gold = 3
    state.play("start 1")
    state.play(f"yellow {yellow}")
    with pytest.raises(serai.TooMany):
        state.legal()
    roll = state.text(state.sample(serai.Rng(5)))
    thrown, _, bought = roll.removeprefix("roll ").partition(" +")
    assert len(thrown.replace(" ", "")) == white
    assert len(bought) == yellow
    for wrong in ("roll " + "1" * (17 - white), f"roll {'1' * white}" + (" +1" if yellow != 1 else " +11")):
        with pytest.raises(serai.IllegalMove):
            state.play(wrong)
    with pytest.raises(serai.IllegalMove):
        state.play("take gold")
    state.play(roll)


def test_y2_every_die_shows_every_face_equally_often() -> None:
    state = new()
    state.play("start 1")
    state.play("yellow 1")
    rng = serai.Rng(11)
    white = [0] * 7
    yellow = [0] * 7
    for _ in range(4000):
        roll = state.sample(rng) - ids.ROLL
        for face in dice.HANDFULS[dice.white_of(roll)]:
            white[face] += 1
        for face in dice.HANDFULS[dice.yellow_of(roll)]:
            yellow[face] += 1
    for face in range(1, 7):
        assert white[face] == pytest.approx(6000, rel=0.05)
        assert yellow[face] == pytest.approx(4000 / 6, rel=0.12)


def test_y2_rolls_are_numbered_without_gaps() -> None:
    numbers = {
        dice.roll_number(dice.NUMBER_OF[white], dice.NUMBER_OF[yellow])
        for white in dice.HANDFULS[dice.FIRST_WHITE :]
        for yellow in dice.HANDFULS[: dice.NUM_YELLOW]
    }
    assert numbers == set(range(dice.NUM_ROLLS))
    assert ids.ROLL + dice.NUM_ROLLS == ids.NUM_ACTIONS


def test_y3_worked_example_of_the_rulebook() -> None:
    state = day(roll="roll 11 33 55 666 +12", yellow=2)
    assert tower(state) == {
        "camels": (1, 2, 1),
        "sack": (2, 0, 1),
        "barrel": (3, 2, 0),
        "chest": (5, 2, 0),
        "gold": (6, 3, 0),
    }


@pytest.mark.parametrize(
    ("roll", "fields"),
    [
        ("roll 444444444", {"camels": 4}),
        ("roll 2222 55555", {"camels": 2, "gold": 5}),
        ("roll 1 3333 6666", {"camels": 1, "sack": 3, "gold": 6}),
        ("roll 1 2 4 555555", {"camels": 1, "sack": 2, "barrel": 4, "gold": 5}),
        ("roll 1 2 4 5 66666", {"camels": 1, "sack": 2, "barrel": 4, "chest": 5, "gold": 6}),
        (SIX_GROUPS, {"camels": 1, "sack": 2, "barrel": 3, "chest": 4, "amphora": 5, "gold": 6}),
    ],
)
def test_y3_groups_fill_the_tower_from_below_and_the_highest_lies_on_gold(
    roll: str, fields: dict[str, int]
) -> None:
    assert {field: group[0] for field, group in tower(day(roll=roll)).items()} == fields


def test_y4_yellow_dice_leave_after_the_start_players_action() -> None:
    state = day(roll="roll 11 33 55 666 +12", yellow=2, gold=0)
    play(state, "take camels", "collect")
    assert state.player[0].camels == 3
    assert state.actor == 0, "asked for a building"
    assert tower(state) == {"barrel": (3, 2, 0), "chest": (5, 2, 0), "gold": (6, 3, 0)}
    state.play("build pasture")
    assert state.actor == 1
    assert legal(state, "take") == ["barrel", "chest", "gold"]


@pytest.mark.parametrize("action", ["supervisor W1", "draw", "place sack.A1"])
def test_y4_yellow_dice_leave_whatever_the_action_was(action: str) -> None:
    state = day(roll="roll 11 22 55 666 +24", yellow=2, gold=0)
    play(state, "take sack" if action.startswith("place") else "take camels", action)
    if action == "draw":
        play(state, "deal swap", "end")
    while state.actor == 0:
        state.play(legal(state)[0])
    assert all(yellow == 0 for _, _, yellow in tower(state).values())
    assert "barrel" not in tower(state), "a field of yellow dice alone is empty"


def test_y4_only_the_start_player_profits() -> None:
    state = day(roll="roll 111 2 33 555 +55", yellow=2, gold=0)
    play(state, "take camels", "collect", "end")
    assert state.actor == 1
    play(state, "take gold", "collect")
    assert state.player[1].gold == 2 + 3


def test_y5_each_player_takes_a_group_clockwise_from_the_start_player() -> None:
    state = new(3)
    play(state, "start 2", "yellow 0", "roll 1111 22 3 55")
    order = []
    for field in ("camels", "sack", "barrel"):
        order.append(state.actor)
        assert field in legal(state, "take")
        play(state, f"take {field}", "supervisor centre" if "supervisor centre" in legal(state) else "draw")
        if state.actor == serai.CHANCE:
            state.play("deal swap") if "swap" in legal(state, "deal") else state.apply(state.legal()[0])
        if "end" in legal(state):
            state.play("end")
    assert order == [1, 2, 0]
    assert (state.day, state.starter) == (2, 2)


def test_y5_a_taken_group_is_gone_and_taking_is_mandatory() -> None:
    state = day()
    assert legal(state) == [f"take {f}" for f in ("camels", "sack", "barrel", "chest", "amphora", "gold")]
    play(state, "take camels", "collect", "end")
    assert state.actor == 1
    assert legal(state) == [f"take {f}" for f in ("sack", "barrel", "chest", "amphora", "gold")]


def test_y5_left_over_dice_do_not_stay_for_the_next_day() -> None:
    state = day(3)
    finish_day(state)
    assert state.day == 2
    assert tower(state) == {}


def test_y5_nothing_may_be_done_before_taking_without_cards() -> None:
    state = day()
    give(state, 0, gold=9, camels=9)
    assert not legal(state, "build")
    assert not legal(state, "end")
