"""Bots at work: what they are asked, in which order, and the processes that think."""
