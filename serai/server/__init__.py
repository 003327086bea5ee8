"""The server, in rooms: `storage`, `tables`, `live` and `people`, `community`, `routes`, with `safety` below
and `ops` around them.

Imports go one way: `routes` → `community` → `live` and `people`, which do not know each other → `tables` →
`storage` → `safety`. `ops.run` stands above all, `ops.server` and the rest of `ops` between `routes` and
`community`. What all may import is here: refusals (`errors`), the server's words, names that look alike, and
ending tasks. The contracts in pyproject.toml say the same to `lint-imports`, which is part of `make lint`.
"""
