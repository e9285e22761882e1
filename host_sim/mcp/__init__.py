"""The server for assistants (Model Context Protocol): README.md. Only server.py and what it imports need the extra."""
