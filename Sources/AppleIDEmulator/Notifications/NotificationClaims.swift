#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The claims of a notification; `events` has the shape that the settings ask for.
struct NotificationClaims: Encodable, Sendable {
  let issuer: String
  let audience: String
  let issuedAt: Int
  let id: String
  let event: Event
  let form: Settings.EventsForm

  /// One event.
  struct Event: Encodable, Sendable {
    let type: String
    let sub: String
    var email: String?
    var is_private_email: String?
    let event_time: Int
  }

  enum CodingKeys: String, CodingKey { case iss, aud, iat, exp, jti, events }

  /// The claims of an event by the settings.
  init(_ event: NotificationEvent, id: String, issuer: String, settings: Settings, now: Date) {
    self.issuer = issuer
    self.id = id
    audience = event.audience
    issuedAt = Int(now.timeIntervalSince1970.rounded(.down))
    form = settings.eventsAs
    let seconds = event.at.timeIntervalSince1970
    self.event = Event(
      type: event.kind == .accountDelete ? settings.accountDeleteSpelling.rawValue : event.kind.rawValue,
      sub: event.subject, email: event.email, is_private_email: event.email == nil ? nil : "true",
      event_time: Int((settings.eventTimeAs == .milliseconds ? seconds * 1000 : seconds).rounded(.down)))
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(issuer, forKey: .iss)
    try members.encode(audience, forKey: .aud)
    try members.encode(issuedAt, forKey: .iat)
    try members.encode(issuedAt + 86_400, forKey: .exp)
    try members.encode(id, forKey: .jti)
    switch form {
    case .object: try members.encode(event, forKey: .events)
    case .array: try members.encode([event], forKey: .events)
    case .string: try members.encode(text(event), forKey: .events)
    case .arrayInString: try members.encode(text([event]), forKey: .events)
    }
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSON.encode(value), as: UTF8.self)
  }
}
