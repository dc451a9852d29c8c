import Synchronization

/// Every open connection of a server, and the places that connections take from their acceptance on.
///
/// The library's own limits are never reached: in 0.9.75 the thread that meets the limit on a connection
/// handed over from outside waits for a lock that it holds itself, for good.
final class ConnectionRegistry: Sendable {
  private struct Content {
    var connections: [ObjectIdentifier: Connection] = [:]
    var places = 0
    var perAddress: [ClientAddress: Int] = [:]
  }

  private let content = Mutex(Content())
  private let limit: Int
  private let limitPerAddress: Int
  private let exemptions: Set<ClientAddress>

  init(limit: Int, limitPerAddress: Int, exemptions: Set<ClientAddress>) {
    self.limit = limit
    self.limitPerAddress = limitPerAddress
    self.exemptions = exemptions
  }

  /// Takes a place for a connection that was just accepted; false when there is none left.
  func reserve(_ peer: ClientAddress) -> Bool {
    content.withLock { content in
      guard content.places < limit else { return false }
      if isCounted(peer) {
        let taken = content.perAddress[peer.limitKey, default: 0]
        guard taken < limitPerAddress else { return false }
        content.perAddress[peer.limitKey] = taken + 1
      }
      content.places += 1
      return true
    }
  }

  /// Gives the place of a connection back that has ended, or never began.
  func release(_ peer: ClientAddress) {
    content.withLock { content in
      content.places -= 1
      guard isCounted(peer) else { return }
      let left = content.perAddress[peer.limitKey, default: 1] - 1
      content.perAddress[peer.limitKey] = left > 0 ? left : nil
    }
  }

  /// Notes that a connection has begun.
  func add(_ connection: Connection) {
    content.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
  }

  /// Notes that a connection has ended; its place is free again.
  func remove(_ connection: Connection) {
    let wasOpen = content.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil }
    if wasOpen { release(connection.peer) }
  }

  /// How many connections are open.
  var count: Int { content.withLock { $0.connections.count } }

  /// Visits every connection; none of them is closed meanwhile, so their sockets may be used.
  func visit(_ body: ([Connection]) -> Void) {
    content.withLock { body(Array($0.connections.values)) }
  }

  private func isCounted(_ peer: ClientAddress) -> Bool {
    !peer.isLoopback && !exemptions.contains(peer)
  }
}
