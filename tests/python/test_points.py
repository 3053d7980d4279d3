"""Are the points of a sweep, as Python hands them out, those of the program?"""

import subprocess

import pytest
from spyre_sim import InputError, _core, default_config
from spyre_sim.program import PROGRAM
from spyre_sim.sweep import _row


@pytest.fixture
def spec(tmp_path):
    file = tmp_path / "spec.yaml"
    file.write_text("build: {op: mm, m: 64, k: 64, n: [64, 128]}\naxes: {dram.channels: [8, 16]}\nkeep: kernel_us < 5000\n")
    return file


@pytest.fixture
def printed(spec):
    """The program's header and rows of all four points."""
    done = subprocess.run([PROGRAM, "sweep", spec, "--points", "0-3"], capture_output=True, check=True, text=True)
    return done.stdout.splitlines()


def test_points_begin_their_rows_as_the_program_does(spec, printed):
    points = _core.SweepPoints(spec, [str(default_config())], [], False)
    assert len(points) == 4
    assert printed[0].split(",")[2:4] == points.axes == ["build.n", "dram.channels"]
    for number, row in enumerate(printed[1:]):
        key, start = points.at(number)
        assert row.startswith(start)
        assert start.startswith(key + ",mm,")
    assert points.keep == _core.sweep_keep(points.text) == "kernel_us < 5000"


def test_a_worker_gives_the_program_s_row(spec, printed):
    assert _row(str(spec), 2, None, None, False) == printed[3]
    assert _row(str(spec), 2, None, {"dram.rate": "3 GB/s"}, True) != printed[3]
    with pytest.raises(InputError, match="points"):
        _row(str(spec), 4, None, None, False)


def test_rows_are_kept_once(spec, tmp_path):
    file = tmp_path / "points.csv"
    ledger = _core.SweepLedger(file, ["build.n"], False)
    ledger.append("key,mm,64,", "ok,1,2,memory,")
    assert ledger.has("key,mm,64,")
    assert ledger.rest_of("key") == "ok,1,2,memory,"
    assert ledger.rest_of("other") is None
    assert file.read_text().splitlines()[1:] == ["key,mm,64,ok,1,2,memory,"]
    assert _core.sweep_crashed("gone").startswith("failed,")


def test_rows_of_another_card_are_not_gone_on_with(spec, tmp_path):
    card = [str(default_config())]
    points = _core.SweepPoints(spec, card, [], False)
    ledger = _core.SweepLedger(tmp_path / "points.csv", points.axes, False)
    ledger.append(points.at(0)[1], "ok,1,2,memory,")
    points.refuse_strangers(ledger)
    with pytest.raises(InputError, match="1 of 1 rows"):
        _core.SweepPoints(spec, card, ["dram.rate=3 GB/s"], False).refuse_strangers(ledger)
