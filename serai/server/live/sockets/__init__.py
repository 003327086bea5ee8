"""A connection to a table's page: our extension of uvicorn's classes, or plain ASGI. May import `safety`."""
