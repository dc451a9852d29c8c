import CResolv

/// TXT records of the domain name system, asked of the system's resolver.
///
/// - Standard: RFC 1035 §3.3.14.
public enum TextRecords {
  /// Why nothing is known of a name.
  public struct Unknown: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name that was asked for.
    public let name: String
    /// What happened, in a sentence.
    public var description: String { "No name server answered for \(name)." }
  }

  /// A name server other than the system's.
  public struct Server: Sendable, Hashable {
    let address: String
    let port: UInt16

    /// A server at an IPv4 address.
    public init(address: String, port: UInt16) {
      self.address = address
      self.port = port
    }
  }

  /// The texts of a name's TXT records, each with its parts joined; none when there are none.
  ///
  /// Blocks for at most some seconds; not for a thread that serves requests.
  ///
  /// - Throws: ``Unknown`` when no server answered: that tells nothing about the name.
  public static func lookUp(_ name: String, server: Server? = nil) throws(Unknown) -> [String] {
    // Longer than any name may be, or not a host's name at all: never sent.
    guard name.utf8.count <= 253, name.utf8.allSatisfy(isNameByte) else { throw Unknown(name: name) }
    var answer = [UInt8](repeating: 0, count: 65_535)
    let length = Int(
      bramley_text_records(
        name, server?.address, Int32(server?.port ?? 0), &answer, Int32(answer.count)))
    guard length >= 0 else { throw Unknown(name: name) }
    return texts(in: Array(answer.prefix(min(length, answer.count))))
  }

  /// The texts in a DNS message; what cannot be read is left out.
  static func texts(in message: [UInt8]) -> [String] {
    guard !message.isEmpty else { return [] }
    return message.withUnsafeBufferPointer { buffer in
      var texts: [String] = []
      for index in 0..<Int32(100) {
        var data: UnsafePointer<UInt8>?
        let count = bramley_text_record(buffer.baseAddress, Int32(buffer.count), index, &data)
        if count < 0 { break }
        guard count > 0, let data else { continue }
        texts.append(joined(UnsafeBufferPointer(start: data, count: Int(count))))
      }
      return texts
    }
  }

  /// Each part has its length in front.
  private static func joined(_ parts: UnsafeBufferPointer<UInt8>) -> String {
    var bytes: [UInt8] = []
    var index = 0
    while index < parts.count {
      let end = min(index + 1 + Int(parts[index]), parts.count)
      bytes += parts[(index + 1)..<end]
      index = end
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
