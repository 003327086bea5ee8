"""Tables in memory and the people who look at them: the hub, connections, scenes, bots at work (`bots`),
presence, notifications, and publish/subscribe between processes (`pubsub`).

May import `tables` and what lies below. It does not know `people`: to be called on a turn, at the end of a
game or after a recovery, add a hook to the hub.
"""
