/// Settings to change: only the members that were named.
struct SettingsChange: Decodable, Sendable {
  /// One change.
  private typealias Edit = @Sendable (inout Settings) -> Void

  private let edits: [Edit]
  /// Names that are no settings.
  let unknown: [String]

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self)
    var edits: [Edit] = []
    var unknown: [String] = []
    for member in members.allKeys {
      if let key = Settings.CodingKeys(rawValue: member.stringValue) {
        edits.append(try Self.edit(key, members, member))
      } else {
        unknown.append(member.stringValue)
      }
    }
    self.edits = edits
    self.unknown = unknown
  }

  /// Applies every change.
  func apply(to settings: inout Settings) {
    for edit in edits { edit(&settings) }
  }

  private static func edit(
    _ key: Settings.CodingKeys, _ members: KeyedDecodingContainer<AnyKey>, _ member: AnyKey
  ) throws -> Edit {
    switch key {
    case .flagsAs: try set(\.flagsAs, from: members, member)
    case .eventsAs: try set(\.eventsAs, from: members, member)
    case .accountDeleteSpelling: try set(\.accountDeleteSpelling, from: members, member)
    case .eventTimeAs: try set(\.eventTimeAs, from: members, member)
    case .nonceSupported: try set(\.nonceSupported, from: members, member)
    case .privateEmailFlagAlways: try set(\.privateEmailFlagAlways, from: members, member)
    case .tokenLifetime: try set(\.tokenLifetime, from: members, member)
    case .codeLifetime: try set(\.codeLifetime, from: members, member)
    case .twoFactor: try set(\.twoFactor, from: members, member)
    case .throttleRefresh: try set(\.throttleRefresh, from: members, member)
    case .clockSkew: try set(\.clockSkew, from: members, member)
    case .revokedRefreshError: try set(\.revokedRefreshError, from: members, member)
    case .iatTolerance: try set(\.iatTolerance, from: members, member)
    case .requireUserAgent: try set(\.requireUserAgent, from: members, member)
    case .managedEmail: try set(\.managedEmail, from: members, member)
    case .relayDomain: try set(\.relayDomain, from: members, member)
    case .keysMaxAge: try set(\.keysMaxAge, from: members, member)
    case .keySetSize: try set(\.keySetSize, from: members, member)
    case .shuffleKeys: try set(\.shuffleKeys, from: members, member)
    case .notificationCopies: try set(\.notificationCopies, from: members, member)
    case .notificationSchedule: try set(\.notificationSchedule, from: members, member)
    case .notificationTimeout: try set(\.notificationTimeout, from: members, member)
    }
  }

  private static func set<Value: Decodable & Sendable>(
    _ path: any WritableKeyPath<Settings, Value> & Sendable, from members: KeyedDecodingContainer<AnyKey>,
    _ member: AnyKey
  ) throws -> Edit {
    let value = try members.decode(Value.self, forKey: member)
    return { $0[keyPath: path] = value }
  }
}
