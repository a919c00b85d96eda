"""What the tests share: the repository, and the command line program that they compare with."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from shared import ROOT


class Program:
    """The command line program."""

    def __init__(self, path):
        self.path = path

    def __call__(self, *words):
        """What it prints, whatever the verdict."""
        words = [str(word) for word in words]
        ran = subprocess.run(
            [self.path, *words], cwd=ROOT, capture_output=True, text=True, timeout=600
        )
        assert ran.returncode in (0, 1, 3), ran.stderr
        return ran.stdout

    def json(self, *words):
        """The object that it prints."""
        return json.loads(self(*words, "--json"))

    def lines(self, *words):
        """The objects that it prints, one a line."""
        return [json.loads(line) for line in self(*words, "--json").splitlines()]


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def program():
    named = os.environ.get("DEADMOVE_PROGRAM")
    built = [ROOT / "target" / kind / "deadmove" for kind in ("release", "debug")]
    found = [Path(named)] if named else [path for path in built if path.exists()]
    if not found:
        pytest.skip("there is no program to compare with: set DEADMOVE_PROGRAM, or build it")
    return Program(found[0])


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch):
    """Files have the same names as for the program."""
    monkeypatch.chdir(ROOT)
