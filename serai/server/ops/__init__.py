"""Running a server: start and stop, configuration, metrics, logs, and the host's tools."""
