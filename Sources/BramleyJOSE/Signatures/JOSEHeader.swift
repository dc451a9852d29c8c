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

  init(algorithm: String, keyID: String?, type: String?) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.type = type
  }

  /// Scans a header.
  ///
  /// - Throws: ``JOSEError`` `invalid_json` and its kin, `invalid_header`, or `critical_header`.
  init(json: [UInt8]) throws(JOSEError) {
    let object = try JSONObject(json)
    for name in ["crit", "b64"] where object.contains(name) {
      // No extension is supported, so whatever is listed cannot be understood. RFC 7515 §4.1.11.
      throw JOSEError(.criticalHeader, "The header asks for an extension (`\(name)`).")
    }
    let algorithm = try Self.text("alg", of: object)
    keyID = try Self.text("kid", of: object)
    type = try Self.text("typ", of: object)
    guard let algorithm else { throw JOSEError(.invalidHeader, "The header names no algorithm.") }
    self.algorithm = algorithm
    // Compared before any look-up: an attacker may send an id of any length. RFC 8725 §3.10.
    guard (keyID?.utf8.count ?? 0) <= CompactJWS.maximumKeyIDCount else {
      throw JOSEError(
        .invalidHeader, "The header's `kid` is longer than \(CompactJWS.maximumKeyIDCount) bytes.")
    }
  }

  private static func text(_ name: String, of object: JSONObject) throws(JOSEError) -> String? {
    switch object[name] {
    case .text(let text): return text
    case nil: return nil
    default: throw JOSEError(.invalidHeader, "The header's `\(name)` is not a string.")
    }
  }
}
