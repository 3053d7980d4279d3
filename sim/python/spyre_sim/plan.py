"""Plans: what a compiler decided, to be timed, computed and judged."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Mapping, Optional, Sequence, Tuple, Union

from numpy.typing import ArrayLike

from spyre_sim import _core, program
from spyre_sim.card import Card, Config, Overrides, PathLike
from spyre_sim.errors import Error, PlanError, Problem, RuleError
from spyre_sim.finding import Finding, findings_of
from spyre_sim.report import Report
from spyre_sim.values import Values, as_given

Field = Union[str, int, bool, Sequence[int]]


@dataclass(frozen=True)
class InputTensor:
    """A tensor that needs values: host shape and element type ("float16"), and the plan's own file ("" without one)."""

    shape: Tuple[int, ...]
    dtype: str
    file: str


@dataclass(frozen=True)
class Operation:
    """An operation that `build` knows, the fields it cannot do without, and all it has a use for."""

    meaning: str
    needs: Sequence[str]
    fields: Sequence[str]


class Plan:
    """A plan in its files. Make one with `Plan.load` or `spyre_sim.build`.

    Plans are never changed, and one may be used from several threads.
    """

    def __init__(self, path: PathLike, bind: Mapping[str, int], inputs: Sequence[str], outputs: Sequence[str]) -> None:
        self._path = Path(path).absolute()
        self._details = [f"--bind={name}={value}" for name, value in bind.items()]
        self._details += [f"-i={spec}" for spec in inputs] + [f"-o={spec}" for spec in outputs]
        self._core = _core.read(self._path, dict(bind), list(inputs), list(outputs))
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None

    @classmethod
    def load(cls, path: PathLike, *, bind: Optional[Mapping[str, int]] = None, inputs: Sequence[str] = (),
             outputs: Sequence[str] = ()) -> Plan:
        """Reads a plan: a bundle directory, bundle.mlir, SuperDSC file, directory of them, or plan.json.

        `bind` gives values to symbolic dimensions; `inputs` and `outputs` describe arguments in order where the plan does
        not ("10x512@fp16").

        Raises InputError for files that cannot be read, PlanError for what is not a plan, Unsupported for what the
        simulator does not know.
        """
        return cls(path, bind or {}, inputs, outputs)

    @property
    def path(self) -> Path:
        return self._path

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def description(self) -> str:
        return self._core.description

    @property
    def hash(self) -> str:
        """Of the content of the plan's files, never of paths."""
        return self._core.hash

    @property
    def launches(self) -> int:
        return self._core.launches

    @property
    def operations(self) -> int:
        return self._core.operations

    @property
    def cores_used(self) -> int:
        return self._core.cores_used

    @property
    def inputs(self) -> Dict[str, InputTensor]:
        """The tensors that `execute` needs values for, by name."""
        return {name: InputTensor(shape, dtype, file) for name, shape, dtype, file in self._core.inputs}

    def run(self, config: Config = None, overrides: Overrides = None, *, strict: bool = False,
            trace: Optional[PathLike] = None, timeout: Optional[float] = None) -> Report:
        """Simulates the plan on a fresh card, in a process of its own.

        `config` is a data sheet, or several of which later ones change earlier ones; `overrides` changes single parameters,
        as in {"dram.channels": 32, "lx.capacity": "4 MiB"}. `strict` makes warnings of the rules forbid the run. `trace`
        is a file to write a timeline to. `timeout` is in seconds of real time.

        Raises ConfigError, RuleError for a plan that breaks the card's rules, Unsupported, Deadlock, PlanError when the
        files changed since they were loaded, TimeoutError.
        """
        card = Card(config, overrides)
        arguments = ["run", str(self._path), "--format=json", *self._details, *card.options()]
        if strict:
            arguments.append("--strict")
        if trace is not None:
            arguments.append(f"--trace={os.fspath(trace)}")
        outcome = program.run(arguments, timeout)
        if outcome.code != 0:
            raise self._refusal(outcome, card, strict)
        report = Report(outcome.printed)
        if report["simulator"]["plan_hash"] != self.hash:
            raise PlanError([Problem(str(self._path), "changed since it was loaded", "the files as they were")])
        return report

    def check(self, config: Config = None, overrides: Overrides = None) -> List[Finding]:
        """Applies the static rules of the card: all findings, errors first. Raises ConfigError."""
        return self._findings(Card(config, overrides), before_run=False)

    def execute(self, inputs: Optional[Mapping[str, ArrayLike]] = None, *, seed: int = 0, atol: Optional[float] = None,
                rtol: Optional[float] = None, dump: Sequence[str] = (), strict: bool = False) -> Values:
        """Computes the plan's outputs byte for byte in the card's layouts and number formats.

        `inputs` are arrays by tensor name, in the shape and element type of `Plan.inputs`; bfloat16 is taken as ml_dtypes
        has it, or as its bits in int16 or uint16, 8-bit floats likewise or as uint8. Tensors left out come from the plan's files, else from a
        generator with `seed`, about which a finding tells. Outputs with an expectation in the plan are compared under
        `atol` and `rtol` (the plan's own by default). `dump` names further tensors to return.

        Raises InputError for names, shapes and types that do not fit; Unsupported; RuleError, with the values in it, when
        the plan does something forbidden with memory (under `strict`, warnings count).
        """
        arrays = {name: as_given(name, array) for name, array in (inputs or {}).items()}
        results, facts = self._core.execute(arrays, seed, atol, rtol, list(dump))
        values = Values(results, json.loads(facts))
        forbidding = [finding for finding in values.findings if finding.forbids(strict)]
        if forbidding:
            raise RuleError(forbidding, values)
        return values

    def pack(self) -> str:
        """The text of one plan.json with the files of all bundles in it; .npy files stay outside."""
        return _core.pack(self._path)

    def text(self) -> str:
        """What the plan says in words: operations, splits, tensors, where they live, work per core."""
        return self._core.text()

    def __repr__(self) -> str:
        return f"<spyre_sim.Plan {self.name}: {self.launches} launches, {self.operations} operations>"

    def _findings(self, card: Card, before_run: bool) -> List[Finding]:
        return findings_of(json.loads(self._core.check(card.files, card.sets, before_run))["findings"])

    def _refusal(self, outcome: program.Outcome, card: Card, strict: bool) -> Error:
        """The program tells problems as text; what it refused on sight is found again here, with all details."""
        if outcome.code in (2, 3):
            forbidding = [finding for finding in self._findings(card, before_run=True) if finding.forbids(strict)]
            if forbidding:
                return RuleError(forbidding)
        return outcome.error()


def build(op: str, directory: Optional[PathLike] = None, **fields: Field) -> Plan:
    """Builds the plan of an operation, as the compiler front end would write it.

    `op` is one of `operations()`; `fields` are its shape (m, k, n, batch; rows, cols; tokens, kv, heads, …), `split` over
    cores ("4x8x1" or (4, 8, 1): slices of m, n, k), `cores`, `lx_planning`, `dtype` and others that `spyre-sim plan --help`
    lists. The files go to `directory`, else to a temporary one that lives as long as the plan.

    Raises InputError with all that is wrong and the nearest valid choice.
    """
    texts = {name: _text(value) for name, value in fields.items()}
    if directory is not None:
        _core.write(op, texts, Path(directory))
        return Plan.load(directory)
    folder = tempfile.TemporaryDirectory(prefix="spyre_sim_")
    _core.write(op, texts, Path(folder.name))
    plan = Plan.load(folder.name)
    plan._folder = folder
    return plan


def operations() -> Dict[str, Operation]:
    """The operations that `build` knows, by name."""
    return {name: Operation(meaning, tuple(needs), tuple(fields))
            for name, meaning, needs, fields in _core.operations()}


def _text(value: Field) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (str, int)):
        return str(value)
    return "x".join(str(part) for part in value)
