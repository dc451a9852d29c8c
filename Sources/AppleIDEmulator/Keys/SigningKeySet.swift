import BramleyCrypto
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys that sign identity tokens and notifications: several are served, one signs.
final class SigningKeySet: Sendable {
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
    var served: [SigningKey]
    var current: SigningKey
    var stranger: RSAPrivateKey?
  }

  private let keys: Mutex<Keys>

  /// A set whose last key signs.
  init(served: [SigningKey], current: SigningKey) {
    keys = Mutex(Keys(served: served, current: current))
  }

  /// The signing key's id.
  var currentKeyID: String { keys.withLock { $0.current.keyID } }

  /// The keys in the order of their making.
  var served: [SigningKey] { keys.withLock { $0.served } }

  /// Adds a key that is served but does not sign.
  func addStandby(_ key: SigningKey) { keys.withLock { $0.served.insert(key, at: 0) } }

  /// Makes a new key the signing one.
  ///
  /// - Parameters:
  ///   - removeOld: Whether the one that signed until now leaves the set at once, which breaks every token
  ///     that it signed; else the oldest leaves when the set grows beyond `limit`.
  ///   - limit: The greatest number of keys served.
  /// - Returns: The ids that left.
  func rotate(to key: SigningKey, removeOld: Bool, limit: Int) -> [String] {
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

  /// Remembers the key that ``Flaw/wrongKey`` signs with.
  func setStranger(_ key: RSAPrivateKey) { keys.withLock { $0.stranger = key } }

  /// Whether ``Flaw/wrongKey`` has its key already.
  var hasStranger: Bool { keys.withLock { $0.stranger != nil } }

  /// Signs claims as a compact JWS with the header `kid`, `alg`: Apple's tokens carry no `typ`.
  func sign(_ claims: [UInt8], flaw: Flaw) throws -> String {
    let (current, stranger) = keys.withLock { ($0.current, $0.stranger) }
    // A key id consists of letters and digits, so the header needs no escaping.
    let header = Array(#"{"kid":"\#(current.keyID)","alg":"RS256"}"#.utf8)
    let input = Base64URL.encode(header) + "." + Base64URL.encode(claims)
    let signer = flaw == .wrongKey ? stranger ?? current.key : current.key
    var signature = try signer.signPKCS1SHA256(Array(input.utf8))
    if flaw == .badSignature, !signature.isEmpty { signature[signature.count / 2] ^= 0x10 }
    return input + "." + Base64URL.encode(signature)
  }

  /// The key set as `/auth/keys` serves it.
  ///
  /// - Parameter flaw: ``Flaw/wrongKey`` serves another modulus under the signing key's id,
  ///   ``Flaw/badSignature`` leaves the signing key out.
  func document(flaw: Flaw, shuffled: Bool) throws -> [UInt8] {
    let (served, current, stranger) = keys.withLock { ($0.served, $0.current, $0.stranger) }
    var members = served.compactMap { key -> SigningKey.PublicMember? in
      guard key.keyID == current.keyID else { return key.publicMember() }
      switch flaw {
      case .none: return key.publicMember()
      case .badSignature: return nil
      case .wrongKey:
        return SigningKey(keyID: key.keyID, key: stranger ?? key.key, createdAt: key.createdAt).publicMember()
      }
    }
    if shuffled { members.shuffle() }
    return try JSON.encode(["keys": members])
  }
}
