"""How often something may be tried."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic
from typing import Final

from serai.server.errors import Refusal

REMEMBERED: Final = 20_000  # who tried lately


@dataclass(frozen=True)
class Limit:
    """So many at once, and one more after every so many seconds."""

    at_once: int
    seconds: float


# A password is guessed slowly: by one who tries one name from one address, by one who tries many names, and
# by many who try one name.
LIMITS: Final = {
    "login": Limit(5, 20.0),
    "login-address": Limit(60, 1.0),
    "login-name": Limit(100, 10.0),
    "password": Limit(10, 60.0),
    "token": Limit(10, 360.0),
    "passkey": Limit(20, 30.0),
    "mail": Limit(3, 1200.0),
    "name": Limit(10, 60.0),
    "export": Limit(5, 60.0),
    "api": Limit(200, 0.02),
}


class Tries:
    """Who tried what how often."""

    def __init__(self) -> None:
        self.left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, who: object) -> None:
        """Count one try. Raises `Refusal` for one too many."""
        limit = LIMITS[kind]
        key = (kind, str(who))
        now = monotonic()
        left, last = self.left.pop(key, (float(limit.at_once), now))
        left = min(float(limit.at_once), left + (now - last) / limit.seconds)
        self.left[key] = (left - 1 if left >= 1 else left, now)
        while len(self.left) > REMEMBERED:
            self.left.popitem(last=False)
        if left < 1:
            raise Refusal("too-many")

    def forgive(self, kind: str, who: object) -> None:
        """Forget the tries of one who succeeded."""
        self.left.pop((kind, str(who)), None)
