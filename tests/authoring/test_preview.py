"""The preview shows the page of any game, and reloads when its files change."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import parse_qsl

import httpx
import pytest

import serai
from serai.authoring.preview import page
from serai.server.routes.assets import Assets
from serai.server.routes.pages import Pages
from tests.game_packages import install_pebbles
from tests.server.databases import PATIENCE
from tests.server.server_process import new_client

ROOT = Path(__file__).parents[2]


@contextmanager
def previewed(name: str, site: Path) -> Iterator[str]:
    """The address of a preview that runs as its author starts it."""
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "serai", "preview", name]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def shows(address: str, text: str) -> str:
    """The page, as soon as it has that text."""
    until = monotonic() + PATIENCE
    html = ""
    with new_client("") as client:
        while text not in html:
            assert monotonic() < until, html
            sleep(0.05)
            try:
                html = client.get(address).text
            except httpx.TransportError:  # it is being started
                continue
    return html


@pytest.mark.parametrize("name", serai.game_names())
def test_every_game_has_a_preview(name: str) -> None:
    pages = Pages(Assets())
    for asked in ("", "seat=watch&lang=de&theme=dark&choices=9", "over=1&lang=nl"):
        html = page(name, pages, dict(parse_qsl(asked)))
        assert f'data-game="{name}"' in html
        assert "/reload.js" in html


def test_a_change_is_shown_at_once(tmp_path: Path) -> None:
    """Also one that breaks the game, and one that mends it."""
    install_pebbles(tmp_path)
    init = tmp_path / "pebbles" / "__init__.py"
    sound = init.read_text("utf-8")
    with previewed("pebbles", tmp_path) as address:
        shows(address, "Game of Pebbles")
        init.write_text(sound.replace("Game of Pebbles", "Game of Stones"), "utf-8")
        shows(address, "Game of Stones")
        init.write_text("1 / 0", "utf-8")
        shows(address, "ZeroDivisionError")
        init.write_text(sound, "utf-8")
        shows(address, "Game of Pebbles")
        assert "no seat 9" in shows(f"{address}?seat=9", "<pre>")
