"""Prints the test files that cover what changed; `make check` runs them.

    python tools/changed.py [REVISION]

Changed is what differs from the revision (by default HEAD; if nothing does, the one before). A test file
covers a module if it imports it, or if it lies in the test folder that mirrors the module's.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Tests of what no test imports, by the prefix of its path.
OTHERS = {
    "docs/": ["tests/test_docs.py"],
    "README.md": ["tests/test_docs.py"],
    "CHANGELOG.md": ["tests/test_docs.py"],
    "CONTRIBUTING.md": ["tests/test_docs.py"],
    "deploy/": ["tests/test_deploy.py"],
    "serai/web/": ["tests/web/test_table.py"],
}
GAMES = "serai/games/"


def git(*words: str) -> list[str]:
    told = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for path in told.split("\0") if path]


def changed(revision: str) -> list[str]:
    found = {*git("diff", "--name-only", "-z", revision), *git("ls-files", "-oz", "--exclude-standard")}
    return sorted(found or git("diff", "--name-only", "-z", "HEAD~1"))


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports; for `from a import b` also a.b, which may be a module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def tests_of(paths: Iterable[str]) -> set[str]:
    files = {str(path.relative_to(ROOT)): set(imported(path)) for path in ROOT.glob("tests/**/*.py")}
    wanted: set[str] = set()
    open_ = list(paths)
    while open_:
        path = open_.pop()
        if path in wanted:
            continue
        wanted.add(path)
        for beginning, tests in OTHERS.items():
            wanted.update(tests if path.startswith(beginning) else [])
        if path.startswith(GAMES):
            mirror = f"tests/{path.split('/')[2]}/"
            wanted.update(test for test in files if test.startswith(mirror))
        elif path.endswith(".py"):
            module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            users = [test for test, names in files.items() if module in names]
            open_ += users if path.startswith("tests/") else []  # a helper of tests: all tests that use it
            wanted.update(users)
    return {path for path in wanted if path in files and Path(path).name.startswith("test_")}


if __name__ == "__main__":
    print(*sorted(tests_of(changed(*sys.argv[1:] or ["HEAD"]))), sep="\n")
