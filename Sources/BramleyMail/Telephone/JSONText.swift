#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Small values as JSON.
enum JSONText {
  /// The JSON of texts and their names, which cannot fail.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return Array("{}".utf8) }
    return Array(data)
  }
}
