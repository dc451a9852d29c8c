import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One client connection, from the hand-over of its socket to its end.
final class Connection: Sendable {
  /// What the connection is doing, and since when.
  enum Phase {
    /// Between requests, or a request is coming in.
    case receiving
    /// A responder works on the request.
    case responding(Exchange)
    /// The answer is on its way to the client.
    case delivering(isSlowByIntent: Bool)
  }

  /// The socket; open as long as the connection is in the registry.
  let socket: Int32
  /// Who holds the other end.
  let peer: ClientAddress
  /// The same as text.
  let peerText: String
  /// Guards the phase: server threads write it, the watch reads it.
  let state: Mutex<(phase: Phase, since: ContinuousClock.Instant)>

  init(socket: Int32, peer: ClientAddress, now: ContinuousClock.Instant) {
    self.socket = socket
    self.peer = peer
    peerText = peer.description
    state = Mutex((.receiving, now))
  }

  /// Notes what the connection does from now on.
  func enter(_ phase: Phase) {
    let now = ContinuousClock.now
    state.withLock { $0 = (phase, now) }
  }

  /// Ends both directions; the library notices and closes the socket.
  func shutDown() { _ = shutdown(socket, Int32(SHUT_RDWR)) }
}

/// Every open connection of a server.
final class ConnectionRegistry: Sendable {
  private struct Content {
    var connections: [ObjectIdentifier: Connection] = [:]
    var perAddress: [ClientAddress: Int] = [:]
  }

  private let content = Mutex(Content())
  private let exemptions: Set<ClientAddress>

  init(exemptions: Set<ClientAddress>) { self.exemptions = exemptions }

  func add(_ connection: Connection) {
    content.withLock {
      $0.connections[ObjectIdentifier(connection)] = connection
      if isCounted(connection.peer) { $0.perAddress[connection.peer.limitKey, default: 0] += 1 }
    }
  }

  func remove(_ connection: Connection) {
    content.withLock {
      guard $0.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil,
        isCounted(connection.peer)
      else { return }
      let key = connection.peer.limitKey
      let left = $0.perAddress[key, default: 1] - 1
      $0.perAddress[key] = left > 0 ? left : nil
    }
  }

  /// How many connections are open.
  var count: Int { content.withLock { $0.connections.count } }

  /// Whether a further connection of this address stays within the limit.
  func admits(_ peer: ClientAddress, limit: Int) -> Bool {
    guard isCounted(peer) else { return true }
    return content.withLock { $0.perAddress[peer.limitKey, default: 0] < limit }
  }

  /// Visits every connection; none of them is closed meanwhile, so their sockets may be used.
  func visit(_ body: ([Connection]) -> Void) {
    content.withLock { body(Array($0.connections.values)) }
  }

  private func isCounted(_ peer: ClientAddress) -> Bool {
    !peer.isLoopback && !exemptions.contains(peer)
  }
}
