import CMicroHTTPD
import Synchronization

extension Daemon {
  /// How much of a body beyond the limit is read before the refusal, so that the client gets to see it.
  private var droppedLimit: Int { 4 * configuration.bodyLimit }

  /// Judges the head and prepares for the body.
  func takeHead(_ exchange: Exchange, _ handle: OpaquePointer, method: String, version: String) -> MHD_Result
  {
    guard let fields = HeaderReader.read(handle) else {
      return refuse(
        exchange, handle, .malformed("The header section holds a folded line, a NUL, or a bare line feed."))
    }
    let framing: FramingRules.Framing
    do {
      framing = try FramingRules.check(
        method: method, version: version, target: exchange.target, fields: fields)
    } catch {
      return refuse(exchange, handle, error)
    }
    let question = exchange.target.utf8.firstIndex(of: UInt8(ascii: "?"))
    exchange.request = HTTPRequest(
      method: HTTPMethod(rawValue: method),
      path: String(exchange.target[..<(question ?? exchange.target.endIndex)]),
      query: question.map { String(exchange.target[exchange.target.utf8.index(after: $0)...]) } ?? "",
      headers: fields, peer: exchange.connection.peerText,
      id: configuration.makeRequestID?() ?? requestIDs.next())
    exchange.stage = .body(dropped: 0)
    if let length = framing.contentLength {
      // A client that asks first, or announces far too much, is told at once.
      if length > configuration.bodyLimit, length > droppedLimit || fields["expect"] != nil {
        return refuse(exchange, handle, .bodyTooLarge(limit: configuration.bodyLimit))
      }
      exchange.body.reserveCapacity(min(length, configuration.bodyLimit))
    }
    return MHD_Result.YES
  }

  /// Keeps a piece of the body, or drops it once there is too much.
  func takeBody(_ exchange: Exchange, _ piece: UnsafeRawBufferPointer, dropped: Int) -> MHD_Result {
    if dropped == 0, exchange.body.count + piece.count <= configuration.bodyLimit {
      exchange.body.append(contentsOf: piece)
      return MHD_Result.YES
    }
    exchange.body = []
    let dropped = dropped + piece.count
    guard dropped <= droppedLimit else {
      exchange.stage = .answered
      return MHD_Result.NO
    }
    exchange.stage = .body(dropped: dropped)
    return MHD_Result.YES
  }

  /// Asks the responder; the answer is queued at once when it came without waiting.
  func dispatch(_ exchange: Exchange, _ handle: OpaquePointer) -> MHD_Result {
    if case .body(let dropped) = exchange.stage, dropped > 0 {
      return refuse(exchange, handle, .bodyTooLarge(limit: configuration.bodyLimit))
    }
    guard var request = exchange.request else { return MHD_Result.NO }
    request.body = exchange.body
    exchange.body = []
    exchange.request?.body = []
    exchange.stage = .responding
    let now = ContinuousClock.now
    let isOpen = exchange.connection.state.withLock { state in
      // Under the lock, so that stop() either sees this exchange or is seen by it.
      guard !isClosed.load(ordering: .sequentiallyConsistent) else { return false }
      state = (.responding(exchange), now)
      return true
    }
    guard isOpen else { return refuse(exchange, handle, .stopping) }
    let responder = responder
    let task = Task.immediate { [request] in
      exchange.finish(.response(await responder.respond(to: request)))
    }
    if exchange.finished != nil { return deliver(exchange, handle) }
    exchange.suspend(waitingFor: task)
    return MHD_Result.YES
  }

  /// Queues the answer that the exchange ended with.
  func deliver(_ exchange: Exchange, _ handle: OpaquePointer) -> MHD_Result {
    switch exchange.finished {
    case .response(let response): return queue(response, exchange, handle, closing: false)
    case .abandoned:
      exchange.stage = .answered
      return MHD_Result.NO
    case nil: return MHD_Result.YES
    }
  }

  /// Answers without the responder and ends the connection.
  func refuse(_ exchange: Exchange, _ handle: OpaquePointer, _ refusal: ServerRefusal) -> MHD_Result {
    queue(configuration.renderRefusal(refusal, exchange.request), exchange, handle, closing: true)
  }

  private func queue(
    _ response: HTTPResponse, _ exchange: Exchange, _ handle: OpaquePointer, closing: Bool
  ) -> MHD_Result {
    exchange.stage = .answered
    let isSlow = if case .trickle = response.delivery { true } else { false }
    exchange.connection.enter(.delivering(isSlowByIntent: isSlow))
    guard response.delivery != .reset else { return MHD_Result.NO }
    let closes = closing || isDraining.load(ordering: .relaxed)
    let wire =
      OutboundResponse(response, id: exchange.request?.id, closes: closes, handle: handle, daemon: self)
      ?? OutboundResponse(
        configuration.renderRefusal(.unsendableAnswer, exchange.request), id: exchange.request?.id,
        closes: true, handle: handle, daemon: self)
    guard let wire else { return MHD_Result.NO }
    return wire.queue(on: handle)
  }
}
