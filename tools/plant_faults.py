"""Mutation testing on a sample: plants some small faults and says which of them the tests find.

    python tools/plant_faults.py --sample 6 people clocks

It takes minutes where `tools/mutation.py` takes hours, and needs nothing but the tests. The faults are those
of a careless change: an inverted comparison or condition, `and` for `or`, a sum for a difference, another
constant, a lost argument or value, a missing statement. The modules and their tests are those of
`tools/mutation.py`.
"""

from __future__ import annotations

import argparse
import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from mutation import DATABASES, ROOMS, prepare, share

OTHER: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
LONGEST: Final = 600  # seconds for the tests without a fault


class Fault(NamedTuple):
    """A module's source with a fault, and where it is."""

    source: str
    line: int
    before: str
    after: str


def places(tree: ast.Module) -> Iterator[ast.AST]:
    """Everything inside functions that can be changed: statements and values, but no annotations."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                yield from _in(statement)


def _in(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.JoinedStr):
        return  # nested functions are visited by themselves; the wording of f-strings may change
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if _changes(node) and not docstring:
        yield node
    if isinstance(node, ast.AnnAssign):
        children: list[ast.AST] = [node.value] if node.value is not None else []
    else:
        children = [] if docstring else list(ast.iter_child_nodes(node))
    for child in children:
        yield from _in(child)


def _changes(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[op]) | ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op):
            return type(op) in OTHER
        case ast.Assign(value=ast.Constant(value=None)) | ast.Call(args=[*_, ast.Constant(value=None)]):
            return False  # nothing would change
        case ast.If() | ast.While() | ast.Expr() | ast.Assign():
            return True
        case ast.Constant(value=value):
            return isinstance(value, int | float | str)
        case ast.Call(args=[*_, ast.expr() as last]):
            return not isinstance(last, ast.Starred)
    return False


def _change(node: Any) -> None:
    match node:
        case ast.Compare():
            node.ops = [OTHER[type(node.ops[0])]()]
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign():
            node.op = OTHER[type(node.op)]()
        case ast.If() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Expr() | ast.Assign():
            node.value = ast.Constant(None)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant(value=str()):
            node.value = f"XX{node.value}XX"  # another space would not change SQL
        case ast.Constant():
            node.value += 1
        case ast.Call():
            node.args[-1] = ast.Constant(None)


def plant(source: str, index: int) -> Fault:
    """Plant a fault at a place, by its index."""
    tree = ast.parse(source)
    node: Any = list(places(tree))[index]
    before = ast.unparse(node)
    _change(node)
    return Fault(ast.unparse(ast.fix_missing_locations(tree)), node.lineno, before, ast.unparse(node))


def is_found(folder: Path, tests: list[str], limit: float) -> bool:
    """Whether the tests fail, or take longer than `limit` seconds."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    running = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return running.wait(limit) != 0
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        return True


def try_module(module: str, tests: str, sample: int, seed: str) -> tuple[int, int]:
    """The number of faults found in a module, and of all. Those not found are printed."""
    folder = prepare(module, tests)
    path = folder / "serai" / "server" / f"{module}.py"
    source = path.read_text(encoding="utf-8")
    files = [str(Path("tests/server", name).parent / f"test_{Path(name).name}.py") for name in tests.split()]
    runs = [[*files, "--database", kind] for kind in DATABASES.get(module, ("sqlite",))]
    begun = monotonic()
    if any(is_found(folder, run, LONGEST) for run in runs):
        raise SystemExit(f"the tests of {module} fail without a fault")
    limit = 30 + 4 * (monotonic() - begun)
    number = len(list(places(ast.parse(source))))
    found = 0
    chosen = Random(f"{seed} {module}").sample(range(number), min(sample, number))
    for index in chosen:
        fault = plant(source, index)
        path.write_text(fault.source, encoding="utf-8")
        if any(is_found(folder, run, limit) for run in runs):
            found += 1
        else:
            first, now = fault.before.split("\n")[0], fault.after.split("\n")[0]
            print(f"    {module}.py:{fault.line}: {first} → {now}", flush=True)
    print(f"{module:18} {found:3} of {len(chosen):3} found, drawn from {number}", flush=True)
    return found, len(chosen)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="rooms or modules; all if none is named")
    parser.add_argument("--sample", type=int, default=10, help="faults for each module")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    with ThreadPoolExecutor(wanted.processes) as threads:
        rooms = {
            room: [
                threads.submit(try_module, f"{room}/{module}", tests, wanted.sample, wanted.seed)
                for module, tests in modules.items()
                if not wanted.names or {room, module} & set(wanted.names)
            ]
            for room, modules in ROOMS.items()
        }
        for room, modules in rooms.items():
            counts = [one.result() for one in modules]
            found, total = sum(one for one, _ in counts), sum(one for _, one in counts)
            if total:
                print(f"{room}: {found} of {total}, {share(found, total)}", flush=True)


if __name__ == "__main__":
    main()
