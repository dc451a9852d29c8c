#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EmulatorState {
  /// Puts the state together from stored rows, codes and tokens excepted, and makes the indexes anew.
  init(stored rows: [StoredRow]) throws {
    self.init(isTracked: true)
    let bodies = StoredRow.byKind(rows)
    savedSettings = try Self.shelf(bodies[.settings])
    teams = try Self.shelf(bodies[.team])
    clients = try Self.shelf(bodies[.client])
    developerKeys = try Self.shelf(bodies[.developerKey])
    accounts = try Self.shelf(bodies[.account])
    grants = try Self.shelf(bodies[.grant])
    relays = try Self.shelf(bodies[.relay])
    transfers = try Self.shelf(bodies[.transfer])
    notifications = try Self.shelf(bodies[.notification])
    serviceKeys = try Self.shelf(bodies[.signingKey])
    makeIndexes()
  }

  private static func shelf<Row>(_ stored: [(String, [UInt8])]?) throws -> Shelf<Row> {
    Shelf(loaded: try StoredRow.decode(stored ?? []))
  }

  private mutating func makeIndexes() {
    for account in accounts.rows.values where account.deletedAt == nil {
      accountsByEmail[account.email.lowercased()] = account.id
    }
    notificationCount = notifications.rows.values.map(\.number).max() ?? 0
  }
}

extension StoredTokens {
  /// Decodes stored rows.
  init(stored rows: [StoredRow]) throws {
    let bodies = StoredRow.byKind(rows)
    self.init(
      codes: try StoredRow.decode(bodies[.code] ?? []),
      refresh: try StoredRow.decode(bodies[.refreshToken] ?? []),
      access: try StoredRow.decode(bodies[.accessToken] ?? []))
  }
}

/// A row as it was read.
struct StoredRow: Sendable {
  let kind: String
  let key: String
  let body: [UInt8]

  /// Keys and bodies by their kind; a kind of a later version is left where it is.
  static func byKind(_ rows: [StoredRow]) -> [StateChanges.Kind: [(String, [UInt8])]] {
    var bodies: [StateChanges.Kind: [(String, [UInt8])]] = [:]
    for row in rows {
      guard let kind = StateChanges.Kind(rawValue: row.kind) else { continue }
      bodies[kind, default: []].append((row.key, row.body))
    }
    return bodies
  }

  /// Decodes the rows of one kind; as one array, which is several times faster than one by one.
  static func decode<Row: Decodable>(_ stored: [(String, [UInt8])]) throws -> [String: Row] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (_, body) in stored {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += body
    }
    text.append(UInt8(ascii: "]"))
    let rows = try JSONDecoder().decode([Row].self, from: Data(text))
    return Dictionary(zip(stored.map(\.0), rows), uniquingKeysWith: { $1 })
  }
}
