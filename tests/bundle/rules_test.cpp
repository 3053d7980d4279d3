// Are the rules of the format that a reader must enforce named with place, finding and expectation?
#include "tests/bundle/workspace.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::bundle;
using namespace spyre::bundle::test;

namespace {

// The descriptor of the add whose file the tests change.
Json& descriptor(Json& json) { return json["0_add"]["dscs_"][0]["add"]; }

template <class Change>
void check_sdsc(Change&& change, ErrorKind kind, const std::string& text) {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  edit(copy / "sdsc_0.json", change);
  const Failure failure = failure_of(copy);
  CHECK(failure.kind == kind);
  CHECK_THAT(failure.text, Catch::Matchers::Contains(text));
}

void check_bundle(const std::string& from, const std::string& to, ErrorKind kind,
                  const std::string& text) {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/05_loop_add_512x256_4tiles"));
  replace(copy / "bundle.mlir", from, to);
  const Failure failure = failure_of(copy);
  CHECK(failure.kind == kind);
  CHECK_THAT(failure.text, Catch::Matchers::Contains(text));
}

const char* kBound = "%loop_bound_0 = arith.constant 4 : index";

}  // namespace

TEST_CASE("FMT-01: every file a bundle names exists and has one key of the right form", "[unit]") {
  check_sdsc([](Json& json) { json["1_sub"] = json["0_add"]; }, ErrorKind::Plan,
             "FMT-01: found 2 keys");
  check_sdsc(
      [](Json& json) {
        json = Json{{"add", json["0_add"]}};
      },
      ErrorKind::Plan, "FMT-01: key \"add\"");
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  fs::remove(copy / "sdsc_0.json");
  const Failure failure = failure_of(copy);
  CHECK(failure.kind == ErrorKind::Input);
  CHECK_THAT(failure.text, Catch::Matchers::Contains("FMT-01: no file sdsc_0.json in the bundle"));
}

TEST_CASE("FMT-02: only the statements of the grammar occur", "[unit]") {
  check_bundle(kBound, "%loop_bound_0 = arith.subi %c1, %c0 : index", ErrorKind::Plan,
               "9:19: FMT-02: statement 'arith.subi'");
  check_bundle("\t\tscf.for", "\t\tscf.if %c0 {\n\t\t}\n\t\tscf.for", ErrorKind::Plan,
               "FMT-02: statement 'scf.if' is not allowed");
  check_bundle("\t\treturn", "\t\treturn }", ErrorKind::Input, "FMT-02");
  check_bundle("sdsc_filename", "filename", ErrorKind::Input,
               "expected sdsc_filename or symbol_ids");
}

TEST_CASE("FMT-03: what is not supported is refused by name with the nearest choice", "[unit]") {
  const auto unsupported = ErrorKind::Unsupported;
  check_sdsc([](Json& json) { descriptor(json)["computeOp_"][0]["opFuncName"] = "mish"; },
             unsupported, "FMT-03: unsupported operation 'mish'");
  check_sdsc([](Json& json) { descriptor(json)["computeOp_"][0]["opFuncName"] = "realdv"; },
             unsupported, "'realdv' (expected 'realdiv')");
  check_sdsc([](Json& json) { descriptor(json)["labeledDs_"][0]["dataFormat_"] = "SEN169_BFP16"; },
             unsupported, "unsupported data format 'SEN169_BFP16'");
  check_sdsc([](Json& json) { descriptor(json)["scheduleTree_"][0]["component_"] = "l0"; },
             unsupported, "unsupported component 'l0'");
  check_sdsc([](Json& json) { descriptor(json)["scheduleTree_"][1]["nodeType_"] = "LOOP"; },
             unsupported, "unsupported node type 'LOOP'");
  check_sdsc(
      [](Json& json) { descriptor(json)["scheduleTree_"][1]["indexTensorType_"] = "address"; },
      unsupported, "unsupported indexTensorType_ 'address'");
  check_sdsc(
      [](Json& json) {
        descriptor(json)["scheduleTree_"][0]["startAddressCoreCorelet_"]["dim_prop_func"][0] = {
            {"WkSplit", Json::object()}};
      },
      unsupported, "unsupported fold function 'WkSplit'");
  check_sdsc(
      [](Json& json) {
        json["0_add"]["datadscs_"] = {{{"0_x", {{"op", {{"name", "TeleportOp"}}}}}}};
      },
      unsupported, "unsupported data operation 'TeleportOp'");
}

TEST_CASE("FMT-03: unknown keys are ignored", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  edit(copy / "sdsc_0.json", [](Json& json) {
    json["0_add"]["fold_coord_"] = {1, 2};
    descriptor(json)["target_"] = "senulator";
  });
  CHECK_FALSE(failure_of(copy).failed);
}

TEST_CASE("FMT-04: uneven work is refused with both values", "[unit]") {
  const auto unsupported = ErrorKind::Unsupported;
  check_sdsc([](Json& json) { descriptor(json)["dataStageParam_"]["0"]["el_"]["mb_"] = 3; },
             unsupported, "FMT-04: el_ has mb_ = 3 but ss_ has 4");
  check_sdsc([](Json& json) { json["0_add"]["dscs_"].push_back(json["0_add"]["dscs_"][0]); },
             unsupported, "FMT-04: 2 entries in dscs_");
  check_sdsc([](Json& json) { json["0_add"]["coreIdToDsc_"]["3"] = 1; }, unsupported,
             "FMT-04: core 3 runs another descriptor");
  check_sdsc(
      [](Json& json) {
        json["0_add"]["ldsShareInfo_"] = {{"a", 1}};
      },
      unsupported, "FMT-04: ldsShareInfo_");
}

TEST_CASE("FMT-06: tokens that are no JSON are read as null, with a note", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  replace(copy / "sdsc_0.json", "\"sdscFoldProps_\"",
          "\"trVolume\": inf, \"minHops\": , \"sdscFoldProps_\"");
  const plan::Plan plan = read_plan(copy);
  REQUIRE(plan.notes.size() == 1);
  CHECK(plan.notes[0].id == "FMT-06");
}

TEST_CASE("FMT-07 to FMT-09: corelets, references and fidelity", "[unit]") {
  check_sdsc([](Json& json) { descriptor(json)["numCoreletsUsed_"] = 3; }, ErrorKind::Plan,
             "FMT-07: numCoreletsUsed_ is 3 (expected 1 or 2)");
  check_sdsc(
      [](Json& json) { descriptor(json)["computeOp_"][0]["inputLabeledDs"][0] = "Tensor7-idx7"; },
      ErrorKind::Plan, "FMT-08: operand 'Tensor7-idx7' refers to no tensor");
  check_sdsc([](Json& json) { descriptor(json)["scheduleTree_"].erase(2); }, ErrorKind::Plan,
             "FMT-08: 2 nodes for 3 tensors");
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  edit(copy / "sdsc_0.json",
       [](Json& json) { descriptor(json)["computeOp_"][0]["attributes_"]["fidelity_"] = "fast"; });
  CHECK(read_plan(copy).notes.at(0).id == "FMT-09");
}

TEST_CASE("FMT-08: a padding of a dimension outside the iteration space moves one element at most",
          "[unit]") {
  const auto padding_of = [](std::int64_t size) {
    return [size](Json& json) {
      descriptor(json)["N_"]["paddingSizes_"]["j"] = {{"totalSize_", size}, {"windowDim_", "kj"}};
      descriptor(json)["scheduleTree_"][0]["padding_"]["j"] = "padded_fullspan_wunneeded";
    };
  };
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  const auto dims = read_plan(copy).launches[0].operations[0].dims.size();
  edit(copy / "sdsc_0.json", padding_of(1));
  CHECK(read_plan(copy).launches[0].operations[0].dims.size() == dims);
  check_sdsc(padding_of(2), ErrorKind::Plan, "FMT-08: dimension 'j' is not in the iteration space");
}

TEST_CASE("SYM-01: as many operands as symbol ids", "[unit]") {
  check_bundle("\"symbol_ids\"=[-1, ", "\"symbol_ids\"=[", ErrorKind::Plan,
               "SYM-01: 96 operands for 95 symbol ids");
}

TEST_CASE("SYM-02: every symbol of a file is bound by the call", "[unit]") {
  check_bundle("\"symbol_ids\"=[-1, ", "\"symbol_ids\"=[-1000, ", ErrorKind::Plan,
               "SYM-02: symbol -1 of sdsc_0.json is not bound");
}

TEST_CASE("SYM-04: trip counts are whole and names are in scope", "[unit]") {
  check_bundle("step %c1", "step %three", ErrorKind::Plan, "SYM-04: '%three' is not defined here");
  check_bundle(kBound, "%loop_bound_0 = arith.constant -4 : index", ErrorKind::Plan,
               "SYM-04: trip count of 0 to -4 step 1");
  check_bundle("%c1 = arith.constant 1", "%c1 = arith.constant 3", ErrorKind::Plan, "found 1");
}

TEST_CASE("SYM-08: device memory allocations are positive and fit a segment", "[unit]") {
  const std::string allocate =
      std::string(kBound) + "\n\t\t%pool = sdscbundle.device_mem_allocate ";
  check_bundle(kBound, allocate + "0 bytes : index", ErrorKind::Plan,
               "SYM-08: device_mem_allocate of 0 bytes");
  check_bundle(kBound, allocate + "17179869184 bytes : index", ErrorKind::Plan, "SYM-08");
}

TEST_CASE("numbers out of range are refused where they stand", "[unit]") {
  const auto input = ErrorKind::Input;
  check_sdsc([](Json& json) { descriptor(json)["coreIdsUsed_"][0] = 32; }, input,
             "coreIdsUsed_/0: found 32 (expected an integer from 0 to 31)");
  check_sdsc([](Json& json) { descriptor(json)["N_"]["mb_"] = 1e30; }, input, "/N_/mb_");
  check_sdsc(
      [](Json& json) {
        descriptor(json)["scheduleTree_"][0]["coordinates_"]["coordInfo"]["mb"]["folds"]
                        ["dim_prop_attr"][0]["factor_"] = -1;
      },
      input, "/folds/dim_prop_attr/0/factor_");
  check_sdsc([](Json& json) { descriptor(json)["coreIdsUsed_"][1] = 0; }, ErrorKind::Plan,
             "SPN-04: core 0 is listed twice");
  check_sdsc(
      [](Json& json) {
        for (const char* part : {"mb_", "out_"}) descriptor(json)["N_"][part] = 1LL << 39;
      },
      ErrorKind::Plan, "larger than the device's address space");
}
