"""`serai verify`."""

from __future__ import annotations

from pathlib import Path

import serai
from tests.cli.run import run


def test_verify_accepts_and_refuses(record_file: Path, tmp_path: Path) -> None:
    result = run("verify", str(record_file))
    assert result.exit_code == 0
    assert "ok, yspahan" in result.output
    assert "over, scores" in result.output
    broken = tmp_path / "broken.txt"
    broken.write_text(record_file.read_text().replace("take camels", "take elephants", 1))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    result = run("verify", str(record_file), str(broken), str(binary))
    assert result.exit_code == 1
    assert "refused: line" in result.output
    assert "take elephants" in result.output
    assert "it is not text" in result.output


def test_a_byte_order_mark_is_ignored(record_file: Path) -> None:
    record_file.write_text(record_file.read_text(), encoding="utf-8-sig")
    assert run("verify", str(record_file)).exit_code == 0


def test_verify_reads_json_too(record_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(serai.Record.read(record_file.read_text()).to_json())
    assert run("verify", str(path)).exit_code == 0
