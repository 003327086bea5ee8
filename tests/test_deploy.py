"""The files in `deploy/` fit the program: the commands, flags, variables and metrics they name exist. The
programs they are written for accept them, if installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer

from serai.cli import app
from tests.server.server_process import ServerProcess

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
PROGRAM = "/opt/serai/current/bin/serai"
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def variables(command: str) -> set[str]:
    """The environment variables that a command knows."""
    found = (option.envvar for option in COMMANDS[command].params)
    return {name for given in found if given for name in ([given] if isinstance(given, str) else given)}


def flags(words: list[str]) -> tuple[set[str], set[str]]:
    """The flags of a command line of ours, and those that the command has."""
    command = COMMANDS[words[0]]
    known = {name for option in command.params for name in option.opts}
    rest = words[1:]
    if hasattr(command, "commands"):
        command, rest = command.commands[words[1]], words[2:]
        known = {name for option in command.params for name in option.opts}
    return {word for word in rest if word.startswith("--")}, known


def lines_of_ours(file: Path) -> list[list[str]]:
    """The command lines of ours in a file, without the program."""
    text = file.read_text()
    found = [line.split() for line in re.findall(rf"{PROGRAM} ([^\n'\"]+)", text)]
    for words in re.findall(r"^\s*command: \[(.*)\]$", text, re.MULTILINE):
        line = [word.strip().strip('"') for word in words.split(",")]
        if line[0] in COMMANDS:
            found.append(line)
    return found


def test_every_flag_is_known() -> None:
    lines = [words for file in FILES for words in lines_of_ours(file)]
    assert {words[0] for words in lines} == {"serve", "worker", "admin"}
    for words in lines:
        used, known = flags(words)
        assert used <= known, f"{words}: no flag {used - known}"


@pytest.mark.parametrize(
    "file", [*FILES, ROOT / "docs" / "how-to" / "run-a-server.md"], ids=lambda path: path.name
)
def test_every_variable_is_known(file: Path) -> None:
    named = set(re.findall(r"\bSERAI_[A-Z_]+", file.read_text()))
    assert named <= variables("serve") | variables("worker")


def test_the_table_of_the_documentation_has_every_variable() -> None:
    table = (ROOT / "docs" / "reference" / "configuration.md").read_text()
    for name in variables("serve"):
        assert f"`{name}`" in table


def test_the_documentation_has_every_command() -> None:
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text()
    for name in COMMANDS:
        assert f"`serai {name}" in page
    for name in COMMANDS["admin"].commands:
        assert f"`{name}" in page


def test_every_metric_of_the_alarms_exists(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--synchronous", "normal", "--workers", "1", "--metrics", "0")
    try:
        with server.client() as client:
            client.get("/nothing")
        assert server.metrics is not None
        told = httpx.get(server.metrics).text
    finally:
        server.stop()
    named = set(re.findall(r"\b(?:serai|process)_[a-z_]+", (DEPLOY / "alarms.yaml").read_text()))
    assert len(named) > 5
    for name in named:
        assert re.search(rf"^{name}\b", told, re.MULTILINE), name


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    program = tmp_path / "serai"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    names = []
    for unit in UNITS:
        name = unit.name.replace("@.", "@8001.")
        (tmp_path / name).write_text(
            unit.read_text().replace(PROGRAM, str(program)).replace("/usr/bin/curl", str(program))
        )
        names.append(str(tmp_path / name))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *names], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def own_nginx(folder: Path) -> Path:
    """The file for nginx, made so that it can be used without rights, and with a certificate of our own."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    made += ["-subj", "/CN=localhost", "-days", "1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text().replace("/var/cache/nginx", str(folder))
    text = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), text)
    text = re.sub(r".*\[::\].*\n", "", text)
    text = text.replace("listen 80;", "listen 127.0.0.1:8080;").replace("listen 443", "listen 127.0.0.1:8443")
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{place}_temp_path {folder};" for place in places)
    file = folder / "nginx.conf"
    begun = f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary}"
    file.write_text(f"{begun}\n{text}\n}}\n")
    return file


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    file = own_nginx(tmp_path)
    done = subprocess.run(["nginx", "-t", "-p", tmp_path, "-c", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.compose"])
def test_caddy_accepts_its_configuration(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE", "serai.example.org")
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / name)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("promtool") is None, reason="Prometheus is not installed")
def test_prometheus_accepts_the_alarms() -> None:
    command = ["promtool", "check", "rules", str(DEPLOY / "alarms.yaml")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout


def test_the_container_uses_files_that_exist() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
