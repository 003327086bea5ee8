"""A table for one person that is not stored: for lessons and puzzles."""

from __future__ import annotations

from collections.abc import Mapping

from serai.kernel.game import Game
from serai.server.errors import Refusal
from serai.server.live.messages import Explained, TableSnapshot
from serai.server.live.scenes import Perspective, Scenes
from serai.server.tables.played_game import PlayedGame
from serai.server.tables.settings import BOT_NAMES

LONGEST_NAME = 100  # of a thing


class PrivateTable:
    """A game as the one person at it sees it; the other seats only have names."""

    def __init__(
        self, game: Game, players: int, options: Mapping[str, str], seat: int, language: str, name: str
    ) -> None:
        self.game = game
        self.seat = seat
        self.language = language
        others = [other for other in BOT_NAMES if other != name]
        names = [name if one == seat else others[one] for one in range(players)]
        bots = [one != seat for one in range(players)]
        self.played = PlayedGame(game, players, options)
        self.scenes = Scenes(self.played, names, bots)

    async def perspective(self) -> Perspective:
        return await self.scenes.perspective(self.seat, self.language)

    async def snapshot(self) -> TableSnapshot:
        found = self.scenes.snapshot(await self.perspective())
        return {
            "scene": found["scene"],
            "log": found["log"],
            "number": found["number"],
            "entry": found["number"],
            "undo": False,
            "decided": False,
            "standing": {},
        }

    async def explain(self, thing: object) -> Explained:
        """What a thing on the table is. Raises `Refusal`."""
        if not isinstance(thing, str) or len(thing) > LONGEST_NAME:
            raise Refusal("bad-request")
        seen = (await self.perspective()).seen_position
        note = self.scenes.view.explain(seen.look, thing) if seen is not None else None
        title, text = (note["title"], note["text"]) if note is not None else ("", "")
        return Explained(explain={"thing": thing, "title": title, "text": text})
