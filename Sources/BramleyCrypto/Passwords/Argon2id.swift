#if canImport(COpenSSL)
  import CArgon2

  /// The password hash Argon2id.
  ///
  /// Every call blocks for tens of milliseconds: keep it off the threads that serve requests.
  ///
  /// - Standard: RFC 9106.
  public enum Argon2id {
    /// What a hash costs.
    public struct Parameters: Sendable, Equatable {
      /// Memory in KiB.
      public var memoryInKiB: UInt32
      /// Passes over the memory.
      public var passes: UInt32
      /// Lanes that could run side by side.
      public var lanes: UInt32

      /// The cost that OWASP's password storage sheet names first for this function.
      public static let standard = Parameters(memoryInKiB: 19 * 1024, passes: 2, lanes: 1)

      /// Puts a cost together.
      public init(memoryInKiB: UInt32, passes: UInt32, lanes: UInt32) {
        self.memoryInKiB = memoryInKiB
        self.passes = passes
        self.lanes = lanes
      }

      /// Costs that we are willing to pay, also for hashes that come from an import.
      var isAcceptable: Bool {
        (8...262_144).contains(memoryInKiB) && (1...16).contains(passes) && (1...8).contains(lanes)
          && memoryInKiB >= 8 * lanes
      }
    }

    private static let hashCount = 32

    /// Hashes a password and gives the usual `$argon2id$…` text.
    ///
    /// - Parameters:
    ///   - password: The password's bytes.
    ///   - salt: 8 to 64 random bytes, 16 as a rule.
    ///   - parameters: The cost.
    /// - Throws: ``CryptoError`` `password_hash` for a salt or cost outside the limits, `library` when
    ///   there is no memory for it.
    public static func hash(
      password: Secret, salt: [UInt8], parameters: Parameters = .standard
    ) throws(CryptoError) -> String {
      guard parameters.isAcceptable, (8...64).contains(salt.count) else {
        throw CryptoError(
          .passwordHash,
          "Argon2id takes 8 KiB to 256 MiB, 1 to 16 passes, 1 to 8 lanes and 8 to 64 bytes of salt.")
      }
      let count = argon2_encodedlen(
        parameters.passes, parameters.memoryInKiB, parameters.lanes, UInt32(salt.count),
        UInt32(hashCount), Argon2_id)
      var encoded = [CChar](repeating: 0, count: count)
      let status = password.withBytes {
        argon2id_hash_encoded(
          parameters.passes, parameters.memoryInKiB, parameters.lanes, $0, $0.count, salt, salt.count,
          hashCount, &encoded, encoded.count)
      }
      guard status == 0 else {
        throw CryptoError(.library, "Argon2 could not hash a password (status \(status)).")
      }
      return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Tells whether a password belongs to an encoded hash.
    ///
    /// - Throws: ``CryptoError`` `password_hash` when the text is no Argon2id hash or asks for a cost
    ///   outside the limits, `library` when there is no memory for it.
    public static func verify(password: Secret, encoded: String) throws(CryptoError) -> Bool {
      guard let parameters = parameters(of: encoded), parameters.isAcceptable else {
        throw CryptoError(.passwordHash, "The stored hash is no Argon2id hash, or its cost is out of bounds.")
      }
      let status = password.withBytes { argon2id_verify(encoded, $0, $0.count) }
      switch status {
      case 0: return true
      case Int32(ARGON2_VERIFY_MISMATCH.rawValue): return false
      case Int32(ARGON2_MEMORY_ALLOCATION_ERROR.rawValue):
        throw CryptoError(.library, "Argon2 found no memory to check a password.")
      default: throw CryptoError(.passwordHash, "The stored Argon2id hash is damaged (status \(status)).")
      }
    }

    /// Whether a text is an Argon2id hash of a cost that we are willing to pay.
    public static func isAcceptable(_ encoded: String) -> Bool {
      parameters(of: encoded)?.isAcceptable ?? false
    }

    /// The cost that an encoded hash names, or `nil` when it is not one of Argon2id in version 16 or 19.
    ///
    /// The library takes any other version for 19.
    public static func parameters(of encoded: String) -> Parameters? {
      let parts = encoded.split(separator: "$", omittingEmptySubsequences: false)
      guard encoded.utf8.count <= 512, parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id",
        parts[2] == "v=19" || parts[2] == "v=16"
      else {
        return nil
      }
      var values: [Substring: UInt32] = [:]
      for part in parts[3].split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, let value = UInt32(pair[1]) else { return nil }
        values[pair[0]] = value
      }
      guard let memory = values["m"], let passes = values["t"], let lanes = values["p"] else { return nil }
      return Parameters(memoryInKiB: memory, passes: passes, lanes: lanes)
    }
  }
#endif
