// The fields of a request by name, for options of commands and keys of files.
#include "sim/make/make.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <sstream>

namespace spyre::make {
namespace {

struct Field {
  FieldHelp help;
  std::function<void(Request&, const std::string&)> set;
};

std::int64_t number(const std::string& name, const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size()) return value;
  throw Error(ErrorKind::Input, name, fmt::format("found '{}'", text), "a whole number");
}

// "4x8x1": m, n, k; "2x4x4x1": batch first.
Split split(const std::string& name, const std::string& text) {
  std::vector<std::int64_t> parts;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, 'x');) parts.push_back(number(name, word));
  if (parts.size() == 3) parts.insert(parts.begin(), 1);
  if (parts.size() == 4) return {parts[0], parts[1], parts[2], parts[3]};
  throw Error(ErrorKind::Input, name, fmt::format("found '{}'", text),
              "MxNxK or BATCHxMxNxK, such as 4x8x1");
}

bool truth(const std::string& name, const std::string& text) {
  if (text == "1" || text == "true") return true;
  if (text == "0" || text == "false") return false;
  throw Error(ErrorKind::Input, name, fmt::format("found '{}'", text), "1 or 0");
}

Copies copies(const std::string& name, const std::string& text) {
  const std::map<std::string, Copies> known{{"default", Copies::Default},
                                            {"none", Copies::None},
                                            {"out", Copies::Out},
                                            {"both", Copies::Both}};
  const auto found = known.find(text);
  if (found != known.end()) return found->second;
  throw Error(ErrorKind::Input, name, fmt::format("found '{}'", text),
              "default, none, out or both");
}

Field integer(const char* name, const char* meaning, std::int64_t Request::*member) {
  return {{name, meaning},
          [=](Request& r, const std::string& text) { r.*member = number(name, text); }};
}
Field word(const char* name, const char* meaning, std::string Request::*member) {
  return {{name, meaning}, [=](Request& r, const std::string& text) {
            if (text.empty()) throw Error(ErrorKind::Input, name, "is empty", meaning);
            r.*member = text;
          }};
}

std::vector<Field> all_fields() {
  return {
      word("op", "operation", &Request::op),
      integer("batch", "matrices in a batch", &Request::batch),
      integer("m", "rows of the first matrix", &Request::m),
      integer("k", "columns of the first matrix, rows of the second", &Request::k),
      integer("n", "columns of the second matrix", &Request::n),
      integer("rows", "rows of a tensor", &Request::rows),
      integer("cols", "columns of a tensor", &Request::cols),
      integer("middle", "middle dimension of transpose_outer", &Request::middle),
      integer("tiles", "trips of the loop over tiles of the rows", &Request::tiles),
      integer("tokens", "new tokens", &Request::tokens),
      integer("kv", "keys and values, the new tokens' included", &Request::kv),
      integer("heads", "attention heads", &Request::heads),
      integer("kv_heads", "heads of keys and values", &Request::kv_heads),
      integer("head_dim", "elements of a head", &Request::head_dim),
      integer("hidden", "width of the model", &Request::hidden),
      integer("ffn", "width inside the MLP", &Request::ffn),
      integer("layers", "equal layers", &Request::layers),
      {{"cores", "cores at most"},
       [](Request& r, const std::string& text) {
         r.cores = static_cast<int>(std::min<std::int64_t>(number("cores", text), 1 << 20));
       }},
      {{"split",
        "slices over cores, MxNxK or BATCHxMxNxK; the front end's default rule without it"},
       [](Request& r, const std::string& text) { r.split = split("split", text); }},
      {{"lx_planning", "1: intermediate values may stay in the scratchpads; 0: they go to memory"},
       [](Request& r, const std::string& text) { r.lx_planning = truth("lx_planning", text); }},
      integer("lx_bytes", "bytes of each scratchpad that plans may use", &Request::lx_bytes),
      {{"copies", "copies at the edges of a kernel: default, none, out or both"},
       [](Request& r, const std::string& text) { r.copies = copies("copies", text); }},
      word("layout_a", "order of the first operand's dimensions, such as 1,0,2",
           &Request::layout_a),
      word("layout_b", "order of the second operand's dimensions", &Request::layout_b),
      word("dtype", "float16, bfloat16 or float32", &Request::dtype)};
}

}  // namespace

void set_field(Request& request, const std::string& name, const std::string& value) {
  std::vector<std::string> names;
  for (const Field& field : all_fields()) {
    if (field.help.name == name) return field.set(request, value);
    names.push_back(field.help.name);
  }
  const std::string near = nearest(name, names);
  throw Error(ErrorKind::Input, name, "unknown field",
              near.empty() ? fmt::format("{}", fmt::join(names, ", ")) : "'" + near + "'");
}

std::vector<FieldHelp> fields() {
  std::vector<FieldHelp> helps;
  for (const Field& field : all_fields()) helps.push_back(field.help);
  return helps;
}

}  // namespace spyre::make
