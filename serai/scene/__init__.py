"""What lies on a table, as plain data: scenes, their patches, their words and their pictures."""
