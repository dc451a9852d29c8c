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

  /// Which limit was broken.
  public enum Excess: Error, Sendable, Hashable {
    /// Arrays or objects nest deeper than allowed.
    case depth
    /// There are more members and elements than allowed.
    case values
  }

  /// Reads the text once and stops at the first excess.
  public static func check(_ bytes: [UInt8], limits: Limits = Limits()) throws(Excess) {
    let excess = bytes.withUnsafeBufferPointer { firstExcess($0, limits) }
    if let excess { throw excess }
  }

  private static func firstExcess(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits) -> Excess? {
    var depth = 0
    var values = 1
    var isInText = false
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
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        values += 1
        if depth > limits.depth { return .depth }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): values += 1
      default: break
      }
      if values > limits.values { return .values }
    }
    return nil
  }
}
