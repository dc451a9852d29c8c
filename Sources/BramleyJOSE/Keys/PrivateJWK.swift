public import BramleyCrypto

/// A private key with its id, as a JWK: for the emulator's key file and for keys kept sealed in a store.
///
/// - Standard: RFC 7517, RFC 7518 §6.2.2 and §6.3.2.
public struct PrivateJWK: Sendable {
  /// The key's id.
  public let keyID: String
  /// The key, bound to its algorithm.
  public let key: SigningKey

  /// Puts a key and its id together; without an id the thumbprint serves.
  public init(key: SigningKey, keyID: String? = nil) {
    self.key = key
    self.keyID = keyID ?? key.verificationKey.thumbprint
  }

  /// The public half.
  public var publicKey: JWK { JWK(keyID: keyID, key: key.verificationKey) }

  /// Reads a private key; without `kid` the thumbprint serves.
  ///
  /// - Throws: ``JOSEError`` `invalid_json` and its kin, or `unusable_key` with the reason.
  public init(json: Secret) throws(JOSEError) {
    try self.init(JSONValue.decode(JWKMembers.self, from: json.reveal(), limits: .token))
  }

  /// Reads a set of private keys, `{"keys":[…]}`.
  ///
  /// - Throws: ``JOSEError`` as for one key, `too_many_keys`, `duplicate_key_id` or `no_usable_key`.
  public static func keys(inSet json: Secret) throws(JOSEError) -> [PrivateJWK] {
    let members = try JSONValue.decode(JWKSet.Members.self, from: json.reveal(), limits: .keySet).keys
    guard !members.isEmpty else { throw JOSEError(.noUsableKey, "The key set is empty.") }
    guard members.count <= JWKSet.maximumCount else { throw JWKSet.tooManyKeys(members.count) }
    var keys: [PrivateJWK] = []
    for member in members { keys.append(try PrivateJWK(member)) }
    guard Set(keys.map(\.keyID)).count == keys.count else { throw JWKSet.duplicateKeyID }
    return keys
  }

  init(_ members: JWKMembers) throws(JOSEError) {
    let publicKey = try members.verificationKey(operation: "sign")
    do throws(CryptoError) {
      switch publicKey {
      case .rs256(let rsa):
        let numbers = RSAPrivateKey.Numbers(
          n: rsa.modulus, e: rsa.exponent, d: try JWKMembers.number(members.d, "d"),
          p: try JWKMembers.number(members.p, "p"), q: try JWKMembers.number(members.q, "q"),
          dp: try JWKMembers.number(members.dp, "dp"), dq: try JWKMembers.number(members.dq, "dq"),
          qi: try JWKMembers.number(members.qi, "qi"))
        self.init(key: .rs256(try RSAPrivateKey(numbers)), keyID: members.kid)
      case .es256(let point):
        let key = try P256PrivateKey(scalar: Secret(bytes: try JWKMembers.number(members.d, "d")))
        guard key.publicKey.x == point.x, key.publicKey.y == point.y else {
          throw CryptoError(.invalidKey, "`d` does not belong to `x` and `y`")
        }
        self.init(key: .es256(key), keyID: members.kid)
      }
    } catch {
      throw JWKMembers.unusable(error.message)
    }
  }

  /// The key as JSON, private members included.
  public func json() throws(JOSEError) -> Secret {
    var members = JWKMembers(key.verificationKey, keyID: keyID)
    do throws(CryptoError) {
      switch key {
      case .rs256(let rsa):
        let numbers = try rsa.revealNumbers()
        members.d = Base64URL.encode(numbers.d)
        members.p = Base64URL.encode(numbers.p)
        members.q = Base64URL.encode(numbers.q)
        members.dp = Base64URL.encode(numbers.dp)
        members.dq = Base64URL.encode(numbers.dq)
        members.qi = Base64URL.encode(numbers.qi)
      case .es256(let key):
        members.d = Base64URL.encode(try key.scalar().reveal())
      }
    } catch {
      throw JWKMembers.unusable(error.message)
    }
    return Secret(bytes: try JSONValue.encode(members))
  }
}
