#!/usr/bin/env bash
# The launcher on a tiny project in place of the simulator: it builds, rebuilds after an edit, passes everything on.
set -euo pipefail
source_tree=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

project() {
  mkdir -p "$1/scripts"
  cp "$source_tree/scripts/spyre-sim" "$source_tree/scripts/prepare.bash" "$1/scripts"
  echo "# none needed" >"$1/scripts/packages.txt"
  cat >"$1/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
add_executable(spyre-sim main.cpp)
set_target_properties(spyre-sim PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
CMAKE
  program "$1" first
}

# A program that prints its version, its arguments and its standard input, and ends with 7.
program() {
  cat >"$1/main.cpp" <<CPP
#include <iostream>
#include <iterator>
int main(int argc, char** argv) {
  std::cout << "$2";
  for (int i = 1; i < argc; ++i) std::cout << '|' << argv[i];
  std::cout << '|' << std::string(std::istreambuf_iterator<char>(std::cin), {}) << '\n';
  return 7;
}
CPP
}

expect() {
  [[ $1 == "$2" ]] || { printf 'found    %s\nexpected %s\n' "$1" "$2" >&2; exit 1; }
}

# What the launcher prints on standard output for odd arguments, called from a folder of its own.
launch() {
  local code=0
  (cd "$folder" && printf 'typed' | "$1" 'two words' '' '*' --set=a=b) 2>"$folder/messages" || code=$?
  expect "$code" "${2:-7}"
}

tree="$folder/a tree"
project "$tree"
arguments='|two words||*|--set=a=b|typed'
expect "$(launch "$tree/scripts/spyre-sim")" "first$arguments"
if grep "installing" "$folder/messages"; then exit 1; fi
expect "$(launch "$tree/scripts/spyre-sim")" "first$arguments"
expect "$(cat "$folder/messages")" ""

program "$tree" second
expect "$(launch "$tree/scripts/spyre-sim")" "second$arguments"
ln -s "$tree/scripts/spyre-sim" "$folder/link"
expect "$(launch "$folder/link")" "second$arguments"

# A copy of the tree, build folder included, runs its own sources.
cp -r "$tree" "$folder/copy"
program "$folder/copy" copy
expect "$(launch "$folder/copy/scripts/spyre-sim")" "copy$arguments"
expect "$(launch "$tree/scripts/spyre-sim")" "second$arguments"

# What does not compile is shown by its end, kept as a whole, and the old program is not run in its place.
for ((i = 1; i <= 100; ++i)); do echo "#error fault number $i"; done >"$tree/main.cpp"
expect "$(launch "$tree/scripts/spyre-sim" 1)" ""
grep -q "fault number 100" "$folder/messages"
(($(wc -l <"$folder/messages") < 60))
expect "$(tail -n 1 "$folder/messages")" \
  "spyre-sim: error: build failed (all that was said: $tree/build/failed.log)"
grep -q "fault number 1$" "$tree/build/failed.log"

# A build that fails without a word is not taken for one that went well.
printf '#!/bin/sh\nexit 3\n' >"$folder/ninja"
chmod +x "$folder/ninja"
code=0
PATH="$folder:$PATH" "$tree/scripts/spyre-sim" 2>"$folder/messages" || code=$?
expect "$code" 1
expect "$(cat "$folder/messages")" "spyre-sim: error: build failed, and no tool said why"
