/// Finds the client behind the proxies in front of this service (A23, A38).
///
/// Forwarded fields count only when the peer is a listed proxy, and only up to the last address that is not
/// one: what stands before that the client may have written itself.
public struct ForwardedClient: HTTPResponder {
  private let proxies: Set<ClientAddress>
  private let trustsUnixSocket: Bool
  private let responder: any HTTPResponder

  /// - Parameters:
  ///   - proxies: The addresses whose `X-Forwarded-For` counts.
  ///   - trustsUnixSocket: Whether the peer of a Unix socket is such a proxy.
  ///   - responder: Answers; it sees the client's address as the peer, in its one spelling.
  public init(
    proxies: Set<ClientAddress>, trustsUnixSocket: Bool = false, around responder: any HTTPResponder
  ) {
    self.proxies = proxies
    self.trustsUnixSocket = trustsUnixSocket
    self.responder = responder
  }

  /// Answers with the peer put right; without listed proxies it changes nothing.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard !proxies.isEmpty || trustsUnixSocket else { return await responder.respond(to: request) }
    var request = request
    request.peer = client(of: request)
    return await responder.respond(to: request)
  }

  /// The textual address of the client.
  func client(of request: HTTPRequest) -> String {
    guard isProxy(request.peer) else { return request.peer }
    // Several lines are one list. At most 32 hops are looked at, from the nearest.
    let list = request.headers.values("x-forwarded-for").joined(separator: ",")
    var found = request.peer
    var rest = list[...]
    for _ in 0..<32 {
      guard !rest.isEmpty else { break }
      let comma = rest.utf8.lastIndex(of: UInt8(ascii: ","))
      let entry = comma.map { rest[rest.utf8.index(after: $0)...] } ?? rest
      rest = comma.map { rest[..<$0] } ?? ""
      guard let address = ForwardedClient.address(entry) else { return found }
      found = address.description
      if !proxies.contains(address) { return found }
    }
    return found
  }

  private func isProxy(_ peer: String) -> Bool {
    if peer == ClientAddress.unixSocket.description { return trustsUnixSocket }
    return ClientAddress(parsing: peer).map { proxies.contains($0) } ?? false
  }

  /// An entry, which some proxies write with a port.
  private static func address(_ entry: Substring) -> ClientAddress? {
    var entry = entry
    while entry.first == " " || entry.first == "\t" { entry.removeFirst() }
    while entry.last == " " || entry.last == "\t" { entry.removeLast() }
    if let address = ClientAddress(parsing: String(entry)) { return address }
    return HostName(authority: entry).flatMap { ClientAddress(parsing: $0.description) }
  }
}
