/// The name of a member in camel case, found in either spelling (wire §1.3).
struct WireKey: CodingKey, Hashable, Sendable {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  /// The same name in snake case: `idToken` is `id_token`.
  var snakeCased: WireKey {
    var name: [UInt8] = []
    name.reserveCapacity(stringValue.utf8.count + 4)
    for byte in stringValue.utf8 {
      if (0x41...0x5a).contains(byte) {
        name.append(UInt8(ascii: "_"))
        name.append(byte | 0x20)
      } else {
        name.append(byte)
      }
    }
    return WireKey(String(decoding: name, as: UTF8.self))
  }
}
