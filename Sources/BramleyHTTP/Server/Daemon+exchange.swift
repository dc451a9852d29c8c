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
    let (path, query) = Daemon.split(exchange.target)
    exchange.request = HTTPRequest(
      method: HTTPMethod(rawValue: method), path: path, query: query, headers: fields,
      peer: exchange.connection.peerText, id: configuration.makeRequestID?() ?? requestIDs.next())
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

  /// Path and query of a target.
  private static func split(_ target: String) -> (path: String, query: String) {
    let text = target.utf8
    guard let question = text.firstIndex(of: UInt8(ascii: "?")) else { return (target, "") }
    return (String(target[..<question]), String(target[text.index(after: question)...]))
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
    guard exchange.request != nil else { return MHD_Result.NO }
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
    let task = Task.immediate {
      // Read before anything is waited for, so still on the library's thread.
      guard let request = exchange.wholeRequest() else { return }
      exchange.finish(.response(await responder.respond(to: request)))
    }
    if exchange.finished != nil { return deliver(exchange, handle, at: now) }
    exchange.suspend(waitingFor: task)
    return MHD_Result.YES
  }

  /// Queues the answer that the exchange ended with.
  ///
  /// - Parameter now: The time, where it was just asked for.
  func deliver(
    _ exchange: Exchange, _ handle: OpaquePointer, at now: ContinuousClock.Instant = .now
  ) -> MHD_Result {
    switch exchange.finished {
    case .response(let response): return queue(response, exchange, handle, closing: false, at: now)
    case .abandoned:
      exchange.stage = .answered
      return MHD_Result.NO
    case nil: return MHD_Result.YES
    }
  }

  /// Answers without the responder and ends the connection.
  func refuse(_ exchange: Exchange, _ handle: OpaquePointer, _ refusal: ServerRefusal) -> MHD_Result {
    queue(configuration.renderRefusal(refusal, exchange.request), exchange, handle, closing: true, at: .now)
  }

  private func queue(
    _ response: HTTPResponse, _ exchange: Exchange, _ handle: OpaquePointer, closing: Bool,
    at now: ContinuousClock.Instant
  ) -> MHD_Result {
    exchange.stage = .answered
    let isSlow = if case .trickle = response.delivery { true } else { false }
    exchange.connection.enter(.delivering(isSlowByIntent: isSlow), at: now)
    guard response.delivery != .reset else { return MHD_Result.NO }
    let id = exchange.request?.id
    let closes = closing || isDraining.load(ordering: .relaxed)
    let isKept = response.isRepeated && !closes
    if isKept, let id, let kept = repeatedAnswers.answer(response, id: id) { return kept.queue(on: handle) }
    if let wire = OutboundResponse(response, id: id, closes: closes, handle: handle, daemon: self) {
      if isKept, id != nil { repeatedAnswers.keep(wire) }
      return wire.queue(on: handle)
    }
    let refusal = OutboundResponse(
      configuration.renderRefusal(.unsendableAnswer, exchange.request), id: id, closes: true, handle: handle,
      daemon: self)
    return refusal?.queue(on: handle) ?? MHD_Result.NO
  }
}
