"""What all commands share: how they end, the errors that a person sees as a line, the game that they are about."""
