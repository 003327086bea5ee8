"""Kinds of choices: every choice has one, and every kind of a seat's choices has its row in the prompt."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

GAMES = ("istanbul", "morgenland", "yspahan")


def module(game: str, name: str) -> Any:
    return import_module(f"serai.games.{game}.{name}")


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_one_of_its_kind(game: str) -> None:
    ids = module(game, "ids")
    first = dict(zip(ids.KINDS.names, ids.KINDS.first, strict=True))
    assert list(first.values()) == sorted(set(first.values()))
    for choice in (*range(min(ids.NUM_ACTIONS, 500)), ids.NUM_ACTIONS - 1):
        kind, argument = ids.split(choice)
        assert argument >= 0
        assert first[kind] + argument == choice


@pytest.mark.parametrize("game", GAMES)
def test_a_text_names_the_kind_of_its_choice(game: str) -> None:
    ids, notation = module(game, "ids"), module(game, "notation")
    for choice in range(min(ids.NUM_ACTIONS, 500)):
        text = notation.text(choice)
        kind, words = ids.KINDS.read(text)
        assert kind == ids.split(choice)[0]
        assert " ".join((kind, *words)) == text


@pytest.mark.parametrize(
    ("game", "elsewhere"),
    [("istanbul", ()), ("morgenland", ("place",)), ("yspahan", ("supervisor",))],  # these are folded
)
def test_every_kind_that_a_seat_can_choose_has_a_row(game: str, elsewhere: tuple[str, ...]) -> None:
    ids, prompt = module(game, "ids"), module(game, "page.prompt")
    kinds = {ids.split(choice)[0] for choice in range(ids.NUM_SEAT_ACTIONS)}
    if game == "yspahan":  # cards are rows of their hand
        kinds -= set(module(game, "page.reading").CARD_OF)
    assert kinds == {*prompt.ROWS, *elsewhere}
