import Foundation

extension PostgreSQLServer {
  /// The folder of `postgres`, `initdb` and `pg_ctl`: Debian keeps them out of PATH.
  static func findTools() throws -> String {
    let base = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    let found = versions.compactMap(Int.init).sorted().last { version in
      FileManager.default.isExecutableFile(atPath: "\(base)/\(version)/bin/initdb")
    }
    guard let found else {
      throw Failure(description: "PostgreSQL is not installed: apt-get install postgresql")
    }
    return "\(base)/\(found)/bin"
  }

  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bound in
        bind(descriptor, bound, size) == 0 ? getsockname(descriptor, bound, &size) : -1
      }
    }
    guard result == 0 else { throw Failure(description: "There is no free port.") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Runs a program as a user that may run the server.
  @discardableResult
  static func runUnprivileged(_ program: String, _ arguments: [String]) throws -> String {
    guard getuid() == 0 else { return try run(program, arguments) }
    return try run("/usr/sbin/runuser", ["-u", "postgres", "--", program] + arguments)
  }

  /// Runs a program to its end; answers what it prints.
  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    // A file, not a pipe: the server that `pg_ctl` leaves behind would keep a pipe open.
    let path = "/tmp/bramley-output-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let output = FileHandle(forWritingAtPath: path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(program) ended with \(process.terminationStatus): \(text)")
    }
    return text
  }
}

/// A shell that waits for this process to end and then cleans up.
final class Watcher: Sendable {
  private let pipe: Pipe

  init(_ script: String) throws {
    pipe = Pipe()
    let process = Process()
    let isRoot = getuid() == 0
    process.executableURL = URL(fileURLWithPath: isRoot ? "/usr/sbin/runuser" : "/bin/sh")
    process.arguments = (isRoot ? ["-u", "postgres", "--", "/bin/sh"] : []) + ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    process.standardInput = pipe.fileHandleForReading
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func end() { try? pipe.fileHandleForWriting.close() }
}
