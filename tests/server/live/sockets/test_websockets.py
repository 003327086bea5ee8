"""Frames as RFC 6455 and RFC 7692 describe them."""

from __future__ import annotations

import zlib

import pytest

from serai.server.live.sockets.websockets import WINDOW, frame

TEXT, COMPRESSED = 0x81, 0xC1  # whole messages


def unframed(framed: bytes) -> tuple[int, bytes]:
    """The first byte of a frame, and its payload; its length is written as short as it can be."""
    kind, short = framed[0], framed[1]
    more = {126: 2, 127: 8}.get(short, 0)
    size = int.from_bytes(framed[2 : 2 + more], "big") if more else short
    assert size >= {0: 0, 2: 126, 8: 1 << 16}[more]
    payload = framed[2 + more :]
    assert len(payload) == size
    return kind, payload


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_a_message_has_one_frame(size: int) -> None:
    assert unframed(frame("x" * size, packed=False)) == (TEXT, b"x" * size)


def test_text_is_utf_8() -> None:
    assert unframed(frame("é" * 63, packed=False)) == (TEXT, "é".encode() * 63)


@pytest.mark.parametrize("text", ["", "caravan " * 2000, "".join(map(str, range(50_000)))])
def test_a_compressed_message_is_unpacked_by_itself(text: str) -> None:
    kind, payload = unframed(frame(text, packed=True))
    assert kind == COMPRESSED
    unpacked = zlib.decompressobj(-WINDOW)
    assert unpacked.decompress(payload + b"\x00\x00\xff\xff").decode() == text
    if text:
        assert len(payload) < len(text) / 2
