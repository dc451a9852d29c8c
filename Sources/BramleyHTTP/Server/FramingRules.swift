import CMicroHTTPD

/// Refusals of what the library lets through although it makes a message ambiguous.
///
/// Two parties that read one byte stream differently is what request smuggling lives on, so everything
/// that could be read in two ways is refused and the connection closed.
///
/// - Standard: RFC 9112 §2.2, §3.2, §5.1, §5.2, §6.1, §6.3; RFC 9110 §5.5, §7.2.
enum FramingRules {
  /// How the body of an accepted request is delimited.
  struct Framing: Hashable {
    /// The declared length in bytes; nil for a chunked body.
    var contentLength: Int?
  }

  /// `TRACE` is known so that it is refused as any method is that a path does not have (RFC 9110 §15.5.6).
  static func isKnown(method: String) -> Bool {
    switch method {
    case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE": true
    default: false
    }
  }

  /// Judges a head.
  static func check(
    method: String, version: String, target: String, fields: HTTPFields
  ) throws(ServerRefusal) -> Framing {
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw .malformed("The protocol version must be HTTP/1.1 or HTTP/1.0.")
    }
    guard isKnown(method: method) else {
      throw method.allBytes(isToken) ? .unknownMethod : .malformed("The method is not a token.")
    }
    guard isOriginForm(target) || (target == "*" && method == "OPTIONS") else {
      throw .malformed("The request target must begin with a slash and hold visible ASCII characters only.")
    }
    // Nearly every field could be sent on as it is; the others are looked at closer.
    for field in fields.fields where !field.isSendable {
      guard !field.name.isEmpty, field.name.allBytes(isToken) else {
        throw .malformed("A header name holds a character that is not allowed there.")
      }
      guard field.value.allBytes({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
        throw .malformed("A header value holds a control character.")
      }
    }
    let host = fields.occurrences(of: "host")
    guard host.count == 1 || (host.count == 0 && version == "HTTP/1.0") else {
      throw .malformed("The request must carry exactly one Host header.")
    }
    if let host = host.first, !isHost(host) {
      throw .malformed("The Host header is not a host with an optional port.")
    }
    return try length(version: version, fields: fields)
  }

  private static func length(version: String, fields: HTTPFields) throws(ServerRefusal) -> Framing {
    let coding = fields.occurrences(of: "transfer-encoding")
    let length = fields.occurrences(of: "content-length")
    if let first = coding.first {
      guard coding.count == 1, first.lowercased() == "chunked" else {
        throw .malformed("The only transfer coding taken is chunked, once.")
      }
      guard version == "HTTP/1.1" else {
        throw .malformed("A transfer coding needs HTTP/1.1.")
      }
      guard length.count == 0 else {
        throw .malformed("Content-Length and Transfer-Encoding exclude each other.")
      }
      return Framing(contentLength: nil)
    }
    guard length.count <= 1 else {
      throw .malformed("Content-Length may be sent once only.")
    }
    guard let text = length.first else { return Framing(contentLength: 0) }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
      throw .malformed("Content-Length must be a decimal number.")
    }
    return Framing(contentLength: length)
  }

  private static func isOriginForm(_ target: String) -> Bool {
    guard target.utf8.first == UInt8(ascii: "/") else { return false }
    return target.allBytes { byte in
      switch byte {
      // Visible ASCII without what RFC 3986 keeps out of path and query and no client leaves unescaped.
      case UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
        false
      default: byte > 0x20 && byte < 0x7f
      }
    }
  }

  private static func isHost(_ host: String) -> Bool {
    host.allBytes { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
      default: false
      }
    }
  }

  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
