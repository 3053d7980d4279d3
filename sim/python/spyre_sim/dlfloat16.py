"""DLFloat16 (SEN169), the card's 16-bit float: 1 sign, 6 exponent (bias 31) and 9 fraction bits.

There are no subnormals; one code, 0x7FFF (0xFFFF with a sign), stands for infinity and NaN together. The largest number
is 2**33 - 2**24 and the smallest positive one 2**-31 * (1 + 2**-9).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spyre_sim import _core
from spyre_sim.errors import InputError, Problem

ROUNDINGS = ("nearest_even", "nearest_up", "toward_zero")


def encode(values: ArrayLike, rounding: str = "nearest_even") -> NDArray[np.uint16]:
    """The codes nearest to `values`, in their shape.

    Values are taken as float32, in which the simulator computes: numbers of float16 and float32 are exact, those of other
    types are rounded to float32 first. `rounding` decides between two codes: "nearest_even" (default), "nearest_up" (ties
    away from zero) or "toward_zero". Too large numbers and infinities give 0x7FFF with their sign, a NaN gives 0x7FFF.

    Raises InputError for another rounding, TypeError or ValueError for what numpy cannot take as numbers.
    """
    if rounding not in ROUNDINGS:
        raise InputError([Problem("rounding", f"found {rounding!r}", ", ".join(ROUNDINGS))])
    return _core.encode_dlfloat16(np.asarray(values), getattr(_core.Rounding, rounding))


def decode(codes: ArrayLike) -> NDArray[np.float32]:
    """The values of `codes`, in their shape; every one is exact. 0x7FFF and 0xFFFF give infinities.

    `codes` are uint16, or int16 with the same bits. Raises TypeError for another type.
    """
    array = np.asarray(codes)
    if array.dtype not in (np.uint16, np.int16):
        raise TypeError(f"codes are {array.dtype}, expected uint16 or int16")
    return _core.decode_dlfloat16(array.view(np.uint16))
