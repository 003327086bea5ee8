"""The bots that come with Serai: they see what their seat may see, and play the same for the same seed."""

from __future__ import annotations

import pytest

import serai
from serai.bots.bot import Bot, Budget, RandomBot, Situation
from serai.bots.names import make_bot
from serai.bots.players import GreedyBot, SearchBot
from serai.kernel.check import random_choice

GAMES = serai.game_names()


def middle(name: str, seed: int, choices: int = 120) -> serai.State:
    """A position of a random game in which a seat has something to choose."""
    game = serai.game(name)
    state = game.new(game.players[0])
    rng = serai.Rng(seed)
    number = 0
    while number < choices or state.actor < 0 or len(state.legal()) < 2:
        state.apply(random_choice(state, rng))
        number += 1
    return state


def ask(bot: Bot, name: str, state: serai.State, seed: str = "s") -> int:
    game = serai.game(name)
    bot.reset(game, game.players[0], game.settings(game.players[0]), state.actor, seed)
    return bot.choose(Situation(state, state.actor), Budget())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search:20"])
def test_bots_answer_with_legal_choices_and_the_same_for_the_same_seed(name: str, bot: str) -> None:
    for seed in range(4):
        state = middle(name, seed, 40 * seed)
        before = state.key()
        choice = ask(make_bot(bot, serai.game(name)), name, state)
        assert choice in state.legal()
        assert ask(make_bot(bot, serai.game(name)), name, state) == choice
        assert state.key() == before


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "bot", [RandomBot, GreedyBot, lambda: SearchBot(20)], ids=["random", "greedy", "search"]
)
def test_replacing_hidden_facts_changes_no_choice(name: str, bot: type[Bot]) -> None:
    for seed in range(6):
        state = middle(name, seed, 30 * seed)
        choice = ask(bot(), name, state)
        for other in range(3):
            twin = state.determinize(state.actor, serai.Rng(other))
            assert ask(bot(), name, twin) == choice


@pytest.mark.parametrize("name", GAMES)
def test_the_estimate_is_a_share_of_the_win(name: str) -> None:
    from librt.vecs import vec

    game = serai.game(name)
    for players in range(game.players[0], game.players[1] + 1):
        state = game.new(players)
        rng = serai.Rng(players)
        while state.actor != serai.OVER:
            shares = vec[float]([0.0] * 8)
            state.outlook(shares)
            assert sum(shares) == pytest.approx(1.0)
            assert min(shares) >= 0.0
            for _ in range(29):
                if state.actor != serai.OVER:
                    state.apply(random_choice(state, rng))
        state.outlook(shares)
        winners = state.winners()
        assert [seat for seat in range(players) if shares[seat] > 0] == winners


def test_a_situation_does_not_give_the_position_away() -> None:
    state = middle("yspahan", 1)
    situation = Situation(state, state.actor)
    assert situation.observation == state.observe(state.actor)
    assert situation.legal == state.legal()
    public = {name for name in dir(situation) if not name.startswith("_")}
    assert public == {"seat", "legal", "observation", "imagine", "text"}
    assert situation.imagine(serai.Rng(1)) is not state
