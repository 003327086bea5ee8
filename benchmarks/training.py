"""Draws the learning curves of the shipped nets, from `benchmarks/training.json`, into `docs/explanation`.

python benchmarks/training.py
"""

from __future__ import annotations

import json
from pathlib import Path

import serai
from serai.research.chart import line_chart


def main() -> None:
    curves = json.loads(Path("benchmarks/training.json").read_text("utf-8"))
    for name, rows in curves.items():
        lines = {
            "95 % to": [(row["games"], 100 * (row["share"] + row["error"])) for row in rows],
            "won": [(row["games"], 100 * row["share"]) for row in rows],
            "95 % from": [(row["games"], 100 * (row["share"] - row["error"])) for row in rows],
        }
        title = f"{serai.game(name).title}: the net against three greedy seats"
        picture = line_chart(title, "games it learned from", "% of games won", lines)
        Path("docs/explanation", f"training-{name}.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
