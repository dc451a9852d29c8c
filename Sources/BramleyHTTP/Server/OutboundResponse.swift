import CMicroHTTPD

/// An answer in the form in which the library sends it.
final class OutboundResponse {
  private let response: OpaquePointer
  private let status: Int

  /// Whether the library or the connection decides about a field.
  private static func isOwn(_ name: String) -> Bool {
    switch name {
    case "content-length", "date", "transfer-encoding", "x-request-id": true
    default: false
    }
  }

  /// Nil when memory is short or a field holds a control character.
  init?(
    _ message: HTTPResponse, id: String?, closes: Bool, handle: OpaquePointer, daemon: Daemon
  ) {
    guard (200...599).contains(message.status) else { return nil }
    status = message.status
    let made: OpaquePointer? =
      switch message.delivery {
      case .normal, .reset:
        message.body.withUnsafeBytes { bytes in
          MHD_create_response_from_buffer(
            bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
            MHD_ResponseMemoryMode.RESPMEM_MUST_COPY)
        }
      case .trickle(let milliseconds):
        Trickle(message.body, millisecondsPerByte: milliseconds, handle: handle, daemon: daemon)
          .makeResponse()
      }
    guard let made else { return nil }
    response = made
    var isSound = true
    for field in message.headers.fields where !OutboundResponse.isOwn(field.name) {
      isSound = OutboundResponse.add(field.name, field.value, to: made) && isSound
    }
    if let id { isSound = OutboundResponse.add("x-request-id", id, to: made) && isSound }
    if closes { isSound = OutboundResponse.add("connection", "close", to: made) && isSound }
    guard isSound else { return nil }
  }

  /// Hands the answer over.
  func queue(on handle: OpaquePointer) -> MHD_Result {
    MHD_queue_response(handle, UInt32(status), response)
  }

  deinit { MHD_destroy_response(response) }

  private static func add(_ name: String, _ value: String, to response: OpaquePointer) -> Bool {
    guard !name.isEmpty, name.allBytes(FramingRules.isToken),
      value.allBytes({ $0 >= 0x20 && $0 != 0x7f })
    else { return false }
    // The library refuses an empty value; leaving such a field out says the same.
    guard !value.isEmpty else { return true }
    // Spelled out: handing the texts over directly would copy each into an array first.
    return name.withCString { name in
      value.withCString { value in MHD_add_response_header(response, name, value) == MHD_Result.YES }
    }
  }
}
