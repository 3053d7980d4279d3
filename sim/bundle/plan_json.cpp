// The reader of plan.json.
#include "sim/bundle/plan_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

#include "sim/bundle/text.hpp"

namespace spyre::bundle {
namespace {

constexpr std::int64_t kMostRepeats = 1'000'000'000;

std::string optional_text(const Item& object, const char* key) {
  const Item item = object.find(key);
  return item.exists() ? item.text() : std::string();
}

std::vector<std::int64_t> optional_integers(const Item& object, const char* key) {
  const Item item = object.find(key);
  return item.exists() ? item.integers(-kLargestExtent, kLargestExtent)
                       : std::vector<std::int64_t>();
}

// Files of a packed bundle: text, or JSON written in place.
std::map<std::string, std::string> inline_files(const Item& bundle) {
  std::map<std::string, std::string> texts;
  bundle.for_each_member([&](const std::string& name, const Item& file) {
    if (file.is_string())
      texts[name] = file.text();
    else if (file.is_object())
      texts[name] = file.json().dump(-1, ' ', true, Json::error_handler_t::replace);
    else
      file.wrong("found neither text nor an object", "the file's text");
  });
  return texts;
}

plan::HostTensor read_tensor(const std::string& name, const Item& item) {
  plan::HostTensor tensor;
  tensor.name = name;
  tensor.file = optional_text(item, "file");
  tensor.dtype = optional_text(item, "host_dtype");
  tensor.encoding = optional_text(item, "encoding");
  tensor.from = optional_text(item, "from");
  tensor.float32_reference = optional_text(item, "float32_reference");
  tensor.plan_result = optional_text(item, "plan_result");
  tensor.cpu_reference = optional_text(item, "cpu_reference");
  tensor.shape = optional_integers(item, "shape");
  tensor.strides = optional_integers(item, "strides");
  tensor.device_shape = optional_integers(item, "device_shape");
  tensor.device_strides = optional_integers(item, "device_strides");
  const Item offset = item.find("device_offset");
  if (offset.exists()) tensor.device_offset = offset.integer(0, kLargestExtent);
  const Item layout = item.find("layout");
  if (layout.exists()) tensor.layout = read_device_layout(layout);
  return tensor;
}

plan::HostTimes read_host(const Item& item) {
  plan::HostTimes host;
  const Item before = item.find("before_us");
  if (before.exists()) host.before = Time{std::llround(before.number(0, 1e9) * 1e6)};
  const Item h2d = item.find("h2d_bytes"), d2h = item.find("d2h_bytes");
  if (h2d.exists()) host.h2d = Bytes(h2d.integer(0, kLargestExtent));
  if (d2h.exists()) host.d2h = Bytes(d2h.integer(0, kLargestExtent));
  return host;
}

class PlanJsonReader {
 public:
  PlanJsonReader(Document& document, const std::filesystem::path& directory, Problems& problems)
      : document_(document), directory_(directory), problems_(problems) {}

  PlanScript run() {
    const Item root = document_.root();
    const Item schema = root.at("schema");
    if (schema.text() != kPlanSchema) {
      if (schema.exists()) schema.wrong(fmt::format("found '{}'", schema.text()), kPlanSchema);
      return {};
    }
    read_head(root);
    const Item launches = root.at("launches");
    if (launches.is_array() && launches.size() == 0) launches.wrong("no launches", "at least one");
    launches.for_each_entry([&](std::size_t i, const Item& launch) { read_launch(i, launch); });
    root.find("tensors").for_each_member([&](const std::string& name, const Item& item) {
      script_.plan.tensors.push_back(read_tensor(name, item));
    });
    script_.plan.content_hash = hash(root);
    return std::move(script_);
  }

 private:
  void read_head(const Item& root) {
    plan::Plan& plan = script_.plan;
    plan.name = optional_text(root, "name");
    plan.description = optional_text(root, "description");
    plan.directory = directory_.string();
    const Item atol = root.find("atol"), rtol = root.find("rtol");
    if (atol.exists()) plan.atol = atol.number(0, 1e30);
    if (rtol.exists()) plan.rtol = rtol.number(0, 1e30);
  }

  void read_launch(std::size_t index, const Item& item) {
    LaunchScript launch;
    launch.source = {document_.file(), item.pointer(), 0};
    launch.bundle = bundle_of(item.at("bundle"));
    if (!launch.bundle) return;
    launch.name = optional_text(item, "name");
    if (launch.name.empty()) launch.name = default_name(item.find("bundle"), index);
    const Item repeat = item.find("repeat"), args = item.find("args");
    if (repeat.exists()) launch.repeat = repeat.integer(1, kMostRepeats);
    if (args.exists())
      launch.arguments = read_arguments(args);
    else
      launch.arguments = launch.bundle->arguments;
    item.find("symbols").for_each_member([&](const std::string& name, const Item& value) {
      launch.symbols[name] = value.integer(1, kLargestExtent);
    });
    launch.host = read_host(item.find("host"));
    script_.launches.push_back(std::move(launch));
  }
  static std::string default_name(const Item& bundle, std::size_t index) {
    if (!bundle.is_string()) return fmt::format("launch_{}", index);
    return std::filesystem::path(bundle.text()).filename().string();
  }

  std::shared_ptr<const LoadedBundle> bundle_of(const Item& item) {
    if (item.is_string()) return bundle_in_directory(item);
    if (item.is_object() && item.find("same_as_launch").exists())
      return bundle_of_launch(item.find("same_as_launch"));
    if (item.is_object()) return load(BundleFiles::in_text(item.where(), inline_files(item)), item);
    if (item.exists())
      item.wrong("found neither a path nor an object", "a bundle directory or its files");
    return nullptr;
  }
  std::shared_ptr<const LoadedBundle> keep(std::shared_ptr<const LoadedBundle> bundle) {
    bundles_.push_back(bundle);
    return bundle;
  }
  std::shared_ptr<const LoadedBundle> bundle_of_launch(const Item& item) {
    const std::int64_t launch = item.integer(0, 1 << 30);
    if (launch < static_cast<std::int64_t>(script_.launches.size())) {
      return keep(script_.launches[static_cast<std::size_t>(launch)].bundle);
    }
    item.wrong(fmt::format("launch {} does not stand before this one", launch));
    return nullptr;
  }
  std::shared_ptr<const LoadedBundle> bundle_in_directory(const Item& item) {
    const std::string name = item.text();
    const auto known = by_path_.find(name);
    if (known != by_path_.end()) return keep(known->second);
    return by_path_[name] = load(BundleFiles::in_directory(directory_ / name), item);
  }
  std::shared_ptr<const LoadedBundle> load(const BundleFiles& files, const Item& item) {
    const std::size_t before = problems_.count();
    std::optional<LoadedBundle> bundle = load_any_bundle(files, problems_);
    if (!bundle && problems_.count() == before) {
      item.wrong(fmt::format("no bundle in {}", files.label()),
                 "bundle.mlir with its SuperDSC files");
    }
    if (!bundle) return nullptr;
    return keep(std::make_shared<const LoadedBundle>(std::move(*bundle)));
  }

  // The plan's own fields but for names, with every bundle replaced by the hash of its files: equal
  // for a packed plan.
  std::string hash(const Item& root) const {
    if (bundles_.size() != root.find("launches").size()) return {};
    Json copy = Json::object();
    for (const auto& [key, value] : root.json().items()) {
      if (key != "launches" && key != "name") copy[key] = value;
    }
    const Item launches = root.find("launches");
    for (std::size_t i = 0; i < bundles_.size(); ++i) {
      Json& launch = copy["launches"][i];
      for (const auto& [key, value] : launches.at(i).json().items()) {
        if (key != "bundle" && key != "name") launch[key] = value;
      }
      launch["bundle"] = bundles_[i]->hash;
    }
    return ContentHash().add(copy.dump(-1, ' ', true, Json::error_handler_t::replace)).hex();
  }

  Document& document_;
  const std::filesystem::path& directory_;
  Problems& problems_;
  PlanScript script_;
  std::map<std::string, std::shared_ptr<const LoadedBundle>> by_path_;
  std::vector<std::shared_ptr<const LoadedBundle>> bundles_;
};

}  // namespace

PlanScript read_plan_json(Document& document, const std::filesystem::path& directory,
                          Problems& problems) {
  return PlanJsonReader(document, directory, problems).run();
}

}  // namespace spyre::bundle
