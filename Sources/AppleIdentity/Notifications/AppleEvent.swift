#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import BramleyJOSE

/// Something that happened to a person's account at Apple.
///
/// Apple's page "Processing changes for Sign in with Apple accounts".
public struct AppleEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The person stopped forwarding from the relay address.
    case emailDisabled
    /// The person allowed forwarding again.
    case emailEnabled
    /// The person stopped using Apple's account with this team's apps.
    case consentRevoked
    /// The person deleted the account at Apple; `account-delete` and `account-deleted` alike.
    case accountDeleted
    /// Something that Apple added later; kept for the audit, without effect.
    case other(String)

    /// Recognises Apple's names.
    public init(name: String) {
      switch name {
      case "email-disabled": self = .emailDisabled
      case "email-enabled": self = .emailEnabled
      case "consent-revoked": self = .consentRevoked
      case "account-deleted", "account-delete": self = .accountDeleted
      default: self = .other(name)
      }
    }

    /// The name in Apple's present spelling.
    public var name: String {
      switch self {
      case .emailDisabled: "email-disabled"
      case .emailEnabled: "email-enabled"
      case .consentRevoked: "consent-revoked"
      case .accountDeleted: "account-deleted"
      case .other(let name): name
      }
    }
  }

  /// What happened.
  public let kind: Kind
  /// To whom.
  public let subject: AppleSubject
  /// The address concerned, with events about mail.
  public let email: String?
  /// Whether that address is a relay.
  public let isPrivateEmail: Bool
  /// When; `nil` when the event does not say.
  public let occurredAt: Date?
}

extension AppleEvent: Decodable {
  enum CodingKeys: String, CodingKey {
    case type, sub, email
    case isPrivateEmail = "is_private_email"
    case eventTime = "event_time"
  }

  /// Reads an event; only type and subject must have their type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = Kind(name: try container.decode(String.self, forKey: .type))
    subject = AppleSubject(try container.decode(String.self, forKey: .sub))
    email = container.lenientText(.email)
    isPrivateEmail = container.lenientFlag(.isPrivateEmail)
    let time = container.lenientNumber(.eventTime)
    // Apple's samples have seconds, live traffic has milliseconds; 10¹¹ s would be the year 5138.
    occurredAt = time.flatMap { NumericDate(secondsSince1970: $0 > 1e11 ? $0 / 1000 : $0) }?.date
  }
}
