#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes answers: absent members are left out, never `null`.
enum WireEncoding {
  /// JSON text of a value of ours.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      // Our answers hold text, whole numbers and lists of them; none of these can fail to encode.
      preconditionFailure("An answer of type \(type(of: value)) cannot be written as JSON")
    }
  }
}
