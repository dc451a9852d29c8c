#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EmulatorState {
  /// Puts the state together from stored rows and makes the indexes anew.
  init(stored rows: [StoredRow]) throws {
    self.init(isTracked: true)
    var bodies: [StateChanges.Kind: [(String, [UInt8])]] = [:]
    for row in rows {
      // A kind of a later version is left where it is.
      guard let kind = StateChanges.Kind(rawValue: row.kind) else { continue }
      bodies[kind, default: []].append((row.key, row.body))
    }
    savedSettings = try Self.shelf(bodies[.settings])
    teams = try Self.shelf(bodies[.team])
    clients = try Self.shelf(bodies[.client])
    developerKeys = try Self.shelf(bodies[.developerKey])
    accounts = try Self.shelf(bodies[.account])
    grants = try Self.shelf(bodies[.grant])
    relays = try Self.shelf(bodies[.relay])
    codes = try Self.shelf(bodies[.code])
    refreshTokens = try Self.shelf(bodies[.refreshToken])
    accessTokens = try Self.shelf(bodies[.accessToken])
    transfers = try Self.shelf(bodies[.transfer])
    serviceKeys = try Self.shelf(bodies[.signingKey])
    makeIndexes()
  }

  private static func shelf<Row>(_ stored: [(String, [UInt8])]?) throws -> Shelf<Row> {
    guard let stored, !stored.isEmpty else { return Shelf(isTracked: true) }
    // One array decodes several times faster than its elements one by one.
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (_, body) in stored {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += body
    }
    text.append(UInt8(ascii: "]"))
    let rows = try JSONDecoder().decode([Row].self, from: Data(text))
    return Shelf(loaded: Dictionary(zip(stored.map(\.0), rows), uniquingKeysWith: { $1 }))
  }

  private mutating func makeIndexes() {
    for account in accounts.rows.values where account.deletedAt == nil {
      accountsByEmail[account.email.lowercased()] = account.id
    }
    for (key, code) in codes.rows.sorted(by: { $0.value.issuedAt < $1.value.issuedAt }) {
      codeOrder.append(key, goodUntil: code.keptUntil)
    }
    for (key, token) in accessTokens.rows.sorted(by: { $0.value.expiresAt < $1.value.expiresAt }) {
      accessOrder.append(key, goodUntil: token.expiresAt)
    }
    for (key, _) in refreshTokens.rows.sorted(by: { $0.value.issuedAt < $1.value.issuedAt }) {
      refreshOrder.append(key, goodUntil: .distantFuture)
    }
  }
}
