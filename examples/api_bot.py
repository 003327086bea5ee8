"""A complete bot that plays on a server, using only the standard library.

    SERAI_TOKEN=serai_… python examples/api_bot.py http://127.0.0.1:8000 yspahan

It creates a table against the server's bots and plays it to the end: it builds what it can, otherwise makes
any choice. With a third argument it sits down at that table instead. The API is described in
docs/reference/bot-api.md.
"""

import json
import os
import random
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen


class Server:
    def __init__(self, site: str, token: str) -> None:
        self.site = site
        self.token = token

    def ask(self, path: str, body: object = None) -> Any:
        """Open an address; with a body, POST it as JSON."""
        data = None if body is None else json.dumps(body).encode()
        head = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return urlopen(Request(f"{self.site}/api{path}", data, head))

    def send(self, path: str, body: object) -> Any:
        with self.ask(path, body) as answer:
            return json.load(answer)

    def positions(self, table: str) -> Iterator[dict[str, Any]]:
        """The table after every change, until the game is over."""
        over = False
        while not over:  # a server that restarts closes its streams
            with self.ask(f"/tables/{table}/stream") as lines:
                for line in lines:
                    told = json.loads(line)
                    if told["type"] == "position":
                        yield told
                        over = told["over"]


def choose(position: dict[str, Any]) -> int:
    """Decide what to do: your ideas go here."""
    builds = [choice["id"] for choice in position["legal"] if choice["text"].startswith("build ")]
    return int(random.choice(builds or [choice["id"] for choice in position["legal"]]))


def main(site: str, game: str, table: str = "") -> None:
    server = Server(site, os.environ["SERAI_TOKEN"])
    if table:
        server.send(f"/tables/{table}/join", {})
    else:
        table = server.send("/tables", {"game": game, "others": "level1"})["id"]
    print(f"{site}/tables/{table}", flush=True)
    for position in server.positions(table):
        if position["yours"]:
            made = {"choice": choose(position), "number": position["number"]}
            server.send(f"/tables/{table}/choices", made)
        elif position["over"]:
            print(f"scores {position['scores']}, seat {position['seat']}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
