"""What a person makes: strategies and puzzles."""
