"""Serve the page at once, interpreted, until the engine has been compiled in the background.

`make play` runs this if the engine is not compiled, or has changed. This process only holds the listening
socket, so nobody is refused while one server replaces the other. The second has loaded everything before the
first shuts down cleanly, so that nothing is lost and hardly anyone waits.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path

os.environ["SERAI_INTERPRETED"] = "1"  # the compiled files are about to change

from serai.server.ops.sockets import FIRST_PORT, LOOPBACK, free_socket

ROOT = Path(__file__).parent.parent
LOG = "build/compile.log"
COMPILE = ("nice", "-n", "10", os.environ.get("MAKE", "make"), "-s", ".venv/build.done")
# Loads the server, reports it, and serves when told to.
SERVER = """
import sys
import serai.cli, serai.server.ops.run
for name in serai.game_names():
    serai.game(name)
print(flush=True)
if sys.stdin.readline():
    serai.cli.app()
"""


async def load(fd: int, interpreted: bool) -> Process:
    """Start a server that loads everything, but does not serve yet."""
    environment = {**os.environ, "SERAI_INTERPRETED": "1" if interpreted else "0"}
    command = [sys.executable, "-c", SERVER, "serve", "--fd", str(fd), *sys.argv[1:]]
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdin=PIPE, stdout=PIPE, pass_fds=[fd], cwd=ROOT
    )
    await said(process)
    return process


async def serve(process: Process) -> str:
    """Let a server serve; returns what it prints then."""
    assert process.stdin is not None
    process.stdin.write(b"\n")
    return await said(process)


async def said(process: Process) -> str:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode().strip()


async def is_compiled() -> bool:
    """Whether a new process would run the compiled engine."""
    code = "import sys, serai; from serai._source import compiled; sys.exit(not compiled())"
    environment = {**os.environ, "SERAI_INTERPRETED": "0"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, env=environment, stderr=DEVNULL, cwd=ROOT
    )
    return await process.wait() == 0


async def play() -> int:
    given = os.environ.get("SERAI_PORT")
    port = FIRST_PORT if given is None else int(given)
    listening = free_socket(os.environ.get("SERAI_HOST", LOOPBACK), port, search=given is None)
    server: Process | None = None
    successor: Process | None = None
    compiler: Process | None = None
    try:
        server = await load(listening.fileno(), interpreted=True)
        ended = asyncio.create_task(server.wait())
        address = await serve(server)
        if not address:
            return await ended
        say(address)
        # Its own session, so that it can be ended together with its children.
        compiler = await asyncio.create_subprocess_exec(*COMPILE, cwd=ROOT, start_new_session=True)
        say("Compiling the engine in the background: bots are slower until then.")
        compiled = asyncio.create_task(compiler.wait())
        await asyncio.wait({ended, compiled}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            return await ended
        if await compiled != 0 or not await is_compiled():
            say(f"The engine could not be compiled ({LOG} says why): play goes on as it is.")
            return await ended
        successor = await load(listening.fileno(), interpreted=False)
        server.terminate()
        await ended
        server = successor
        if await serve(server):
            say("The compiled engine has taken over.")
        return await server.wait()
    finally:
        if compiler is not None and compiler.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(compiler.pid, signal.SIGTERM)
            await compiler.wait()
        for process in (server, successor):
            if process is not None and process.returncode is None:
                with suppress(ProcessLookupError):
                    process.terminate()
                await process.wait()


def say(words: str) -> None:
    print(words, flush=True)


async def main() -> int:
    playing = asyncio.create_task(play())
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, playing.cancel)
    try:
        return await playing
    except asyncio.CancelledError:
        return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
