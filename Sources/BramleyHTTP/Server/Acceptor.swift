import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread that accepts connections and spreads them over the library's threads.
///
/// The library could accept by itself, but its threads may then share the connections so unevenly that one
/// does all the work.
final class Acceptor: Sendable {
  private let listeners: Mutex<[Listener]>
  private let wakeUp: WakeUp
  private let isStopping: SharedFlag
  private let thread: ServiceThread

  init?(listeners: [Listener], daemon: Daemon) {
    guard let wakeUp = WakeUp() else { return nil }
    let isStopping = SharedFlag()
    self.listeners = Mutex(listeners)
    self.wakeUp = wakeUp
    self.isStopping = isStopping
    let body: @Sendable () -> Void = {
      Acceptor.run(listeners, wakeUp: wakeUp, isStopping: isStopping, daemon: daemon)
    }
    guard let thread = ServiceThread(body) else { return nil }
    self.thread = thread
  }

  /// Accepts nothing more and closes the listening sockets; returns when the thread has ended.
  func stop() {
    isStopping.raise()
    wakeUp.signal()
    thread.join()
    listeners.withLock { $0 = [] }
  }

  private static func run(
    _ listeners: [Listener], wakeUp: WakeUp, isStopping: SharedFlag, daemon: Daemon
  ) {
    var waiting = listeners.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    waiting.append(pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0))
    while !isStopping.isRaised {
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      for entry in waiting.dropLast() where entry.revents & Int16(POLLIN) != 0 {
        if !acceptAll(entry.fd, daemon) {
          // Out of descriptors or memory: closing connections will free some, trying at once would spin.
          var only = waiting[waiting.count - 1]
          poll(&only, 1, 50)
        }
      }
    }
    // Whoever the system has let in already is still answered.
    for listener in listeners { _ = acceptAll(listener.descriptor, daemon) }
  }

  /// Accepts what waits; false when the system has no room.
  private static func acceptAll(_ listener: Int32, _ daemon: Daemon) -> Bool {
    // Bounded, so that one busy address does not starve the others.
    for _ in 0..<64 {
      var address = SocketAddress()
      let descriptor = address.withMutablePointer { accept(listener, $0, $1) }
      guard descriptor >= 0 else {
        return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
      }
      let client = address.client
      guard daemon.registry.reserve(client) else {
        close(descriptor)
        continue
      }
      setNonBlockingAndPrivate(descriptor)
      if address.family != AF_UNIX {
        var on: Int32 = 1
        setsockopt(
          descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      }
      if !daemon.add(descriptor, from: address) { daemon.registry.release(client) }
    }
    return true
  }
}

/// A flag that one thread raises and another reads.
final class SharedFlag: Sendable {
  private let value = Atomic<Bool>(false)
  /// Whether it was raised.
  var isRaised: Bool { value.load(ordering: .acquiring) }
  /// Raises it for good.
  func raise() { value.store(true, ordering: .releasing) }
}
