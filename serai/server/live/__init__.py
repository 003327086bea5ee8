"""Tables in memory and who looks at them: the hub, connections, scenes, bots at work (`bots`), presence,
notifications, and how processes tell each other (`pubsub`).

May import `tables` and what lies below. It does not know people: whoever wants to hear of a turn, an end or a
recovery adds a hook to the hub.
"""
