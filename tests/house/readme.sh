#!/usr/bin/env bash
# Runs every line of the README's code blocks that calls scripts/spyre-sim, with the built program in its place.
set -euo pipefail
source_tree=$1
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/scripts"
ln -s "$program" "$folder/scripts/spyre-sim"
ln -s "$source_tree/workloads" "$source_tree/configs" "$folder"
cd "$folder"

examples=0
while IFS= read -r line; do
  echo "+ $line"
  bash -c "${line%%  #*}" </dev/null >output || { cat output; echo "failed: $line" >&2; exit 1; }
  examples=$((examples + 1))
done <<<"$(sed -n '/^```/,/^```/p' "$source_tree/README.md" | grep '^scripts/spyre-sim ')"
((examples >= 5)) || { echo "only $examples examples in README.md" >&2; exit 1; }
