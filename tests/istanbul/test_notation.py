"""Choices as text, and the table as text."""

from __future__ import annotations

import pytest

import serai
from serai.games.istanbul import ids, notation
from serai.kernel.check import random_choice
from tests.istanbul.table import figures, give, new, play, start, visit


def test_every_choice_has_its_own_text_and_is_read_back() -> None:
    texts = [notation.text(choice) for choice in range(ids.NUM_ACTIONS)]
    assert len(set(texts)) == len(texts) == len(notation.TEXTS)
    assert [notation.parse(text) for text in texts] == list(range(ids.NUM_ACTIONS))
    assert all(text == text.lower() for text in texts)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("move wainwright", ids.MOVE),
        ("pick up", ids.PICK_UP),
        ("pick up neutral", ids.PICK_UP_NEUTRAL),
        ("leave", ids.LEAVE),
        ("stop", ids.STOP),
        ("pay", ids.PAY),
        ("act", ids.ACT),
        ("pass", ids.PASS),
        ("send gemstone-dealer", ids.SEND + 15),
        ("return all", ids.RETURN_ALL),
        ("return wainwright", ids.RETURN),
        ("done", ids.DONE),
        ("buy jewellery", ids.BUY + 3),
        ("keep", ids.KEEP),
        ("turn 5", ids.TURN + 3),
        ("reroll", ids.REROLL),
        ("name 12", ids.NAME + 9),
        ("take fruit", ids.TAKE + 2),
        ("sell 2 spice", ids.SELL + 8),
        ("give fabric", ids.GIVE),
        ("tile blue", ids.TILE + 3),
        ("draw", ids.DRAW),
        ("draw open", ids.DRAW_OPEN),
        ("discard any-goods", ids.DISCARD + 9),
        ("catch card", ids.CATCH_FOR_CARD),
        ("catch lira", ids.CATCH_FOR_LIRA),
        ("governor", ids.GOVERNOR),
        ("smuggler fabric", ids.SMUGGLER),
        ("smuggler back", ids.SMUGGLER_BACK),
        ("yellow tea-house", ids.YELLOW + 8),
        ("end", ids.END),
        ("card good spice", ids.CARD_GOOD + 1),
        ("card lira", ids.CARD_LIRA),
        ("card sultan", ids.CARD_SULTAN),
        ("card post", ids.CARD_POST),
        ("card gemstone", ids.CARD_GEMSTONE),
        ("card home card", ids.CARD_HOME_FOR_CARD),
        ("card home lira", ids.CARD_HOME_FOR_LIRA),
        ("card stay", ids.CARD_STAY),
        ("card far wainwright", ids.CARD_FAR),
        ("card assistant fabric-warehouse", ids.CARD_ASSISTANT + 1),
        ("card any-goods", ids.CARD_ANY_GOODS),
        ("start 5", ids.START + 4),
        ("deal any-goods", ids.DEAL + 9),
        ("demand large 1-1-0-3", ids.DEMAND + 6),
        ("roll 1 1", ids.ROLL),
        ("roll 6 6", ids.ROLL + 20),
        ("lay fountain b2", ids.LAY + 16 * 6 + 5),
    ],
)
def test_ids_keep_their_meaning(text: str, choice: int) -> None:
    assert notation.parse(text) == choice
    assert notation.text(choice) == text


def test_capitals_and_spaces_do_not_matter() -> None:
    assert notation.parse("  Move   TEA-House ") == notation.parse("move tea-house")


@pytest.mark.parametrize(
    "text", ["", "move", "move tea", "roll 5 2", "roll 7 7", "sell 6 spice", "name 2", "turn 4"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(serai.BadNotation):
        notation.parse(text)


@pytest.mark.parametrize("choice", [-1, ids.NUM_ACTIONS])
def test_other_ids_have_no_text(choice: int) -> None:
    with pytest.raises(serai.BadNotation):
        notation.text(choice)


def test_a_typo_is_answered_with_the_nearest_choice() -> None:
    with pytest.raises(serai.BadNotation, match="did you mean 'move tea-house'"):
        new().parse("move teahuose")


def test_an_illegal_choice_is_refused_with_a_reason() -> None:
    state = start()
    before = state.key()
    with pytest.raises(serai.IllegalMove, match="'end' is not possible now: seat 1 may choose move"):
        state.play("end")
    assert state.key() == before


def board_of(state: serai.State, seat: int | None = 0) -> str:
    return serai.game("istanbul").board(state.observe(seat))


def test_the_board_shows_places_figures_and_seats() -> None:
    state = start(2, layout="short", variant="neutral-assistants")
    give(state, 0, goods="1-0-2-0", tiles="red", hand="stay", lira=7)
    give(state, 1, hand="any-goods")
    figures(state, governor="tea-house", smuggler="tea-house")
    text = board_of(state)
    lines = text.split("\n")
    assert "15 great-mosque" in lines[4]
    assert "14 small-mosque" in lines[4]
    assert "yellow 2 blue 2 R2" in lines[5]
    assert "|G S  " in text
    assert "M1 M2" in text
    assert "M*" in text
    assert "F1 F2" in text
    assert "buys 1-2-1-1" in text
    assert "15 lira, R9" in text
    assert "cart 1-0-2-0 of 2  stack *aaa" in text
    assert "your cards: stay" in text
    assert "any-goods" not in text
    assert "your cards" not in board_of(state, None)


@pytest.mark.parametrize(
    ("place", "texts", "shown"),
    [
        ("tea-house", ["name 9", "roll 2 5"], ["seat 1 named 9", "seat 1 rolled 2 and 5"]),
        ("small-market", ["act", "sell 1 fabric"], ["can sell 1-2-1-1 and has sold 1 so far"]),
        ("caravanserai", ["act"], ["still takes 2 cards"]),
        ("sultans-palace", ["act"], ["still gives 1 of any goods"]),
        ("police-station", ["send tea-house"], ["family member of seat 1 acts at tea-house"]),
        ("wainwright", ["act", "smuggler fruit"], ["took fruit from the smuggler"]),
    ],
)
def test_the_board_shows_the_turn(place: str, texts: list[str], shown: list[str]) -> None:
    state = start()
    give(state, goods="2-2-2-2", capacity=3, tiles="red", lira=20, hand="lira")
    figures(state, smuggler="wainwright")
    state.play("card lira")
    visit(state, place)
    play(state, *texts)
    for part in shown:
        assert part in board_of(state)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_board_fits_eighty_columns(players: int) -> None:
    variant = "neutral-assistants" if players < 5 else "none"
    state = new(players, "random", variant)
    rng = serai.Rng(players)
    while state.actor != serai.OVER:
        if state.actor >= 0 and rng.below(4) == 0:
            lines = board_of(state).split("\n")
            assert max(map(len, lines)) <= 79
            assert {len(line) for line in lines if line.startswith(("|", "+"))} == {77}
        state.apply(random_choice(state, rng))
    assert "the game is over" in board_of(state)


def test_the_fullest_place_fits_eighty_columns() -> None:
    five = start(5)
    for seat in range(5):
        give(five, seat, family="great-mosque", merchant="great-mosque", out="great-mosque", lira=100)
    figures(five, governor="great-mosque", smuggler="great-mosque")
    four = start(4, variant="neutral-assistants")
    for seat in range(4):
        give(four, seat, out="great-mosque")
    four.loose = 4 << 3 * 14
    for state, full in ((five, "F1 F2 F3 F4 F5 G S|"), (four, "a1 a2 a3 a4 a*4")):
        lines = board_of(state).split("\n")
        assert max(map(len, lines)) <= 79
        assert any(full in line for line in lines)


@pytest.mark.parametrize(
    ("down", "shown"),
    [
        (0, "0-1-1-0, 2 lira"),
        (1, "1-0-1-0, 2 lira"),
        (2, "1-0-1-0, 3 lira"),
        (3, "1-0-0-1, 3 lira"),
        (4, "1-0-0-1, 4 lira"),
    ],
)
def test_i9_the_board_shows_what_the_post_office_gives(down: int, shown: str) -> None:
    state = start()
    state.post = down
    assert shown in board_of(state)


def test_i4_the_board_shows_what_the_merchants_ask_for() -> None:
    state = start(2)
    give(state, 0, lira=4)
    give(state, 1, merchant="small-mosque")
    visit(state, "small-mosque")
    assert "seat 1 pays 4 lira to the merchants there, or stops" in board_of(state)
