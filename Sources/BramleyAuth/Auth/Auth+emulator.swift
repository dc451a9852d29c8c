#if DEBUG
  extension Auth {
    /// Talks to a service on this computer or in this network, plain http allowed; in debug builds only.
    ///
    /// Call it before the first request.
    public func useEmulator(withHost host: String, port: Int) { origin.useEmulator(host: host, port: port) }

    /// The same under a shorter label.
    public func useEmulator(host: String, port: Int) { useEmulator(withHost: host, port: port) }
  }
#endif
