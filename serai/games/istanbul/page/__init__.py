"""The table of Istanbul: its drawings, its words and what lies on it."""
