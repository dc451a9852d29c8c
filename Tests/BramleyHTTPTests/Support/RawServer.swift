import Foundation
import Synchronization
import Testing

/// Accepts connections and sends each the same bytes, whatever it asks, then closes it.
final class RawServer: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init(answering bytes: [UInt8]) throws {
    let (descriptor, port) = try listenOnLoopback()
    (self.descriptor, self.port) = (descriptor, port)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65536)
        _ = recv(client, &buffer, buffer.count, 0)
        _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        close(client)
      }
    }
  }

  deinit {
    // Ends the accept call of the thread.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
