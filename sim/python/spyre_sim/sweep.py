"""Sweeps on one machine or a cluster: the points of `spyre-sim sweep`, handed out by Dask.

    spyre_sim.sweep.run("spec.yaml", directory="out")                                  # the cores of this machine
    spyre_sim.sweep.run("spec.yaml", "tcp://head:8786", directory="out")               # a scheduler that runs
    spyre_sim.sweep.run("spec.yaml", SLURMCluster(cores=32, …), directory="out")       # any cluster of Dask's family

Needs `pip install spyre_sim[dask]`. The machines of a cluster need this package and see specification, plans and data
sheets under the same paths.
"""

from __future__ import annotations

import importlib.util
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List

from spyre_sim import _core, program
from spyre_sim.card import Card, Config, Overrides, PathLike
from spyre_sim.errors import InputError, Problem

if TYPE_CHECKING:
    import pandas
    from distributed import Client, Future

_AHEAD = 4  # points in hand per thread: none waits for work, and many points need no more memory than few
_LOOK = 16  # rows between looks at how many threads the cluster has


def run(spec: PathLike, scheduler: Any = None, *, directory: PathLike, config: Config = None, overrides: Overrides = None,
        strict: bool = False, resume: bool = False) -> pandas.DataFrame:
    """Simulates every point of a sweep specification and returns their rows as a table.

    `scheduler` is the address of a Dask scheduler, a cluster object or a client; without one, the cores of this machine do
    the work. `directory` gets points.csv, one row per point as it comes, in the columns of `spyre-sim sweep`; spec.yaml;
    and points.parquet where pyarrow is installed. `resume` goes on with the rows that are there. `config`, `overrides` and
    `strict` are as in `Plan.run`. A point that is refused or fails is a row with a reason; what a worker had in hand when it
    died is done by others.

    Raises InputError for a specification or directory that cannot be used, also when a machine of the cluster sees other
    plans, another card or another version, or when rows to go on with are no points of this sweep; ConfigError;
    ImportError without dask or pandas.
    """
    import pandas

    sweep = _Sweep(Path(spec).absolute(), config, overrides, strict)
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    if resume:
        sweep.refuse_other_filter(folder / "spec.yaml")
    ledger = _core.SweepLedger(folder / "points.csv", sweep.points.axes, resume)
    sweep.points.refuse_strangers(ledger)
    (folder / "spec.yaml").write_text(sweep.points.text)
    with _client_of(scheduler) as client:
        _Run(sweep, ledger, client).run()
    figures = {figure: [""] for figure in ("kernel_us", "device_us")}
    table = pandas.read_csv(folder / "points.csv", keep_default_na=False, na_values=figures)
    table = table.sort_values(["plan", *sweep.points.axes, "point"], ignore_index=True)
    if importlib.util.find_spec("pyarrow"):
        table.to_parquet(folder / "points.parquet")
    return table


class _Sweep:
    """A specification, and the program's arguments that belong to it."""

    def __init__(self, spec: Path, config: Config, overrides: Overrides, strict: bool) -> None:
        self.spec, self.config, self.overrides, self.strict = spec, _absolute(config), overrides, strict
        card = Card(config, overrides)
        self.points = _core.SweepPoints(spec, card.files, card.sets, strict)

    def refuse_other_filter(self, before: Path) -> None:
        """Rows that were filtered by other words would stand beside those that are to come."""
        if before.exists() and _core.sweep_keep(before.read_text()) != self.points.keep:
            found = f"was run with keep: {_core.sweep_keep(before.read_text())!r}"
            raise InputError([Problem(str(before), found, "the same filter, or another directory")])


def _absolute(config: Config) -> Config:
    if config is None:
        return None
    return [Path(file).absolute() for file in ([config] if isinstance(config, (str, os.PathLike)) else config)]


class _Run:
    """Hands out points that have no row and appends rows as they come, each once."""

    def __init__(self, sweep: _Sweep, ledger: _core.SweepLedger, client: Client) -> None:
        self.sweep, self.ledger, self.client = sweep, ledger, client
        self.waiting = iter(range(len(sweep.points)))
        self.starts: Dict[str, List[str]] = {}  # of the points in hand, by key: equal ones are simulated once
        self.keys: Dict[Future, str] = {}
        self.ahead = self.wanted()

    def run(self) -> None:
        from distributed import as_completed

        running = as_completed([])
        self.hand_out(running)
        for count, future in enumerate(running):
            self.settle(self.keys.pop(future), future)
            if count % _LOOK == 0:
                self.ahead = self.wanted()
            self.hand_out(running)

    def wanted(self) -> int:
        """Points that should be in hand; machines come and go."""
        return _AHEAD * max(1, sum(self.client.nthreads().values()))

    def hand_out(self, running: Any) -> None:
        while len(self.starts) < self.ahead:
            number = next(self.waiting, None)
            if number is None:
                return
            key, start = self.sweep.points.at(number)
            if self.needs_run(key, start):
                future = self.client.submit(_row, str(self.sweep.spec), number, self.sweep.config, self.sweep.overrides,
                                            self.sweep.strict, key=f"spyre-sim-{key}-{number}", pure=False)
                self.keys[future] = key
                running.add(future)

    def needs_run(self, key: str, start: str) -> bool:
        if self.ledger.has(start):
            return False
        if key in self.starts:
            if start not in self.starts[key]:
                self.starts[key].append(start)
            return False
        known = self.ledger.rest_of(key)
        if known is not None:
            self.ledger.append(start, known)
            return False
        self.starts[key] = [start]
        return True

    def settle(self, key: str, future: Future) -> None:
        from distributed import KilledWorker

        first, *others = self.starts.pop(key)
        try:
            row = future.result()
        except KilledWorker as killed:
            rest = _core.sweep_crashed(f"workers died of it: {killed}")
        else:
            if not row.startswith(first):
                raise InputError([Problem(str(self.sweep.spec), f"a worker's row begins {row[:len(first)]!r}", repr(first))])
            rest = row[len(first):]
        for start in (first, *others):
            self.ledger.append(start, rest)


def _row(spec: str, number: int, config: Config, overrides: Overrides, strict: bool) -> str:
    """On a worker: one point's row."""
    arguments = ["sweep", spec, f"--points={number}", "-j1", *Card(config, overrides).options()]
    outcome = program.run(arguments + (["--strict"] if strict else []))
    if outcome.code != 0:
        raise outcome.error()
    return outcome.printed.splitlines()[1]


@contextmanager
def _client_of(scheduler: Any) -> Iterator[Client]:
    from distributed import Client, LocalCluster

    if isinstance(scheduler, Client):
        yield scheduler
    elif scheduler is not None:
        with Client(scheduler) as client:
            yield client
    else:
        # Threads do: every point is a process of its own anyway.
        with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster, Client(cluster) as client:
            yield client
