#!/usr/bin/env bash
# signals.sh PROGRAM WORKLOADS SPEC: run, validate and sweep are ended by a signal while they work: the exit code is the signal's,
# no process goes on, and no half-written file stays.
set -euo pipefail
program=$1 workloads=$2 spec=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder" "$folder.pattern"' EXIT
set -m # or SIGINT would be ignored in the background

fail() { echo "$*" >&2; exit 1; }
# Every command names a file there; the search itself does not.
printf '%s/' "$folder" >"$folder.pattern"
processes() { grep -lsF -f "$folder.pattern" /proc/[0-9]*/cmdline || true; }
wait_until() {
  for ((i = 0; i < 1000; ++i)); do
    if "$@"; then return; fi
    sleep 0.01
  done
  fail "waited in vain for: $*"
}
gone() { [[ -z $(processes) ]]; }
works() { (($(processes | wc -l) >= $1)); }
writes() { readlink "/proc/$1/fd/"* 2>/dev/null | grep -qF "$folder/out"; }

# ended SIGNAL PROCESSES ARGUMENT…: with that many processes at work, the first is sent the signal.
ended() {
  local signal=$1 processes=$2 code=0 first left
  shift 2
  mkdir "$folder/out"
  "$program" "$@" >/dev/null 2>&1 &
  first=$!
  wait_until writes "$first"
  wait_until works "$processes"
  kill -s "$signal" "$first"
  wait "$first" 2>/dev/null || code=$?
  ((code == 128 + $(kill -l "$signal"))) || fail "$1 ended by $signal with $code"
  wait_until gone
  left=$(find "$folder/out" -name '.*' -type f)
  [[ -z $left ]] || fail "$1 ended by $signal left $left"
  rm -r "$folder/out"
}

long=$workloads/captured/granite_layer_prefill512_sdpa
for signal in INT TERM KILL; do
  ended $signal 1 run "$long" --report "$folder/out/r" --trace "$folder/out/t.gz" --timing-log "$folder/out/l"
  ended $signal 2 run "$long" "$long" --report "$folder/out/r" --timing-log "$folder/out/l"
  ended $signal 3 validate -j2 --timing-log "$folder/out/l" --write-errors "$folder/out/e"
  ended $signal 2 sweep "$spec" -j2 -o "$folder/out/s" --timing-log "$folder/out/l"
done
