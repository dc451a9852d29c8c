import BramleyCrypto
import BramleyJOSE
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys that sign identity tokens and notifications: several are served, one signs.
final class ServiceKeySet: Sendable {
  /// What a fault makes of a signature.
  enum Flaw: Sendable {
    /// Signed as it should be.
    case none
    /// The signature has a bit turned.
    case badSignature
    /// Signed by a key that was never served, under the id of one that is.
    case wrongKey
  }

  private struct Keys {
    var served: [ServiceKey]
    var current: ServiceKey
    var stranger: RSAPrivateKey?
  }

  private let keys: Mutex<Keys>

  /// A set of which one key signs.
  init(served: [ServiceKey], current: ServiceKey) {
    keys = Mutex(Keys(served: served, current: current))
  }

  /// The signing key.
  var current: ServiceKey { keys.withLock { $0.current } }

  /// The keys in the order in which they would leave.
  var served: [ServiceKey] { keys.withLock { $0.served } }

  /// Adds a key that is served but does not sign.
  func addStandby(_ key: ServiceKey) { keys.withLock { $0.served.insert(key, at: 0) } }

  /// Makes a new key the signing one.
  ///
  /// - Parameters:
  ///   - removeOld: Whether the one that signed until now leaves the set at once, which breaks every token
  ///     that it signed; else the oldest leaves when the set grows beyond `limit`.
  ///   - limit: The greatest number of keys served.
  /// - Returns: The ids that left.
  func rotate(to key: ServiceKey, removeOld: Bool, limit: Int) -> [String] {
    keys.withLock { keys in
      var gone: [String] = []
      if removeOld {
        gone.append(keys.current.keyID)
        keys.served.removeAll { $0.keyID == keys.current.keyID }
      }
      keys.served.append(key)
      while keys.served.count > limit { gone.append(keys.served.removeFirst().keyID) }
      keys.current = key
      return gone
    }
  }

  /// Makes the key that ``Flaw/wrongKey`` signs with, once.
  func prepareStranger() throws {
    guard keys.withLock({ $0.stranger == nil }) else { return }
    let stranger = try RSAPrivateKey.generate()
    keys.withLock { $0.stranger = $0.stranger ?? stranger }
  }

  /// Signs claims as a compact JWS with the header `kid`, `alg`.
  func sign(_ claims: [UInt8], flaw: Flaw) throws -> String {
    let (current, stranger) = keys.withLock { ($0.current, $0.stranger) }
    switch flaw {
    case .none:
      return try current.sign(claims)
    case .wrongKey:
      let key = try stranger ?? RSAPrivateKey.generate()
      return try ServiceKey(keyID: current.keyID, key: key, createdAt: current.createdAt).sign(claims)
    case .badSignature:
      let token = try current.sign(claims)
      // The first character of the signature: all its bits count, so the text stays strict base64url.
      guard let dot = token.lastIndex(of: ".") else { return token }
      let start = token.index(after: dot)
      guard start < token.endIndex else { return token }
      return token[..<start] + (token[start] == "A" ? "B" : "A") + token[token.index(after: start)...]
    }
  }

  /// The key set as `/auth/keys` serves it.
  ///
  /// - Parameter flaw: ``Flaw/wrongKey`` serves another modulus under the signing key's id,
  ///   ``Flaw/badSignature`` leaves the signing key out.
  func document(flaw: Flaw, shuffled: Bool) throws -> [UInt8] {
    let (served, current, stranger) = keys.withLock { ($0.served, $0.current, $0.stranger) }
    var members: [ServiceKey.PublicMember] = []
    for key in served {
      let isSigning = key.keyID == current.keyID
      switch flaw {
      case .badSignature where isSigning: continue
      case .wrongKey where isSigning:
        let other = try stranger ?? RSAPrivateKey.generate()
        members.append(
          try ServiceKey(keyID: key.keyID, key: other, createdAt: key.createdAt).publicMember)
      default: members.append(key.publicMember)
      }
    }
    if shuffled { members.shuffle() }
    return try JSON.encode(["keys": members])
  }
}
