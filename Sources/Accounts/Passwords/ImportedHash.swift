package import BramleyCrypto

/// A password hash of another service with all that checking it needs.
///
/// It is kept as one text, `$import$algorithm$parameters$salt$hash`, the last two in base64url, until the
/// person signs in and Argon2id takes its place. bcrypt keeps its own text.
package struct ImportedHash: Sendable {
  /// How the hash was made.
  package enum Algorithm: Sendable {
    /// Firebase's own: SCRYPT.
    case firebaseScrypt(FirebaseScrypt)
    /// STANDARD_SCRYPT.
    case scrypt(Scrypt.Cost)
    /// PBKDF_SHA1, PBKDF2_SHA256.
    case pbkdf2(DigestAlgorithm, rounds: Int)
    /// MD5, SHA1, SHA256, SHA512: the digest of password and salt, then of the digest, so many times in all.
    case digest(DigestAlgorithm, rounds: Int, order: InputOrder)
    /// HMAC_MD5, HMAC_SHA1, HMAC_SHA256, HMAC_SHA512.
    case hmac(DigestAlgorithm, key: Secret, order: InputOrder)
  }

  /// Which of salt and password stands first in what is hashed.
  package enum InputOrder: String, Sendable, CaseIterable {
    case saltFirst = "sp"
    case passwordFirst = "ps"
    /// The importer did not say: either one counts.
    case unknown = "any"
  }

  let algorithm: Algorithm
  let salt: [UInt8]
  let hash: [UInt8]

  /// A hash to check passwords against; nil when its length is not what the algorithm gives.
  package init?(_ algorithm: Algorithm, salt: [UInt8], hash: [UInt8]) {
    // A shortened hash would let many passwords pass.
    let isWhole: Bool
    switch algorithm {
    case .firebaseScrypt(let parameters):
      isWhole = hash.count == parameters.signerKey.count && hash.count >= 16
    case .scrypt, .pbkdf2: isWhole = (16...128).contains(hash.count)
    case .digest(let digest, _, _), .hmac(let digest, _, _): isWhole = hash.count == digest.count
    }
    guard isWhole, salt.count <= 256 else { return nil }
    self.algorithm = algorithm
    self.salt = salt
    self.hash = hash
  }

  /// Whether a password belongs to the hash.
  func verify(_ password: Secret) throws(CryptoError) -> Bool {
    switch algorithm {
    case .firebaseScrypt(let parameters):
      return constantTimeEquals(try parameters.hash(password, salt: salt), hash)
    case .scrypt(let cost):
      return constantTimeEquals(
        try Scrypt.derive(password: password, salt: salt, cost: cost, count: hash.count), hash)
    case .pbkdf2(let digest, let rounds):
      return constantTimeEquals(
        try digest.derive(password: password, salt: salt, rounds: rounds, count: hash.count), hash)
    case .digest(let digest, let rounds, let order):
      return try matches(password, order) { (input) throws(CryptoError) in
        var value = try digest.digest(input)
        for _ in 1..<max(rounds, 1) { value = try digest.digest(value) }
        return value
      }
    case .hmac(let digest, let key, let order):
      return try matches(password, order) { (input) throws(CryptoError) in
        try digest.authenticationCode(for: input, key: key)
      }
    }
  }

  private func matches(
    _ password: Secret, _ order: InputOrder, _ compute: ([UInt8]) throws(CryptoError) -> [UInt8]
  ) throws(CryptoError) -> Bool {
    let text = password.reveal()
    let inputs: [[UInt8]]
    switch order {
    case .saltFirst: inputs = [salt + text]
    case .passwordFirst: inputs = [text + salt]
    case .unknown: inputs = [salt + text, text + salt]
    }
    var isMatch = false
    for input in inputs where constantTimeEquals(try compute(input), hash) { isMatch = true }
    return isMatch
  }
}
