"""The package as a whole: version, names, types, documents."""

import doctest
import re
import subprocess
import sys

import pytest

import deadmove as dm


def test_the_version_is_that_of_the_workspace(root):
    workspace = (root / "Cargo.toml").read_text()
    version = re.search(r'^version = "([^"]+)"', workspace, re.MULTILINE).group(1)
    assert dm.__version__ == version


def test_every_name_is_there_and_has_a_description():
    for name in dm.__all__:
        value = getattr(dm, name)
        assert name.startswith("__") or name == "Progress" or value.__doc__, name
    for name in dm.__all__:
        kind = getattr(dm, name)
        if not isinstance(kind, type) or issubclass(kind, Exception):
            continue
        for member in vars(kind):
            if not member.startswith("_"):
                assert getattr(kind, member).__doc__, f"{name}.{member}"


def test_the_examples_in_the_documentation_are_true(root):
    failed, tried = doctest.testmod(dm)
    assert failed == 0 and tried > 4
    failed, tried = doctest.testfile(str(root / "python/README.md"), module_relative=False)
    assert failed == 0 and tried > 4


def test_the_types_are_checked_strictly(root):
    pytest.importorskip("mypy")
    for command in (
        ["mypy", "--strict", "--config-file", "python/pyproject.toml", "-p", "deadmove"],
        ["mypy", "--strict", "--config-file", "python/pyproject.toml", "python/tests/typed.py"],
        ["mypy.stubtest", "deadmove", "--ignore-missing-stub"],
    ):
        ran = subprocess.run(
            [sys.executable, "-m", *command], cwd=root, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_results_become_tables():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(dm.rules("mined-9").check(5).to_dicts())
    assert len(table) == 18 and set(table["verdict"]) <= {"sound", "vacuous"}
    judged = pandas.DataFrame(p.judge().to_dict() for p in dm.load_all("cases/reasons"))
    assert (judged["verdict"] == "dead").all()


def test_a_progress_bar_is_shown_where_tqdm_is(capsys):
    pytest.importorskip("tqdm")
    dm.rules("mined-9").check(5, progress=True)
    assert "checking 5×5" in capsys.readouterr().err
