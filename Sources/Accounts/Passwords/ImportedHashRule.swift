import BramleyCrypto

/// How the passwords of an import were hashed, as the wire's `hashAlgorithm` and its parameters say, and
/// which of that this service is willing to check (wire §4.14).
///
/// The limits are those of Firebase's own tools, or wider where a back end of another kind goes beyond
/// them; what a hostile file could ask for, such as 2³¹ rounds, is refused at import and not at sign-in.
package struct ImportedHashRule: Sendable {
  /// The parameters as they were given.
  package struct Parameters: Sendable {
    /// `SCRYPT`, `BCRYPT`, `HMAC_SHA256`…
    package var algorithm: String?
    /// Base64 of either alphabet.
    package var signerKey: String?
    package var saltSeparator: String?
    package var rounds: Int64?
    /// Of SCRYPT the binary logarithm; of STANDARD_SCRYPT, where `cpuMemoryCost` is missing, the cost itself.
    package var memoryCost: Int64?
    package var cpuMemoryCost: Int64?
    package var parallelization: Int64?
    package var blockSize: Int64?
    package var derivedKeyLength: Int64?
    /// `SALT_AND_PASSWORD`, `PASSWORD_AND_SALT`.
    package var inputOrder: String?

    /// No parameters.
    package init() {}
  }

  static let derivationRounds = 1...1_000_000
  static let digestRounds = 0...8192

  private enum Kind: Sendable {
    case bcrypt
    case computed(ImportedHash.Algorithm, length: Int?)
  }

  private let kind: Kind?
  private let name: String

  /// Reads the parameters.
  ///
  /// - Throws: ``ImportFault`` `INVALID_HASH_PARAMETERS` that names the parameter, `UNKNOWN_HASH_ALGORITHM`.
  package init(_ parameters: Parameters) throws(ImportFault) {
    name = parameters.algorithm ?? ""
    kind = try parameters.algorithm.map { name throws(ImportFault) in
      try Self.kind(name.uppercased(), parameters)
    }
  }

  /// The text under which the hash of one account is kept.
  ///
  /// - Parameters:
  ///   - hash: Base64 of the hash, of bcrypt of its text; or `$argon2id$…`, `$2b$…`, `$import$…` as it is.
  ///   - salt: Base64.
  /// - Throws: ``ImportFault`` `INVALID_PASSWORD_HASH`, `MISSING_HASH_ALGORITHM`.
  package func encoded(hash text: String, salt: String?) throws(ImportFault) -> String {
    if text.hasPrefix("$") { return try Self.ready(text) }
    guard let kind else { throw ImportFault(.missingHashAlgorithm, "Password hashes need a hash algorithm.") }
    guard let hash = Self.bytes(text), !hash.isEmpty else {
      throw ImportFault(.invalidPasswordHash, "The password hash is not base64.")
    }
    switch kind {
    case .bcrypt: return try Self.ready(String(decoding: hash, as: UTF8.self))
    case .computed(let algorithm, let length):
      guard let salt = Self.bytes(salt ?? "") else {
        throw ImportFault(.invalidPasswordHash, "The salt is not base64.")
      }
      guard length == nil || length == hash.count, let hash = ImportedHash(algorithm, salt: salt, hash: hash)
      else {
        throw ImportFault(.invalidPasswordHash, "The password hash has not the length that \(name) gives.")
      }
      return hash.encoded
    }
  }

  /// A text that says itself how it was made.
  private static func ready(_ text: String) throws(ImportFault) -> String {
    guard Argon2id.isAcceptable(text) || Bcrypt.isHash(text) || ImportedHash(encoded: text) != nil else {
      throw ImportFault(
        .invalidPasswordHash, "The password hash is of a kind or a cost that is not checked here.")
    }
    return text
  }

  private static func kind(_ name: String, _ given: Parameters) throws(ImportFault) -> Kind {
    let order = try order(given.inputOrder)
    switch name {
    case "BCRYPT": return .bcrypt
    case "SCRYPT": return .computed(.firebaseScrypt(try firebase(given)), length: nil)
    case "STANDARD_SCRYPT": return try standardScrypt(given)
    case "PBKDF_SHA1":
      return .computed(.pbkdf2(.sha1, rounds: try rounds(given, derivationRounds)), length: nil)
    case "PBKDF2_SHA256":
      return .computed(.pbkdf2(.sha256, rounds: try rounds(given, derivationRounds)), length: nil)
    default: break
    }
    let isCode = name.hasPrefix("HMAC_")
    guard let digest = DigestAlgorithm(rawValue: isCode ? String(name.dropFirst(5)) : name) else {
      throw ImportFault(
        .unknownHashAlgorithm, "The hash algorithm \(name.prefix(40)) cannot be checked here.")
    }
    guard isCode else {
      return .computed(.digest(digest, rounds: try rounds(given, digestRounds), order: order), length: nil)
    }
    return .computed(.hmac(digest, key: try key(given), order: order), length: nil)
  }

  private static func firebase(_ given: Parameters) throws(ImportFault) -> FirebaseScrypt {
    guard let separator = bytes(given.saltSeparator ?? "") else { throw parameter("saltSeparator", "base64") }
    guard
      let scrypt = FirebaseScrypt(
        signerKey: try key(given), saltSeparator: separator, rounds: try rounds(given, 1...8),
        memoryCost: try number("memoryCost", given.memoryCost, 1...14))
    else { throw parameter("signerKey", "1 to 128 bytes, saltSeparator at most 64") }
    return scrypt
  }

  private static func standardScrypt(_ given: Parameters) throws(ImportFault) -> Kind {
    let memory = try number("cpuMemCost", given.cpuMemoryCost ?? given.memoryCost, 2...65_536)
    let blockSize = try number("blockSize", given.blockSize, 1...64)
    let parallelization = try number("parallelization", given.parallelization, 1...16)
    guard let cost = Scrypt.Cost(memory: memory, blockSize: blockSize, parallelization: parallelization)
    else {
      throw parameter("cpuMemCost", "a power of two, and 64 MiB in all")
    }
    let length = try given.derivedKeyLength.map { value throws(ImportFault) in
      try number("dkLen", value, 16...128)
    }
    return .computed(.scrypt(cost), length: length)
  }

  private static func key(_ given: Parameters) throws(ImportFault) -> Secret {
    guard let key = given.signerKey.flatMap(bytes), (1...1024).contains(key.count) else {
      throw parameter("signerKey", "base64 of 1 to 1024 bytes")
    }
    return Secret(bytes: key)
  }

  private static func rounds(_ given: Parameters, _ range: ClosedRange<Int>) throws(ImportFault) -> Int {
    try number("rounds", given.rounds, range)
  }

  private static func number(_ name: String, _ value: Int64?, _ range: ClosedRange<Int>) throws(ImportFault)
    -> Int
  {
    guard let value, let number = Int(exactly: value), range.contains(number) else {
      throw parameter(name, "\(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func order(_ text: String?) throws(ImportFault) -> ImportedHash.InputOrder {
    switch text?.uppercased() {
    case nil, "", "UNSPECIFIED_ORDER": return .unknown
    case "SALT_AND_PASSWORD": return .saltFirst
    case "PASSWORD_AND_SALT": return .passwordFirst
    default: throw parameter("passwordHashOrder", "SALT_AND_PASSWORD or PASSWORD_AND_SALT")
    }
  }

  private static func parameter(_ name: String, _ allowed: String) -> ImportFault {
    ImportFault(.invalidHashParameters, "\(name) must be \(allowed).")
  }

  /// Base64 of either alphabet, padded or not: exports and SDKs differ.
  private static func bytes(_ text: String) -> [UInt8]? {
    let isURL = text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard isURL else { return Base64.decode(text) }
    var characters = text[...]
    while characters.hasSuffix("=") { characters = characters.dropLast() }
    return Base64URL.decode(String(characters))
  }
}
