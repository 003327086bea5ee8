"""Mail: "it is your turn", for those who gave an address and confirmed it. Off unless a mail server is named.

Every link is signed and good for one thing, one person and one address; none logs anybody in.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from hashlib import sha256
from secrets import token_hex
from time import time
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import sqlalchemy as sql

from serai.kernel.errors import BadOption
from serai.scene.say import SOURCE
from serai.server.errors import Refusal
from serai.server.people.guests import Guest
from serai.server.storage.people_schema import values
from serai.server.storage.schema import guests
from serai.server.storage.store import Store
from serai.server.tables.games import title_of
from serai.server.tables.settings import Settings
from serai.server.words import server_words

log = logging.getLogger("serai.server")

CONFIRM: Final = "confirm"
STOP: Final = "stop"
SECRET: Final = "mail-secret"
PAUSE: Final = 600.0  # seconds between two mails to one person about one table
PATIENCE: Final = 20.0  # seconds for the mail server
MOST_WAITING: Final = 1000
LONG_LINES: Final = policy.SMTP.clone(
    max_line_length=500
)  # a link stays on one line for those who read headers
ADDRESS: Final = re.compile(r"[^@\s<>\"(),:;\\]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
PORTS: Final = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


@dataclass(frozen=True)
class MailServer:
    """The mail server, the sender, and the address that links lead to."""

    scheme: str
    host: str
    port: int
    user: str | None
    password: str | None
    sender: str
    site: str


def mail_server(url: str, sender: str | None, site: str | None) -> MailServer:
    """What `--smtp`, `--mail-from` and `--site` say together. Raises `BadOption`."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadOption("a mail server is smtp://HOST, smtp+starttls://USER:PASSWORD@HOST or smtps://…")
    if not sender or not ADDRESS.fullmatch(sender):
        raise BadOption("mail needs the address that it comes from (--mail-from)")
    if not site or urlsplit(site).scheme not in ("http", "https"):
        raise BadOption("mail needs the address of this server for its links (--site https://…)")
    return MailServer(
        parts.scheme,
        parts.hostname,
        parts.port or PORTS[parts.scheme],
        unquote(parts.username) if parts.username else None,
        unquote(parts.password) if parts.password else None,
        sender,
        site.rstrip("/"),
    )


def checked_address(text: str) -> str:
    """A valid address. Raises `Refusal`."""
    address = text.strip()
    if len(address) > 254 or not address.isascii() or not ADDRESS.fullmatch(address):
        raise Refusal("bad-address")
    return address


class Mail:
    """Writes mails, and sends them one by one in the background."""

    def __init__(self, store: Store, server: MailServer, now: Callable[[], float] = time) -> None:
        self.store = store
        self.server = server
        self.now = now
        self.secret = b""
        self.last: dict[tuple[int, str], float] = {}
        self.waiting: asyncio.Queue[EmailMessage] = asyncio.Queue(MOST_WAITING)

    async def begin(self) -> None:
        """Read the secret that links are signed with; it is made once."""

        def secret(connection: sql.Connection) -> str:
            asked = sql.select(values.c.value).where(values.c.name == SECRET)
            found = connection.scalar(asked)
            if found is None:
                found = token_hex(32)
                connection.execute(values.insert().values(name=SECRET, value=found))
            return found

        self.secret = bytes.fromhex(await self.store.write(secret))

    # Links

    def link(self, kind: str, guest: int, address: str) -> str:
        return f"{self.server.site}/mail/{kind}/{guest}.{self._sign(kind, guest, address)}"

    def _sign(self, kind: str, guest: int, address: str) -> str:
        return hmac.new(self.secret, f"{kind} {guest} {address}".encode(), sha256).hexdigest()[:40]

    async def use_link(self, kind: str, token: str) -> None:
        """Do what a link is for. Raises `Refusal`."""
        guest = (await self.owner(kind, token)).id
        done = guests.update().where(guests.c.id == guest).values(mail_on=kind == CONFIRM)
        await self.store.write(lambda connection: connection.execute(done))

    async def owner(self, kind: str, token: str) -> Any:
        """Whose link it is. Raises `Refusal`."""
        number, _, signature = token.partition(".")
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            raise Refusal("wrong-link")
        asked = guests.select().where(guests.c.id == int(number))
        row = await self.store.read(lambda connection: connection.execute(asked).first())
        right = self._sign(kind, row.id, row.mail) if row is not None and row.mail else "0" * 40
        if not hmac.compare_digest(right.encode(), signature.encode()) or row is None or not row.mail:
            raise Refusal("wrong-link")
        return row

    # Mails

    async def set_address(self, guest: Guest, text: str, language: str) -> None:
        """Store an address that is not confirmed yet, and send a mail to confirm it. Raises `Refusal`."""
        address = checked_address(text)
        row = {"mail": address, "mail_on": False, "language": language}
        kept = guests.update().where(guests.c.id == guest.id).values(row)
        await self.store.write(lambda connection: connection.execute(kept))
        say = server_words(language)
        body = say(
            "Someone called {name} at Serai would like to get an e-mail here when it is their"
            " turn.\n\nIf that is you, confirm it here:\n{link}\n\nIf not, do nothing: no further e-mail"
            " will come.",
            name=guest.name,
            link=self.link(CONFIRM, guest.id, address),
        )
        self._send(address, say("Serai: confirm your address"), body)

    async def forget_address(self, guest: Guest) -> None:
        gone = guests.update().where(guests.c.id == guest.id).values(mail=None, mail_on=False)
        await self.store.write(lambda connection: connection.execute(gone))

    async def turn(self, settings: Settings, guest: int) -> None:
        """It is the turn of a guest who is not at the table: they get a mail, if they want one."""
        asked = guests.select().where(guests.c.id == guest, guests.c.mail_on)
        row = await self.store.read(lambda connection: connection.execute(asked).first())
        now = self.now()
        if row is None or now - self.last.get((guest, settings.id), -PAUSE) < PAUSE:
            return
        self.last = {key: at for key, at in self.last.items() if now - at < PAUSE}
        self.last[guest, settings.id] = now
        say = server_words(row.language or SOURCE)
        title = title_of(settings.game)
        stop = self.link(STOP, guest, row.mail)
        body = say(
            "Hello {name},\n\nIt is your turn in {game}:\n{link}\n\nTo stop these e-mails: {stop}",
            name=row.name,
            game=title,
            link=f"{self.server.site}/tables/{settings.id}",
            stop=stop,
        )
        self._send(row.mail, say("Your turn in {game}", game=title), body, stop)

    def _send(self, address: str, subject: str, body: str, stop: str | None = None) -> None:
        message = EmailMessage(LONG_LINES)
        message["From"] = f"Serai <{self.server.sender}>"
        message["To"] = address
        message["Subject"] = subject
        message["Date"] = formatdate(localtime=False)
        message["Message-ID"] = make_msgid(domain=self.server.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(body)
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            log.warning("a mail was dropped: too many wait")

    # Sending

    async def work(self) -> None:
        """Send what waits, forever."""
        while True:
            message = await self.waiting.get()
            try:
                await asyncio.to_thread(self._deliver, message)
            except (OSError, smtplib.SMTPException) as error:
                log.warning("a mail could not be sent: %s", type(error).__name__)

    def _deliver(self, message: EmailMessage) -> None:
        server = self.server
        safe = ssl.create_default_context()
        line: smtplib.SMTP
        if server.scheme == "smtps":
            line = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=safe)
        else:
            line = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
        with line:
            if server.scheme == "smtp+starttls":
                line.starttls(context=safe)
            if server.user is not None:
                line.login(server.user, server.password or "")
            line.send_message(message)
