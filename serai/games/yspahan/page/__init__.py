"""The table of Yspahan: its drawings, and the texts about it."""
