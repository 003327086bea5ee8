"""What stands before every request: where it may come from, how often, how big, how long, and the headers
that browsers are told.

All but `rate_limit` and `connections`, which every room uses, are wrapped around the application. May import
what all may (`serai.server`), and no other room.
"""
