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
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from math import prod
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from pickle import dumps, loads
from types import TracebackType
from typing import Any, Final, Literal, NamedTuple, cast
from weakref import finalize

import numpy as np
from numpy.typing import ArrayLike, NDArray

import serai
from serai.bots.nets import Evaluate, evaluator, game_net, game_policy
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import State
from serai.kernel.tensor import size as layout_size
from serai.processes import end
from serai.research.arguments import plain, seed_text, whole
from serai.research.batch_loop import EVERY_SEAT, NET, OPPONENTS, POLICY, Loop
from serai.research.errors import BatchClosed, IllegalAction
from serai.research.positions import Positions

Array = NDArray[Any]
Kind = Literal["uint8", "float32"]
Memory = dict[str, ctypes.Array[ctypes.c_byte]]
Stored = tuple[list[State], list[Rng]]
# Commands to the processes, one byte each, followed by pickled arguments.
STEP: Final = b"s"
RESET: Final = b"r"
SAVE: Final = b"g"
LOAD: Final = b"l"
PUT: Final = b"p"
POINTS: Final = b"n"
READY: Final = b"!"


class Batch(NamedTuple):
    """The state of the games, one per row. The next step overwrites the arrays: copy what you keep."""

    observations: Array  # what the seat to move knows, in the format of `Game.layout`
    masks: NDArray[np.bool_]  # its legal actions
    seats: NDArray[np.int8]  # that seat
    rewards: NDArray[np.float32]  # for each seat, its share of the win if a game ended in this step
    dones: NDArray[np.bool_]  # whether a game ended in this step; the row already shows the next one
    scores: NDArray[np.int32]  # the points of each seat in that game


class Setting(NamedTuple):
    """Everything a process needs to play its part of the games."""

    game: str
    players: int
    options: dict[str, str]
    size: int
    kind: Kind
    seat: int
    opponents: int


def _shapes(setting: Setting) -> dict[str, tuple[tuple[int, ...], type]]:
    """The shapes and types of a batch's arrays."""
    game = serai.game(setting.game)
    size, players = setting.size, setting.players
    number = np.float32 if setting.kind == "float32" else np.uint8
    return {
        "observations": ((size, layout_size(game.layout)), number),
        "masks": ((size, game.num_seat_actions), np.bool_),
        "legal": ((size, game.num_seat_actions), np.bool_),  # a read-only view
        "seats": ((size,), np.int8),
        "rewards": ((size, players), np.float32),
        "dones": ((size,), np.bool_),
        "scores": ((size, players), np.int32),
        "actions": ((size,), np.int32),
        "drawn": ((size,), np.int32),
        "points": ((size, players), np.int32),
        "finals": ((0 if setting.seat == EVERY_SEAT else size, layout_size(game.layout)), number),
    }


def _shared_memory(setting: Setting) -> Memory:
    """Shared memory for the arrays."""
    return {
        name: RawArray(ctypes.c_byte, max(1, prod(shape) * np.dtype(kind).itemsize))
        for name, (shape, kind) in _shapes(setting).items()
    }


def _arrays(setting: Setting, memory: Memory | None) -> dict[str, Array]:
    shapes = _shapes(setting)
    if memory is None:
        return {name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()}
    return {
        name: np.frombuffer(memoryview(memory[name]), kind, prod(shape)).reshape(shape)
        for name, (shape, kind) in shapes.items()
    }


def _evaluate(game: Game, opponents: int) -> Evaluate:
    """The net of opponents that use one."""
    if opponents == POLICY:
        return game_policy(game)
    return evaluator(game_net(game)) if opponents == NET else _no_net


def _no_net(rows: bytes) -> bytes:
    raise NotImplementedError("these opponents have no net")


class Part:
    """Some of a batch's games, and their rows of the arrays."""

    def __init__(self, setting: Setting, arrays: dict[str, Array], games: range) -> None:
        self.setting = setting
        self.game: Game = serai.game(setting.game)
        self.games = games
        self.rows = {name: array[games.start : games.stop] for name, array in arrays.items()}
        self.evaluate = _evaluate(self.game, setting.opponents)
        most = [feature.most for feature in self.game.layout for _ in range(feature.size)]
        self.scale = 1 / np.array(most, np.float32)

    def reset(self, seed: str) -> None:
        """Begin new games."""
        self._begin(seed)
        self.loop.start()
        self._show()

    def _begin(self, seed: str) -> None:
        setting = self.setting
        self.loop = Loop(
            self.game.new(setting.players, setting.options),
            self.game.num_seat_actions,
            self.games,
            seed,
            setting.seat,
            setting.opponents,
            self.evaluate,
        )

    def step(self) -> None:
        """Make a choice in each game, row by row."""
        self.loop.step(self.rows["actions"].tobytes())
        self._show()

    def save(self) -> Stored:
        """The current state of the games, for `load`."""
        return self.loop.copies()

    def load(self, stored: Stored) -> None:
        """Continue from saved games. The arrays are not touched."""
        self._begin("")
        self.loop.states, self.loop.rngs = stored

    def put(self, rows: list[int], states: list[State]) -> None:
        """Replace the positions in some rows."""
        self.loop.put([row - self.games.start for row in rows], states)
        self._show()

    def write_points(self) -> None:
        """Write the current points."""
        points = np.frombuffer(self.loop.points(), np.int32)
        np.copyto(self.rows["points"], points.reshape(self.rows["points"].shape))

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
        if self.setting.seat != EVERY_SEAT:
            finals = np.frombuffer(loop.finals.getvalue(), np.uint8).reshape(len(ended), len(self.scale))
            rows["finals"][ended] = finals * self.scale if self.setting.kind == "float32" else finals


class BatchEnv:
    """Many games of one kind that are stepped together; when a game ends, a new one begins.

    `observations` is "uint8" or "float32" (then each number is divided by its maximum). With several
    `processes` the games are divided among them; the same seed gives the same games. By default you choose
    for every seat; with `opponents` only for `seat`, and the others play by themselves: "random", "quick"
    (the best by the game's estimate right after the choice), "greedy" (the best at the end of the turn),
    "net" (the best by the game's net right after the choice) or "policy" (the choice of a smaller net, weaker
    and much faster). All other arguments are options of the game.

    A batch can be copied (`clone`, `copy.deepcopy`) and stored (`pickle`): the copy continues in the same
    way, in as many processes of its own.

    >>> with BatchEnv("yspahan", players=3, size=4, seed=1) as batch:
    ...     now = batch.step(batch.sample_actions())
    >>> now.masks.shape
    (4, 227)
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
        known = serai.game(game)
        count = known.most_players(options) if players is None else plain(players)
        size = whole("size", size, 1)
        processes = whole("processes", processes, 1)
        seat = whole("seat", seat, 0)
        if observations not in ("uint8", "float32"):
            raise ValueError(f"observations are 'uint8' or 'float32', not {observations!r}")
        if opponents is not None and opponents not in OPPONENTS:
            raise ValueError(f"opponents are {' or '.join(OPPONENTS)}, not {opponents!r}")
        if processes > size:
            raise ValueError(f"{size} games are for 1 to {size} processes, not {processes}")
        settings = known.settings(count, options)
        if seat >= count:
            raise ValueError(f"no seat {seat}: they go from 0 to {count - 1}")
        asked = EVERY_SEAT if opponents is None else seat
        how = 0 if opponents is None else OPPONENTS.index(opponents)
        self._set(Setting(game, count, settings, size, observations, asked, how))
        self._start(processes)
        self.reset(seed)

    def _set(self, setting: Setting) -> None:
        self.setting = setting
        self.game: Game = serai.game(setting.game)
        self.players = setting.players
        self.options = setting.options
        self.size = setting.size
        self.num_actions = self.game.num_seat_actions
        self.num_features = layout_size(self.game.layout)

    def _start(self, processes: int) -> None:
        """Divide the games among the processes, which wait for commands."""
        ends = [self.size * number // processes for number in range(processes + 1)]
        parts = [range(first, end) for first, end in pairwise(ends)]
        memory = _shared_memory(self.setting) if processes > 1 else None
        self.processes = processes
        self._all = _arrays(self.setting, memory)
        self._helpers = [Helper(self.setting, memory, games) for games in parts[1:] if memory]
        self._closer = finalize(self, _close, self._helpers)
        self._part = Part(self.setting, self._all, parts[0])
        self._rows = np.arange(self.size)
        self._seed = ""
        self._resets = 0

    def reset(self, seed: int | str | None = None) -> Batch:
        """Start all games anew. The same seed and actions give the same games; without a seed they differ
        each time, and are derived from the last seed.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> bool(batch.reset(seed=2).dones.any())
        False
        """
        if seed is not None:
            self._seed = seed_text(seed)
            self._resets = 0
        else:
            self._resets += 1
        chosen = f"{self._seed} again {self._resets}" if self._resets else self._seed
        self._order(RESET, [chosen] * self.processes)
        return self.batch

    def step(self, actions: ArrayLike) -> Batch:
        """Make an action in every game. Raises `IllegalAction`, and changes nothing, if one is not legal.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> batch.step(batch.sample_actions()).rewards.shape
        (4, 3)
        """
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
        self._order(STEP)
        return self.batch

    def sample_actions(self) -> NDArray[np.int32]:
        """A uniformly random legal action for every game, drawn anew in each step.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> actions = batch.sample_actions()
        >>> bool(batch.batch.masks[range(4), actions].all())
        True
        """
        return cast("NDArray[np.int32]", self._all["drawn"].copy())

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat that is to choose, for each game.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> batch.seats.shape
        (4,)
        """
        return cast("NDArray[np.int8]", self._all["seats"])

    @property
    def batch(self) -> Batch:
        """The current state of the games.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> batch.batch.observations.shape == (4, batch.num_features)
        True
        """
        now = self._all
        return Batch(
            now["observations"], now["masks"], now["seats"], now["rewards"], now["dones"], now["scores"]
        )

    def tensors(self) -> Any:
        """The current state of the games as PyTorch tensors: a `Batch` that shares memory with the arrays, so
        each step overwrites it too. `step` accepts tensors as well as arrays.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> batch.tensors().masks.shape  # doctest: +SKIP
        torch.Size([4, 227])
        """
        import torch

        return Batch(*(torch.from_numpy(array) for array in self.batch))

    def running_scores(self) -> NDArray[np.int32]:
        """The current points of each seat in each game.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> batch.running_scores().tolist()
        [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
        """
        self._order(POINTS)
        return cast("NDArray[np.int32]", self._all["points"].copy())

    @property
    def final_observations(self) -> Array:
        """With `opponents`: what the seat knew at the end of a game, in the rows of games that ended in the
        last step; other rows are meaningless.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1, opponents="random")
        >>> batch.final_observations.shape == (4, batch.num_features)
        True
        """
        return self._all["finals"]

    def positions(self) -> Positions:
        """Copies of all positions, including what is hidden.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> len(batch.positions())
        4
        """
        return Positions([state for states, _ in self._saved() for state in states])

    def set_positions(self, positions: Positions | Sequence[State], rows: ArrayLike | None = None) -> Batch:
        """Continue from these positions, in all rows or in some. If it is the turn of chance or another seat,
        it moves, and after a finished game a new one begins, as in a step.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> first = batch.positions().take([0, 0])
        >>> now = batch.set_positions(first, rows=[2, 3])
        >>> bool((now.observations[2] == now.observations[3]).all())
        True
        """
        states = positions.states() if isinstance(positions, Positions) else list(positions)
        chosen = self._rows if rows is None else self._rows[np.asarray(rows)]
        if len(states) != len(chosen):
            raise ValueError(f"{len(states)} positions are not for {len(chosen)} rows")
        for state in states:
            if (state.game_name, state.players) != (self.game.name, self.players):
                raise ValueError(f"not {state.game_name} of {state.players} players")
        share: list[tuple[list[int], list[State]]] = [([], []) for _ in range(self.processes)]
        for row, state in zip(chosen.tolist(), states, strict=True):
            mine = share[self._process_of(row)]
            mine[0].append(row)
            mine[1].append(state)
        self._order(PUT, share)
        return self.batch

    def _process_of(self, row: int) -> int:
        return ((row + 1) * self.processes - 1) // self.size

    def clone(self) -> BatchEnv:
        """An independent copy of the batch that continues in the same way.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> twin = batch.clone()
        >>> bool((twin.step(twin.sample_actions()).masks == batch.step(batch.sample_actions()).masks).all())
        True
        """
        return _restored(self.setting, self.processes, *self._stored())

    def __deepcopy__(self, memo: dict[int, Any]) -> BatchEnv:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.setting, self.processes, *self._stored())

    def _stored(self) -> tuple[list[Stored], dict[str, Array], str, int]:
        arrays = {name: array.copy() for name, array in self._all.items()}
        return self._saved(), arrays, self._seed, self._resets

    def _saved(self) -> list[Stored]:
        here, *others = self._order(SAVE)
        return [here, *map(loads, others)]

    def _order(self, kind: bytes, given: Sequence[Any] = ()) -> list[Any]:
        """Run a command in each process with its arguments; returns the results."""
        if not self._closer.alive:
            raise BatchClosed("the batch is closed")
        try:
            for number, helper in enumerate(self._helpers, 1):
                helper.pipe.send_bytes(kind + dumps(given[number]) if given else kind)
            here = _obey(self._part, kind, given[0] if given else None)
            return [here, *(helper.pipe.recv_bytes() for helper in self._helpers)]
        except (EOFError, OSError):
            self.close()
            raise BatchClosed("a process of the batch has died") from None

    def close(self) -> None:
        """Stop the processes.

        >>> batch = BatchEnv("yspahan", players=3, size=4, seed=1)
        >>> batch.close()
        >>> batch.reset()
        Traceback (most recent call last):
        serai.research.errors.BatchClosed: the batch is closed
        """
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
        context = get_context("spawn")  # a fork would copy the state of threads and locks
        self.pipe, inner = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_help, args=(inner, setting, memory, games), daemon=True
        )
        self.process.start()
        inner.close()


def _obey(part: Part, kind: bytes, given: Any) -> Stored | None:
    if kind == STEP:
        part.step()
    elif kind == RESET:
        part.reset(given)
    elif kind == POINTS:
        part.write_points()
    elif kind == PUT:
        part.put(*given)
    elif kind == LOAD:
        part.load(given)
    else:
        return part.save()
    return None


def _restored(
    setting: Setting,
    processes: int,
    stored: list[Stored],
    arrays: dict[str, Array],
    seed: str,
    resets: int,
) -> BatchEnv:
    """Restore a pickled batch."""
    batch = BatchEnv.__new__(BatchEnv)
    batch._set(setting)
    batch._start(processes)
    batch._seed, batch._resets = seed, resets
    for name, array in arrays.items():
        np.copyto(batch._all[name], array)
    batch._order(LOAD, stored)
    return batch


def _help(pipe: Connection, setting: Setting, memory: Memory, games: range) -> None:
    """Run commands until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    part = Part(setting, _arrays(setting, memory), games)
    with suppress(EOFError, OSError):
        while True:
            order = pipe.recv_bytes()
            saved = _obey(part, order[:1], loads(order[1:]) if len(order) > 1 else None)
            pipe.send_bytes(READY if saved is None else dumps(saved))


def _close(helpers: list[Helper]) -> None:
    for helper in helpers:
        helper.pipe.close()
    end(helper.process for helper in helpers)
