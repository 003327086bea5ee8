"""What a seat may know: M21. The leak test changes what is hidden without the help of `determinize`."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import serai
from serai.games.morgenland import board, cards, ids
from serai.games.morgenland import state as at
from serai.kernel.check import random_choice
from serai.kernel.state import Event
from tests.morgenland.table import (
    OVER,
    Morgenland,
    first_round,
    give,
    hold,
    new,
    pass_on,
    phase,
    play,
    put,
    resolve,
    rich,
    scene,
    spells,
    stack,
    turn,
)

# The leak test


def swap_figures(state: Morgenland, owner: int, rng: serai.Rng) -> None:
    """Two hidden figures of a player change places."""
    player = state.player[owner]
    hidden = [figure for figure in range(8) if not player.open >> figure & 1]
    if len(hidden) < 2:
        return
    a, b = (hidden[rng.below(len(hidden))] for _ in range(2))
    player.hand = swapped(player.hand, a, b)
    for place in range(15 * owner, 15 * owner + 15):
        state.lying[place] = swapped(state.lying[place], a, b)
    other = {a: b, b: a}
    if state.who == owner and state.figure in other:
        state.figure = other[state.figure]
    for index, packed in enumerate(state.announced):
        if (packed >> 15 & 7) - 1 == owner and (packed >> 18 & 15) - 1 in other:
            named = other[(packed >> 18 & 15) - 1] + 1
            state.announced[index] = packed & ~(15 << 18) | named << 18


def swap_cards(state: Morgenland, seat: int | None, rng: serai.Rng) -> None:
    """Two spell cards that a seat cannot see change places."""
    seen = state.discards
    if seat is not None:
        seen |= state.player[seat].spells | state.player[seat].knows
        if state.drawn and state.strongest(board.TENT, state.refused) == seat:
            seen |= state.drawn
    unseen = [card for card in range(21) if not seen >> card & 1]
    if not unseen:
        return
    a, b = (unseen[rng.below(len(unseen))] for _ in range(2))
    state.draw_pile = swapped(state.draw_pile, a, b)
    state.drawn = swapped(state.drawn, a, b)
    for other, player in enumerate(state.player):
        if other != seat:
            player.spells = swapped(player.spells, a, b)
            player.knows = swapped(player.knows, a, b)


def swap_artifacts(state: Morgenland, seat: int | None, rng: serai.Rng) -> None:
    """Swap an artifact in a pile that a seat has not seen there with one that no one has seen."""
    places = []
    for room in range(5):
        for place in range(6 * room, 6 * room + state.sizes[room]):
            knowers = state.pile[place] >> 3
            known = knowers == 31 if seat is None else knowers >> seat & 1
            if not known and state.pile[place] & 7 != cards.UNSEEN:
                places.append(place)
    if not places:
        return
    a, b = (places[rng.below(len(places))] for _ in range(2))
    kind_a, kind_b = state.pile[a] & 7, state.pile[b] & 7
    state.pile[a] = state.pile[a] & ~7 | kind_b
    state.pile[b] = state.pile[b] & ~7 | kind_a
    kinds = [kind for kind in range(6) if cards.held(state.pool, kind)]
    if kinds:
        new_kind = kinds[rng.below(len(kinds))]
        old_kind = state.pile[a] & 7
        state.pile[a] = state.pile[a] & ~7 | new_kind
        state.pool += cards.ONE[old_kind] - cards.ONE[new_kind]


def swapped(mask: int, a: int, b: int) -> int:
    if (mask >> a & 1) != (mask >> b & 1):
        return mask ^ (1 << a | 1 << b)
    return mask


def other_truth(state: Morgenland, seat: int | None, rng: serai.Rng) -> Morgenland:
    """A position that differs only in what the seat cannot see."""
    other = state.clone()
    for _ in range(6):
        for owner in range(state.players):
            if owner != seat:
                swap_figures(other, owner, rng)
        if state.magic:
            swap_cards(other, seat, rng)
            swap_artifacts(other, seat, rng)
    return other


def stage(state: Morgenland) -> tuple[object, ...]:
    return state.round, state.current, state.resolving, state.moment, len(state.announced), state.effecting


@pytest.mark.parametrize("game", ["pro", "basic", "rich"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_m21_leaks_nothing_in_thousands_of_random_positions(players: int, game: str) -> None:
    """The same observation, the same choices, and, after the same choice, the same one is asked."""
    differed = 0
    for seed in range(3 if game == "basic" else 1):
        state = rich(players) if game == "rich" else new(players, game)
        rng = serai.Rng(f"{players} {game} {seed}")
        while state.actor != OVER:
            for seat in (None, *range(players)):
                other = other_truth(state, seat, rng)
                differed += other.key() != state.key()
                assert other.actor == state.actor
                assert other.observe(seat) == state.observe(seat)
                if seat is not None and state.actor == seat:
                    assert other.legal() == state.legal()
                if seat is not None and state.actor >= 0:
                    check_the_next_question(state, other, seat, rng)
            state.apply(random_choice(state, rng))
    assert differed > 1000


def check_the_next_question(one: Morgenland, other: Morgenland, seat: int, rng: serai.Rng) -> None:
    """Unless the choice brings something hidden to light, the next one asked is the same in both."""
    legal = one.legal() if one.actor == seat else [ids.PASS] if ids.PASS in one.legal() else []
    if not legal or one.phase in (at.BUY, at.TARGET, at.ANSWER, at.BRIBE, at.KEEP, at.SMUGGLE):
        return
    choice = legal[rng.below(len(legal))]
    if one.phase == at.PLACE and choice >= ids.ARTIFACT:
        return
    one, other = one.clone(), other.clone()
    before = stage(one)
    one.apply(choice)
    other.apply(choice)
    if stage(one) == before and stage(other) == before:
        assert (one.actor, one.phase) == (other.actor, other.phase)
        assert one.observe(seat) == other.observe(seat)


# What is hidden, and what is not


def test_m21_strengths_of_unrevealed_figures() -> None:
    state = turn("", "9 market, 2 market")
    assert state.observe(1)["fields"]["market"][0]["figures"] == [2, 9]
    for looker in (0, 2, None):
        group = state.observe(looker)["fields"]["market"][0]
        assert group["figures"] == [None, None]
        assert group["strength"] is None


def test_m21_treasures_and_artifacts_are_open() -> None:
    state = scene("1 crowns")
    give(state, 1, "gem 3", "key")
    seat = state.observe(None)["seats"][1]
    assert seat["treasures"]["gem"] == 3
    assert seat["artifacts"] == {"key": 1}


def test_m21_spell_hands_and_the_draw_pile() -> None:
    state = scene("1 crowns")
    give(state, 1, spells="alms barter")
    assert state.observe(1)["spells"] == ["alms", "barter"]
    for looker in (0, 2, None):
        text = json.dumps(state.observe(looker))
        assert "alms" not in text
        assert state.observe(looker)["seats"][1]["spells"] == 2
    assert state.observe(0)["draw_pile"] == 19


def test_m21_the_two_cards_at_the_tent_are_seen_by_who_draws_them() -> None:
    state = scene("9 tent", "5 tent")
    resolve(state)
    play(state, "draw alms", "draw barter")
    assert state.observe(0)["drawn"] == ["alms", "barter"]
    assert state.observe(1)["drawn"] == [None, None]
    assert "alms" not in json.dumps(state.observe(None))


def test_m21_who_gave_a_spell_away_keeps_knowing_it_until_it_is_played() -> None:
    state = scene("9 tent", "5 tent, 1 market", "1 market")
    give(state, 1, lamp=True)
    resolve(state)
    play(state, "draw alms", "draw barter", "spell alms")
    assert state.observe(0)["seats"][1]["known_spells"] == ["barter"]
    assert state.observe(1)["seats"][0]["known_spells"] == []
    assert state.observe(2)["seats"][1]["known_spells"] == []
    rng = serai.Rng(1)
    for _ in range(20):
        assert spells(state.determinize(0, rng), 1) == ["barter"]
    assert {spells(state.determinize(2, rng), 1)[0] for _ in range(60)} > {"barter"}
    give(state, 1, "gem 1")
    play(state, "spell barter")
    assert state.player[0].knows == 0


def test_m21_who_searched_a_pile_keeps_knowing_it() -> None:
    state = scene("1 crowns")
    give(state, 0, spells="mirage", lamp=True)
    hold(state)
    resolve(state)
    play(state, "spell mirage", "field room1", "pass")
    play(state, "deal key", "deal scroll", "deal carpet", "deal key", "artifact carpet")
    mine = state.observe(0)["piles"][0]
    assert (mine["open"], mine["below"]) == ("carpet", ["key", "scroll", "key", "double"])
    theirs = state.observe(1)["piles"][0]
    assert (theirs["open"], theirs["below"]) == ("carpet", [None, None, None, "double"])
    rng = serai.Rng(2)
    below = {tuple(state.determinize(1, rng).observe(0)["piles"][0]["below"]) for _ in range(60)}
    assert len(below) > 5
    assert {piles[3] for piles in below} == {"double"}
    for _ in range(20):
        assert state.determinize(0, rng).observe(0)["piles"] == state.observe(0)["piles"]


def test_m21_artifacts_below_the_top_are_hidden_in_the_basic_game_all() -> None:
    state = first_round(3)
    assert state.observe(0)["piles"][0]["below"] == [None] * 4
    state = first_round(3, "basic")
    assert state.observe(0)["piles"][0] == {"room": "room1", "size": 6, "open": None, "below": [None] * 6}


def test_m21_a_pile_that_was_searched_turns_up_in_the_order_it_was_seen() -> None:
    state = scene("1 room1, 9 guard")
    give(state, 0, "gem 1")
    stack(state, 0, "double", "key", "scroll", known=1)
    resolve(state)
    play(state, "guard 1", "buy", "card 2")
    assert state.observe(1)["piles"][0]["open"] == "key"
    assert phase(state) != "turn-up"


def test_m21_a_figure_seen_going_back_to_the_hand_is_known_there_until_the_next_is_placed() -> None:
    state = turn("", "9 market, 2 tent")
    put(state, 1, "9 market", face_up=True)
    give(state, 0, spells="eye-for-an-eye", lamp=True)
    play(state, "spell eye-for-an-eye", "field market", "place 1 guard")
    assert state.observe(2)["seats"][1]["in_hand"] == [9]
    rng = serai.Rng(3)
    assert all(state.determinize(2, rng).player[1].hand & 1 << 7 for _ in range(30))
    play(state, "place 4 market")
    assert state.observe(2)["seats"][1]["in_hand"] == []


def test_m21_a_figure_seen_leaving_is_known_to_be_out() -> None:
    state = scene("", "9 crowns, 8 market")
    give(state, 0, spells="lunar-eclipse", lamp=True)
    hold(state)
    resolve(state, "crowns")
    play(state, "spell lunar-eclipse", "pass")
    assert state.observe(2)["seats"][1]["out"] == [9]
    assert state.observe(2)["out"] == [1, 2, 4, 5, 6, 7, 8, 9]
    rng = serai.Rng(4)
    strengths = {state.determinize(2, rng).observe(1)["fields"]["market"][0]["figures"][0] for _ in range(80)}
    assert strengths == {1, 2, 4, 5, 6, 7, 8}


@pytest.mark.parametrize("seat", [0, 2, None])
def test_m21_determinize_deals_hidden_figures_evenly_among_what_each_can_still_hold(seat: int | None) -> None:
    state = turn("9 market", "9 crowns, 8 gems, 1 tent")
    put(state, 1, "8 gems", face_up=True)
    rng = serai.Rng(5)
    dealt: Counter[int] = Counter()
    for _ in range(1400):
        other = state.determinize(seat, rng)
        assert other.observe(seat) == state.observe(seat)
        assert other.find(1, 6) == board.FIELDS.index("gems")
        dealt[other.observe(1)["fields"]["crowns"][0]["figures"][0]] += 1
    assert set(dealt) == {1, 2, 4, 5, 6, 7, 9}
    assert all(number == pytest.approx(200, rel=0.3) for number in dealt.values())


def test_m21_determinize_renames_the_target_of_a_play_with_the_figure() -> None:
    state = scene("", "9 market, 2 market, 5 tent")
    give(state, 0, spells="eye-for-an-eye", lamp=True)
    hold(state)
    resolve(state)
    play(state, "spell eye-for-an-eye", "field market", "disc 9")
    assert state.observe(0)["announced"][0]["figure"] == "hidden"
    assert state.observe(1)["announced"][0]["figure"] == "9"
    rng = serai.Rng(6)
    targets = set()
    for _ in range(60):
        other = state.determinize(0, rng)
        target = other.observe(1)["announced"][0]
        assert target["field"] == "market"
        targets.add(target["figure"])
    assert len(targets) > 5


def test_m21_events_of_hidden_things_are_told_to_their_owner_alone() -> None:
    state = turn()
    events = play(state, "place 9 market")
    figure = next(event for event in events if event.kind == "figure")
    assert figure.seen_by(0).about == "9"
    assert figure.seen_by(1).about == figure.seen_by(None).about == ""
    assert figure.seen_by(1).amount == 0
    state = scene("9 tent", "5 tent")
    resolve(state)
    events = play(state, "draw alms", "draw barter", "spell alms")
    gained = [event for event in events if event.kind == "spell"]
    assert [(event.seat, event.seen_by(2).about) for event in gained] == [(0, ""), (1, "")]
    assert gained[1].seen_by(1).about == "barter"


def about(events: list[Event], kind: str, looker: int | None) -> list[str]:
    """What an observer learns from events of a kind; the choice itself is secret if one of them is."""
    return [event.seen_by(looker).about for event in events if event.kind == kind and event.secret]


def test_m21_cards_drawn_at_the_tent_are_told_to_who_draws_them_alone() -> None:
    state = scene("9 tent", "5 tent")
    resolve(state)
    events = play(state, "draw alms", "draw barter")
    assert about(events, "draw", 0) == ["alms", "barter"]
    assert about(events, "draw", 1) == about(events, "draw", None) == ["", ""]


def test_m21_which_hidden_figure_is_meant_is_told_to_its_owner_alone() -> None:
    state = scene("", "9 market, 2 market, 5 tent")
    give(state, 0, spells="eye-for-an-eye", lamp=True)
    hold(state)
    resolve(state)
    events = play(state, "spell eye-for-an-eye", "field market", "disc 9")
    assert about(events, "aim", 1) == ["9"]
    assert about(events, "aim", 0) == [""]


def test_m21_an_own_hidden_figure_that_is_named_is_told_to_its_owner_alone() -> None:
    state = scene("9 market, 2 tent")
    give(state, 0, spells="latecomer", lamp=True)
    resolve(state)
    events = play(state, "spell latecomer", "figure 9")
    assert about(events, "aim", 0) == ["9"]
    assert about(events, "aim", 1) == [""]


def test_m21_what_a_search_finds_is_told_to_the_searcher_alone() -> None:
    state = scene("1 crowns")
    give(state, 0, spells="mirage", lamp=True)
    hold(state)
    resolve(state)
    events = play(state, "spell mirage", "field room1", "pass", "deal key")
    assert about(events, "search", 0) == ["key"]
    assert about(events, "search", 3) == [""]


def test_m21_figures_that_leave_together_do_not_tell_by_their_order() -> None:
    """The hidden one is reported last, whether it is weaker or stronger than the open one."""
    for hidden in (2, 9):
        state = scene("", f"5 market, {hidden} market")
        put(state, 1, "5 market", face_up=True)
        give(state, 0, spells="baksheesh", lamp=True)
        hold(state)
        resolve(state)
        events = play(state, "spell baksheesh", "pass")
        assert [event.secret for event in events if event.kind == "figure"] == [False, True]


@pytest.mark.parametrize("other", [2, 7])
def test_m20_m21_baksheesh_the_questions_do_not_tell_which_hidden_figure_went_back(other: int) -> None:
    """He takes one of two hidden figures back, the stronger or the weaker one, and is asked once more."""
    state = scene("", f"5 market, {other} market")
    give(state, 0, spells="baksheesh", lamp=True)
    give(state, 1, "gem 9")
    hold(state)
    resolve(state)
    play(state, "spell baksheesh", "pass", "figure 5")
    assert (phase(state), state.actor) == ("answer", 1)
    assert state.observe(0)["fields"]["market"][0]["figures"] == [None]


@pytest.mark.parametrize("hidden", [2, 9])
def test_m20_m21_baksheesh_open_figures_go_back_before_hidden_ones(hidden: int) -> None:
    state = scene("", f"5 market, {hidden} market")
    put(state, 1, "5 market", face_up=True)
    give(state, 0, spells="baksheesh", lamp=True)
    give(state, 1, "gem 9")
    hold(state)
    resolve(state)
    play(state, "spell baksheesh", "pass")
    other = state.clone()
    play(state, "figure 5")
    assert [state.text(choice) for choice in state.legal()] == ["pay", f"figure {hidden}"]
    play(other, f"figure {hidden}")
    assert [other.text(choice) for choice in other.legal()] == ["pay"]


def test_m20_m21_baksheesh_dealt_again_in_the_middle_leads_into_no_dead_end() -> None:
    """Whatever the figures become, as many of them go back as must."""
    state = scene("", "4 market, 5 market, 6 market, 7 market")
    give(state, 0, spells="baksheesh", lamp=True)
    give(state, 1, "gem 2")
    hold(state)
    resolve(state)
    play(state, "spell baksheesh", "pass", "figure 5")
    rng = serai.Rng(7)
    for _ in range(60):
        other = state.determinize(0, rng)
        while phase(other) == "answer":
            assert other.legal()
            other.apply(other.legal()[0])
        assert len(other.observe(0)["fields"]["market"]) == 1


def test_m21_the_searcher_sees_each_artifact_when_it_is_dealt_and_nobody_else_does() -> None:
    state = scene("5 room1, 9 guard")
    give(state, 0, spells="abracadabra", lamp=True)
    hold(state)
    resolve(state, "room1")
    state.play("spell abracadabra")
    pass_on(state)
    assert phase(state) == "search"
    choice = state.parse("deal scroll")
    assert [state.seen_text(choice, seat) for seat in (0, 1, None)] == ["deal scroll", "deal ?", "deal ?"]
    state.apply(choice)
    assert "scroll" in state.observe(0)["piles"][0]["below"]
    for seat in (1, 2, 3, None):
        assert set(state.observe(seat)["piles"][0]["below"]) == {None}
