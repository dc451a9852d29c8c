"""Adds up the reports of a test run and prints the closing line; the exit status is 1 if anything failed."""

import glob
import os
import sys
import xml.etree.ElementTree as ElementTree

passed = failed = skipped = 0
folder = sys.argv[1]

for path in glob.glob(os.path.join(folder, "*.xml")):
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            failed += 1
            print("failed:", case.get("classname", ""), case.get("name", ""))
        elif "skipped" in kinds:
            skipped += 1
        else:
            passed += 1

for path, failing in (("steps.passed", False), ("steps.failed", True)):
    full = os.path.join(folder, path)
    if os.path.exists(full):
        lines = open(full, encoding="utf-8").read().splitlines()
        if failing:
            failed += len(lines)
            for line in lines:
                print("failed:", line)
        else:
            passed += len(lines)

print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
sys.exit(1 if failed or not passed else 0)
