"""Tables in memory and the people who look at them: the hub, connections, scenes, bots at work (`bots`),
presence, notifications, and publish/subscribe between processes (`pubsub`).

May import `tables` and what lies below. It does not know `people`: whoever wants to hear of a turn, the end
of a game or a recovery adds a hook to the hub.
"""
