// Are bundles' programs evaluated as their text says?
#include "sim/bundle/mlir_evaluate.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::bundle;

namespace {

struct Outcome {
  Evaluated evaluated;
  std::string problems;
};

// Runs the body of a function with one argument %a and one dimension %s of at most 512.
Outcome run(const std::string& body, std::int64_t s = 128, const std::string& maps = "") {
  const std::string text =
      maps +
      "module {\nfunc.func @f(%arg_0_base_addr: !sdscbundle.input_arg<index>, %dim_s_base: "
      "!sdscbundle.input_arg<index, granularity=64, max_value=512>) {\n"
      "%a = sdscbundle.input_arg_extract value from %arg_0_base_addr : "
      "!sdscbundle.input_arg<index> -> index\n"
      "%s = sdscbundle.input_arg_extract value from %dim_s_base : !sdscbundle.input_arg<index> -> "
      "index\n"
      "%c0 = arith.constant 0 : index\n%c64 = arith.constant 64 : index\n" +
      body + "\nreturn\n}\n}\n";
  Problems problems;
  const Program program = parse_mlir("b", text, problems);
  Outcome out;
  if (problems.empty()) out.evaluated = evaluate(program, {{1, s}}, "b", problems);
  try {
    problems.throw_if_any();
  } catch (const Error& error) {
    out.problems = error.what();
  }
  return out;
}

std::string execute(const std::string& value) {
  return "sdscbundle.sdsc_execute (" + value + ") {sdsc_filename=\"x.json\", symbol_ids=[-1]}\n";
}

const BoundValue& bound(const Outcome& out, std::size_t call = 0) {
  return out.evaluated.calls.at(call).bindings.at(-1);
}

}  // namespace

TEST_CASE("an address is an argument plus a constant", "[unit]") {
  const Outcome out =
      run("%o = arith.constant 4096 : index\n%b = arith.addi %a, %o : index\n" + execute("%b"));
  CHECK(out.problems.empty());
  CHECK(bound(out).origin == 0);
  CHECK(bound(out).constant == 4096);
  CHECK(bound(out).per_trip.empty());
}

TEST_CASE("a symbolic loop runs the dimension's tiles and advances by the tile", "[unit]") {
  const Outcome out = run(
      "scf.for %i = %c0 to %s step %c64 {\n%x = affine.apply #m(%i)[%a]\n" + execute("%x") + "}",
      256, "#m = affine_map<(d0)[s0] -> (s0 + 128*d0)>\n");
  CHECK(out.problems.empty());
  REQUIRE(out.evaluated.loops.size() == 1);
  CHECK(out.evaluated.loops[0].trips == 256 / 64);
  CHECK(bound(out).per_trip.at(0) == 128 * 64);
  CHECK(out.evaluated.calls[0].loop == 0);
}

TEST_CASE("loops nest, with bounds that need not start at 0", "[unit]") {
  const Outcome out =
      run("scf.for %i = %c64 to %s step %c64 {\n" + execute("%a") +
          "scf.for %j = %c0 to %c64 step %c64 {\n"
          "%x = affine.apply affine_map<(d0, d1)[s0] -> (s0 + 2*d0 + d1 * 10 + 7)>(%i, %j)[%a]\n" +
          execute("%x") + "}\n}\n" + execute("%a"));
  CHECK(out.problems.empty());
  REQUIRE(out.evaluated.loops.size() == 2);
  CHECK(out.evaluated.loops[0].trips == 1);
  CHECK(out.evaluated.loops[0].first == 0);
  CHECK(out.evaluated.loops[0].last == 2);
  CHECK(out.evaluated.loops[1].parent == 0);
  CHECK(bound(out, 1).constant == 2 * 64 + 7);
  CHECK(bound(out, 1).per_trip.at(0) == 2 * 64);
  CHECK(bound(out, 1).per_trip.at(1) == 10 * 64);
  CHECK(out.evaluated.calls[2].loop == -1);
}

TEST_CASE("division and remainder of constants and dimensions", "[unit]") {
  const auto value = [](const std::string& expression) {
    const Outcome out =
        run("%x = affine.apply affine_map<()[s0] -> (" + expression + ")>()[%s]\n" + execute("%x"),
            130);
    CHECK(out.problems.empty());
    return bound(out).constant;
  };
  CHECK(value("s0 floordiv 64") == 2);
  CHECK(value("s0 ceildiv 64") == 3);
  CHECK(value("s0 mod 64") == 2);
  CHECK(value("(0 - s0) floordiv 64") == -3);
  CHECK(value("-s0 mod 64") == 62);
  CHECK(value("2 * (s0 - 100) + 1") == 61);
}

TEST_CASE("what is not linear in a loop variable is refused by name", "[unit]") {
  const auto problem = [](const std::string& expression) {
    return run("scf.for %i = %c0 to %s step %c64 {\n%x = affine.apply affine_map<(d0)[s0] -> (" +
               expression + ")>(%i)[%a]\n" + execute("%x") + "}")
        .problems;
  };
  CHECK_THAT(problem("s0 + d0 floordiv 2"),
             Catch::Matchers::Contains("floordiv of a loop variable"));
  CHECK_THAT(problem("s0 + d0 mod 2"), Catch::Matchers::Contains("mod of a loop variable"));
  CHECK_THAT(problem("s0 + d0 * d0"), Catch::Matchers::Contains("product of two loop variables"));
  CHECK_THAT(problem("s0 * 2"), Catch::Matchers::Contains("an address is multiplied"));
  CHECK_THAT(problem("s0 + s0"), Catch::Matchers::Contains("sum of two addresses"));
  CHECK_THAT(problem("s0 + 4 floordiv 0"), Catch::Matchers::Contains("floordiv by 0"));
}

TEST_CASE("a loop's values end with the loop", "[unit]") {
  CHECK_THAT(
      run("scf.for %i = %c0 to %s step %c64 {\n}\n%x = arith.addi %a, %i : index\n" + execute("%x"))
          .problems,
      Catch::Matchers::Contains("'%i' is not defined here"));
}

TEST_CASE("allocations are origins of their own, limits of a parameter can be read", "[unit]") {
  const Outcome out =
      run("%p = sdscbundle.device_mem_allocate 8192 bytes : index\n%m = "
          "sdscbundle.input_arg_extract max_value from %dim_s_base : "
          "!sdscbundle.input_arg<index> -> index\n%x = arith.addi %p, %m : index\n" +
          execute("%x"));
  CHECK(out.problems.empty());
  CHECK(out.evaluated.allocations == std::vector<std::int64_t>{8192});
  CHECK(bound(out).origin == 2);
  CHECK(bound(out).constant == 512);
}

TEST_CASE("values beyond any address and endless nesting are refused", "[unit]") {
  CHECK_THAT(run("%x = arith.constant 9223372036854775807 : index\n" + execute("%x")).problems,
             Catch::Matchers::Contains("leaves the range"));
  CHECK_THAT(run("%x = arith.constant 99999999999999999999 : index").problems,
             Catch::Matchers::Contains("out of range"));
  CHECK_THAT(
      run("%x = affine.apply affine_map<() -> (" + std::string(1000, '(') + "1)>()").problems,
      Catch::Matchers::Contains("nested parentheses"));
  std::string loops;
  for (int i = 0; i < 1000; ++i) loops += "scf.for %i = %c0 to %s step %c64 {\n";
  CHECK_THAT(run(loops).problems, Catch::Matchers::Contains("nested loops"));
}
