"""Runs the tests repeatedly, each time in a different environment, and records the results.

    make prove            ten runs of HEAD, each in a clone of its own (two hours on two cores)

Root is needed to install what the tests need, to switch users, and for a German locale. The first two runs
set up everything from scratch; the others reuse what the first has installed and compiled, so that the tests
take most of the time. The output of each run is in build/prove. After an interruption it continues with the
runs that benchmarks/prove.json does not list as green; `--runs` repeats some of them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parent.parent
USER = "serai-tests"
SUMMARY = re.compile(r"^(?:\d+ \w+(?:, )?)+ in [\d.]+s.*$", re.MULTILINE)
LONGEST = 2 * 3600  # seconds: ends a hang
LOGS = ROOT / "build" / "prove"
KNOWN = ROOT / "benchmarks" / "prove.json"


@dataclass(frozen=True)
class Run:
    """One way to run the tests."""

    folder: str
    fresh: bool = False  # an environment of its own, made from nothing
    user: str = "root"
    environment: dict[str, str] = field(default_factory=dict)
    order: str = ""  # a seed: files and tests come in that order
    busy: int = 0  # processes beside it that never rest

    def words(self) -> str:
        """What is different about it."""
        told = [f"as {'root' if self.user == 'root' else 'an ordinary user'}"]
        if self.fresh:
            told.append("everything installed anew")
        told += [f"{name}={value}" for name, value in self.environment.items()]
        if self.order:
            told.append(f"in random order ({self.order})")
        if self.busy:
            told.append(f"{self.busy} busy processes beside it")
        return ", ".join(told)


RUNS = (
    Run("serai", fresh=True),
    Run("a folder with spaces/serai", fresh=True, order="1"),
    Run("/".join(["deep", *"abcdefghijklmnopqrstuvwxyz", "serai-main"])),
    Run("tests-of-serai", user=USER),
    Run("serai", environment={"LANG": "C", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"}),
    Run("serai", environment={"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "TZ": "America/St_Johns"}),
    Run("serai", order="2", user=USER, environment={"LANG": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"}),
    Run("serai-2", order="3", environment={"TZ": "UTC"}),
    Run("serai", busy=4),
    Run("serai", busy=4, order="4", user=USER),
)


@dataclass
class Outcome:
    run: str
    folder: str
    commit: str
    passed: bool
    minutes: float
    summaries: list[str]


def call(*command: str, **named: object) -> None:
    subprocess.run(command, check=True, **named)  # type: ignore[call-overload]


def prepare() -> None:
    """Somebody who is not root, and a German locale."""
    try:
        pwd.getpwnam(USER)
    except KeyError:
        call("useradd", "--create-home", USER)
    if not Path("/usr/share/i18n/locales/de_DE").exists():
        install = ("apt-get", "-qq", "install", "-y", "--no-install-recommends", "locales")
        call(*install, stdout=subprocess.DEVNULL)
    call("localedef", "-i", "de_DE", "-f", "UTF-8", "de_DE.UTF-8")


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that never rest, of the same priority."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def take_over(made: Path, clone: Path) -> None:
    """Use an environment that was made for another clone of the same state: its packages, what was compiled,
    and what npm installed."""
    for path in made.rglob("*.so"):
        inside = path.relative_to(made)
        if inside.parts[0] not in (".venv", "build", "node_modules"):
            shutil.copy2(path, clone / inside)
    shutil.copytree(made / ".venv", clone / ".venv", symlinks=True, ignore=shutil.ignore_patterns("pycache"))
    for folder in ("node_modules", ".mypy_cache"):
        shutil.copytree(made / folder, clone / folder, symlinks=True)
    programs = (clone / ".venv/bin").iterdir()
    editable = (clone / ".venv").glob("lib/python*/site-packages/__editable__*")
    for file in (clone / ".venv/pyvenv.cfg", *programs, *editable):
        if file.is_symlink() or not file.is_file():
            continue
        text = file.read_bytes()
        file.write_bytes(text.replace(bytes(made), bytes(clone)))
    for stamp in (clone / ".venv").glob("*.done"):
        stamp.touch()
    (clone / "node_modules").touch()


def run_one(run: Run, commit: str, place: Path, made: Path | None, log: Path) -> Outcome:
    clone = place / run.folder
    call("git", "clone", "-q", str(ROOT), str(clone))
    call("git", "-C", str(clone), "checkout", "-q", commit)
    if not run.fresh and made is not None:
        take_over(made, clone)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    environment |= {"LANG": "C.UTF-8", **run.environment}
    if run.user != "root":
        call("chown", "-R", run.user, str(place))
        environment |= {"HOME": pwd.getpwnam(run.user).pw_dir, "USER": run.user, "LOGNAME": run.user}
    command = ["make", "test", f"PYTHON={sys.executable}"]
    if run.order:
        command.append(f"PYTEST_ADDOPTS=--order {run.order}")
    begun = monotonic()
    with busy(run.busy), log.open("wb") as output:
        ended = subprocess.run(
            command,
            cwd=clone,
            env=environment,
            user=run.user if run.user != "root" else None,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
        )
    minutes = (monotonic() - begun) / 60
    said = SUMMARY.findall(log.read_text(encoding="utf-8", errors="replace"))
    return Outcome(run.words(), run.folder, commit, ended.returncode == 0, minutes, said)


def head() -> str:
    """The state that is tested."""
    return subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def report(outcomes: dict[int, Outcome]) -> str:
    green = sum(outcome.passed for outcome in outcomes.values())
    rows = []
    for number, one in sorted(outcomes.items()):
        folder = one.folder if len(one.folder) < 40 else f"{one.folder[:18]} … {one.folder[-12:]}"
        result = "green" if one.passed else "**failed**"
        said = "; ".join(one.summaries)
        cells = [number, f"`{folder}`", one.run, result, f"{one.minutes:.1f}", one.commit[:7], said]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(
        [
            "# The tests, run where things are different",
            "",
            "Written by `make prove`, which runs `make test` in clones that differ in their folder, user, "
            "locale, time zone, order of tests and in what else the machine does.",
            "",
            f"**{green} of {len(RUNS)} green.** {datetime.now(UTC):%Y-%m-%d}, "
            f"Python {platform.python_version()}, {os.cpu_count()} cores. Minutes are of the whole command.",
            "",
            "| | folder | what is different | | minutes | commit | pytest |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


def known() -> dict[int, Outcome]:
    """The runs of before that were green."""
    if not KNOWN.exists():
        return {}
    outcomes = {int(number): Outcome(**one) for number, one in json.loads(KNOWN.read_text()).items()}
    return {number: one for number, one in outcomes.items() if one.passed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "explanation" / "reports" / "tests.md")
    parser.add_argument("--runs", default="", help="only these, e.g. 1,4,9")
    parser.add_argument("--made", type=Path, help="a tested clone of the same sources, to take over from")
    given = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("the proof needs root: to be somebody else, and to install a locale")
    prepare()
    LOGS.mkdir(parents=True, exist_ok=True)
    outcomes, commit = known(), head()
    asked = [int(number) for number in given.runs.split(",") if number]
    missing = [number for number in range(1, len(RUNS) + 1) if number not in outcomes]
    made: Path | None = given.made
    with tempfile.TemporaryDirectory(prefix="prove-") as name:
        top = Path(name)
        top.chmod(0o755)
        for number in asked or missing:
            run = RUNS[number - 1]
            print(f"{number}. {run.folder}: {run.words()}", flush=True)
            place = top / str(number)
            outcome = outcomes[number] = run_one(run, commit, place, made, LOGS / f"{number}.log")
            result = "green" if outcome.passed else f"FAILED, see {LOGS / f'{number}.log'}"
            print(f"   {result}, {outcome.minutes:.1f} minutes", flush=True)
            KNOWN.write_text(json.dumps({key: asdict(one) for key, one in outcomes.items()}, indent=1) + "\n")
            if made is None and run.fresh:
                made = place / run.folder
            else:
                shutil.rmtree(place)
    given.page.write_text(report(outcomes), encoding="utf-8")
    if len(outcomes) < len(RUNS) or not all(outcome.passed for outcome in outcomes.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
