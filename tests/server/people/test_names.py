"""Names: none looks like another, or empty."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.lookalikes import UNSEEN, looks, own_name, same, skeleton
from serai.server.people.accounts import claim_name, rename
from serai.server.people.guests import Guest, new_guest
from serai.server.people.names import NAMES, checked_name
from serai.server.storage.migration import migrate
from serai.server.storage.schema import guests, seats
from serai.server.storage.store import Store
from serai.server.tables.settings import BOT_NAMES
from tests.server.databases import url_of
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.people.test_accounts import code, fresh_name, register
from tests.server.server_process import ServerProcess


@pytest.mark.parametrize("unseen", sorted(UNSEEN - {chr(code) for code in range(0xE0101, 0xE01EF)}))
def test_names_have_no_invisible_characters(unseen: str) -> None:
    for name in (f"Ali{unseen}", f"A{unseen}li", unseen * 3, f"{unseen}Ali"):
        with pytest.raises(Refusal) as found:
            checked_name(name)
        assert found.value.code == "name-letters"


@pytest.mark.parametrize(
    "name", ["\u2800\u2800", "A\u0301\u0301", "A\u0300\u0301\u0302\u0303\u0304li", "\u200dAli", "''.", "12"]
)
def test_blank_and_overloaded_names_are_refused(name: str) -> None:
    with pytest.raises(Refusal):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("ꓮdmin", "Аdmin", "a.d.m.i.n", "ADM1N", "Ꭺdmin", "𝐒erai", "5erai", "Serai Team", "the Moderator"),
        *("rnoderator", "ѕуѕтем", "ꓢystem", "H0ST", "b o t", "ᏒᎾᎾᎢ"),
    ],
)
def test_no_one_may_have_the_servers_name(name: str) -> None:
    with pytest.raises(Refusal) as found:
        checked_name(name)
    assert found.value.code == "name-taken"


@pytest.mark.parametrize(
    "name",
    [
        "Şebnem",
        "Nguyễn Thị",
        "Zoë",
        "O'Neill",
        "Иван",
        "Ελένη",
        "李小龍",
        "さくら",
        "محمد",
        "Jean-Luc",
        "Rosa 2",
        "A\u0331\u0325\u0323\u0310li",
        "al A\u0331\u0325\u0323\u0310li",
        "xy",
        "x" * 20,
    ],
)
def test_names_in_all_scripts_are_accepted(name: str) -> None:
    assert checked_name(name) == name


def test_friendly_names_differ() -> None:
    everybody = (*NAMES, *BOT_NAMES)
    assert not [(a, b) for a in everybody for b in everybody if a < b and same(a, b)]


@pytest.mark.parametrize(
    "other", ["Iris", "lris", "1ris", "ꓲris", "Ιriѕ", "iRIS", "Ⅰris", "𝐈ris", "Íris", "I-r.is"]
)
def test_a_name_that_looks_like_an_accounts_is_refused(
    server: ServerProcess, client: httpx.Client, other: str
) -> None:
    own = fresh_name().removeprefix("Sindbad ")
    register(client, f"Iris {own}")
    with server.client() as stranger:
        stranger.post("/play/yspahan")
        refused = stranger.post("/account/name", data={"name": f"{other} {own}"})
        assert code(refused) == "name-taken"
        again = stranger.post(
            "/account/password", data={"name": f"{other} {own}", "password": "four blue doors"}
        )
        assert code(again) == "name-taken"


def test_a_new_guest_has_a_name_that_no_account_has(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        with setup.store.engine.begin() as connection:
            for name in NAMES[:-1]:
                connection.execute(guests.insert().values(name=name, login=looks(name), made_at=0.0))
        for _ in range(3):
            guest, _ = await new_guest(setup.store)
            assert guest.name == NAMES[-1]
        last = guests.insert().values(name=NAMES[-1], login=looks(NAMES[-1]), made_at=0.0)
        await setup.store.write(lambda connection: connection.execute(last))
        guest, _ = await new_guest(setup.store)
        assert guest.name in NAMES

    run_with_hub(tmp_path, test)


def test_no_two_accounts_share_a_skeleton(tmp_path: Path) -> None:
    """The database sees to it, too."""
    store = Store(url_of(tmp_path))
    migrate(store.engine)
    with store.engine.begin() as connection:
        for number in (1, 2):
            connection.execute(guests.insert().values(id=number, name="", made_at=0.0))
        claim_name(connection, 1, "Ali", account=True)
        with pytest.raises(Refusal):
            claim_name(connection, 2, "ꓮli", account=True)
    with pytest.raises(sql.exc.IntegrityError), store.engine.begin() as connection:
        connection.execute(guests.update().where(guests.c.id == 2).values(skeleton=skeleton("Ali")))
    store.close()


def test_accounts_from_before_keep_their_logins(tmp_path: Path) -> None:
    """Of two that look alike already the elder one keeps others away."""
    store = Store(url_of(tmp_path))
    migrate(store.engine, "004")
    with store.engine.begin() as connection:
        old = sql.Table("guests", sql.MetaData(), autoload_with=connection)
        for name, login in (("Ali", "aii"), ("ꓮli", "ꓮii"), ("Bea", "bea"), ("Guest", None)):
            connection.execute(old.insert().values(name=name, login=login, made_at=0.0, mail_on=False))
    migrate(store.engine)
    with store.engine.begin() as connection:
        rows = connection.execute(guests.select().order_by(guests.c.id)).all()
        assert [row.login for row in rows] == ["aii", "ꓮii", "bea", None]
        assert [row.skeleton for row in rows] == [skeleton("Ali"), None, skeleton("Bea"), None]
    store.close()


# At a table


def names_at(setup: HubSetup, key: str) -> list[str]:
    with setup.store.reading.connect() as connection:
        asked = sql.select(seats.c.name).where(seats.c.table_id == key).order_by(seats.c.seat)
        return list(connection.scalars(asked))


async def named(setup: HubSetup, *names: str) -> list[Guest]:
    found = []
    for guest, name in zip(await setup.guests(len(names)), names, strict=True):
        await rename(setup.store, guest, name)
        found.append(Guest(guest.id, name))
    return found


@pytest.mark.parametrize("name", BOT_NAMES[:6])
def test_no_bot_has_the_name_of_the_tables_maker(tmp_path: Path, name: str) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await named(setup, name)
        for _ in range(8):
            fields = {"game": "yspahan", "players": "4", "seat": "3", "level": "random"}
            settings = await setup.hub.settings_for(guest, fields)
            assert [same(occupant.name, name) for occupant in settings.occupants] == [
                False,
                False,
                False,
                True,
            ]
            assert len({occupant.name for occupant in settings.occupants}) == 4

    run_with_hub(tmp_path, test)


def test_a_bot_gives_way_to_a_person(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (host,) = await named(setup, "Host Anna")
        fields = {
            "game": "yspahan",
            "players": "4",
            "seat": "0",
            "others": "open",
            "level_1": "random",
            "public": "1",
        }
        settings = await setup.hub.settings_for(host, fields)
        await setup.lobby.open(host, settings)
        bot = names_at(setup, settings.id)[1]
        first, second = await named(setup, bot, bot.upper())
        await setup.lobby.sit(first, settings.id)
        await setup.lobby.sit(second, settings.id)
        now = names_at(setup, settings.id)
        assert now[2:] == [bot, f"{bot.upper()} 2"]
        assert now[1] in BOT_NAMES
        assert not same(now[1], bot)

    run_with_hub(tmp_path, test)


def test_renaming_goes_by_the_same_rules(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, (first, second) = await setup.table(2, players="3")
        key = live_table.table.settings.id
        bot = names_at(setup, key)[2]
        await rename(setup.store, first, "Zubin")
        await rename(setup.store, second, "Zub1n")
        assert names_at(setup, key)[:2] == ["Zubin", "Zub1n 2"]
        await rename(setup.store, second, bot)
        now = names_at(setup, key)
        assert now[1] == bot
        assert not same(now[2], bot)
        assert len(set(now)) == 3

    run_with_hub(tmp_path, test)


def test_names_that_look_alike_get_numbers() -> None:
    assert own_name("Fox", ["F0x", "fox-2", "Hare"]) == "Fox 3"
