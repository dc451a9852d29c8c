/// The path of a route: literal text with named holes.
///
/// A hole `{name}` takes one or more characters up to the next `/` or up to the literal text that follows
/// it in the same segment, so `/v1/projects/{project}:createSessionCookie` works. The value of a hole is
/// percent-decoded after matching; a value that decodes to something with a `/` or a control character,
/// or that does not decode, matches nothing.
public struct RoutePattern: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text that the pattern was made from; log lines and OpenAPI name a route by it.
  public let text: String
  let segments: [Segment]

  enum Segment: Hashable, Sendable {
    case literal(String)
    case hole(prefix: String, name: String, suffix: String)
  }

  /// Parses a pattern. A pattern is written by us: a malformed one traps.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Parses a pattern. A pattern is written by us: a malformed one traps.
  public init(_ text: String) {
    precondition(text.hasPrefix("/"), "A route pattern begins with a slash: \(text)")
    self.text = text
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard let open = part.firstIndex(of: "{") else { return .literal(String(part)) }
      guard let close = part.firstIndex(of: "}"), close > open else {
        preconditionFailure("A hole of the route pattern \(text) is not closed")
      }
      return .hole(
        prefix: String(part[..<open]), name: String(part[part.index(after: open)..<close]),
        suffix: String(part[part.index(after: close)...]))
    }
  }

  /// Whether the pattern has no hole and so is found by its text alone.
  var isLiteral: Bool {
    segments.allSatisfy { if case .literal = $0 { true } else { false } }
  }

  /// The values of the holes, or nil when the path does not fit.
  func match(_ parts: [Substring]) -> PathParameters? {
    guard parts.count == segments.count else { return nil }
    var found = PathParameters()
    for (segment, part) in zip(segments, parts) {
      switch segment {
      case .literal(let literal):
        guard part == literal else { return nil }
      case .hole(let prefix, let name, let suffix):
        guard part.count > prefix.count + suffix.count, part.hasPrefix(prefix), part.hasSuffix(suffix)
        else { return nil }
        let raw = part.dropFirst(prefix.count).dropLast(suffix.count)
        guard let value = PercentEncoding.decode(raw),
          !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "/") })
        else { return nil }
        found.values[name] = value
      }
    }
    return found
  }
}

/// The decoded values of a matched pattern's holes.
public struct PathParameters: Sendable {
  var values: [String: String] = [:]

  /// None.
  public init() {}

  /// The value of a hole of the pattern; asking for a name that the pattern does not have traps.
  public subscript(name: String) -> String {
    guard let value = values[name] else {
      preconditionFailure("The route pattern has no hole named \(name)")
    }
    return value
  }
}
