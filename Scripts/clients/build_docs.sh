#!/usr/bin/env bash
# Builds the documentation catalogues of the library products with docc; any warning fails.
# build_docs.sh [BUILD [OUTPUT]]: a debug build (default .build) and where the archives go.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-.build}
output=${2:-$build/documentation}
target=$(swift -print-target-info | python3 -c 'import json,sys; print(json.load(sys.stdin)["target"]["unversionedTriple"])')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
maps=()
for library in COpenSSL CArgon2 CCrypt CMicroHTTPD CCurl; do
  maps+=(-Xcc "-fmodule-map-file=$PWD/Sources/$library/module.modulemap")
done
for module in AppleSignIn BramleyAuth AppleIdentity AppleIDClient; do
  mkdir -p "$work/$module" "$output"
  swift-symbolgraph-extract -module-name "$module" -target "$target" -I "$build/debug/Modules" \
    -minimum-access-level public -skip-synthesized-members \
    "${maps[@]}" -output-dir "$work/$module"
  # Extensions of modules that are not ours belong to other catalogues.
  find "$work/$module" -name '*@*' -delete
  docc convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$work/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "dev.bramley.$module" \
    --warnings-as-errors --output-path "$output/$module.doccarchive"
  echo "documented: $module"
done
