"""What every request must pass: its origin, how often, how big, how long, and security headers.

All but `rate_limit` and `connections`, which every room uses, is middleware. May import what all may
(`serai.server`), and no other room.
"""
