"""Sources for the device without docstrings and comments: with them they would not fit into a Pico's file system."""

import ast
import io
import tokenize

_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef)


def without_comments(source):
    """Return a module's text (bytes) without docstrings and comments; every line keeps its number."""
    text = source.decode()
    if not text:
        return source
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            lines[docstring.lineno - 1] = " " * docstring.col_offset + '""'
            for row in range(docstring.lineno, docstring.end_lineno or docstring.lineno):
                lines[row] = ""
    return ("\n".join(lines) + "\n").encode()
