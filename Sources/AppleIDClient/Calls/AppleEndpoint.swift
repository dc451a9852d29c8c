/// One of Apple's endpoints, by the name that sentences use.
enum AppleEndpoint: String {
  case keys = "keys endpoint"
  case token = "token endpoint"
  case revocation = "revocation endpoint"
  case userMigration = "migration endpoint"

  /// Whether the body of a success has the outer form of what the endpoint answers with.
  ///
  /// Pages that stand in for Apple, and answers that were cut off, fail here.
  func answers(with body: [UInt8]) -> Bool {
    // Revocation answers with nothing, and whatever else may come there means nothing.
    guard self != .revocation else { return true }
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
    return body.first { !isSpace($0) } == UInt8(ascii: "{") && body.last { !isSpace($0) } == UInt8(ascii: "}")
  }
}
