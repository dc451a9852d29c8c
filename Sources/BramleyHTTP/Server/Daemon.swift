import BramleyCrypto
import CMicroHTTPD
import Synchronization

/// The library's daemon: its threads, and the way of a request through its callbacks.
///
/// `@unchecked Sendable`: `handle` is set once before any socket is handed over and cleared once after the
/// accepting thread has ended; everything else is immutable or locked.
final class Daemon: @unchecked Sendable {
  let configuration: HTTPServer.Configuration
  let responder: any HTTPResponder
  let registry: ConnectionRegistry
  /// Set when no further request may reach the responder.
  let isClosed = Atomic<Bool>(false)
  /// Set when answers are to end their connections.
  let isDraining = Atomic<Bool>(false)
  /// Requests whose request line has come and whose answer has not left.
  let underWay = Atomic<Int>(0)
  let requestIDs = RequestIDs()
  let sleepers = Sleepers()
  let repeatedAnswers = RepeatedAnswers()

  private var handle: OpaquePointer?
  private let certificate: TextForC?
  private let privateKey: TextForC?
  private let priorities = TextForC(Array("NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2".utf8))

  init(configuration: HTTPServer.Configuration, responder: any HTTPResponder) {
    self.configuration = configuration
    self.responder = responder
    registry = ConnectionRegistry(
      limit: configuration.connectionLimit, limitPerAddress: configuration.connectionsPerAddress,
      exemptions: configuration.limitExemptions)
    certificate = configuration.tls.map { TextForC(Array($0.certificatePEM.utf8)) }
    privateKey = configuration.tls.map { $0.privateKeyPEM.withBytes { TextForC($0) } }
  }

  /// Starts the threads; false when the library refuses.
  func start() -> Bool {
    var settings = bramley_daemon_settings()
    settings.threads = UInt32(clamping: configuration.threads)
    // Never to be reached, also not by one thread alone: see ConnectionRegistry.
    let limitPerThread = UInt32(clamping: configuration.connectionLimit).addingReportingOverflow(64)
    let limit = limitPerThread.partialValue.multipliedReportingOverflow(by: max(1, settings.threads))
    settings.connection_limit = limitPerThread.overflow || limit.overflow ? .max : limit.partialValue
    settings.idle_seconds = UInt32(clamping: max(1, configuration.idleTimeout.components.seconds))
    settings.connection_memory = configuration.connectionMemory
    // Where our own rules see all that came, the library passes what they refuse, so that the refusal is in
    // the caller's envelope (in 0.9.75 the library's own sends its head twice); elsewhere it is strict itself.
    settings.strictness = HeaderReader.showsLayout ? -1 : 1
    settings.certificate_pem = certificate?.pointer
    settings.key_pem = privateKey?.pointer
    settings.tls_priorities = priorities.pointer
    var callbacks = bramley_daemon_callbacks()
    callbacks.context = Unmanaged.passUnretained(self).toOpaque()
    callbacks.access = answerAccess
    callbacks.completed = noteCompletion
    callbacks.connection = noteConnection
    callbacks.target = noteTarget
    callbacks.unescape = { _, _, text in text.map { textLength($0) } ?? 0 }
    handle = withSignalsBlocked { bramley_start_daemon(settings, callbacks) }
    return handle != nil
  }

  /// Takes over an accepted socket that has its place; false when the library has closed it instead.
  func add(_ socket: Int32, from address: SocketAddress) -> Bool {
    guard let handle else { return false }
    return address.withPointer { MHD_add_connection(handle, socket, $0, $1) } == MHD_Result.YES
  }

  /// Ends the threads and every connection. No exchange may be suspended any more.
  func stop() {
    guard let handle else { return }
    self.handle = nil
    MHD_stop_daemon(handle)
  }
}
