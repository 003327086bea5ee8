"""Chat at a table: who may write, how much, in which language, and muting."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.scene.say import LANGUAGES
from serai.server.community.chat import AT_ONCE, LONGEST, PHRASES, SHOWN, phrases
from serai.server.errors import Refusal
from serai.server.people.guests import Guest
from serai.server.storage.schema import chat, reports
from serai.server.words import server_words
from tests.server.hub_setup import HubSetup, Page, run_with_hub


async def refused(code: str, act: Awaitable[object]) -> None:
    with pytest.raises(Refusal) as found:
        await act
    assert found.value.code == code


def said(page: Page) -> list[str]:
    return [message["said"]["text"] for message in page.heard() if "said" in message]


def test_phrases_appear_in_each_readers_language(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        one, two = await setup.page(live_table, 0), await setup.page(live_table, 1, "de")
        watching = await setup.page(live_table, None, "nl")
        await setup.chat.speak(live_table, one, None, "well")
        assert said(one) == ["Well played!"]
        assert said(two) == ["Gut gespielt!"]
        assert said(watching) == ["Goed gespeeld!"]
        late = await setup.page(live_table, 1, "nl")
        (chat,) = [message["chat"] for message in late.heard() if "chat" in message]
        assert [line["text"] for line in chat] == ["Goed gespeeld!"]

    run_with_hub(tmp_path, test)


def test_every_phrase_is_translated() -> None:
    for language in LANGUAGES:
        told = phrases(server_words(language))
        assert [row["key"] for row in told] == list(PHRASES)
        assert len({row["text"] for row in told}) == len(PHRASES)


def test_who_may_chat_and_how_much(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        one, two = await setup.page(live_table, 0), await setup.page(live_table, 1)
        watching = await setup.page(live_table, None)
        speak = setup.chat.speak
        await refused("no-chat", speak(live_table, watching, "psst", None))
        await refused("too-long", speak(live_table, one, "x" * (LONGEST + 1), None))
        for wrong in ("", " \n\t ", 3, None, ["a"]):
            await refused("bad-request", speak(live_table, one, wrong, None))
        await refused("bad-request", speak(live_table, one, None, "curse"))
        await speak(live_table, one, " <script>alert(1)</script>\n\x00 two\u202e ", None)
        assert said(two) == ["<script>alert(1)</script> two"]
        for _ in range(int(AT_ONCE) - 1):
            await speak(live_table, one, "again", None)
        await refused("too-many", speak(live_table, one, "again", None))
        await speak(live_table, two, "others are heard", None)
        setup.now += 3.0
        await speak(live_table, one, "later", None)

    run_with_hub(tmp_path, test)


def test_there_is_no_chat_with_bots(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(1, players="2")
        page = await setup.page(live_table, 0)
        assert not any("chat" in message or "people" in message for message in page.heard())
        await refused("no-chat", setup.chat.speak(live_table, page, "hello?", None))

    run_with_hub(tmp_path, test)


def test_muted_messages_are_hidden_from_that_reader(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3)
        pages = [await setup.page(live_table, seat) for seat in range(3)]
        mute = setup.chat.mute
        await setup.chat.speak(live_table, pages[0], "before", None)
        await mute(live_table, pages[1], 0, True)
        (told,) = [message for message in pages[1].heard() if message.get("muted")]
        assert (told["chat"], told["muted"]) == ([], [0])
        await setup.chat.speak(live_table, pages[0], "after", None)
        assert said(pages[1]) == []
        assert said(pages[2]) == ["before", "after"]
        other, _ = await setup.table(2)
        assert not (await setup.page(other, 1)).muted
        tab = await setup.page(live_table, 1)  # on every device
        assert tab.muted == pages[1].muted
        await mute(live_table, pages[1], 0, False)
        assert [line["text"] for line in pages[1].heard()[-1]["chat"]] == ["before", "after"]
        watching = await setup.page(live_table, None)
        await refused("not-yours", mute(live_table, watching, 0, True))
        for wrong in (1, 7):
            await refused("bad-request", mute(live_table, pages[1], wrong, True))

    run_with_hub(tmp_path, test)


def test_a_message_is_reported_once(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        one, two = await setup.page(live_table, 0), await setup.page(live_table, 1)
        await setup.chat.speak(live_table, one, "rude", None)
        (line,) = [message["said"] for message in two.heard() if "said" in message]
        for _ in range(2):
            await setup.chat.report(live_table, two, line["id"])
        assert {"reported": line["id"]} in two.heard()
        rows = await setup.store.read(lambda connection: connection.execute(reports.select()).all())
        assert [(row.chat_id, row.settled) for row in rows] == [(line["id"], False)]
        await refused("no-message", setup.chat.report(live_table, two, line["id"] + 1))
        other, _ = await setup.table(2)
        stranger = await setup.page(other, 0)
        await refused("no-message", setup.chat.report(other, stranger, line["id"]))

    run_with_hub(tmp_path, test)


def test_chat_at_a_waiting_table(tmp_path: Path) -> None:
    """It comes along to the game, at the seat that its writer has then; nobody's words are put into another's
    mouth."""

    async def test(setup: HubSetup) -> None:
        host, one, two = await setup.guests(3)
        fields = {"game": "yspahan", "players": "3", "seat": "0", "public": "1", "others": "open"}
        settings = await setup.hub.settings_for(host, fields | {"level": "random"})
        await setup.lobby.open(host, settings)
        key, english = settings.id, server_words("en")

        async def speak(guest: Guest, words: str) -> None:
            await setup.chat.speak_while_waiting(await setup.lobby.waiting_table(key), guest.id, words, None)

        async def lines(guest: Guest) -> list[tuple[int, str]]:
            room = await setup.lobby.waiting_table(key)
            chat, _ = await setup.chat.waiting_history(room, guest.id, english)
            return [(line["seat"], line["text"]) for line in chat]

        await refused("not-seated", speak(one, "may I?"))
        await setup.lobby.sit(one, key, seat=1)
        await speak(host, "welcome")
        await speak(one, "thanks")
        assert await lines(two) == [(0, "welcome"), (1, "thanks")]
        await setup.lobby.leave(one, key)
        await setup.lobby.sit(two, key, seat=1)
        assert await lines(two) == [(0, "welcome")]
        await setup.chat.set_muted((await setup.lobby.waiting_table(key)).settings, two.id, 0, True)
        assert await lines(two) == []
        await setup.lobby.sit(one, key)  # the last seat: the game begins
        live_table = await setup.hub.get(key)
        page = await setup.page(live_table, 2)
        (chat,) = [message["chat"] for message in page.heard() if "chat" in message]
        assert [(line["seat"], line["text"]) for line in chat] == [(0, "welcome"), (2, "thanks")]

    run_with_hub(tmp_path, test)


def test_a_reported_message_outlives_a_waiting_table(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        host, one = await setup.guests(2)
        fields = {"game": "yspahan", "players": "3", "seat": "0", "public": "1", "others": "open"}

        async def left(report: bool) -> list[str]:
            settings = await setup.hub.settings_for(host, fields)
            await setup.lobby.open(host, settings)
            await setup.lobby.sit(one, settings.id)
            room = await setup.lobby.waiting_table(settings.id)
            await setup.chat.speak_while_waiting(room, host.id, "rude", None)
            (line,), _ = await setup.chat.waiting_history(room, one.id, server_words("en"))
            if report:
                await setup.chat.add_report(settings.id, one.id, line["id"])
            await setup.lobby.leave(one, settings.id)
            await setup.lobby.leave(host, settings.id)
            listed, _ = await setup.lobby.listed()
            assert not listed
            return await setup.store.read(
                lambda connection: list(connection.scalars(sql.select(chat.c.text)))
            )

        assert await left(report=False) == []
        assert await left(report=True) == ["rude"]

    run_with_hub(tmp_path, test)


def test_a_new_viewer_gets_the_last_messages(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        page = await setup.page(live_table, 0)
        for number in range(SHOWN + 5):
            setup.now += 10
            await setup.chat.speak(live_table, page, f"{number}", None)
        late = await setup.page(live_table, 1)
        (chat,) = [message["chat"] for message in late.heard() if "chat" in message]
        assert [line["text"] for line in chat] == [f"{number}" for number in range(5, SHOWN + 5)]
        stored = sql.text("SELECT count(*) FROM chat")
        assert await setup.store.read(lambda connection: connection.scalar(stored)) == SHOWN + 5

    run_with_hub(tmp_path, test)
