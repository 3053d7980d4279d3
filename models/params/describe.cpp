// The describe table as a whole, and the documents that its sources name.
#include "models/params/describe.hpp"

#include "models/params/describe_slots.hpp"

namespace spyre::params {
namespace {

std::int64_t value_of(std::int64_t n) { return n; }
std::int64_t value_of(bool b) { return b ? 1 : 0; }
template <class Amount>
std::int64_t value_of(const Amount& amount) {
  return amount.count();
}

}  // namespace

std::int64_t Slot::read() const {
  return std::visit([](const auto* m) { return value_of(*m); }, member);
}

void Slot::write(std::int64_t value) const {
  std::visit([value](auto* m) { *m = std::remove_reference_t<decltype(*m)>(value); }, member);
}

std::vector<Parameter> describe(ChipParams& p) {
  Table table;
  describe_card(table, p);
  describe_memory(table, p);
  describe_compute(table, p);
  describe_schedule(table, p.schedule);
  return table;
}

std::string_view name(Status status) {
  switch (status) {
    case Status::Published: return "published";
    case Status::Measured: return "measured";
    case Status::Fitted: return "fitted";
    case Status::Assumed: return "assumed";
  }
  return {};
}

const std::vector<Document>& documents() {
  static const std::vector<Document> all{
      {"docs", "torch-spyre documentation: IBM Spyre device, dataflow architecture, work division"},
      {"lx", "torch-spyre documentation: scratchpad planning (main of 2026-08-19)"},
      {"cost", "torch-spyre, torch_spyre/_inductor/cost_model.py (main of 2026-08-19)"},
      {"rings", "AdnanHoque/torch-spyre, feat-k-fast-combined: tests/diag_aiu_rings_canonical.md"},
      {"matmul",
       "AdnanHoque/torch-spyre, feat-k-fast-combined: tests/diag_matmul_on_aiu_canonical_v2.md"},
      {"array", "AdnanHoque/torch-spyre, aiu-matmul-reference: matmul_first_principles_v3.md"},
      {"isa", "AdnanHoque/torch-spyre, hbm-bank-aware: tests/diag_hbm_bank_aware_findings.md"},
      {"theory", "AdnanHoque/torch-spyre, OnChipRestickify drafts: TheoryVsObserved"},
      {"principles", "AdnanHoque/torch-spyre, cost-model-docs: cost_model_first_principles"},
      {"decode", "AdnanHoque/torch-spyre, mlp-decode-first-principles: decode notes"},
      {"perf", "AdnanHoque/torch-spyre, perf-suite reports"},
      {"sweep",
       "kernel times of the card, August 2026: HieronZhang/torch-spyre, "
       "tools/cost_model/sweep_records.csv"},
      {"granite",
       "kernel times of forced Granite 3.3 8B splits on the card, June 2026: records of "
       "AdnanHoque/torch-spyre"},
      {"programs", "launch programs (SpyreCode) in public branches of torch-spyre"},
  };
  return all;
}

}  // namespace spyre::params
