#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes the JSON body of a request within bounds.
public struct JSONBody: Sendable {
  /// Why a body was refused, as a value that each API renders in its own envelope.
  public enum Failure: Error, Sendable, Hashable {
    /// The content type is not one that the route takes.
    case wrongContentType
    /// There is no body.
    case empty
    /// The body is longer than the route takes; the limit in bytes.
    case tooLarge(limit: Int)
    /// Arrays and objects nest deeper than the limit.
    case tooDeep(limit: Int)
    /// There are more members and elements than the limit.
    case tooManyValues(limit: Int)
    /// The text is not JSON in UTF-8.
    case notJSON
    /// A value has the wrong type; where, as `a.b[0]`, and the type that was expected.
    case wrongType(path: String, expected: String)
    /// A member that must be there is missing; where, as `a.b[0].c`.
    case missing(path: String)
    /// A value is of the right type, but not one that the route takes; where, or empty when that is not known.
    case wrongValue(path: String)
  }

  /// Which content types are taken.
  public enum ContentTypes: Sendable, Hashable {
    /// Anything, also none: what Identity Toolkit's clients send varies.
    case any
    /// `application/json` and types that end in `+json`.
    case json
  }

  /// The longest body, in bytes.
  public var limit: Int
  /// How deep and how large the content may be.
  public var shape: JSONShape.Limits
  /// The content types that are taken.
  public var contentTypes: ContentTypes
  /// Whether a missing body is taken as `{}`.
  public var takesEmpty: Bool

  /// The bounds of a route.
  public init(
    limit: Int = 1 << 20, shape: JSONShape.Limits = JSONShape.Limits(), contentTypes: ContentTypes = .any,
    takesEmpty: Bool = false
  ) {
    self.limit = limit
    self.shape = shape
    self.contentTypes = contentTypes
    self.takesEmpty = takesEmpty
  }

  /// Decodes the body of a request.
  ///
  /// - Throws: ``Failure``; the sizes are judged before any of the text is.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from request: HTTPRequest
  ) throws(Failure) -> Value {
    if contentTypes == .json, !JSONBody.isJSON(request.headers["content-type"]) { throw .wrongContentType }
    return try decode(type, from: request.body)
  }

  /// Decodes JSON text in UTF-8.
  ///
  /// - Throws: ``Failure``; the sizes are judged before any of the text is.
  public func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws(Failure) -> Value {
    guard body.count <= limit else { throw .tooLarge(limit: limit) }
    var body = body
    if body.allSatisfy({ $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }) {
      guard takesEmpty else { throw .empty }
      body = Array("{}".utf8)
    }
    do {
      try JSONShape.check(body, limits: shape)
    } catch {
      switch error {
      case .depth: throw .tooDeep(limit: shape.depth)
      case .values: throw .tooManyValues(limit: shape.values)
      case .trailingComma: throw .notJSON
      }
    }
    // The decoder would take UTF-16 and UTF-32 as well, in which the look at the shape sees nothing.
    guard !body.starts(with: [0xef, 0xbb, 0xbf]), !body.contains(0), isUTF8(body) else { throw .notJSON }
    let text = Data(body)
    do {
      return try JSONDecoder().decode(type, from: text)
    } catch {
      throw JSONBody.failure(of: error, in: text)
    }
  }

  private func isUTF8(_ bytes: [UInt8]) -> Bool {
    // Strings of the standard library are UTF-8: making one checks it, and plain ASCII takes the fast way.
    String(validating: bytes, as: UTF8.self) != nil
  }

  private static func failure(of error: any Error, in text: Data) -> Failure {
    guard let error = error as? DecodingError else { return .notJSON }
    switch error {
    case .typeMismatch(let type, let context):
      return .wrongType(path: path(context.codingPath), expected: name(of: type))
    case .valueNotFound(let type, let context):
      return .wrongType(path: path(context.codingPath), expected: name(of: type))
    case .keyNotFound(let key, let context): return .missing(path: path(context.codingPath + [key]))
    case .dataCorrupted(let context):
      // Foundation reports broken text and a number that does not fit alike, without a path. Text in which
      // nothing is looked for decodes when it is whole.
      let isWhole = (try? JSONDecoder().decode(Whatever.self, from: text)) != nil
      return isWhole ? .wrongValue(path: path(context.codingPath)) : .notJSON
    @unknown default: return .notJSON
    }
  }

  /// Takes any JSON and looks at none of it.
  private struct Whatever: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// The path as people write it. Only names that our types declare can stand in it, since unknown members are
  /// never decoded, but keys of dictionaries come from outside: each is cut.
  private static func path(_ keys: [any CodingKey]) -> String {
    var text = ""
    for key in keys.prefix(32) {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + String(key.stringValue.prefix(64))
      }
    }
    return text
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any FloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "an object or another value"
    }
  }

  private static func isJSON(_ contentType: String?) -> Bool {
    guard let contentType else { return false }
    var type = contentType.prefix { $0 != ";" }.lowercased()
    while type.last == " " || type.last == "\t" { type.removeLast() }
    return type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
  }
}
