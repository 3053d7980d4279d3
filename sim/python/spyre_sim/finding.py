"""What the rules of the card find in a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, List, Mapping, Optional

from spyre_sim.errors import Problem


@dataclass(frozen=True)
class Finding:
    """One finding. `cores` is a list such as "0-15,17"; text that does not apply is ""."""

    id: str
    severity: str
    """"error", "warning" or "info"."""
    message: str
    found: str = ""
    expected: str = ""
    file: str = ""
    line: Optional[int] = None
    pointer: str = ""
    launch: Optional[int] = None
    operation: Optional[int] = None
    op: str = ""
    tensor: str = ""
    cores: str = ""
    elements: str = ""

    def forbids(self, strict: bool = False) -> bool:
        """Whether a plan with this finding is refused: errors always are, warnings when rules are strict."""
        return self.severity == "error" or (strict and self.severity == "warning")

    def problem(self) -> Problem:
        place = f"{self.file}#{self.pointer}" if self.pointer else self.file
        if self.line is not None:
            place += f":{self.line}"
        return Problem(place, f"{self.id} {self.message}", self.expected)

    def __str__(self) -> str:
        return f"{self.severity}: {self.problem()}"


def findings_of(objects: Iterable[Mapping[str, Any]]) -> List[Finding]:
    """From the objects of the program's JSON."""
    return [Finding(**fields) for fields in objects]
