"""The table of Yspahan: its drawings, and what is said about it."""
