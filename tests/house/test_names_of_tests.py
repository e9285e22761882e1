"""No two files of tests share a name: pytest would import only the first, and refuse the other."""

from collections import Counter

import source


def test_no_two_files_of_tests_share_a_name():
    names = Counter(path.name for path in source.python_files("tests") if path.name.startswith("test_"))
    assert names and [name for name, count in names.items() if count > 1] == []
