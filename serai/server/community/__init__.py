"""What people do with each other beside a game: the lobby, invitations and chat.

May import `live`, `people` and what lies below.
"""
