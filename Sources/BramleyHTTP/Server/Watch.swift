import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread that ends what takes too long: answers, arrivals, deliveries, and work for clients that left.
final class Watch: Sendable {
  private let wakeUp: WakeUp
  private let isStopping: SharedFlag
  private let thread: ServiceThread

  init?(daemon: Daemon) {
    guard let wakeUp = WakeUp() else { return nil }
    let isStopping = SharedFlag()
    self.wakeUp = wakeUp
    self.isStopping = isStopping
    let body: @Sendable () -> Void = {
      // Often enough to keep the shortest limit within a quarter of itself.
      let limits = [
        daemon.configuration.responseDeadline, daemon.configuration.deliveryTimeout,
        daemon.configuration.arrivalTimeout, .seconds(1),
      ]
      let pause = Int32(clamping: max(5, (limits.min() ?? .seconds(1)).milliseconds / 4))
      while !isStopping.isRaised {
        var waiting = pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, pause)
        if !isStopping.isRaised { daemon.endOverdue(now: .now) }
      }
    }
    guard let thread = ServiceThread(body) else { return nil }
    self.thread = thread
  }

  /// Watches no longer; returns when the thread has ended.
  func stop() {
    isStopping.raise()
    wakeUp.signal()
    thread.join()
  }
}

extension Daemon {
  /// Ends everything that is over its time at `now`.
  func endOverdue(now: ContinuousClock.Instant) {
    var overdue: [Exchange] = []
    var gone: [Exchange] = []
    registry.visit { connections in
      var waiting: [(connection: Connection, exchange: Exchange?)] = []
      for connection in connections {
        let (phase, since) = connection.state.withLock { $0 }
        let age = now - since
        switch phase {
        case .receiving:
          if age > configuration.idleTimeout + configuration.arrivalTimeout {
            connection.shutDown()
          } else if age > configuration.absenceCheck {
            waiting.append((connection, nil))
          }
        case .responding(let exchange):
          if age > configuration.responseDeadline {
            overdue.append(exchange)
          } else if age > configuration.absenceCheck {
            waiting.append((connection, exchange))
          }
        case .delivering(let isSlowByIntent):
          if !isSlowByIntent, age > configuration.deliveryTimeout { connection.shutDown() }
        }
      }
      for index in Daemon.absent(waiting.map(\.connection.socket)) {
        if let exchange = waiting[index].exchange {
          gone.append(exchange)
        } else {
          waiting[index].connection.shutDown()
        }
      }
    }
    for exchange in overdue {
      let response = configuration.renderRefusal(.deadlineExceeded, exchange.request)
      exchange.finish(.response(response))
      exchange.cancel()
    }
    for exchange in gone {
      exchange.finish(.abandoned)
      exchange.cancel()
    }
  }

  /// The places in the list of those sockets whose client has closed its end.
  ///
  /// The library does not look at suspended connections, and misses an end that comes together with the last
  /// bytes: it waits for a change, and none comes any more.
  private static func absent(_ sockets: [Int32]) -> [Int] {
    guard !sockets.isEmpty else { return [] }
    var entries = sockets.map { pollfd(fd: $0, events: bramley_poll_gone(), revents: 0) }
    guard poll(&entries, nfds_t(entries.count), 0) > 0 else { return [] }
    return entries.indices.filter { entries[$0].revents & bramley_poll_gone() != 0 }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
