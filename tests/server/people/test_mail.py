"""Mail to a real mail server: confirming an address, turn notifications, unsubscribing."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Empty, Queue
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller

from serai.kernel.errors import BadOption
from serai.server.errors import Refusal
from serai.server.people.mail import checked_address, mail_server
from tests.server.people.test_accounts import HTML, code, register
from tests.server.server_process import PATIENCE, Player, ServerProcess, new_table

SITE = "https://serai.example"


class Letterbox:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.mails: Queue[EmailMessage] = Queue()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.put(mail)
        return "250 OK"

    def next(self) -> EmailMessage:
        return self.mails.get(timeout=PATIENCE)


@pytest.fixture(scope="module")
def letters() -> Iterator[tuple[Letterbox, int]]:
    box = Letterbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    running = Controller(box, "127.0.0.1", port)
    running.start()
    yield box, port
    running.stop()


@pytest.fixture(scope="module")
def post(letters: tuple[Letterbox, int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(
        tmp_path_factory.mktemp("data"),
        *("--synchronous", "normal", "--workers", "1", "--site", SITE),
        *("--smtp", f"smtp://127.0.0.1:{letters[1]}", "--mail-from", "server@serai.example"),
    )
    yield running
    running.stop()


def path_in(mail: EmailMessage, kind: str) -> str:
    found = re.search(rf"{SITE}(/mail/{kind}/\S+)", mail.get_content())
    assert found
    return found[1]


def confirmed(client: httpx.Client, box: Letterbox, address: str) -> None:
    assert client.post("/account/mail", data={"mail": address}).status_code == 303
    path = path_in(box.next(), "confirm")
    assert address in client.get(path, headers=HTML).text
    assert "unconfirmed" in client.get("/account", headers=HTML).text
    assert client.post(path).status_code == 200
    assert "You get an e-mail at" in client.get("/account", headers=HTML).text


def test_a_mail_when_it_is_your_turn(post: ServerProcess, letters: tuple[Letterbox, int]) -> None:
    box = letters[0]
    with post.client() as absent, post.client() as other:
        name = register(absent)
        confirmed(absent, box, "absent@example.org")
        path = new_table(absent, players=3, level_1="open", public="1")
        other.post(f"{path}/sit")
        player = Player(other, path)
        while player.scene["actor"] != 0:
            if player.asked:
                player.choose(player.options[0])
            else:
                player.hear()
        mail = box.next()
        assert mail["To"] == "absent@example.org"
        assert mail["From"] == "Serai <server@serai.example>"
        assert mail["Auto-Submitted"] == "auto-generated"
        assert "Yspahan" in mail["Subject"]
        assert name in mail.get_content()
        assert f"{SITE}{path}" in mail.get_content()
        stop = path_in(mail, "stop")
        assert mail["List-Unsubscribe"] == f"<{SITE}{stop}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        # Looking at the link does nothing; one click does it, from wherever it comes.
        assert absent.get(stop, headers=HTML).status_code == 200
        assert "You get an e-mail at" in absent.get("/account", headers=HTML).text
        with post.client() as provider:
            body = {"List-Unsubscribe": "One-Click"}
            assert provider.post(stop, data=body, headers={"Origin": "null"}).status_code == 200
        assert "You get an e-mail at" not in absent.get("/account", headers=HTML).text
        player.close()
        with pytest.raises(Empty):
            box.mails.get_nowait()


def test_links_serve_one_purpose(post: ServerProcess, letters: tuple[Letterbox, int]) -> None:
    box = letters[0]
    with post.client() as client:
        register(client)
        client.post("/account/mail", data={"mail": "first@example.org"})
        right = path_in(box.next(), "confirm")
        number, signature = right.rpartition("/")[2].split(".")
        for wrong in (
            right.replace("confirm", "stop"),
            f"/mail/confirm/{int(number) + 1}.{signature}",
            f"/mail/confirm/{number}.{signature[:-1]}",
            f"/mail/confirm/{number}.",
            f"/mail/confirm/{number}.ünï",
            "/mail/confirm/x.y",
            f"/mail/confirm/{'9' * 30}.{signature}",
        ):
            assert code(client.get(wrong)) == code(client.post(wrong)) == "wrong-link"
        assert code(client.get(right.replace("confirm", "other"))) == "no-page"
        client.post("/account/mail", data={"mail": "second@example.org"})
        box.next()
        assert code(client.post(right)) == "wrong-link"  # it was for another address
        client.post("/account/mail", data={"forget": "1"})
        assert "second@example.org" not in client.get("/account", headers=HTML).text
        assert code(client.post("/account/mail", data={"mail": "no address"})) == "bad-address"


def test_a_server_without_mail(client: httpx.Client) -> None:
    register(client)
    assert code(client.post("/account/mail", data={"mail": "a@example.org"})) == "no-mail"
    assert code(client.get("/mail/stop/1.x")) == "no-mail"
    assert 'id="mail"' not in client.get("/account", headers=HTML).text


@pytest.mark.parametrize(
    "address",
    ["", "x", "x@y", "a b@example.org", "a@b@example.org", "x@example.org\nBcc: y@z.org", "é@example.org"],
)
def test_invalid_addresses(address: str) -> None:
    with pytest.raises(Refusal, match="bad-address"):
        checked_address(address)


def test_settings_of_mail() -> None:
    found = mail_server("smtp+starttls://me:p%40ss@mail.example", "a@example.org", "https://x.example/")
    assert (found.host, found.port, found.user, found.password) == ("mail.example", 587, "me", "p@ss")
    assert found.site == "https://x.example"
    for url, sender, site in (
        ("http://mail.example", "a@example.org", SITE),
        ("smtp://", "a@example.org", SITE),
        ("smtp://mail.example", None, SITE),
        ("smtp://mail.example", "nobody", SITE),
        ("smtp://mail.example", "a@example.org", None),
        ("smtp://mail.example", "a@example.org", "x.example"),
    ):
        with pytest.raises(BadOption):
            mail_server(url, sender, site)
