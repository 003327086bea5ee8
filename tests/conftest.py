"""Options of the test run: deterministic by default; `--long` for a night of random games."""

from __future__ import annotations

import gc
import re
import shutil
from collections import Counter
from itertools import chain
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from tests import seeds
from tests.server import databases

NORMAL_GAMES = 150  # for each game, number of players and option
LONG_GAMES = 340_000
SKIPPED = "serai/skipped"  # what was missing, by database: the tests on both run side by side
MISSING = re.compile(r"(.+?) is not installed")
# These take 5 to 50 seconds each. They come first, so that at the end no worker waits for one of them.
SLOWEST = (
    "tests/test_install.py",
    "tests/web/test_games.py",
    "tests/server/ops/test_faults.py",
    "tests/research/test_notebook.py",
    "tests/authoring/test_preview.py",
    "tests/web/test_explore.py",
    "tests/test_play.py",
    "tests/arena/test_ray.py",
    "tests/web/test_caravan.py",
    "tests/authoring/test_new_game.py",
    "tests/examples",
    "tests/server/storage/test_restart.py",
    "tests/server/routes/test_play.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="a million random games, for the night")
    parser.addoption("--games", type=int, default=NORMAL_GAMES, help="random games for each setting")
    parser.addoption("--seed", default=seeds.USUAL, help="what all that is drawn in tests is drawn from")
    parser.addoption("--order", default=None, help="run the tests in another order, drawn from this seed")
    parser.addoption(
        "--database",
        choices=databases.KINDS,
        default="sqlite",
        help="what tests of the server keep tables in",
    )


def pytest_configure(config: pytest.Config) -> None:
    databases.kind = config.getoption("--database")
    long: bool = config.getoption("--long")
    seeds.seed = config.getoption("--seed")
    common = {
        "deadline": None,
        "derandomize": not long,
        "database": None,
        "suppress_health_check": list(HealthCheck),
    }
    settings.register_profile("normal", max_examples=config.getoption("--games"), **common)  # type: ignore[arg-type]
    settings.register_profile("long", max_examples=LONG_GAMES, **common)  # type: ignore[arg-type]
    settings.load_profile("long" if long else "normal")
    cache = getattr(config, "cache", None)
    if databases.kind == "sqlite" and cache is not None and not hasattr(config, "workerinput"):
        cache.set(SKIPPED, {})
    # Tests leave little garbage; looking for it as often as usual takes a tenth of the time.
    gc.set_threshold(100_000, 20, 100)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {seeds.seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the servers that they start, the tests on PostgreSQL are skipped. What has no folder has no
    database either, and runs once, with SQLite."""
    if databases.kind != "sqlite":
        config.hook.pytest_deselected(items=[item for item in items if not databases.may_use_one(item)])
        items[:] = filter(databases.may_use_one, items)
        if needed := databases.missing():
            for item in items:
                item.add_marker(pytest.mark.skip(reason=needed))
    items.sort(key=lambda item: not item.nodeid.startswith(SLOWEST))
    if order := config.getoption("--order"):
        items[:] = shuffled(items, Random(order))


def shuffled(items: list[pytest.Item], rng: Random) -> list[pytest.Item]:
    """Files in any order, and the tests of each; what a file sets up is still set up once."""
    files: dict[object, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    groups = list(files.values())
    rng.shuffle(groups)
    for group in groups:
        rng.shuffle(group)
    return list(chain.from_iterable(groups))


def pytest_collection_finish() -> None:
    """The tests themselves stay until the end, so the garbage collector need not look at them."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say with what seed a test failed, and in one line what was skipped since something is missing."""
    if terminalreporter.stats.get("failed"):
        order = f" --order {order}" if (order := config.getoption("--order")) else ""
        terminalreporter.write_line(f"Again with: --seed {seeds.seed}{order}")
    missing: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        if found := MISSING.search(reason.removeprefix("Skipped: ")):
            missing[found[1]] += 1
    cache = getattr(config, "cache", None)  # None: -p no:cacheprovider
    if cache is not None:
        everywhere = cache.get(SKIPPED, {}) | {databases.kind: missing}
        cache.set(SKIPPED, everywhere)
        if "sqlite" not in everywhere:  # that run says it
            return
        missing = sum(map(Counter, everywhere.values()), Counter())
    if shutil.which("npm") is None:
        missing["npm"] += 0  # what it checks are no tests
    if missing:
        named = ", ".join(f"{name} ({tests})" if tests else name for name, tests in missing.most_common())
        terminalreporter.write_line(f"Skipped {missing.total()} tests; not installed: {named}")
