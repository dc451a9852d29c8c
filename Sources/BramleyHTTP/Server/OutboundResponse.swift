import CMicroHTTPD

/// An answer in the form in which the library sends it.
final class OutboundResponse {
  /// What it was made of.
  let message: HTTPResponse
  private let response: OpaquePointer
  /// The identifier of the request that it answers.
  private var id: String?

  private static let idName = "x-request-id"

  /// Whether the library or the connection decides about a field.
  private static func isOwn(_ name: String) -> Bool {
    switch name {
    case "content-length", "date", "transfer-encoding", idName: true
    default: false
    }
  }

  /// Nil when memory is short or a field holds a control character.
  init?(
    _ message: HTTPResponse, id: String?, closes: Bool, handle: OpaquePointer, daemon: Daemon
  ) {
    guard (200...599).contains(message.status) else { return nil }
    self.message = message
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
      isSound = isSound && OutboundResponse.add(field, to: made)
    }
    if let id { isSound = isSound && bear(id: id) }
    if closes { isSound = isSound && OutboundResponse.add(OutboundResponse.closing, to: made) }
    guard isSound else { return nil }
  }

  /// Whether it would be made of this message too.
  func isSame(as message: HTTPResponse) -> Bool {
    let own = self.message
    return own.status == message.status && own.body.count == message.body.count
      && own.delivery == .normal && message.delivery == .normal && own.headers == message.headers
      && own.body == message.body
  }

  /// Puts the identifier of a request in, in place of an earlier one; false when that fails.
  func bear(id: String) -> Bool {
    let name = OutboundResponse.idName
    if let old = self.id, MHD_del_response_header(response, name, old) != MHD_Result.YES { return false }
    self.id = id
    return OutboundResponse.add(HTTPFields.Field(name, id), to: response)
  }

  /// Hands the answer over.
  func queue(on handle: OpaquePointer) -> MHD_Result {
    MHD_queue_response(handle, UInt32(message.status), response)
  }

  deinit { MHD_destroy_response(response) }

  private static let closing = HTTPFields.Field("connection", "close")

  private static func add(_ field: HTTPFields.Field, to response: OpaquePointer) -> Bool {
    guard field.isSendable else { return false }
    // The library refuses an empty value; leaving such a field out says the same.
    guard !field.value.isEmpty else { return true }
    // Spelled out: handing the texts over directly would copy each into an array first.
    return field.name.withCString { name in
      field.value.withCString { value in MHD_add_response_header(response, name, value) == MHD_Result.YES }
    }
  }
}
