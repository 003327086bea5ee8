"""The drawings of Caravan."""
