public import BramleyCrypto
import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The private key from Apple's developer site: the `.p8` file.
///
/// Apple's page "Create a Sign in with Apple private key".
public struct ApplePrivateKey: Sendable {
  let key: P256PrivateKey

  /// Takes a key that was read or made elsewhere, as by an emulator.
  public init(_ key: P256PrivateKey) { self.key = key }

  /// Reads the key from a setting: the text of the `.p8` in any form that people paste, or its path.
  ///
  /// - Throws: ``AppleSetupError`` naming what the text is instead of a P-256 private key, or
  ///   `file_not_found` when it is the path of a file that is not there (FR-13, FR-14).
  public init(setting: Secret) throws(AppleSetupError) {
    if let path = setting.revealText(), Self.looksLikePath(path) {
      try self.init(file: path.trimmed)
    } else {
      try self.init(text: setting, origin: "")
    }
  }

  /// Reads the key from a file.
  ///
  /// - Throws: ``AppleSetupError`` `file_not_found`, `file_unreadable`, or what is wrong with the key.
  public init(file path: String) throws(AppleSetupError) {
    try self.init(text: Secret(bytes: AppleConfigFile.contents(of: path)), origin: "\(path): ")
  }

  private init(text: Secret, origin: String) throws(AppleSetupError) {
    do throws(CryptoError) {
      self.init(try P256PrivateKey(pem: text))
    } catch {
      throw AppleSetupError(.init(rawValue: error.code.rawValue), origin + error.message)
    }
  }

  /// A name for the very key, to tell whether two settings hold the same one.
  public var thumbprint: String { VerificationKey.es256(key.publicKey).thumbprint }

  /// A path is one short line that has a slash in front or the file's ending behind; no key has either.
  private static func looksLikePath(_ text: String) -> Bool {
    let text = text.trimmed
    guard text.utf8.count <= 1024, !text.contains("-----"), !text.contains("\n") else { return false }
    return text.hasSuffix(".p8") || text.hasSuffix(".pem") || text.hasPrefix("/") || text.hasPrefix("./")
      || text.hasPrefix("../") || text.hasPrefix("~")
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return String(self[..<end].drop { $0.isWhitespace })
  }
}
