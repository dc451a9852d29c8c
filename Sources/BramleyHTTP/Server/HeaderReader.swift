import CMicroHTTPD

/// Reads the header fields of a request out of the library, and looks at the bytes between them.
///
/// Before version 1.0 libmicrohttpd cuts a value at a NUL, joins folded lines and takes a bare line feed as
/// an end of line, all without a trace in the values. But names and values point into one buffer as it was
/// received, with the delimiters overwritten by NULs, so whatever it skipped shows as an odd gap: between a
/// name and its value there may be one NUL (the colon) and white space, between a value and the next name two
/// NULs (CR LF), nothing else. From 1.0 on the library refuses these by itself.
///
/// - Standard: RFC 9112 §2.2, §5.1, §5.2; RFC 9110 §5.5.
struct HeaderReader {
  private var fields = HTTPFields()
  private var isWellFormed = true
  private var end: UInt?

  /// Whether this version of the library leaves the received bytes where they can be judged.
  static let showsLayout = MHD_get_version().map { String(cString: $0).hasPrefix("0.") } ?? false

  /// The fields of the request that a connection is at; nil when their layout betrays a trick.
  static func read(_ handle: OpaquePointer) -> HTTPFields? {
    var reader = HeaderReader()
    reader.fields.reserve(12)
    withUnsafeMutablePointer(to: &reader) { pointer in
      _ = MHD_get_connection_values_n(
        handle, MHD_ValueKind.HEADER_KIND,
        { context, _, name, nameLength, value, valueLength in
          guard let context, let name, let value else { return MHD_Result.NO }
          context.assumingMemoryBound(to: HeaderReader.self).pointee.take(
            UnsafeRawBufferPointer(start: name, count: nameLength),
            UnsafeRawBufferPointer(start: value, count: valueLength))
          return MHD_Result.YES
        }, pointer)
    }
    if let end = reader.end {
      // The last line and the empty one behind it.
      reader.requireLineEnd(at: end)
      reader.requireLineEnd(at: end + 2)
    }
    return reader.isWellFormed ? reader.fields : nil
  }

  private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    fields.append(lowercasing: name, value)
    guard HeaderReader.showsLayout, isWellFormed, let nameStart = name.baseAddress,
      let valueStart = value.baseAddress
    else { return }
    let nameEnd = UInt(bitPattern: nameStart) + UInt(name.count)
    let valueAddress = UInt(bitPattern: valueStart)
    // A gap longer than any connection's memory is no gap but another allocation.
    guard valueAddress > nameEnd, valueAddress - nameEnd < 1 << 16 else {
      isWellFormed = false
      return
    }
    let gap = UnsafeRawBufferPointer(
      start: nameStart + name.count, count: Int(valueAddress - nameEnd))
    guard gap.first == 0, gap.dropFirst().allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
      isWellFormed = false
      return
    }
    if let end {
      guard UInt(bitPattern: nameStart) == end + 2 else {
        isWellFormed = false
        return
      }
      requireLineEnd(at: end)
    }
    end = valueAddress + UInt(value.count)
  }

  private mutating func requireLineEnd(at address: UInt) {
    guard let pointer = UnsafePointer<UInt8>(bitPattern: address), pointer[0] == 0, pointer[1] == 0 else {
      isWellFormed = false
      return
    }
  }
}
