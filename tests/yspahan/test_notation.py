"""Choices as text."""

import pytest

import serai
from serai.games.yspahan import ids, notation
from tests.yspahan.table import day, new


def test_every_choice_has_its_own_text_and_is_read_back() -> None:
    texts = [notation.text(choice) for choice in range(ids.ROLL)]
    assert len(set(texts)) == len(texts) == ids.ROLL
    assert [notation.parse(text) for text in texts] == list(range(ids.ROLL))
    for choice in range(ids.ROLL, ids.NUM_ACTIONS, 997):
        assert notation.parse(notation.text(choice)) == choice


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("yellow 3", ids.YELLOW + 3),
        ("take chest", ids.TAKE + 3),
        ("place chest.C1", ids.PLACE + 37),
        ("supervisor E4", ids.MOVE + 14),
        ("build hoist", ids.BUILD + 5),
        ("card gold-for-points 7", ids.SELL_GOLD + 6),
        ("card swap gold 20", ids.SWAP_GOLD + 19),
        ("card build-without-gold pasture", ids.BUILD_WITHOUT_GOLD),
        ("end", ids.END),
        ("start 4", ids.START + 3),
        ("deal build-without-gold", ids.DEAL + 8),
    ],
)
def test_ids_keep_their_meaning(text: str, choice: int) -> None:
    assert notation.parse(text) == choice
    assert notation.text(choice) == text


def test_capitals_and_spaces_do_not_matter() -> None:
    assert notation.parse("  Place   CHEST.c1 ") == notation.parse("place chest.C1")
    assert notation.text(notation.parse("roll 666 1133  55 + 21")) == "roll 11 33 55 666 +12"


@pytest.mark.parametrize(
    "text", ["", "take", "take chst", "roll", "roll 7", "roll 1234", "roll +1", "place chest.Z9"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(serai.BadNotation):
        notation.parse(text)


def test_a_typo_is_answered_with_the_nearest_choice() -> None:
    with pytest.raises(serai.BadNotation, match="did you mean 'take chest'"):
        new().parse("take chset")


def test_an_illegal_choice_is_refused_with_a_reason() -> None:
    state = day()
    before = state.key()
    with pytest.raises(serai.IllegalMove, match=r"'end' is not possible now: seat 1 may choose take camels"):
        state.play("end")
    assert state.key() == before


def test_a_refusal_names_at_most_eight_choices() -> None:
    state = day()
    with pytest.raises(serai.IllegalMove) as few:
        state.play("end")
    assert str(few.value).endswith(
        "seat 1 may choose take camels, take sack, take barrel, take chest, take amphora, take gold"
    )
    state.play("take camels")
    with pytest.raises(serai.IllegalMove) as many:
        state.play("end")
    assert str(many.value).count(",") == 7
    assert str(many.value).endswith(" …")
