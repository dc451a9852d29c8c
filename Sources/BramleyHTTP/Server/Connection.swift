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
  func enter(_ phase: Phase, at now: ContinuousClock.Instant = .now) {
    state.withLock { $0 = (phase, now) }
  }

  /// Ends both directions; the library notices and closes the socket.
  func shutDown() { _ = shutdown(socket, Int32(SHUT_RDWR)) }
}
