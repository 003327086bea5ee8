"""Checks that every request must pass: origin, rate, size and duration; and security headers.

All of it is middleware except `rate_limit` and `connections`, which every room uses. May import the modules
beside the rooms (`serai.server`), and no other room.
"""
