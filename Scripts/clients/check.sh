#!/usr/bin/env bash
# Everything about the client libraries that no test runner can see; wants a debug build (default .build).
set -euo pipefail
cd "$(dirname "$0")"
build=${1:-.build}
python3 check_symbols.py
./typecheck_apple.sh "$build"
python3 print_api.py --check ${1:+"$build"}
./build_docs.sh "$build" >/dev/null
