"""Replays all inputs that the fuzzer kept: invalid ones raise our own errors."""

from __future__ import annotations

import pytest

from tests.fuzz_targets import CORPORA, TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_fuzzing_finds_are_read_or_refused(name: str) -> None:
    files = sorted((CORPORA / name).iterdir())
    assert files
    for file in files:
        TARGETS[name](file.read_bytes())
