public import Foundation

/// Names the service that a saved password is for.
public class ASCredentialServiceIdentifier: NSObject {
  /// What the identifier is.
  public enum IdentifierType: Int, Sendable {
    /// A domain.
    case domain = 0
    /// An address.
    case URL = 1
  }

  /// The domain or address.
  public let identifier: String
  /// What the identifier is.
  public let type: IdentifierType

  /// An identifier of a kind.
  public init(identifier: String, type: IdentifierType) {
    self.identifier = identifier
    self.type = type
    super.init()
  }
}
