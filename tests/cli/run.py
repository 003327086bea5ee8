"""Runs a command as if it were typed."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from serai.cli import app


def run(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result
