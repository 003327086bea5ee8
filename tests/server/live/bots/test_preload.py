"""The process from which workers are forked, and what becomes of them when the server is killed."""

from __future__ import annotations

import subprocess
import sys

from tests.server.databases import children, wait_until_gone
from tests.server.server_process import ROOT

# Workers answer what they have loaded before anything is sent to them that would load it.
SERVER = """
import asyncio, multiprocessing
from serai.server.live.bots import preload
preload.begin()
print("begun", flush=True)
input()
context = multiprocessing.get_context("forkserver")
said, tell = context.Pipe(False)
ask = "import sys; tell.send([name for name in wanted if name not in sys.modules])"
wanted = ["serai.cli", "serai.server.live.bots.worker", "serai.games.yspahan.rules"]
context.Process(target=exec, args=(ask, {"tell": tell, "wanted": wanted})).start()
print(said.recv(), flush=True)
from serai.server.live.bots import pool, worker
print(asyncio.run(pool.WorkerPool(1).run(worker.process)), flush=True)
input()
"""


def test_workers_are_forked_with_everything_loaded_and_end_with_the_server() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stdout.readline() == "begun\n"
        assert children(server.pid)  # it is loading already
        server.stdin.write("\n")
        server.stdin.flush()
        assert server.stdout.readline() == "[]\n"  # nothing was missing
        worker = int(server.stdout.readline())
    finally:
        server.kill()
        server.communicate()
    wait_until_gone({worker})
