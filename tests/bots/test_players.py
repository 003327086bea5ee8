"""The bots that come with Serai: they see what their seat may see, and play the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

import pytest
from librt.vecs import vec

import serai
from serai.bots.bot import Bot, Budget, Situation
from serai.bots.greedy import Greedy
from serai.bots.names import level_names, make_bot
from serai.bots.nets import BadNet, game_evaluator, net_path
from serai.bots.netsearch import EACH, NetSearch, Tried
from serai.bots.players import GreedyBot, NetBot, NetSearchBot, SearchBot
from serai.bots.search import Node, Search
from serai.bots.search_helper import READY, Helper
from serai.kernel.check import random_choice
from serai.kernel.game import Level
from serai.kernel.state import Choices
from tests.games import OURS

GAMES = serai.game_names()


def bots_of_games(wanted: Callable[[Level], bool], *more: str) -> list[tuple[str, str]]:
    """Each game with each of its levels that is wanted, and with some more bots."""
    found = []
    for name in GAMES:
        game = serai.game(name)
        named = zip(level_names(game), game.levels, strict=True)
        bots = [bot for bot in more if not bot.startswith("net") or net_path(game) is not None]
        found += [(name, bot) for bot in (*bots, *(bot for bot, level in named if wanted(level)))]
    return found


def by_work(level: Level) -> bool:
    """Whether it thinks as long on any machine."""
    return level.seconds is None


def errs_most(level: Level) -> bool:
    return level.blur >= 0.2


def middle(name: str, seed: int, choices: int = 120) -> serai.State:
    """A position of a random game in which a seat has something to choose."""
    game = serai.game(name)
    state = game.new(game.players[0])
    rng = serai.Rng(seed)
    number = 0
    while number < choices or state.actor < 0 or len(state.legal()) < 2:
        if state.actor == serai.OVER:  # a short game: an earlier position of another one
            state, number, choices = game.new(game.players[0]), 0, choices // 2
            continue
        state.apply(random_choice(state, rng))
        number += 1
    return state


def ask(bot: Bot, name: str, state: serai.State, seed: str = "s") -> int:
    game = serai.game(name)
    bot.reset(game, game.players[0], game.settings(game.players[0]), state.actor, seed)
    return bot.choose(Situation(state, state.actor), Budget(work=20))


@pytest.mark.parametrize(
    ("name", "bot"), bots_of_games(by_work, "random", "greedy", "search:20", "net", "strongest:4")
)
def test_bots_answer_with_legal_choices_and_the_same_for_the_same_seed(name: str, bot: str) -> None:
    for seed in range(4):
        state = middle(name, seed, 40 * seed)
        before = state.key()
        choice = ask(make_bot(bot, serai.game(name)), name, state)
        assert choice in state.legal()
        assert ask(make_bot(bot, serai.game(name)), name, state) == choice
        assert state.key() == before


@pytest.mark.parametrize(
    ("name", "bot"), bots_of_games(errs_most, "random", "greedy", "search:20", "net", "strongest:4")
)
def test_replacing_hidden_facts_changes_no_choice(name: str, bot: str) -> None:
    for seed in range(6):
        state = middle(name, seed, 30 * seed)
        choice = ask(make_bot(bot, serai.game(name)), name, state)
        for other in range(3):
            twin = state.determinize(state.actor, serai.Rng(other))
            assert ask(make_bot(bot, serai.game(name)), name, twin) == choice


@pytest.mark.parametrize("name", OURS)
def test_levels_have_titles_and_only_the_last_thinks_by_the_clock(name: str) -> None:
    game = serai.game(name)
    assert len({level.title for level in game.levels}) == len(game.levels) >= 5
    assert [level.seconds for level in game.levels] == [None] * (len(game.levels) - 1) + [1.0]
    beyond = f"level{len(game.levels) + 1}"
    with pytest.raises(serai.BadOption, match=f"no bot '{beyond}'"):
        make_bot(beyond, game)


@pytest.mark.parametrize("name", OURS)
def test_names_resolve_to_bots(name: str) -> None:
    game = serai.game(name)
    kinds = {
        "net": NetBot,
        "strongest": NetSearchBot,
        "net:9": NetSearchBot,
        "level4": NetBot,
        "level5": NetSearchBot,
        "classic5": SearchBot,
        "search:9": SearchBot,
    }
    assert {bot: type(make_bot(bot, game)) for bot in kinds} == kinds
    last, best = make_bot("level5", game), make_bot("strongest:30", game)
    assert isinstance(last, NetSearchBot)
    assert isinstance(best, NetSearchBot)
    assert (last.work, last.seconds, best.work) == (None, 1.0, 30)
    assert (last.turns, last.width) == (best.turns, best.width)


def test_without_a_net_the_estimate_plays() -> None:
    """As in an install with neither a C compiler nor NumPy."""
    game = replace(serai.game("yspahan"), package="")
    assert not hasattr(make_bot("level4", game), "rater")
    for name, kind in (("level1", GreedyBot), ("level4", GreedyBot), ("level5", SearchBot)):
        assert type(make_bot(name, game)) is kind
    assert type(make_bot("strongest:20", game)) is SearchBot
    with pytest.raises(BadNet, match="no net"):
        make_bot("net", game)


# What `classic5` chooses with twenty walks in some positions: it stays as it is, to measure others by.
CLASSIC = {
    "yspahan": [10, 10, 97, 48, 5, 97, 97, 4],
    "istanbul": [125, 6, 3, 11, 71, 16, 7, 18],
    "morgenland": [120, 1, 78, 135, 75, 84, 115, 0],
}


@pytest.mark.parametrize("name", OURS)
def test_classic5_plays_unchanged(name: str) -> None:
    found = [ask(make_bot("classic5", serai.game(name)), name, middle(name, seed)) for seed in range(8)]
    assert found == CLASSIC[name]


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_is_kept_while_nothing_unexpected_happens(name: str) -> None:
    """Two choices in a row of one turn: the second search begins with the walks of the first."""
    game = serai.game(name)
    kept = 0
    for seed in range(12):
        state = middle(name, seed, 10 * seed)
        seat = state.actor
        bot = SearchBot(work=24)
        bot.reset(game, state.players, {}, seat, "s")
        state.apply(bot.choose(Situation(state, seat), Budget()))
        first = bot.search
        assert first is not None
        if state.actor != seat:
            continue
        expected = first.base.clone()
        expected.apply_unchecked(bot.choice)
        choice = bot.choose(Situation(state, seat), Budget())
        assert choice in state.legal()
        if expected.observe(seat) == state.observe(seat):
            assert bot.search is first
            kept += 1
        else:
            assert bot.search is not first
    assert kept or name not in OURS  # where turns have several choices


def test_a_tree_advanced_to_a_choice_knows_its_walks() -> None:
    state = middle("yspahan", 1)
    search = Search(state.clone(), state.actor, serai.Rng(1), 2, 4)
    best = search.run(60, 0.0)[0]
    assert best.visits > 1
    search.advance(best.choice)
    assert search.root is best
    assert search.base.key() == after(state, best.choice).key()


def test_a_tree_goes_beyond_the_turns_of_others() -> None:
    """The others' choices have no nodes: what follows the seat's last choice of a turn is its next turn."""
    state = middle("yspahan", 1)
    seat = state.actor
    search = Search(state.clone(), seat, serai.Rng(1), 2, 4)
    best = search.run(120, 0.0)[0]
    assert after(state, best.choice).actor != seat
    later = []
    child = best.first
    while child is not None:
        later.append(child)
        child = child.next
    assert sum(node.visits for node in later) == best.visits - 1
    assert any(node.first is not None for node in later)


def after(state: serai.State, choice: int) -> serai.State:
    twin = state.clone()
    twin.apply(choice)
    return twin


@pytest.mark.parametrize("name", GAMES)
def test_search_is_deterministic_for_seed_and_work(name: str) -> None:
    """Over some turns, so that trees are kept and dropped on the way."""

    def play() -> list[int]:
        state = middle(name, 3)
        game = serai.game(name)
        bots = [make_bot("search:6", game) for _ in range(state.players)]
        for seat, bot in enumerate(bots):
            bot.reset(game, state.players, {}, seat, f"seat {seat}")
        chosen: list[int] = []
        rng = serai.Rng(1)
        while len(chosen) < 12 and state.actor != serai.OVER:
            if state.actor == serai.CHANCE:
                state.apply(state.sample(rng))
                continue
            chosen.append(bots[state.actor].choose(Situation(state, state.actor), Budget()))
            state.apply(chosen[-1])
        return chosen

    assert play() == play()


class Cups(serai.State):
    """A ball lies under one of three cups. The first seat says that it is the left one, or that it is not,
    or tosses a coin; then the game is over."""

    game_name = "cups"
    num_actions = 5
    LEFT, OTHER, TOSS, HEADS, TAILS = range(5)

    def __init__(self) -> None:
        super().__init__()
        self.players = 2
        self.actor = 0
        self.ball = 0  # nobody can see it
        self.won = False

    def choices(self, out: Choices) -> None:
        if self.actor != serai.OVER:
            first, last = (0, 2) if self.actor == 0 else (3, 4)
            for choice in range(first, last + 1):
                out.add(choice)

    def apply_unchecked(self, choice: int) -> None:
        self.actor = serai.CHANCE if choice == self.TOSS else serai.OVER
        self.won = choice == self.HEADS or (choice < self.TOSS and (choice == self.LEFT) == (self.ball == 0))

    def sample(self, rng: serai.Rng) -> int:
        return self.HEADS + rng.below(2)

    def clone(self) -> Cups:
        twin = Cups()
        twin.actor, twin.ball, twin.won = self.actor, self.ball, self.won
        return twin

    def winners(self) -> list[int]:
        return [0 if self.won else 1]

    def estimate(self, out: vec[float]) -> None:
        out[0] = out[1] = 0.5

    def determinize(self, seat: int | None, rng: serai.Rng) -> Cups:
        twin = self.clone()
        twin.ball = rng.below(3)
        return twin


@pytest.mark.parametrize("ball", range(3))
def test_a_search_redeals_what_it_cannot_see(ball: int) -> None:
    """Wherever the ball really is, it finds out how likely it is to lie under each cup."""
    state = Cups()
    state.ball = ball
    search = Search(state, 0, serai.Rng(1), 0, 3)
    found = search.run(300, 0.0)
    assert found[0].choice == Cups.OTHER
    assert min(int(node.visits) for node in found) > 20
    shares = {node.choice: node.total / float(int(node.visits)) for node in found}
    assert shares == pytest.approx({Cups.LEFT: 1 / 3, Cups.OTHER: 2 / 3, Cups.TOSS: 1 / 2}, abs=0.15)


def test_all_choices_of_a_sweep_get_the_same_dice() -> None:
    state = Cups()
    search = Search(state, 0, serai.Rng(1), 0, 3)
    field = sorted(search.candidates(), key=lambda node: node.choice)
    for sweep in range(1, 41):
        search.sweep(field)
        assert [node.visits for node in field] == [sweep] * 3
        assert field[Cups.LEFT].total + field[Cups.OTHER].total == sweep
    assert 5 < field[Cups.LEFT].total < 25
    assert 10 < field[Cups.TOSS].total < 30


def test_chance_is_sampled_several_times() -> None:
    """The mean of all draws counts, not one of them."""
    state, greedy = Cups(), Greedy()
    left, other, toss = greedy.values(state, 0, serai.Rng(1), 64)
    assert (left, other) == (1.0, 0.0)
    assert toss == pytest.approx(0.5, abs=0.2)
    four = {greedy.values(state, 0, serai.Rng(seed), 4)[Cups.TOSS] for seed in range(100)}
    assert four == {0.0, 0.25, 0.5, 0.75, 1.0}


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_has_its_own_time(name: str) -> None:
    """What was spent on a turn counts until others have had theirs."""
    game = serai.game(name)
    state = middle(name, 1)
    seat = state.actor
    bot = SearchBot(work=4)
    bot.reset(game, state.players, {}, seat, "s")
    rng = serai.Rng(1)
    renewed, kept = 0, 0
    while state.actor != serai.OVER and (renewed < 3 or kept < 3):
        if state.actor != seat:
            state.apply(random_choice(state, rng))
            continue
        expected = None if bot.search is None else after(bot.search.base, bot.choice)
        bot.spent = 1000.0
        state.apply(bot.choose(Situation(state, seat), Budget()))
        if expected is not None and expected.actor not in (seat, serai.CHANCE):
            assert bot.spent < 1000.0
            renewed += 1
        else:
            assert bot.spent >= 1000.0
            kept += 1
    assert renewed or name not in OURS
    assert kept
    bot.spent = 1000.0
    bot.reset(game, state.players, {}, seat, "s")
    assert bot.spent == 0.0


@pytest.mark.parametrize("name", OURS)
def test_the_strongest_has_a_time_for_every_turn(name: str) -> None:
    """What was spent counts until it is another's turn."""
    game = serai.game(name)
    state = middle(name, 1)
    seat = state.actor
    bot = make_bot("strongest:4", game)
    assert isinstance(bot, NetSearchBot)
    bot.reset(game, state.players, {}, seat, "s")
    rng = serai.Rng(1)
    spent: set[float] = set()
    while state.actor != serai.OVER and len(spent) < 2:
        if state.actor != seat:
            state.apply(random_choice(state, rng))
            continue
        bot.spent = 1000.0
        state.apply(bot.choose(Situation(state, seat), Budget()))
        assert bot.spent == (1000.0 if state.actor in (seat, serai.CHANCE) else 0.0)
        spent.add(bot.spent)
    assert len(spent) == 2


def test_a_choice_far_behind_at_first_sight_is_not_compared() -> None:
    state = middle("istanbul", 1)
    evaluate = game_evaluator(serai.game("istanbul"))

    def search(near: float) -> NetSearch:
        return NetSearch(evaluate, state.clone(), state.actor, serai.Rng(1), 1, 5, near, 1, 8.0, False)

    priors = [tried.prior for tried in search(1.0).candidates()]
    assert priors[0] > priors[1] > priors[2] > priors[3]
    for near, compared in ((0.0, 0), (priors[0] - priors[2], 3), (1.0, 5)):
        found = search(near).run(40, 0.0)
        assert len(found) == len(priors)
        assert sum(tried.visits > 0 for tried in found) == compared


def crowded_search(name: str) -> NetSearch:
    """A search with a width of three, in a position with many choices."""
    game = serai.game(name)
    state = max((middle(name, seed) for seed in range(20)), key=lambda state: len(state.legal()))
    rng = serai.Rng(1)
    return NetSearch(game_evaluator(game), state.clone(), state.actor, rng, 1, 3, 1.0, 1, 8.0, False)


@pytest.mark.parametrize("name", OURS)
def test_more_choices_are_compared_with_more_walks(name: str) -> None:
    choices = len(crowded_search(name).candidates())
    assert choices > 6
    for work, compared in ((EACH * 4 - 1, 3), (EACH * 4, 4), (EACH * 6, 6)):
        found = crowded_search(name).run(work, 0.0)
        assert len(found) == choices
        assert sum(tried.visits > 0 for tried in found) == compared
        assert sum(int(tried.visits) for tried in found) <= work


@pytest.mark.parametrize("name", OURS)
def test_by_the_clock_the_first_walks_tell_how_many_choices_are_compared(name: str) -> None:
    def first_sweep(seconds: float) -> tuple[int, list[Tried]]:
        search = crowded_search(name)
        field = search.candidates()
        return search.first_sweep(field, 6, perf_counter() + seconds), field

    for seconds, compared in ((0.0, 3), (3600.0, 6)):
        size, field = first_sweep(seconds)
        assert size == compared
        assert [len(tried.values) for tried in field] == [1] * compared + [0] * (len(field) - compared)
        again = crowded_search(name)
        seed = again.rng.next()
        choices = [tried.choice for tried in field[:compared]]
        assert [tried.total for tried in field[:compared]] == again.sweep_values(choices, seed)


def test_other_seats_play_by_the_estimate_in_half_of_the_walks_where_they_are_mixed() -> None:
    state = middle("istanbul", 1)
    seat = state.actor
    evaluate = game_evaluator(serai.game("istanbul"))
    choices = state.legal()[:3]
    searches = {
        mixed: NetSearch(evaluate, state.clone(), seat, serai.Rng(1), 2, 8, 1.0, 1, 8.0, mixed)
        for mixed in (False, True)
    }

    def values(choice: int, rng: serai.Rng, deal: serai.State) -> list[float]:
        """After a choice, with the other seats played by the net and by the estimate."""
        found = []
        for greedy in (False, True):
            after = deal.clone()
            after.apply(choice)
            found.append(searches[False].later(after, rng.clone(), greedy))
        return found

    coins = []
    differ = 0
    for seed in range(24):
        rng = serai.Rng(seed)
        deal = state.determinize(seat, rng)
        plain = [values(choice, rng, deal) for choice in choices]
        assert searches[False].sweep_values(choices, seed) == [by_net for by_net, _ in plain]
        coins.append(rng.below(2) == 0)
        both = [values(choice, rng, deal) for choice in choices]
        assert searches[True].sweep_values(choices, seed) == [two[coins[-1]] for two in both]
        differ += any(by_net != by_estimate for by_net, by_estimate in both)
    assert 6 <= sum(coins) <= 18
    assert differ > 12


@pytest.mark.parametrize("mixed", [False, True])
def test_a_helper_makes_half_the_walks_without_changing_results(mixed: bool) -> None:
    game = serai.game("istanbul")
    state = middle("istanbul", 1)
    found = []
    second = Helper()
    assert second.answers.get() == READY
    second.ready = True
    evaluate = game_evaluator(game)
    search = NetSearch(evaluate, state.clone(), state.actor, serai.Rng(1), 1, 4, 0.1, 1, 8.0, mixed)
    assert second.begin(state, state.actor, 1, 1, mixed)
    asked: list[int] = []

    def ask(choices: list[int], seed: int) -> None:
        asked.append(seed)
        second.ask(choices, seed)

    for helped in (False, True):
        search.rng = serai.Rng(1)
        if helped:
            search.help_with(ask, second.answer)
        ranked = search.run(60, 0.0, 4)
        found.append([(tried.choice, tried.values) for tried in ranked])
    assert found[0] == found[1]
    walks = max(len(values) for _, values in found[0])
    assert walks // 2 - 2 <= len(asked) <= walks // 2
    second.process.kill()
    second.process.wait()
    search.rng = serai.Rng(1)
    assert [(tried.choice, tried.values) for tried in search.run(60, 0.0, 4)] == found[0]
    assert not search.helped
    second.close()


def test_a_helper_stops_when_its_input_ends() -> None:
    second = Helper()
    second.close()
    assert second.process.returncode == 0


def test_a_turn_of_many_choices_stays_within_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only the search moves: each choice takes all that it may."""
    clock = 0.0

    def think(work: int, deadline: float) -> list[Node]:
        nonlocal clock
        clock = deadline
        return thinking.run(1, 0.0)

    monkeypatch.setattr("serai.bots.players.perf_counter", lambda: clock)
    state = middle("yspahan", 1)
    seat = state.actor
    thinking = Search(state, seat, serai.Rng(1), 0, 2)
    bot = SearchBot(seconds=1.0)
    monkeypatch.setattr(bot, "_continued", lambda situation: Thinker(think))
    for _ in range(20):
        before = clock
        bot.choose(Situation(state, seat), Budget())
        assert 0.0 < clock - before < 1.0
    assert clock < 4.0


class Thinker:
    """Stands in for a search."""

    def __init__(self, run: Callable[[int, float], list[Node]]) -> None:
        self.run = run

    def mean(self, node: Node) -> float:
        return node.prior


@pytest.mark.parametrize("name", GAMES)
def test_the_estimate_is_a_share_of_the_win(name: str) -> None:
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


def test_a_situation_does_not_reveal_the_position() -> None:
    state = middle("yspahan", 1)
    situation = Situation(state, state.actor)
    assert situation.observation == state.observe(state.actor)
    assert situation.legal == state.legal()
    public = {name for name in dir(situation) if not name.startswith("_")}
    assert public == {"seat", "legal", "observation", "imagine", "text"}
    assert situation.imagine(serai.Rng(1)) is not state
