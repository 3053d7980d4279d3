"""Which card is simulated: data sheets and single changes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterable, List, Mapping, Optional, Sequence, Union

PathLike = Union[str, "os.PathLike[str]"]
Config = Union[PathLike, Sequence[PathLike], None]
Overrides = Optional[Mapping[str, Union[str, int, float, bool]]]

CONFIGS = Path(__file__).parent / "share" / "spyre-sim" / "configs"
"""The folder of the data sheets that come with the package: spyre.yaml and overlays of it."""


def default_config() -> Path:
    """The data sheet used when none is named: SPYRE_SIM_CONFIG, else CONFIGS/spyre.yaml."""
    return Path(os.environ.get("SPYRE_SIM_CONFIG") or CONFIGS / "spyre.yaml")


class Card:
    """Files and changes as the program takes them."""

    def __init__(self, config: Config = None, overrides: Overrides = None) -> None:
        self.files = [os.fspath(file) for file in _files(config)]
        self.sets = [f"{path}={_text(value)}" for path, value in (overrides or {}).items()]

    def options(self) -> List[str]:
        return [f"--config={file}" for file in self.files] + [f"--set={change}" for change in self.sets]


def _files(config: Config) -> Iterable[PathLike]:
    if config is None:
        return [default_config()]
    if isinstance(config, (str, os.PathLike)):
        return [config]
    return config or [default_config()]


def _text(value: Union[str, int, float, bool]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
