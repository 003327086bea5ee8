"""What the server knows about each game: its view, its drawings, its words."""

from __future__ import annotations

import pytest

import serai
from serai.kernel import registry
from serai.scene.plain import PlainView
from serai.scene.say import SOURCE
from serai.server.tables.games import art_of, game_words, is_plain, title_of, view_of
from tests.games import OURS
from tests.unusual_games import NIM


@pytest.mark.parametrize("name", OURS)
def test_our_games_are_shown_by_their_own_views(name: str) -> None:
    game = serai.game(name)
    say = game_words(game, SOURCE)
    assert not is_plain(name)
    assert view_of(name).about(say) == game.view.about(say)
    assert art_of(name) == game.view.art()
    assert title_of(name) == game.title


@pytest.mark.parametrize("name", OURS)
def test_a_game_speaks_the_readers_language(name: str) -> None:
    game = serai.game(name)
    english, german = (view_of(name).about(game_words(game, language)) for language in (SOURCE, "de"))
    assert english != german


def test_a_game_of_a_single_module_has_no_translations() -> None:
    say = game_words(NIM, "de")
    assert (say.language, say("Take one")) == ("de", "Take one")


def test_a_game_that_is_not_installed_is_called_by_its_name() -> None:
    assert title_of("carcassonne") == "carcassonne"


def test_a_game_without_a_board_is_shown_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LOCAL", {})
    registry.register(NIM)
    assert is_plain("nim")
    assert isinstance(view_of("nim"), PlainView)
    view_of.cache_clear()
