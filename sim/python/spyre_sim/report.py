"""The report of a simulated run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional

from spyre_sim.finding import Finding, findings_of

if TYPE_CHECKING:
    import pandas


class Report(Mapping[str, Any]):
    """A timing report (schema spyre-sim/report/1): a mapping with the fields of the JSON, and attributes for the main ones.

    Times end in _us (microseconds), sizes in _bytes. Equal plans and cards give reports of equal bytes.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._fields: Dict[str, Any] = json.loads(text)

    @property
    def kernel_us(self) -> float:
        """Sum of the kernels' times: first operation to end of the last store, microseconds."""
        return float(self["time"]["kernel_us"])

    @property
    def device_us(self) -> float:
        """From the first to the end of the last activity of the device, microseconds."""
        return float(self["time"]["device_us"])

    @property
    def host_us(self) -> float:
        """Work of the host and its bus that the device does not hide, microseconds."""
        return float(self["time"]["host_us"])

    @property
    def kernels(self) -> List[Dict[str, Any]]:
        """One entry per launch: name, index, repeat, start_us, time_us, operations."""
        return list(self["kernels"])

    @property
    def operations(self) -> List[Dict[str, Any]]:
        """The operations of all kernels, in order: op, unit, cores, time_us, bound, macs, read_bytes, stalls, …"""
        return [operation for kernel in self.kernels for operation in kernel["operations"]]

    @property
    def units(self) -> List[Dict[str, Any]]:
        """One entry per unit of the card: path, busy_us, idle_us, stalls_us, counters."""
        return list(self["units"])

    @property
    def warnings(self) -> List[Finding]:
        """What the rules found in the plan, and choices the simulator made."""
        return findings_of(self["warnings"])

    @property
    def assumptions(self) -> List[Dict[str, Any]]:
        """Parameters of the card that are guesses and mattered: parameter, value, status."""
        return list(self["assumptions"])

    @property
    def interval(self) -> Optional[Dict[str, Any]]:
        """Prediction interval of kernel_us (low_us, high_us, level), or None."""
        interval: Optional[Dict[str, Any]] = self["interval"]
        return interval

    def to_json(self) -> str:
        """The report as the program writes it, byte for byte."""
        return self._text

    def to_dataframe(self) -> pandas.DataFrame:
        """One row per operation; columns as in `operations`, `kernel` and `kernel_index`, nested ones as "stalls.memory".

        Raises ImportError without pandas.
        """
        import pandas

        rows = [{"kernel": kernel["name"], "kernel_index": kernel["index"], **_flat(operation)}
                for kernel in self.kernels for operation in kernel["operations"]]
        return pandas.DataFrame(rows)

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        return f"<spyre_sim.Report of {self['plan']['name']}: kernel {self.kernel_us} us, device {self.device_us} us>"

    def __reduce__(self) -> Any:
        return Report, (self._text,)


def _flat(fields: Mapping[str, Any]) -> Dict[str, Any]:
    flat: Dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            flat.update({f"{name}.{part}": number for part, number in value.items()})
        else:
            flat[name] = value
    return flat
