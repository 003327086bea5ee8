"""HTTP and WebSocket: one module and one `APIRouter` for each subject, what they share (`web`), templates,
static files, and the bot API (`api`).

An endpoint is a plain function: it reads the request, calls a room below, and responds by `web_of(request)`.
May import every other room, but not `ops.run`.
"""
