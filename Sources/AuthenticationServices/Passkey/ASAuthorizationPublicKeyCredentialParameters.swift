public import Foundation

/// An algorithm that a relying party takes.
public class ASAuthorizationPublicKeyCredentialParameters: NSObject, @unchecked Sendable {
  /// The algorithm.
  public let algorithm: ASCOSEAlgorithmIdentifier

  /// Parameters for an algorithm.
  public init(algorithm: ASCOSEAlgorithmIdentifier) {
    self.algorithm = algorithm
    super.init()
  }
}

/// An algorithm by its number in COSE (RFC 9053).
public struct ASCOSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int
  /// Makes an identifier from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Makes an identifier from its number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  /// ECDSA on P-256 with SHA-256.
  public static let ES256 = Self(-7)
}
