"""How `make audit` interprets the answers of the registries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOUND = '{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}'
FAULTY = '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1"}]}]}'
SILENT = '{"dependencies": [{"name": "a", "skip_reason": "not found"}]}'


@pytest.mark.parametrize(
    ("python", "npm", "status", "said"),
    [
        (SOUND, '{"vulnerabilities": {}}', 0, ["Python: no known fault", "npm: no known fault"]),
        (FAULTY, "", 1, ["a 1: PYSEC-1", "npm: not checked"]),
        (SILENT, '{"message": "405", "error": {}}', 0, ["Python: not checked", "npm: not checked"]),
        (
            "no JSON",
            '{"vulnerabilities": {"b": {"severity": "high"}}}',
            1,
            ["Python: not checked", "b: high"],
        ),
    ],
)
def test_a_fault_fails_and_silence_is_reported(
    tmp_path: Path, python: str, npm: str, status: int, said: list[str]
) -> None:
    """Programs of the same names say what the real ones would: no registry can be asked to."""
    (tmp_path / "pip_audit.py").write_text(f"print({python!r})")
    (tmp_path / "npm").write_text(f"#!/bin/sh\ncat <<'END'\n{npm}\nEND\n")
    (tmp_path / "npm").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "audit.py", "requirements/all.txt"],
        env={**os.environ, "PATH": path, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == status
    for words in said:
        assert words in done.stdout
