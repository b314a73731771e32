"""The example of the engine as a library, in its docstring, does what it shows."""

import doctest

import engine


def test_the_example_of_the_engine_as_a_library():
    results = doctest.testmod(engine)
    assert (results.attempted, results.failed) == (5, 0)
