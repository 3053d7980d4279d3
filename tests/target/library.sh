#!/usr/bin/env bash
# Looks at the runtime library from outside: only the interface is visible, and SystemC is no part of it.
set -euo pipefail
library=$1
if ldd "$library" | grep -i systemc; then echo "the library loads SystemC"; exit 1; fi
names=$(nm -D --defined-only -C "$library" | cut -d' ' -f3-)
for name in flex::initializeRuntime flex::FlexAllocator::allocate deeptools::buildFastHcmPatchPlan Hcm::importJsonStr \
  data_conversion_info::exportJson dataFormatToStickSize; do
  grep -q "^$name" <<<"$names" || { echo "no $name in the library"; exit 1; }
done
if grep -E "^(fmt|nlohmann|Eigen|spyre::(plan|bundle|execute|number))::" <<<"$names"; then
  echo "the library shows more than its interface"; exit 1
fi
