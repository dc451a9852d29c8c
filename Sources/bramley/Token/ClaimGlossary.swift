#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the members of a token mean, in a few words.
struct ClaimGlossary {
  /// The instant that ages are told against.
  let now: Date

  /// The members in the order in which they are shown; others follow by name.
  static let order = [
    "alg", "kid", "typ", "iss", "sub", "aud", "iat", "exp", "auth_time", "nonce", "nonce_supported", "email",
    "email_verified", "is_private_email", "real_user_status", "transfer_sub", "c_hash", "at_hash", "org_id",
  ]

  private static let meanings = [
    "alg": "how it is signed; Apple's identity tokens always say RS256",
    "kid": "which of Apple's keys signed it",
    "iss": "who issued it",
    "sub": "the person, as your team knows them: the key for your user record",
    "aud": "the app it is for: bundle id or Services ID; a server must compare it",
    "nonce": "what the request carried: natively the SHA-256 of your raw nonce in lower-case hex",
    "nonce_supported": "whether the platform passes nonces on",
    "email": "real or relay address; may change or be missing, so never the key",
    "email_verified": "whether Apple verified the address; text or Boolean, both are right",
    "is_private_email": "whether the address is a relay; text, Boolean or absent",
    "real_user_status": "2 likely real, 1 unknown, 0 unsupported; first native sign-in only",
    "transfer_sub": "the person's identifier for a move between teams; for 60 days after it",
    "c_hash": "binds the authorization code that came along",
    "at_hash": "binds an access token that came along",
    "org_id": "the organization of a Managed Apple Account",
    "sid": "the session at the service that issued it",
  ]

  private static let times: Set<String> = ["iat", "exp", "nbf", "auth_time", "event_time"]

  /// The words beside a member's value; empty when it is not known.
  func words(for name: String, _ value: JSONNode) -> String {
    guard Self.times.contains(name), case .number(let seconds) = value else {
      return Self.meanings[name] ?? ""
    }
    return instant(seconds)
  }

  /// An instant with its distance from now.
  func instant(_ seconds: Double) -> String {
    guard abs(seconds) < 253_402_300_800 else {
      return "no date: is it in milliseconds? Seconds since 1970 belong here"
    }
    let date = Date(timeIntervalSince1970: seconds)
    return date.formatted(.iso8601) + ", " + Self.distance(date.timeIntervalSince(now))
  }

  /// A distance in time as people say it.
  static func distance(_ seconds: Double) -> String {
    let size = abs(seconds)
    let units: [(Double, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    guard let (unit, name) = units.first(where: { size >= $0.0 }) else { return "now" }
    let count = Int((size / unit).rounded(.down))
    let text = "\(count) \(name)\(count == 1 ? "" : "s")"
    return seconds < 0 ? text + " ago" : "in " + text
  }
}
