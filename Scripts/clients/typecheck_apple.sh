#!/usr/bin/env bash
# Type-checks the files that only Apple's systems compile against stub modules, SwiftUI and Security; runs the
# keychain storage against the latter, a keychain in memory; type-checks the examples of the articles. UIKit, AppKit
# and Objective-C need a Mac. Give the folder of a debug build (default .build).
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-.build}/debug
[ -d "$build/Modules" ] || { echo "Build first: swift build --target BramleyAuth" >&2; exit 64; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

common=(-swift-version 6 -package-name bramley -I "$work" -I "$build/Modules"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
  -enable-upcoming-feature InternalImportsByDefault -Xcc -fmodule-map-file="$PWD/Sources/COpenSSL/module.modulemap"
  -Xcc -fmodule-map-file="$PWD/Sources/CArgon2/module.modulemap"
  -Xcc -fmodule-map-file="$PWD/Sources/CCrypt/module.modulemap" -D DEBUG)

for stub in SwiftUI Security; do
  swiftc -emit-module -parse-as-library -swift-version 5 -suppress-warnings -I "$build/Modules" \
    -module-name "$stub" -emit-module-path "$work/$stub.swiftmodule" "Scripts/clients/stubs/$stub.swift"
done

swiftc -parse-as-library -swift-version 5 -suppress-warnings -c -module-name Security \
  -o "$work/Security.o" Scripts/clients/stubs/Security.swift
swiftc -swift-version 6 -suppress-warnings -I "$work" -enable-upcoming-feature InternalImportsByDefault \
  -module-name KeychainDrill -o "$work/keychain" "$work/Security.o" \
  Scripts/clients/stubs/keychain/main.swift Sources/AppleSignIn/Storage/Keychain{Storage,Status}.swift \
  Sources/AppleSignIn/Storage/SecureStorage.swift
"$work/keychain"

check() {
  local name=$1
  shift
  swiftc -typecheck -parse-as-library "${common[@]}" -warnings-as-errors -module-name "$name" "$@"
  echo "type-checked: $name"
}

mapfile -t sources < <(find Sources/AppleSignIn -name '*.swift' | sort)
resources=$(find "$build/AppleSignIn.build" -name 'embedded_resources.swift' -print -quit)
check AppleSignIn "${sources[@]}" "$resources"
swiftc -emit-module -parse-as-library "${common[@]}" -module-name AppleSignIn \
  -emit-module-path "$work/AppleSignIn.swiftmodule" "${sources[@]}" "$resources"
mapfile -t sources < <(find Sources/BramleyAuth -name '*.swift' | sort)
check BramleyAuth "${sources[@]}"
if [ -d Examples/SwiftUISample ]; then
  swiftc -emit-module -parse-as-library "${common[@]}" -module-name BramleyAuth \
    -emit-module-path "$work/BramleyAuth.swiftmodule" "${sources[@]}"
  mapfile -t sources < <(find Examples/SwiftUISample -name '*.swift' | sort)
  check SwiftUISample "${sources[@]}"
fi
# The examples of the articles are read before anything else, so they must be right.
python3 Scripts/clients/doc_snippets.py "$work/examples.swift"
swiftc -typecheck -parse-as-library "${common[@]}" -suppress-warnings -module-name Snippets \
  Scripts/clients/stubs/Snippets.swift "$work/examples.swift"

# A file whose first line of code is such a condition is compiled by Apple's systems alone.
for file in $(grep -rlE '^#if (canImport\((SwiftUI|Security|UIKit|AppKit|ObjectiveC)\))' Sources/AppleSignIn Sources/BramleyAuth); do
  first=$(grep -m 1 -vE '^(//.*)?$' "$file")
  lines=$(wc -l <"$file")
  case $first in
    '#if canImport'*)
      [ "$lines" -le 60 ] || { echo "$file has $lines lines; 60 are allowed" >&2; exit 1; } ;;
  esac
done
