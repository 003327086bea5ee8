"""The command `serai`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; say what to install where its libraries are missing."""
    try:
        from serai.cli import app
    except ModuleNotFoundError as missing:
        if missing.name not in ("typer", "rich"):
            raise
        sys.exit(f"the command line needs {missing.name}: pip install 'serai[cli]'")
    app()


if __name__ == "__main__":
    main()
