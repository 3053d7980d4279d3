// Do operations use the fields that they name, and no others?
#include "sim/make/make.hpp"

#include "models/base/error.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace spyre::make {
namespace {

using Fields = std::map<std::string, std::string>;

// A small one of any operation.
const Fields kSmall{{"batch", "2"},      {"m", "64"},       {"k", "128"},    {"n", "64"},
                    {"rows", "64"},      {"cols", "128"},   {"middle", "4"}, {"tiles", "2"},
                    {"tokens", "64"},    {"kv", "128"},     {"heads", "8"},  {"kv_heads", "4"},
                    {"head_dim", "128"}, {"hidden", "256"}, {"ffn", "128"},  {"layers", "1"}};
// Other values; more than one where the first may be what is done anyway.
const std::multimap<std::string, std::string> kOther{
    {"batch", "4"},       {"m", "128"},       {"k", "64"},        {"n", "128"},
    {"rows", "128"},      {"cols", "64"},     {"middle", "2"},    {"tiles", "4"},
    {"tokens", "32"},     {"kv", "256"},      {"heads", "4"},     {"kv_heads", "2"},
    {"head_dim", "256"},  {"hidden", "128"},  {"ffn", "256"},     {"layers", "2"},
    {"split", "2x1x1"},   {"copies", "both"}, {"copies", "none"}, {"layout_a", "1,0,2"},
    {"layout_b", "1,0,2"}};

plan::Plan small(const OperationHelp& operation, const Fields& changes) {
  Request request;
  request.op = operation.name;
  const std::vector<std::string> used = fields_of(operation);
  for (const auto& [name, value] : kSmall) {
    if (std::find(used.begin(), used.end(), name) != used.end()) set_field(request, name, value);
  }
  for (const auto& [name, value] : changes) set_field(request, name, value);
  return make(request);
}

// What a field changes: nothing, something, or whether the plan can be made.
bool matters(const OperationHelp& operation, const std::string& field, const std::string& value) {
  try {
    return !test::differences(small(operation, {}), small(operation, {{field, value}})).empty();
  } catch (const Error&) {
    return true;
  }
}

TEST_CASE("a field matters to the operations that name it and to no others", "[unit]") {
  for (const OperationHelp& operation : operations()) {
    std::set<std::string> found;
    for (const auto& [field, value] : kOther) {
      if (matters(operation, field, value)) found.insert(field);
    }
    const std::vector<std::string> used = fields_of(operation);
    if (std::find(used.begin(), used.end(), "tiles") == used.end())
      found.erase("tiles");  // refused by every operation without a loop
    for (const char* common : {"cores", "lx_planning", "lx_bytes", "dtype"}) found.insert(common);
    INFO(operation.name);
    CHECK(found == std::set<std::string>(used.begin(), used.end()));
  }
}

TEST_CASE("fields without a use are refused, and only those", "[unit]") {
  for (const OperationHelp& operation : operations()) {
    CHECK_NOTHROW(refuse_unused(operation.name, fields_of(operation)));
    CHECK_THROWS_WITH(refuse_unused(operation.name, {"cores", "op"}),
                      Catch::Contains("op: " + operation.name + " has no use for it"));
  }
}

}  // namespace
}  // namespace spyre::make
