"""Bots at work: the pool of worker processes, the jobs they are given, which bot plays at which table, and
the queue of tables that processes share. May import what `live` may, and of `live` what does not import it.
"""
