"""`serai admin`: the host's tools. They work on the database, whether the server runs or not.

One module per subject, as in `serai.server`.
"""

from __future__ import annotations

import typer

from serai.cli.admin import backup, clean, database, people, ratings, reports, tables

app = typer.Typer(help="The host's tools: tables, people, reports, backups.", no_args_is_help=True)
app.callback()(database.choose)

# As the help lists them
app.command()(tables.tables)
app.command()(tables.close)
app.command()(tables.hide)
app.command()(tables.show)
app.command()(people.people)
app.command()(people.ban)
app.command()(people.unban)
app.command()(people.bans)
app.command()(reports.reports)
app.command()(reports.settle)
app.command()(ratings.rerate)
app.command()(clean.clean)
app.command()(backup.backup)
app.command()(backup.restore)
