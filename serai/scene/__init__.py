"""Scenes: what lies on a table as plain data; with their patches, texts and pictures."""
