"""The server, in rooms: `storage`, `tables`, `live` and `people`, `community`, `routes`, with `safety` below
and `ops` around them.

Imports go one way: `routes` → `community` → `live` and `people`, which do not know each other → `tables` →
`storage` → `safety`. `ops.run` stands above all, `ops.server` and the rest of `ops` between `routes` and
`community`. Modules that every room may import are here: refusals (`errors`), the server's words, lookalike
names, and cancelling tasks. `lint-imports`, a part of `make lint`, enforces this (contracts in
pyproject.toml).
"""
