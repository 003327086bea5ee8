"""What people do together apart from the game: the lobby, invitations and chat.

May import `live`, `people` and what lies below.
"""
