"""Mutation testing: plants small faults in the server's modules and counts those that the tests find.

    python tools/mutation.py                  all modules listed here
    python tools/mutation.py people clocks    a room, or single modules

mutmut plants the faults, and runs only the tests that call the changed code. Each module is tested in its own
folder, `build/mutation/MODULE`: `mutmut show NAME`, called there, shows a fault that was not found.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRATCH = ROOT / "build" / "mutation"
ENOUGH = 0.85  # the share of a room's faults that tests should find
# The modules of each room (serai/server/ROOM/MODULE.py) and their tests (tests/server/ROOM/test_*.py).
ROOMS = {
    "tables": {
        "clocks": "tables/clocks",
        "exploration": "tables/exploration",
        "games": "tables/games routes/game_packages",
        "levels": "tables/levels tables/settings safety/hardening",
        "participants": "tables/participants",
        "played_game": "tables/played_game tables/undo",
        "repository": "tables/repository storage/store live/hub live/acts community/lobby",
        "results": "tables/results people/statistics",
        "seeds": "tables/seeds",
        "settings": "tables/settings",
        "table": "tables/table tables/undo tables/clocks tables/exploration tables/thinking_time live/acts",
        "thinking_time": "tables/thinking_time",
    },
    "live": {
        "acts": "live/hub_requests live/acts tables/clocks tables/undo",
        "broadcasts": "live/broadcasts people/accounts",
        "hub": "live/hub_requests live/hub live/acts live/replication live/scheduling tables/exploration",
        "live_table": "live/live_table tables/exploration live/hub live/acts live/scheduling live/scenes",
        "notifications": "live/notifications",
        "presence": "live/presence live/live_table",
        "recovery": "live/recovery",
        "replication": "live/replication live/hub_requests live/notifications live/hub",
        "scenes": "live/scenes live/hidden live/acts",
        "scheduling": "live/scheduling",
        "bots/driver": "live/bots/driver live/bots/queue tables/undo live/acts live/hub tables/thinking_time",
        "bots/jobs": "live/bots/jobs live/bots/pool",
        "bots/pictures": "live/bots/jobs",
        "bots/pool": "live/bots/pool live/scheduling",
        "bots/preload": "live/bots/preload",
        "bots/queue": "live/bots/queue",
        "bots/reasons": "live/bots/reasons",
        "bots/worker": "live/bots/worker live/bots/pool live/scheduling live/bots/preload",
        "pubsub/__init__": "live/local_pubsub safety/rate_limit",
        "pubsub/redis": "live/redis_pubsub",
        "sockets/connection": "live/sockets/connection",
        "sockets/websockets": "live/sockets/websockets live/hub routes/refusals safety/security",
        "study/lessons": "live/study/private_table routes/study/lessons",
        "study/private_table": "live/study/private_table routes/study/lessons",
        "study/puzzles": "live/study/private_table people/puzzles routes/study/puzzles",
        "study/reviews": "live/study/reviews routes/study/reviews",
    },
    "people": {
        "accounts": "people/accounts people/names",
        "attempts": "safety/rate_limit people/accounts",
        "guests": "people/accounts people/names ops/admin",
        "mail": "people/mail",
        "names": "people/names people/accounts",
        "passkeys": "people/passkeys routes/bad_input",
        "personal_data": "people/personal_data people/statistics safety/hardening",
        "profiles": "people/profiles people/ratings",
        "puzzles": "people/puzzles routes/study/puzzles",
        "ratings": "people/ratings",
        "statistics": "people/statistics routes/study/explore",
        "tokens": "people/tokens routes/api",
    },
    "storage": {
        "engines": "storage/failures storage/store safety/hardening",
        "failures": "storage/failures",
        "log": "storage/store",
        "migration": "storage/migrations storage/store",
        "postgresql_backup": "storage/backup",
        "sqlite_backup": "storage/sqlite_backup ops/admin",
        "store": "storage/store",
    },
    "safety": {
        "rate_limit": "safety/rate_limit",
    },
}
BOTH = ("sqlite", "postgresql")
# The databases for the tests of a module, if not SQLite alone. PostgreSQL comes with a Redis.
DATABASES = {
    "live/pubsub/redis": ("postgresql",),
    "storage/engines": BOTH,
    "storage/log": BOTH,
    "storage/migration": BOTH,
    "storage/postgresql_backup": ("postgresql",),
    "storage/store": BOTH,
}
SETTINGS = """[mutmut]
source_paths=serai
only_mutate=serai/server/{module}.py
also_copy=
    examples
    benchmarks
    requirements
    tools
pytest_add_cli_args_test_selection={tests}
pytest_add_cli_args={arguments}
process_isolation=forkserver
track_dependencies=false
use_git_change_detection=false
"""


def prepare(module: str, tests: str) -> Path:
    """Copy sources and tests to a folder. If the module is compiled, no compiled modules are copied: they
    call each other directly and would bypass the fault."""
    folder = SCRATCH / module
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("serai", "tests", "examples", "requirements", "tools"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "benchmarks").mkdir()
    for name in ("pyproject.toml", "benchmarks/bots.json"):
        shutil.copy2(ROOT / name, folder / name)
    if list(folder.glob(f"serai/server/{module}.*.so")):
        for library in folder.rglob("*.so"):
            library.unlink()
    paths = (Path("tests/server", name) for name in tests.split())
    files = "".join(f"\n    {path.parent}/test_{path.name}.py" for path in paths)
    kind = DATABASES.get(module, ("sqlite",))[-1]  # mutmut runs the tests once
    arguments = f"\n    --database\n    {kind}"
    (folder / "setup.cfg").write_text(SETTINGS.format(module=module, tests=files, arguments=arguments))
    return folder


def mutmut(folder: Path, *words: str) -> str:
    """Run mutmut in a folder; returns its output."""
    command = [Path(sys.executable).parent / "mutmut", *words]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(done.stdout[-5000:])
        raise SystemExit(f"mutmut failed in {folder}")
    return done.stdout


def try_module(module: str, tests: str, processes: int) -> tuple[int, int]:
    """The number of faults found in a module, and of all. Those not found are printed."""
    folder = prepare(module, tests)
    mutmut(folder, "run", "--max-children", str(processes))
    mutmut(folder, "export-cicd-stats")
    counts = json.loads((folder / "mutants" / "mutmut-cicd-stats.json").read_text())
    missed = counts["survived"] + counts["no_tests"]
    found = counts["total"] - counts["skipped"] - missed
    print(f"{module:18} {found:5} of {found + missed:5} found, {share(found, found + missed)}", flush=True)
    for line in mutmut(folder, "results").splitlines():
        if line.endswith((": survived", ": no tests")):
            print(f"    {line.strip()}")
    return found, found + missed


def share(found: int, total: int) -> str:
    return f"{found / total:.0%}" if total else "nothing to find"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="rooms or modules; all if none is named")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    known = {*ROOMS, *(module for modules in ROOMS.values() for module in modules)}
    if unknown := set(wanted.names) - known:
        parser.error(f"not known here: {', '.join(sorted(unknown))}")
    poor = []
    for room, modules in ROOMS.items():
        chosen = {
            f"{room}/{module}": tests
            for module, tests in modules.items()
            if not wanted.names or {room, module} & set(wanted.names)
        }
        counts = [try_module(module, tests, wanted.processes) for module, tests in chosen.items()]
        found, total = sum(one for one, _ in counts), sum(one for _, one in counts)
        if total:
            print(f"{room}: {share(found, total)}")
        if found < ENOUGH * total:
            poor.append(room)
    if poor:
        print(f"less than {ENOUGH:.0%}: {', '.join(poor)}")
    return bool(poor)


if __name__ == "__main__":
    sys.exit(main())
