"""Tests use public interfaces: none reads a private field of what it tests."""

import ast

import source

PUBLIC = {"_replace", "_asdict", "_fields", "_mpy"}  # of named tuples; of sys.implementation


def private_fields(tree):
    """Return (line, name) of each field with a leading underscore that is not of the test's own object."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not own and node.attr not in PUBLIC:
                yield node.lineno, node.attr


def test_a_test_reads_no_private_field():
    read = [
        f"{source.name_of(path)}:{line}: {field}"
        for path in source.python_files("tests")
        for line, field in private_fields(source.tree_of(path))
    ]
    assert read == []
