"""The learner: reads what self-play writes, and writes improved weights.

It knows no game and imports nothing from Serai, so that any Python with PyTorch can run this file by its path
while another one plays. All communication is through the folder of a run (see `run.py`): the learner reads
`settings.json` and the chunks, and writes `weights-NUMBER.bin`, `learner.pt` and `optimizer.pt` to resume
from, and `learner.jsonl`. A run that continues from a net of another one has its weights in `start.bin`.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

OUTPUTS = 2
KEPT = 5  # files of weights to keep: another process may be reading one
NAMES = ("opinion", "bias1", "weight2", "bias2", "weight3", "bias3", "trust")  # in files, after the table
CHUNK = 8  # bytes of a chunk's header: rows and games, four bytes each


class Model(nn.Module):
    """The net as `serai/bots/nets.py` evaluates it."""

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__()
        first, second = settings["hidden"]
        steps = torch.tensor(settings["steps"])
        most = torch.tensor(settings["most"], dtype=torch.float32)
        values = torch.where(steps > 1, steps + 1, steps)
        offset = torch.cumsum(values, 0) - values
        large = torch.nonzero(steps > 1).flatten()
        self.rows = int(values.sum())
        # For each number and each of its values, the column that is set; the last is for none.
        columns = torch.full((len(steps), 256), self.rows)
        steps_of = torch.tensor(settings["steps_of"])
        for value in range(1, 256):
            step = torch.minimum(steps_of[value], steps)
            columns[:, value] = torch.where(steps > 0, offset + step - 1, self.rows)
        self.register_buffer("columns", columns.flatten(), persistent=False)
        self.register_buffer("firsts", torch.arange(len(steps)) * 256, persistent=False)
        self.register_buffer("large", large, persistent=False)
        self.register_buffer("large_columns", (offset + steps)[large], persistent=False)
        self.register_buffer("large_scale", 1 / most[large], persistent=False)
        self.register_buffer("seen", torch.zeros(self.rows))
        self.table = nn.Parameter(torch.randn(self.rows, first) * 0.05)
        self.opinion = nn.Parameter(torch.randn(settings["opinions"], first) * 0.1)
        self.bias1 = nn.Parameter(torch.zeros(first))
        self.weight2 = nn.Parameter(torch.randn(first, second) * (2 / first) ** 0.5)
        self.bias2 = nn.Parameter(torch.zeros(second))
        self.weight3 = nn.Parameter(torch.randn(second, OUTPUTS) * 0.01)
        self.bias3 = nn.Parameter(torch.zeros(OUTPUTS))
        self.trust = nn.Parameter(torch.ones(1))

    def forward(self, features: Tensor, opinions: Tensor, count: bool = False) -> Tensor:
        """Log odds of a win, and margin."""
        there = torch.zeros(len(features), self.rows + 1, device=features.device)
        there.scatter_(1, self.columns[features.long() + self.firsts], 1.0)
        there[:, self.large_columns] = features[:, self.large].float() * self.large_scale
        there = there[:, : self.rows]
        if count:
            self.seen += there.sum(0)
        hidden = torch.relu(there @ self.table + opinions @ self.opinion + self.bias1)
        hidden = torch.relu(hidden @ self.weight2 + self.bias2)
        out = hidden @ self.weight3 + self.bias3
        return torch.stack([out[:, 0] + self.trust * opinions[:, 0], out[:, 1]], 1)

    def content(self, weights: dict[str, Tensor]) -> bytes:
        """The index of the rows, then all weights as float16; rows that were never used are left out."""
        used = (self.seen > 0).cpu().numpy()
        place = np.where(used, np.cumsum(used) - 1, -1).astype("<i4")
        table = weights["table"].cpu().numpy()[used]
        parts = [table, *(weights[name].cpu().numpy() for name in NAMES)]
        halves = np.concatenate([part.reshape(-1) for part in parts]).astype("<f2")
        return place.tobytes() + halves.tobytes()

    def load_content(self, content: bytes) -> None:
        """Take over weights in the form of `content`. Rows that were left out are zero."""
        used = np.frombuffer(content, "<i4", self.rows) >= 0
        halves = np.frombuffer(content, "<f2", offset=4 * self.rows).astype(np.float32)
        self.seen.copy_(torch.from_numpy(used.astype(np.float32)))
        with torch.no_grad():
            self.table.zero_()
            size = int(used.sum()) * self.table.shape[1]
            self.table[torch.from_numpy(used)] = torch.from_numpy(halves[:size]).view(-1, self.table.shape[1])
            for name in NAMES:
                weights = getattr(self, name)
                weights.copy_(torch.from_numpy(halves[size : size + weights.numel()]).view_as(weights))
                size += weights.numel()


class Window:
    """The latest rows, in a ring buffer."""

    def __init__(self, size: int, numbers: int, opinions: int, device: torch.device) -> None:
        self.size = size
        self.numbers = numbers
        self.features = torch.zeros(size, numbers, dtype=torch.uint8, device=device)
        self.opinions = torch.zeros(size, opinions, device=device)
        self.targets = torch.zeros(size, OUTPUTS, device=device)
        self.total = 0  # rows received so far

    def add(self, rows: np.ndarray, targets: np.ndarray) -> None:
        """Add rows; the oldest go."""
        features = torch.from_numpy(rows[:, : self.numbers].copy())
        opinions = torch.from_numpy(rows[:, self.numbers :].copy().view("<f4"))
        start = self.total % self.size
        end = min(self.size, start + len(rows))
        cut = end - start
        for kept, new in (
            (self.features, features),
            (self.opinions, opinions),
            (self.targets, torch.from_numpy(targets)),
        ):
            kept[start:end] = new[:cut].to(kept.device)
            if cut < len(rows):
                kept[: len(rows) - cut] = new[cut:].to(kept.device)
        self.total += len(rows)

    def draw(self, number: int, newest: float) -> tuple[Tensor, Tensor, Tensor]:
        """Random rows from the latest part of the data."""
        reach = min(self.size, self.total, max(int(newest * self.total), 20 * number))
        back = torch.randint(1, reach + 1, (number,), device=self.features.device)
        which = (self.total - back) % self.size
        return self.features[which], self.opinions[which], self.targets[which]


class Learner:
    """A model in training, and the folder it reads from and writes to."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder = folder
        self.settings = settings = json.loads((folder / "settings.json").read_text())
        self.device = torch.device(device)
        torch.manual_seed(settings["seed"])
        torch.set_float32_matmul_precision("high")
        self.numbers = len(settings["most"])
        self.row = self.numbers + 4 * settings["opinions"]
        self.model = Model(settings)
        if (folder / "start.bin").exists():
            self.model.load_content((folder / "start.bin").read_bytes())
        self.model.to(self.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), fused=device != "cpu")
        self.mean = {name: value.detach().clone() for name, value in self.model.named_parameters()}
        self.window = Window(settings["window"], self.numbers, settings["opinions"], self.device)
        self.facts = {"games": 0, "rows": 0, "steps": 0, "seconds": 0.0, "number": 0, **settings["before"]}
        if (folder / "learner.pt").exists():
            kept = torch.load(folder / "learner.pt", map_location=self.device, weights_only=True)
            self.model.load_state_dict(kept["model"])
            self.mean = kept["mean"]
            self.facts = kept["facts"]
        if (folder / "optimizer.pt").exists():
            kept = torch.load(folder / "optimizer.pt", map_location=self.device, weights_only=True)
            self.optimizer.load_state_dict(kept)

    def run(self, seconds: float) -> None:
        """Learn for some seconds, or until the run is stopped."""
        settings, facts = self.settings, self.facts
        begun = saved = time.monotonic()
        before = facts["seconds"]
        trained = 0  # rows in this run
        first = facts["steps"]
        losses: list[Tensor] = []
        leader = os.getppid()
        while (spent := time.monotonic() - begun) < seconds and not (self.folder / "stop").exists():
            if os.getppid() != leader:  # killed: nobody would stop this one
                break
            self.take_in()
            part = spent / seconds
            rate = settings["rate"] * (settings["last_rate"] / settings["rate"]) ** part
            for group in self.optimizer.param_groups:
                group["lr"] = rate * min(1.0, (facts["steps"] - first + 1) / 200)
            # With few rows in the window it would overfit to these games, and forget the others.
            most = settings["passes"] * (self.window.total - settings["fill"])
            steps = 0
            while trained < most and steps < 50:
                losses.append(self.step())
                trained += settings["batch"]
                steps += 1
            facts["seconds"] = before + time.monotonic() - begun
            if time.monotonic() - saved > settings["export"] and losses:
                saved = time.monotonic()
                self.save(torch.stack(losses).mean(0).tolist())
                losses.clear()
            if not steps:
                time.sleep(0.1)
        if losses:
            self.save(torch.stack(losses).mean(0).tolist())

    def take_in(self) -> None:
        """Read the available chunks, oldest first."""
        paths = sorted((self.folder / "chunks").glob("*.bin"), key=lambda path: path.stat().st_mtime)
        for path in paths:
            content = np.fromfile(path, np.uint8)
            path.unlink()
            rows, games = (int(word) for word in content[:CHUNK].view("<u4"))
            end = CHUNK + rows * self.row
            if rows:
                inputs = content[CHUNK:end].reshape(rows, self.row)
                self.window.add(inputs, content[end:].view("<f4").reshape(rows, OUTPUTS))
            self.facts["rows"] += rows
            self.facts["games"] += games

    def step(self) -> Tensor:
        """Make one step; returns the losses of share and margin."""
        settings, facts = self.settings, self.facts
        features, opinions, targets = self.window.draw(settings["batch"], settings["newest"])
        out = self.model(features, opinions, count=facts["steps"] % 8 == 0)
        share = nn.functional.binary_cross_entropy_with_logits(out[:, 0], targets[:, 0])
        margin = nn.functional.smooth_l1_loss(out[:, 1], targets[:, 1])
        self.optimizer.zero_grad(set_to_none=True)
        (share + settings["margin"] * margin).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        facts["steps"] += 1
        keep = min(settings["keep"], (facts["steps"] + 1) / (facts["steps"] + 10))
        values = [value.detach() for value in self.model.parameters()]
        torch._foreach_lerp_(list(self.mean.values()), values, 1 - keep)
        return torch.stack([share.detach(), margin.detach()])

    def save(self, losses: list[float]) -> None:
        """Write the weights, and all that is needed to resume."""
        facts = self.facts
        facts["number"] += 1
        path = self.folder / f"weights-{facts['number']:05}.bin"
        _write(path, self.model.content(self.mean))
        for old in sorted(self.folder.glob("weights-*.bin"))[:-KEPT]:
            old.unlink()
        kept = {"model": self.model.state_dict(), "mean": self.mean, "facts": facts}
        for name, thing in (("learner", kept), ("optimizer", self.optimizer.state_dict())):
            torch.save(thing, self.folder / f"{name}.new")
            os.replace(self.folder / f"{name}.new", self.folder / f"{name}.pt")
        with (self.folder / "learner.jsonl").open("a") as file:
            file.write(json.dumps({**facts, "share loss": losses[0], "margin loss": losses[1]}) + "\n")


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    os.replace(new, path)


def main() -> None:
    """Run a learner as a program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args()
    torch.set_num_threads(1 if given.device != "cpu" else max(1, (os.cpu_count() or 2) // 2))
    Learner(given.folder, given.device).run(given.seconds)


if __name__ == "__main__":
    main()
