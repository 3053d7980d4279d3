"""Does every mistake come back as an error of its kind that says everything about it?"""

import json
import pickle
import shutil

import pytest
import spyre_sim
from spyre_sim import program
from spyre_sim.program import Outcome


@pytest.fixture
def plan(workloads):
    return spyre_sim.Plan.load(workloads / "softmax_512x1024")


@pytest.fixture
def copied(workloads, tmp_path):
    """A copy of the plan that may be damaged, and the JSON of one of its files with a place to write it back."""
    shutil.copytree(workloads / "softmax_512x1024", tmp_path / "copy")
    return tmp_path / "copy"


def test_a_missing_file_is_an_input_error(tmp_path):
    with pytest.raises(spyre_sim.InputError) as raised:
        spyre_sim.Plan.load(tmp_path / "none")
    assert str(tmp_path / "none") in str(raised.value)


def test_every_problem_of_a_configuration_is_told(plan):
    with pytest.raises(spyre_sim.ConfigError) as raised:
        plan.run(overrides={"dram.chanels": 8, "dram.rate": "3 bananas"})
    assert len(raised.value.problems) == 2
    assert "channels" in str(raised.value)
    with pytest.raises(spyre_sim.ConfigError):
        plan.check(config="no such file.yaml")


def test_damaged_files_are_told_by_how_they_are_damaged(copied):
    file = next(copied.glob("k00*")) / "sdsc_1.json"
    good = file.read_text()
    file.write_text(good.replace('"opFuncName": "max"', '"opFuncName": "mish"'))
    with pytest.raises(spyre_sim.Unsupported, match="mish"):
        spyre_sim.Plan.load(copied)
    file.write_text(good[:-10])
    with pytest.raises(spyre_sim.InputError, match="sdsc_1.json:") as raised:
        spyre_sim.Plan.load(copied)
    assert raised.value.problems[0].where.startswith(str(file))
    file.unlink()
    with pytest.raises(spyre_sim.InputError, match="FMT-01.*sdsc_1.json"):
        spyre_sim.Plan.load(copied)


def test_a_plan_that_breaks_a_rule_is_refused_with_its_findings(plan):
    with pytest.raises(spyre_sim.RuleError) as raised:
        plan.run(overrides={"chip.cores": 8})
    assert {finding.severity for finding in raised.value.findings} == {"error"}
    assert len(raised.value.problems) == len(raised.value.findings) > 0
    first = raised.value.findings[0]
    assert first.id == "SPN-04"
    assert first.id in str(raised.value)
    assert first in plan.check(overrides={"chip.cores": 8})


def test_a_good_plan_has_no_errors_among_its_findings(plan):
    assert not [finding for finding in plan.check() if finding.forbids()]


def test_a_plan_that_changed_since_it_was_loaded_is_not_mistaken_for_the_old_one(copied):
    plan = spyre_sim.Plan.load(copied)
    changed = json.loads((copied / "plan.json").read_text())
    changed["launches"][0]["repeat"] = 2
    (copied / "plan.json").write_text(json.dumps(changed))
    with pytest.raises(spyre_sim.PlanError, match="changed"):
        plan.run()


def test_what_cannot_be_built_says_why():
    with pytest.raises(spyre_sim.InputError, match="mm"):
        spyre_sim.build("mmm", m=64, k=64, n=64)
    with pytest.raises(spyre_sim.InputError, match="unknown field"):
        spyre_sim.build("mm", m=64, k=64, n=64, colour=3)
    with pytest.raises(spyre_sim.InputError, match="rows: mm has no use for it"):
        spyre_sim.build("mm", m=64, k=64, n=64, rows=3)
    with pytest.raises(spyre_sim.InputError, match="split"):
        spyre_sim.build("mm", m=64, k=64, n=64, split=(1, 2))


def test_errors_have_one_base_and_travel_between_processes(plan):
    for kind in (spyre_sim.ConfigError, spyre_sim.Deadlock, spyre_sim.InputError, spyre_sim.InternalError,
                 spyre_sim.PlanError, spyre_sim.RuleError, spyre_sim.Unsupported):
        assert issubclass(kind, spyre_sim.Error)
    with pytest.raises(spyre_sim.RuleError) as raised:
        plan.run(overrides={"chip.cores": 8})
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value)
    assert again.findings == raised.value.findings


@pytest.mark.parametrize("code,kind", [(1, spyre_sim.InternalError), (2, spyre_sim.InputError),
                                       (3, spyre_sim.Unsupported), (4, spyre_sim.Deadlock), (-9, spyre_sim.InternalError)])
def test_every_exit_code_of_the_program_is_an_error_of_its_own(code, kind):
    messages = "a line of the log\nspyre-sim: error: deadlock at 5 ns: core 3 waits for core 4\n"
    error = Outcome(code, "", messages).error()
    assert type(error) is kind
    assert str(error) == ("the simulation was ended by signal 9" if code < 0 else "deadlock at 5 ns: core 3 waits for core 4")


def test_a_program_that_is_not_there_is_named(plan, monkeypatch):
    monkeypatch.setattr(program, "PROGRAM", "/no/such/program")
    with pytest.raises(spyre_sim.InternalError, match="/no/such/program: cannot be started: No such file"):
        plan.run()
