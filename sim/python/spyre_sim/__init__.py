"""Timing and values of compiled programs on the IBM Spyre accelerator card, without a card.

    import numpy
    import spyre_sim

    plan = spyre_sim.Plan.load("workloads/softmax_512x1024")
    report = plan.run()                                        # simulated in a process of its own
    faster = plan.run(overrides={"dram.channels": 32})         # another card
    print(report.kernel_us, faster.kernel_us)

    plan = spyre_sim.build("mm", m=512, k=4096, n=4096, split=(8, 4, 1))
    a, b = (numpy.ones(plan.inputs[name].shape, "float16") for name in ("in_0", "in_1"))
    values = plan.execute({"in_0": a, "in_1": b})              # numpy in, numpy out

Times are microseconds and sizes are bytes unless a name says otherwise. Everything that goes wrong is a
`spyre_sim.Error` that carries all problems found.
"""

from spyre_sim import dlfloat16, sweep
from spyre_sim._core import version
from spyre_sim.card import CONFIGS, default_config
from spyre_sim.errors import (ConfigError, Deadlock, Error, InputError, InternalError, PlanError, Problem, RuleError,
                              Unsupported)
from spyre_sim.finding import Finding
from spyre_sim.plan import InputTensor, Operation, Plan, build, operations
from spyre_sim.report import Report
from spyre_sim.values import Comparison, Mismatch, Values

__version__ = version

__all__ = [
    "CONFIGS", "Comparison", "ConfigError", "Deadlock", "Error", "Finding", "InputError", "InputTensor",
    "InternalError", "Mismatch", "Operation", "Plan", "PlanError", "Problem", "Report", "RuleError", "Unsupported",
    "Values", "build", "default_config", "dlfloat16", "operations", "sweep", "version",
]
