extension CopiedTable {
  /// Every table of a store, in the order in which they are copied: accounts before what belongs to them, and
  /// the settings last, because they make the copy a store.
  package static let all: [CopiedTable] = [
    accounts, scopes, identities, sessions, events, grants, oneTime, jobs, consents, tombstones, leases,
    settings,
  ]

  /// Tables that stay behind, each with the reason.
  package static let leftOut: [String: String] = [
    "migrations": "tells what was done to this database; the target has its own"
  ]

  private static let accounts = CopiedTable(
    "accounts", key: [.number("id")], isNumbered: true,
    [
      .text("uid"), .number("created_at"), .number("last_login_at"), .number("flags"),
      .number("newest_session"), .number("newest_event"), .number("newest_grant"),
      .number("apple_authorized_at"), .number("valid_since"), .text("email"), .text("display_name"),
      .text("photo_url"), .text("phone"), .text("password_hash"), .number("password_updated_at"),
      .text("custom_attributes"), .text("initial_email"), .number("deletes_at"), .text("extras"),
    ])
  private static let scopes = CopiedTable(
    "scopes", key: [.number("number")], isNumbered: true,
    [.text("provider"), .text("issuer"), .text("team")])
  private static let identities = CopiedTable(
    "identities", key: [.number("scope"), .text("subject")],
    [
      .number("account"), .number("flags"), .text("email"), .text("display_name"), .text("photo_url"),
      .text("screen_name"), .text("phone"), .text("first_client_id"), .number("real_user_status"),
      .number("first_authorized_at"),
    ])
  private static let sessions = CopiedTable(
    "sessions", key: [.number("id")],
    [
      .number("account"), .number("previous"), .number("generation"), .number("created_at"),
      .number("auth_time"), .number("last_used_at"), .number("rotated_at"), .number("successor_used_at"),
      .number("ended_at"), .number("end_reason"), .text("provider"), .text("client_id"),
      .text("user_agent"), .text("address"), .text("custom_claims"),
    ])
  private static let events = CopiedTable(
    "events", key: [.number("id")], isNumbered: true,
    [
      .number("account"), .number("previous"), .number("at"), .number("kind"), .number("session"),
      .text("detail"), .text("address"),
    ])
  private static let grants = CopiedTable(
    "grants", key: [.number("id")], isNumbered: true,
    [
      .number("account"), .number("previous"), .number("job"), .number("state"), .text("subject"),
      .text("client_id"), .bytes("code_hash"), .number("authorized_at"), .bytes("sealed_token"),
      .number("checked_at"),
    ])
  private static let oneTime = CopiedTable(
    "one_time", key: [.bytes("key"), .number("purpose")],
    [.bytes("payload"), .number("account"), .bytes("request"), .number("at")])
  private static let jobs = CopiedTable(
    "jobs", key: [.number("id")], isNumbered: true,
    [
      .number("kind"), .number("grant_id"), .text("subject"), .text("client_id"), .bytes("sealed"),
      .number("authorized_at"), .number("created_at"), .number("due_at"), .number("attempts"),
      .text("last_failure"),
    ])
  private static let consents = CopiedTable(
    "consents", key: [.number("id")], isNumbered: true,
    [
      .number("account"), .number("at"), .text("kind"), .text("version"), .text("text"), .text("locale"),
    ])
  private static let tombstones = CopiedTable(
    "tombstones", key: [.number("account")], [.bytes("digest"), .text("cause"), .number("at")])
  private static let leases = CopiedTable("leases", key: [.bytes("key")], [.number("taken")])
  static let settings = CopiedTable("settings", key: [.text("name")], [.bytes("value")])
}
