"""Our server as `benchmarks/load.py` measures it: `serai` without the delay before automatic choices at
tables with several people. That delay is for people; here it would hide what the server can do."""

from serai.__main__ import main
from serai.server.live import hub
from serai.server.live.bots.driver import BotDriver


async def at_once(seconds: float) -> None:
    """No delay."""


class Prompt(BotDriver):
    def __init__(self, own: hub.Hub) -> None:
        super().__init__(own)
        self.sleep = at_once


hub.BotDriver = Prompt  # type: ignore[misc]

if __name__ == "__main__":
    main()
