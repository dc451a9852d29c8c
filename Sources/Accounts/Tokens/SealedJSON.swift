#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON as it goes into a seal and comes out of it.
enum SealedJSON {
  static func encode(_ value: some Encodable) throws(AccountsError) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(value))
    } catch {
      throw AccountsError(.unavailable, reason: "a sealed value cannot be written as JSON")
    }
  }

  /// Nil for what another version wrote; the caller answers as for a broken seal.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
