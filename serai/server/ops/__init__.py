"""Running a server: configuration, start and stop, metrics, logs, the host's commands, deletion of old data.

`run` stands above all rooms, and `server`, which holds the parts together, right below `routes`. The others
may import `community` and what lies below, but no routes.
"""
