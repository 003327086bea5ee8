"""Serve the page at once, interpreted, and compile the engine meanwhile: then the compiled one takes over.

`make play` runs this where the engine is not compiled, or has changed. This process only holds the listening
socket: nobody is refused while one server replaces the other. The first ends in order, and nothing is lost.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path

os.environ["SERAI_INTERPRETED"] = "1"  # what is compiled is about to change

from serai.server.listening import FIRST_PORT, LOOPBACK, free_socket

ROOT = Path(__file__).parent.parent
LOG = "build/compile.log"
COMPILE = ("nice", "-n", "10", os.environ.get("MAKE", "make"), "-s", ".venv/build.done")


async def serve(fd: int, interpreted: bool) -> tuple[Process, str]:
    """A server on the socket, and what it says when it listens."""
    environment = {**os.environ, "SERAI_INTERPRETED": "1" if interpreted else "0"}
    command = [sys.executable, "-m", "serai", "serve", "--fd", str(fd), *sys.argv[1:]]
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=PIPE, pass_fds=[fd], cwd=ROOT
    )
    assert process.stdout is not None
    return process, (await process.stdout.readline()).decode().strip()


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
    compiler: Process | None = None
    try:
        server, address = await serve(listening.fileno(), interpreted=True)
        ended = asyncio.create_task(server.wait())
        if not address:
            return await ended
        say(address)
        say("Compiling the engine in the background: bots are slower until then.")
        # A session of its own, so that it can be ended with all that it has started.
        compiler = await asyncio.create_subprocess_exec(*COMPILE, cwd=ROOT, start_new_session=True)
        compiled = asyncio.create_task(compiler.wait())
        await asyncio.wait({ended, compiled}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            return await ended
        if await compiled != 0 or not await is_compiled():
            say(f"The engine could not be compiled ({LOG} says why): play goes on as it is.")
            return await ended
        server.terminate()
        await ended
        server, address = await serve(listening.fileno(), interpreted=False)
        if address:
            say("The compiled engine has taken over.")
        return await server.wait()
    finally:
        if compiler is not None and compiler.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(compiler.pid, signal.SIGTERM)
            await compiler.wait()
        if server is not None and server.returncode is None:
            with suppress(ProcessLookupError):
                server.terminate()
            await server.wait()


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
