// Reads every kind of plan (contract section 3) into a Plan, and packs one into a single file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sim/plan/plan.hpp"

namespace spyre::bundle {

struct ReadOptions {
  std::map<std::string, std::int64_t> bind;            // symbolic dimension → value
  std::vector<std::string> input_specs, output_specs;  // "10x512@fp16", in argument order
};

// A bundle directory, bundle.mlir, one SuperDSC file, a directory of them, a plan.json or a
// directory with one; recognised by content. Throws Error with all problems of the files.
plan::Plan read_plan(const std::filesystem::path& path, const ReadOptions& options = {});

// One launch of a bundle whose files are at hand as texts, by file name; `name` stands for a
// directory in messages. Throws Error with all problems.
plan::Plan read_bundle(const std::string& name, std::map<std::string, std::string> texts,
                       const ReadOptions& options = {});

// The text of one plan.json that holds the bundles' files inline.
std::string pack_plan(const std::filesystem::path& path);

}  // namespace spyre::bundle
