"""Running a server: configuration, start and stop, figures, logs, what the host may do, what is deleted with
time.

`run` stands above all rooms and `server`, which holds the parts together, right below `routes`. The others
may import `community` and what lies below, but no routes.
"""
