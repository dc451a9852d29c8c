import BramleyCrypto

/// Seals what the store keeps but must not be able to read, each purpose under a key of its own.
struct Vault: Sendable {
  private let ring: SealingKeyRing
  private let random: any RandomSource

  init(_ keys: MasterKeyRing, random: any RandomSource) throws(AccountsError) {
    do throws(CryptoError) {
      ring = try SealingKeyRing(keys, purpose: "accounts/sealed")
    } catch {
      throw AccountsError(.unavailable, reason: "sealing key: \(error.code.rawValue)")
    }
    self.random = random
  }

  /// Seals bytes; they open only with the same binding.
  func seal(_ bytes: [UInt8], for binding: Binding) throws(AccountsError) -> [UInt8] {
    do throws(CryptoError) {
      return try ring.seal(bytes, binding: binding.bytes, random: random)
    } catch {
      throw AccountsError(.unavailable, reason: "sealing failed: \(error.code.rawValue)")
    }
  }

  /// Opens sealed bytes; nil when they are forged, for another purpose, or sealed under a forgotten key.
  func open(_ sealed: [UInt8], for binding: Binding) -> [UInt8]? {
    // The caller answers all three alike, so the difference is not kept.
    try? ring.open(sealed, binding: binding.bytes)
  }

  /// Whether a value is sealed under the key that new values are sealed under.
  func isCurrent(_ sealed: [UInt8]) -> Bool {
    // What is none of ours has no key to change; it is left as it is.
    (try? SealingKeyRing.keyID(of: sealed)).map { $0 == ring.currentID } ?? true
  }

  /// What a sealed text is for; part of what the seal covers.
  struct Binding: Sendable {
    let bytes: [UInt8]

    init(_ purpose: String, _ parts: String...) {
      // A NUL between the parts: none of them may hold one, so no two lists give the same bytes.
      bytes = Array(([purpose] + parts).joined(separator: "\0").utf8)
    }

    /// Apple's refresh token of a person at a client.
    static func appleToken(subject: String, clientID: String) -> Binding {
      Binding("apple/refresh-token", subject, clientID)
    }

    /// An authorization code that waits for its exchange.
    static func exchange(subject: String, clientID: String) -> Binding {
      Binding("apple/exchange", subject, clientID)
    }

    /// Every binding that a value of a grant or a job may have: it opens with one of them only.
    static func ofRow(subject: String, clientID: String) -> [Binding] {
      [
        .appleToken(subject: subject, clientID: clientID), .exchange(subject: subject, clientID: clientID),
        Binding("outbox/message"),
      ]
    }

    /// What is kept under a one-time handle.
    static func oneTime(_ purpose: OneTimePurpose) -> Binding {
      Binding("one-time", String(purpose.rawValue))
    }

    /// A pending credential (R19).
    static let pendingCredential = Binding("pending-credential")

    /// A handle in place of Apple's access token (R21).
    static let appleHandle = Binding("apple/handle")
  }
}
