import CMicroHTTPD

/// Reads the header fields of a request out of the library.
struct HeaderReader {
  private(set) var fields = HTTPFields()
  /// Whether the bytes between the fields were only what a well-formed head has there.
  private(set) var isWellFormed = true
  private var previousEnd: UnsafePointer<CChar>?

  /// The fields of the request that a connection is at; nil when their layout betrays a trick.
  static func read(_ handle: OpaquePointer) -> HTTPFields? {
    var reader = HeaderReader()
    withUnsafeMutablePointer(to: &reader) { pointer in
      _ = MHD_get_connection_values_n(
        handle, MHD_ValueKind.HEADER_KIND,
        { context, _, name, nameLength, value, valueLength in
          guard let context, let name else { return MHD_Result.NO }
          context.assumingMemoryBound(to: HeaderReader.self).pointee
            .take(name: name, nameLength, value: value, valueLength)
          return MHD_Result.YES
        }, pointer)
    }
    return reader.isWellFormed ? reader.fields : nil
  }

  private mutating func take(
    name: UnsafePointer<CChar>, _ nameLength: Int, value: UnsafePointer<CChar>?, _ valueLength: Int
  ) {
    let nameText = UnsafeRawBufferPointer(start: name, count: nameLength)
    let valueText = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength)
    fields.append(lowercasing: nameText, valueText)
  }
}
