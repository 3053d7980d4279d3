"""Do arrays of the card's 16-bit float follow its formula, in all codes?"""

import numpy
import pytest
from spyre_sim import InputError, dlfloat16

CODES = numpy.arange(65536).astype(numpy.uint16)


def formula():
    """(-1)^sign * 2^(exponent - 31) * (1 + fraction / 512), and the two codes without a number of their own."""
    sign = numpy.where(CODES & 0x8000, -1.0, 1.0)
    exponent, fraction = (CODES >> 9 & 0x3F).astype(float), (CODES & 0x1FF) / 512.0
    values = sign * 2.0 ** (exponent - 31) * (1 + fraction)
    values[[0x0000, 0x8000]] = [0.0, -0.0]
    values[[0x7FFF, 0xFFFF]] = [numpy.inf, -numpy.inf]
    return values


def test_all_codes_decode_to_the_formula_and_encode_to_themselves():
    values = dlfloat16.decode(CODES)
    assert values.dtype == numpy.float32
    assert numpy.array_equal(values, formula())
    assert numpy.array_equal(numpy.signbit(values), CODES >= 0x8000)
    assert numpy.array_equal(dlfloat16.encode(values), CODES)
    assert numpy.array_equal(dlfloat16.decode(CODES.view(numpy.int16)), values)


@pytest.mark.parametrize("rounding,expected", [("nearest_even", [0, 2]), ("nearest_up", [1, 2]), ("toward_zero", [0, 1])])
def test_halves_between_two_codes_are_rounded_as_asked(rounding, expected):
    one = 31 << 9
    halves = 1 + (numpy.array([0.0, 1.0]) + 0.5) / 512
    assert list(dlfloat16.encode(halves, rounding) - one) == expected


def test_what_has_no_code_becomes_the_nearest_or_the_merged_one():
    assert list(dlfloat16.encode([1e30, -1e30, numpy.inf, numpy.nan])) == [0x7FFF, 0xFFFF, 0x7FFF, 0x7FFF]
    assert list(dlfloat16.encode([1e-30, -1e-30, 0])) == [0, 0x8000, 0]


def test_shapes_and_types_are_kept_or_refused():
    square = numpy.ones((2, 3, 4), numpy.float16)[:, ::2]
    assert dlfloat16.encode(square).shape == square.shape
    assert dlfloat16.encode(1.0) == dlfloat16.encode(1) == 31 << 9
    assert dlfloat16.decode(dlfloat16.encode(square)).tolist() == square.tolist()
    with pytest.raises(InputError, match="upwards"):
        dlfloat16.encode(1.0, "upwards")
    with pytest.raises(TypeError, match="float64"):
        dlfloat16.decode([1.5])
