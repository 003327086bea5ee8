"""Nets: small files that estimate the share of the win in a position.

The input of a net is one row of what a seat knows: the small numbers of `Game.layout` and `Game.insight`, a
byte each, then the `Game.opinions` of the hand-written estimate. Each number selects a row of a table by its
value (large values are binned, and also enter in proportion), so the first layer is a sum of rows; two more
layers follow. The output is added to the log odds of the estimate: the net corrects it.

A policy is a smaller net: its input is `Game.layout` alone, its output how good each choice is. It has
learned to choose as the net does: less well, but at a fraction of the cost. Its second layer is the last.

The file: a magic line, the length of a header, the header as JSON, then the arrays.
`docs/explanation/training.md` explains how nets are trained.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from serai.kernel.errors import SeraiError
from serai.kernel.game import Game
from serai.kernel.tensor import Feature

Evaluate = Callable[[bytes], bytes]

MAGIC: Final = b"serai net 1\n"
FILE: Final = "net.bin"
POLICY_FILE: Final = "policy.bin"
LARGEST: Final = 2 << 20  # maximum size of a file, in bytes
OUTPUTS: Final = 2
# Every value up to 17 has a bin of its own; beyond that, bins grow wider.
EDGES: Final = (*range(1, 19), 21, 25, 32, 48, 64, 96, 128, 192)
STEPS_OF: Final = bytes(sum(value >= edge for edge in EDGES) for value in range(256))


class BadNet(SeraiError):
    """A net file that cannot be used."""


@dataclass(frozen=True)
class Net:
    """The parts of a net. `weights` are float16: table, opinions, biases of the first layer, other layers."""

    game: str
    layout: str  # `fingerprint` of the game it was made for
    opinions: int
    hidden: tuple[int, int]
    most: bytes  # of each number in a row
    steps: bytes  # how many values are distinguished; 0: the number is ignored
    place: bytes  # the table row for each value, as 4-byte integers; -1: none
    weights: bytes
    made: dict[str, Any] = field(default_factory=dict)  # how it was trained

    @property
    def row(self) -> int:
        """Bytes of a row."""
        return len(self.most) + 4 * self.opinions

    def to_bytes(self) -> bytes:
        """The content of its file, which `read` parses."""
        header = {
            "game": self.game,
            "layout": self.layout,
            "opinions": self.opinions,
            "hidden": self.hidden,
            "numbers": len(self.most),
            "values": len(self.place) // 4,
            "made": self.made,
            "sum": _sum(self.most + self.steps + self.place + self.weights),
        }
        text = json.dumps(header, sort_keys=True).encode()
        parts = (MAGIC, len(text).to_bytes(4, "little"), text)
        return b"".join((*parts, self.most, self.steps, self.place, self.weights))


def numbers(game: Game) -> tuple[Feature, ...]:
    """The numbers of a row, in order."""
    return (*game.layout, *game.insight)


def fingerprint(game: Game) -> str:
    """A hash that changes when the meaning of a row does."""
    layout = [(feature.name, feature.size, feature.most) for feature in numbers(game)]
    return _sum(repr((layout, game.opinions)).encode())


def policy_fingerprint(game: Game) -> str:
    """The same for a policy."""
    layout = [(feature.name, feature.size, feature.most) for feature in game.layout]
    return _sum(repr((layout, game.num_seat_actions)).encode())


def _sum(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()


def read(content: bytes, name: str = "the net") -> Net:
    """Parse the content of a net file. Raises `BadNet`."""
    if not content.startswith(MAGIC[: MAGIC.index(b"1")]):
        raise BadNet(f"{name} is no file of a net")
    if not content.startswith(MAGIC):
        raise BadNet(f"{name} is of another version than this one reads")
    try:
        start = len(MAGIC) + 4
        end = start + int.from_bytes(content[len(MAGIC) : start], "little")
        header = json.loads(content[start:end])
        sizes = (header["numbers"], header["numbers"], 4 * header["values"])
        arrays = []
        for size in sizes:
            arrays.append(content[end : end + size])
            end += size
        most, steps, place = arrays
        first, second = header["hidden"]
        net = Net(
            header["game"],
            header["layout"],
            header["opinions"],
            (first, second),
            most,
            steps,
            place,
            content[end:],
            header["made"],
        )
        expected = header["sum"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadNet(f"{name} is broken: its header cannot be read") from error
    if expected != _sum(most + steps + place + net.weights):
        raise BadNet(f"{name} is broken: its checksum is wrong")
    return net


def net_path(game: Game) -> Path | None:
    """The file of a game's net; None if it has none."""
    path = game.folder and game.folder / FILE
    return path if path and path.exists() else None


def digest(game: Game) -> str | None:
    """A short hash of the game's net; None if it has none."""
    path = net_path(game)
    return _sum(path.read_bytes()) if path else None


@cache
def load(path: Path, layout: str) -> Net:
    """The net in a file, which must be made for rows of that `fingerprint`."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadNet(f"there is no net {path.name}: {error.strerror}") from error
    net = read(content, path.name)
    if net.layout != layout:
        raise BadNet(f"{path.name} was made for another version of {net.game}")
    return net


def game_net(game: Game) -> Net:
    """The net that comes with a game. Raises `BadNet` if there is none, or it cannot be used."""
    path = net_path(game)
    if path is None:
        raise BadNet(f"{game.title} has no net")
    return load(path, fingerprint(game))


def game_evaluator(game: Game) -> Evaluate:
    """The evaluator of the net that comes with a game; it is created once. Raises `BadNet`."""
    net = game_net(game)
    made = _evaluators.get(game.name)
    if made is None or made[0] is not net:
        made = _evaluators[game.name] = (net, evaluator(net))
    return made[1]


_evaluators: Final[dict[str, tuple[Net, Evaluate]]] = {}


def engine(game: Game) -> str:
    """What evaluates the game's net here: C, NumPy, or nothing, and why."""
    try:
        evaluate = game_evaluator(game)
    except BadNet as error:
        return f"not used: {error}"
    return "in NumPy" if isinstance(evaluate, NumpyEvaluator) else "in C"


def game_policy(game: Game) -> Evaluate:
    """A function from a row of `Game.layout` to a rating of each choice, as 4-byte floats. Raises `BadNet` if
    the game has no policy."""
    path = game.folder and game.folder / POLICY_FILE
    if not path or not path.exists():
        raise BadNet(f"{game.title} has no policy")
    return policy(load(path, policy_fingerprint(game)))


def policy(net: Net) -> Evaluate:
    """The same for any policy."""
    try:
        from serai.bots._net import Policy
    except ImportError:
        return NumpyPolicy(net)
    return Policy(*_parts(net)).prefer


def _parts(net: Net) -> tuple[int, int, int, bytes, bytes, bytes, bytes, bytes]:
    return (net.opinions, *net.hidden, STEPS_OF, net.most, net.steps, net.place, net.weights)


def evaluator(net: Net) -> Evaluate:
    """A function from rows to the net's output: for each, share of the win and margin, as 4-byte floats.

    It runs in C if that was compiled, otherwise in NumPy.
    """
    try:
        from serai.bots._net import Evaluator
    except ImportError:
        return numpy_evaluator(net)
    try:
        made = Evaluator(*_parts(net))
    except ValueError as error:
        raise BadNet(str(error)) from error
    return made.evaluate


class NumpyEvaluator:
    """Evaluates a net with NumPy."""

    def __init__(self, net: Net) -> None:
        try:
            import numpy as np
        except ImportError as error:
            raise BadNet("nets need a C compiler when Serai is installed, or NumPy") from error
        self.np = np
        self.net = net
        first, second = net.hidden
        self.most = np.frombuffer(net.most, np.uint8)
        self.steps = steps = np.frombuffer(net.steps, np.uint8)
        self.place = place = np.frombuffer(net.place, "<i4")
        weights = np.frombuffer(net.weights, "<f2").astype(np.float32)
        rows = int(place.max(initial=-1)) + 1
        last = (OUTPUTS * second, OUTPUTS, 1) if net.opinions else ()
        sizes = (rows * first, net.opinions * first, first, first * second, second, *last)
        values = np.where(steps > 1, steps.astype(int) + 1, steps)
        if values.sum() != len(place) or sum(sizes) != len(weights):
            raise BadNet("the parts of the net do not fit together")
        self.parts = parts = np.split(weights, np.cumsum(sizes)[:-1])
        # The last row is for -1.
        self.table = np.vstack([parts[0].reshape(rows, first), np.zeros((1, first), np.float32)])
        self.opinion = parts[1].reshape(net.opinions, first)
        self.weight2 = parts[3].reshape(first, second)
        self.offset = np.cumsum(values) - values
        self.steps_of = np.frombuffer(STEPS_OF, np.uint8)

    def __call__(self, content: bytes) -> bytes:
        np = self.np
        given = np.frombuffer(content, np.uint8).reshape(-1, self.net.row)
        features = given[:, : len(self.most)]
        opinions = given[:, len(self.most) :].copy().view("<f4")
        out = np.empty((len(given), OUTPUTS), np.float32)
        weight3 = self.parts[5].reshape(-1, OUTPUTS)
        for number, (row, row_opinions) in enumerate(zip(features, opinions, strict=True)):
            hidden = np.maximum(self.second_layer(row, row_opinions), 0)
            out[number] = hidden @ weight3 + self.parts[6]
        out[:, 0] = 1 / (1 + np.exp(-(out[:, 0] + self.parts[7] * opinions[:, 0])))
        return bytes(out.tobytes())

    def second_layer(self, row: Any, opinions: Any) -> Any:
        """The output of the second layer for one row."""
        np, steps, place, offset, table = self.np, self.steps, self.place, self.offset, self.table
        there = np.flatnonzero((row > 0) & (steps > 0))
        step = np.minimum(self.steps_of[row[there]], steps[there])
        summed = self.parts[2] + opinions @ self.opinion
        summed = summed + table[place[offset[there] + step - 1]].sum(axis=0)
        large = there[steps[there] > 1]
        times = row[large].astype(np.float32) / self.most[large]
        summed = summed + times @ table[place[offset[large] + steps[large]]]
        return np.maximum(summed, 0) @ self.weight2 + self.parts[4]

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.net,)


class NumpyPolicy(NumpyEvaluator):
    """Evaluates a policy with NumPy."""

    def __call__(self, content: bytes) -> bytes:
        row = self.np.frombuffer(content, self.np.uint8)
        liked = self.second_layer(row, self.np.zeros(0, self.np.float32))
        return bytes(liked.astype("<f4").tobytes())


def numpy_evaluator(net: Net) -> Evaluate:
    """A function that evaluates the net with NumPy."""
    return NumpyEvaluator(net)
