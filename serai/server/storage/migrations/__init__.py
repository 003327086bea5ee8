"""How the database's schema grew."""
