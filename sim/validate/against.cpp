// Reads the stored figures and compares family by family.
#include "sim/validate/against.hpp"

#include "sim/files/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace spyre::validate {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "spyre-sim/validate/1";
// Stored figures have six decimals.
constexpr double kRounding = 1e-6;
constexpr const char* kExpected = "what `validate --format json` printed";

json document_of(const std::filesystem::path& file) {
  json document = json::parse(files::text_of(file, kExpected), nullptr, false);
  if (document.is_discarded())
    throw Error(ErrorKind::Input, file.string(), "is no JSON", kExpected);
  const bool stored = document.is_object() && document.contains("schema") &&
                      document["schema"] == kSchema && document.contains("families") &&
                      document["families"].is_array();
  if (!stored)
    throw Error(ErrorKind::Input, file.string(), "is no stored validation",
                fmt::format("schema {} with families", kSchema));
  return document;
}

bool is_family(const json& j) {
  return j.is_object() && j.contains("family") && j["family"].is_string() && j.contains("cores") &&
         j.contains("n") && j["n"].is_number_integer() && j.contains("rms_pct") &&
         j["rms_pct"].is_number();
}

std::string percent(double value) { return fmt::format("{:.2f} %", value); }

}  // namespace

StoredTable read_stored(const std::filesystem::path& file) {
  StoredTable table;
  std::vector<Problem> problems;
  const json document = document_of(file);
  const json& families = document["families"];
  for (std::size_t i = 0; i < families.size(); ++i) {
    const json& family = families[i];
    if (!is_family(family))
      problems.push_back({fmt::format("{}#/families/{}", file.string(), i), "is no family",
                          "family, cores, n and rms_pct"});
    else if (family["cores"].is_null())
      table[family["family"]] = {family["rms_pct"].get<double>(), family["n"].get<int>()};
  }
  if (problems.empty() && table.empty())
    problems.push_back({file.string(), "has no family over all cores", kExpected});
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
  return table;
}

bool any_common(const std::vector<Family>& families, const StoredTable& table) {
  return std::any_of(families.begin(), families.end(), [&](const Family& family) {
    return !family.cores && table.contains(family.name);
  });
}

std::vector<Problem> worse(const std::vector<Family>& families, const StoredTable& table,
                           double points) {
  std::vector<Problem> problems;
  for (const Family& family : families) {
    const auto stored = table.find(family.name);
    if (family.cores || stored == table.end()) continue;
    const double now = family.figures.rms_pct, before = stored->second.rms_pct;
    if (now - before <= points + kRounding) continue;
    problems.push_back({family.name,
                        fmt::format("RMS is {}, {:.2f} points above {} of the table", percent(now),
                                    now - before, percent(before)),
                        fmt::format("at most {:.2f} points", points)});
  }
  return problems;
}

std::vector<Problem> uncovered(const std::vector<Family>& families, const StoredTable& table) {
  std::vector<Problem> problems;
  std::map<std::string, int> rows;
  for (const Family& family : families) {
    if (family.cores) continue;
    rows[family.name] = family.figures.n;
    if (table.count(family.name) == 0)
      problems.push_back({family.name, "is not in the table and not compared", ""});
  }
  for (const auto& [name, stored] : table) {
    if (rows[name] < stored.n)
      problems.push_back(
          {name, fmt::format("{} rows predicted, {} in the table", rows[name], stored.n), ""});
  }
  return problems;
}

}  // namespace spyre::validate
