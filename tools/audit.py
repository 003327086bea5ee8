"""Checks the dependencies for known vulnerabilities: pip-audit for Python, npm for the scripts.

    python tools/audit.py requirements/*.txt

Exits with status 1 if it finds one. A registry that does not answer is reported as "not checked".
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # seconds for a registry


def asked(command: list[str]) -> Any:
    """A command's output as JSON; None if it is not JSON."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def python_faults(files: list[str]) -> list[str] | None:
    """Vulnerabilities of pinned Python packages; None if none of them could be looked up."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    wanted = [part for file in files for part in ("--requirement", file)]
    told = asked([*command, "--disable-pip", *wanted])
    packages = told.get("dependencies", []) if isinstance(told, dict) else []
    known = [one for one in packages if "vulns" in one]
    skipped = len(packages) - len(known)
    if known and skipped:
        print(f"Python: {skipped} of {len(packages)} packages not checked")
    if not known:
        return None
    return [f"{one['name']} {one['version']}: {fault['id']}" for one in known for fault in one["vulns"]]


def script_faults() -> list[str] | None:
    """Vulnerabilities of npm packages."""
    if shutil.which("npm") is None:
        return None
    told = asked(["npm", "audit", "--json"])
    found = told.get("vulnerabilities") if isinstance(told, dict) else None
    if not isinstance(found, dict):
        return None
    return [f"{name}: {one.get('severity')}" for name, one in found.items()]


def main() -> None:
    status = 0
    for name, faults in (("Python", python_faults(sys.argv[1:])), ("npm", script_faults())):
        if faults is None:
            print(f"{name}: not checked (the registry does not say)")
        elif faults:
            status = 1
            print(f"{name}: {len(faults)} known faults", *faults, sep="\n  ")
        else:
            print(f"{name}: no known fault")
    sys.exit(status)


if __name__ == "__main__":
    main()
