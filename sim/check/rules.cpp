#include "sim/check/rules.hpp"

#include <algorithm>

namespace spyre::check {
namespace {

using enum Severity;

constexpr Rule kRules[] = {
    {"FMT-01", Error, "every file named by a bundle exists, parses and holds one operation"},
    {"FMT-02", Error, "a bundle consists of statements of the bundle grammar"},
    {"FMT-03", Error, "operations, formats, components and fold functions are known ones"},
    {"FMT-04", Error, "the last share of a dimension is as large as the others"},
    {"FMT-06", Warning, "plan files are valid JSON"},
    {"FMT-07", Error, "one or two corelets are declared"},
    {"FMT-08", Error, "references between tensors and nodes resolve"},
    {"FMT-09", Warning, "the fidelity is regular"},
    {"SYM-01", Error, "an execute statement has one operand for each symbol id"},
    {"SYM-02", Error, "every symbol of an operation is bound by its call"},
    {"SYM-03", Warning, "every bound symbol is used"},
    {"SYM-04", Error, "trip counts are whole and not negative"},
    {"SYM-05", Error, "a loop makes at most 65,535 trips"},
    {"SYM-06", Error, "a symbolic dimension is a multiple of its granularity within its maximum"},
    {"SYM-07", Warning, "a symbolic dimension is not split over cores"},
    {"SYM-08", Error, "the pool of a kernel fits its segment"},
    {"SYM-09", Error, "plans, launches and loops have something to do"},
    {"ADR-01", Error, "start addresses are multiples of a stick"},
    {"ADR-02", Error, "a memory tensor lies in one segment and inside its allocation"},
    {"ADR-03", Error, "the start address of every core follows from its slice"},
    {"ADR-04", Error, "an LX tensor starts at the same offset on every core"},
    {"ADR-06", Warning, "an operation that addresses memory only has no LX operand"},
    {"ADR-08", Error, "an operation has at most eight tensors"},
    {"ADR-09", Error, "an operation stays inside the allocated extent of its tensors"},
    {"ADR-10", Warning, "tensors that live at the same time do not overlap in memory"},
    {"ADR-11", Error, "gaps behind a tensor are not negative and whole sticks in a stick"},
    {"ADR-12", Error, "a split divides only tensors that have the dimension"},
    {"SPN-01", Error, "what one core addresses of a tensor spans less than 256 MiB"},
    {"SPN-02", Error, "some split over the cores of the card fits the address span"},
    {"SPN-04", Error, "the cores of an operation exist and are listed once"},
    {"SPN-05", Error, "the elements of a stick fill its 128 bytes"},
    {"LX-01", Error, "LX tensors end below the bytes kept for the program"},
    {"LX-02", Warning, "LX tensors of the plan stay below the staging space of the backend"},
    {"LX-03", Error, "two tensors that live at the same time share no LX byte"},
    {"LX-04", Error, "what a loop reads from LX survives all its trips"},
    {"LX-05", Warning, "LX is read where the same kernel wrote it"},
    {"LX-06", Error, "producer and consumer divide an LX tensor alike"},
    {"LX-07", Error, "a tensor that advances with a loop is not in LX"},
    {"LX-08", Warning, "staging of the memory operands fits the LX bytes left to it"},
    {"LX-09", Error, "bytes of LX that nobody wrote reach no result"},
    {"LX-11", Error, "source and destination of a move within LX are disjoint"},
    {"LX-12", Warning, "an operand with its own division is gathered over the ring"},
    {"WRK-01", Error, "the number of cores is the number of work slices or a multiple of it"},
    {"WRK-02", Error, "every work slice is done, and equally often"},
    {"WRK-03", Error, "every output element is written, and by one core"},
    {"WRK-04", Error, "the shares of a reduced dimension cover it once"},
    {"WRK-05", Error, "the shares of a dimension cover it, in whole sticks"},
    {"WRK-06", Warning, "a tensor is divided as its operation is"},
    {"WRK-07", Error, "at most one reduced dimension is split over cores"},
    {"WRK-08", Error, "window dimensions are not split over cores"},
    {"WRK-10", Info, "the work is spread over all cores"},
    {"PSM-01", Error, "the cores of a reduction group share one output address"},
    {"PSM-02", Error, "only the cores of a reduction group share an output address"},
    {"PSM-03", Info, "the cores of a reduction group are neighbours on the ring"},
    {"PSM-04", Warning, "the partial sums of a core fit LX"},
    {"STK-01", Error, "operands of an fp16 matmul hold 64 of the right dimension in a stick"},
    {"STK-02", Error, "operands of an 8-bit matmul hold the right dimensions in a stick"},
    {"STK-03", Error, "operands of a 4-bit matmul hold the right dimensions in a stick"},
    {"STK-04", Error, "operands of an element-wise operation hold the same dimension in a stick"},
    {"STK-05", Error, "a stick reduction reduces the dimension in the stick"},
    {"STK-06", Error, "top-k keeps k and the searched dimension out of the stick, k up to 128"},
    {"STK-08", Error, "a restickify changes the stick dimension of a 16-bit tensor"},
    {"STK-10", Error, "the dimensions of a matmul have a role each"},
    {"MSK-01", Error, "padding lanes of a reduced stick are masked, and only they"},
    {"MSK-02", Error, "the mask constant exists and is neutral"},
    {"MSK-06", Error, "the constants of an operation have plausible values"},
    {"OP-04", Error, "the operation runs on the unit that can do it"},
    {"OP-05", Error, "an operation has the operands it needs"},
    {"OP-06", Error, "values agree with their reference within the tolerance"},
    {"IND-01", Error, "index and value tensors are in memory and name each other"},
    {"IND-02", Warning, "the indexed dimension is outermost in the table"},
    {"IND-03", Error, "all cores use the same table"},
    {"IND-04", Error, "every index names a row of the table"},
    {"WIN-01", Error, "windows stay inside the padded input"},
    {"SCH-01", Error, "schedule rows name operations that exist"},
    {"SCH-02", Error, "every core lists its data operations and its compute once"},
    {"SCH-03", Error, "every wait has an earlier signal"},
    {"SCH-04", Error, "cores without data operations have the same schedule"},
    {"RLY-01", Error, "source and destination of a shuffle are disjoint"},
    {"RLY-02", Error, "every destination element of a move has one source"},
    {"RLY-03", Warning, "a destination core gathers from at most eight sources"},
    {"RLY-04", Error, "a broadcast goes to a multiple of its source cores"},
    {"DYN-01", Error, "undefined bytes reach no result and no address"},
    {"DYN-02", Error, "every byte of an output is written"},
    {"DYN-04", Error, "the run comes to its end"},
    {"READ", Info, "what the reader assumed or repaired"},
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

const Rule* rule(std::string_view id) {
  const auto found =
      std::find_if(rules().begin(), rules().end(), [id](const Rule& r) { return r.id == id; });
  return found == rules().end() ? nullptr : &*found;
}

}  // namespace spyre::check
