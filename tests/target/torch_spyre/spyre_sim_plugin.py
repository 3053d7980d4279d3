"""pytest plugin for runs of torch-spyre's tests on the simulated card: time limits, verdicts, selection, Python 3.11.

Loaded by scripts/torch_spyre_tests with -p; needs nothing but pytest.
"""

import faulthandler
import getpass
import json
import os
import signal
import sys
import tempfile
import typing
import warnings

import pytest

GRACE = 2  # a test that does not answer the alarm is ended with its worker after this many limits


def pytest_addoption(parser):
    group = parser.getgroup("spyre-sim")
    group.addoption("--spyre-sim-limit", type=float, default=0, help="seconds per test, 0 = none")
    group.addoption("--spyre-sim-verdicts", help="file that gets one line of JSON per verdict, at once")
    group.addoption("--spyre-sim-one-per-op", action="store_true",
                    help="one case per prefix and operation of tables of cases")


def pytest_configure(config):
    path = config.getoption("--spyre-sim-verdicts")
    if path and not hasattr(config, "workerinput"):  # with workers, the process that collects their reports writes
        config.pluginmanager.register(Verdicts(path))
    if hasattr(config, "workerinput"):
        _keep_kernels_apart(config.workerinput["workerid"])
    if sys.version_info < (3, 12):
        _serve_python_3_11()


def _keep_kernels_apart(worker):
    """A folder of compiled kernels per worker: torch-spyre's tests clear theirs while others use it."""
    folder = os.environ.get("TORCHINDUCTOR_CACHE_DIR") or os.path.join(
        tempfile.gettempdir(), f"torchinductor_{getpass.getuser()}")
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.path.join(folder, worker)


def _serve_python_3_11():
    """Two names that torch-spyre takes from Python 3.12."""
    if not hasattr(typing, "override"):
        typing.override = lambda function: function
    plain_warn = warnings.warn

    def warn(*args, skip_file_prefixes=(), **keywords):
        return plain_warn(*args, **keywords)

    warnings.warn = warn


def verdict_of(report):
    """Verdict and message of one phase of a test; none where another phase decides."""
    message = getattr(report.longrepr, "reprcrash", None)
    text = message.message if message else str(report.longrepr or "")
    expected = getattr(report, "wasxfail", None)
    if "[XPASS(strict)]" in f"{expected} {text}":  # torch-spyre's own conftest hides these among the expected failures
        return "xpassed", expected or text
    if report.failed:
        return "failed", text.strip().split("\n")[0]
    if expected is not None:
        return ("xfailed" if report.skipped else "xpassed"), expected
    if report.skipped:
        return "skipped", str(report.longrepr[2] if isinstance(report.longrepr, tuple) else text)
    return ("passed", "") if report.when == "call" else None


class Verdicts:
    """Writes verdicts as they come, so that a run that is ended loses none."""

    def __init__(self, path):
        self.path = path

    def pytest_runtest_logreport(self, report):
        found = verdict_of(report)
        if not found:
            return
        file, _, test = report.nodeid.partition("::")
        with open(self.path, "a", encoding="utf-8") as out:
            out.write(json.dumps({"file": file, "test": test, "verdict": found[0], "message": found[1]}) + "\n")


class TimeLimit(Exception):
    """A test took longer than its limit."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    limit = item.config.getoption("--spyre-sim-limit")
    if not limit:
        return (yield)

    def expire(_signal, _frame):
        raise TimeLimit(f"no verdict after {limit:g} s")

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, limit)
    faulthandler.dump_traceback_later(limit * GRACE, exit=True)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def first_cases(table):
    """Names of a table of cases: all of them, and those of the first case per prefix and operation.

    The table maps (prefix, function) to {"param_sets": {case: …}, "ops_dict": {operation: …} or none}.
    """
    every, first = set(), set()
    for (prefix, _), cases in table.items():
        stems = [f"{prefix}_{op}" for op in cases.get("ops_dict") or {}] or [prefix]
        for stem in stems:
            names = [f"{stem}_{case}" for case in cases.get("param_sets", {})]
            every.update(names)
            first.update(names[:1])
    return every, first


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--spyre-sim-one-per-op"):
        return
    kept, dropped = [], []
    for item in items:
        table = getattr(getattr(item, "cls", None), "PARAMS", None) or {}
        every, first = first_cases(table)
        wanted = item.name not in every or item.name in first
        (kept if wanted else dropped).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = kept
