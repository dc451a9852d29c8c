/// Tells whether two byte strings are equal, in a time that depends on their lengths alone.
///
/// Different lengths are told at once: the length of a tag or a digest is no secret.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return left.withUnsafeBufferPointer { left in
    right.withUnsafeBufferPointer { right in
      var difference: UInt8 = 0
      for index in 0..<left.count { difference |= left[index] ^ right[index] }
      return difference == 0
    }
  }
}

/// Tells whether two texts have the same UTF-8 bytes, in a time that depends on their lengths alone.
public func constantTimeEquals(_ left: String, _ right: String) -> Bool {
  constantTimeEquals(Array(left.utf8), Array(right.utf8))
}
