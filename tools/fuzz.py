"""Coverage-guided fuzzing of everything that reads input (atheris, which is libFuzzer for Python).

    python tools/fuzz.py record notation --seconds 60

Compiled modules run from their Python files, so that their coverage is visible. Inputs that reach new code
are kept in `tests/corpora/TARGET`; at the end the corpus is minimised. An input that breaks something is left
in `build/`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
LONGEST = 8192  # bytes per input
MOST_KEPT = 150  # inputs kept, the smallest


def fuzz(name: str, arguments: list[str]) -> None:
    """Run libFuzzer on a target; never returns."""
    import atheris

    with atheris.instrument_imports(include=["serai"]):
        from tests.fuzz_targets import TARGETS

    itself = f"{sys.executable} {__file__} {name} --"  # libFuzzer restarts itself to merge
    atheris.Setup([itself, *arguments], TARGETS[name])
    atheris.Fuzz()


def session(name: str, seconds: int) -> int:
    """Fuzz for a while, then minimise the corpus. Returns the exit status."""
    kept = ROOT / "tests" / "corpora" / name
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        found, least = Path(folder, "found"), Path(folder, "least")
        found.mkdir()
        least.mkdir()
        limits = [f"-max_len={LONGEST}", "-timeout=10", "-rss_limit_mb=2048"]
        faults = f"-artifact_prefix={ROOT / 'build'}/fuzz-{name}-"
        (ROOT / "build").mkdir(exist_ok=True)
        status = run(name, [*limits, faults, f"-max_total_time={seconds}", str(found), str(kept)])
        if status == 0:
            run(name, [*limits, "-merge=1", str(least), str(kept), str(found)])
            inputs = sorted((file.read_bytes() for file in least.iterdir()), key=len)
            own = {file.read_bytes() for file in kept.glob("seed-*")}
            for file in kept.iterdir():
                if not file.name.startswith("seed-"):
                    file.unlink()
            for data in [one for one in inputs if one not in own][:MOST_KEPT]:
                (kept / sha256(data).hexdigest()[:12]).write_bytes(data)
    return status


def run(name: str, arguments: list[str]) -> int:
    command = [sys.executable, __file__, name, "--", *arguments]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "serai", Path(folder, "serai"), ignore=shutil.ignore_patterns("*.so"))
        environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
        return subprocess.run(command, cwd=ROOT, env=environment).returncode


def main() -> None:
    if "--" in sys.argv:
        fuzz(sys.argv[1], sys.argv[3:])
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    sys.exit(max(session(name, asked.seconds) for name in asked.targets))


if __name__ == "__main__":
    main()
