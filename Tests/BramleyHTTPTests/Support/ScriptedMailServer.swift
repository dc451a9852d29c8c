import Foundation
import Synchronization
import Testing

/// An SMTP server that answers as a test says and remembers what it was told.
final class ScriptedMailServer: Sendable {
  /// What to say to a command; the key is its first word, `GREETING` and `CONTENT` for the two places without
  /// one. An empty text says nothing at all, `DROP` closes the connection.
  typealias Script = [String: String]

  let port: Int
  private let descriptor: Int32
  private let kept = Mutex<(lines: [String], waiting: CheckedContinuation<Void, Never>?)>(([], nil))

  /// Every line that came in, in order.
  var lines: [String] { kept.withLock { $0.lines } }

  /// Waits for the first line.
  func beginning() async {
    await withCheckedContinuation { continuation in
      let isThere = kept.withLock { kept in
        if kept.lines.isEmpty { kept.waiting = continuation }
        return !kept.lines.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  private func keep(_ line: String) {
    let waiting = kept.withLock { kept in
      kept.lines.append(line)
      defer { kept.waiting = nil }
      return kept.waiting
    }
    waiting?.resume()
  }

  init(_ script: Script = [:]) throws {
    let (descriptor, port) = try listenOnLoopback()
    (self.descriptor, self.port) = (descriptor, Int(port))
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else {
          // Closed here alone: a number closed elsewhere may be another test's by the next call.
          close(descriptor)
          return
        }
        Thread.detachNewThread { [weak self] in
          self?.talk(to: client, script)
          close(client)
        }
      }
    }
  }

  deinit {
    // Ends the accept call of the thread.
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private static let usual: Script = [
    "GREETING": "220 mail.example ESMTP", "EHLO": "250-mail.example\r\n250 8BITMIME", "MAIL": "250 2.1.0 Ok",
    "RCPT": "250 2.1.5 Ok", "DATA": "354 Go on", "CONTENT": "250 2.0.0 Queued", "QUIT": "221 Bye",
    "NOOP": "250 Ok", "AUTH": "235 2.7.0 Welcome",
  ]

  private func talk(to client: Int32, _ script: Script) {
    let say = { (word: String) -> Bool in
      let text = script[word] ?? Self.usual[word] ?? "500 5.5.1 Unknown"
      if text == "DROP" { return false }
      let bytes = Array((text + (text.isEmpty ? "" : "\r\n")).utf8)
      return send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
    guard say("GREETING") else { return }
    var buffer: [UInt8] = []
    var isContent = false
    while let line = readLine(client, &buffer) {
      keep(line)
      if isContent {
        guard line == "." else { continue }
        isContent = false
        guard say("CONTENT") else { return }
        continue
      }
      let word = line.prefix { $0 != " " }.uppercased()
      guard say(word) else { return }
      isContent = word == "DATA" && (script[word] ?? "354").hasPrefix("354")
      if word == "QUIT" { return }
    }
  }

  private func readLine(_ client: Int32, _ buffer: inout [UInt8]) -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0a) {
        let line = buffer[..<end].filter { $0 != 0x0d }
        buffer.removeSubrange(...end)
        return String(decoding: line, as: UTF8.self)
      }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = recv(client, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      buffer += piece[..<count]
    }
  }
}
