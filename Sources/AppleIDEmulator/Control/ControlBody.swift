import BramleyHTTP
import BramleyJOSE
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the JSON bodies of the control API, bounded before anything is decoded.
enum ControlBody {
  private static let limits = StrictJSON.Limits(bytes: 256 * 1024, depth: 16, members: 256)

  /// Decodes a body.
  ///
  /// The content type must be JSON: a page on another site can send other types without asking first.
  static func decode<Body: Decodable>(_ type: Body.Type, from request: HTTPRequest) throws(Refusal) -> Body {
    let contentType = (request.headers["content-type"] ?? "").lowercased()
    guard contentType.hasPrefix("application/json") else {
      throw .control(400, .invalidBody, "Send the body as JSON with Content-Type: application/json.")
    }
    do {
      try StrictJSON.check(request.body, limits: limits)
    } catch {
      throw .control(400, .invalidBody, "The body cannot be read: " + error.message)
    }
    do {
      return try JSONDecoder().decode(Body.self, from: Data(request.body))
    } catch let DecodingError.keyNotFound(key, _) {
      throw .control(400, .invalidBody, "The member \(key.stringValue) is missing.")
    } catch let DecodingError.typeMismatch(_, context) {
      throw .control(400, .invalidBody, "The member \(path(context)) has the wrong type.")
    } catch let DecodingError.valueNotFound(_, context) {
      throw .control(400, .invalidBody, "The member \(path(context)) must not be null.")
    } catch let DecodingError.dataCorrupted(context) {
      throw .control(400, .invalidValue, "The member \(path(context)) has a value that is not offered.")
    } catch {
      throw .control(400, .invalidBody, "The body is not the JSON that this request takes.")
    }
  }

  /// The refusal for an account that nobody has.
  static let unknownUser = Refusal.control(
    404, .notFound, "No account has this address or subject; GET /emulator/v1/users lists them.")

  private static func path(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? "(the whole body)" : path
  }
}
