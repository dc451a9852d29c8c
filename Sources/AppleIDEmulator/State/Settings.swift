/// How the emulated service behaves where Apple's own behaviour varies or is unconfirmed.
struct Settings: Codable, Sendable, Equatable {
  /// How `email_verified` and `is_private_email` are written.
  enum FlagForm: String, Codable, Sendable { case string, boolean, random }
  /// How the `events` claim of a notification is written.
  enum EventsForm: String, Codable, Sendable {
    case string, object, array
    case arrayInString = "array_in_string"
  }
  /// How the deletion of an account is spelled in a notification.
  enum DeleteSpelling: String, Codable, Sendable {
    case accountDeleted = "account-deleted"
    case accountDelete = "account-delete"
  }
  /// The unit of `event_time`.
  enum TimeUnit: String, Codable, Sendable { case milliseconds, seconds }
  /// What a refresh after a revocation answers.
  enum RevokedRefreshError: String, Codable, Sendable {
    case invalidGrant = "invalid_grant"
    case invalidRequest = "invalid_request"
  }

  var flagsAs = FlagForm.random
  var eventsAs = EventsForm.string
  var accountDeleteSpelling = DeleteSpelling.accountDeleted
  var eventTimeAs = TimeUnit.milliseconds
  /// Whether tokens carry `nonce_supported`.
  var nonceSupported = true
  /// Whether `is_private_email` is written as false for a real address, too.
  var privateEmailFlagAlways = false
  /// Seconds that an identity token is good for.
  var tokenLifetime = 86_400
  /// Seconds that a code is good for.
  var codeLifetime = 300
  /// Whether the sign-in page asks for a second factor.
  var twoFactor = false
  /// Whether a second refresh within a day and person is turned away.
  var throttleRefresh = false
  /// Seconds that Apple's clock is ahead of ours; negative when behind.
  var clockSkew = 0
  var revokedRefreshError = RevokedRefreshError.invalidGrant
  /// Seconds that a client secret's `iat` may lie in the future.
  var iatTolerance = 5
  /// Whether a token request without User-Agent is refused, as some reports say.
  var requireUserAgent = false
  /// How the address of a managed account stands in tokens.
  var managedEmail = ManagedEmail.empty
  /// Domain of relay addresses made from now on.
  var relayDomain = "privaterelay.appleid.com"
  /// Seconds of `Cache-Control: max-age` on discovery and keys; nil sends no hint at all.
  var keysMaxAge: Int? = 900
  /// How many keys the set holds at most, three to five.
  var keySetSize = 3
  /// Whether the order of the keys changes from fetch to fetch.
  var shuffleKeys = true
  /// How often each notification is delivered on success, to test de-duplication.
  var notificationCopies = 1
  /// Seconds before each attempt of a notification.
  var notificationSchedule = [0, 60, 300, 1800, 7200]
  /// Seconds that a receiver has to answer a notification.
  var notificationTimeout = 10

  enum CodingKeys: String, CodingKey, CaseIterable {
    case flagsAs = "flags_as"
    case eventsAs = "events_as"
    case accountDeleteSpelling = "account_delete_spelling"
    case eventTimeAs = "event_time_as"
    case nonceSupported = "nonce_supported"
    case privateEmailFlagAlways = "private_email_flag_always"
    case tokenLifetime = "token_lifetime"
    case codeLifetime = "code_lifetime"
    case twoFactor = "two_factor"
    case throttleRefresh = "throttle_refresh"
    case clockSkew = "clock_skew"
    case revokedRefreshError = "revoked_refresh_error"
    case iatTolerance = "iat_tolerance"
    case requireUserAgent = "require_user_agent"
    case managedEmail = "managed_email"
    case relayDomain = "relay_domain"
    case keysMaxAge = "keys_max_age"
    case keySetSize = "key_set_size"
    case shuffleKeys = "shuffle_keys"
    case notificationCopies = "notification_copies"
    case notificationSchedule = "notification_schedule"
    case notificationTimeout = "notification_timeout"
  }
}

extension Settings {
  /// Reads what was saved; a setting that did not exist then has its default.
  init(from decoder: any Decoder) throws {
    self.init()
    try SettingsChange(from: decoder).apply(to: &self)
  }

  /// Which value is out of its range; nil when all are within.
  var problem: String? {
    let ranges: [(CodingKeys, Int, ClosedRange<Int>)] = [
      (.tokenLifetime, tokenLifetime, 1...31_536_000), (.codeLifetime, codeLifetime, 1...86_400),
      (.clockSkew, clockSkew, -315_360_000...315_360_000), (.iatTolerance, iatTolerance, 0...3_600),
      (.keySetSize, keySetSize, 1...5), (.keysMaxAge, keysMaxAge ?? 0, 0...31_536_000),
      (.notificationCopies, notificationCopies, 1...10), (.notificationTimeout, notificationTimeout, 1...60),
    ]
    for (key, value, range) in ranges where !range.contains(value) {
      return "\(key.rawValue) is \(range.lowerBound) to \(range.upperBound)."
    }
    guard (1...10).contains(notificationSchedule.count),
      notificationSchedule.allSatisfy({ (0...86_400).contains($0) })
    else { return "notification_schedule is one to ten numbers of seconds, each 0 to 86400." }
    guard !relayDomain.isEmpty,
      relayDomain.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" })
    else { return "relay_domain is a domain name." }
    return nil
  }
}
