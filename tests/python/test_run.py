"""Does a run from Python give what the program gives, as often and on as many cards as wanted?"""

import json
import pickle
import subprocess
import threading

import pytest
import spyre_sim
from spyre_sim.program import PROGRAM


@pytest.fixture
def plan(workloads):
    return spyre_sim.Plan.load(workloads / "softmax_512x1024")


def test_a_report_is_the_program_s_own_byte_for_byte_and_the_same_every_time(plan):
    command = [PROGRAM, "run", plan.path, "--format", "json"]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert plan.run().to_json() == printed
    assert plan.run().to_json() == printed


def test_another_card_takes_another_time_in_the_same_process(plan, tmp_path):
    slow = tmp_path / "slow.yaml"
    slow.write_text(f"include: {spyre_sim.CONFIGS / 'spyre.yaml'}\ndram: {{rate: 3 GB/s}}\n")
    usual, overlaid = plan.run(), plan.run(config=slow)
    changed = plan.run(overrides={"dram.rate": "3 GB/s"})
    assert overlaid.kernel_us > 1.5 * usual.kernel_us
    assert changed.to_json() == overlaid.to_json()
    assert changed["simulator"]["config_hash"] != usual["simulator"]["config_hash"]
    assert plan.run().to_json() == usual.to_json()


def test_several_data_sheets_lie_on_top_of_each_other(plan, tmp_path):
    over = tmp_path / "over.yaml"
    over.write_text("dram: {rate: 3 GB/s}\n")
    both = plan.run(config=[spyre_sim.CONFIGS / "spyre.yaml", over])
    assert both.to_json() == plan.run(overrides={"dram.rate": "3 GB/s"}).to_json()


def test_the_default_card_can_be_named_in_the_environment(plan, tmp_path, monkeypatch):
    named = tmp_path / "named.yaml"
    named.write_text(f"include: {spyre_sim.CONFIGS / 'spyre.yaml'}\ndram: {{rate: 3 GB/s}}\n")
    changed = plan.run(overrides={"dram.rate": "3 GB/s"})
    monkeypatch.setenv("SPYRE_SIM_CONFIG", str(named))
    assert plan.run().to_json() == changed.to_json()


def test_a_report_has_fields_and_attributes(plan):
    report = plan.run()
    assert report["schema"] == "spyre-sim/report/1"
    assert report.to_json() == pickle.loads(pickle.dumps(report)).to_json()
    assert dict(report) == json.loads(report.to_json())
    assert report["simulator"]["version"] == spyre_sim.version == spyre_sim.__version__
    assert report.kernel_us == report["time"]["kernel_us"] == sum(k["time_us"] for k in report.kernels)
    assert report.device_us >= report.kernel_us > 0
    assert len(report.operations) == plan.operations == report["plan"]["operations"]
    assert len(report.kernels) == plan.launches
    assert [o["op"] for o in report.operations][1] == "max"
    assert report.units and report.assumptions
    assert all(isinstance(w, spyre_sim.Finding) for w in report.warnings)
    assert report.interval["low_us"] < report.kernel_us < report.interval["high_us"]
    with pytest.raises(KeyError):
        report["no such field"]


def test_what_the_program_looks_for_is_installed_beside_it():
    share = spyre_sim.CONFIGS.parent
    assert (share / "configs" / "spyre.yaml").is_file()
    assert (share / "workloads" / "measured" / "errors.csv").is_file()


def test_a_report_becomes_a_table(plan):
    pandas = pytest.importorskip("pandas")
    report = plan.run()
    table = report.to_dataframe()
    assert isinstance(table, pandas.DataFrame)
    assert list(table["op"]) == [o["op"] for o in report.operations]
    assert table["stalls.memory"][0] == report.operations[0]["stalls"]["memory"]


def test_plans_run_from_several_threads_at_once(plan):
    texts = []
    threads = [threading.Thread(target=lambda: texts.append(plan.run().to_json())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [plan.run().to_json()] * 4


def test_nothing_is_printed(plan, capfd):
    plan.run()
    plan.check()
    assert capfd.readouterr() == ("", "")


def test_a_trace_is_written(plan, tmp_path):
    plan.run(trace=tmp_path / "trace.json")
    assert json.loads((tmp_path / "trace.json").read_text())["traceEvents"]


def test_a_run_that_takes_too_long_is_ended(plan):
    with pytest.raises(TimeoutError, match="longer"):
        plan.run(timeout=1e-6)


def test_a_built_plan_runs_and_a_better_split_is_faster():
    one = spyre_sim.build("mm", m=512, k=1024, n=1024, split=(1, 1, 1))
    many = spyre_sim.build("mm", m=512, k=1024, n=1024, split="8x4x1")
    assert one.cores_used == 1
    assert many.cores_used == 32
    assert many.run().kernel_us < one.run().kernel_us


def test_a_plan_can_be_built_in_a_folder_of_ones_own(tmp_path):
    plan = spyre_sim.build("mm", tmp_path / "mine", m=64, k=64, n=64)
    assert plan.path == tmp_path / "mine"
    assert spyre_sim.Plan.load(tmp_path / "mine" / "plan.json").hash == plan.hash


def test_operations_say_what_they_need():
    known = spyre_sim.operations()
    assert set(known["mm"].needs) == {"m", "k", "n"}
    assert set(known["mm"].fields) == {"m", "k", "n", "split", "cores", "lx_planning", "lx_bytes", "dtype"}
    assert all(operation.meaning for operation in known.values())


def test_a_packed_plan_takes_the_same_time(plan, tmp_path):
    packed = tmp_path / "packed.json"
    packed.write_text(plan.pack())
    assert spyre_sim.Plan.load(packed).run().kernel_us == plan.run().kernel_us


def test_a_plan_is_told_in_words(plan):
    assert "softmax" in plan.text()
    assert "softmax" in repr(plan)
    assert plan.description == "softmax dim -1"
    assert plan.cores_used == 32


def test_a_symbolic_dimension_is_bound(case):
    short = spyre_sim.Plan.load(case("dyn_add"), bind={"sym_0_1": 64})
    assert short.run().kernel_us > 0
