"""Tables in memory and who looks at them: the hub, live tables, scenes, presence, notifications."""
