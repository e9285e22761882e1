"""Games as files: SGF and text, finished games, and the review of one."""
