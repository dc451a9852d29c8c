import Foundation
import Testing

@testable import IdentityToolkitAPI

@Suite("Constants of refusals")
struct ErrorCatalogueTests {
  /// Constants that stand in the sources as a refusal or as a code of the domain.
  private static func constantsInSources() throws -> Set<String> {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    var found: Set<String> = []
    for target in ["IdentityToolkitAPI", "Accounts/Errors"] {
      let folder = root.appendingPathComponent(target)
      let walker = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let url as URL in walker where url.pathExtension == "swift" {
        let text = try String(contentsOf: url, encoding: .utf8)
        for match in text.matches(of: /(?:refused\(\s*|Self\(rawValue: )"([A-Z_]{5,})"/) {
          found.insert(String(match.1))
        }
      }
    }
    return found
  }

  @Test("every constant in the sources is in the catalogue with advice, and none twice")
  func complete() throws {
    let listed = ErrorCatalogue.entries.map(\.constant)
    #expect(Set(listed).count == listed.count)
    #expect(listed == listed.sorted())
    #expect(ErrorCatalogue.entries.allSatisfy { $0.advice.hasSuffix(".") })
    let used = try Self.constantsInSources()
    #expect(used.count > 80)
    #expect(used.subtracting(listed).isEmpty)
    #expect(Set(listed).subtracting(used).isEmpty)
  }
}
