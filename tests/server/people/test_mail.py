"""Mail to a real mail server: confirming an address, turn notifications, unsubscribing."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from serai.kernel.errors import BadOption
from serai.server.errors import Refusal
from serai.server.people.mail import PAUSE, Mail, MailServer, checked_address, mail_server
from serai.server.tasks import end
from tests.server.hub_setup import HubSetup, run_with_hub
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


# The same without a server around it: when mails are sent, and how


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = tmp_path_factory.mktemp("certificate") / "localhost.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(made.public_bytes(Encoding.PEM) + secret)
    return file


class MailHost:
    """A mail server as others run it: with a certificate, for `smtps` or `smtp+starttls`, and a login."""

    def __init__(self, scheme: str, certificate: Path) -> None:
        self.box = Letterbox()
        self.logins: list[bytes] = []
        safe = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        safe.load_cert_chain(certificate)
        with socket.create_server(("localhost", 0)) as free:
            self.port: int = free.getsockname()[1]
        more: dict[str, Any] = {"authenticator": self.log_in, "auth_require_tls": False}
        if scheme == "smtp+starttls":
            more = {"authenticator": self.log_in, "tls_context": safe, "require_starttls": True}
        direct = safe if scheme == "smtps" else None
        self.running = Controller(self.box, "localhost", self.port, ssl_context=direct, **more)

    def log_in(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.logins.append(data.login)
        return AuthResult(success=data == LoginPassword(b"me", b"p@ss"))

    def __enter__(self) -> MailHost:
        self.running.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.running.stop()


@pytest.mark.parametrize("scheme", ["smtp", "smtp+starttls", "smtps"])
def test_mail_is_sent_safely_if_the_host_says_so(
    scheme: str, tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        with MailHost(scheme, certificate) as host:
            user = "" if scheme == "smtp" else "me:p%40ss@"
            server = mail_server(f"{scheme}://{user}localhost:{host.port}", "a@serai.example", SITE)
            mail = Mail(setup.store, server)
            await mail.begin()
            await mail.set_address(guest, "fox@example.org", "en")
            working = asyncio.create_task(mail.work())
            sent = await asyncio.to_thread(host.box.next)
            await end([working])
            assert (sent["To"], sent["Subject"]) == ("fox@example.org", "Serai: confirm your address")
            assert host.logins == ([] if scheme == "smtp" else [b"me"])

    run_with_hub(tmp_path, test)


def written(mail: Mail) -> list[EmailMessage]:
    """The mails that wait to be sent."""
    return [mail.waiting.get_nowait() for _ in range(mail.waiting.qsize())]


SERVER = MailServer("smtp", "localhost", 25, None, None, "server@serai.example", SITE)


def test_one_mail_about_a_table_in_ten_minutes(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, (guest, other) = await setup.table(2)
        settings = live_table.table.settings
        mail = Mail(setup.store, SERVER, lambda: setup.now)
        await mail.begin()
        await mail.turn(settings, guest.id)
        assert written(mail) == []  # they gave no address
        await mail.set_address(guest, " fox@example.org ", "de")
        (question,) = written(mail)
        await mail.turn(settings, guest.id)
        assert written(mail) == []  # they have not confirmed it
        await mail.use_link("confirm", path_in(question, "confirm").rpartition("/")[2])
        for passed, mails in ((0.0, 1), (0.0, 0), (PAUSE - 1.0, 0), (1.0, 1), (0.0, 0)):
            setup.now += passed
            await mail.turn(settings, guest.id)
            assert len(written(mail)) == mails
        again = replace(settings, id="another")
        await mail.turn(again, guest.id)
        assert [sent["To"] for sent in written(mail)] == ["fox@example.org"]
        await mail.turn(settings, other.id)
        assert written(mail) == []
        setup.now += PAUSE
        await mail.turn(settings, guest.id)
        (sent,) = written(mail)
        assert list(mail.last) == [(guest.id, settings.id)]  # the rest is forgotten
        assert "Yspahan" in sent["Subject"]
        assert "Hello" not in sent.get_content()  # it is in German
        assert sent["Message-ID"].endswith("@serai.example>")
        assert sent["Date"].endswith(("+0000", "-0000", "GMT"))
        assert "List-Unsubscribe" not in question
        await mail.use_link("stop", path_in(sent, "stop").rpartition("/")[2])
        setup.now += PAUSE
        await mail.turn(settings, guest.id)
        assert written(mail) == []

    run_with_hub(tmp_path, test)


def test_links_outlive_a_restart_and_a_forgotten_address_ends_them(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        first, second = Mail(setup.store, SERVER), Mail(setup.store, SERVER)
        await first.begin()
        await second.begin()
        assert first.secret == second.secret
        assert len(first.secret) == 32
        await first.set_address(guest, "fox@example.org", "en")
        (question,) = written(first)
        token = path_in(question, "confirm").rpartition("/")[2]
        assert (await second.owner("confirm", token)).id == guest.id
        await second.forget_address(guest)
        for forged in (token, f"{guest.id}.{'0' * 40}", f"-{token}", f"٣{token}"):
            with pytest.raises(Refusal, match="wrong-link"):
                await second.owner("confirm", forged)

    run_with_hub(tmp_path, test)


def test_mails_that_are_too_many_are_dropped(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        mail = Mail(setup.store, SERVER)
        await mail.begin()
        mail.waiting = asyncio.Queue(1)
        for name in ("first", "second"):
            await mail.set_address(guest, f"{name}@example.org", "en")
        assert [sent["To"] for sent in written(mail)] == ["first@example.org"]

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("address", "right"),
    [
        *((f"{'a' * number}@example.org", number == 64) for number in (64, 65)),
        *((f"fox@{'a' * number}.org", number == 246) for number in (246, 247)),
    ],
)
def test_the_longest_addresses(address: str, right: bool) -> None:
    if right:
        assert checked_address(f" {address}\n") == address
        return
    with pytest.raises(Refusal, match="bad-address"):
        checked_address(address)


def test_ports_and_logins_of_mail_servers() -> None:
    found = [
        mail_server(f"{scheme}://mail.example", "a@example.org", "http://x.example")
        for scheme in ("smtp", "smtp+starttls", "smtps")
    ]
    assert [one.port for one in found] == [25, 587, 465]
    assert {(one.user, one.password) for one in found} == {(None, None)}
    assert mail_server("smtp://me@mail.example:2525", "a@example.org", SITE).port == 2525
