#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows to write, each under its kind and key.
struct StateChanges: Sendable {
  /// One row; without a value it is to be removed.
  struct Row: Sendable {
    let kind: Kind
    let key: String
    /// Encoded by the writer only, since the rows are taken under the lock that every request needs.
    let value: (any Encodable & Sendable)?
    /// Seconds since 1970 after which nobody needs the row; nil keeps it.
    var expires: Double?
  }

  /// The kinds of rows; the raw value stands in the database and never changes.
  enum Kind: String, Sendable, CaseIterable {
    case settings, team, client, account, grant, relay, code, transfer, notification
    case developerKey = "key"
    case refreshToken = "refresh"
    case accessToken = "access"
    case signingKey = "signing"
  }

  var rows: [Row] = []
  /// Whether everything but the signing keys goes first.
  var clearsAll = false

  /// Adds the changed rows of a shelf.
  mutating func add<Value: Codable & Sendable>(
    _ kind: Kind, _ shelf: inout Shelf<Value>, expires: (Value) -> Date? = { _ in nil }
  ) {
    for (key, row) in shelf.takeChanges() {
      rows.append(
        Row(kind: kind, key: key, value: row, expires: row.flatMap(expires)?.timeIntervalSince1970))
    }
  }
}

extension StateChanges.Row {
  /// The row as it is stored; nil for one that is to be removed.
  func encoded(by encoder: JSONEncoder) throws -> [UInt8]? {
    guard let value else { return nil }
    return Array(try encoder.encode(value))
  }
}

extension EmulatorState {
  /// The rows that changed since the last save.
  mutating func takeChanges() -> StateChanges {
    var changes = StateChanges()
    changes.clearsAll = isCleared
    isCleared = false
    changes.add(.team, &teams)
    changes.add(.client, &clients)
    changes.add(.developerKey, &developerKeys)
    changes.add(.account, &accounts)
    changes.add(.grant, &grants)
    changes.add(.relay, &relays)
    changes.add(.code, &codes) { $0.keptUntil }
    changes.add(.refreshToken, &refreshTokens)
    changes.add(.accessToken, &accessTokens) { $0.expiresAt }
    changes.add(.transfer, &transfers)
    changes.add(.notification, &notifications)
    changes.add(.signingKey, &serviceKeys)
    changes.add(.settings, &savedSettings)
    return changes
  }

  /// Notes rows as unsaved again after a write that failed.
  mutating func restoreChanges(_ changes: StateChanges) {
    isCleared = isCleared || changes.clearsAll
    for (kind, rows) in Dictionary(grouping: changes.rows, by: \.kind) {
      let keys = rows.map(\.key)
      switch kind {
      case .team: teams.restoreChanges(keys)
      case .client: clients.restoreChanges(keys)
      case .developerKey: developerKeys.restoreChanges(keys)
      case .account: accounts.restoreChanges(keys)
      case .grant: grants.restoreChanges(keys)
      case .relay: relays.restoreChanges(keys)
      case .code: codes.restoreChanges(keys)
      case .refreshToken: refreshTokens.restoreChanges(keys)
      case .accessToken: accessTokens.restoreChanges(keys)
      case .transfer: transfers.restoreChanges(keys)
      case .notification: notifications.restoreChanges(keys)
      case .settings: savedSettings.restoreChanges(keys)
      case .signingKey: serviceKeys.restoreChanges(keys)
      }
    }
  }
}
