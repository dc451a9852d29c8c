/// An answer: status, fields and a body held in memory.
public struct HTTPResponse: Sendable {
  /// How the answer travels. Everything but ``normal`` exists so that an emulator can play a sick server.
  public enum Delivery: Sendable, Hashable {
    /// At once and whole.
    case normal
    /// The connection is closed without an answer.
    case reset
    /// The head leaves, then one byte of the body every given number of milliseconds.
    case trickle(millisecondsPerByte: Int)
  }

  /// The status code.
  public var status: Int
  /// The header fields; the server adds `Content-Length` and `Date`.
  public var headers: HTTPFields
  /// The body.
  public var body: [UInt8]
  /// How it travels.
  public var delivery: Delivery
  /// The pattern of the route that answered, for log lines and metrics; it does not travel.
  public var route: String?
  /// Whether the same answer is given again and again: the server then keeps it in the form in which it leaves.
  ///
  /// It says nothing about who may see the answer, and changes nothing of it.
  public var isRepeated = false

  /// An answer of any kind.
  public init(
    status: Int, headers: HTTPFields = [:], body: [UInt8] = [], delivery: Delivery = .normal
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
  }

  /// A JSON answer; `body` is JSON text in UTF-8.
  public static func json(_ body: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: HTTPFields(jsonType), body: body)
  }

  /// A page.
  public static func html(_ page: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: HTTPFields(htmlType), body: Array(page.utf8))
  }

  /// Plain text.
  public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: HTTPFields(textType), body: Array(text.utf8))
  }

  /// A redirect; 303 makes the browser follow with GET.
  public static func redirect(to location: String, status: Int = 303) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["location": location])
  }

  private static let jsonType = HTTPFields.Field("content-type", "application/json; charset=utf-8")
  private static let htmlType = HTTPFields.Field("content-type", "text/html; charset=utf-8")
  private static let textType = HTTPFields.Field("content-type", "text/plain; charset=utf-8")
}
