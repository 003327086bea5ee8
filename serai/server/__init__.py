"""The server: tables, guests, live updates, bots in processes of their own."""
