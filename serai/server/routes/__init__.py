"""HTTP and WebSocket: one module and one `APIRouter` a subject, what they share (`web`), templates and files,
and the bot API (`api`).

An endpoint is a plain function: it reads what was asked, has a room below do it, and answers by
`web_of(request)`. May import every other room but `ops.run`.
"""
