// Outcomes as JSON.
#include "sim/validate/outcome.hpp"

#include "models/base/error_text.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace spyre::validate {
namespace {

using nlohmann::json;

json problem_json(const Problem& problem) {
  return json::array({problem.where, problem.what, problem.expected});
}

json fault_json(const Fault& fault) {
  json problems = json::array();
  for (const Problem& problem : fault.problems) problems.push_back(problem_json(problem));
  return {{"kind", static_cast<int>(fault.kind)}, {"problems", std::move(problems)}};
}

Fault fault_of(const json& j) {
  Fault fault{static_cast<ErrorKind>(j.at("kind").get<int>()), {}};
  for (const json& p : j.at("problems")) fault.problems.push_back({p.at(0), p.at(1), p.at(2)});
  return fault;
}

json features_json(const interval::Features& features) {
  return {
      {"shares", features.shares}, {"cores", features.cores}, {"launch_us", features.launch_us}};
}

interval::Features features_of(const json& j) {
  return {j.at("shares").get<std::map<std::string, double>>(), j.at("cores").get<int>(),
          j.at("launch_us").get<double>()};
}

}  // namespace

const char* name(Source source) { return source == Source::Built ? "built" : "plan"; }

Outcome skipped(std::string why, Source source) { return {source, {}, {}, std::move(why), {}}; }

Outcome failed(const Error& error, Source source) {
  return {source, {}, {}, one_line(error), Fault{error.kind(), error.problems()}};
}

std::string encoded(const Outcome& outcome) {
  json j{{"source", static_cast<int>(outcome.source)}, {"why", outcome.why}};
  if (outcome.predicted) {
    j["predicted_ps"] = outcome.predicted->count();
    j["features"] = features_json(outcome.features);
  }
  if (outcome.fault) j["fault"] = fault_json(*outcome.fault);
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

Outcome decoded(const std::string& text) {
  const json j = json::parse(text);
  Outcome outcome;
  outcome.source = static_cast<Source>(j.at("source").get<int>());
  outcome.why = j.at("why");
  if (j.contains("predicted_ps")) {
    outcome.predicted = Time(j["predicted_ps"].get<Time::rep>());
    outcome.features = features_of(j.at("features"));
  }
  if (j.contains("fault")) outcome.fault = fault_of(j["fault"]);
  return outcome;
}

}  // namespace spyre::validate
