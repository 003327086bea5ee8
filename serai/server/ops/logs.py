"""The log of the server: text for people, or a line of JSON for each event. No secrets in either."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

PLAIN: Final = "plain"
JSON: Final = "json"
_access = logging.getLogger("serai.access")


class JsonLines(logging.Formatter):
    """One event a line."""

    def format(self, record: logging.LogRecord) -> str:
        event: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            event["trace"] = self.formatException(record.exc_info)
        return json.dumps(event, ensure_ascii=False)


def set_up(kind: str) -> None:
    """Warnings and errors as text; as JSON, every request as well."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == JSON else logging.Formatter("%(levelname)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    _access.setLevel(logging.INFO if kind == JSON else logging.WARNING)


def _is_news(record: logging.LogRecord) -> bool:
    """uvicorn takes a refused WebSocket for an error."""
    return "without completing handshake" not in record.getMessage()


def access(method: str, route: str, status: int, seconds: float, guest: int | None) -> None:
    """Log a request."""
    if _access.isEnabledFor(logging.INFO):
        fields = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "guest": guest,
        }
        _access.info("%s %s %s", method, route, status, extra={"fields": fields})
