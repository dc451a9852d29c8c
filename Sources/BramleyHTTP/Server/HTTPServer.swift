import Synchronization

/// An HTTP/1.1 server over libmicrohttpd.
///
/// Requests are answered by one ``HTTPResponder``, which runs on the server's own threads until it waits for
/// something; it must never block one of them.
///
/// - Standard: RFC 9110, RFC 9112.
public final class HTTPServer: Sendable {
  private struct Running {
    let daemon: Daemon
    let acceptor: Acceptor
    let watch: Watch
    let addresses: [ListenAddress]
  }

  private enum State {
    case idle
    case running(Running)
    case stopped
  }

  private let configuration: Configuration
  private let responder: any HTTPResponder
  private let state = Mutex(State.idle)

  /// A server that has not been started.
  public init(_ configuration: Configuration, responder: any HTTPResponder) {
    self.configuration = configuration
    self.responder = responder
  }

  deinit {
    if case .running(let running) = state.withLock({ $0 }) { HTTPServer.end(running, configuration) }
  }

  /// Opens the addresses and begins to answer.
  ///
  /// - Throws: ``HTTPServerError`` with a sentence that says what to do; nothing is left open then.
  public func start() throws(HTTPServerError) {
    guard case .idle = state.withLock({ $0 }) else {
      throw HTTPServerError(.alreadyStarted, "The server was started before. Make a new one.")
    }
    let listeners = try Listener.open(configuration.addresses)
    let daemon = Daemon(configuration: configuration, responder: responder)
    guard daemon.start() else {
      if configuration.tls != nil {
        throw HTTPServerError(
          .invalidCertificate,
          "The TLS certificate or its key cannot be used. Both must be PEM, and belong together.")
      }
      throw HTTPServerError(
        .systemFailure, "The server's threads did not start. Raise the limits of the process.")
    }
    guard let watch = Watch(daemon: daemon) else {
      daemon.stop()
      throw HTTPServerError(
        .systemFailure, "No thread or descriptor is left. Raise the limits of the process.")
    }
    guard let acceptor = Acceptor(listeners: listeners, daemon: daemon) else {
      watch.stop()
      daemon.stop()
      throw HTTPServerError(
        .systemFailure, "No thread or descriptor is left. Raise the limits of the process.")
    }
    let running = Running(
      daemon: daemon, acceptor: acceptor, watch: watch, addresses: listeners.map(\.address))
    state.withLock { $0 = .running(running) }
  }

  /// The addresses with the ports that were really given; empty unless the server runs.
  public var boundAddresses: [ListenAddress] {
    if case .running(let running) = state.withLock({ $0 }) { running.addresses } else { [] }
  }

  /// The port of the first TCP address; nil unless the server runs on one.
  public var port: UInt16? { boundAddresses.lazy.compactMap(\.port).first }

  /// How many connections are open.
  public var connectionCount: Int {
    if case .running(let running) = state.withLock({ $0 }) { running.daemon.registry.count } else { 0 }
  }

  /// Accepts nothing more, lets the answers under way leave within ``Configuration/stopDeadline``, then ends.
  ///
  /// What is not answered by then is cancelled and answered 503. A second call returns at once.
  public func stop() async {
    guard let running = take() else { return }
    let configuration = configuration
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      // A thread of its own: this waits, and tasks must not.
      let thread = ServiceThread {
        HTTPServer.end(running, configuration)
        continuation.resume()
      }
      if thread == nil {
        HTTPServer.end(running, configuration)
        continuation.resume()
      }
    }
  }

  private func take() -> Running? {
    state.withLock { state in
      guard case .running(let running) = state else { return nil }
      state = .stopped
      return running
    }
  }

  private static func end(_ running: Running, _ configuration: Configuration) {
    let daemon = running.daemon
    running.acceptor.stop()
    daemon.isDraining.store(true, ordering: .sequentiallyConsistent)
    daemon.waitUntilIdle(deadline: .now + configuration.stopDeadline)
    daemon.isClosed.store(true, ordering: .sequentiallyConsistent)
    daemon.endResponding()
    // The refusals that were just given leave in no time, unless their client does not read.
    daemon.waitUntilIdle(deadline: .now + min(.milliseconds(500), configuration.stopDeadline))
    daemon.sleepers.wakeAll()
    running.watch.stop()
    daemon.stop()
  }
}
