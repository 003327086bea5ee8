"""The command line."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from secrets import randbits
from time import perf_counter
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import serai
from serai._source import compiled
from serai.bots.bot import Budget
from serai.bots.names import check_bot
from serai.cli import admin
from serai.cli.simulate import Simulation, Spread, simulate
from serai.cli.terminal import HUMAN, OPPONENT, SEATED, SEEDED, Terminal
from serai.kernel.errors import BadOption, BadRecord, SeraiError
from serai.kernel.fair import check_fair
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.state import OVER
from serai.paths import data_folder

app = typer.Typer(
    help="Three classic board games of the bazaar.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(admin.app, name="admin")
YOU = "you"  # the same as a human
GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}

GameName = Annotated[str, typer.Argument(help="The game; `serai info` lists them.")]
Players = Annotated[int | None, typer.Option(help="Number of players (default: as many as the game allows).")]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same dice.")]
# How bots play each other
Seats = Annotated[
    str | None, typer.Option(help="Who sits at the table; seats rotate, e.g. search,greedy,greedy.")
]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Seconds per choice.")]
Work = Annotated[int | None, typer.Option(min=1, help="Work per choice, instead of time.")]
Processes = Annotated[int | None, typer.Option(min=1, help="Games in parallel (default: one per processor).")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS|auto", help="Play on a Ray cluster instead.")]


@app.command()
def info() -> None:
    """Version, compiled or not, games, data folder."""
    engine = "compiled" if compiled() else "interpreted (no compiled modules in use)"
    typer.echo(f"serai {serai.__version__}, Python {sys.version.split()[0]}, {engine}")
    for name in serai.game_names():
        game = serai.game(name)
        least, most = game.players
        typer.echo(f"{name}: {game.title}, {least} to {most} players, rules version {game.version}")
        for option, facts in game.options.items():
            values = " | ".join(facts.values) or "FILE"
            typer.echo(f"  --{option} {values}: {facts.help}")
    typer.echo(f"data folder: {data_folder()}")


@app.command(context_settings=GAME_OPTIONS)
def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game; `serai info` lists them.")] = None,
    players: Players = None,
    seats: Annotated[
        str | None,
        typer.Option(help=f"Who plays, e.g. you,level1,level5,you (default: you against {OPPONENT})."),
    ] = None,
    seed: Seed = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
) -> None:
    """Play in this terminal. A game's options follow its name, e.g. --layout long."""
    console = Console(highlight=False)
    try:
        if resume is not None:
            if players is not None or seats is not None or seed is not None or context.args:
                raise BadOption("--resume takes players, seats, seed and options from its file")
            record, path = _resumed(resume), resume
            if game is not None and game != record.game.name:
                raise BadOption(f"{resume} is a game of {record.game.name}, not {game}")
        else:
            record = _new_record(game, players, seats, seed, context.args)
            path = _new_file(record.game.name)
        Terminal(record, console, console.input, path).run()
    except SeraiError as error:
        _fail(str(error))


def _new_file(name: str) -> Path:
    """A file of the data folder that is not there yet: no game is written over."""
    path = data_folder() / f"{name}.txt"
    number = 1
    while path.exists():
        number += 1
        path = data_folder() / f"{name}-{number}.txt"
    return path


def _new_record(
    name: str | None, players: int | None, seats: str | None, seed: str | None, extra: list[str]
) -> Record:
    if name is None:
        raise BadOption(f"which game? One of {', '.join(serai.game_names())}")
    game = serai.game(name)
    kinds = [HUMAN if kind.strip() == YOU else kind.strip() for kind in seats.split(",")] if seats else None
    options = _game_options(game, extra)
    count = players if players is not None else len(kinds) if kinds else game.most_players(options)
    kinds = kinds or [HUMAN, *[OPPONENT] * (count - 1)]
    tags = {SEATED: ",".join(kinds), SEEDED: seed if seed is not None else str(randbits(64))}
    record = Record(game.name, count, options, tags=tags)
    _check_seats(record)
    return record


def _resumed(path: Path) -> Record:
    record = _read(path)
    record.tags.setdefault(SEATED, ",".join([HUMAN, *[OPPONENT] * (record.players - 1)]))
    record.tags.setdefault(SEEDED, str(randbits(64)))
    _check_seats(record)
    return record


def _check_seats(record: Record) -> None:
    kinds = record.tags[SEATED].split(",")
    for kind in kinds:
        if kind != HUMAN:
            check_bot(kind, record.game)
    if len(kinds) != record.players:
        raise BadOption(f"{len(kinds)} seats are named for {record.players} players")


def _game_options(game: Game, extra: list[str]) -> dict[str, object]:
    """Options of the game itself, written --name value or --name=value."""
    options: dict[str, object] = {}
    rest = list(extra)
    while rest:
        word = rest.pop(0)
        name, given, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            raise BadOption(f"what is {word!r}? Options are written --name value")
        if not given:
            if not rest:
                raise BadOption(f"{word} needs a value")
            value = rest.pop(0)
        option = game.options.get(name)
        if option is not None and option.read is not None:
            path = Path(value)
            value = _text_of(path)
            if not value:  # an empty text would mean the default
                raise BadOption(f"option {name}: {path} is empty", name)
        options[name] = value
    return options


@app.command("simulate", context_settings=GAME_OPTIONS)
def simulate_command(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: Players = None,
    seed: Seed = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Random games: speed, lengths, scores."""
    try:
        played = serai.game(game)
        options = _game_options(played, context.args)
        count = players if players is not None else played.most_players(options)
        played.settings(count, options)
        with _progress(Console(stderr=True)) as bar:
            task = bar.add_task(played.title, total=games)
            result = simulate(
                played, count, options, games, seed or "0", lambda done: bar.update(task, completed=done)
            )
    except SeraiError as error:
        _fail(str(error))
    if as_json:
        typer.echo(json.dumps(_figures(played, count, result)))
    else:
        _print_simulation(played, count, result)


@app.command(context_settings=GAME_OPTIONS)
def arena(
    context: typer.Context,
    game: GameName,
    bots: Annotated[
        str | None, typer.Option(help="Who plays, mixed evenly, e.g. greedy,random,my.module:Bot.")
    ] = None,
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 400,
    players: Players = None,
    seed: Seed = None,
    seconds: Seconds = None,
    work: Work = None,
    timeout: Annotated[
        float, typer.Option(min=0.01, help="Seconds beyond the budget after which a program loses.")
    ] = 10.0,
    processes: Processes = None,
    ray: Ray = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures to FILE.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture of the ratings to FILE.")] = None,
    records: Annotated[Path | None, typer.Option(help="Keep the record of every game in FOLDER.")] = None,
) -> None:
    """Bots against each other: who wins how often. A game's options follow its name."""
    try:
        from serai.arena.report import Report
    except ModuleNotFoundError as missing:
        if not str(missing.name).startswith("openskill"):
            raise
        _fail("the arena needs openskill: pip install 'serai[arena]'")
    from serai.arena.match import Result
    from serai.arena.tournament import play_all, runner, schedule

    try:
        played = serai.game(game)
        matches = schedule(
            played,
            games,
            bots=_names(bots),
            seats=_names(seats),
            players=players,
            options=_game_options(played, context.args),
            seed=seed if seed is not None else "0",
            budget=_budget(seconds, work),
            timeout=timeout,
        )
        run = runner(processes, ray)
        for path in (json_file, svg, records and records / "1.txt"):
            _check_writable(path)
        with _progress(Console(stderr=True)) as bar:
            task = bar.add_task(played.title, total=games)

            def played_one(result: Result) -> None:
                bar.advance(task)
                _write(records and records / f"{result.match.number + 1}.txt", result.record().to_text)

            begun = perf_counter()
            outcome = play_all(matches, run, played_one)
            report = Report.of(matches, outcome, perf_counter() - begun)
        _write(json_file, lambda: json.dumps(report.figures(), indent=1) + "\n")
        _write(svg, report.picture)
    except SeraiError as error:
        _fail(str(error))
    report.show(Console(highlight=False))
    if outcome.stopped:
        raise typer.Exit(1)


@app.command(context_settings=GAME_OPTIONS)
def dataset(
    context: typer.Context,
    game: GameName,
    out: Annotated[Path, typer.Option(help="The FOLDER to write; the same command continues it.")],
    bots: Annotated[
        str | None, typer.Option(help="Who plays, mixed evenly (default: random); one alone plays itself.")
    ] = None,
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: Players = None,
    seed: Seed = None,
    part: Annotated[
        int, typer.Option(min=1, help="Games per file; a rerun continues after whole files.")
    ] = 100,
    seconds: Seconds = None,
    work: Work = None,
    processes: Processes = None,
    ray: Ray = None,
) -> None:
    """Games as Parquet, for learning: what seats knew, could and did. A game's options follow its name."""
    try:
        from serai.research.dataset import Run, write
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("serai"):
            raise
        _fail(f"a dataset needs {missing.name}: pip install 'serai[research]'")
    from serai.arena.tournament import runner

    failed = 0
    try:
        played = serai.game(game)
        run = Run(
            game,
            games,
            tuple(_names(bots)) or (() if seats else ("random",)),
            tuple(_names(seats)),
            players,
            _game_options(played, context.args),
            seed if seed is not None else "0",
            part,
            _budget(seconds, work),
        )
        with _progress(Console(stderr=True)) as bar:
            task = bar.add_task(played.title, total=games)

            def played_some(done: int, faults: int) -> None:
                nonlocal failed
                failed = faults
                bar.update(task, completed=done)

            write(run, out, runner(processes, ray), played_some)
    except SeraiError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        typer.echo("interrupted; the same command goes on with what is missing", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{games} games in {out}")
    if failed:
        typer.echo(f"a bot failed in {failed} of the games just played: see column faults", err=True)


def _names(text: str | None) -> list[str]:
    """Names between commas; one that has commas itself stands in double quotes."""
    return [name.strip() for row in csv.reader([text or ""], skipinitialspace=True) for name in row]


def _budget(seconds: float | None, work: int | None) -> Budget:
    if seconds is not None and work is not None:
        raise BadOption("a budget is --seconds or --work, not both")
    return Budget(seconds, work)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


def _figures(game: Game, players: int, result: Simulation) -> dict[str, object]:
    return {
        "game": game.name,
        "players": players,
        "compiled": compiled(),
        "games": result.games,
        "games_per_s": round(result.games_per_s, 1),
        "decisions_per_s": round(result.decisions_per_s),
        "decisions": vars(Spread.of(result.lengths)),
        "seats": [
            {"wins": round(wins / result.games, 4), **vars(Spread.of(scores))}
            for wins, scores in zip(result.wins, result.scores, strict=True)
        ],
    }


def _print_simulation(game: Game, players: int, result: Simulation) -> None:
    console = Console()
    engine = "compiled" if compiled() else "interpreted"
    console.print(
        f"{game.title}, {players} players, {engine}: {result.games} games, "
        f"{result.games_per_s:,.0f} games/s, {result.decisions_per_s:,.0f} decisions/s"
    )
    table = Table("", "wins", "mean", "sd", "min", "25 %", "median", "75 %", "max")
    for seat, scores in enumerate(result.scores):
        table.add_row(f"seat {seat + 1}", f"{result.wins[seat] / result.games:.1%}", *_row(scores))
    table.add_section()
    table.add_row("all scores", "", *_row([score for scores in result.scores for score in scores]))
    table.add_row("decisions a game", "", *_row(result.lengths))
    console.print(table)


def _row(numbers: list[int]) -> list[str]:
    spread = Spread.of(numbers)
    whole = (spread.least, spread.quarter, spread.median, spread.three_quarters, spread.most)
    return [f"{spread.mean:.1f}", f"{spread.deviation:.1f}", *map(str, whole)]


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, text or JSON.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this many choices.")] = None,
    boards: Annotated[bool, typer.Option(help="Show the table after every choice.")] = False,
) -> None:
    """Show a record: its choices, and the table at the end."""
    console = Console(highlight=False)
    try:
        record = _read(file)
        last = len(record.choices) if to is None else to
        if last > len(record.choices):
            raise BadRecord(f"the record has {len(record.choices)} choices, not {last}")
        for number, (state, choice) in enumerate(record.states()):
            if boards and number:
                console.print(Text(record.game.board(state.observe(None)) + "\n"))
            if number == last or choice is None:
                break
            who = f"seat {state.actor + 1}" if state.actor >= 0 else "chance"
            console.print(Text(f"{number + 1:>5}  {who}: {state.text(choice)}"))
    except SeraiError as error:
        _fail(str(error))
    console.print()
    console.print(Text(record.game.board(state.observe(None))))
    if state.actor == OVER:
        console.print(f"won by {', '.join(f'seat {seat + 1}' for seat in state.winners())}")


@app.command()
def verify(files: Annotated[list[Path], typer.Argument(help="Records, text or JSON.")]) -> None:
    """Replay records: whether every choice was legal, and every draw of chance fair."""
    bad = 0
    for file in files:
        try:
            record = _read(file)
            drawn = check_fair(record)
        except SeraiError as error:
            bad += 1
            typer.echo(f"{file}: refused: {error}")
        else:
            state = record.replay()
            end = f"over, scores {state.scores()}" if state.actor == OVER else "not over"
            fair = "" if drawn is None else f", {drawn} draws follow from the seed"
            typer.echo(f"{file}: ok, {record.game.name}, {len(record.choices)} choices, {end}{fair}")
    raise typer.Exit(1 if bad else 0)


KeepRooms = Annotated[
    float,
    typer.Option(envvar="SERAI_KEEP_ROOMS", min=0, help="Days a table waits for players (0: forever)."),
]
KeepGames = Annotated[
    float,
    typer.Option(envvar="SERAI_KEEP_GAMES", min=0, help="Days an abandoned game is kept."),
]
KeepGuests = Annotated[
    float,
    typer.Option(envvar="SERAI_KEEP_GUESTS", min=0, help="Days a guest without games and account is kept."),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(envvar="SERAI_HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(envvar="SERAI_PORT", min=0, max=65535, help="(default: the next free one from 8000)"),
    ] = None,
    fd: Annotated[
        int | None, typer.Option(min=0, help="A socket that is already open, instead of host and port.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(envvar="SERAI_DATA", help="Where tables are kept (default: the data folder)."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(envvar="SERAI_DATABASE", help="postgresql://USER:PASSWORD@HOST/NAME (default: SQLite)."),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(envvar="SERAI_REDIS", help="redis://…: many processes are one server (default: one)."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            envvar="SERAI_WORKERS", min=0, help="Processes for bots (default: processors - 1, or 2)."
        ),
    ] = None,
    synchronous: Annotated[
        str, typer.Option(envvar="SERAI_SYNCHRONOUS", help="full: safe if power fails; normal: faster.")
    ] = "full",
    trusted: Annotated[
        str, typer.Option(envvar="SERAI_TRUSTED_PROXIES", help="Addresses of proxies trusted for the scheme.")
    ] = "127.0.0.1",
    watch: Annotated[bool, typer.Option(help="Read templates and styles again when they change.")] = False,
    password_memory: Annotated[
        int,
        typer.Option(envvar="SERAI_PASSWORD_MEMORY", min=32, help="KiB of memory for hashing a password."),
    ] = 64 * 1024,
    crowd: Annotated[
        float,
        typer.Option(envvar="SERAI_CROWD", min=0, help="How many times the usual one address may ask."),
    ] = 1.0,
    smtp: Annotated[
        str | None, typer.Option(envvar="SERAI_SMTP", help="Mail server: smtp+starttls://USER:PASSWORD@HOST.")
    ] = None,
    mail_from: Annotated[
        str | None, typer.Option(envvar="SERAI_MAIL_FROM", help="The address that e-mails come from.")
    ] = None,
    site: Annotated[
        str | None, typer.Option(envvar="SERAI_SITE", help="Public address of this server, for e-mails.")
    ] = None,
    metrics: Annotated[
        int | None,
        typer.Option(envvar="SERAI_METRICS", min=0, max=65535, help="Port for Prometheus, on 127.0.0.1."),
    ] = None,
    log: Annotated[
        str, typer.Option(envvar="SERAI_LOG", help="plain: warnings; json: every request.")
    ] = "plain",
    silence: Annotated[
        float,
        typer.Option(envvar="SERAI_SILENCE", min=1, help="Seconds of silence that end a connection."),
    ] = 40.0,
    keep_rooms: KeepRooms = 14.0,
    keep_games: KeepGames = 90.0,
    keep_guests: KeepGuests = 90.0,
) -> None:
    """Serve the page: play in the browser."""
    try:
        from serai.server.ops.retention import Keep
        from serai.server.ops.run import serve as run
        from serai.server.people.mail import mail_server
        from serai.server.routes.app import Config
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("serai"):
            raise
        _fail(f"the server needs {missing.name}: pip install 'serai[server]'")
    try:
        if synchronous.lower() not in ("full", "normal"):
            raise BadOption(f"synchronous is full or normal, not {synchronous!r}")
        if log not in ("plain", "json"):
            raise BadOption(f"log is plain or json, not {log!r}")
        config = Config(
            data or data_folder(),
            workers,
            synchronous.upper(),
            watch,
            password_memory=password_memory,
            mail=mail_server(smtp, mail_from, site) if smtp else None,
            database=database,
            redis=redis,
            crowd=crowd,
            keep=Keep(keep_rooms, keep_games, keep_guests),
            test_seed=os.environ.get("SERAI_TEST_SEED"),
        )
        run(config, host, port, trusted, metrics, log, silence, fd)
    except OSError as error:
        _fail(f"cannot keep tables in {data or data_folder()}: {error.strerror}")
    except SeraiError as error:
        _fail(str(error))


@app.command()
def worker(
    database: Annotated[
        str, typer.Option(envvar="SERAI_DATABASE", help="postgresql://USER:PASSWORD@HOST/NAME.")
    ],
    redis: Annotated[str, typer.Option(envvar="SERAI_REDIS", help="redis://:PASSWORD@HOST:PORT/NUMBER.")],
    workers: Annotated[
        int | None,
        typer.Option(
            envvar="SERAI_WORKERS", min=1, help="Processes for bots (default: processors - 1, or 2)."
        ),
    ] = None,
    synchronous: Annotated[
        str, typer.Option(envvar="SERAI_SYNCHRONOUS", help="full: safe if power fails; normal: faster.")
    ] = "full",
    smtp: Annotated[str | None, typer.Option(envvar="SERAI_SMTP", help="As for serve.")] = None,
    mail_from: Annotated[str | None, typer.Option(envvar="SERAI_MAIL_FROM", help="As for serve.")] = None,
    site: Annotated[str | None, typer.Option(envvar="SERAI_SITE", help="As for serve.")] = None,
) -> None:
    """Run bots for servers that share a database."""
    try:
        from serai.server.ops.run import work
        from serai.server.people.mail import mail_server
        from serai.server.routes.app import Config
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("serai"):
            raise
        _fail(f"the server needs {missing.name}: pip install 'serai[server]'")
    try:
        if synchronous.lower() not in ("full", "normal"):
            raise BadOption(f"synchronous is full or normal, not {synchronous!r}")
        mail = mail_server(smtp, mail_from, site) if smtp else None
        work(
            Config(
                data_folder(),
                workers,
                synchronous.upper(),
                mail=mail,
                database=database,
                redis=redis,
                web=False,
            )
        )
    except SeraiError as error:
        _fail(str(error))


@app.command()
def bench(
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the figures to FILE (- to print).")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="Time for each figure.")] = 2.0,
) -> None:
    """Speed of every game, compared with other simulators if installed."""
    from serai.bench import print_figures, run_all

    console = Console(stderr=True)
    with console.status("measuring") as status:
        figures = run_all(seconds, status.update)
    if json_file is not None and str(json_file) == "-":
        typer.echo(json.dumps(figures, indent=1))
        return
    print_figures(figures, Console())
    if json_file is not None:
        try:
            json_file.parent.mkdir(parents=True, exist_ok=True)
            json_file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            _fail(f"cannot write {json_file}: {error.strerror}")


def _read(path: Path) -> Record:
    return Record.read(_text_of(path))


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"cannot read {path}: it is not text") from error


def _check_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written, before the work is done."""
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("a").close()
        except OSError as error:
            raise BadOption(f"cannot write {path}: {error.strerror}") from error


def _write(path: Path | None, text: Callable[[], str]) -> None:
    if path is not None:
        try:
            path.write_text(text(), encoding="utf-8")
        except OSError as error:
            raise BadOption(f"cannot write {path}: {error.strerror}") from error


def _fail(message: str) -> NoReturn:
    Console(stderr=True, highlight=False).print(Text(f"serai: {message}"), soft_wrap=True)
    raise typer.Exit(2)
