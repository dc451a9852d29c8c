import Accounts
import BramleyHTTP

extension WireError {
  /// Anything thrown on the way of a request, as the wire carries it. The one place where that is decided.
  init(_ error: any Error) {
    switch error {
    case let error as WireError: self = error
    case let error as AccountsError: self.init(error)
    case let failure as JSONBody.Failure: self.init(failure)
    case let failure as RoutingFailure:
      switch failure {
      case .noSuchPath: self = .notFound
      case .methodNotAllowed(let methods): self = .methodNotAllowed(methods)
      }
    case is CancellationError:
      self.init(
        status: 503, message: "The request was given up.", name: "UNAVAILABLE", reason: "backendError")
    default:
      self = .internalFailure
      detail = "unexpected \(type(of: error))"
    }
  }

  /// A body that could not be decoded.
  init(_ failure: JSONBody.Failure) {
    switch failure {
    case .wrongContentType: self = .invalidPayload("The content type must be application/json.")
    case .empty, .notJSON: self = .invalidPayload("The body is not JSON in UTF-8.", reason: "parseError")
    case .tooLarge(let limit):
      self = .invalidPayload("The body is longer than \(limit) bytes.")
      status = 413
    case .tooDeep(let limit): self = .invalidPayload("Arrays and objects nest deeper than \(limit).")
    case .tooManyValues(let limit): self = .invalidPayload("There are more than \(limit) values.")
    case .wrongType(let path, let expected):
      self = .invalidPayload(path.isEmpty ? "The body must be \(expected)." : "\(path) must be \(expected).")
    case .missing(let path): self = .invalidPayload("\(path) is missing.")
    case .wrongValue(let path):
      self = .invalidPayload(
        path.isEmpty ? "A value is out of range." : "\(path) has a value that is not known here.")
    }
  }

  /// What the server itself refused before anything of ours ran.
  init(_ refusal: ServerRefusal) {
    self.init(status: refusal.status, message: refusal.sentence, name: Self.name(ofStatus: refusal.status))
    switch refusal {
    case .deadlineExceeded, .stopping: retryAfter = 1
    case .malformed, .unknownMethod, .bodyTooLarge, .unsendableAnswer: break
    }
  }

  private static func name(ofStatus status: Int) -> String {
    switch status {
    case 501: "NOT_IMPLEMENTED"
    case 503: "UNAVAILABLE"
    case 500: "INTERNAL"
    default: "INVALID_ARGUMENT"
    }
  }
}
