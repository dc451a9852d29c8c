# Sourced by ./run, ./test and ./bench: finds or installs what they need, with a line for each step.

step() { printf '==> %s\n' "$*" >&2; }

die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Swift is the one thing that is not installed here: its toolchain comes from swift.org.
require_swift() {
  if ! command -v swift >/dev/null 2>&1; then
    die "Swift is missing. Install Swift 6.2 or later (https://www.swift.org/install/linux/), put its" \
      "usr/bin folder on PATH, and start again."
  fi
  local version
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  if [ "$(printf '%s\n6.2\n' "$version" | sort -V | head -n 1)" != "6.2" ]; then
    die "Swift $version is too old: Bramley needs 6.2 or later (https://www.swift.org/install/)."
  fi
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    die "Installing packages needs root. Run as root once: $*"
  fi
}

# require_packages NAME…: Debian packages through apt; Homebrew's equivalents on macOS.
require_packages() {
  if [ "$(uname)" = Darwin ]; then
    command -v brew >/dev/null 2>&1 || die "Homebrew is missing (https://brew.sh)."
    export BRAMLEY_SERVER=1
    brew install --quiet openssl@3 argon2 sqlite libmicrohttpd curl libpq pkg-config
    return
  fi
  command -v dpkg-query >/dev/null 2>&1 ||
    die "This is not a Debian system. Install the development files of: $* and start again."
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ "${#missing[@]}" = 0 ] && return
  step "Installing ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
}

BUILD_PACKAGES=(pkg-config libmicrohttpd-dev libcurl4-openssl-dev libssl-dev libsqlite3-dev libpq-dev
  libargon2-dev libcrypt-dev)

# build_release: the binary that ./run starts and that the clients' tests and ./bench drive.
build_release() {
  step "Building bramley in release mode (a few minutes the first time)"
  swift build -c release --static-swift-stdlib --product bramley "$@" >&2
}
