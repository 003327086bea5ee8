"""A form becomes the settings of a table, or is refused."""

from __future__ import annotations

import pytest

import serai
from serai.bots.names import default_level
from serai.server.errors import Refusal
from serai.server.people.guests import Guest
from serai.server.tables.settings import (
    BOT_NAMES,
    DEFAULT_SPEED,
    Occupant,
    Settings,
    bot_occupant,
    make_settings,
    new_key,
)
from tests.unusual_games import AUCTION, NIM

FOX = Guest(7, "Fox")
GAME = serai.game("yspahan")
SEED = bytes(range(32))


def made(**wanted: str) -> Settings:
    return make_settings(GAME, FOX, wanted, SEED)


def test_by_default_four_sit_down_with_usual_bots() -> None:
    settings = made()
    assert settings.players == 4
    assert settings.occupants[0] == Occupant("Fox", guest=7)
    assert {one.level for one in settings.occupants[1:]} == {default_level(GAME)} == {settings.level}
    assert (settings.speed, settings.clock) == (DEFAULT_SPEED, "none")
    assert (settings.public, settings.rated, settings.open) == (False, False, False)
    assert (settings.seed, settings.people, settings.started_at) == (SEED, [0], None)
    assert make_settings(serai.game("morgenland"), FOX, {}).players == 4
    assert make_settings(AUCTION, FOX, {}).players == 7  # or as near to four as the game allows
    assert make_settings(NIM, FOX, {}).players == 2


def test_every_setting_is_respected() -> None:
    settings = made(players="3", seat="2", speed="fast", clock="15+20", public="1", rated="1", level="level1")
    assert (settings.players, settings.people) == (3, [2])
    assert (settings.speed, settings.clock, settings.level) == ("fast", "15+20", "level1")
    assert settings.public
    assert settings.rated
    assert not made(public="yes", rated="0").public


def test_a_seats_own_level_takes_precedence() -> None:
    settings = made(players="4", level="level1", others="level2", level_3="level5")
    assert [one.level for one in settings.occupants] == [None, "level2", "level2", "level5"]
    assert settings.level == "level1"
    some = made(players="4", level="level1", level_1="open")
    assert [one.level for one in some.occupants] == [None, None, "level1", "level1"]
    assert some.occupants[1] == Occupant("")
    assert some.open
    assert made(others="open").occupants[1:] == (Occupant(""),) * 3


def test_a_spectator_has_no_seat() -> None:
    settings = made(seat="watch")
    assert settings.people == []
    assert not settings.open
    assert len({one.name for one in settings.occupants}) == 4


def test_draws_follow_from_the_seed() -> None:
    one, same = made(seat="random"), made(seat="random")
    assert one.occupants == same.occupants
    assert one.id != same.id
    drawn = {make_settings(GAME, FOX, {"seat": "random"}, bytes([n]) * 32).people[0] for n in range(40)}
    assert drawn == {0, 1, 2, 3}


def test_no_bot_has_the_name_of_another_or_of_a_person() -> None:
    taken: list[Occupant] = []
    for _ in BOT_NAMES:
        taken.append(bot_occupant("level1", GAME, taken, SEED))
    assert sorted(one.name for one in taken) == sorted(BOT_NAMES)
    others = [Occupant("  OMAR", guest=1), *(one for one in taken if one.name not in ("Omar", "Selim"))]
    assert bot_occupant("level1", GAME, others, SEED).name == "Selim"


def test_options_are_the_games() -> None:
    game = serai.game("istanbul")
    settings = make_settings(game, FOX, {"option_layout": "long", "players": "2", "game": "x"})
    assert settings.options == {"layout": "long", "variant": "none"}


@pytest.mark.parametrize(
    "wanted",
    [
        {"players": "5"},
        {"players": "1"},
        {"players": "0004"},
        {"players": "-3"},
        {"players": "٣"},
        {"players": "three"},
        {"seat": "4"},
        {"seat": "-1"},
        {"seat": "2", "players": "2"},
        {"speed": "warp"},
        {"clock": "5+11"},
        {"level": "level9"},
        {"level_2": "level0"},
        {"others": "strongest"},
        {"option_layout": "long"},
    ],
)
def test_unknown_names_are_refused(wanted: dict[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        made(**wanted)
    assert refused.value.code == "bad-option"
    assert refused.value.reason


def test_bots_work_for_the_tables_creator() -> None:
    seats = (Occupant("Owl", level="level1"), Occupant("Fox", guest=7), Occupant("Cat", guest=9))
    settings = Settings("t", "yspahan", 3, {}, "calm", SEED, seats, 0.0)
    assert settings.owner == "7"
    assert Settings("t", "yspahan", 3, {}, "calm", SEED, seats, 0.0, made_by=9).owner == "9"
    assert Settings("t", "yspahan", 3, {}, "calm", SEED, seats[:1], 0.0).owner == "t"


def test_a_key_can_be_an_argument() -> None:
    keys = {new_key() for _ in range(300)}
    assert len(keys) == 300
    assert {len(key) for key in keys} == {12}
    assert not any(key.startswith("-") for key in keys)
