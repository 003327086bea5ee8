"""What every game shares: positions, choices, chance, records, checks."""
