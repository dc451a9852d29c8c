/// A scan of JSON bytes that refuses what decoders let pass silently.
///
/// Refused before anything is decoded: duplicate member names (compared after unescaping), nesting and
/// size beyond the limits, bytes that are not UTF-8, halves of surrogate pairs, trailing bytes.
///
/// - Standard: RFC 8259, RFC 7493 §2; limits and the refusal of duplicates are project rule R12.
public enum StrictJSON {
  /// How much a text may hold.
  public struct Limits: Sendable {
    /// Bytes in all.
    public let bytes: Int
    /// Objects and arrays inside each other.
    public let depth: Int
    /// Members of one object.
    public let members: Int

    /// For the header and the claims of a token.
    public static let token = Limits(bytes: 16 * 1024, depth: 16, members: 256)
    /// For a key set, whose size is bounded by its hundred keys.
    public static let keySet = Limits(bytes: 512 * 1024, depth: 16, members: 256)

    /// Puts limits together.
    public init(bytes: Int, depth: Int, members: Int) {
      self.bytes = bytes
      self.depth = depth
      self.members = members
    }
  }

  /// Checks a text whose top is an object.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - limits: How much it may hold.
  ///   - allowsArray: Whether the top may be an array too.
  /// - Throws: ``JOSEError`` `too_long`, `invalid_json`, `duplicate_member`, `too_deep` or
  ///   `too_many_members`.
  public static func check(
    _ bytes: [UInt8], limits: Limits = .token, allowsArray: Bool = false
  ) throws(JOSEError) {
    _ = try scan(bytes, limits: limits, allowsArray: allowsArray, collects: false)
  }

  /// Checks a text whose top is an object and gives the object's own members.
  static func members(of bytes: [UInt8], limits: Limits = .token) throws(JOSEError) -> [JSONMember] {
    try scan(bytes, limits: limits, allowsArray: false, collects: true)
  }

  private static func scan(
    _ bytes: [UInt8], limits: Limits, allowsArray: Bool, collects: Bool
  ) throws(JOSEError) -> [JSONMember] {
    guard bytes.count <= limits.bytes else {
      throw JOSEError(.tooLong, "The JSON text has \(bytes.count) bytes; \(limits.bytes) are allowed.")
    }
    // Typed throws do not pass through the standard library's closures; the verdict comes back as a value.
    return try bytes.withUnsafeBufferPointer { buffer -> Result<[JSONMember], JOSEError> in
      let upperBits = buffer.reduce(0) { $0 | $1 }
      guard upperBits < 0x80 || String(validating: buffer, as: UTF8.self) != nil else {
        return .failure(JOSEError(.invalidJSON, "The JSON text is not UTF-8."))
      }
      var scanner = JSONScanner(buffer, limits: limits)
      do throws(JOSEError) {
        return .success(try scanner.scanDocument(allowsArray: allowsArray, collects: collects))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
