#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rare members as one JSON object.
package enum AccountExtras {
  package static func encode(_ extras: [String: String]) throws(StoreError) -> String? {
    guard !extras.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let bytes = try? encoder.encode(extras) else {
      throw StoreError(.unexpected, "Rare members of an account cannot be written as JSON.")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func decode(_ text: String) -> [String: String] {
    // Written by `encode` only; a damaged text loses rare members, not the account.
    (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
  }
}
