"""``keil playground``: its arguments."""

import pytest

from bot.__main__ import main


@pytest.mark.parametrize("port", ["80", "65536", "99999", "-1", "x", ""])
@pytest.mark.parametrize("command", ["playground", "play"])
def test_a_port_that_cannot_be_had_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], command: str, port: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, f"--port={port}"])
    assert stopped.value.code == 2
    said = capsys.readouterr().err.splitlines()
    what = "use a number from 1024 to 65535, or 0 for a free port"
    assert said[-1] == f"keil {command}: error: argument --port: {what}"
