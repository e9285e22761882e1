"""Text as people write it: files, JSON, fields, positions, and moves after a position."""
