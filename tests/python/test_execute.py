"""Are values computed from arrays and files, compared, and handed back in the host's shape and type?"""

import numpy
import pytest
import spyre_sim


def load(case, name, **options):
    return spyre_sim.Plan.load(case(name) / "plan.json", **options)


@pytest.mark.parametrize("name", ["bcast_row", "mm_relu_mm", "int64_add", "where_bool", "red_sum_all_32"])
def test_a_case_computes_what_was_expected_of_it(case, name):
    plan = load(case, name)
    values = plan.execute()
    assert values.agree
    for comparison in values.comparisons:
        expected = numpy.load(case(name) / comparison.compared_with)
        assert values[comparison.name].dtype == expected.dtype
        assert values[comparison.name].shape == expected.shape
        assert comparison.elements == expected.size


def test_arrays_take_the_place_of_the_plan_s_files(case):
    plan = load(case, "bcast_row")
    assert set(plan.inputs) == {"in_0", "in_1"}
    a, b = (numpy.load(case("bcast_row") / f"{name}.npy") for name in ("in_0", "in_1"))
    assert plan.inputs["in_1"] == spyre_sim.InputTensor(b.shape, "float16", "in_1.npy")
    by_file, by_array = plan.execute(), plan.execute({"in_0": a, "in_1": b})
    assert numpy.array_equal(by_file["out_0"], by_array["out_0"])
    zero = plan.execute({"in_0": numpy.zeros_like(a), "in_1": numpy.ones_like(b)})
    assert not zero.agree
    assert zero.comparisons[0].beyond > 0
    first = zero.comparisons[0].first[0]
    assert first.got == 1
    assert first.expected == numpy.load(case("bcast_row") / "out_0.npy")[first.index]


def test_arrays_may_lie_in_memory_in_any_order(case):
    plan = load(case, "mm_relu_mm")
    given = {name: numpy.load(case("mm_relu_mm") / f"{name}.npy") for name in plan.inputs}
    turned = {name: numpy.asfortranarray(array) for name, array in given.items()}
    swapped = {name: array.astype(array.dtype.newbyteorder(">")) for name, array in given.items()}
    usual = plan.execute(given)["out_0"]
    assert numpy.array_equal(plan.execute(turned)["out_0"], usual)
    assert numpy.array_equal(plan.execute(swapped)["out_0"], usual)


def test_values_follow_the_arithmetic_of_the_card():
    plan = spyre_sim.build("mm", m=64, k=128, n=64, split=(2, 1, 1))
    rng = numpy.random.default_rng(1)
    given = {name: rng.uniform(-1, 1, tensor.shape).astype(numpy.float16) for name, tensor in plan.inputs.items()}
    (result,) = plan.execute(given).values()
    a, b = (array.astype(numpy.float32) for array in given.values())
    assert result.dtype == numpy.float16
    assert numpy.abs(result - a @ b).max() < 0.1


def test_bfloat16_is_its_bits(tmp_path):
    spyre_sim.build("mm", tmp_path, m=64, k=64, n=64)
    (tmp_path / "plan.json").write_text((tmp_path / "plan.json").read_text().replace('"float16"', '"bfloat16"'))
    plan = spyre_sim.Plan.load(tmp_path)
    assert {tensor.dtype for tensor in plan.inputs.values()} == {"bfloat16"}
    one, two = 0x3F80, 0x4000
    a, b = plan.inputs
    values = plan.execute({a: numpy.full((64, 64), one, numpy.int16), b: numpy.full((64, 64), two, numpy.uint16)})
    (result,) = values.values()
    assert result.dtype == numpy.int16
    assert set(result.flat) == {0x4300}  # 64 * 1 * 2 = 128
    ml_dtypes = pytest.importorskip("ml_dtypes")
    ones = numpy.ones((64, 64), ml_dtypes.bfloat16)
    assert plan.execute({a: ones, b: ones * 2})[next(iter(values))].tobytes() == result.tobytes()


def test_inputs_left_out_are_made_up_from_the_seed_and_that_is_told():
    plan = spyre_sim.build("add", rows=64, cols=64)
    first, same, other = plan.execute(seed=1), plan.execute(seed=1), plan.execute(seed=2)
    (name,) = first
    assert numpy.array_equal(first[name], same[name])
    assert not numpy.array_equal(first[name], other[name])
    assert {finding.id for finding in first.findings} == {"SIM-07"}
    with pytest.raises(spyre_sim.RuleError) as raised:
        plan.execute(seed=1, strict=True)
    assert numpy.array_equal(raised.value.values[name], first[name])


def test_further_tensors_and_other_tolerances_can_be_asked_for(case):
    values = load(case, "bcast_row").execute(dump=["in_0"], atol=0, rtol=0)
    assert values["in_0"].shape == values["out_0"].shape
    assert not values.agree
    assert values.comparisons[0].atol == 0


def test_arrays_that_do_not_fit_are_refused_by_name(case):
    plan = load(case, "bcast_row")
    with pytest.raises(spyre_sim.InputError, match="in_0.*shape"):
        plan.execute({"in_0": numpy.zeros((2, 2), numpy.float16)})
    with pytest.raises(spyre_sim.InputError, match="in_0.*float32"):
        plan.execute({"in_0": numpy.zeros((64, 128), numpy.float32)})
    with pytest.raises(spyre_sim.InputError, match="in_0.*complex64"):
        plan.execute({"in_0": numpy.zeros((64, 128), numpy.complex64)})
    with pytest.raises(spyre_sim.InputError, match="in_0, the nearest"):
        plan.execute({"in_9": numpy.zeros((64, 128), numpy.float16)})
    with pytest.raises(spyre_sim.InputError, match="objects"):
        plan.execute({"in_0": [None]})
