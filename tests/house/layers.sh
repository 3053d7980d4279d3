#!/usr/bin/env bash
# Compares every include of models/ and sim/ with the table in layers.txt.
set -euo pipefail
cd "$1"
grep -rnE '^[[:space:]]*#[[:space:]]*include' --include='*.hpp' --include='*.cpp' models sim |
  awk '
    function room(path, part) { split(path, part, "/"); return part[1] "/" part[2] }
    FNR == NR {                                   # the table: may["room includes"], library["name room"]
      sub(/#.*/, "")
      if (split($0, side, ":") < 2) next
      if (side[1] ~ /^library /) { sub(/^library /, "", side[1]); limited[side[1]] = 1; kind = "library" }
      else { known[side[1]] = 1; kind = "room" }
      n = split(side[2], names, " ")
      for (i = 1; i <= n; ++i) may[kind, side[1], names[i]] = 1
      next
    }
    {
      split($0, at, ":")
      from = room(at[1])
      match($0, /[<"][^>"]+/)
      what = substr($0, RSTART + 1, RLENGTH - 1)
      if (!(from in known)) { print at[1] ": room " from " is not in layers.txt"; bad = 1 }
      else if (what ~ /^(models|sim)\//) {
        to = room(what)
        if (to != from && to != "models/base" && !(("room", from, to) in may)) {
          print at[1] ":" at[2] ": " from " must not include " to; bad = 1
        }
      } else {
        split(what, part, /[\/.]/)
        if (part[1] in limited && !(("library", part[1], from) in may)) {
          print at[1] ":" at[2] ": " from " must not include " what; bad = 1
        }
      }
      ++seen
    }
    END {
      if (seen < 50) { print "only " seen " includes seen"; bad = 1 }
      exit bad
    }' tests/house/layers.txt -
