"""What files of tests may ask for: tables of one matrix, and runs of all tests together."""

from referee.limits import MATRIX_TABLES, TEST_RUNS
from referee.suite.reading import ReadTests, read_tests


def suite(tests: int, limits: int, seats: str = "2") -> ReadTests:
    """So many tests at a matrix of so many values of an option."""
    values = ", ".join(str(100 + number) for number in range(limits))
    lines = "".join(f"  t{number}: {{hand: 1o 2o 3o, deadwood: 0}}\n" for number in range(tests))
    text = f"test: 1\nmatrix: {{seats: [{seats}], options: {{limit: [{values}]}}}}\ntests:\n{lines}"
    return read_tests(text.encode(), "x_test.yaml")


def test_tables_of_a_matrix() -> None:
    assert suite(3, MATRIX_TABLES).diagnostics == ()
    assert suite(3, MATRIX_TABLES // 2, seats="2, 3").diagnostics == ()
    for made in (suite(3, MATRIX_TABLES + 1), suite(3, MATRIX_TABLES // 2 + 1, seats="2, 3")):
        assert made.file is None
        assert [(one.code, one.span and one.span.begin.line) for one in made.diagnostics] == [("CH104", 2)]


def test_a_matrix_of_one_test_is_told_there() -> None:
    values = ", ".join(str(number) for number in range(MATRIX_TABLES + 1))
    text = f"test: 1\ntests:\n  t: {{hand: 1o 2o 3o, deadwood: 0, matrix: {{options: {{limit: [{values}]}}}}}}\n"
    (told,) = read_tests(text.encode(), "x_test.yaml").diagnostics
    assert told.message.startswith("the matrix asks for 257 tables")
    assert told.span is not None
    assert (told.span.begin.line, told.span.begin.column) == (3, 36)


def test_runs_of_a_file() -> None:
    fits = TEST_RUNS // 250
    assert suite(fits, 250).diagnostics == ()
    (told,) = suite(fits + 1, 250).diagnostics
    assert told.code == "CH104"
    assert "10,250 times" in told.message
