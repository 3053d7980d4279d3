"""Where the tests find plans; the package itself is on PYTHONPATH, installed."""

import os
from pathlib import Path

import pytest

SOURCE = Path(os.environ["SPYRE_SOURCE_DIR"])


@pytest.fixture
def workloads():
    return SOURCE / "workloads"


@pytest.fixture
def case():
    """The folder of a small program with values, by name."""
    return lambda name: SOURCE / "tests/execute/cases" / name
