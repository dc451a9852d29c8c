#!/usr/bin/env python3
"""Writes the Swift examples of the client libraries' articles into a file that can be type-checked.

doc_snippets.py OUTPUT

Each example becomes a function with what the articles take for granted as parameters, or, if it declares types,
a namespace of its own. What an app would have is in stubs/Snippets.swift.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GIVEN = {
    "AppleSignIn": "flow: SignInWithApple, configuration: SignInConfiguration, app: SnippetApp, emulator: URL",
    "BramleyAuth": "user: User, app: SnippetApp, origin: URL, new: String, email: String, password: String, "
                   "shownText: String, credential: AuthCredential, consent: ConsentStatement",
}
# An example that makes a name of its own takes precedence over the one that is given.
MAKES = re.compile(r"^\s*(?:let|var) (\w+)\b", re.MULTILINE)


def parameters(module, code):
    made = set(MAKES.findall(code))
    given = [p for p in GIVEN[module].split(", ") if p.split(":")[0] not in made]
    return ", ".join(given)


def indented(code):
    return "\n".join("  " + line if line else line for line in code.splitlines())


def main():
    out = ["import AppleSignIn", "import AuthenticationServices", "import BramleyAuth", "import Foundation",
           "import SimulatedDevice"]
    count = 0
    for module in GIVEN:
        for article in sorted((ROOT / f"Sources/{module}/{module}.docc").glob("*.md")):
            for code in re.findall(r"^```swift\n(.*?)^```", article.read_text(), re.DOTALL | re.MULTILINE):
                count += 1
                name = f"{module}{article.stem}{count}"
                out.append(f"\n// {article.relative_to(ROOT)}")
                if re.match(r"(final class|struct|enum|extension) ", code):
                    out.append(f"enum {name} {{\n{indented(code)}\n}}")
                else:
                    out.append(f"@MainActor func {name}({parameters(module, code)}) async throws {{\n{indented(code)}\n}}")
    pathlib.Path(sys.argv[1]).write_text("\n".join(out) + "\n")
    print(f"{count} examples")


if __name__ == "__main__":
    main()
