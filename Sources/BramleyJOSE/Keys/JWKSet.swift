/// A set of public keys, looked up by id.
///
/// A key that cannot be used is left out and named in ``skipped``, so that one strange key does not stop
/// sign-in (RFC 7517 §5). A set that is ambiguous as a whole is refused: symmetric beside asymmetric keys,
/// one id twice, too many keys, none that can be used.
///
/// - Standard: RFC 7517 §5.
public struct JWKSet: Sendable {
  /// A key that was left out.
  public struct Skipped: Sendable {
    /// Its id, if it has one.
    public let keyID: String?
    /// Why it cannot be used.
    public let reason: JOSEError
  }

  /// The most keys a set may have; Apple's has three to five.
  public static let maximumCount = 100

  /// The keys that can be used, in the order of the set.
  public let keys: [JWK]
  /// The keys that were left out.
  public let skipped: [Skipped]
  private let byID: [String: VerificationKey]

  struct Members: Codable {
    var keys: [JWKMembers]
  }

  /// Reads a set.
  ///
  /// - Throws: ``JOSEError`` `invalid_json` and its kin, `too_many_keys`, `mixed_key_set`,
  ///   `duplicate_key_id` or `no_usable_key`.
  public init(json: [UInt8]) throws(JOSEError) {
    let members = try JSONValue.decode(Members.self, from: json, limits: .keySet).keys
    guard members.count <= Self.maximumCount else { throw Self.tooManyKeys(members.count) }
    let ids = members.compactMap(\.kid)
    guard Set(ids).count == ids.count else { throw Self.duplicateKeyID }
    let symmetric = members.count { $0.isSymmetric }
    guard symmetric == 0 || symmetric == members.count else {
      throw JOSEError(.mixedKeySet, "The key set mixes symmetric and asymmetric keys.")
    }
    var keys: [JWK] = []
    var skipped: [Skipped] = []
    for member in members {
      do throws(JOSEError) {
        keys.append(try JWK(member))
      } catch {
        skipped.append(Skipped(keyID: member.kid, reason: error))
      }
    }
    guard !keys.isEmpty else {
      throw JOSEError(
        .noUsableKey,
        "The key set has no key that can be used. \(skipped.first?.reason.message ?? "It is empty.")")
    }
    self.init(keys: keys, skipped: skipped)
  }

  /// Puts keys together.
  ///
  /// - Throws: ``JOSEError`` `too_many_keys`, `duplicate_key_id` or `no_usable_key`.
  public init(_ keys: [JWK]) throws(JOSEError) {
    guard keys.count <= Self.maximumCount else { throw Self.tooManyKeys(keys.count) }
    let ids = keys.compactMap(\.keyID)
    guard Set(ids).count == ids.count else { throw Self.duplicateKeyID }
    guard !keys.isEmpty else { throw JOSEError(.noUsableKey, "The key set is empty.") }
    self.init(keys: keys, skipped: [])
  }

  private init(keys: [JWK], skipped: [Skipped]) {
    self.keys = keys
    self.skipped = skipped
    var byID: [String: VerificationKey] = [:]
    for key in keys { if let id = key.keyID { byID[id] = key.key } }
    self.byID = byID
  }

  /// Finds a key by its id. Without an id there is none: a token must say which key signed it.
  public func key(_ keyID: String?) -> VerificationKey? { keyID.flatMap { byID[$0] } }

  /// The set as JSON, `{"keys":[…]}`.
  public func json() throws(JOSEError) -> [UInt8] {
    try JSONValue.encode(
      Members(keys: keys.map { JWKMembers($0.key, keyID: $0.keyID ?? $0.key.thumbprint) }))
  }

  static func tooManyKeys(_ count: Int) -> JOSEError {
    JOSEError(.tooManyKeys, "The key set has \(count) keys; \(maximumCount) are allowed.")
  }

  static let duplicateKeyID = JOSEError(.duplicateKeyID, "Two keys of the set bear the same id.")
}
