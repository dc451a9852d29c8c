import _Markup
import Accounts
import Phrases

/// One way by which a person can sign in to the account, as the pages list it.
enum WayIn: Sendable, Hashable {
  /// An identity of a provider.
  case identity(Identity)
  /// Address and password.
  case password(String)
  /// A mail link to the address, without a password.
  case mailLink(String)
  /// A telephone number.
  case phone(String)

  /// Every way of an account.
  static func all(of account: Account) -> [WayIn] {
    var ways = account.identities.map(WayIn.identity)
    if let email = account.email {
      if account.passwordHash != nil {
        ways.append(.password(email))
      } else if account.hasEmailLinkSignIn {
        ways.append(.mailLink(email))
      }
    }
    if let number = account.phoneNumber { ways.append(.phone(number)) }
    return ways
  }

  /// What a form names it by: the provider's identifier.
  var id: String {
    switch self {
    case .identity(let identity): identity.provider.rawValue
    case .password, .mailLink: ProviderID.password.rawValue
    case .phone: ProviderID.phone.rawValue
    }
  }

  /// What a person calls it.
  func name(_ language: Language) -> String {
    switch self {
    case .identity(let identity): ProviderName.text(identity.provider)
    case .password: Phrases.text(.pagePassword, in: language)
    case .mailLink: Phrases.text(.pageEmail, in: language)
    case .phone: Phrases.text(.factorNumber, in: language)
    }
  }

  /// What tells it from another of its kind.
  var detail: String? {
    switch self {
    case .identity(let identity): identity.email
    case .password(let email), .mailLink(let email): email
    case .phone(let number): number
    }
  }

  /// Whether the pages can take it off; a mail link goes only with the address.
  var isRemovable: Bool { if case .mailLink = self { false } else { true } }
}

/// The names by which people know providers; others go by their identifier.
enum ProviderName {
  private static let known = [
    "apple.com": "Apple", "google.com": "Google", "facebook.com": "Facebook", "github.com": "GitHub",
    "microsoft.com": "Microsoft", "twitter.com": "Twitter", "yahoo.com": "Yahoo",
  ]

  /// A provider's name.
  static func text(_ provider: ProviderID) -> String { known[provider.rawValue] ?? provider.rawValue }
}
