/// What is limited (R43). The raw value is the setting's name under `rateLimits`.
///
/// "Network" is an IPv4 address, or the /64 of an IPv6 one, since one client owns all of that (A38).
package enum LimitKind: String, CaseIterable, Sendable {
  /// Sign-ins of any kind, by network.
  case signIn
  /// New accounts without an identity, by network.
  case signUp
  /// Wrong passwords for one account from one network. What somebody guesses elsewhere does not count
  /// here, so that nobody is locked out by a stranger.
  case password
  /// Wrong passwords for one account from anywhere it has not been used from.
  case passwordAccount
  /// Wrong passwords for any account, by network.
  case passwordNetwork
  /// Mail with a code, by the network that asks.
  case mail
  /// Mail with a code, by the address that gets it.
  case mailAddress
  /// Text messages with a code, by the network that asks.
  case text
  /// Text messages with a code, by the number that gets it.
  case textNumber
  /// Codes of text messages that are tried, by network.
  case code
  /// Second factors that are tried, by account.
  case secondFactor
  /// Refreshed tokens, by session.
  case refresh
  /// Hosted pages, by network.
  case page
  /// Codes of the page flow that are redeemed, by network.
  case pageCode
  /// Web flows begun and answers of Apple's form parked, by network: each keeps a row for a while.
  case webFlow
  /// Notifications that say they are Apple's, by network.
  case notification

  /// How the attempts are counted.
  package enum Counting: Sendable, Hashable {
    /// In each process by itself: it protects the process, and a restart may forget it.
    case here
    /// Over all processes of the store. So many attempts of a window go out before a process asks the
    /// store, and are told to it then: an ordinary request costs no write.
    case shared(before: Int)
  }

  /// How the attempts are counted.
  package var counting: Counting {
    switch self {
    case .signIn: .shared(before: 20)
    case .signUp: .shared(before: 2)
    case .password: .shared(before: 3)
    case .passwordAccount: .shared(before: 10)
    case .passwordNetwork: .shared(before: 10)
    case .mail, .mailAddress, .text, .textNumber: .shared(before: 0)
    case .code: .shared(before: 5)
    case .secondFactor: .shared(before: 3)
    case .pageCode, .webFlow: .shared(before: 10)
    case .refresh, .page, .notification: .here
    }
  }

  /// Whether attempts go on while the store cannot be asked, counted in each process by itself. What costs
  /// money, or guesses a secret of few digits, is closed instead.
  package var opensWithoutStore: Bool {
    switch self {
    case .text, .textNumber, .code, .secondFactor: false
    default: true
    }
  }
}
