/// The members of a token's header that are looked at.
///
/// `jwk`, `jku`, `x5u` and `x5c` are not among them: a token never brings or names its own key.
///
/// - Standard: RFC 7515 §4.
public struct JOSEHeader: Sendable {
  /// The algorithm that the token names, to be compared with the key's.
  public let algorithm: String
  /// The id of the key that the token names.
  public let keyID: String?
  /// The kind of token that the header declares.
  public let type: String?

  /// Scans a header.
  ///
  /// - Throws: ``JOSEError`` `invalid_json` and its kin, `invalid_header`, or `critical_header`.
  init(json: [UInt8]) throws(JOSEError) {
    var strings: [String: String] = [:]
    for member in try StrictJSON.members(of: json) {
      switch (member.name, member.value) {
      case ("crit", _), ("b64", _):
        // No extension is supported, so whatever is listed cannot be understood. RFC 7515 §4.1.11.
        throw JOSEError(.criticalHeader, "The header asks for an extension (`\(member.name)`).")
      case ("alg", .string(let text)), ("kid", .string(let text)), ("typ", .string(let text)):
        strings[member.name] = text
      case ("alg", .other), ("kid", .other), ("typ", .other):
        throw JOSEError(.invalidHeader, "The header's `\(member.name)` is not a string.")
      default: break
      }
    }
    guard let algorithm = strings["alg"] else {
      throw JOSEError(.invalidHeader, "The header names no algorithm.")
    }
    keyID = strings["kid"]
    type = strings["typ"]
    self.algorithm = algorithm
    // Compared before any look-up: an attacker may send an id of any length. RFC 8725 §3.10.
    guard (keyID?.utf8.count ?? 0) <= CompactJWS.maximumKeyIDCount else {
      throw JOSEError(
        .invalidHeader, "The header's `kid` is longer than \(CompactJWS.maximumKeyIDCount) bytes.")
    }
  }
}
