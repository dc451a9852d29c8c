import Foundation

/// Where the service is; the emulator can take its place in debug builds.
final class Origin: @unchecked Sendable {  // state guarded by lock
  private let lock = NSLock()
  private var base: String
  private var isEmulator = false

  init(_ url: URL) { base = Self.trimmed(url.absoluteString) }

  var text: String { lock.withLock { base } }

  func useEmulator(host: String, port: Int) {
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    lock.withLock {
      base = "http://\(name):\(port)"
      isEmulator = true
    }
  }

  /// - Throws: ``AuthErrorCode/insecureOrigin`` for plain http, except on this computer and to an emulator.
  func url(_ path: String, apiKey: String) throws(AuthError) -> URL {
    let (base, isEmulator) = lock.withLock { (self.base, self.isEmulator) }
    let mark = path.contains("?") ? "&" : "?"
    let key = apiKey.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    guard let url = URL(string: "\(base)\(path)\(mark)key=\(key)"), let host = url.host else {
      throw AuthError(.insecureOrigin, "The origin \(base) is not an address.")
    }
    let isLoopback = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    guard url.scheme == "https" || (url.scheme == "http" && (isLoopback || isEmulator)) else {
      throw AuthError(.insecureOrigin, "Use https: tokens must not travel in the clear to \(host).")
    }
    return url
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
