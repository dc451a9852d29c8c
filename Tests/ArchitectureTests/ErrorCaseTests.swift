import Foundation
import Testing

/// Holds that no refusal of Apple's rules exists that nothing produces.
@Suite("Error cases of the pure targets")
struct ErrorCaseTests {
  /// The files that list a target's error cases, and the tests that must name each.
  static let lists: [(file: String, tests: String)] = [
    ("Sources/BramleyJOSE/JOSEError.swift", "Tests/BramleyJOSETests"),
    ("Sources/AppleIdentity/ClientSecret/AppleSetupError.swift", "Tests/AppleIdentityTests"),
    ("Sources/AppleIdentity/IdentityToken/IdentityTokenError.swift", "Tests/AppleIdentityTests"),
    ("Sources/AppleIdentity/ReturnURL/AppleReturnURL.swift", "Tests/AppleIdentityTests"),
  ]

  @Test(
    "each is thrown somewhere in its target and expected by name in the target's own tests", arguments: lists)
  func everyCaseIsProduced(list: (file: String, tests: String)) throws {
    let names = try Self.cases(in: list.file)
    #expect(names.count >= 8, "the list was not found")
    let tests = try Self.text(under: list.tests)
    let target = list.file.split(separator: "/").prefix(2).joined(separator: "/")
    let sources = try Self.text(under: target)
    for name in names {
      let use = try Regex("\\.\(name)\\b")
      #expect(tests.contains(use), "no test in \(list.tests) expects .\(name)")
      // Where the code comes from the layer below it is named there.
      let below = target == "Sources/AppleIdentity" ? try Self.text(under: "Sources/BramleyCrypto") : ""
      #expect(sources.contains(use) || below.contains(use), "nothing throws .\(name)")
    }
  }

  @Test("the codes of a key set's refusal are those its documentation lists, each with a test")
  func keySetCodes() throws {
    let text = try Self.text(under: "Sources/AppleIdentity/KeySet/AppleKeySetError.swift")
    let codes = text.matches(of: /`([a-z_]+)`/).map { String($0.1) }
    #expect(codes.count == 10)
    let tests = try Self.text(under: "Tests/AppleIdentityTests/KeySetTests.swift")
    for code in codes { #expect(tests.contains("\"\(code)\""), "no test expects \(code)") }
  }

  /// The names of `static let x = Code(rawValue:` and of `case x` in a file.
  private static func cases(in file: String) throws -> [String] {
    let text = try text(under: file)
    return text.matches(of: /static let (\w+) = (?:Self|Code)\(rawValue:/).map { String($0.1) }
      + text.matches(of: /\n    case (\w+)/).map { String($0.1) }
  }

  /// The Swift text of a file, or of every file in a folder.
  private static func text(under path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let base = root.appendingPathComponent(path)
    if path.hasSuffix(".swift") { return try String(contentsOf: base, encoding: .utf8) }
    let walker = try #require(FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil))
    return try walker.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}
