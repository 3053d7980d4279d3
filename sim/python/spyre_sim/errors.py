"""What can go wrong. Every error carries all problems of a file or plan, not only the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Sequence

if TYPE_CHECKING:
    from spyre_sim.finding import Finding
    from spyre_sim.values import Values


@dataclass(frozen=True)
class Problem:
    """One problem: where it is (file, line, JSON pointer, name), what was found, what was expected ("" if open)."""

    where: str
    what: str
    expected: str = ""

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        expected = f" (expected {self.expected})" if self.expected else ""
        return f"{where}{self.what}{expected}"


class Error(Exception):
    """Base of all errors of this package."""

    problems: Sequence[Problem]

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class InternalError(Error):
    """A fault of the simulator itself."""


class InputError(Error):
    """A file, array or argument that cannot be used."""


class ConfigError(Error):
    """A data sheet or an override with unknown keys, wrong units or an impossible combination."""


class PlanError(Error):
    """A plan that cannot be understood or must not run."""


class RuleError(PlanError):
    """A plan that breaks rules of the card.

    `findings` are those that forbid it. When values were computed before the plan was found wrong, `values` holds them.
    """

    findings: Sequence[Finding]
    values: Optional[Values]

    def __init__(self, findings: Sequence[Finding], values: Optional[Values] = None) -> None:
        super().__init__([finding.problem() for finding in findings])
        self.args = (findings, values)
        self.findings = tuple(findings)
        self.values = values


class Unsupported(PlanError):
    """Something valid that the simulator does not know; it is refused by name, never guessed."""


class Deadlock(Error):
    """The simulated card waits for itself; the problems are the circle of waits."""
