from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

version: str

class Rounding:
    nearest_even: Rounding
    nearest_up: Rounding
    toward_zero: Rounding

class Plan:
    name: str
    description: str
    hash: str
    launches: int
    operations: int
    cores_used: int
    inputs: List[Tuple[str, Tuple[int, ...], str, str]]

    def text(self) -> str: ...
    def check(self, files: Sequence[str], sets: Sequence[str], before_run: bool) -> str: ...
    def execute(self, arrays: Mapping[str, NDArray[Any]], seed: int, atol: Optional[float], rtol: Optional[float],
                dump: Sequence[str]) -> Tuple[Dict[str, NDArray[Any]], str]: ...

def read(path: Path, bind: Mapping[str, int], inputs: Sequence[str], outputs: Sequence[str]) -> Plan: ...
def write(operation: str, fields: Mapping[str, str], directory: Path) -> None: ...
def pack(path: Path) -> str: ...
def operations() -> List[Tuple[str, str, List[str]]]: ...
def encode_dlfloat16(values: NDArray[Any], rounding: Rounding) -> NDArray[np.uint16]: ...
def decode_dlfloat16(codes: NDArray[np.uint16]) -> NDArray[np.float32]: ...
