"""The notebooks run without an error."""

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

from shared import ROOT  # noqa: E402

NOTEBOOKS = sorted((ROOT / "python/notebooks").glob("*.ipynb"))


def test_there_are_three_notebooks():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file, tmp_path):
    notebook = nbformat.read(file, as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    pictures = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert pictures, "nothing drew itself"
    for cell in nbformat.read(file, as_version=4).cells:
        assert not cell.get("outputs"), "notebooks are kept without outputs"
