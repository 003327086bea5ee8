"""The seed that only tests can set: the same tables every time, whatever else happens."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from serai.cli import app
from serai.kernel.fair import derived
from serai.server.tables.seeds import TEST_SEED, FixedSeeds, Seeds
from tests import seeds
from tests.server.server_process import ServerProcess, new_table


def deal(server: ServerProcess, tables: int = 2) -> list[tuple[str, ...]]:
    """What a new guest finds at tables: the hash of the seed, and who sits there."""
    found = []
    with server.client() as client:
        for _ in range(tables):
            page = client.get(new_table(client, players=4, seat="random")).text
            commitment = re.search('"commitment": ?"([0-9a-f]{64})"', page)
            assert commitment
            mine, names = re.search('"seat": ?([0-3])', page), re.findall('"name": ?"([^"]*)"', page)
            assert mine
            own = int(mine[1])
            found.append((commitment[1], mine[1], *names[:own], *names[own + 1 : 4]))
    return found


def test_every_guest_finds_the_same_tables(server: ServerProcess) -> None:
    first, second = deal(server)
    assert first != second
    assert deal(server) == deal(server) == [first, second]


def test_guests_are_named_one_after_another() -> None:
    drawn = FixedSeeds("a")
    assert [drawn.name(("Ali", "Bea", "Cem")) for _ in range(4)] == ["Bea", "Cem", "Ali", "Bea"]


def test_a_seed_follows_from_the_number_of_the_table() -> None:
    """So that a failure is repeated by a later version, too."""
    drawn, secret = FixedSeeds("a"), sha256(b"a").digest()
    for number in (1, 2):
        asked = f'table {number} [["game", "yspahan"]]'
        assert drawn.next(7, {"game": "yspahan"}).hex() == derived(secret, asked)


def test_one_seed_gives_one_sequence() -> None:
    wanted = {"game": "yspahan", "players": "3"}
    one, same, other = FixedSeeds("a"), FixedSeeds("a"), FixedSeeds("b")
    same.next(8, wanted)
    same.next(7, {"game": "istanbul"})
    assert (drawn := one.next(7, wanted)) == same.next(7, dict(reversed(wanted.items())))
    assert len({drawn, one.next(7, wanted), same.next(7, {"game": "yspahan"}), other.next(7, wanted)}) == 4


def test_without_a_fixed_seed_nothing_is_predictable() -> None:
    assert len({Seeds().next(1, {}) for _ in range(10)}) == 10


def test_a_fixed_seed_is_refused_on_a_public_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TEST_SEED, "1")
    done = CliRunner().invoke(app, ["serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert "can be foretold" in done.output + done.stderr


def test_the_log_warns(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", stderr=tmp_path / "log")
    server.stop()
    assert f"{TEST_SEED} is {seeds.seed!r}: EVERY TABLE CAN BE FORETOLD" in (tmp_path / "log").read_text()
