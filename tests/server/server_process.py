"""A real server in a separate process, and players who connect to it over HTTP and WebSocket."""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import Any

import httpx
from websockets.sync import client as sockets
from websockets.sync.client import ClientConnection

from serai.kernel.rng import Rng
from serai.kernel.state import OVER
from serai.scene.patch import merge
from serai.server.tables.seeds import TEST_SEED
from tests import seeds
from tests.server.command import Command
from tests.server.databases import PATIENCE as PATIENCE
from tests.server.databases import arguments_for

ROOT = Path(__file__).parent.parent.parent
# Addresses of tests are no https, but every client would read all certificates again: 27 ms each.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def new_client(url: str, **options: Any) -> httpx.Client:
    """A browser without cookies, which waits however busy the machine is."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=NO_CERTIFICATES, **options)


def connect(url: str, additional_headers: Mapping[str, str]) -> ClientConnection:
    """A socket that waits, however busy the machine is, and buffers everything it receives."""
    return sockets.connect(
        url,
        additional_headers=additional_headers,
        open_timeout=PATIENCE,
        close_timeout=PATIENCE,
        ping_interval=None,
        max_queue=None,
    )


class ServerProcess:
    """A server that runs until it is stopped."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        stderr: Path | None = None,
        where: list[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.environment = environment or {}
        self.where = where if where is not None else arguments_for(data)
        self.stderr = stderr
        self.metrics: str | None = None
        self.arguments = arguments or ("--synchronous", "normal", "--workers", "1")
        self.start()

    def start(self) -> None:
        # Passwords are hashed in no time, all tests come from one address, tables are always the same.
        environment = {
            "SERAI_PASSWORD_MEMORY": "64",
            "SERAI_CROWD": "0",
            TEST_SEED: seeds.seed,
            **self.environment,
        }
        words = ("serve", "--port", "0", *self.where, "--silence", str(PATIENCE), *self.arguments)
        self.process = Command(*words, environment={**environment, **self.environment}, stderr=self.stderr)
        line = self.process.said.readline()
        assert "http://" in line, line
        self.url = line.split()[-1]
        if "--metrics" in self.arguments:
            self.metrics = self.process.said.readline().split()[-1]

    def kill(self) -> None:
        """Kill it without a clean shutdown, like a crash."""
        self.process.kill()

    def stop(self) -> None:
        self.process.stop()

    def client(self, **headers: str) -> httpx.Client:
        return new_client(self.url, headers=headers)


class Player:
    """A page at a table: keeps the scene up to date, as the script does."""

    def __init__(self, client: httpx.Client, path: str) -> None:
        self.client = client
        self.path = path
        self.scene: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.number = -1
        self.entry = -1
        self.undo = False
        self.standing: dict[str, Any] = {}
        self.scenes: dict[int, dict[str, Any]] = {}
        self.heard: list[dict[str, Any]] = []
        self.stack = ExitStack()
        self.socket = self.connect()
        self.hear()

    def connect(self, **headers: str) -> ClientConnection:
        url = str(self.client.base_url).replace("http", "ws", 1).rstrip("/") + self.path + "/socket"
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return self.stack.enter_context(connect(url, {"Cookie": cookies, **headers}))

    def close(self) -> None:
        self.stack.close()

    # Down

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if "scene" in message:
            self.scene = shown(message["scene"])
            self.log = list(message["log"])
        if "patch" in message:
            assert message["number"] == self.number + 1
            self.scene = merge(self.scene, message["patch"])
            self.log += message["log"]
        if "scene" in message or "patch" in message:
            self.number = message["number"]
            self.entry = message["entry"]
            self.undo = message["undo"]
            self.scenes[self.number] = self.scene
        self.standing = message.get("standing", self.standing)
        return message

    def hear_until(self, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not done(message := self.hear()):
            pass
        return message

    @property
    def seat(self) -> int | None:
        return self.scene.get("seat")

    @property
    def options(self) -> list[int]:
        return [option["choice"] for option in self.scene["prompt"]["options"]]

    @property
    def asked(self) -> bool:
        """Whether the player has a decision to make; forced choices are made for them."""
        due: int = self.scene["actor"]
        return due == self.seat and len(set(self.options)) > 1

    @property
    def over(self) -> bool:
        due: int = self.scene["actor"]
        return due == OVER

    def wait_for_turn(self) -> bool:
        """Hear until a decision is asked; False when the game is over."""
        while not self.asked and not self.over:
            self.hear()
        return not self.over

    # Up

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def choose(self, choice: int) -> dict[str, Any]:
        """Make a choice and return the answer. If rate-limited, wait and try again."""
        while True:
            self.send(choose=choice, number=self.number, entry=self.entry)
            answer = self.hear_until(lambda message: "patch" in message or "refused" in message)
            if answer.get("refused", {}).get("code") != "too-many":
                return answer
            sleep(0.1)

    def play_on(self, rng: Rng, choices: int = 10_000) -> int:
        """Make a number of random decisions; returns how many there were before the game was over."""
        for made in range(choices):
            if not self.wait_for_turn():
                return made
            options = sorted(set(self.options))
            assert "refused" not in self.choose(options[rng.below(len(options))])
        return choices

    def refused(self, **message: object) -> str:
        """The code with which a message is refused."""
        self.send(**message)
        code: str = self.hear_until(lambda heard: "refused" in heard)["refused"]["code"]
        return code


def new_table(client: httpx.Client, game: str = "yspahan", **fields: object) -> str:
    """A table against random bots; its path."""
    wanted = {f"level_{seat}": "random" for seat in range(5)} | {"game": game, "seat": "0"} | fields
    answer = client.post("/tables", data={name: str(value) for name, value in wanted.items()})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def shown(scene: Mapping[str, Any]) -> dict[str, Any]:
    """A scene as a page has it after patches: None is absence."""
    return {name: value for name, value in scene.items() if value is not None}
