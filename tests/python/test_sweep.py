"""Does a sweep on Dask give the rows of the program's own sweep, whatever happens to its workers?"""

import os
import signal
import subprocess
import threading
import time

import pytest
import spyre_sim
from spyre_sim.program import PROGRAM

distributed = pytest.importorskip("distributed", reason="sweeps on a cluster need dask")
pandas = pytest.importorskip("pandas", reason="sweeps give a table of pandas")

SPEC = """\
name: channels against columns
plans: [{plan}]
build: {{op: mm, m: 128, k: 256, n: [64, 128, 256, 512], split: [4x1x1, 4x1x1000]}}
axes: {{dram.channels: [2, 4, 8, 16], lx.capacity: ["1 MiB", "2 MiB"]}}
keep: "kernel_us < 20"
"""


@pytest.fixture
def spec(tmp_path, workloads):
    file = tmp_path / "spec.yaml"
    file.write_text(SPEC.format(plan=workloads / "softmax_512x1024"))
    return file


@pytest.fixture
def expected(spec, tmp_path):
    """The lines of the program's own sweep, sorted."""
    subprocess.run([PROGRAM, "sweep", spec, "-o", tmp_path / "own"], check=True, capture_output=True)
    return lines(tmp_path / "own")


@pytest.fixture
def cluster():
    """A real scheduler with three worker processes of one thread each."""
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


def lines(folder):
    return sorted((folder / "points.csv").read_text().splitlines())


def kill_one(cluster, folder, told):
    """Waits for the first rows, then ends a worker without a word."""
    file = folder / "points.csv"
    while not file.exists() or file.read_text().count("\n") < 8:
        time.sleep(0.002)
    worker = next(iter(cluster.workers.values())).pid
    told.update(rows=file.read_text().count("\n"), pid=worker)
    os.kill(worker, signal.SIGKILL)


def test_no_row_is_lost_or_doubled_when_a_worker_is_killed(cluster, spec, expected, tmp_path):
    told = {}
    killer = threading.Thread(target=kill_one, args=(cluster, tmp_path / "out", told), daemon=True)
    killer.start()
    table = spyre_sim.sweep.run(spec, cluster, directory=tmp_path / "out")
    killer.join(timeout=10)
    assert told["rows"] < len(expected)
    assert told["pid"] not in [nanny.pid for nanny in cluster.workers.values()]
    assert lines(tmp_path / "out") == expected
    assert len(table) == len(expected) - 1 == 72
    assert set(table["status"]) == {"ok", "filtered", "refused"}


def test_the_cores_of_this_machine_do_by_themselves_and_rows_are_kept(spec, expected, tmp_path):
    out = tmp_path / "out"
    first = spyre_sim.sweep.run(spec, directory=out)
    assert lines(out) == expected
    assert (out / "spec.yaml").read_text() == spec.read_text()
    before = (out / "points.csv").read_bytes()
    assert spyre_sim.sweep.run(spec, directory=out, resume=True).equals(first)
    assert (out / "points.csv").read_bytes() == before
    with pytest.raises(spyre_sim.InputError):
        spyre_sim.sweep.run(spec, directory=out)


def test_a_sweep_goes_on_after_a_torn_row(spec, expected, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    whole = (tmp_path / "own" / "points.csv").read_text()
    (out / "points.csv").write_text(whole[: len(whole) // 2])
    spyre_sim.sweep.run(spec, directory=out, resume=True)
    assert lines(out) == expected


def test_the_table_has_figures_and_goes_to_parquet(spec, tmp_path):
    out = tmp_path / "out"
    table = spyre_sim.sweep.run(spec, directory=out)
    assert list(table.columns[:2]) == ["point", "plan"]
    assert table["kernel_us"].dtype == table["device_us"].dtype == float
    built = table[(table["plan"] == "mm") & (table["status"] == "ok")]
    assert set(built["bound"]) <= {"compute", "vector", "memory", "ring", "partial_sum", "space", "dependence", "launch",
                                   "drain"}
    assert table[table["status"] == "refused"]["message"].str.contains("split").all()
    pytest.importorskip("pyarrow")
    assert pandas.read_parquet(out / "points.parquet").equals(table)


def test_another_card_and_another_filter_are_noticed(spec, tmp_path):
    out = tmp_path / "out"
    spyre_sim.sweep.run(spec, directory=out)
    slow = spyre_sim.sweep.run(spec, directory=tmp_path / "slow", overrides={"dram.rate": "3 GB/s"})
    usual = pandas.read_csv(out / "points.csv")
    assert slow["kernel_us"].sum() > usual["kernel_us"].sum()
    assert not set(slow["point"]) & set(usual["point"])
    spec.write_text(spec.read_text().replace("< 20", "< 30"))
    with pytest.raises(spyre_sim.InputError, match="filter"):
        spyre_sim.sweep.run(spec, directory=out, resume=True)


def test_what_is_wrong_with_a_specification_is_told_before_anything_runs(spec, tmp_path):
    spec.write_text("build: {op: mm, m: 64}\naxes: {dram.chanels: [1]}\n")
    with pytest.raises(spyre_sim.InputError) as raised:
        spyre_sim.sweep.run(spec, directory=tmp_path / "out")
    assert len(raised.value.problems) == 3
    assert not (tmp_path / "out").exists()
