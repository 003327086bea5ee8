"""Static files: read once, compressed once, and cached by browsers for ever.

All share one fingerprint in their address, so that scripts and style sheets can refer to each other by
relative paths. Besides `serai/web/static` there is each game's `games/NAME/table.css`.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from os import R_OK, access
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from serai.kernel.registry import game_names
from serai.server.errors import Refusal
from serai.server.tables.games import WEB, art_of

FOR_EVER: Final = "public, max-age=31536000, immutable"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
COMPRESSED: Final = (".css", ".js", ".svg", ".json", ".txt")
WORTH: Final = 600  # bytes below which compression does not pay
BROTLI: Final = find_spec("brotli") is not None
COMMENTS: Final = {  # types and comments are for those who read the sources
    ".js": re.compile(rb"/\*\*.*?\*/[ \t]*|^[ \t]*//[^\n]*\n|^[ \t]+", re.DOTALL | re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/\n?|^[ \t]+", re.DOTALL | re.MULTILINE),
}


def compress(body: bytes, accepted: str, best: bool = False) -> tuple[bytes, str | None]:
    """A body in an encoding that the browser accepts, and its name."""
    if len(body) < WORTH:
        return body, None
    names = {
        name.strip().lower()
        for name, _, quality in (part.partition(";") for part in accepted.split(","))
        if quality.replace(" ", "") not in ("q=0", "q=0.0")
    }
    if BROTLI and "br" in names:
        compressed: bytes = import_module("brotli").compress(body, quality=11 if best else 5)
        return compressed, "br"
    if "gzip" in names:
        return gzip.compress(body, 9 if best else 6, mtime=0), "gzip"
    return body, None


@dataclass
class File:
    body: bytes
    kind: str
    encoded: dict[str, bytes]

    @classmethod
    def read(cls, *paths: Path, before: str = "") -> File:
        """One after the other, if there are several."""
        path = paths[0]
        body = before.encode() + b"\n".join(path.read_bytes() for path in paths)
        if path.suffix in COMMENTS:
            body = COMMENTS[path.suffix].sub(b"", body)
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        encoded: dict[str, bytes] = {}
        if path.suffix in COMPRESSED:
            for encoding in ("br", "gzip"):
                packed, name = compress(body, encoding, best=True)
                if name == encoding and len(packed) < len(body):
                    encoded[encoding] = packed
        return cls(body, kind, encoded)


class Assets:
    """All static files, in memory. With `watch` they are read again when one has changed."""

    def __init__(self, watch: bool = False) -> None:
        self.watch = watch
        self._read()

    def _read(self) -> None:
        paths = self._paths()
        self.stamp = self._stamp(paths)
        colours = {f"games/{name}/table.css": art_of(name).colours for name in game_names()}
        self.files = {
            name: File.read(*several, before=colours.get(name, "")) for name, several in paths.items()
        }
        digest = sha256()
        for name, file in sorted(self.files.items()):
            digest.update(f"{name} {len(file.body)} ".encode() + file.body)
        self.fingerprint = digest.hexdigest()[:12]

    @staticmethod
    def _paths() -> dict[str, tuple[Path, ...]]:
        static = WEB / "static"
        paths: dict[str, tuple[Path, ...]] = {
            path.relative_to(static).as_posix(): (path,) for path in static.rglob("*") if path.is_file()
        }
        for name in game_names():
            art = art_of(name)
            style = Path(art.style)
            if style.is_file() and access(style, R_OK):
                paths[f"games/{name}/table.css"] = art.sheets()
        return paths

    @staticmethod
    def _stamp(paths: dict[str, tuple[Path, ...]]) -> list[tuple[str, int]]:
        return sorted((name, path.stat().st_mtime_ns) for name, several in paths.items() for path in several)

    def url(self, path: str) -> str:
        """The address of a file."""
        if self.watch and self._stamp(self._paths()) != self.stamp:
            self._read()
        return f"/static/{self.fingerprint}/{path}"

    def respond(self, request: Request, fingerprint: str | None, path: str) -> Response:
        file = self.files.get(path)
        if file is None:
            raise Refusal("no-page")
        accepted = request.headers.get("accept-encoding", "")
        headers = {"Vary": "Accept-Encoding"} if file.encoded else {}
        # An address of another version gets the present file, which is not cached.
        headers["Cache-Control"] = FOR_EVER if fingerprint == self.fingerprint else "no-cache"
        for encoding, packed in file.encoded.items():
            if encoding in accepted:
                headers["Content-Encoding"] = encoding
                return Response(packed, media_type=file.kind, headers=headers)
        return Response(file.body, media_type=file.kind, headers=headers)
