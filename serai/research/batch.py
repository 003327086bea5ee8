"""Thousands of games at once, as NumPy arrays.

>>> with BatchEnv("yspahan", players=4, size=64, seed=1) as batch:
...     for _ in range(100):
...         now = batch.step(batch.sample_actions())
>>> now.observations.shape == (64, batch.num_features)
True
"""

from __future__ import annotations

import ctypes
import signal
from contextlib import suppress
from itertools import pairwise
from math import prod
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from types import TracebackType
from typing import Any, Final, Literal, NamedTuple, cast
from weakref import finalize

import numpy as np
from numpy.typing import ArrayLike, NDArray

import serai
from serai.kernel.game import Game
from serai.kernel.tensor import size as layout_size
from serai.research.errors import BatchClosed, IllegalAction
from serai.research.loop import EVERY_SEAT, OPPONENTS, Loop

Array = NDArray[Any]
Kind = Literal["uint8", "float32"]
Memory = dict[str, ctypes.Array[ctypes.c_byte]]
PATIENCE: Final = 5.0  # seconds for a process to end
STEP: Final = b"s"
RESET: Final = b"r"
READY: Final = b"!"


class Batch(NamedTuple):
    """How the games stand, row by row. The next step writes into the same arrays: copy what you keep."""

    observations: Array  # what the seat to move knows, as `Game.layout` says
    masks: NDArray[np.bool_]  # its legal actions
    seats: NDArray[np.int8]  # who it is
    rewards: NDArray[np.float32]  # of each seat: its share of the win of a game that ended in this step
    dones: NDArray[np.bool_]  # a game ended in this step; the row shows the next one already
    scores: NDArray[np.int32]  # the points of each seat in that game


class Setting(NamedTuple):
    """All that a process must know to play some of the games."""

    game: str
    players: int
    options: dict[str, str]
    size: int
    kind: Kind
    seat: int
    opponents: int


def _shapes(setting: Setting) -> dict[str, tuple[tuple[int, ...], type]]:
    """The arrays of a batch: how large they are and what is in them."""
    game = serai.game(setting.game)
    size, players = setting.size, setting.players
    number = np.float32 if setting.kind == "float32" else np.uint8
    return {
        "observations": ((size, layout_size(game.layout)), number),
        "masks": ((size, game.num_seat_actions), np.bool_),
        "legal": ((size, game.num_seat_actions), np.bool_),  # the same, where nobody can write
        "seats": ((size,), np.int8),
        "rewards": ((size, players), np.float32),
        "dones": ((size,), np.bool_),
        "scores": ((size, players), np.int32),
        "actions": ((size,), np.int32),
        "drawn": ((size,), np.int32),
    }


def _shared_memory(setting: Setting) -> Memory:
    """Room for the arrays that several processes can see."""
    return {
        name: RawArray(ctypes.c_byte, prod(shape) * np.dtype(kind).itemsize)
        for name, (shape, kind) in _shapes(setting).items()
    }


def _arrays(setting: Setting, memory: Memory | None) -> dict[str, Array]:
    shapes = _shapes(setting)
    if memory is None:
        return {name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()}
    return {
        name: np.frombuffer(memoryview(memory[name]), kind).reshape(shape)
        for name, (shape, kind) in shapes.items()
    }


class Part:
    """Some of the games of a batch, and their rows of the arrays."""

    def __init__(self, setting: Setting, arrays: dict[str, Array], games: range) -> None:
        self.setting = setting
        self.game: Game = serai.game(setting.game)
        self.games = games
        self.rows = {name: array[games.start : games.stop] for name, array in arrays.items()}
        most = [feature.most for feature in self.game.layout for _ in range(feature.size)]
        self.scale = 1 / np.array(most, np.float32)

    def reset(self, seed: str) -> None:
        """Begin new games."""
        setting = self.setting
        first = self.game.new(setting.players, setting.options)
        self.loop = Loop(first, self.game.num_seat_actions, self.games, seed, setting.seat, setting.opponents)
        self.loop.start()
        self._show()

    def step(self) -> None:
        """Make a choice in each game, as the rows have them."""
        self.loop.step(self.rows["actions"].tobytes())
        self._show()

    def _show(self) -> None:
        """Copy what the loop wrote into the arrays."""
        loop, rows = self.loop, self.rows
        features = np.frombuffer(loop.features.getvalue(), np.uint8).reshape(rows["observations"].shape)
        if self.setting.kind == "float32":
            np.multiply(features, self.scale, out=rows["observations"])
        else:
            np.copyto(rows["observations"], features)
        legal = np.frombuffer(loop.masks.getvalue(), np.bool_).reshape(rows["masks"].shape)
        np.copyto(rows["masks"], legal)
        np.copyto(rows["legal"], legal)
        rows["seats"][:] = np.frombuffer(loop.seats.getvalue(), np.int8)
        rows["dones"][:] = np.frombuffer(loop.dones.getvalue(), np.bool_)
        rows["drawn"][:] = np.frombuffer(loop.drawn.getvalue(), np.int32)
        ended = np.frombuffer(loop.ended.getvalue(), np.int32)
        players = self.setting.players
        rows["rewards"].fill(0)
        rows["scores"].fill(0)
        rows["rewards"][ended] = np.frombuffer(loop.shares.getvalue(), np.float32).reshape(-1, players)
        rows["scores"][ended] = np.frombuffer(loop.scores.getvalue(), np.int32).reshape(-1, players)


class BatchEnv:
    """Many games of one kind that are stepped together; a game that ends is followed by a new one.

    `observations` is "uint8" or "float32" (then each number is divided by its maximum). With several
    `processes` the games are shared out among them; what happens is the same for the same seed. By default
    every seat is asked in its turn; with `opponents` ("random" or "greedy") only `seat` is, and the others
    play by themselves. All else are options of the game.
    """

    def __init__(
        self,
        game: str,
        /,
        players: int | None = None,
        size: int = 1024,
        seed: int | str = 0,
        observations: Kind = "uint8",
        processes: int = 1,
        opponents: str | None = None,
        seat: int = 0,
        **options: object,
    ) -> None:
        self.game: Game = serai.game(game)
        self.players = self.game.most_players(options) if players is None else players
        if observations not in ("uint8", "float32"):
            raise ValueError(f"observations are 'uint8' or 'float32', not {observations!r}")
        if opponents is not None and opponents not in OPPONENTS:
            raise ValueError(f"opponents are {' or '.join(OPPONENTS)}, not {opponents!r}")
        if not 1 <= processes <= size:
            raise ValueError(f"{size} games are for 1 to {size} processes, not {processes}")
        self.options = self.game.settings(self.players, options)
        if not 0 <= seat < self.players:
            raise ValueError(f"no seat {seat}: they go from 0 to {self.players - 1}")
        self.size = size
        self.num_actions = self.game.num_seat_actions
        self.num_features = layout_size(self.game.layout)
        self.setting = Setting(
            game,
            self.players,
            self.options,
            size,
            observations,
            EVERY_SEAT if opponents is None else seat,
            0 if opponents is None else OPPONENTS.index(opponents),
        )
        ends = [size * number // processes for number in range(processes + 1)]
        parts = [range(first, end) for first, end in pairwise(ends)]
        memory = _shared_memory(self.setting) if processes > 1 else None
        self._all = _arrays(self.setting, memory)
        self._helpers = [Helper(self.setting, memory, games) for games in parts[1:] if memory]
        self._closer = finalize(self, _close, self._helpers)
        self._part = Part(self.setting, self._all, parts[0])
        self._rows = np.arange(size)
        self.reset(seed)

    def reset(self, seed: int | str = 0) -> Batch:
        """New games, all of them. The same seed and actions give the same games."""
        return self._run(RESET + str(seed).encode())

    def step(self, actions: ArrayLike) -> Batch:
        """An action in every game. Raises `IllegalAction`, and changes nothing, if one is not legal."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.size,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(f"actions are {self.size} integers, not {chosen.dtype} of shape {chosen.shape}")
        outside = (chosen < 0) | (chosen >= self.num_actions)
        if outside.any():
            game = int(outside.argmax())
            raise IllegalAction(
                game, f"{chosen[game]} is no action: they go from 0 to {self.num_actions - 1}"
            )
        legal = self._all["legal"][self._rows, chosen]
        if not legal.all():
            game = int(legal.argmin())
            raise IllegalAction(game, f"action {chosen[game]} is not legal for seat {self.seats[game]}")
        self._all["actions"][:] = chosen
        return self._run(STEP)

    def sample_actions(self) -> NDArray[np.int32]:
        """A legal action for every game, drawn evenly. They are drawn anew with each step."""
        return cast("NDArray[np.int32]", self._all["drawn"].copy())

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat that is to choose, for each game."""
        return cast("NDArray[np.int8]", self._all["seats"])

    @property
    def batch(self) -> Batch:
        """How the games stand."""
        now = self._all
        return Batch(
            now["observations"], now["masks"], now["seats"], now["rewards"], now["dones"], now["scores"]
        )

    def _run(self, order: bytes) -> Batch:
        if not self._closer.alive:
            raise BatchClosed("the batch is closed")
        try:
            for helper in self._helpers:
                helper.pipe.send_bytes(order)
            _obey(self._part, order)
            for helper in self._helpers:
                helper.pipe.recv_bytes()
        except (EOFError, OSError):
            self.close()
            raise BatchClosed("a process of the batch has died") from None
        return self.batch

    def close(self) -> None:
        """End the processes."""
        self._closer()

    def __enter__(self) -> BatchEnv:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Helper:
    """A process that plays some of the games."""

    def __init__(self, setting: Setting, memory: Memory, games: range) -> None:
        context = get_context("spawn")  # a fork would copy whatever threads and locks are here
        self.pipe, inner = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_help, args=(inner, setting, memory, games), daemon=True
        )
        self.process.start()
        inner.close()


def _obey(part: Part, order: bytes) -> None:
    if order == STEP:
        part.step()
    else:
        part.reset(order[len(RESET) :].decode())


def _help(pipe: Connection, setting: Setting, memory: Memory, games: range) -> None:
    """Play what is ordered, until nothing more comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives the orders
    part = Part(setting, _arrays(setting, memory), games)
    with suppress(EOFError, OSError):
        while True:
            _obey(part, pipe.recv_bytes())
            pipe.send_bytes(READY)


def _close(helpers: list[Helper]) -> None:
    for helper in helpers:
        helper.pipe.close()
    for helper in helpers:
        helper.process.join(PATIENCE)
        helper.process.kill()
        helper.process.join()
