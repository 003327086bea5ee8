"""A table as a log: its settings, choices and acts, clocks and seeds, and how it is stored and read."""
