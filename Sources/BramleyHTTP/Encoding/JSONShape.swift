/// A cheap look at JSON text before it is decoded: depth and number of values, without recursion.
///
/// It does not validate. It counts so that a decoder which recurses and allocates per value is only given
/// text that cannot hurt it.
public enum JSONShape {
  /// What text may hold.
  public struct Limits: Sendable, Hashable {
    /// How deep arrays and objects may nest.
    public var depth: Int
    /// How many members and elements there may be in all.
    public var values: Int

    /// Depth 32 and 10 000 values unless told otherwise.
    public init(depth: Int = 32, values: Int = 10_000) {
      self.depth = depth
      self.values = values
    }
  }

  /// What keeps text from a decoder.
  public enum Fault: Error, Sendable, Hashable {
    /// Arrays or objects nest deeper than allowed.
    case depth
    /// There are more members and elements than allowed.
    case values
    /// A comma stands before a closing bracket, which Foundation's decoder would let pass.
    case trailingComma
  }

  /// Reads the text once and stops at the first fault.
  public static func check(_ bytes: [UInt8], limits: Limits = Limits()) throws(Fault) {
    let fault = bytes.withUnsafeBufferPointer { firstFault($0, limits) }
    if let fault { throw fault }
  }

  private static func firstFault(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits) -> Fault? {
    var depth = 0
    var values = 1
    var isInText = false
    var isAfterComma = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isInText {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      if byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { continue }
      let wasAfterComma = isAfterComma
      isAfterComma = byte == UInt8(ascii: ",")
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        values += 1
        if depth > limits.depth { return .depth }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if wasAfterComma { return .trailingComma }
        depth -= 1
      case UInt8(ascii: ","): values += 1
      default: break
      }
      if values > limits.values { return .values }
    }
    return nil
  }
}
