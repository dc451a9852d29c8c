/// Adds the header fields that keep browsers from doing what nobody asked for.
///
/// A field that an answer has already is left alone, so that a page can bring its own policy.
public struct SecurityHeaders: HTTPResponder {
  /// For answers that are no pages: nothing may be loaded, run or framed.
  public static let closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

  private let fields: [HTTPFields.Field]
  private let responder: any HTTPResponder

  /// - Parameters:
  ///   - strictTransport: How long browsers are to insist on https; nil where the service is reached over
  ///     http. It follows the configured public origin, never a header (R8).
  ///   - responder: Answers the requests.
  public init(strictTransport: Duration?, around responder: any HTTPResponder) {
    var fields = [
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
      ("content-security-policy", SecurityHeaders.closedPolicy), ("x-frame-options", "DENY"),
      ("cross-origin-resource-policy", "same-origin"), ("cache-control", "no-store"),
    ]
    if let strictTransport {
      fields.append(("strict-transport-security", "max-age=\(max(0, strictTransport.components.seconds))"))
    }
    self.fields = fields.map { HTTPFields.Field($0.0, $0.1) }
    self.responder = responder
  }

  /// Answers, and adds what is missing.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    var response = await responder.respond(to: request)
    // A page that says by whom it may be framed in its policy must not be contradicted by the older field.
    let framesByPolicy = response.headers.contains("content-security-policy")
    let isCrossOrigin = response.headers.contains("access-control-allow-origin")
    for field in fields where !response.headers.contains(field.name) {
      if framesByPolicy, field.name == "x-frame-options" { continue }
      if isCrossOrigin, field.name == "cross-origin-resource-policy" { continue }
      response.headers.add(field)
    }
    return response
  }
}
