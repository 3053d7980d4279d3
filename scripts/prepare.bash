# Packages, configuration and build for the scripts beside it; nothing to do costs a few milliseconds.
# Sourced, with `root` set to the source tree. Says what it does on standard error and leaves standard input alone.
# Works in a bare chroot: no process substitution, which needs /dev/fd.
shopt -s lastpipe  # the reader of a pipe sets variables of this shell

note() { printf 'spyre-sim: %s\n' "$*" >&2; }
fail() {
  local code=$1
  shift
  printf 'spyre-sim: error: %s\n' "$*" >&2
  exit "$code"
}

# prepare BUILD TARGET [CMAKE_OPTION…]: afterwards TARGET in BUILD is up to date with the source tree.
prepare() {
  local build=$1 target=$2 lock log=
  shift 2
  [[ -d $build ]] || mkdir -p "$build" || fail 2 "$build: cannot be made"
  [[ -w $build ]] || fail 2 "$build: cannot be written"
  exec {lock}>"$build/.lock"
  flock -n "$lock" || { note "waiting for another build in $build"; flock "$lock"; }
  bring_up_to_date "$build" "$target" "$@"
  exec {lock}>&-
}

# A build tree that builds needs no look at packages: the build system itself knows what changed.
bring_up_to_date() {
  local build=$1 target=$2
  shift 2
  if ! configured "$build"; then
    install_packages "$build" || true
  elif build "$build" "$target"; then
    return
  else
    install_packages "$build" || give_up "$build" "build failed"
  fi
  configure "$build" "$@"
  build "$build" "$target" || give_up "$build" "build failed"
}

# give_up BUILD WHAT…: ends with the last lines of what the tools said, and with the file that holds all of it.
give_up() {
  local build=$1 kept=
  shift
  [[ $log ]] || fail 1 "$*, and no tool said why"
  [[ ${verbose:-} && $1 == "build failed" ]] || printf '%s\n' "${log%$'\n'}" | tail -n 40 >&2
  { printf '%s' "$log" >"$build/failed.log"; } 2>/dev/null && kept=" (all that was said: $build/failed.log)"
  fail 1 "$*$kept"
}

# The build tree was made here, not copied or moved along with its sources: the cache names its folder in line 2.
configured() {
  local line=
  [[ -f $1/build.ninja || -f $1/Makefile ]] && [[ -f $1/CMakeCache.txt ]] &&
    { read -r && read -r line; } <"$1/CMakeCache.txt" && [[ $line == "# For build in directory: $1" ]]
}

configure() {
  local build=$1 generator=(-G Ninja)
  shift
  if configured "$build"; then generator=(); else rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"; fi
  note "configuring in $build"
  log=$(cmake -S "$root" -B "$build" "${generator[@]}" "$@" 2>&1 </dev/null) || give_up "$build" "configuration failed"
}

# Leaves the output in `log`, without the steps that went well; tells once that something is being compiled.
build() {
  local build=$1 target=$2 command line told=
  if [[ -f $build/build.ninja ]]; then
    command=(ninja -C "$build" "$target")
  else
    command=(cmake --build "$build" --target "$target" --parallel "$(nproc)")
  fi
  log=
  "${command[@]}" 2>&1 </dev/null {lock}>&- | while IFS= read -r line; do
    [[ $line =~ ^\[[0-9]+/ ]] || log+=$line$'\n'
    if [[ ${verbose:-} ]]; then
      printf '%s\n' "$line" >&2
    elif [[ -z $told && $line == *Building* ]]; then
      told=1
      note "building, which takes a moment"
    fi
  done
}

# install_packages BUILD: true when something had to be installed. Other distributions: the configuration says what is missing.
install_packages() {
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || return 1
  local build=$1 wanted=() missing=() name installed admin=()
  { grep -v '^#' "$root/scripts/packages.txt" || true; } | mapfile -t wanted
  ((${#wanted[@]})) || return 1
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null) || true
  for name in "${wanted[@]}"; do
    [[ $'\n'$installed$'\n' == *$'\n'"installed $name"$'\n'* ]] || missing+=("$name")
  done
  ((${#missing[@]})) || return 1
  if ((EUID != 0)); then become_root; fi
  note "installing ${missing[*]}"
  admin+=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
  log=$("${admin[@]}" update 2>&1 </dev/null) || note "the package lists could not be refreshed"
  log+=$("${admin[@]}" install -y --no-install-recommends --no-remove "${missing[@]}" 2>&1 </dev/null) ||
    give_up "$build" "installation failed: ${missing[*]}"
}

become_root() {
  admin=(sudo)
  [[ -t 2 ]] || admin+=(-n)
  command -v sudo >/dev/null && "${admin[@]}" true </dev/null ||
    fail 2 "packages are missing and this user cannot install them; as root: apt-get install --no-install-recommends ${missing[*]}"
}
