"""A page's connection to a table: our extension of uvicorn's classes, or plain ASGI. May import `safety`."""
