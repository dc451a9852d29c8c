#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decoding after the strict scan, and encoding, through Foundation's coders.
enum JSONValue {
  /// One decoder for all: it is not changed after this, and making one costs as much as a small token.
  private static let decoder = JSONDecoder()
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return encoder
  }()

  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], limits: StrictJSON.Limits
  ) throws(JOSEError) -> Value {
    try StrictJSON.check(bytes, limits: limits)
    do {
      return try decoder.decode(type, from: Data(bytes))
    } catch {
      throw JOSEError(.invalidClaims, reason(of: error))
    }
  }

  static func encode(_ value: some Encodable) throws(JOSEError) -> [UInt8] {
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw JOSEError(.invalidClaims, "The claims cannot be written as JSON.")
    }
  }

  /// Names the member that did not fit; never its value.
  private static func reason(of error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    switch error {
    case DecodingError.keyNotFound(let key, _): return "The member `\(key.stringValue)` is missing."
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      return "The member `\(path(context))` has the wrong type or value."
    default: return "The members do not have the expected form."
    }
  }
}
