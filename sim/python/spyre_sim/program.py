"""The program spyre-sim beside this package, which simulates time in a process of its own.

The simulation kernel can be set up once per process and knows nothing of Python's threads, so nothing of it is loaded
here: every run is a new process, started by exec and safe from any thread.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Type

from spyre_sim.errors import Deadlock, Error, InputError, InternalError, Problem, Unsupported

PROGRAM = Path(__file__).parent / "bin" / "spyre-sim"
_PREFIX = "spyre-sim: error: "
_KINDS: Dict[int, Type[Error]] = {1: InternalError, 2: InputError, 3: Unsupported, 4: Deadlock}


@dataclass(frozen=True)
class Outcome:
    """How a call of the program ended."""

    code: int
    printed: str
    messages: str

    def error(self) -> Error:
        """The error that the exit code stands for, with the program's messages as problems."""
        if self.code < 0:
            return InternalError([Problem("", f"the simulation was ended by signal {-self.code}")])
        lines = [line for line in self.messages.splitlines() if line.startswith(_PREFIX)]
        return _KINDS.get(self.code, InternalError)([Problem("", line[len(_PREFIX):]) for line in lines])


def run(arguments: Sequence[str], timeout: Optional[float] = None) -> Outcome:
    """Calls the program. Raises TimeoutError when it takes more than `timeout` seconds."""
    command: List[str] = [str(PROGRAM), *arguments]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"the simulation took longer than {timeout} s") from None
    except OSError as fault:
        raise InternalError([Problem(str(PROGRAM), f"cannot be started: {fault.strerror}")]) from None
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace"))
