import BramleyHTTP

/// Opens listeners and says where they really stand.
enum LocalServer {
  /// A loopback listener on both address families: some names lead to one, some to the other (FR-64).
  static func addresses(host: String?, port: UInt16) throws(UsageError) -> [ListenAddress] {
    guard let host, host != "localhost" else {
      return [.tcp("127.0.0.1", port: port), .tcp("::1", port: port)]
    }
    guard let address = ClientAddress(parsing: host) else {
      throw UsageError("--host \(host) is not an address: give 127.0.0.1, 0.0.0.0, ::1 or the like.")
    }
    if address.description == "127.0.0.1" {
      return [.tcp("127.0.0.1", port: port), .tcp("::1", port: port)]
    }
    return [.tcp(host, port: port)]
  }

  /// The origin that a person opens: the first address with the port that was really given.
  static func origin(of server: HTTPServer, scheme: String = "http") -> String {
    guard case .tcp(let host, let port)? = server.boundAddresses.first?.kind else { return "" }
    let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    return scheme + "://" + (reachable.contains(":") ? "[\(reachable)]" : reachable) + ":\(port)"
  }

  /// Every loopback origin of a server: its addresses and the name `localhost`.
  static func loopbackOrigins(of server: HTTPServer) -> [String] {
    let port = server.port ?? 0
    return ["127.0.0.1", "localhost", "[::1]"].map { "http://\($0):\(port)" }
  }
}
