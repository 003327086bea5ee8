"""Training nets: self-play, a learner, and gate matches that decide which net is better."""
