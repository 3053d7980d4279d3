#!/usr/bin/env bash
# kill_and_resume.sh PROGRAM SPEC TIMES: kills a sweep at random moments, resumes it each time, and compares its rows with
# those of an undisturbed one.
set -euo pipefail
program=$1 spec=$2 times=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

start=$(date +%s%N)
"$program" sweep "$spec" -o "$folder/calm" -j 2
milliseconds=$((($(date +%s%N) - start) / 1000000 + 1))
sort "$folder/calm/points.csv" >"$folder/calm.sorted"

interrupted=0
for ((round = 1; round <= times; ++round)); do
  if [[ ! -d $folder/wild ]]; then resume=(); else resume=(--resume); fi
  "$program" sweep "$spec" -o "$folder/wild" -j 2 "${resume[@]}" 2>/dev/null &
  sweep=$!
  sleep "$(printf '0.%03d' $((RANDOM % (milliseconds < 999 ? milliseconds * 2 / 3 + 1 : 999))))"
  if kill -9 "$sweep" 2>/dev/null; then interrupted=$((interrupted + 1)); fi
  wait "$sweep" 2>/dev/null || true
  # Every other time all of it is done again, or the later rounds would find nothing left to disturb.
  if ((round % 2 == 0)) || ((round == times)); then
    "$program" sweep "$spec" -o "$folder/wild" -j 2 --resume 2>/dev/null
    sort "$folder/wild/points.csv" | cmp - "$folder/calm.sorted" || { echo "rows differ in round $round" >&2; exit 1; }
    rm -r "$folder/wild"
  fi
done
echo "$interrupted of $times rounds were killed, $(wc -l <"$folder/calm.sorted") lines each time the same"
((interrupted > 0)) || { echo "nothing was killed in time" >&2; exit 1; }
