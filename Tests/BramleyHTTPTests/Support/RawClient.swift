import Foundation
import Testing

/// A socket that sends exactly the bytes it is told to, for everything that a well-behaved client never does.
///
/// Every wait ends after five seconds, so that a server that hangs fails the test instead of stopping it.
final class RawClient {
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Why there is no connection; the system's number.
  struct ConnectFailure: Error { let code: Int32 }

  /// Connects to a loopback port.
  init(port: UInt16, isIPv6: Bool = false) throws {
    descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    setTimeouts()
    let status: Int32
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, "::1", &address.sin6_addr)
      status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
      status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard status == 0 else { throw ConnectFailure(code: errno) }
  }

  /// Connects to a Unix socket.
  init(unixPath: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    setTimeouts()
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(unixPath.utf8)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw ConnectFailure(code: errno) }
  }

  deinit { close() }

  /// Leaves without a word.
  func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  private func setTimeouts() {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends bytes; false when the other side has closed.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends text; line ends are written out by the caller.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Tells the server that nothing more will be sent.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// An answer as it stood on the wire.
  struct Answer: Equatable {
    var status: Int
    var headers: [String: [String]]
    var body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
    /// The first value of a field.
    subscript(name: String) -> String? { headers[name]?.first }
  }

  /// Reads one answer; nil when the connection ends before a whole one has come.
  func answer(hasBody: Bool = true) -> Answer? {
    let end = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: end) == nil {
      guard fill() else { return nil }
    }
    guard let range = buffer.firstRange(of: end) else { return nil }
    let lines = String(decoding: buffer[..<range.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    buffer.removeSubrange(..<range.upperBound)
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    var headers: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased(), default: []].append(
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    let length =
      hasBody && status >= 200 && status != 204 ? Int(headers["content-length"]?.first ?? "0") ?? 0 : 0
    while buffer.count < length {
      guard fill() else { return nil }
    }
    defer { buffer.removeSubrange(..<length) }
    return Answer(status: status, headers: headers, body: Array(buffer[..<length]))
  }

  /// Whether the server closes the connection; what else it sends is skipped.
  func isClosedByServer() -> Bool {
    while true {
      buffer = []
      errno = 0
      if !fill() { return errno != EAGAIN }
    }
  }

  private func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 16384)
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else { return false }
    buffer += piece[..<count]
    return true
  }
}
