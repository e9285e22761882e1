"""Lessons as files: Markdown with tasks, whose answers the engine proves. README.md has the form."""
