/// Why the server itself answered a request, without asking the responder or instead of it.
public enum ServerRefusal: Error, Sendable, Hashable {
  /// The request breaks a rule of the protocol; the sentence names the rule.
  case malformed(String)
  /// The method is none that the server knows.
  case unknownMethod
  /// The body is longer than the server takes; the limit in bytes.
  case bodyTooLarge(limit: Int)
  /// The responder did not answer in time.
  case deadlineExceeded
  /// The server is being stopped.
  case stopping
  /// The responder's answer cannot be sent: a field with control characters in it.
  case unsendableAnswer

  /// The status of the answer.
  public var status: Int {
    switch self {
    case .malformed: 400
    case .unknownMethod: 501
    case .bodyTooLarge: 413
    case .deadlineExceeded, .stopping: 503
    case .unsendableAnswer: 500
    }
  }

  /// A sentence for whoever sent the request.
  public var sentence: String {
    switch self {
    case .malformed(let rule): rule
    case .unknownMethod: "The request method is not known."
    case .bodyTooLarge(let limit): "The request body is longer than \(limit) bytes."
    case .deadlineExceeded: "The request took too long to answer. Try again."
    case .stopping: "The server is being stopped. Try again in a moment."
    case .unsendableAnswer: "The answer could not be sent."
    }
  }
}
