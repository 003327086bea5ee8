"""Pages, cookies, static files."""

from __future__ import annotations

import gzip
import json
import re

import httpx
import pytest

import serai
from serai.kernel.fair import commitment
from serai.scene.say import LANGUAGES
from serai.server.people.guests import COOKIE, token_hash
from serai.server.routes.pages import in_script
from serai.web.rules import to_html
from tests.server.databases import everything
from tests.server.server_process import Player, ServerProcess, new_table, shown


def first(page: str) -> dict[str, object]:
    """The JSON that a table's page brings along."""
    data = page.split('<script type="application/json" id="first">')[1].split("</script>")[0]
    found: dict[str, object] = json.loads(data)
    return found


def test_one_click_starts_a_game(client: httpx.Client) -> None:
    home = client.get("/").text
    for name in serai.game_names():
        assert f'action="/play/{name}"' in home
        answer = client.post(f"/play/{name}")
        assert answer.status_code == 303
        path = answer.headers["location"]
        page = client.get(path).text
        told = first(page)
        player = Player(client, path)
        assert isinstance(told["settings"], dict)
        assert told["settings"]["seat"] == player.seat == 0
        assert told["settings"]["game"] == name
        assert "seed" not in told["settings"]
        assert re.fullmatch("[0-9a-f]{64}", told["settings"]["commitment"])
        player.close()
    home = client.get("/").text
    assert path in home
    assert path in client.get("/tables").text


def test_the_page_shows_what_the_socket_sends(client: httpx.Client) -> None:
    path = new_table(client, players=2)
    player = Player(client, path)
    player.wait_for_turn()
    told = first(client.get(path).text)
    assert isinstance(told["scene"], dict)
    assert shown(told["scene"]) == player.scene
    for name in ("log", "number", "entry"):
        assert told[name] == getattr(player, name)
    assert first(client.get(f"{path}/replay").text)["settings"]["replay"] is True  # type: ignore[index]


def test_the_cookie_of_a_guest(server: ServerProcess, client: httpx.Client) -> None:
    answer = client.post("/play/yspahan")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    token = client.cookies[COOKIE]
    assert len(token) == 43  # 256 bits
    assert "set-cookie" not in client.post("/play/yspahan").headers
    kept = everything(server.data)
    assert token_hash(token) in kept
    assert token not in kept
    with server.client() as safe:
        answer = safe.post("/play/yspahan", headers={"X-Forwarded-Proto": "https"})
        assert "Secure" in answer.headers["set-cookie"]
        assert "Strict-Transport-Security" in answer.headers


def test_tables_are_their_guests_own(server: ServerProcess, client: httpx.Client) -> None:
    path = new_table(client)
    with server.client() as other:
        assert path not in other.get("/").text
        other.post("/play/yspahan")
        assert path not in other.get("/tables").text
        assert first(other.get(path).text)["settings"]["seat"] is None  # type: ignore[index]


def test_finished_tables_show_seed_and_scores(client: httpx.Client) -> None:
    bots = {f"level_{seat}": "greedy" for seat in range(4)}
    path = new_table(client, players=2, **bots)
    player = Player(client, path)
    player.play_on(serai.Rng(2))
    settings = first(client.get(path).text)["settings"]
    assert isinstance(settings, dict)
    assert commitment(bytes.fromhex(settings["seed"])) == settings["commitment"]
    assert player.refused(choose=0, number=player.number) == "over"
    record = client.get(f"{path}/record")
    assert record.headers["content-disposition"].startswith("attachment; filename=")
    assert path in client.get("/tables").text


def test_language_and_theme_are_remembered(client: httpx.Client) -> None:
    for language in reversed(LANGUAGES):
        answer = client.post("/language", data={"language": language, "back": "/tables"})
        assert answer.headers["location"] == "/tables"
        assert f'<html lang="{language}"' in client.get("/").text
    client.post("/theme", data={"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").text


@pytest.mark.parametrize("name", serai.game_names())
def test_rules_are_there_in_every_language(client: httpx.Client, name: str) -> None:
    for language in LANGUAGES:
        answer = client.get(f"/rules/{name}?lang={language}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")


def test_errors_are_pages_for_people(client: httpx.Client) -> None:
    page = client.get("/nowhere", headers={"Accept": "text/html", "Accept-Language": "de"})
    assert page.status_code == 404
    assert "Diese Seite gibt es nicht." in page.text


def test_static_files_are_cached_forever(client: httpx.Client) -> None:
    home = client.get("/").text
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', home))
    assert addresses
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]
    old = re.sub("/static/[0-9a-f]+/", "/static/0123456789ab/", min(addresses))
    assert "immutable" not in client.get(old).headers["cache-control"]


def test_texts_are_compressed(server: ServerProcess) -> None:
    with server.client(**{"Accept-Encoding": "gzip"}) as client:
        answer = client.get("/")
        assert answer.headers["content-encoding"] == "gzip"
        small = int(answer.headers["content-length"])
        plain = client.get("/", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert small < len(plain.content) / 2
        assert len(gzip.compress(plain.content)) < 2 * small


def test_json_cannot_end_its_script() -> None:
    text = in_script({"name": "</script><script>alert(1)</script>&"})
    assert "<" not in text
    assert json.loads(text)["name"] == "</script><script>alert(1)</script>&"


def test_rules_are_drawn() -> None:
    html = to_html("# Game\n\n## Dice {#dice}\n\n![a *die*](symbol:y-die) <script>x</script> [a](http://b)")
    assert '<h2 id="dice">Dice</h2>' in html
    assert '<svg class="symbol" role="img" aria-label="a die"><use href="#y-die"/></svg>' in html
    assert "<script>" not in html
    assert 'href="http' not in html


def test_symbols_in_rules_carry_texts() -> None:
    html = to_html('![five](symbol:heap "5 badge") ![who?](symbol:guard "<?")')
    assert '<g class="el badge"><use href="#heap"/><text>5</text></g>' in html
    assert '<g class="el"><use href="#guard"/><text>&lt;?</text></g>' in html


def test_health(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"ok": True, "version": serai.__version__}
