"""What a plan computes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from spyre_sim.errors import InputError, Problem
from spyre_sim.finding import Finding, findings_of


@dataclass(frozen=True)
class Mismatch:
    """An element beyond tolerance."""

    index: Tuple[int, ...]
    got: float
    expected: float


@dataclass(frozen=True)
class Comparison:
    """How far an output is from what the plan expects: |got - expected| <= atol + rtol * |expected|."""

    name: str
    compared_with: str
    """File of the expectation, "" when there is none."""
    computed: bool
    """False when no launch writes the tensor."""
    elements: int
    atol: float
    rtol: float
    max_abs: float
    max_rel: float
    beyond: int
    """Elements beyond tolerance."""
    first: Sequence[Mismatch]
    """At most ten of them."""

    @property
    def agrees(self) -> bool:
        return self.computed and self.beyond == 0


class Values(Dict[str, NDArray[Any]]):
    """Arrays by the name of their tensor, in host shape and type, and what was noticed on the way.

    bfloat16 comes as its bits in int16 (`array.view(ml_dtypes.bfloat16)` shows the numbers) and 8-bit floats as uint8, the
    same as in the program's .npy files.
    """

    comparisons: List[Comparison]
    findings: List[Finding]

    def __init__(self, arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> None:
        super().__init__(arrays)
        self.comparisons = [_comparison(tensor) for tensor in facts["tensors"]]
        self.findings = findings_of(facts["findings"])

    @property
    def agree(self) -> bool:
        """Whether every output that the plan has an expectation for meets it."""
        return all(comparison.agrees for comparison in self.comparisons)


def as_given(name: str, array: Any) -> NDArray[Any]:
    """The array with little-endian elements; types that numpy itself does not have as their bits."""
    given = np.asarray(array)
    if given.dtype.hasobject:
        raise InputError([Problem(name, "holds Python objects", "an array of numbers")])
    if given.dtype.name == "bfloat16":
        return given.view(np.int16)
    if given.dtype.name.startswith("float8"):
        return given.view(np.uint8)
    if given.dtype == np.uint16:
        return given.view(np.int16)
    return given.astype(given.dtype.newbyteorder("<"), copy=False)


def _comparison(tensor: Mapping[str, Any]) -> Comparison:
    first = [Mismatch(tuple(m["index"]), _number(m["got"]), _number(m["expected"])) for m in tensor["first"]]
    return Comparison(tensor["name"], tensor["compared_with"] or "", tensor["computed"], tensor["elements"],
                      tensor["atol"], tensor["rtol"], _number(tensor["max_abs"]), _number(tensor["max_rel"]),
                      tensor["beyond"], tuple(first))


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)
