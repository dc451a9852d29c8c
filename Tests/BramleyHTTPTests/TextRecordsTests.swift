import BramleyHTTP
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A name server on loopback: answers every question with the records of its name, once for each use.
private final class NameServer: Sendable {
  let port: UInt16
  private let descriptor: Int32

  /// Each record is a list of parts; nil answers that the name does not exist.
  init(_ records: [[String]]?, status: UInt8 = 0) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        _ = getsockname(descriptor, $0, &length)
      }
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    // A thread of its own: it waits, and the tasks' threads are needed by those who ask.
    Thread.detachNewThread { Self.serve(descriptor, records, status) }
  }

  deinit { close(descriptor) }

  private static func serve(_ descriptor: Int32, _ records: [[String]]?, _ status: UInt8) {
    var query = [UInt8](repeating: 0, count: 512)
    var sender = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    let count = recvfrom(descriptor, &query, query.count, 0, &sender, &length)
    guard count > 12 else { return }
    let answer = message(Array(query[..<count]), records, status)
    _ = sendto(descriptor, answer, answer.count, 0, &sender, length)
  }

  private static func message(_ query: [UInt8], _ records: [[String]]?, _ status: UInt8) -> [UInt8] {
    let code = records == nil ? 3 : status
    var answer = Array(query[..<2]) + [0x81, 0x80 | code, 0, 1, 0, UInt8(records?.count ?? 0), 0, 0, 0, 0]
    answer += query[12...]
    for parts in records ?? [] {
      let data = parts.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      answer += [0xC0, 12, 0, 16, 0, 1, 0, 0, 0, 60, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
    }
    return answer
  }
}

@Suite("TXT records")
struct TextRecordsTests {
  private func lookUp(_ name: String, _ server: NameServer) throws -> [String] {
    try TextRecords.lookUp(name, server: .init(address: "127.0.0.1", port: server.port))
  }

  @Test("a name that is none is not sent anywhere", arguments: ["a b", "x\u{0}y", "exa;mple.com", "é.com"])
  func badName(name: String) throws {
    #expect(throws: TextRecords.Unknown.self) { try TextRecords.lookUp(name) }
    #expect(throws: TextRecords.Unknown.self) {
      try TextRecords.lookUp(String(repeating: "a.", count: 200) + name)
    }
  }

  @Test("a server in trouble tells nothing of the name")
  func trouble() throws {
    let server = try NameServer([], status: 2)
    #expect(throws: TextRecords.Unknown.self) { try lookUp("example.com", server) }
  }

  @Test("a name that does not exist, or has no such record, has no texts")
  func missing() throws {
    #expect(try lookUp("example.com", try NameServer(nil)) == [])
    #expect(try lookUp("example.com", try NameServer([])) == [])
  }

  @Test("records come in the order of the answer, their parts joined")
  func records() throws {
    let server = try NameServer([["v=spf1 ", "include:mail.example -all"], ["another"], [""]])
    #expect(try lookUp("example.com", server) == ["v=spf1 include:mail.example -all", "another", ""])
  }
}
