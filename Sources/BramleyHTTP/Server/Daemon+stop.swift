import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Daemon {
  /// Waits until no request is under way, or the deadline has passed.
  func waitUntilIdle(deadline: ContinuousClock.Instant) {
    while underWay.load(ordering: .relaxed) > 0, ContinuousClock.now < deadline {
      poll(nil, 0, 2)
    }
  }

  /// Cancels every responder that still works and answers for it, so that no connection stays suspended.
  func endResponding() {
    var exchanges: [Exchange] = []
    registry.visit { connections in
      for connection in connections {
        if case .responding(let exchange) = connection.state.withLock({ $0.phase }) {
          exchanges.append(exchange)
        }
      }
    }
    for exchange in exchanges {
      exchange.finish(.response(configuration.renderRefusal(.stopping, exchange.request)))
      exchange.cancel()
    }
  }
}
